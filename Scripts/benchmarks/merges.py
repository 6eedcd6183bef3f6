"""Merges seeded edits of real files: tablesh beside git and daff. `Scripts/bench merges` runs it.

Each triple is a real file and two versions of it, with cells edited, rows deleted and inserted, and
sometimes a column added or deleted. What was edited is known by row and column, so a model says what
they merge to, and what is in conflict. A merge is right if it has just that rows; where the model has
a conflict, a program must leave one. Else it left a needless one, or merged wrongly.

Ends with status 1 if tablesh left a needless conflict or merged wrongly.
"""

import argparse
import csv
import io
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

csv.field_size_limit(10**9)

# The beginning of the digest in Tests/GatheredTests/files.txt; what separates cells; the key; the rows.
FILES = [
    ("90330b", ",", "Country"),  # letters beyond ASCII, quotes
    ("c22066", ",", "date"),  # 8,759 rows, no end of the last line
    ("a4e7fd", ",", ""),  # cells of several lines; a column without a name
    ("567484", ",", "Date"),  # CRLF
    ("5ee57b", ",", "period"),  # a byte order mark
    ("e9ce17", "\t", "i"),
    ("a49b8a", ",", "AirportID"),
    ("d2d72c", ";", "individual,mode"),
    ("f9953a", ",", "symbol,date"),
    ("5986ce", ",", "country,year"),  # CRLF and quotes
    ("e276bc", ",", "Date"),  # 30 columns
    ("2219a1", ",", "Country Code"),  # 58 columns
    ("b6f785", ",", ""),  # 22,272 rows; a column without a name
    ("fc2f17", ",", ""),  # 53,940 rows
    ("f81aca", "json", "year"),
    ("800faf", "json", "variety,year,site"),
]


class Lines:
    """Delimited text as raw fields, so that what is not edited keeps its bytes."""

    def __init__(self, data, delimiter):
        self.delimiter = delimiter
        self.bom = data.startswith(b"\xef\xbb\xbf")
        text = data.decode("utf-8-sig")
        self.end = "\r\n" if "\r\n" in text else "\n"
        self.is_ended = text.endswith("\n")
        records = [r for r in split(text, delimiter) if r != [""]]
        self.header, self.rows = records[0], records[1:]

    def text(self, header, rows):
        lines = [self.delimiter.join(r) for r in [header, *rows]]
        text = self.end.join(lines) + (self.end if self.is_ended else "")
        return text.encode("utf-8-sig" if self.bom else "utf-8")

    def field(self, value):
        if any(c in value for c in '"\r\n' + self.delimiter):
            return '"' + value.replace('"', '""') + '"'
        return value

    @staticmethod
    def value(field):
        if len(field) > 1 and field[0] == field[-1] == '"':
            return field[1:-1].replace('""', '"')
        return field

    def read(self, data):
        text = data.decode("utf-8-sig")
        records = [r for r in split(text, self.delimiter) if r != [""]]
        records = [[self.value(f) for f in r] for r in records]
        return (records[0], records[1:]) if records else ([], [])


class Objects:
    """An array of objects in JSON, one a line, as the gathered ones are."""

    delimiter = "json"

    def __init__(self, data, _):
        rows = json.loads(data)
        self.header, self.rows = self.read(data)

    def text(self, header, rows):
        lines = [
            "{" + ",".join(f"{json.dumps(c)}:{v}" for c, v in zip(header, r) if v) + "}" for r in rows
        ]
        return ("[\n" + ",\n".join(lines) + "\n]\n").encode()

    def field(self, value):
        return json.dumps(value)

    @staticmethod
    def value(field):
        return field

    def read(self, data):
        rows = json.loads(data)
        header = list(dict.fromkeys(c for r in rows for c in r))
        return header, [
            [json.dumps(r[c], ensure_ascii=False) if c in r else "" for c in header] for r in rows
        ]


def split(text, delimiter):
    """The records of a text as raw fields, with their quotes."""
    records, record, start, i, size = [], [], 0, 0, len(text)
    in_quotes = False
    while i < size:
        c = text[i]
        if c == '"':
            in_quotes = not in_quotes
        elif not in_quotes and c == delimiter:
            record.append(text[start:i])
            start = i + 1
        elif not in_quotes and c == "\n":
            record.append(text[start : i - (i > start and text[i - 1] == "\r")])
            records.append(record)
            record, start = [], i + 1
        i += 1
    if start < size or record:
        records.append([*record, text[start:]])
    return records


