"""Puts pages together as the program does, for recordings that no program made."""

import base64
import functools
import gzip
import hashlib
import html
import json
import re
from pathlib import Path

PLAYER = Path(__file__).resolve().parents[2] / "Sources/TablePages/Player"


@functools.cache
def parts():
    """The template, the style, the loader, the script, as they stand in a page: in the forms of CompactText.swift."""
    text = (PLAYER / "page.html").read_text()
    order = re.search(r"script:\s+(.*)", text)[1].split()
    template = re.sub(r"\n\s+", "\n", text[text.index("<!doctype html>"):])
    style, loader = (PLAYER / "player.css").read_text(), (PLAYER / "loader.js").read_text()
    script = "".join((PLAYER / name).read_text() for name in order)
    return template, compact_style(style), compact_script(loader), compact_script(script)


# Literals are found first, so that nothing in them is taken for a comment or for space. In a script a
# slash after a sign begins a regular expression.
LITERAL = r'''"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`'''
SPACE = r"|(?P<space>[ \n]+)"


def compact_script(text):
    regular = r"|(?:(?<=[(,=:[!&|?{};\n])|(?<=[(,=:[!&|?{};] ))/(?![/*])(?:\\.|[^/\\\n])*/"
    return compact(text, "//[^\n]*|" + LITERAL + regular, "//", is_needed_in_script)


def compact_style(text):
    return re.sub(r";(\n?)}", r"\1}", compact(text, r"/\*.*?\*/|" + LITERAL, "/*", lambda last, next: last not in "{};:," and next not in "{}"))


def compact(text, pattern, comment, is_needed):
    """The text without comments and space that means nothing."""
    out = ""
    for match in re.finditer(f"(?:{pattern}){SPACE}|.", text, re.S):
        part = match[0]
        if match["space"] and "\n" in part:
            out = out.removesuffix(" ")
            out += "" if not out or out[-1] == "\n" else "\n"
        elif match["space"]:
            after = text[match.end():match.end() + 1]
            out += " " if out and out[-1] != "\n" and after and is_needed(out[-1], after) else ""
        elif not part.startswith(comment):
            out += part
    return out


def is_needed_in_script(last, next):
    if last + next in ("<!", "->", "</"):
        return True
    if set(last + next) & set("=,;:?(){}[]<>&|*!"):
        return False
    return (last in "+-") == (next in "+-")


def digest(text):
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def pack(text):
    """A text as base64 of gzip."""
    return base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()


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
    template, style, loader, script = parts()
    data = "" if live else escaped(recording)
    if packed:
        data = pack(recording if isinstance(recording, str) else json.dumps(recording))
    is_object = isinstance(recording, dict) and isinstance(recording.get("steps"), list)
    policy = f"default-src 'none'; style-src '{digest(style)}'; script-src '{digest(loader)}' '{digest(script)}'; base-uri 'none'; form-action 'none'"
    values = {
        "CSP": policy + ("; connect-src 'self'" if live else ""),
        "TITLE": html.escape(str(recording.get("title", "Recording")) if isinstance(recording, dict) else "Recording"),
        "STYLE": style, "SCRIPT": pack(script), "LOADER": loader, "MODE": "live" if live else "file", "ENCODING": "gzip" if packed else "json",
        "STEPS": static_list(recording) if is_object and not live else "", "DATA": data}
    return re.sub(r"<!--([A-Z]+)-->", lambda m: values[m[1]], template)
