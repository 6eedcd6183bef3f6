"""A teacher types into the real program (TABLESH=PROGRAM), and browsers follow: after each command the page
shows the table, the selection and the mode that the shell reports."""

import http.client
import os
import pathlib
import shutil
import unittest

import browsers
from support import DRAWN, PageTest, folder, in_both
from teacher import Teacher

PROGRAM = os.environ.get("TABLESH")
STAFF = pathlib.Path(__file__).resolve().parents[2] / "Examples/tour/staff.csv"

# What a page shows of the table, in the form of `Teacher.sections`.
TABLE = """
  const film = tablesh.film, position = arguments[0] ?? film.length;
  return film.state(position).sections.map((s) => [s.title, Array.from(s.rows, (v) => film.rows[v])]);
"""

# The selection as index paths, the columns, and whether the table is edited.
VIEW = """
  const film = tablesh.film, view = film.view(film.length), paths = [];
  const listed = (x) => (Array.isArray(x) ? x : listed(x.before).filter((r) => !x.remove?.includes(r)).concat(x.add ?? []));
  const selection = listed(view.selection);
  film.state(film.length).sections.forEach((s, i) => s.rows.forEach((v, r) => selection.includes(film.row(v)) && paths.push([i, r])));
  return [paths, view.columns.map((c) => c.name), Boolean(view.editing)];
"""

# A lesson: what is typed, and its error if it is one.
LESSON = [
    ("sort by name", None), ("delete where pay < 28", None), ("nonsense", "no command 'nonsense'"), ("undo", None),
    ("select where pay > 30", None), ("edit on", None), ("edit @031 pay=35", None), ("move @023 to Office:0", None),
    ("insert Dock id=050 name=New pay=30", None), ("edit off", None), ("reorder sections Office", None), ("sort by pay", None)]


@unittest.skipUnless(PROGRAM, "TABLESH names no program")
class Session(PageTest):
    """What tests of a running shell share."""

    def teacher(self, *arguments, **settings):
        shutil.copy(STAFF, folder / "staff.csv")
        (folder / "other.csv").write_text("id,word\n1,one\n2,two\n3,three\n")
        teacher = Teacher(PROGRAM, *(arguments or ("--key", "id", "--section-by", "team", "staff.csv")), folder=folder, **settings)
        self.addCleanup(teacher.close)
        return teacher

    def at_end(self, page, steps, title=None):
        """Waits until a page has shown so many steps to their end."""
        page.wait(f"window.tablesh?.film?.steps.length === {steps} && tablesh.clock.position === tablesh.film.length && !tablesh.clock.playing")
        if title:
            self.assertEqual(page.text("#title"), title)

    def assert_shows(self, page, teacher, reply=None):
        """The state, what is drawn, and the view are those of the shell."""
        self.assertEqual(page.run("return tablesh.clock.position"), page.run("return tablesh.film.length"))
        self.assertEqual(page.run(TABLE), teacher.sections)
        rows = {f"{s}:{r}": "" if row[0] is None else str(row[0]) for s, (_, rows) in enumerate(teacher.sections) for r, row in enumerate(rows)}
        self.assertEqual({place: first for place, first, _ in page.run(DRAWN)}, rows)
        if reply:
            self.assertEqual(page.run(VIEW), [sorted(reply["selection"]), teacher.table["columns"], reply["editing"]])

    def link(self, page, state):
        page.wait(f"document.getElementById('link').dataset.state === '{state}'")
        return page.text("#link")


