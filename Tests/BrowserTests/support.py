"""What the tests share."""

import json
import os
import pathlib
import tempfile
import unittest

import assemble
import browsers

# Recordings of the random tests: 50, or 1,000 with TABLE_LONG_TESTS=1.
IS_LONG = os.environ.get("TABLE_LONG_TESTS") == "1"

folder = pathlib.Path(tempfile.mkdtemp(prefix="pages-"))


class PageTest(unittest.TestCase):
    """A test with a browser; `kind` is set by `in_both`."""

    kind = browsers.Chromium

    def browser(self, **settings):
        return browsers.browser(self.kind).fresh(**settings)

    def show(self, recording, packed=False, settings=None, is_ready=browsers.READY, page=None, **more):
        """Opens the page of a recording from the disk, in place of what is open if `page` is given."""
        path = folder / "page.html"
        path.write_text(assemble.page(recording, packed=packed), encoding="utf-8", errors="surrogatepass")
        return (page or self.browser(**(settings or {}))).open(path.as_uri(), is_ready, **more)


def in_both(case):
    """Runs a class of tests in Chromium and in Firefox."""
    for kind in (browsers.Chromium, browsers.Firefox):
        if os.environ.get("TABLE_BROWSER", kind.name) != kind.name:
            continue
        name = case.__name__ + kind.name
        made = type(name, (case,), {"kind": kind, "__module__": case.__module__})
        vars(__import__("sys").modules[case.__module__])[name] = made
    return None


# The rows that a layer draws, as [path, first cell], by where they are seen.
DRAWN = """
  return [...document.querySelectorAll('#now .layer > .row:not([aria-hidden])')].map((e) =>
    [e.querySelector('.place').textContent, e.children[1].innerText, e.className]);
"""

STATE = "return tablesh.film.state(arguments[0]).sections.map((s) => [s.id, s.title, s.header, s.footer, Array.from(s.rows)]);"


def plain(recording):
    """A copy that a test may damage."""
    return json.loads(json.dumps(recording))