class Side:
    """A version: rows by identity, in order, with raw fields by the name of their column."""

    def __init__(self, lines):
        self.columns = list(lines.header)
        self.order = list(range(len(lines.rows)))
        self.rows = {i: dict(zip(self.columns, r)) for i, r in enumerate(lines.rows)}
        self.touched = set()

    def records(self):
        return [[self.rows[i].get(c, "") for c in self.columns] for i in self.order]


def edited(lines, base, keys, rng, name, shared):
    """Makes a version of the file by a few random edits."""
    side = Side(lines)
    size = len(base.order)
    cells = [c for c in side.columns if Lines.value(c) not in keys]
    near = rng.randrange(size)

    def pick():
        # Edits of one hand stand near each other as often as not.
        if shared and rng.random() < 0.15:
            return rng.choice(shared)
        if rng.random() < 0.5:
            return min(size - 1, max(0, near + rng.randint(-6, 6)))
        return rng.randrange(size)

    for _ in range(rng.randint(1, 8)):
        row = pick()
        if row not in side.rows:
            continue
        column = rng.choice(cells)
        side.rows[row][column] = lines.field(rng.choice(["9", "17.5", "x, y", name, str(rng.randrange(99))]))
        shared.append(row)
    for _ in range(rng.choice([0, 0, 1, 1, 2, 4])):
        row = pick()
        if row in side.rows and len(side.order) > 2:
            side.order.remove(row)
            del side.rows[row]
            shared.append(row)
    for k in range(rng.choice([0, 0, 1, 1, 2, 3])):
        place = len(side.order) if rng.random() < 0.4 else rng.randrange(len(side.order))
        # Now and then both add a row with the same key.
        identity = f"new{k}" if keys and rng.random() < 0.1 else f"{name}{k}"
        if identity in side.rows:
            continue
        like = base.rows[rng.randrange(size)]
        side.rows[identity] = dict(like)
        for c in side.columns:
            if Lines.value(c) in keys:
                side.rows[identity][c] = lines.field(f"{identity}-{Lines.value(c)}")
        if not keys:
            side.rows[identity][side.columns[0]] = lines.field(f"{identity}")
        side.order.insert(place, identity)
    chance = rng.random()
    if chance < 0.1:
        column = lines.field(f"note{rng.randrange(3)}") if lines.delimiter != "json" else f"note{name}"
        side.columns.append(column)
        for i in side.order:
            if rng.random() < 0.3 or lines.delimiter == "json":
                side.rows[i][column] = lines.field(rng.choice(["seen", name]))
    elif chance < 0.15 and len(cells) > 1:
        gone = rng.choice(cells)
        side.columns.remove(gone)
        for i in side.order:
            del side.rows[i][gone]
    return side


def model(base, ours, theirs, value):
    """Returns columns, rows by identity, and conflicts as (row, column)."""
    conflicts = set()
    columns = [c for c in ours.columns if c not in base.columns or c in theirs.columns]
    columns += [c for c in theirs.columns if c not in base.columns and c not in columns]
    for here, there in ((ours, theirs), (theirs, ours)):
        for c in base.columns:
            if c in here.columns or c not in there.columns:
                continue
            if any(there.rows[i].get(c) != base.rows[i][c] for i in there.rows if i in base.rows) or any(
                i not in base.rows and there.rows[i].get(c) for i in there.rows
            ):
                conflicts.add((None, c))
    rows = {}
    for i in {**base.rows, **ours.rows, **theirs.rows}:
        old, a, b = base.rows.get(i), ours.rows.get(i), theirs.rows.get(i)
        if a is None and b is None:
            continue
        if a is None or b is None:
            there = a if b is None else b
            if old is not None:
                side = ours if b is None else theirs
                if any(
                    there.get(c, "") != old.get(c, "")
                    for c in side.columns
                    if c in columns
                ):
                    conflicts.add((i, None))
                continue
            rows[i] = {c: value(there.get(c, "")) for c in columns}
            continue
        row = {}
        for c in columns:
            was = None if old is None else old.get(c, "")
            x, y = a.get(c, ""), b.get(c, "")
            if c not in ours.columns:
                x = y if old is None else was
            if c not in theirs.columns:
                y = x if old is None else was
            if value(x) != value(y):
                # A null and an empty text are no difference in delimited text.
                if old is not None and value(x) == value(was):
                    x = y
                elif old is None or value(y) != value(was):
                    conflicts.add((i, c))
            row[c] = value(x)
        rows[i] = row
    return [value(c) for c in columns], {
        i: {value(c): v for c, v in r.items()} for i, r in rows.items()
    }, conflicts


