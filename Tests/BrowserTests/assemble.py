"""Puts pages together as the program does, for recordings that no program made."""

import base64
import gzip
import hashlib
import html
import json
import re
from pathlib import Path

PLAYER = Path(__file__).resolve().parents[2] / "Sources/TablePages/Player"


def parts():
    """The template, the style, the script."""
    text = (PLAYER / "page.html").read_text()
    order = re.search(r"script:\s+(.*)", text)[1].split()
    template = text[text.index("<!doctype html>"):]
    return template, (PLAYER / "player.css").read_text(), "".join((PLAYER / name).read_text() for name in order)


def digest(text):
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def escaped(recording):
    text = recording if isinstance(recording, str) else json.dumps(recording, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def static_list(recording):
    """What is read without scripts."""
    items = []
    for step in recording["steps"]:
        if not isinstance(step, dict):
            continue
        item = ""
        for name, tag in (("comment", 'p class="comment"'), ("command", "code"), ("output", "p"), ("plan", "pre")):
            if step.get(name):
                item += f"<{tag}>{html.escape(step[name], quote=False)[:4000]}</{tag.split()[0]}>"
        if step.get("error"):
            item += f'<p class="error">{html.escape(step["error"]["message"], quote=False)}</p>'
        whys = "".join(f"<li>{html.escape(w.get('text', ''), quote=False)}</li>" for w in list(step.get("why", []))[:50])
        items.append(f"<li>{item}{'<ul>' + whys + '</ul>' if whys else ''}</li>")
    return "\n".join(items)


def page(recording, packed=False, live=False):
    """A whole page."""
    template, style, script = parts()
    data = "" if live else escaped(recording)
    if packed:
        data = base64.b64encode(gzip.compress((recording if isinstance(recording, str) else json.dumps(recording)).encode())).decode()
    is_object = isinstance(recording, dict) and isinstance(recording.get("steps"), list)
    policy = f"default-src 'none'; style-src '{digest(style)}'; script-src '{digest(script)}'; base-uri 'none'; form-action 'none'"
    values = {
        "CSP": policy + ("; connect-src 'self'" if live else ""),
        "TITLE": html.escape(str(recording.get("title", "Recording")) if isinstance(recording, dict) else "Recording"),
        "STYLE": style, "SCRIPT": script, "MODE": "live" if live else "file", "ENCODING": "gzip" if packed else "json",
        "STEPS": static_list(recording) if is_object and not live else "", "DATA": data}
    return re.sub(r"<!--([A-Z]+)-->", lambda m: values[m[1]], template)
