"""What a class reads on a page: controls that stand still, questions, wide tables, what changed, and why."""

from recordings import Maker
from support import PageTest, in_both, plain

SIZES = ((390, 844), (1280, 800), (1920, 1080))


def told():
    """A recording whose texts are short and long, with questions."""
    maker = Maker(6, sections=2, rows=6)
    maker.step("open", output="opened", comment="What is shown?")
    maker.step("delete", [maker.stage(deletes=1), maker.stage(inserts=2)], output="line\n" * 40)
    maker.step("explain", output="", error={"message": "nothing\nto explain", "hint": "type more"})
    maker.step("change", [maker.stage(changes=3)], comment="How many?\nAnd which?", output="changed")
    for n in range(12):
        maker.step(f"show {n}", output="word " * n)
    return maker


def wide():
    """A table of long keys, numbers and many columns, with a change in the last one."""
    maker = Maker(2, sections=1, rows=5, title="Wide")
    columns = [{"id": 0, "name": "code", "kind": "text", "key": True}, *({"id": n, "name": f"column {n}", "kind": "text"} for n in range(1, 14)),
               {"id": 14, "name": "amount", "kind": "number"}]
    maker.columns[:] = columns
    for r, row in enumerate(maker.rows):
        row[:] = [f"WWW0000{r}-MMMM0000{r}", *["a text of some words"] * 13, 1234567890123 + r]
    version = maker.version(1)
    maker.rows[version][:] = [*maker.rows[1][:14], 9876543210]
    maker.table[0][4][1] = version
    maker.expected.append(maker.picture())
    maker.step("edit", [{"rows": {"reconfigure": [[0, 1, version]]}}])
    return maker