def judge(lines, data, base, merged):
    """Returns what is wrong with a merge without conflicts, or None."""
    columns, rows, _ = merged
    try:
        header, records = lines.read(data)
    except ValueError as error:
        return f"not readable: {error}"
    if sorted(header) != sorted(columns):
        return f"columns {header} for {columns}"
    got = [tuple(dict(zip(header, r)).get(c, "") for c in columns) for r in records]
    wanted = {i: tuple(r[c] for c in columns) for i, r in rows.items()}
    if Counter(got) != Counter(wanted.values()):
        more = list((Counter(got) - Counter(wanted.values())).items())[:3]
        less = list((Counter(wanted.values()) - Counter(got)).items())[:3]
        return f"rows {more} for {less}"
    # Rows of the base stand in their order, and a new one behind the one that it followed.
    known = [wanted[i] for i in base.order if i in wanted]
    new = Counter(wanted[i] for i in wanted if i not in base.rows)
    old = Counter(known)
    if not any(r in old for r in new) and [r for r in got if r not in new] != known:
        return "rows in another order"
    return None


def run(*words, cwd, seconds=120):
    try:
        return subprocess.run(words, cwd=cwd, capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--files", required=True)
    parser.add_argument("--triples", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--daff")
    parser.add_argument("--no-key", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--keep")
    options = parser.parse_args()
    counts = {name: Counter() for name in ("git", "daff", "tablesh")}
    for number in range(options.triples):
        prefix, delimiter, key = FILES[number % len(FILES)]
        if options.only and prefix != options.only:
            continue
        (path,) = Path(options.files).glob(prefix + "*")
        rng = random.Random(f"{options.seed}/{number}")
        kind = Objects if delimiter == "json" else Lines
        lines = kind(path.read_bytes(), delimiter)
        # A column without a name is no word for --key: tablesh takes it by itself.
        keys = [] if key and options.no_key else key.split(",")
        base = Side(lines)
        shared = []
        ours = edited(lines, base, keys, rng, "ours", shared)
        theirs = edited(lines, base, keys, rng, "theirs", shared)
        merged = model(base, ours, theirs, lines.value)
        extension = {"\t": "tsv", "json": "json"}.get(delimiter, "csv")
        with tempfile.TemporaryDirectory() as folder:
            if options.keep:
                folder = f"{options.keep}/{number}"
                os.makedirs(folder, exist_ok=True)
            names = [f"{name}.{extension}" for name in ("base", "ours", "theirs")]
            for name, side in zip(names, (base, ours, theirs)):
                Path(folder, name).write_bytes(lines.text(side.columns, side.records()))
            results = {}
            git = run("git", "merge-file", "-p", names[1], names[0], names[2], cwd=folder)
            results["git"] = (git.returncode != 0, git.stdout)
            words = [options.program, "merge", *names]
            if any(keys):
                words += ["--key", key]
            child = run(*words, cwd=folder)
            status = child.returncode
            results["tablesh"] = (status != 0, child.stdout)
            errors = child.stderr.decode()
            found = sum(line.startswith("conflict:") for line in errors.splitlines())
            # It reads no JSON like this, no semicolons, and needs minutes for 50,000 rows.
            reads = extension != "json" and delimiter != ";" and len(lines.rows) < 10_000
            if reads and options.daff:
                out = Path(folder, "daff." + extension)
                ids = [word for k in keys if k for word in ("--id", k)]
                child = run(options.daff, "merge", "--output", out, *ids, *names, cwd=folder)
                if child is not None:
                    # It writes NULL for an empty cell that ends a file.
                    data = out.read_bytes().replace(b",NULL", b",") if out.exists() else b""
                    results["daff"] = (child.returncode != 0, data)
        for name, (is_open, data) in results.items():
            problem = None
            if is_open:
                what = "open" if merged[2] else "needless"
                if name == "tablesh" and status == 2:
                    what, problem = "refused", errors
                elif name == "tablesh" and any(keys) and found != len(merged[2]):
                    problem = f"{found} conflicts, not {len(merged[2])}"
            elif merged[2]:
                what, problem = "wrong", f"no conflict, but {sorted(map(str, merged[2]))[:3]}"
            else:
                problem = judge(lines, data, base, merged)
                what = "wrong" if problem else "well"
            counts[name][what] += 1
            if problem or (what == "needless" and name == "tablesh"):
                print(f"{number} {path.name[65:]}: {name}: {what}: {problem}"[:300], file=sys.stderr)
    kinds = ("well", "open", "needless", "refused", "wrong")
    print("| | merged | a conflict, rightly | a needless conflict | refused | wrong |")
    print("|---|--:|--:|--:|--:|--:|")
    for name, count in counts.items():
        print(f"| {name} | {' | '.join(str(count[kind]) for kind in kinds)} |")
    return 1 if counts["tablesh"]["wrong"] + counts["tablesh"]["needless"] else 0


if __name__ == "__main__":
    sys.exit(main())
