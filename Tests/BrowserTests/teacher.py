"""A shell that a teacher types into, on a terminal of its own, and the page that follows it."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import termios
import time

import browsers


class Teacher:
    """A running `tablesh present`. Replies are JSON with the whole table, or as people see them."""

    def __init__(self, program, *arguments, folder, is_json=True, table="full"):
        self.outside, inside = pty.openpty()
        attributes = termios.tcgetattr(inside)
        attributes[3] &= ~termios.ECHO
        termios.tcsetattr(inside, termios.TCSANOW, attributes)
        format = ["--format", "json", "--table", table] if is_json else []
        environment = {**os.environ, "TERM": "dumb" if is_json else "xterm-256color", "HOME": str(folder), "XDG_STATE_HOME": str(folder)}
        self.process = subprocess.Popen([program, "present", "--no-open", "--no-init", *format, *arguments], stdin=inside, stdout=inside, stderr=inside,
                                        cwd=folder, env=environment, start_new_session=True)
        os.close(inside)
        self.printed = b""
        # The address stands in the first reply, which is left to be read.
        self.url = self.read(rb"http://127\.0\.0\.1:\d+/#[0-9a-f]{32}", takes=False)[0].decode()
        self.address, self.token = self.url.split("#")
        self.table = None
        if is_json:
            self.reply()

    def read(self, pattern, takes=True, timeout=browsers.PATIENCE):
        """Waits until something is printed, and takes all up to its end."""
        end = time.time() + timeout
        while not (found := re.search(pattern, self.printed)):
            ready, _, _ = select.select([self.outside], [], [], 0.1)
            if time.time() > end:
                raise AssertionError(f"the shell does not print {pattern}, but {self.printed[-2000:]}")
            if ready:
                self.printed += os.read(self.outside, 65536)
        if takes:
            self.printed = self.printed[found.end():]
        return found

    def reply(self):
        reply = json.loads(self.read(rb'\{"command".*\r?\n')[0])
        self.table = reply.get("table", self.table)
        return reply

    def type(self, command):
        os.write(self.outside, command.encode() + b"\n")

    def ask(self, command):
        """Types a command and returns what is replied."""
        self.type(command)
        return self.reply()

    @property
    def sections(self):
        """The table as [title, [row…]], from the last reply that has it."""
        return [[s["title"], [[row[name] for name in self.table["columns"]] for row in s["rows"]]] for s in self.table["sections"]]

    def kill(self):
        """Ends the shell without a chance to say so."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def close(self):
        if self.process.poll() is None:
            self.kill()
        os.close(self.outside)
