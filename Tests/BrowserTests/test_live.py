"""The page that a running shell feeds, from a small server of our own: reconnecting, replay, only the last
animates, the token."""

import http.server
import json
import threading
import time

import assemble
from recordings import Maker
from support import STATE, PageTest, in_both, plain

TOKEN = "0123456789abcdef0123456789abcdef"


class Server:
    """Serves the page and its events as the program does; tests say when the stream breaks."""

    def __init__(self):
        outer = self
        self.lock = threading.Condition()
        self.sent, self.asked, self.generation, self.refuses = [], [], 0, False

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *arguments):
                pass

            def do_GET(self):
                if self.path == "/":
                    body = assemble.page({"title": "Live", "steps": []}, live=True).encode()
                    self.send_response(200)
                    self.send_header("Content-Type", "text/html; charset=utf-8")
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                    return
                if self.path != "/events":
                    self.send_error(404)
                    return
                outer.asked.append((self.headers.get("Authorization"), self.headers.get("Last-Event-ID")))
                if self.headers.get("Authorization") != "Bearer " + TOKEN or outer.refuses:
                    self.send_error(403)
                    return
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                next_id, generation = int(self.headers.get("Last-Event-ID") or -1) + 1, outer.generation
                try:
                    while generation == outer.generation:
                        with outer.lock:
                            ready = outer.sent[next_id:]
                            if not ready:
                                outer.lock.wait(0.2)
                        self.wfile.write(b": keep-alive\n\n" if not ready else b"".join(ready))
                        self.wfile.flush()
                        next_id += len(ready)
                except OSError:
                    pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/"

    def send(self, *events, name=None):
        with self.lock:
            for data in events:
                text = (f"event: {name}\n" if name else "") + f"id: {len(self.sent)}\ndata: {json.dumps(data)}\n\n"
                self.sent.append(text.encode())
            self.lock.notify_all()

    def drop(self):
        """Ends all streams."""
        with self.lock:
            self.generation += 1
            self.lock.notify_all()

    def close(self):
        self.drop()
        self.server.shutdown()
        self.server.server_close()


