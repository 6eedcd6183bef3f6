"""Real browsers behind one small interface: Debian's Chromium through playwright, its Firefox through
Marionette, both headless. One process each for all tests."""

import base64
import os
import random
import shutil
import socket
import tempfile
import time

# What the page holds when it is ready: the player, or a message.
READY = "document.documentElement.classList.contains('ready') || !document.getElementById('problem').hidden || document.getElementById('link').textContent !== ''"

# Seconds after which a test gives up: many, as machines are busy. A wait ends as soon as what it is for is there.
PATIENCE = 120


class Browser:
    """What tests need of a browser."""

    def open(self, address, is_ready=READY, timeout=PATIENCE):
        """Opens an address and waits until the page is ready."""
        self.go(address)
        self.wait(is_ready, timeout)
        return self

    def wait(self, condition, timeout=PATIENCE):
        """Waits until an expression is true."""
        end = time.time() + timeout
        while not self.holds(condition):
            if time.time() > end:
                clock = self.run("return window.tablesh ? JSON.stringify({...tablesh.clock, animations: tablesh.clock.animations.length}) : ''")
                raise AssertionError(f"not so after {timeout} s: {condition}; clock {clock}; {self.errors}")
            time.sleep(0.02)

    def holds(self, condition):
        """Whether an expression is true; not while a page is read or takes another's place."""
        try:
            return self.run(f"return document.readyState !== 'loading' && Boolean({condition})")
        except Exception as error:
            if "context was destroyed" in str(error) or "unloaded" in str(error):
                return False
            raise

    def text(self, selector):
        return self.run("const e = document.querySelector(arguments[0]); return e && !e.hidden ? e.innerText : ''", selector)


class Chromium(Browser):
    name = "Chromium"

    def __init__(self):
        from playwright.sync_api import sync_playwright
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-background-networking"])
        self.context = None
        self.fresh()

    def fresh(self, dark=False, still=False, forced=False, paper=False, scripts=True, size=(1200, 900), zoom=1):
        """A new page, with a person's settings."""
        if self.context:
            self.context.close()
        self.context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if dark else "light", device_scale_factor=zoom,
            reduced_motion="reduce" if still else "no-preference", forced_colors="active" if forced else "none", java_script_enabled=scripts)
        self.page = self.context.new_page()
        if paper:
            self.page.emulate_media(media="print")
        self.requests, self.errors = [], []
        self.page.on("request", lambda r: self.requests.append(r.url))
        self.page.on("pageerror", lambda e: self.errors.append(str(e)))
        self.page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)
        return self

    def go(self, address):
        self.page.goto(address, wait_until="commit")

    def reload(self):
        self.page.reload(wait_until="commit")

    def run(self, script, *arguments):
        return self.page.evaluate("([source, args]) => (function () { " + script + " }).apply(null, args)", ["", list(arguments)])

    def press(self, key):
        self.page.keyboard.press(key)

    def shot(self, path):
        self.page.screenshot(path=path)

    def add_script(self, text):
        # Past the page's policy, as an extension is.
        session = self.context.new_cdp_session(self.page)
        result = session.send("Runtime.evaluate", {"expression": text + "; 0"})
        assert "exceptionDetails" not in result, result

    def close(self):
        self.browser.close()
        self.playwright.stop()


def lasting_port():
    """A port that nobody serves at, below those that the system gives to whoever asks for any: it stays free."""
    while True:
        port = random.randrange(15000, 32768)
        try:
            socket.create_server(("127.0.0.1", port)).close()
            return port
        except OSError:
            pass


class Firefox(Browser):
    name = "Firefox"

    def __init__(self):
        import logging
        from marionette_driver.marionette import Marionette
        logging.disable(logging.INFO)
        preferences = {"ui.prefersReducedMotion": 0, "layout.css.prefers-color-scheme.content-override": 1, "app.update.enabled": False}
        # Its own, so that several runs do not meet.
        port = lasting_port()
        # The driver removes a log that is there before it begins one: never a device.
        self.log = os.path.join(tempfile.mkdtemp(prefix="firefox-"), "log")
        self.driver = Marionette(port=port, bin="/usr/bin/firefox-esr", headless=True, prefs=preferences, gecko_log=self.log)
        self.driver.start_session()
        self.driver.timeout.script = PATIENCE
        self.requests, self.errors = [], []

    def fresh(self, dark=False, still=False, forced=False, paper=False, scripts=True, size=(1200, 900), zoom=1):
        """A page with a person's settings. Paper and scripts are Chromium's to test."""
        assert scripts and not paper
        self.driver.navigate("about:blank")
        self.driver.set_pref("ui.prefersReducedMotion", int(still))
        self.driver.set_pref("layout.css.prefers-color-scheme.content-override", 0 if dark else 1)
        self.driver.set_pref("browser.display.document_color_use", 2 if forced else 0)
        self.driver.set_window_rect(width=size[0], height=size[1] + 85)
        return self

    def go(self, address):
        self.driver.navigate(address)

    def reload(self):
        self.driver.refresh()

    def run(self, script, *arguments):
        return self.driver.execute_script(script, script_args=list(arguments), sandbox=None, new_sandbox=True)

    def press(self, key):
        from marionette_driver.keys import Keys
        names = {"ArrowRight": Keys.ARROW_RIGHT, "ArrowLeft": Keys.ARROW_LEFT, "Home": Keys.HOME, "End": Keys.END, "Escape": Keys.ESCAPE,
                 "Shift": Keys.SHIFT, "Tab": Keys.TAB, "Enter": Keys.ENTER, "Space": " "}
        chain = self.driver.actions.sequence("key", "keyboard")
        parts = [names.get(part, part) for part in key.split("+")] if len(key) > 1 else [key]
        for part in parts:
            chain.key_down(part)
        for part in reversed(parts):
            chain.key_up(part)
        chain.perform()

    def shot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.driver.screenshot(full=False)))

    def add_script(self, text):
        self.driver.execute_script(text, sandbox=None, new_sandbox=False)

    def close(self):
        self.driver.instance.close(clean=True)
        shutil.rmtree(os.path.dirname(self.log), ignore_errors=True)


started = {}


def browser(kind):
    """The browser of a kind, started when it is first asked for."""
    if kind not in started:
        started[kind] = kind()
    return started[kind]


def close_all():
    for one in started.values():
        one.close()
    started.clear()
