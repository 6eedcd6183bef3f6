"""Seeded random recordings, with the table that each stage must leave, found independently of them.

A `Maker` keeps the table as plain lists of rows, changes it operation by operation as a person would on
paper, and writes down what it did as a stage: index paths before for what leaves, after for what comes.
The player has to come to the same lists from the stages alone.
"""

import random

WORDS = "Ada Tom Mia Rui Kira Lars Noor Iva Ben Sol Uma Zoe Max Ole Pia".split()
STRANGE = ["山田 太郎", "שלום עולם", "مرحبا بالعالم", "👩‍👩‍👧‍👦 🇳🇴 👍🏽", "a" * 400, "</script><script>window.hurt=1</script>",
           "<img src=x onerror=window.hurt=1>", "&lt;b&gt;", "\u2028\u2029", "<!--", "]]>", "𝕏" * 30, "\u202eevil", ""]


class Maker:
    """A table and the recording of its changes."""

    def __init__(self, seed, sections=4, rows=8, title="Random"):
        self.random = random.Random(seed)
        self.columns = [{"id": 0, "name": "id", "kind": "text"}, {"id": 1, "name": "name", "kind": "text"},
                        {"id": 2, "name": "team", "kind": "text"}, {"id": 3, "name": "pay", "kind": "number"}]
        self.rows, self.ident = [], {}
        self.next_section = sections
        # The table: [id, title, header, footer, [version…]].
        self.table = []
        for s in range(sections):
            count = rows if isinstance(rows, int) else self.random.randint(*rows)
            versions = [self.version(None) for _ in range(count)]
            self.table.append([s, f"Section {s}", None, None, versions])
        self.recording = {
            "tablesh": "recording", "version": 2, "title": title, "columns": self.columns,
            "geometry": {"row": 44, "header": 28, "viewport": 440, "style": "plain"},
            "rows": self.rows, "ident": self.ident,
            "start": {"sections": [s[:4] + [ranges(s[4])] for s in self.table]}, "steps": []}
        # The table before the first beat and after each, a beat being a stage or a step without any.
        self.expected = [self.picture()]

    def version(self, row):
        """A new version, of a row or of a new one."""
        version = len(self.rows)
        self.rows.append([f"{version:03}", self.random.choice(WORDS), self.random.choice(["Dock", "Office", "Kitchen"]),
                          self.random.choice([None, self.random.randint(20, 99)])])
        if row is not None:
            self.ident[str(version)] = row
        return version

    def row(self, version):
        return self.ident.get(str(version), version)

    def picture(self):
        return [[s[0], s[1], s[2], s[3], list(s[4])] for s in self.table]

    def step(self, command, stages=(), **more):
        """Adds a step whose stages were applied already."""
        self.recording["steps"].append({"command": command, "output": more.pop("output", f"did {command}"),
                                        "plan": f"plan  {len(stages)} stages", **more, **({"stages": list(stages)} if stages else {})})
        if not stages:
            self.expected.append(self.picture())
        return self

    def stage(self, deletes=(), inserts=0, moves=0, changes=0, reloads=0, section_delete=0, section_insert=0, section_move=0,
              section_reload=0, label=0, animation=None):
        """Applies random operations of these numbers to the table as one stage, and returns it."""
        pick = self.random
        # Everything on the table is tagged, so that it is found again wherever it goes.
        old = [[s, [[v, None] for v in s[4]]] for s in self.table]
        where = {id(cell): (i, r) for i, (_, cells) in enumerate(old) for r, cell in enumerate(cells)}
        new, rows, sections = list(old), {}, {}
        spots = {id(entry): i for i, entry in enumerate(old)}

        # Sections first: those that go, those that move, those that come.
        gone = pick.sample(old, min(section_delete, max(0, len(old) - 1)))
        for entry in gone:
            new.remove(entry)
        movable = [e for e in new]
        moved_sections = pick.sample(movable, min(section_move, len(movable)))
        for entry in moved_sections:
            new.remove(entry)
        fresh = []
        for _ in range(section_insert):
            section = [self.next_section, f"Section {self.next_section}", None, pick.choice([None, "A footer"]), []]
            self.next_section += 1
            entry = [section, [[self.version(None), "fresh"] for _ in range(pick.randint(0, 4))]]
            fresh.append(entry)
        for entry in moved_sections + fresh:
            new.insert(pick.randint(0, len(new)), entry)
        still = [e for e in new if not any(e is x for x in moved_sections + fresh)]

        reloaded = pick.sample(still, min(section_reload, len(still)))
        still = [e for e in still if not any(e is x for x in reloaded)]
        reload_list = []
        for entry in reloaded:
            entry[1][:] = [[self.version(None), "reloaded"] for _ in range(pick.randint(0, 5))]
            reload_list.append(entry)
        labels = []
        for entry in pick.sample(still, min(label, len(still))):
            section = entry[0]
            entry[0] = [section[0], section[1] + "′", pick.choice([None, "A header"]), section[3], section[4]]
            labels.append([spots[id(entry)], entry[0][1], entry[0][2], entry[0][3]])

        cells = [c for e in still for c in e[1]]
        pick.shuffle(cells)

        def take(n):
            taken = cells[:n]
            del cells[:n]
            return taken

        def out(cell):
            for e in still:
                for i, c in enumerate(e[1]):
                    if c is cell:
                        del e[1][i]
                        return

        deleted = take(len(deletes) if not isinstance(deletes, int) else deletes)
        changed, reloaded_rows, moved = take(changes), take(reloads), take(moves)
        changed_lists = {"reconfigure": changed, "reload": reloaded_rows}
        for kind, list_ in changed_lists.items():
            for cell in list_:
                cell[0] = self.version(self.row(cell[0]))
            if list_:
                rows[kind] = sorted([*where[id(c)], c[0]] for c in list_)
        for cell in deleted + moved:
            out(cell)
        if still:
            for cell in moved:
                entry = pick.choice(still)
                entry[1].insert(pick.randint(0, len(entry[1])), cell)
            inserted = [[self.version(None), "fresh"] for _ in range(inserts)]
            for cell in inserted:
                entry = pick.choice(still)
                entry[1].insert(pick.randint(0, len(entry[1])), cell)
        else:
            inserted = []
            assert not moved

        after = {id(cell): (i, r) for i, (_, cs) in enumerate(new) for r, cell in enumerate(cs)}
        index = {id(entry): i for i, entry in enumerate(new)}
        if deleted:
            rows["delete"] = sorted(list(where[id(c)]) for c in deleted)
        if inserted:
            rows["insert"] = sorted([*after[id(c)], c[0]] for c in inserted)
        if moved:
            rows["move"] = sorted([list(where[id(c)]), list(after[id(c)])] for c in moved)
        if gone:
            sections["delete"] = sorted(spots[id(e)] for e in gone)
        if fresh:
            sections["insert"] = sorted([index[id(e)], *e[0][:4], ranges([c[0] for c in e[1]])] for e in fresh)
        if moved_sections:
            sections["move"] = sorted([spots[id(e)], index[id(e)]] for e in moved_sections)
        if reload_list:
            sections["reload"] = sorted([spots[id(e)], *e[0][:4], ranges([c[0] for c in e[1]])] for e in reload_list)
        if labels:
            sections["reconfigure"] = sorted(labels)
        self.table = [[*e[0][:4], [c[0] for c in e[1]]] for e in new]
        self.expected.append(self.picture())
        stage = {}
        if rows:
            stage["rows"] = rows
        if sections:
            stage["sections"] = sections
        if animation:
            stage["animation"] = animation
        return stage

    def stage_all(self):
        """A new version for every row."""
        for section in self.table:
            section[4] = [self.version(self.row(v)) for v in section[4]]
        self.expected.append(self.picture())
        return {"rows": {"reconfigure": "all", "versions": ranges([v for s in self.table for v in s[4]])}}

    def stage_sorted(self):
        """Every section in another order, all rows of it moved."""
        moves = []
        for s, section in enumerate(self.table):
            order = list(range(len(section[4])))
            self.random.shuffle(order)
            moves += [[[s, r], [s, q]] for q, r in enumerate(order)]
            section[4] = [section[4][r] for r in order]
        self.expected.append(self.picture())
        return {"rows": {"move": sorted(moves)}}

    def stage_reload_data(self):
        """Everything anew, in another order."""
        self.random.shuffle(self.table)
        self.expected.append(self.picture())
        return {"reloadData": True, "why": "a row leaves a deleted section",
                "table": [s[:4] + [ranges(s[4])] for s in self.table]}


