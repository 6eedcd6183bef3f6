"""Builds the package from nothing, and prints what took how long and the critical path:
Scripts/bench build."""

import argparse
import os
import re
import resource
import shutil
import sqlite3
import statistics
import struct
import subprocess
import sys
import time

KINDS = ["release", "core", "tests"]


class Task:
    """What the build system ran for one target: compiling it, or linking a product."""

    def __init__(self, key, name, start, end, dependencies):
        self.key, self.name, self.start, self.end, self.dependencies = key, name, start, end, dependencies

    @property
    def seconds(self):
        return self.end - self.start


def flags(root, kind):
    """What `swift build` is given: of programs, the flags of Scripts/run."""
    if kind == "tests":
        return ["--build-tests"]
    read = 'source "$0" && printf "%s\\n" "${optimised[@]}"'
    optimised = subprocess.run(["bash", "-c", read, os.path.join(root, "Scripts", "flags")], capture_output=True, text=True, check=True)
    return optimised.stdout.split("\n")[:-1] + (["--disable-default-traits"] if kind == "core" else [])


def run(root, scratch, kind):
    """Builds into a folder that is made anew. Returns seconds, and processor seconds of all that ran."""
    shutil.rmtree(scratch, ignore_errors=True)
    environment = {**os.environ, **({"TABLE_TARGETS": "tablesh"} if kind == "core" else {})}
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    child = subprocess.run(["swift", "build", "--package-path", root, "--scratch-path", scratch, *flags(root, kind)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    seconds, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if child.returncode:
        sys.stderr.write(child.stdout)
        raise SystemExit("bench: error: the package does not build\nhint:  its messages are above")
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def tasks(scratch):
    """Reads when each task began and ended, and what it waited for, from the build system's database."""
    with sqlite3.connect(f"file:{scratch}/build.db?mode=ro", uri=True) as database:
        keys = dict(database.execute("SELECT id, key FROM key_names"))
        rows = database.execute("SELECT key_id, start, end, dependencies FROM rule_results").fetchall()
    results = {}
    for key, start, end, dependencies in rows:
        # The number of a key, times four; two bits say how it is depended on.
        needed = [value >> 2 for (value,) in struct.iter_unpack("<Q", dependencies or b"")]
        results[key] = Task(key, name_of(str(keys[key])), start, end, needed)
    return results


def name_of(key):
    """The target or product of a key such as `CC.TableKit-x86_64-unknown-linux-gnu-release.module`."""
    found = re.match(r"CC\.(.+)-[^-]+-[^-]+-[^-]+-[^-]+-(?:debug|release)\.(\w+)$", key)
    if found:
        name, what = found.groups()
        return name if what == "module" else f"link {name}"
    return None


def critical_path(results):
    """The tasks of which each was the last that the next one waited for, from the first to the last."""
    last = max((task for task in results.values() if task.name), key=lambda task: task.end)
    path = []
    while last:
        if last.name:
            path.append(last)
        seen, waiting, before = set(), list(last.dependencies), None
        # Through what has no name, such as files, to the named task that ended last.
        while waiting:
            key = waiting.pop()
            task = results.get(key)
            if key in seen or not task:
                continue
            seen.add(key)
            if not task.name:
                waiting += task.dependencies
            elif task.end <= last.start + 0.01 and (not before or task.end > before.end):
                before = task
        last = before
    return path[::-1]


def alone(named):
    """How long each task was the only one that ran."""
    moments = sorted({moment for task in named for moment in (task.start, task.end)})
    seconds = {}
    for start, end in zip(moments, moments[1:]):
        running = [task for task in named if task.start <= start and task.end >= end]
        if len(running) == 1:
            seconds[running[0].name] = seconds.get(running[0].name, 0) + end - start
    return seconds


def main():
    parser = argparse.ArgumentParser(prog="Scripts/bench build")
    parser.add_argument("kind", nargs="?", choices=KINDS, default="release")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--root", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds wants 1 or more")
    scratch = os.path.join(options.root, ".build-bench-build")
    rounds = []
    for number in range(options.rounds):
        print(f"round {number + 1} of {options.rounds}", file=sys.stderr)
        rounds.append((*run(options.root, scratch, options.kind), tasks(scratch)))
    for number, (seconds, processor, _) in enumerate(rounds):
        print(f"round {number + 1}: {seconds:.0f} s, {processor:.0f} s of processor")
    results = rounds[-1][2]
    named = [task for task in results.values() if task.name and task.seconds > 0.05]
    lonely = alone(named)
    print(f"\ncritical path of the last round ({os.cpu_count()} processors):\n")
    print(f"{'target':24} {'began':>7} {'took':>7} {'alone':>7}")
    path = critical_path(results)
    origin = min(task.start for task in named)
    for task in path:
        print(f"{task.name:24} {task.start - origin:6.1f}s {task.seconds:6.1f}s {lonely.get(task.name, 0):6.1f}s")
    print("\nnot on it:\n")
    for task in sorted(named, key=lambda task: -task.seconds):
        if task not in path and task.seconds >= 1:
            print(f"{task.name:24} {task.start - origin:6.1f}s {task.seconds:6.1f}s {lonely.get(task.name, 0):6.1f}s")
    size = os.path.join(scratch, "release", "tablesh")
    if os.path.exists(size):
        print(f"\ntablesh: {os.path.getsize(size) / 1e6:.1f} MB")
    if len(rounds) > 1:
        print(f"median: {statistics.median(seconds for seconds, _, _ in rounds):.0f} s")


main()