@in_both
class Live(PageTest):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.close)
        self.maker = Maker(3, sections=2, rows=6, title="A class")
        head = plain(self.maker.recording)
        self.server.send(head)
        self.rows = len(self.maker.rows)

    def step(self, command, stages=(), **more):
        """Makes a step, with the versions that are new."""
        self.maker.step(command, stages, **more)
        new = {str(v): r for v, r in ((int(v), r) for v, r in self.maker.ident.items()) if v >= self.rows}
        step = {"from": self.rows, "rows": self.maker.rows[self.rows:], "ident": new, **self.maker.recording["steps"][-1]}
        self.rows = len(self.maker.rows)
        return plain(step)

    def opened(self, fragment="#" + TOKEN):
        return self.browser().open(self.server.address + fragment)

    def at(self, page, position):
        page.wait(f"window.tablesh?.film && tablesh.clock.position === {position} && !tablesh.clock.playing")
        self.assertEqual(page.run(STATE, position), self.maker.expected[position])

    def test_a_page_follows_the_shell(self):
        page = self.opened()
        self.at(page, 0)
        self.assertEqual(page.text("#link"), "Connected")
        self.assertEqual(page.text("#title"), "A class")
        self.server.send(self.step("delete", [self.maker.stage(deletes=2, inserts=1, changes=1)]))
        self.at(page, 1)
        self.server.send(self.step("nonsense", error={"message": "no such command", "code": "x"}, output=""))
        self.at(page, 2)
        self.assertEqual(page.text("#error"), "no such command")
        self.server.send(self.step("undo", [self.maker.stage(inserts=2), self.maker.stage(moves=2)]))
        self.at(page, 4)
        self.assertEqual(page.run("return document.getElementById('steps').children.length"), 3)

    def test_the_token_leaves_the_address_and_serves_a_reload(self):
        page = self.opened()
        self.at(page, 0)
        self.assertEqual(page.run("return location.href"), self.server.address)
        self.server.send(self.step("delete", [self.maker.stage(deletes=1)]))
        self.at(page, 1)
        page.open(self.server.address)
        self.at(page, 1)

    def test_a_page_without_or_with_a_wrong_token_says_so(self):
        page = self.browser().open(self.server.address + "#wrong", "document.getElementById('link').dataset.state === 'off'")
        self.assertIn("no longer good", page.text("#link"))
        self.server.refuses = True
        asked = len(self.server.asked)
        time.sleep(1.2)
        self.assertEqual(len(self.server.asked), asked)

    def test_a_broken_stream_is_taken_up_where_it_was(self):
        page = self.opened()
        self.server.send(self.step("one", [self.maker.stage(deletes=1)]))
        self.at(page, 1)
        self.server.drop()
        page.wait("document.getElementById('link').dataset.state === 'waiting'")
        self.server.send(self.step("two", [self.maker.stage(inserts=3)]))
        self.at(page, 2)
        self.assertEqual(self.server.asked[-1], ("Bearer " + TOKEN, "1"))
        self.assertEqual(page.run("return tablesh.film.steps.length"), 2)
        self.assertEqual(page.text("#link"), "Connected")

    def test_when_several_steps_wait_only_the_last_is_animated(self):
        page = self.opened()
        self.at(page, 0)
        page.run("window.staged = []; new MutationObserver(() => { if (tablesh.clock.staged >= 0 && staged.at(-1) !== tablesh.clock.staged) staged.push(tablesh.clock.staged); }).observe(document.querySelector('#now .layer'), {childList: true})")
        self.server.send(*[self.step(f"step {n}", [self.maker.stage(deletes=1, inserts=1)]) for n in range(5)])
        self.at(page, 5)
        self.assertEqual(page.run("return staged"), [4])

    def test_who_looks_back_is_left_there_and_comes_forward_by_a_button(self):
        page = self.opened()
        self.server.send(self.step("one", [self.maker.stage(deletes=1)]))
        self.at(page, 1)
        page.run("tablesh.jump(0)")
        self.server.send(self.step("two", [self.maker.stage(inserts=1)]))
        page.wait("tablesh.film.length === 2")
        self.assertEqual(page.run("return tablesh.clock.position"), 0)
        self.assertEqual(page.text("#newest"), "Newest")
        page.run("document.getElementById('newest').click()")
        self.at(page, 2)

    def test_the_end_is_told_and_final(self):
        page = self.opened()
        self.at(page, 0)
        self.server.send({}, name="end")
        page.wait("document.getElementById('link').dataset.state === 'ended'")
        asked = len(self.server.asked)
        self.server.drop()
        time.sleep(1)
        self.assertEqual(len(self.server.asked), asked)

    def test_another_table_starts_the_page_anew(self):
        page = self.opened()
        self.server.send(self.step("one", [self.maker.stage(deletes=1)]))
        self.at(page, 1)
        self.maker = Maker(9, sections=1, rows=3, title="Another")
        self.server.send(plain(self.maker.recording))
        page.wait("document.title === 'Another'")
        self.at(page, 0)
        self.assertEqual(page.run("return document.getElementById('steps').children.length"), 0)

    def test_another_table_amid_an_animation_is_followed_at_once(self):
        page = self.opened()
        self.at(page, 0)
        page.run("tablesh.clock.speed = 0.25")
        self.server.send(self.step("one", [self.maker.stage(deletes=1)]))
        page.wait("tablesh.clock.animations[0]?.playState === 'running'")
        self.maker = Maker(9, sections=1, rows=6, title="Another")
        head, self.rows = plain(self.maker.recording), len(self.maker.rows)
        self.server.send(head, *[self.step(f"step {n}", [self.maker.stage(deletes=1)]) for n in range(2)])
        page.wait("document.title === 'Another' && tablesh.film.length === 2")
        page.run("tablesh.clock.speed = 4")
        self.at(page, 2)
        self.server.send(self.step("three", [self.maker.stage(deletes=1)]))
        self.at(page, 3)
        self.assertTrue(page.run("return document.getElementById('newest').hidden"))

    def test_who_pauses_inside_the_last_stage_is_left_there(self):
        page = self.opened()
        self.at(page, 0)
        page.run("tablesh.clock.speed = 0.25")
        self.server.send(self.step("one", [self.maker.stage(deletes=1)]))
        page.wait("tablesh.clock.position > 0.1")
        page.run("tablesh.pause()")
        self.at_rest_for_two_frames(page)
        self.server.send(self.step("two", [self.maker.stage(inserts=1)]))
        page.wait("tablesh.film.length === 2")
        self.at_rest_for_two_frames(page)
        self.assertEqual(page.run("return [tablesh.clock.playing, Math.floor(tablesh.clock.position)]"), [0, 0])
        self.assertEqual(page.text("#newest"), "Newest")
        page.run("tablesh.clock.speed = 4; document.getElementById('newest').click()")
        self.at(page, 2)

    def at_rest_for_two_frames(self, page):
        page.run("window.frames2 = false; requestAnimationFrame(() => requestAnimationFrame(() => (window.frames2 = true)))")
        page.wait("frames2")

    def test_a_page_that_is_full_starts_anew_from_the_shell(self):
        page = self.opened()
        self.server.send(self.step("one", [self.maker.stage(deletes=1)]))
        self.at(page, 1)
        page.run("tablesh.film.operations = 5e6")
        self.server.send(self.step("two", [self.maker.stage(inserts=1)]))
        page.wait("tablesh.film.operations < 100")
        self.at(page, 2)
        self.assertEqual(self.server.asked[-1], ("Bearer " + TOKEN, None))
        self.server.send(self.step("three", [self.maker.stage(deletes=1)]))
        self.at(page, 3)
        self.assertEqual(page.run("return [document.getElementById('steps').children.length, document.getElementById('problem').hidden]"), [3, True])
        page.run("tablesh.film.operations = 5e6")
        self.server.send(self.step("four", [self.maker.stage(deletes=1)]))
        page.wait("document.getElementById('link').dataset.state === 'off'")
        self.assertIn("too many operations", page.text("#problem"))

    def test_a_damaged_step_is_told(self):
        page = self.opened()
        self.at(page, 0)
        self.server.send({"command": "x", "stages": [{"rows": {"delete": [[9, 9]]}}]})
        page.wait("!document.getElementById('problem').hidden")
        self.assertIn("step 1", page.text("#problem"))