@in_both
class Present(Session):
    def test_a_lesson_shows_a_wrong_plan_and_then_the_truth_from_the_same_table(self):
        teacher = self.teacher()
        page = self.browser().open(teacher.url)
        self.at_end(page, 0, "staff")
        teacher.type("lesson plans-1")
        page.wait("document.getElementById('title').textContent === 'What a plan says'")
        start = page.run(TABLE)
        for number, (answer, verdict) in enumerate([("delete 0:0", "wrong: "), ("delete 1:0", "wrong: "), ("delete 0:1", "deleted 1 row")], 1):
            teacher.type(answer)
            self.at_end(page, number)
            self.assertIn(verdict, page.text("#output"))
            with self.subTest(answer):
                shown = page.run(TABLE)
                s, r = map(int, answer.split()[1].split(":"))
                self.assertEqual([len(rows) for _, rows in shown], [len(rows) - (i == s) for i, (_, rows) in enumerate(start)])
                self.assertNotIn(start[s][1][r], shown[s][1])
                drawn = {f"{i}:{j}" for i, (_, rows) in enumerate(shown) for j in range(len(rows))}
                self.assertEqual({place for place, _, _ in page.run(DRAWN)}, drawn)
        # Between them the table is as before, and each moment can be gone back to.
        self.assertEqual(page.run("return tablesh.film.beats.map((b) => b.back !== undefined)"), [False, True, False, True, False])
        self.assertEqual([page.run(TABLE, position) == start for position in range(6)], [True, False, True, False, True, False])
        page.run("tablesh.seek(2)")
        self.assertEqual(page.run("return document.querySelectorAll('#now .layer > .row:not([aria-hidden])').length"), sum(len(rows) for _, rows in start))
        teacher.type("stop")
        teacher.type("delete @007")
        page.wait("document.getElementById('title').textContent === 'staff'")
        self.at_end(page, 1, "staff")

    def test_a_page_follows_a_lesson_and_a_late_one_has_all_of_it(self):
        teacher = self.teacher()
        page = self.browser().open(teacher.url)
        self.at_end(page, 0, "staff")
        self.assertEqual(page.text("#link"), "Connected")
        self.assert_shows(page, teacher)
        tables = [teacher.sections]
        for number, (command, error) in enumerate(LESSON, 1):
            reply = teacher.ask(command)
            self.assertEqual(reply["ok"], error is None, command)
            self.at_end(page, number)
            with self.subTest(command):
                self.assert_shows(page, teacher, reply)
                self.assertEqual(page.text("#command"), command)
                if error:
                    self.assertEqual(page.text("#error"), error + "\nhelp commands # lists all commands")
                else:
                    self.assertEqual(page.text("#output"), reply.get("output", ""))
                    self.assertEqual(page.text("#error"), "")
            tables += [teacher.sections] * max(1, len((reply.get("plan") or {}).get("stages", [])))
        self.assertNotEqual(tables[0], tables[-1])

        page = self.browser().open(teacher.url)
        self.at_end(page, len(LESSON), "staff")
        self.assert_shows(page, teacher, reply)
        self.assertEqual(page.run("return [...document.querySelectorAll('#steps a')].map((e) => e.textContent)"), [c for c, _ in LESSON])
        ends = page.run("return tablesh.film.beats.map((b, i) => [b.stage, b.of, i + 1])")
        self.assertEqual(len(tables), len(ends) + 1)
        for stage, count, position in ends:
            if stage + 1 >= count:
                self.assertEqual(page.run(TABLE, position), tables[position], LESSON[page.run(f"return tablesh.film.beats[{position - 1}].step")])
        for position in range(len(ends) + 1):
            page.run("tablesh.jump(arguments[0])", position)
            self.assertEqual(sorted(first for _, first, _ in page.run(DRAWN)), sorted(row[0] for s in tables[position] for row in s[1]))
        self.assertEqual(page.errors, [])

    def test_rows_of_a_large_table_have_their_cells_once_they_are_on_the_screen(self):
        lines = [f"{n},name number {n:010},{n % 97}" for n in range(250_000)]
        (folder / "large.csv").write_text("id,name,pay\n" + "\n".join(lines) + "\n")
        teacher = self.teacher("--key", "id", "large.csv", table="none")
        page = self.browser().open(teacher.url)
        self.at_end(page, 0, "large")
        self.assertEqual(page.run("return tablesh.film.rows[249990]"), None)
        for number, (command, version) in enumerate([("scroll 0:249999", 249_999), ("scroll 0:125000", 125_000), ("delete 0:60000", 60_010), ("undo", 60_000)], 1):
            self.assertTrue(teacher.ask(command)["ok"], command)
            self.at_end(page, number)
            with self.subTest(command):
                self.assertEqual(page.run("return tablesh.film.rows[arguments[0]]", version), [version, f"name number {version:010}", version % 97])
                self.assertEqual(page.run("return document.querySelectorAll('.row.placeholder').length"), 0)
        self.assertEqual(page.errors, [])

    def test_the_token_leaves_the_address_and_serves_a_reload(self):
        teacher = self.teacher()
        page = self.browser().open(teacher.url)
        self.at_end(page, 0)
        self.assertEqual(page.run("return location.href"), teacher.address)
        self.assertNotIn(teacher.token, page.run("return document.documentElement.outerHTML"))
        teacher.ask("delete 0:0")
        self.at_end(page, 1)
        page.run("window.isOld = true")
        page.reload()
        page.wait("!window.isOld && " + browsers.READY)
        self.at_end(page, 1)
        self.assert_shows(page, teacher)
        page.open(teacher.address + "#" + "0" * 32, "document.getElementById('link').dataset.state === 'off'")
        self.assertIn("no longer good", page.text("#link"))

    def test_another_table_takes_the_place_of_the_first(self):
        teacher = self.teacher("staff.csv")
        page = self.browser().open(teacher.url)
        teacher.ask("delete 0:0")
        self.at_end(page, 1, "staff")
        teacher.ask("open other.csv")
        reply = teacher.ask("present")
        self.assertEqual(reply["present"]["url"], teacher.url)
        page.wait("document.title === 'other'")
        self.at_end(page, 0, "other")
        self.assert_shows(page, teacher)
        reply = teacher.ask("sort by word")
        self.at_end(page, 1)
        self.assert_shows(page, teacher, reply)
        page = self.browser().open(teacher.url)
        self.at_end(page, 1, "other")
        self.assert_shows(page, teacher, reply)

    def test_who_looks_back_is_left_there_while_the_teacher_goes_on(self):
        teacher = self.teacher()
        page = self.browser().open(teacher.url)
        for number, command in enumerate(["sort by name", "delete 0:0"], 1):
            teacher.ask(command)
            self.at_end(page, number)
        page.press("ArrowLeft")
        page.wait("tablesh.clock.position === 1")
        before = page.run(DRAWN)
        teacher.ask("edit 0:0 pay=99")
        teacher.ask("delete 1:0")
        page.wait("tablesh.film.steps.length === 4")
        self.assertEqual((page.run("return tablesh.clock.position"), page.text("#newest"), page.run(DRAWN)), (1, "Newest", before))
        page.run("document.getElementById('newest').click()")
        self.at_end(page, 4)
        self.assertEqual(page.text("#newest"), "")
        self.assert_shows(page, teacher)

    def test_the_end_is_told_to_those_who_follow(self):
        teacher = self.teacher("staff.csv", is_json=False)
        page = self.browser().open(teacher.url)
        teacher.type("delete 0:0")
        self.at_end(page, 1)
        teacher.type("present stop")
        self.assertEqual(self.link(page, "ended"), "Ended: the shell no longer presents.")
        page.press("ArrowLeft")
        page.wait("tablesh.clock.position === 0")
        self.assertEqual(len(page.run(DRAWN)), 6)

    def test_a_shell_that_is_killed_is_waited_for_and_the_next_one_on_its_port_goes_on(self):
        port = str(browsers.lasting_port())
        teacher = self.teacher("staff.csv", "--port", port, is_json=False)
        page = self.browser().open(teacher.url)
        teacher.type("delete 0:0")
        self.at_end(page, 1)
        teacher.kill()
        self.assertEqual(self.link(page, "waiting"), "Reconnecting …")
        self.assertEqual(len(page.run(DRAWN)), 5)
        another = self.teacher("staff.csv", "--port", port)
        self.assertEqual(another.url, teacher.url)
        self.assertEqual(self.link(page, "on"), "Connected")
        page.wait("tablesh.film.steps.length === 0 && document.querySelectorAll('#now .row').length === 6")
        another.ask("delete 0:0")
        self.at_end(page, 1)
        self.assert_shows(page, another)
        # One of another user has another address.
        another.kill()
        (folder / ".local/state/tablesh/present" / port).unlink(missing_ok=True)
        (folder / "tablesh/present" / port).unlink(missing_ok=True)
        self.assertNotEqual(self.teacher("staff.csv", "--port", port).url, teacher.url)
        self.assertIn("no longer good", self.link(page, "off"))

    def test_strange_texts_are_shown_and_never_run(self):
        hurt = "<img src=x onerror=window.hurt=1>"
        (folder / f"{hurt}.csv").write_text(f'id,name,"{hurt}"\n1,x,"{hurt}"\n2,y,</script><script>window.hurt=1</script>\n3,z,<!--<script>\n')
        teacher = self.teacher(f"{hurt}.csv", "--key", "id")
        page = self.browser().open(teacher.url)
        self.at_end(page, 0, hurt)
        commands = [f"edit @3 name=\"</script><script>window.hurt=1</script>\"", f"{hurt}", "delete @1", "undo", f"find {hurt}", f"# {hurt}"]
        steps = 0
        for command in commands:
            teacher.type(command)
            if not command.startswith("#"):
                teacher.reply()
                steps += 1
                self.at_end(page, steps)
        self.assert_shows(page, teacher)
        for position in (0, 0.5, 1, 2, 2.5, 3.5, 4):
            page.run("tablesh.seek(arguments[0])", position)
        self.assertIsNone(page.run("return window.hurt ?? null"))
        self.assertEqual(page.run("return document.querySelectorAll('img, main script').length"), 0)
        self.assertIn(hurt, page.text("#now"))


