"""Pages that the program makes (TABLESH=PROGRAM) of random scripts: each state between stages equals what
`plan json --stages-with-tables` says of it."""

import base64
import concurrent.futures
import functools
import gzip
import json
import os
import random
import re
import subprocess
import unittest

import assemble
from recordings import WORDS
from support import IS_LONG, PageTest, folder, in_both

PROGRAM = os.environ.get("TABLESH")
TEAMS = ["Dock", "Office", "Kitchen", "Yard"]


def random_table(pick):
    lines = ["id,name,team,pay"]
    for n in range(pick.randint(4, 30)):
        lines.append(f"{n:03},{pick.choice(WORDS)},{pick.choice(TEAMS)},{pick.choice(['', str(pick.randint(20, 60))])}")
    return "\n".join(lines) + "\n"


def random_commands(pick):
    """Commands that mostly succeed; those that do not are steps, too."""
    fresh = 500
    commands = []
    for _ in range(pick.randint(3, 8)):
        s, r = pick.randint(0, 2), pick.randint(0, 3)
        fresh += 1
        commands.append(pick.choice([
            f"delete where pay < {pick.randint(22, 45)}", f"delete {s}:{r}", f"edit {s}:{r} pay={pick.randint(1, 99)}",
            f"insert {pick.choice(TEAMS)} id={fresh} name=New", f"move {s}:{r} to {pick.randint(0, 1)}:0", "sort by name", "sort by pay",
            f"reorder sections {pick.choice(TEAMS)}", f"reload {s}:{r}", "undo", "undo", "redo", f"edit where pay > 40 name={pick.choice(WORDS)}",
            f"edit {s}:{r} team={pick.choice(TEAMS)}"]))
    return commands


def run_program(*arguments, within=folder):
    result = subprocess.run([PROGRAM, *arguments], cwd=within, capture_output=True, text=True, timeout=600)
    return result.stdout, result.stderr


@functools.cache
def random_page(seed):
    """The page of a random script, its commands, and the plan of each, which another run of the program tells."""
    pick = random.Random(seed)
    within = folder / f"program-{seed}"
    within.mkdir()
    (within / "table.csv").write_text(random_table(pick))
    tried = random_commands(pick)
    asked = [part for c in tried for part in ("-c", c, "-c", "plan json --stages-with-tables")]
    options = ["--key", "id", "--section-by", "team"]
    out, _ = run_program("--no-init", "--keep-going", *options, "--format", "json", "--table", "none", *asked, "-c", "quit!", "table.csv", within=within)
    replies = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
    commands, plans = [], []
    for n, c in enumerate(tried):
        reply, plan = replies[2 * n], replies[2 * n + 1]
        # A command that fails would end the script: those are left out.
        if "error" not in reply:
            commands.append(c)
            plans.append(json.loads(plan["output"]) if reply.get("plan") else {"stages": []})
    (within / "script.tsh").write_text("\n".join(commands) + "\n")
    _, errors = run_program("record", "--no-init", *options, "script.tsh", "table.csv", "-o", "made.html", within=within)
    assert (within / "made.html").exists(), errors
    return within / "made.html", commands, plans


@in_both
class Program(PageTest):
    @unittest.skipUnless(PROGRAM, "TABLESH names no program")
    def test_a_page_holds_the_style_and_the_script_that_the_tests_put_together(self):
        (folder / "table.csv").write_text("id,name\n1,Ann\n")
        (folder / "script.tablesh").write_text("delete 0:0\n")
        page = folder / "program.html"
        page.unlink(missing_ok=True)
        out, errors = run_program("record", "--no-init", "script.tablesh", "table.csv", "-o", "program.html")
        self.assertTrue(page.exists(), out + errors)
        text = page.read_text()
        _, style, loader, script = assemble.parts()
        self.assertIn(f"<style>{style}</style>", text)
        self.assertIn(f"<script>{loader}</script>", text)
        packed = re.search('id="packed">([^<]*)<', text)[1]
        self.assertEqual(gzip.decompress(base64.b64decode(packed)).decode(), script)
        for part in (style, loader, script):
            self.assertIn(assemble.digest(part), text)

    @unittest.skipUnless(PROGRAM, "TABLESH names no program")
    def test_every_state_of_a_page_is_what_the_plan_says(self):
        compared, seeds, page = 0, range(1000 if IS_LONG else 50), self.browser()
        # Pages are made while others are compared, and once for both browsers.
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for seed, (path, commands, plans) in zip(seeds, pool.map(random_page, seeds)):
                compared += self.compare(page.open(path.as_uri()), commands, plans, f"seed {seed}")
        self.assertGreater(compared, len(seeds))

    def compare(self, page, commands, plans, name):
        """Compares each state between the stages of a page with the plans. Returns how many there were."""
        states = page.run("""
          return tablesh.film.beats.map((beat, b) => [beat.step, beat.stage, beat.content !== null, tablesh.film.state(b + 1).sections.map((s) =>
            [s.title, Array.from(s.rows, (v) => tablesh.film.rows[v][0])])])""")
        self.assertEqual(page.run("return tablesh.film.steps.map((s) => s.command)"), commands, name)
        for step, stage, has_content, state in states:
            if not has_content:
                self.assertEqual(plans[step]["stages"], [], f"{name}, {commands[step]}")
                continue
            told = plans[step]["stages"][stage]["after"]["sections"]
            self.assertEqual(state, [[s["title"], [r["id"] for r in s["rows"]]] for s in told], f"{name}, {commands[step]}, stage {stage}")
        return sum(has_content for _, _, has_content, _ in states)

    @unittest.skipUnless(PROGRAM, "TABLESH names no program")
    def test_strange_cells_of_a_real_table_are_shown_and_never_run(self):
        (folder / "strange.csv").write_text('id,"</script><script>window.hurt=1</script>"\n1,"<img src=x onerror=window.hurt=1>"\n2,<!--<script>\n')
        (folder / "strange.tsh").write_text("# <script>window.hurt=1</script>\nedit 0:0 id=\"<b>\"\ndelete 0:1\n")
        run_program("record", "--no-init", "strange.tsh", "strange.csv", "-o", "strange.html", "--title", "</title><script>window.hurt=1</script>")
        page = self.browser().open((folder / "strange.html").as_uri())
        for position in (0, 0.5, 1, 2):
            page.run("tablesh.seek(arguments[0])", position)
        self.assertIsNone(page.run("return window.hurt ?? null"))
        self.assertEqual(page.run("return document.querySelectorAll('img, main script, main b').length"), 0)
        self.assertIn("<img src=x", page.text("#now"))
