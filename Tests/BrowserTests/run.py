"""Runs the tests, those in Chromium beside those in Firefox, and closes with how many passed and failed and
which took longest.

    run.py [-k PATTERN] [MODULE ...]

With TABLE_BROWSER=Chromium or Firefox only those of that browser. What is not of one browser runs with Chromium's.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here))

import browsers  # noqa: E402


class Result(unittest.TextTestResult):
    def __init__(self, *arguments, **more):
        super().__init__(*arguments, **more)
        self.seconds, self.passed = {}, 0

    def startTest(self, test):
        self.begun = time.time()
        super().startTest(test)

    def stopTest(self, test):
        self.seconds[test.id()] = time.time() - self.begun
        super().stopTest(test)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


def cases(suite):
    for test in suite:
        yield from cases(test) if isinstance(test, unittest.TestSuite) else [test]


def run_one(arguments, kind):
    """Runs the tests of a browser. Returns what is told of them at the end."""
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{k}*" for k in arguments.k] if arguments.k else None
    names = arguments.modules or sorted(p.stem for p in here.glob("test_*.py"))
    found = cases(unittest.TestSuite(loader.loadTestsFromName(name) for name in names))
    suite = unittest.TestSuite(test for test in found if getattr(test, "kind", browsers.Chromium).name == kind)
    result = unittest.TextTestRunner(resultclass=Result, verbosity=2).run(suite)
    browsers.close_all()
    failed = len(result.failures) + len(result.errors)
    return {"passed": result.passed, "failed": failed, "skipped": len(result.skipped), "seconds": result.seconds}


def run_both():
    """Runs this program for each browser at once, and prints what they print, one after the other."""
    children = []
    for kind in ("Chromium", "Firefox"):
        log, told = tempfile.TemporaryFile(), tempfile.NamedTemporaryFile()
        environment = {**os.environ, "TABLE_BROWSER_PART": kind, "TABLE_BROWSER_RESULT": told.name}
        # What Chromium does can be watched; what Firefox did is printed after it.
        output = None if not children else log
        children.append((kind, subprocess.Popen([sys.executable, *sys.argv], env=environment, stdout=output, stderr=output), log, told))
    all = {"passed": 0, "failed": 0, "skipped": 0, "seconds": {}}
    for kind, child, log, told in children:
        status = child.wait()
        log.seek(0)
        sys.stdout.write(log.read().decode(errors="replace"))
        try:
            one = json.load(open(told.name))
        except ValueError:
            print(f"the tests in {kind} ended with status {status}")
            one = {"passed": 0, "failed": 1, "skipped": 0, "seconds": {}}
        for key in ("passed", "failed", "skipped"):
            all[key] += one[key]
        all["seconds"].update(one["seconds"])
    return all


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("-k", action="append")
    parser.add_argument("modules", nargs="*")
    arguments = parser.parse_args()
    begun, kind = time.time(), os.environ.get("TABLE_BROWSER") or os.environ.get("TABLE_BROWSER_PART")
    result = run_one(arguments, kind) if kind else run_both()
    if path := os.environ.get("TABLE_BROWSER_RESULT"):
        pathlib.Path(path).write_text(json.dumps(result))
        return 0
    for name, seconds in sorted(result["seconds"].items(), key=lambda pair: -pair[1])[:10]:
        print(f"{seconds:6.1f} s  {name}")
    print(f"{time.time() - begun:.0f} s")
    print(f"{result['passed']} passed, {result['failed']} failed" + (f", {result['skipped']} skipped" if result["skipped"] else ""))
    return 1 if result["failed"] or not result["passed"] else 0


status = main()
sys.stdout.flush()
# The driver of Firefox complains when it is torn down with the interpreter.
os._exit(status)