@unittest.skipUnless(PROGRAM, "TABLESH names no program")
class End(Session):
    def test_all_who_follow_are_sent_the_end(self):
        for _ in range(4):
            teacher = self.teacher()
            streams = []
            for _ in range(20):
                client = http.client.HTTPConnection("127.0.0.1", int(teacher.address.split(":")[-1].strip("/")), timeout=browsers.PATIENCE)
                client.request("GET", "/events", headers={"Authorization": "Bearer " + teacher.token})
                streams.append(client.getresponse())
            teacher.ask("delete 0:0")
            teacher.ask("present stop")
            for stream in streams:
                text = stream.read().decode()
                self.assertIn('"command":"delete 0:0"', text)
                self.assertTrue(text.endswith("event: end\ndata: {}\n\n"), text[-200:])


@unittest.skipIf(os.environ.get("TABLE_BROWSER"), "TABLE_BROWSER names one browser")
class TwoPages(Session):
    def test_two_browsers_follow_at_once(self):
        teacher = self.teacher()
        pages = [browsers.browser(kind).fresh().open(teacher.url) for kind in (browsers.Chromium, browsers.Firefox)]
        for page in pages:
            self.at_end(page, 0)
        for number, command in enumerate(["sort by name", "move @023 to Office:0", "undo"], 1):
            reply = teacher.ask(command)
            for page in pages:
                self.at_end(page, number)
                self.assert_shows(page, teacher, reply)
        self.assertEqual(teacher.ask("present")["output"].splitlines()[-1].strip(), "2 pages follow")


del Session
