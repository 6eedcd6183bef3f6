"""Measures pages in real browsers, beside their goals. Asserts nothing: see `Scripts/bench pages`."""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import assemble
import browsers
from recordings import large_recording
from teacher import Teacher


TOUR = ["delete where pay < 28", "reorder sections Office", "move @023 to Office:0", "edit @031 pay=25", "undo", "select where pay > 30",
        "sort by name", "insert Dock id=050 name=New pay=30", "reload 0:0"]


def percentile(values, p):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * p / 100))] if ordered else float("nan")


def measured(browser, address, frames=True):
    """Plays a page once at normal speed. Returns milliseconds by name."""
    browser.fresh().open(address, timeout=120)
    ready = browser.run("return performance.getEntriesByName('ready')[0].startTime")
    found = {"page ready": [ready]}
    if frames:
        browser.wait("tablesh.film.kept.size > tablesh.film.length", 60)
        browser.run("""
          window.intervals = []; let last = performance.now();
          (function tick(now) { intervals.push(performance.now() - last); last = performance.now(); requestAnimationFrame(tick); })();
          tablesh.timing.frames.length = tablesh.timing.prepare.length = 0; tablesh.play();""")
        browser.wait("!tablesh.clock.playing && tablesh.clock.position === tablesh.film.length", 240)
        found["script for a frame"] = browser.run("return tablesh.timing.frames")
        found["preparing a stage"] = browser.run("return tablesh.timing.prepare")
        found["between frames"] = browser.run("return intervals.slice(2)")
        found["elements"] = [browser.run("return tablesh.timing.most")]
    return found


# Notes when the first frame that shows a step is on the screen: the frame after its table or command is drawn.
FRAMES = """
  window.shown = []; let count = tablesh.film.steps.length, isDue = false;
  new MutationObserver(() => {
    if (isDue || tablesh.film.steps.length === count || document.getElementById('command').textContent !== tablesh.film.steps.at(-1).command) return;
    isDue = true; count = tablesh.film.steps.length;
    requestAnimationFrame(() => setTimeout(() => { isDue = false; shown.push((performance.timeOrigin + performance.now()) / 1000); }));
  }).observe(document.getElementById('stage'), {childList: true, subtree: true, characterData: true});
"""


def followed(browser, program, folder, rows=1000, commands=60):
    """Types commands into a shell that presents. Returns milliseconds from each to its first frame."""
    lines = [f"{n:05},name {n},{['Dock', 'Office', 'Kitchen'][n % 3]},{20 + n % 40}" for n in range(rows)]
    (folder / "class.csv").write_text("\n".join(["id,name,team,pay", *lines]) + "\n")
    teacher = Teacher(program, "--key", "id", "--section-by", "team", "class.csv", folder=folder, table="none")
    try:
        browser.fresh().open(teacher.url)
        browser.run(FRAMES)
        found = []
        for n in range(commands):
            begun = time.time()
            teacher.type([f"edit 0:{n % 5} pay={n}", f"delete 0:{n % 4}", "undo", f"move 0:{n % 3} to 0:4"][n % 4])
            browser.wait(f"shown.length > {n} && !tablesh.clock.playing", 20)
            found.append(1000 * (browser.run(f"return shown[{n}]") - begun))
            teacher.reply()
        return found
    finally:
        teacher.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--program", type=os.path.abspath)
    parser.add_argument("--only", choices=["Chromium", "Firefox"])
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="bench-pages-"))
    lines = []

    recording = large_recording(options.rows, 300).recording
    large = folder / "large.html"
    large.write_text(assemble.page(recording, packed=True))
    _, style, loader, script = assemble.parts()
    lines.append(("player, script as it stands in a page", "", f"{len(loader + assemble.pack(script)) / 1000:.1f} KB", "≤ 40 KB"))
    lines.append(("player, script unpacked", "", f"{len(script.encode()) / 1000:.1f} KB", ""))
    lines.append(("player, style", "", f"{len(style.encode()) / 1000:.1f} KB", ""))
    lines.append((f"page of {options.rows:,} rows", "", f"{large.stat().st_size / 1e6:.2f} MB", "≤ 2.5 MB"))
    if options.program:
        staff = assemble.PLAYER.parents[2] / "Examples/tour/staff.csv"
        tour, script = folder / "tour.html", folder / "tour.tsh"
        script.write_text("\n".join(TOUR) + "\n")
        subprocess.run([options.program, "record", "--no-init", "--section-by", "team", script, staff, "-o", tour], check=True, stdout=subprocess.DEVNULL)
        lines.append(("page of the tour", "", f"{tour.stat().st_size / 1000:.1f} KB", "≤ 60 KB"))
    for kind in (browsers.Chromium, browsers.Firefox):
        if options.only not in (None, kind.name):
            continue
        rounds = [measured(browsers.browser(kind), large.as_uri(), frames=n == 0) for n in range(3)]
        found = rounds[0]
        lines.append(("page ready", kind.name, f"{statistics.median(r['page ready'][0] for r in rounds):.0f} ms", "≤ 1,000 ms"))
        for name, goal in (("script for a frame", "p95 ≤ 8 ms"), ("preparing a stage", "≤ 16 ms"), ("between frames", "")):
            values = found[name]
            lines.append((name, kind.name, f"p50 {percentile(values, 50):.1f}, p95 {percentile(values, 95):.1f}, most {max(values):.1f} ms of {len(values)}", goal))
        lines.append(("rows and headers in the page", kind.name, f"{found['elements'][0]}", "≤ 100"))
        if options.program:
            values = followed(browsers.browser(kind), options.program, folder)
            lines.append(("present: command to first frame", kind.name,
                          f"p50 {percentile(values, 50):.0f}, p95 {percentile(values, 95):.0f}, most {max(values):.0f} ms of {len(values)}", "p95 ≤ 50 ms"))
    browsers.close_all()
    if options.markdown:
        print("| what | browser | measured | goal |\n| --- | --- | --- | --- |")
        print("\n".join("| " + " | ".join(line) + " |" for line in lines))
    else:
        widths = [max(len(line[i]) for line in lines) for i in range(4)]
        print("\n".join("  ".join(cell.ljust(w) for cell, w in zip(line, widths)).rstrip() for line in lines))
    sys.stdout.flush()
    os._exit(0)


main()
