"""Measures tablesh on tables of PostgreSQL beside psql on the same server, which is started for that:
Scripts/bench postgres."""

import argparse
import contextlib
import glob
import os
import shutil
import statistics
import subprocess
import tempfile
import time

COLUMNS = "id bigint PRIMARY KEY, name text, category text, price numeric, quantity int, date date, city text, rating numeric, remark text"


class Bench:
    def __init__(self, options):
        self.program, self.rounds, self.folder = options.program, options.rounds, options.folder

    # The server, without TCP, that ends with this.
    @contextlib.contextmanager
    def server(self):
        bins = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
        os.environ["PATH"] = ":".join(bins[::-1] + [os.environ["PATH"]])
        os.environ.update(PGHOST=self.folder, PGUSER="tester", PGDATABASE="postgres")
        prefix = []
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
            prefix = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups"]
        data, log = self.folder + "/data", open(self.folder + "/log", "w")
        subprocess.run([*prefix, "initdb", "-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8", "--locale", "C.UTF-8", "--no-sync"], check=True, stdout=log, stderr=log, cwd=self.folder)
        server = subprocess.Popen([*prefix, "postgres", "-D", data, "-k", self.folder, "-c", "listen_addresses=", "-c", "fsync=off", "-c", "shared_buffers=256MB", "-c", "max_wal_size=4GB"], stdout=log, stderr=log, cwd=self.folder)
        try:
            while subprocess.run(["pg_isready", "-q"]).returncode:
                if server.poll() is not None:
                    raise SystemExit(f"bench: error: no server; {open(self.folder + '/log').read()[-500:]}")
                time.sleep(0.05)
            yield
        finally:
            server.terminate()
            server.wait()

    def sql(self, text):
        return subprocess.run(["psql", "-XqAt", "-v", "ON_ERROR_STOP=1"], input=text, text=True, check=True, stdout=subprocess.PIPE).stdout

    # A program to its end: seconds, and the most memory that it held.
    def run(self, words, text=None):
        began = time.perf_counter()
        child = subprocess.Popen(words, stdin=subprocess.PIPE if text else subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        out, errors = child.communicate(text)
        seconds = time.perf_counter() - began
        if child.returncode:
            raise SystemExit(f"bench: error: {' '.join(words)[:300]}: {errors[-500:]}{out[-500:]}")
        return seconds, out

    def tablesh(self, *commands, table=None):
        words = [self.program, "--no-init", "--quiet", "--table", "none"]
        for command in commands:
            words += ["-c", command]
        return self.run(words + ([table] if table else []))

    # The most memory that a program held, in bytes.
    def peak(self, words):
        script = "import resource,subprocess,sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        return int(self.run(["python3", "-c", script, *words])[1]) * 1024

    # Two ways to do the same, in turns: the median seconds of each, and of their ratios.
    def race(self, ours, theirs):
        times = ([], [])
        for turn in range(self.rounds):
            for which in ((0, 1), (1, 0))[turn % 2]:
                times[which].append((ours, theirs)[which]())
        return *map(statistics.median, times), statistics.median(a / b for a, b in zip(*times))

    def timed(self, out):
        """The seconds of the last line such as `time  12.3 ms`, or `Time: 12.3 ms` of psql."""
        lines = [line for line in out.lower().splitlines() if line.startswith("time")]
        words = lines[-1].replace(":", " ").split()
        return float(words[1].replace(",", "")) * {"ms": 1e-3, "s": 1, "µs": 1e-6}[words[2]]


class Report:
    def __init__(self):
        self.rows = [("work", "rows", "tablesh", "psql", "ratio", "goal")]

    def add(self, work, rows, ours, theirs, *rest):
        goal = rest[-1]
        show = lambda s: "–" if s is None else f"{s * 1000:,.1f} ms" if s < 10 else f"{s:,.1f} s"
        ratio = f"{rest[0]:.2f}" if theirs else "–"
        self.rows.append((work, f"{rows:,}", show(ours), show(theirs), ratio, goal))
        widths = [max(len(row[i]) for row in self.rows) for i in range(6)]
        print("  ".join(cell.ljust(28 if i == 0 else max(widths[i], 9)) for i, cell in enumerate(self.rows[-1])), flush=True)


# Of a small table it is starting and connecting that counts.
def large(rows, goal):
    return goal if rows >= 1_000_000 else ""


def load(bench, report, rows):
    address = "postgres:///postgres#orders"
    ours, theirs, ratio = bench.race(
        lambda: bench.tablesh("quit!", table=address)[0],
        lambda: bench.run(["psql", "-Xqc", "\\copy (TABLE orders) TO '/dev/null' (FORMAT csv)"])[0])
    report.add("load", rows, ours, theirs, ratio, large(rows, "≤ 1.25"))
    peak = bench.peak([bench.program, "--no-init", "--quiet", "--table", "none", "-c", "quit!", address])
    size = int(bench.sql("COPY (SELECT sum(length(o::text)) FROM orders AS o) TO STDOUT"))
    print(f"{'memory of load':28}  {rows:,}  {peak / 1e6:,.0f} MB, {peak / size:.2f} of the bytes{large(rows, '; goal ≤ 2')}")


NAMES = [column.split()[0] for column in COLUMNS.split(", ")]
TYPES = [column.split()[1] for column in COLUMNS.split(", ")]


# What is written by hand is one statement in a transaction: the rows as arrays of the columns' own
# types, guarded by IS NOT DISTINCT FROM in the columns that it changes, of deleted rows in all. It calls
# 1.0 and 1.00 the same, and reads nothing back but keys. Of psql only what `\\timing` tells counts,
# neither its start nor that it reads the statement. Ours is the whole command: it also finds what has
# changed, and looks whether the table is what it was.
def statement(bench, kind, where, add):
    arrays = lambda names: ", ".join(f"%L::{TYPES[NAMES.index(name)]}[]" for name in names)
    values = lambda names: ", ".join(f"array_agg({name} ORDER BY id)" for name in names)
    u = ", ".join("u_" + name for name in NAMES)
    if kind == "changed":
        text = f"UPDATE orders AS t SET quantity = u.new FROM unnest({arrays(['id', 'quantity', 'quantity'])}) AS u(id, old, new) WHERE t.id = u.id AND t.quantity IS NOT DISTINCT FROM u.old RETURNING t.id"
        given = f"array_agg(id ORDER BY id), array_agg(quantity ORDER BY id), array_agg(coalesce(quantity, 0) + {add} ORDER BY id)"
    elif kind == "deleted":
        same = " AND ".join(f"t.{name} IS NOT DISTINCT FROM u_{name}" for name in NAMES[1:])
        text = f"DELETE FROM orders AS t USING unnest({arrays(NAMES)}) AS u({u}) WHERE t.id = u_id AND {same} RETURNING t.id"
        given = values(NAMES)
    else:
        text = f"INSERT INTO orders SELECT * FROM unnest({arrays(NAMES)}) AS u({u}) RETURNING id"
        given = values(NAMES).replace("array_agg(id ", f"array_agg(id + {bench.most} ")
    return bench.sql(f"SELECT format($${text}$$, {given}) FROM orders WHERE {where}").strip()


def save(bench, report, rows):
    turn = iter(range(1, 10000))
    bench.most = rows

    def race(kind, count):
        first = 1 if count > 1 else rows // 2
        where = f"id >= {first} and id < {first + count}"

        def ours():
            command = f"edit where {where} set quantity := (quantity or 0) + {next(turn)}"
            if kind == "deleted":
                command = f"delete where {where}"
            if kind == "inserted":
                path = bench.folder + "/new.csv"
                bench.sql(f"\\copy (SELECT id + {rows} AS id, {', '.join(NAMES[1:])} FROM orders WHERE {where} ORDER BY id) TO '{path}' (FORMAT csv, HEADER)")
                command = f"insert from {path}"
            return put_back(bench.timed(bench.tablesh("set timing on", command, "save", table="postgres:///postgres#orders")[1]))

        def theirs():
            text = statement(bench, kind, where, next(turn))
            out = bench.run(["psql", "-XqAt"], f"\\timing on\nBEGIN;\n{text};\nCOMMIT;\n")[1]
            lines = [line.split() for line in out.splitlines() if line.startswith("Time: ")]
            return put_back(sum(float(line[1]) for line in lines) / 1000)

        def put_back(seconds):
            if kind == "deleted":
                bench.sql("INSERT INTO orders SELECT * FROM kept")
            if kind == "inserted":
                bench.sql(f"DELETE FROM orders WHERE id > {rows}")
            return seconds

        if kind == "deleted":
            bench.sql(f"SET client_min_messages = warning; DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT * FROM orders WHERE {where}")
        goal = "≤ 1.3" if (kind, count) == ("changed", 10_000) else ""
        report.add(f"save {count:,} {kind} row{'s' if count > 1 else ''}", rows, *bench.race(ours, theirs), goal)

    for kind, count in [("changed", 1), ("changed", 10_000), ("deleted", 10_000), ("inserted", 10_000)] + ([("changed", rows)] if rows > 10_000 else []):
        race(kind, count)
        bench.sql("VACUUM ANALYZE orders")


def export(bench, report, rows, path):
    turn = iter(range(1000))

    def ours():
        out = bench.tablesh("set timing on", f"export \"postgres:///postgres#new{rows}_{next(turn)}\"", table=path)[1]
        return bench.timed(out)

    def theirs():
        name = f"new{rows}_{next(turn)}"
        began = time.perf_counter()
        bench.run(["psql", "-Xq"], f"BEGIN; CREATE TABLE {name} ({COLUMNS.replace(' PRIMARY KEY', '')});\n\\copy {name} FROM '{path}' (FORMAT csv, HEADER)\nALTER TABLE {name} ADD PRIMARY KEY (id); COMMIT;\n")
        return time.perf_counter() - began

    report.add("export to a new table", rows, *bench.race(ours, theirs), large(rows, "≤ 1.3"))


def page(bench, report, rows):
    words = [bench.program, "--no-init", "--quiet", "--table", "none", "-c", "set timing on"]
    address = "postgres:///postgres#orders"

    def times():
        # The first one loads libpq and connects; what is read again is the same page on a connection that stands.
        out = bench.run(words + ["-c", f"open --window \"{address}\"", "-c", "reload"])[1]
        return [bench.timed(line) for line in out.splitlines() if line.startswith("time ")]

    found = [times() for _ in range(bench.rounds)]
    report.add("a page of a window", rows, statistics.median(each[1] for each in found), None, "≤ 20 ms")
    report.add("the first one: and connecting", rows, statistics.median(each[0] for each in found), None, "")
    peak = bench.peak(words[:-2] + ["-c", f"open --window \"{address}\"", "-c", "quit!"])
    print(f"{'memory of a window':28}  {rows:,}  {peak / 1e6:,.0f} MB; goal ≤ 64 MB")


def start(bench, report):
    """A program's start and end, many times, each beside that of /bin/true."""
    for name, words in [("--version", ["--version"]), ("-c ''", ["--no-init", "--quiet", "-c", ""])]:
        times = []
        for _ in range(40):
            began = time.perf_counter()
            subprocess.run([bench.program, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            middle = time.perf_counter()
            subprocess.run(["/bin/true"], check=True)
            times.append((middle - began, time.perf_counter() - middle))
        report.add(f"start: {name}", 0, statistics.median(a for a, _ in times), None, f"≤ 10 ms; true {statistics.median(b for _, b in times) * 1000:.1f} ms")


def push(bench, report, rows, pushes):
    subprocess.run(["psql", "-Xq"], input=bench.tablesh("watch --sql", table="postgres:///postgres#orders")[1], text=True, check=True)
    follower = subprocess.Popen([bench.program, "--no-init", "--format", "json", "postgres:///postgres#orders", "-c", f"watch on; watch --count {pushes + 1} --timeout 600"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    writer = subprocess.Popen(["psql", "-XqAt"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    times = []
    try:
        follower.stdout.readline()
        for i in range(pushes + 1):
            time.sleep(1)
            began = time.perf_counter()
            writer.stdin.write(f"UPDATE orders SET quantity = {1000 + i} WHERE id = {1 + i * (rows // (pushes + 2))};\n")
            writer.stdin.flush()
            follower.stdout.readline()
            times.append(time.perf_counter() - began)
    finally:
        for child in (follower, writer):
            child.kill()
            child.wait()
    # The first one finds it connected.
    times = sorted(times[1:])
    report.add("push, 1 s apart: median", rows, statistics.median(times), None, "≤ 5 ms")
    report.add("push, 99 of 100", rows, times[(len(times) * 99 + 99) // 100 - 1], None, "≤ 25 ms")


def main():
    parser = argparse.ArgumentParser(prog="Scripts/bench postgres")
    parser.add_argument("--program", type=os.path.abspath, required=True)
    parser.add_argument("--data", required=True, help="a command that makes a file of so many rows, and prints its path")
    parser.add_argument("--rows", default="10000,1000000")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--pushes", type=int, default=40)
    parser.add_argument("--only", action="append")
    parser.add_argument("--folder", default="/dev/shm" if os.path.isdir("/dev/shm") else None)
    options = parser.parse_args()
    options.folder = tempfile.mkdtemp(prefix="bench-postgres.", dir=options.folder)
    bench, report = Bench(options), Report()
    wanted = lambda name: not options.only or name in options.only
    try:
        if wanted("start"):
            start(bench, report)
        with bench.server():
            for rows in map(int, options.rows.split(",")):
                path = subprocess.run([*options.data.split(), "--rows", str(rows)], check=True, text=True, stdout=subprocess.PIPE).stdout.split()[-1]
                bench.sql("SET client_min_messages = warning; DROP TABLE IF EXISTS orders CASCADE")
                subprocess.run(["psql", "-Xq"], input=f"CREATE TABLE orders ({COLUMNS});\n\\copy orders FROM '{path}' (FORMAT csv, HEADER)\nVACUUM ANALYZE orders;\n", text=True, check=True)
                if wanted("load"):
                    load(bench, report, rows)
                if wanted("page"):
                    page(bench, report, rows)
                if wanted("save"):
                    save(bench, report, rows)
                if wanted("export"):
                    export(bench, report, rows, path)
                if wanted("push"):
                    push(bench, report, rows, options.pushes)
    finally:
        shutil.rmtree(options.folder, ignore_errors=True)


main()
