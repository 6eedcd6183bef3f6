"""The page around the table: keys, words, axe, paper, no scripts, strange texts."""

import pathlib

import assemble
from recordings import STRANGE, Maker, random_recording
from support import DRAWN, PageTest, folder, in_both, plain

try:
    import axe_playwright_python
    AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
except ImportError:
    AXE = None

AXE_RUN = "return axe.run(document, {resultTypes: ['violations']}).then((r) => r.violations.map((v) => v.id + ': ' + v.nodes.map((n) => n.html.slice(0, 200) + ' ' + (n.any[0]?.message ?? '')).slice(0, 3).join(' | ')))"


def rich():
    """A recording in which everything that is shown occurs."""
    maker = Maker(12, sections=3, rows=5, title="Everything")
    everything = maker.stage(deletes=2, inserts=2, moves=1, changes=1, reloads=1)
    maker.step("delete where pay < 30", [everything], comment="What is cheap goes.", selection=[0, 3], marks=[5],
               why=[{"stage": 0, "op": ["rows", "delete", 0], "rule": "D15", "text": "is gone"}],
               events=[{"event": "willSelect", "path": [0, 1], "answer": [0, 1]}, {"event": "didSelect", "path": [0, 1]}])
    maker.step("move 9:9", error={"message": "no row 9:9", "hint": "rows here: 0:0 to 2:4", "code": "E-PATH"}, output="")
    maker.step("edit on", editing=True)
    maker.step("minus 0:1", touch={"minus": maker.row(maker.table[0][4][1])})
    maker.step("edit off", editing=False, touch={"highlighted": maker.row(maker.table[0][4][0])})
    maker.step("", [maker.stage(inserts=2)], push={"source": "people.csv", "inserted": 2, "deleted": 0, "changed": 0}, state="live",
               conflicts=[{"kind": "cell", "key": "007", "column": "pay", "base": 1, "local": 2, "remote": 3}])
    maker.step("batch delete 0:0", output="", error={"message": "invalid number of rows", "code": "E-ROW-COUNT"}, attempted={"rows": {"delete": [[0, 0]]}})
    stage = maker.stage(inserts=1)
    shown = maker.table[0][4][0]
    maker.step("batch --unchecked", [{**stage, "stale": [[0, 0, shown, maker.version(maker.row(shown))]]}])
    maker.step("reload --data", [maker.stage_reload_data()])
    return maker


