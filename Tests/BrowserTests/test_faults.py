"""Recordings that are cut off, damaged, too new, too large: a message, never a blank page, never a hang."""

import json
import time

import assemble
from recordings import random_recording
from support import DRAWN, PageTest, folder, in_both, plain

TOLD = "!document.getElementById('problem').hidden"


@in_both
class Faults(PageTest):
    def told(self, recording, packed=False):
        page = self.show(recording, packed=packed, is_ready=TOLD)
        text = page.text("#problem")
        self.assertEqual(page.run("return document.getElementById('script-free').getClientRects().length > 0 || document.getElementById('player').getClientRects().length > 0"), True)
        return page, text

    def test_a_recording_that_is_cut_off_is_told(self):
        whole = json.dumps(random_recording(1).recording)
        for end in (1, 20, len(whole) // 2, len(whole) - 1):
            self.assertIn("cut off", self.told(whole[:end])[1])
        self.assertIn("no recording in this page", self.told("")[1])

    def test_a_packed_recording_that_is_cut_off_is_told(self):
        page = assemble.page(random_recording(1).recording, packed=True)
        start = page.index('data-encoding="gzip">') + len('data-encoding="gzip">')
        end = page.index("</script>", start)
        for cut in (start + 4, (start + end) // 8 * 4, end - 8):
            (folder / "cut.html").write_text(page[:cut] + page[end:])
            opened = self.browser().open((folder / "cut.html").as_uri(), TOLD)
            self.assertIn("cut off", opened.text("#problem"))

    def test_a_player_that_is_cut_off_is_told(self):
        page = assemble.page(random_recording(1).recording)
        start = page.index('id="packed">') + len('id="packed">')
        end = page.index("</script>", start)
        for cut in (start, start + 1, start + 4, (start + end) // 8 * 4, end - 8):
            (folder / "cut.html").write_text(page[:cut] + page[end:])
            opened = self.browser().open((folder / "cut.html").as_uri(), TOLD)
            self.assertIn("player in this page is cut off", opened.text("#problem"))
            self.assertGreater(opened.run("return document.querySelector('#script-free').getClientRects().length"), 0)

    def test_a_browser_that_cannot_unpack_says_why_nothing_moves(self):
        _, _, loader, _ = assemble.parts()
        older = loader.replace("window.DecompressionStream", "window.NoSuchStream")
        self.assertNotEqual(older, loader)
        page = assemble.page(random_recording(1).recording)
        path = folder / "older.html"
        path.write_text(page.replace(loader, older).replace(assemble.digest(loader), assemble.digest(older)))
        opened = self.browser().open(path.as_uri(), TOLD)
        self.assertIn("cannot unpack the player, so nothing moves", opened.text("#problem"))
        self.assertGreater(opened.run("return document.querySelector('#script-free').getClientRects().length"), 0)
        self.assertEqual(opened.run("return document.querySelector('#player').getClientRects().length"), 0)

    def test_a_player_that_was_altered_is_told(self):
        # The policy holds the hashes of loader and script, so a browser runs neither.
        _, _, loader, script = assemble.parts()
        page = assemble.page(random_recording(1).recording)
        for altered in (page.replace(loader, loader + " "), page.replace(assemble.digest(loader), assemble.digest("")), page.replace(assemble.digest(script), assemble.digest(""))):
            self.assertNotEqual(altered, page)
            (folder / "altered.html").write_text(altered)
            opened = self.browser().open((folder / "altered.html").as_uri(), "getComputedStyle(document.getElementById('unstarted')).visibility === 'visible'")
            self.assertIn("did not start", opened.text("#unstarted"))
            self.assertGreater(opened.run("return document.querySelector('#script-free').getClientRects().length"), 0)

    def test_another_version_or_another_thing_is_told(self):
        other = plain(random_recording(1).recording)
        other["version"] = 5
        self.assertIn("version 5", self.told(other)[1])
        for thing in ({}, [], 5, None, {"tablesh": "plan"}):
            self.assertIn("no recording", self.told(json.dumps(thing))[1])

    def test_each_damaged_part_is_told(self):
        whole = random_recording(1).recording
        damages = [
            lambda r: r.pop("rows"), lambda r: r.pop("start"), lambda r: r.pop("steps"), lambda r: r.pop("columns"),
            lambda r: r["rows"].append(5), lambda r: r["start"].update(sections=[[0, "x", None, None, [[0, 10**9]]]]),
            lambda r: r["start"].update(sections=[[0, "x", None, None, [[0, 1]]]] * 2),
            lambda r: r["start"].update(sections=[[0, "x", None, None, [[-1, 1]]]]),
            lambda r: r["start"].update(sections=7), lambda r: r.update(geometry={"row": 0}), lambda r: r.update(geometry={"row": "a"}),
            lambda r: r.update(ident={"0": 10**9}), lambda r: r.update(heights={"0": -4}), lambda r: r["steps"][0].update(heights={"999999": 50}), lambda r: r["steps"].append(None),
            lambda r: r["start"].update(selection="all"), lambda r: r["steps"].append({"command": "x", "marks": {"remove": 3}}),
            lambda r: r["steps"].append({"command": "x", "stages": [{"selection": {"add": [-1]}}]}),
            lambda r: r["steps"].append({"command": "x", "stages": 5}), lambda r: r["steps"].append({"command": "x", "why": {}}),
            lambda r: r["steps"].append({"command": "x", "stages": [{"rows": {"insert": [[0, 0, 10**8]]}}]}),
            lambda r: r["steps"].append({"command": "x", "stages": [{"rows": {"delete": [[0, -1]]}}]}),
            lambda r: r["steps"].append({"command": "x", "stages": [{"rows": {"delete": [[0, 1.5]]}}]}),
            lambda r: r["steps"].append({"command": "x", "stages": [{"rows": {"move": [[0, 1]]}}]}),
            lambda r: r["steps"].append({"command": "x", "stages": [{"rows": {"reconfigure": "all", "versions": [[0, 10**7]]}}]})]
        for number, damage in enumerate(damages):
            copy = plain(whole)
            damage(copy)
            self.assertIn("damaged", self.told(copy)[1], f"damage {number}")

    def test_a_stage_that_does_not_fit_is_told_and_what_is_before_it_plays(self):
        wrong = [{"rows": {"delete": [[99, 0]]}}, {"rows": {"delete": [[0, 5000]]}}, {"rows": {"insert": [[0, 5000, 0]]}},
                 {"rows": {"move": [[[0, 0], [0, 5000]]]}}, {"sections": {"delete": [99]}}, {"sections": {"insert": [[99, 500, "x", None, None, []]]}},
                 {"rows": {"reconfigure": "all", "versions": []}}]
        for stage in wrong:
            copy = plain(random_recording(4).recording)
            copy["steps"][2:] = [{"command": "wrong", "stages": [stage]}, {"command": "never"}]
            page, text = self.told(copy)
            self.assertIn("step 3", text)
            self.assertIn("can be played", text)
            page.run("tablesh.jump(tablesh.film.length)")
            self.assertEqual(page.run("return tablesh.film.steps.length"), 2)
            self.assertGreater(len(page.run(DRAWN)), 0)

    def test_ten_million_operations_are_refused_soon(self):
        copy = plain(random_recording(4).recording)
        text = json.dumps(copy)
        many = "[0,0]," * 9_999_999 + "[0,0]"
        text = text[:text.rindex("]")] + ',{"command":"x","stages":[{"rows":{"delete":[' + many + "]}}]}]}"
        begun = time.time()
        _, told = self.told(text)
        self.assertIn("too many", told)
        self.assertLess(time.time() - begun, 45)

    def test_what_grows_when_unpacked_is_refused(self):
        import base64, gzip
        bomb = base64.b64encode(gzip.compress(b" " * 400_000_000, 1)).decode()
        page = assemble.page(random_recording(1).recording, packed=True)
        start = page.index('data-encoding="gzip">') + len('data-encoding="gzip">')
        (folder / "bomb.html").write_text(page[:start] + bomb + page[page.index("</script>", start):])
        opened = self.browser().open((folder / "bomb.html").as_uri(), TOLD, 60)
        self.assertIn("too large", opened.text("#problem"))
