"""Pictures of Examples/tour, as images in a page: they move, in light and dark, in both browsers."""

import pathlib
import time

from browsers import Chromium
from support import PageTest, folder, in_both

TOUR = pathlib.Path(__file__).resolve().parents[2] / "Examples" / "tour"

@in_both
class Pictures(PageTest):
    def page(self, name, **settings):
        path = folder / "pictures.html"
        path.write_text(f'<!doctype html><meta name="color-scheme" content="light dark"><body style="margin:0"><img src="{(TOUR / name).as_uri()}">')
        return self.browser(**settings).open(path.as_uri(), "document.querySelector('img').complete && document.querySelector('img').naturalWidth > 0")

    def shot(self, browser):
        path = folder / "picture.png"
        browser.shot(str(path))
        return path.read_bytes()

    def test_an_image_in_a_page_moves(self):
        for name in ("session.svg", "plan.svg"):
            for dark in (False, True):
                browser = self.page(name, dark=dark)
                first, end = self.shot(browser), time.time() + 60
                while self.shot(browser) == first and time.time() < end:
                    time.sleep(0.5)
                self.assertLess(time.time(), end, f"{name}: nothing moves in {browser.name}")

    def test_light_and_dark_are_others(self):
        for name in ("session.svg", "plan.svg"):
            light, dark = (self.shot(self.page(name, dark=dark, still=True)) for dark in (False, True))
            self.assertNotEqual(light, dark, name)

    def test_who_wants_less_motion_sees_the_end(self):
        for name in ("session.svg", "plan.svg"):
            # By itself: Chromium tells images in a page nothing of this wish.
            browser = self.browser(still=True).open((TOUR / name).as_uri(), "document.querySelector('text')")
            first = self.shot(browser)
            time.sleep(4)
            self.assertEqual(first, self.shot(browser), name)

    def test_a_line_is_as_wide_as_its_columns_in_each_font(self):
        browser = self.browser().open((TOUR / "session.svg").as_uri(), "document.querySelector('text')")
        off = browser.run("""return [...document.querySelectorAll('text[textLength]')].filter((e) =>
            Math.abs(e.getBBox().width - e.textLength.baseVal.value) > 1).map((e) => e.textContent)""")
        self.assertEqual(off, [])
        self.assertEqual(browser.errors, [])
        if self.kind is Chromium:
            self.assertEqual([r for r in browser.requests if not r.startswith("file:")], [])
