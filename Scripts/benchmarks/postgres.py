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

    # Two ways to do the same, in turns: the median seconds of each.
    def race(self, ours, theirs):
        times = ([], [])
        for turn in range(self.rounds):
            for which in ((0, 1), (1, 0))[turn % 2]:
                times[which].append((ours, theirs)[which]())
        return statistics.median(times[0]), statistics.median(times[1])

    def timed(self, out):
        """The seconds of the last line such as `time  12.3 ms`, or `Time: 12.3 ms` of psql."""
        lines = [line for line in out.lower().splitlines() if line.startswith("time")]
        words = lines[-1].replace(":", " ").split()
        return float(words[1].replace(",", "")) * {"ms": 1e-3, "s": 1, "µs": 1e-6}[words[2]]


class Report:
    def __init__(self):
        self.rows = [("work", "rows", "tablesh", "psql", "ratio", "goal")]

    def add(self, work, rows, ours, theirs, goal):
        show = lambda s: "–" if s is None else f"{s * 1000:,.1f} ms" if s < 10 else f"{s:,.1f} s"
        ratio = f"{ours / theirs:.2f}" if theirs else "–"
        self.rows.append((work, f"{rows:,}", show(ours), show(theirs), ratio, goal))
        widths = [max(len(row[i]) for row in self.rows) for i in range(6)]
        print("  ".join(cell.ljust(28 if i == 0 else max(widths[i], 9)) for i, cell in enumerate(self.rows[-1])), flush=True)


def load(bench, report, rows):
    address = "postgres:///postgres#orders"
    ours, theirs = bench.race(
        lambda: bench.tablesh("quit!", table=address)[0],
        lambda: bench.run(["psql", "-Xqc", "\\copy (TABLE orders) TO '/dev/null' (FORMAT csv)"])[0])
    report.add("load", rows, ours, theirs, "≤ 1.25")
    peak = subprocess.run(["/usr/bin/env", "python3", "-c", "import resource,subprocess,sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)", bench.program, "--no-init", "--quiet", "--table", "none", "-c", "quit!", address], check=True, text=True, stdout=subprocess.PIPE).stdout
    size = int(bench.sql("COPY (SELECT sum(length(o::text)) FROM orders AS o) TO STDOUT"))
    print(f"{'memory of load':28}  {rows:,}  {int(peak) / 1024:,.0f} MB, {int(peak) * 1024 / size:.2f} of the bytes; goal ≤ 2")


def save(bench, report, rows, changed=10_000):
    turn = iter(range(1, 1000))

    def ours():
        add = next(turn)
        out = bench.tablesh("set timing on", f"edit where id <= {changed} set quantity := quantity + {add}", "save", table="postgres:///postgres#orders")[1]
        return bench.timed(out)

    def theirs():
        add = next(turn)
        values = bench.sql(f"SELECT array_agg(id ORDER BY id), array_agg(quantity ORDER BY id), array_agg(quantity + {add} ORDER BY id) FROM orders WHERE id <= {changed}").strip().split("|")
        statement = "BEGIN; UPDATE orders AS t SET quantity = u.new FROM unnest('{}'::bigint[], '{}'::int[], '{}'::int[]) AS u(id, old, new) WHERE t.id = u.id AND t.quantity IS NOT DISTINCT FROM u.old RETURNING t.id; COMMIT;\n".format(*values)
        began = time.perf_counter()
        bench.run(["psql", "-XqAt"], statement)
        return time.perf_counter() - began

    report.add(f"save {changed:,} changed rows", rows, *bench.race(ours, theirs), "≤ 1.3")


def export(bench, report, rows, path):
    turn = iter(range(1000))

    def ours():
        out = bench.tablesh("set timing on", f"export \"postgres:///postgres#new{next(turn)}\"", table=path)[1]
        return bench.timed(out)

    def theirs():
        name = f"new{next(turn)}"
        began = time.perf_counter()
        bench.run(["psql", "-Xq"], f"BEGIN; CREATE TABLE {name} ({COLUMNS.replace(' PRIMARY KEY', '')});\n\\copy {name} FROM '{path}' (FORMAT csv, HEADER)\nALTER TABLE {name} ADD PRIMARY KEY (id); COMMIT;\n")
        return time.perf_counter() - began

    report.add("export to a new table", rows, *bench.race(ours, theirs), "≤ 1.3")


def page(bench, report, rows):
    def ours():
        words = [bench.program, "--no-init", "--quiet", "--table", "none", "-c", "set timing on", "-c", "open --window \"postgres:///postgres#orders\""]
        return bench.timed(bench.run(words)[1])

    times = [ours() for _ in range(bench.rounds)]
    report.add("first page, with connecting", rows, statistics.median(times), None, "≤ 20 ms")


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