@in_both
class Reading(PageTest):
    def test_the_controls_stand_still_whatever_is_shown(self):
        places = """return ['#backCommand', '#back', '#play', '#next', '#nextCommand', '#scrub', '#help', '#now .view'].map((s) => {
          const box = document.querySelector(s).getBoundingClientRect(); return [box.x, box.y, box.width]; })"""
        for size in SIZES:
            page = self.show(told().recording, settings={"size": size})
            first = page.run(places)
            for position in (0, 0.5, 1, 2, 2.5, 3, 4, 5, 12, 17):
                page.run("tablesh.seek(arguments[0])", position)
                self.assertEqual(page.run(places), first, f"{size}, position {position}")
            page.run("tablesh.jump(0); document.getElementById('next').click()")
            page.wait("tablesh.clock.asked === 0")
            self.assertEqual(page.run(places), first, f"{size}, a question")

    def test_each_click_on_next_goes_on_however_fast(self):
        page = self.show(told().recording)
        page.run("""tablesh.clock.speed = 0.01; // so slow that nothing goes on by itself
          window.clicks = 0; window.stuck = false;
          const progress = () => { const { running, asked, position } = tablesh.clock; return running >= 0 ? running + 0.5 : asked >= 0 ? asked + 0.25 : position; };
          (async () => {
            while (tablesh.clock.position < tablesh.film.length && !window.stuck) {
              const before = progress(), begun = performance.now();
              document.getElementById('next').click();
              window.clicks += 1;
              while (progress() <= before && !window.stuck) {
                await new Promise((done) => setTimeout(done, 5));
                window.stuck = performance.now() - begun > 20e3;
              }
            }
          })()""")
        page.wait("window.stuck || tablesh.clock.position === tablesh.film.length")
        # One for each beat and each question.
        self.assertEqual(page.run("return [window.stuck, window.clicks]"), [False, 19])

    def test_a_comment_is_a_question_at_which_the_page_waits(self):
        maker = told()
        page = self.show(maker.recording)
        page.run("tablesh.clock.speed = 40")
        page.press("Space")
        page.wait("tablesh.clock.asked === 0 && !tablesh.clock.playing")
        self.assertEqual(page.text("#comment"), "What is shown?")
        self.assertEqual(page.text("#command"), "open")
        self.assertIn("Space", page.text("#question"))
        self.assertEqual(page.text("#output"), "")
        page.press("Space")
        page.wait("tablesh.clock.asked === 4 && !tablesh.clock.playing")
        self.assertEqual(page.run("return document.querySelectorAll('#now .changed').length"), 0)
        self.assertIn("How many? And which?", page.run("return document.getElementById('polite').textContent"))
        page.press("ArrowRight")
        page.wait("tablesh.clock.position === 5 && !tablesh.clock.playing")
        self.assertEqual(page.text("#output"), "changed")
        page.press("ArrowLeft")
        page.press("ArrowRight")
        page.wait("tablesh.clock.asked === 4 && !tablesh.clock.playing")
        page.press("ArrowLeft")
        self.assertEqual(page.run("return [tablesh.clock.asked, tablesh.clock.position]"), [-1, 4])
        page.run("tablesh.jump(0)")
        page.press("q")
        page.press("Space")
        page.wait("tablesh.clock.position === tablesh.film.length && !tablesh.clock.playing")

    def test_a_step_without_motion_lasts_as_long_as_it_takes_to_read(self):
        page = self.show(told().recording)
        times = page.run("return [['one'], ['word '.repeat(10)], ['word '.repeat(1000)], ['five words', 'in 2 texts'], [undefined, '']].map((x) => tablesh.readingTime(...x))")
        self.assertEqual(times, [1, 5, 12, 2.5, 1])
        self.assertTrue(page.run("return document.getElementById('asksPart').checkVisibility ? !document.getElementById('asksPart').hidden : true"))
        page = self.show(wide().recording)
        self.assertTrue(page.run("return document.getElementById('asksPart').hidden"))

    def test_keys_and_numbers_are_never_cut_and_the_path_stays_at_the_left(self):
        whole = "return [...document.querySelectorAll('#now .row')].flatMap((e) => [e.children[1], e.querySelector('.number'), e.querySelector('.path')]).filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.innerText)"
        for size in SIZES:
            page = self.show(wide().recording, settings={"size": size})
            self.assertEqual(page.run(whole), [], f"{size}")
            page.run("document.querySelector('#now .view').scrollLeft = 300")
            left = "return ['.view', '.row .path', '.names .path'].map((s) => Math.round(document.querySelector('#now ' + s).getBoundingClientRect().left))"
            view, path, name = page.run(left)
            self.assertLess(abs(path - view), 8, f"{size}")
            self.assertEqual(path, name)

    def test_what_has_changed_is_marked_told_and_scrolled_to(self):
        page = self.show(wide().recording, settings={"size": (390, 844)})
        page.run("tablesh.jump(1)")
        self.assertEqual(page.run("return [...document.querySelectorAll('#now .edited')].map((e) => e.textContent)"), ["9876543210"])
        self.assertEqual(page.text("#changes"), "0:1 amount: 1234567890124 → 9876543210")
        box = "const view = document.querySelector('#now .view').getBoundingClientRect(), cell = document.querySelector('#now .edited').getBoundingClientRect(); return cell.left >= view.left && cell.right <= view.right + 1"
        self.assertTrue(page.run(box))
        page.run("document.getElementById('follow').checked = false; tablesh.jump(0); document.querySelector('#now .view').scrollLeft = 0; tablesh.jump(1)")
        self.assertFalse(page.run(box))

    def test_equal_reasons_are_one_line_and_a_rule_opens_its_text(self):
        maker = Maker(3, sections=1, rows=250)
        stage = maker.stage(deletes=200)
        maker.step("delete", [stage], output="deleted 200 rows\nmore", why=[{"op": ["rows", "delete", i], "rule": "D15", "text": "is gone"} for i in range(200)])
        maker.recording["rules"] = {"D15": "A text.\n\nIts rest."}
        page = self.show(maker.recording)
        page.press("ArrowRight")
        page.wait("tablesh.clock.position === 1 && !tablesh.clock.playing")
        self.assertEqual(page.run("return document.querySelectorAll('#why li').length"), 1)
        self.assertRegex(page.text("#why"), r"^delete 200 rows 0:\d+, 0:\d+, 0:\d+ … 0:\d+ is gone\s+D15$")
        self.assertEqual(page.run("return document.getElementById('polite').textContent"), "delete. deleted 200 rows")
        page.run("document.querySelector('#why button').click()")
        self.assertEqual(page.text("#ruleText"), "A text.\n\nIts rest.")
        page.press("Escape")
        page.wait("!document.getElementById('rule').open")

    def test_the_address_may_name_a_step(self):
        page = self.show(told().recording)
        address = page.run("return location.href")
        page.open(address + "#step=4", is_ready="window.tablesh?.film && tablesh.clock.position === 5")
        self.assertEqual(page.text("#command"), "change")
        page.run("location.hash = '#step=2'")
        page.wait("tablesh.clock.position === 3")
        page.run("location.hash = '#step=99'")
        page.run("tablesh.clock.speed = 40; document.querySelectorAll('#steps a')[4].click()")
        page.wait("tablesh.clock.position === 6 && !tablesh.clock.playing")
        self.assertTrue(page.run("return location.href").endswith("#step=5"))

    def test_a_refused_batch_says_which_of_its_rows_do_not_exist(self):
        maker = Maker(3, sections=2, rows=4)
        error = {"message": "no row 0:9", "code": "E-DEL-ROW-OOB"}
        maker.step("batch", output="", error=error, attempted={"rows": {"delete": [[0, 9], [0, 1]], "move": [[[7, 0], [0, 0]]]}, "sections": {"delete": [5]}})
        maker.step("batch", output="", error=error, attempted={"rows": {"delete": [[0, 1]]}})
        page = self.show(maker.recording)
        page.run("tablesh.jump(1)")
        self.assertEqual(page.text("#news"), "refused: nothing changed; the rows it names are marked; 0:9, 7:0, section 5 do not exist: section 0 has 4 rows")
        page.run("tablesh.jump(2)")
        self.assertEqual(page.text("#news"), "refused: nothing changed; the rows it names are marked")

    def test_what_glides_is_what_the_view_shows(self):
        maker = Maker(3, sections=1, rows=4)
        a, b, c, d = maker.table[0][4]
        maker.step("select", selection=[b, d])
        maker.step("batch --keep-data", [{"rows": {"delete": [[0, 0]], "insert": [[0, 3, d]]}, "stale": [[0, 0, b, a], [0, 1, c, b], [0, 2, d, c]]}])
        maker.step("explain")
        maker.step("delete", [{"rows": {"delete": [[0, 0]]}}])
        page = self.show(plain(maker.recording))
        look = """const box = document.querySelector('#now .layer').getBoundingClientRect();
          return [...document.querySelectorAll('#now .layer > .row')].map((e) => [e.children[1].innerText, e.getBoundingClientRect().top - box.top, e.className])"""
        page.run("tablesh.seek(1.5)")
        rows = page.run(look)
        name = [row[0] for row in (maker.rows[v] for v in (a, b, c, d))]
        still = sorted((top, text) for text, top, kind in rows if "leaving" not in kind and "coming" not in kind)
        self.assertEqual([text for _, text in still], name[1:])
        self.assertTrue(all(abs(high - low - 44) < 1 for (low, _), (high, _) in zip(still, still[1:])), still)
        self.assertEqual([text for text, _, kind in rows if "leaving" in kind], [name[0]])
        self.assertEqual([text for text, _, kind in rows if "coming" in kind], [name[3]])
        self.assertFalse(any("stale" in kind for _, _, kind in rows))
        for position in (2, 3):
            page.run("tablesh.jump(arguments[0])", position)
            rows = page.run(look)
            self.assertEqual([text for text, _, _ in rows], name[1:] + name[3:])
            self.assertEqual(["stale" in kind for _, _, kind in rows], [True, True, True, False])
            self.assertEqual(["selected" in kind for _, _, kind in rows], [True, False, True, True])
            self.assertIn(name[0], page.text("#now .truth"))
        page.run("tablesh.jump(4)")
        self.assertEqual([text for text, _, _ in page.run(look)], name[1:])
        self.assertEqual(page.run("return document.querySelectorAll('#now .stale').length"), 0)
