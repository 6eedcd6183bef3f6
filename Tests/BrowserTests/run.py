"""Runs the tests and closes with how many passed and failed.

    run.py [-k PATTERN] [MODULE ...]
"""

import argparse
import os
import pathlib
import sys
import time
import unittest

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here))

import browsers  # noqa: E402


class Result(unittest.TextTestResult):
    passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("-k", action="append")
    parser.add_argument("modules", nargs="*")
    arguments = parser.parse_args()
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{k}*" for k in arguments.k] if arguments.k else None
    names = arguments.modules or sorted(p.stem for p in here.glob("test_*.py"))
    suite = unittest.TestSuite(loader.loadTestsFromName(name) for name in names)
    begun = time.time()
    result = unittest.TextTestRunner(resultclass=Result, verbosity=2).run(suite)
    browsers.close_all()
    failed = len(result.failures) + len(result.errors)
    print(f"{time.time() - begun:.0f} s")
    print(f"{result.passed} passed, {failed} failed" + (f", {len(result.skipped)} skipped" if result.skipped else ""))
    return 1 if failed or not result.passed else 0


status = main()
sys.stdout.flush()
# The driver of Firefox complains when it is torn down with the interpreter.
os._exit(status)