def ranges(versions):
    """Versions as [first, count]."""
    found = []
    for v in versions:
        if found and found[-1][0] + found[-1][1] == v:
            found[-1][1] += 1
        else:
            found.append([v, 1])
    return found


def random_recording(seed, steps=8):
    """A recording with all kinds of steps, and what is expected after each beat."""
    maker = Maker(seed, sections=random.Random(seed).randint(1, 6), rows=(0, 12), title=f"Random {seed}")
    pick = maker.random
    for n in range(steps):
        what = pick.random()
        if what < 0.08:
            maker.step(f"show {n}")
        elif what < 0.16:
            maker.step(f"reload {n}", [maker.stage_reload_data()])
        elif what < 0.24:
            maker.step(f"derive {n}", [maker.stage_all()])
        else:
            stages = []
            for _ in range(pick.choice([1, 1, 1, 2, 3])):
                few = lambda most: pick.randint(0, most) if pick.random() < 0.6 else 0
                stages.append(maker.stage(
                    deletes=few(4), inserts=few(4), moves=few(3), changes=few(3), reloads=few(2),
                    **({"section_delete": few(1), "section_insert": few(2), "section_move": few(1), "section_reload": few(1), "label": few(1)}
                       if pick.random() < 0.5 else {})))
            maker.step(f"change {n}", stages)
    return maker


def large_recording(rows=100_000, sections=300):
    """The table that times are measured on: deletes, a sort, moves, edits, undone."""
    maker = Maker(7, sections=sections, rows=rows // sections, title=f"{rows:,} rows in {sections} sections")
    maker.step("delete where pay < 23", [maker.stage(deletes=2000)])
    maker.step("edit 0:0-4 pay=99", [maker.stage(changes=500)])
    maker.step("insert", [maker.stage(inserts=500)])
    maker.step("reorder sections", [maker.stage(section_move=3)])
    maker.step("delete 0:0-3", [maker.stage(deletes=4)])
    maker.step("sort", [maker.stage_sorted()])
    return maker