@in_both
class Page(PageTest):
    def test_axe_finds_nothing_in_light_and_dark(self):
        maker = rich()
        for settings in ({}, {"dark": True}, {"still": True}, {"size": (390, 844)}, {"size": (1920, 1080)}):
            page = self.show(maker.recording, settings=settings)
            page.add_script(AXE)
            for position in (0, 0.5, 1, 2, 3, 4, 5, 6, 7, 8, 9):
                page.run("tablesh.seek(arguments[0])", position)
                self.assertEqual(page.run(AXE_RUN), [], f"{settings}, position {position}")
            page.run("document.getElementById('keys').showModal()")
            self.assertEqual(page.run(AXE_RUN), [], "help")
        # Lists and texts that are longer than their room are reached by keys.
        maker = Maker(3, sections=1, rows=300)
        maker.step("delete", [maker.stage(deletes=150, changes=100)], output="line\n" * 100, plan="delete\n" * 100,
                   why=[{"op": ["rows", "delete", i], "rule": "D15", "text": f"is gone {i}"} for i in range(60)],
                   events=[{"event": "canEdit", "path": [0, i], "answer": True} for i in range(60)])
        for size in ((390, 844), (1280, 800), (1920, 1080)):
            page = self.show(maker.recording, settings={"size": size})
            page.add_script(AXE)
            page.run("tablesh.jump(1)")
            self.assertEqual(page.run(AXE_RUN), [], f"long texts at {size}")
        page = self.show("{", is_ready="!document.getElementById('problem').hidden")
        page.add_script(AXE)
        self.assertEqual(page.run(AXE_RUN), [], "a page with a message")

    def test_the_controls_are_on_the_screen_whatever_was_recorded(self):
        recording = plain(random_recording(3).recording)
        recording["geometry"]["viewport"] = 968
        for size in ((1366, 657), (1200, 900), (390, 800), (420, 640)):
            page = self.show(recording, settings={"size": size})
            for position in (0, 1.5, 3):
                page.run("tablesh.seek(arguments[0])", position)
                top, bottom, rows, height = page.run("const box = (x) => document.querySelector(x).getBoundingClientRect(); return [box('#controls').top, box('#controls').bottom, box('#now .layer').height, innerHeight]")
                self.assertGreater(top, 0)
                self.assertLessEqual(bottom, height + 0.5, f"{size}, position {position}")
                self.assertGreaterEqual(rows, 150, f"{size}")

    def test_indented_opened_and_swiped_rows_show_their_path_and_first_column(self):
        maker = Maker(5, sections=2, rows=6)
        rows = [maker.row(v) for v in maker.table[0][4]]
        maker.step("expand 0:0", touch={"expanded": [rows[0]]}, traits={str(rows[1]): {"indent": 2, "accessory": "disclosure"}})
        maker.step("swipe 0:1", touch={"swiped": rows[1]})
        maker.step("minus 0:1", editing=True, touch={"minus": rows[1]})
        whole = "return [...document.querySelectorAll('#now .row > :nth-child(2)')].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.innerText)"
        for size in ((420, 900), (1200, 900)):
            page = self.show(maker.recording, settings={"size": size})
            for position in (1, 2, 3):
                page.run("tablesh.jump(arguments[0])", position)
                self.assertEqual(page.run(whole), [], f"{size}, position {position}")
        for position in (2, 3):
            page.run("tablesh.jump(arguments[0])", position)
            places = page.run("return [...document.querySelectorAll('#now .row .place')].map((e) => e.getBoundingClientRect().x)")
            self.assertAlmostEqual(places[1], places[0], delta=1)
            ends = page.run("const row = document.querySelector('#now .opened'); return [row.querySelector('.number'), row.querySelector('.confirm')].map((e) => e.getBoundingClientRect()).map((r) => [r.left, r.right])")
            self.assertLessEqual(ends[0][1], ends[1][0])

    def test_keys_move_the_clock(self):
        maker = random_recording(2, steps=5)
        page = self.show(maker.recording)
        page.run("tablesh.clock.speed = 20")
        last = len(maker.expected) - 1

        def press(key, expected):
            page.press(key)
            page.wait(f"tablesh.clock.position === {expected} && !tablesh.clock.playing")

        press("ArrowRight", 1)
        press("ArrowRight", 2)
        press("ArrowLeft", 1)
        press("Home", 0)
        press("End", last)
        press("Home", 0)
        first = page.run("return tablesh.film.beats.filter((b) => b.step === 0).length")
        press("Shift+ArrowRight", first)
        press("Shift+ArrowLeft", 0)
        page.press("?")
        page.wait("document.getElementById('keys').open")
        page.press("Escape")
        page.wait("!document.getElementById('keys').open")
        page.press("f")
        self.assertFalse(page.run("return document.getElementById('follow').checked"))
        page.press("Space")
        page.wait(f"tablesh.clock.position === {last} && !tablesh.clock.playing", 20)

    def test_a_scrubber_with_focus_keeps_its_own_keys(self):
        page = self.show(random_recording(2).recording)
        page.run("document.getElementById('scrub').focus()")
        page.press("End")
        page.wait("tablesh.clock.position === tablesh.film.length")
        page.press("ArrowLeft")
        page.wait("tablesh.clock.position < tablesh.film.length")

    def test_a_scrubber_with_focus_lets_play_and_pause_through(self):
        page = self.show(random_recording(2).recording)
        for key in ("Space", "k"):
            page.run("tablesh.jump(0); document.getElementById('scrub').focus()")
            page.press(key)
            page.wait("tablesh.clock.playing")
            page.press(key)
            page.wait("!tablesh.clock.playing")

    def test_one_polite_sentence_a_step_and_none_while_scrubbing(self):
        maker = rich()
        page = self.show(maker.recording)
        page.run("window.said = []; new MutationObserver(() => said.push(document.getElementById('polite').textContent)).observe(document.getElementById('polite'), {childList: true, characterData: true, subtree: true})")
        page.run("const s = document.getElementById('scrub'); for (const v of [0.2, 0.5, 0.8, 1, 1.5]) { s.value = v; s.dispatchEvent(new Event('input')); }")
        self.assertEqual(page.run("return said"), [])
        page.press("End")
        page.wait("said.length === 1")
        self.assertIn("reload --data", page.run("return said[0]"))

    def test_a_step_of_several_stages_is_announced_once(self):
        maker = Maker(2, sections=1, rows=20)
        maker.step("undo", [maker.stage(deletes=1), maker.stage(inserts=1), maker.stage(deletes=1)])
        for settings in ({}, {"still": True}):
            page = self.show(maker.recording, settings=settings)
            page.run("window.said = []; new MutationObserver(() => said.push(document.getElementById('polite').textContent)).observe(document.getElementById('polite'), {childList: true, characterData: true, subtree: true}); tablesh.clock.speed = 10; tablesh.play()")
            page.wait("tablesh.clock.position === 3 && !tablesh.clock.playing")
            self.assertEqual(page.run("return said.length"), 1, f"{settings}")
            self.assertIn("did undo", page.run("return said[0]"))
            page.run("tablesh.jump(0); window.said.length = 0")
            page.press("ArrowRight") # who goes stage by stage hears each
            page.wait("tablesh.clock.position === 1 && !tablesh.clock.playing && said.length > 0")
            self.assertIn("stage 1 of 3", page.run("return said.join()"))

    def test_several_rows_chosen_in_editing_mode_have_check_circles(self):
        maker = rich()
        chosen = maker.row(maker.table[0][4][0])
        maker.step("edit on", editing="multiple", selection=[chosen])
        page = self.show(maker.recording)
        page.run("tablesh.jump(tablesh.film.length)")
        drawn = page.run("return [...document.querySelectorAll('#now .control')].map((e) => e.getAttribute('aria-label'))")
        self.assertEqual(drawn.count("checked"), 1)
        self.assertEqual(set(drawn), {"checked", "not checked"})
        columns = page.run("return document.querySelectorAll('#now .names > *').length")
        self.assertEqual(page.run("return document.querySelector('#now .table').getAttribute('aria-colcount')"), str(columns))

    def test_what_happened_is_told_beside_the_table(self):
        page = self.show(rich().recording)
        page.run("tablesh.jump(1)")
        self.assertEqual(page.text("#command"), "delete where pay < 30")
        self.assertEqual(page.text("#comment"), "What is cheap goes.")
        self.assertRegex(page.text("#why"), r"delete row \d:\d\s+is gone\s+D15")
        self.assertIn("willSelect 0:1 → 0:1", page.text("#calls"))
        self.assertIn("2 deleted", page.text("#legend"))
        self.assertEqual(page.run("return document.querySelectorAll('#now .mark').length"), 1)
        page.run("tablesh.jump(2)")
        self.assertEqual(page.text("#error"), "no row 9:9\nrows here: 0:0 to 2:4")
        page.run("tablesh.jump(6)")
        self.assertIn("people.csv changed", page.text("#command"))
        self.assertIn("ours 2, theirs 3", page.text("#conflicts"))
        page.run("tablesh.jump(7)")
        self.assertEqual(page.run("return document.querySelectorAll('#now .tried').length"), 1)
        page.run("tablesh.jump(8)")
        self.assertEqual(page.run("return document.querySelectorAll('#now .stale').length"), 1)
        page.run("tablesh.jump(9)")
        self.assertIn("reloadData", page.text("#news"))

    def test_strange_texts_are_shown_and_never_run(self):
        maker = Maker(3, sections=2, rows=len(STRANGE) // 2, title="</title><script>window.hurt=1</script>")
        for row, text in zip(maker.rows, STRANGE):
            row[1] = text
        for section, text in zip(maker.table, STRANGE[5:]):
            section[1] = section[2] = section[3] = text
        maker.recording["start"]["sections"] = [s[:4] + [[[s[4][0], len(s[4])]]] for s in maker.table]
        maker.columns[1]["name"] = STRANGE[6]
        maker.step(STRANGE[5], [maker.stage(deletes=1)], output=STRANGE[6], comment=STRANGE[5], why=[{"op": [STRANGE[5], STRANGE[6], 0], "text": STRANGE[6], "rule": STRANGE[5]}],
                   events=[{"event": STRANGE[6], STRANGE[5]: STRANGE[6]}], conflicts=[{"kind": STRANGE[6], "key": {"toString": 1}}], plan=STRANGE[5])
        maker.step(STRANGE[6], error={"message": STRANGE[5], "hint": STRANGE[6]}, push={"source": STRANGE[6]}, state=STRANGE[5], attempted={"rows": {}})
        for packed in (False, True):
            page = self.show(maker.recording, packed=packed)
            for position in (0, 0.5, 1, 2):
                page.run("tablesh.seek(arguments[0])", position)
                self.assertIsNone(page.run("return window.hurt ?? null"))
                self.assertEqual(page.run("return document.querySelectorAll('img, main script').length"), 0)
            page.run("tablesh.jump(1)")
            self.assertEqual(page.text("#command"), STRANGE[5])
            self.assertIn("<script>", page.text("#title"))

    def test_a_page_asks_for_nothing(self):
        page = self.show(random_recording(1).recording)
        page.run("tablesh.clock.speed = 20; tablesh.play()")
        page.wait("tablesh.clock.position === tablesh.film.length", 20)
        self.assertEqual(page.run("return performance.getEntriesByType('resource').length"), 0)
        self.assertEqual([r for r in page.requests if not r.startswith("file:")][:1], [])
        self.assertLessEqual(len(page.requests), 1)
        self.assertEqual(page.errors, [])

    def test_a_narrow_page_does_not_scroll_sideways(self):
        for width in (320, 420, 1200):
            page = self.show(rich().recording, settings={"size": (width, 800)})
            page.run("tablesh.jump(1)")
            wide = page.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
            self.assertLessEqual(wide, 0, f"{width}")

    def test_a_finger_scrolls_while_a_stage_is_shown(self):
        maker = Maker(2, sections=1, rows=60)
        maker.step("delete", [maker.stage(deletes=3)])
        page = self.show(maker.recording)
        page.run("tablesh.seek(0.5); document.querySelector('#now .view').scrollTop = 900")
        page.wait("Math.abs(tablesh.clock.offset - 900) < 2")
        self.assertGreater(page.run("return tablesh.clock.animations.length"), 0)
        self.assertAlmostEqual(page.run("return tablesh.clock.position"), 0.5)

    def test_a_chosen_step_is_shown(self):
        page = self.show(rich().recording)
        page.run("tablesh.clock.speed = 20; document.querySelectorAll('#steps a')[5].click()")
        page.wait("tablesh.clock.position === 6 && !tablesh.clock.playing")
        self.assertEqual(page.run("return [...document.querySelectorAll('#steps [aria-current]')].length"), 1)


class Paper(PageTest):
    """What only Chromium lets a test ask for."""

    def test_paper_and_pages_without_scripts_show_the_list_of_steps(self):
        maker = rich()
        maker.recording["steps"][0]["output"] = "deleted <b>2</b> rows"
        page = self.show(maker.recording, settings={"paper": True})
        self.assertIn("deleted <b>2</b> rows", page.text("#script-free"))
        self.assertEqual(page.run("return document.getElementById('player').getClientRects().length"), 0)
        path = folder / "page.html"
        page = self.browser(scripts=False)
        page.page.goto(path.as_uri())
        shown = page.page.inner_text("main")
        self.assertIn("runs no scripts", shown)
        self.assertIn("delete where pay < 30", shown)
        self.assertIn("no row 9:9", shown)

    def test_forced_colors_still_tell_what_changed(self):
        page = self.show(rich().recording, settings={"forced": True})
        page.run("tablesh.jump(1)")
        look = page.run("return ['.coming', '.row:not(.coming):not(.moved):not(.changed):not(.reloaded)'].map((s) => getComputedStyle(document.querySelector('#now ' + s)).borderInlineStartColor)")
        self.assertNotEqual(look[0], look[1])
