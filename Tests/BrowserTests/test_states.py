"""Every state between stages equals the truth, and is what is drawn."""

from recordings import Maker, large_recording, random_recording
from support import DRAWN, IS_LONG, STATE, PageTest, in_both


@in_both
class States(PageTest):
    def test_every_state_of_random_recordings_is_the_expected_table(self):
        page = self.browser()
        for seed in range(1000 if IS_LONG else 50):
            maker = random_recording(seed)
            self.show(maker.recording, page=page)
            self.assertEqual(page.run("return tablesh.film.length"), len(maker.expected) - 1, f"seed {seed}")
            for position, table in enumerate(maker.expected):
                self.assertEqual(page.run(STATE, position), table, f"seed {seed}, position {position}")

    def test_what_is_drawn_at_rest_is_the_table(self):
        for seed in range(5):
            maker = random_recording(seed)
            page = self.show(maker.recording)
            for position, table in enumerate(maker.expected):
                page.run("tablesh.jump(arguments[0])", position)
                versions = {f"{s}:{r}": v for s, section in enumerate(table) for r, v in enumerate(section[4])}
                drawn = page.run(DRAWN)
                for place, first, _ in drawn:
                    self.assertEqual(first, maker.rows[versions[place]][0], f"seed {seed}, position {position}, {place}")
                self.assertGreaterEqual(len(drawn), min(len(versions), 4))

    def test_states_are_made_again_after_they_were_dropped(self):
        maker = Maker(5, sections=2, rows=300)
        for n in range(40):
            maker.step(f"change {n}", [maker.stage(deletes=2, inserts=2, moves=2)])
        page = self.show(maker.recording)
        page.run("const f = tablesh.film; f.constructor.budget = 20000; for (const p of f.kept.keys()) if (p) f.kept.delete(p); f.bytes = 0")
        for position in [40, 3, 39, 17, 0, 40, 22]:
            self.assertEqual(page.run(STATE, position), maker.expected[position])
        self.assertLess(page.run("return tablesh.film.kept.size"), 30)

    def test_playing_ends_in_the_last_table_and_draws_few_elements(self):
        maker = random_recording(11, steps=6)
        page = self.show(maker.recording)
        page.run("tablesh.clock.speed = 20; tablesh.play()")
        page.wait(f"tablesh.clock.position === {len(maker.expected) - 1}", 30)
        self.assertEqual(page.run(STATE, len(maker.expected) - 1), maker.expected[-1])
        self.assertLessEqual(page.run("return tablesh.timing.most"), 100)

    def test_a_large_table_is_drawn_by_few_elements_down_to_its_last_row(self):
        maker = large_recording(rows=200_100, sections=300)
        page = self.show(maker.recording, packed=True)
        page.run("const v = document.querySelector('#now .view'); v.scrollTop = v.scrollHeight")
        page.wait("[...document.querySelectorAll('#now .place')].some((e) => e.textContent === '299:666')")
        for position in (0.5, 1.5, 2.5, 3.5, 4.5):
            page.run("tablesh.seek(arguments[0])", position)
        self.assertLessEqual(page.run("return tablesh.timing.most"), 100)
        self.assertEqual(page.run("return tablesh.film.state(5).sections.map((s) => s.rows.length)"), [len(s[4]) for s in maker.expected[5]])

    def test_selection_and_marks_follow_from_those_before(self):
        maker = Maker(1, sections=1, rows=6)
        maker.recording["start"]["marks"] = [5]
        maker.step("select", selection=[0, 1, 2])
        maker.step("select more", selection={"remove": [1], "add": [4]}, marks={"add": [0]})
        maker.step("nothing")
        maker.step("in a stage", [{"selection": {"remove": [0], "add": [5]}}], selection={"add": [1]}, marks={"remove": [5]})
        maker.step("unselect", selection=[])
        page = self.show(maker.recording)
        marked = "return [...document.querySelectorAll('#now .row')].flatMap((e, i) => (e.querySelector(arguments[0]) ? [i] : []))"
        selected = "return [...document.querySelectorAll('#now .row')].flatMap((e, i) => (e.classList.contains('selected') ? [i] : []))"
        wanted = [([], [5]), ([0, 1, 2], [5]), ([0, 2, 4], [0, 5]), ([0, 2, 4], [0, 5]), ([1, 2, 4, 5], [0]), ([], [0])]
        for position in (5, 0, 4, 2, 3, 1, 5):
            page.run("tablesh.jump(arguments[0])", position)
            self.assertEqual(page.run(selected), wanted[position][0], f"selection at {position}")
            self.assertEqual(page.run(marked, ".mark"), wanted[position][1], f"marks at {position}")

    def test_columns_heights_and_traits_change_with_their_step(self):
        maker = Maker(1, sections=1, rows=6)
        first = len(maker.rows)
        maker.rows += [["x", 5], ["y", 6], None, ["z", 1], ["u", 2], ["w", 3]]
        for i in range(6):
            maker.ident[str(first + i)] = i
        maker.table[0][4] = list(range(first, first + 6))
        maker.expected.append(maker.picture())
        maker.step("drop columns", [{"rows": {"reconfigure": "all", "versions": [[first, 6]]}}],
                   columns=[{"id": 1, "name": "name", "kind": "text"}, {"id": 9, "name": "n", "kind": "number"}],
                   heights={str(first + 1): 100}, editing=True,
                   traits={"0": {"style": "insert"}, "1": {"canEdit": False}, "3": {"canMove": False}})
        maker.step("minus 0:5", touch={"minus": 5})
        maker.step("edit off", editing=False, touch={}, heights={str(first + 1): None, str(first + 3): 66}, traits={"4": {"accessory": "disclosure"}, "0": {"accessory": "checkmark"}})
        page = self.show(maker.recording)
        names = "return [...document.querySelectorAll('#now .names > *')].map((e) => e.textContent)"
        self.assertEqual(page.run(names), ["Path", "id", "name", "team", "pay"])
        page.run("tablesh.jump(1)")
        self.assertEqual(page.run(names), ["Path", "name", "n", "Controls"])
        rows = page.run("""return [...document.querySelectorAll('#now .row')].map((e) => [e.children[1].innerText, e.getBoundingClientRect().height,
          e.querySelector('.control')?.className ?? '', Boolean(e.querySelector('.grip')), e.classList.contains('placeholder')])""")
        self.assertEqual(rows[0], ["x", 44, "control plus", True, False])
        self.assertEqual(rows[1], ["y", 100, "", True, False])
        self.assertEqual(rows[2], ["not recorded", 44, "control minus", True, True])
        self.assertEqual(rows[3], ["z", 44, "control minus", False, False])
        page.run("tablesh.jump(2)")
        self.assertEqual(page.text("#now .row:last-child .confirm"), "Delete")
        page.run("tablesh.jump(3)")
        self.assertEqual(page.run("return [...document.querySelectorAll('#now .accessory')].map((e) => e.className)"), ["accessory checkmark", "accessory disclosure"])
        heights = "return [...document.querySelectorAll('#now .row')].map((e) => e.getBoundingClientRect().height)"
        self.assertEqual(page.run(heights), [44, 44, 44, 66, 44, 44])
        page.run("tablesh.jump(2)")
        self.assertEqual(page.run(heights), [44, 100, 44, 44, 44, 44])
        page.run("tablesh.jump(0)")
        self.assertEqual(page.run(names), ["Path", "id", "name", "team", "pay"])

    def test_columns_change_where_the_rows_do(self):
        maker = Maker(1, sections=1, rows=6)
        names = [c["name"] for c in maker.columns]
        other = maker.columns[:3] + [{"id": 9, "name": "x", "kind": "text"}]
        maker.step("add x, delete pay", [maker.stage_all(), maker.stage(deletes=1)], columns=other)
        maker.step("undo to 0", [maker.stage(inserts=1), maker.stage_all(), maker.stage(moves=1)], columns=maker.columns)
        maker.step("hide x", [maker.stage(moves=1)], columns=maker.columns[:2])
        page = self.show(maker.recording)
        drawn = "return [...document.querySelectorAll('#now .names > *')].map((e) => e.textContent).slice(1)"
        new = [c["name"] for c in other]
        for position, wanted in [(0, names), (1, new), (2, new), (3, new), (4, names), (5, names), (6, names[:2]), (3, new)]:
            page.run("tablesh.jump(arguments[0])", position)
            self.assertEqual(page.run(drawn), wanted, f"position {position}")
        page.run("tablesh.seek(2.5)")
        self.assertEqual(page.run(drawn), new)

    def test_heights_of_new_versions_are_kept_once(self):
        maker = Maker(1, sections=1, rows=50)
        maker.recording["start"]["heights"] = {str(v): 50 for v in range(50)}
        for n in range(20):
            stage = maker.stage_all()
            versions = maker.table[0][4]
            maker.step(f"edit {n}", [stage], heights={str(v): 51 + n for v in versions})
        maker.step("old", heights={"3": 70, str(versions[1]): None})
        page = self.show(maker.recording)
        kept = page.run("return [...new Set(tablesh.film.views.map((v) => v.heights))].reduce((n, h) => n + (h?.size ?? 0), 0)")
        self.assertLessEqual(kept, 3 * 50 * 21)
        heights = "return [...document.querySelectorAll('#now .row')].slice(0, 4).map((e) => e.getBoundingClientRect().height)"
        for position, wanted in [(20, [70] * 4), (21, [70, 44, 70, 70]), (0, [50] * 4), (7, [57] * 4), (20, [70] * 4)]:
            page.run("tablesh.jump(arguments[0])", position)
            self.assertEqual(page.run(heights), wanted, f"position {position}")
        page.run("tablesh.jump(0)")
        self.assertEqual(page.run("return tablesh.film.view(21).heights.get(3)"), 70)
        self.assertEqual(page.run("return tablesh.film.view(20).heights.get(3)"), 50)

    def test_steps_that_are_cut_off_count_no_more(self):
        maker = Maker(5, sections=2, rows=30)
        for n in range(4):
            maker.step(f"change {n}", [maker.stage(deletes=2, inserts=2), maker.stage(moves=1)])
        page = self.show(maker.recording)
        page.run("tablesh.film.state(8); tablesh.film.cut(4)")
        self.assertEqual(page.run("return tablesh.film.operations"), 10)
        self.assertEqual(page.run("return tablesh.film.bytes - [...tablesh.film.kept.values()].reduce((n, made) => n + made.bytes, 0)"), 0)
        self.assertEqual(page.run(STATE, 4), maker.expected[4])
