"""How stages move: no holes, true order, kinds of animation, stillness on request."""

from recordings import Maker
from support import PageTest, in_both

# How many points of the view are not covered by any element, down to the end of what stays.
HOLES = """
  const layer = document.querySelector('#now .layer'), box = layer.getBoundingClientRect();
  const spans = [...layer.children].map((e) => {
    const r = e.getBoundingClientRect();
    return [r.top - box.top, r.bottom - box.top, r.left - box.left < 1 && r.right > box.right - 1, e.className];
  }).filter((s) => s[2]).sort((x, y) => x[0] - y[0]);
  const stays = spans.filter((s) => !/leaving|coming/.test(s[3])).map((s) => s[1]);
  const end = arguments[0] ? box.height : Math.min(box.height, Math.max(0, ...stays));
  let y = 0, holes = 0;
  for (const [from, to] of spans) {
    if (from >= end) break;
    holes += Math.max(0, Math.min(from, end) - y);
    y = Math.max(y, to);
  }
  return holes + Math.max(0, end - y);
"""


def stages():
    """Stages without moves, each in a recording of its own, with where to look from."""
    cases = []
    for seed in range(6):
        maker = Maker(seed, sections=3, rows=14)
        maker.step("mixed", [maker.stage(deletes=6, inserts=5, changes=2, reloads=2)])
        cases.append((maker, 0))
        maker = Maker(seed, sections=3, rows=14)
        maker.step("sections", [maker.stage(section_delete=1, section_insert=1)])
        cases.append((maker, 300))

    def one(delete=(), insert=(), sections=3, rows=14, offset=0):
        maker = Maker(99, sections=sections, rows=rows)
        table = maker.table
        for s, r in sorted(delete, reverse=True):
            del table[s][4][r]
        inserts = []
        for s, r in insert:
            v = maker.version(None)
            table[s][4].insert(r, v)
            inserts.append([s, r, v])
        maker.expected.append(maker.picture())
        maker.step("one", [{"rows": {**({"delete": [list(p) for p in delete]} if delete else {}), **({"insert": inserts} if insert else {})}}])
        cases.append((maker, offset))

    one(delete=[(2, 13)], offset=5000)                                  # the last row of the last section
    one(delete=[(0, r) for r in range(2, 13)])                          # a run longer than the view
    one(insert=[(0, r) for r in range(2, 20)])
    one(delete=[(0, r) for r in range(3, 6)], insert=[(0, 3)])          # fewer in the same place
    one(delete=[(0, 3)], insert=[(0, 3), (0, 4), (0, 5)])               # more in the same place
    one(delete=[(1, r) for r in range(14)], offset=400)                 # a whole section's rows
    one(delete=[(0, r) for r in range(14)] + [(1, r) for r in range(13)], offset=5000)  # a clamped scroll
    one(delete=[(0, 0)], insert=[(0, 0)])
    return cases


@in_both
class Motion(PageTest):
    def test_without_moves_no_hole_is_seen(self):
        cases = stages()
        for number, (maker, offset) in enumerate(cases):
            page = self.show(maker.recording)
            page.run("document.getElementById('follow').checked = false")
            for kind in ("", "top", "bottom", "middle"):
                page.run("document.getElementById('kind').value = arguments[0]", kind)
                page.run("tablesh.jump(0); tablesh.clock.offset = arguments[0]", offset)
                for fraction in (0.02, 0.25, 0.5, 0.75, 0.98):
                    page.run("tablesh.seek(arguments[0])", fraction)
                    self.assertLess(page.run(HOLES), 0.6, f"case {number}, {kind or 'automatic'}, at {fraction}")

    def test_moved_rows_lie_above_and_leaving_rows_below(self):
        maker = Maker(4, sections=2, rows=8)
        maker.step("all", [maker.stage(deletes=2, inserts=2, moves=2)])
        page = self.show(maker.recording)
        page.run("tablesh.seek(0.5)")
        level = "return [...new Set([...document.querySelectorAll('#now .layer > %s')].map((e) => +getComputedStyle(e).zIndex))]"
        self.assertTrue(all(z >= 5 for z in page.run(level % ".moved")))
        self.assertEqual(page.run(level % ".leaving"), [1])
        self.assertEqual(page.run(level % ".row.coming"), [2])
        self.assertEqual(page.run("return [...document.querySelectorAll('#now .leaving, #now .coming')].filter((e) => getComputedStyle(e).opacity !== '1').length"), 0)

    def test_far_ends_queue_outside_the_view_in_true_order(self):
        maker = Maker(4, sections=1, rows=200)
        versions = maker.table[0][4]
        order = list(range(200))
        maker.random.shuffle(order)
        moves = sorted([[0, r], [0, q]] for q, r in enumerate(order))
        maker.table[0][4] = [versions[r] for r in order]
        maker.expected.append(maker.picture())
        maker.step("shuffle", [{"rows": {"move": moves}}])
        page = self.show(maker.recording)
        page.run("tablesh.seek(0.001)")
        tops = """const box = document.querySelector('#now .layer').getBoundingClientRect();
          return [...document.querySelectorAll('#now .layer > .row')].map((e) => [+e.querySelector('.was').textContent.split(':')[1], e.getBoundingClientRect().top - box.top]).sort((x, y) => x[0] - y[0])"""
        rows = page.run(tops)
        self.assertEqual([top for _, top in rows], sorted(top for _, top in rows))
        self.assertTrue(all(-100 < top < 440 + 44 * 12 for _, top in rows))
        page.run("tablesh.seek(0.5)")
        inside = page.run("const box = document.querySelector('#now .layer').getBoundingClientRect(); return [...document.querySelectorAll('#now .layer > .row')].filter((e) => { const t = e.getBoundingClientRect().top - box.top; return t > -44 && t < 440; }).length")
        self.assertGreaterEqual(inside, 8)

    def test_kinds_of_animation_fade_and_slide(self):
        maker = Maker(4, sections=1, rows=8)
        for kind in ("fade", "left", "right", "none"):
            maker.step(kind, [maker.stage(deletes=1, inserts=0, animation={"delete": kind})])
        page = self.show(maker.recording)
        look = "const e = document.querySelector('#now .leaving'), r = e.getBoundingClientRect(), b = e.parentNode.getBoundingClientRect(); return [+getComputedStyle(e).opacity, Math.round(100 * (r.left - b.left) / b.width)]"
        found = []
        for n in range(4):
            page.run("tablesh.seek(arguments[0])", n + 0.5)
            found.append(page.run(look))
        self.assertAlmostEqual(found[0][0], 0.5, delta=0.1)
        self.assertEqual(found[0][1], 0)
        self.assertLess(found[1][1], -30)
        self.assertGreater(found[2][1], 30)
        self.assertEqual(found[3][0], 0)

    def test_a_reload_cross_fades_two_cells_and_a_reconfigure_is_at_once(self):
        maker = Maker(4, sections=1, rows=4)
        maker.step("reload", [maker.stage(reloads=1)])
        maker.step("edit", [maker.stage(changes=1)])
        page = self.show(maker.recording)
        page.run("tablesh.seek(0.5)")
        self.assertEqual(page.run("return [...document.querySelectorAll('#now .reloaded')].map((e) => Math.round(10 * getComputedStyle(e).opacity))"), [10, 5])
        page.run("tablesh.seek(1.5)")
        self.assertEqual(page.run("return document.querySelectorAll('#now .changed').length"), 1)
        self.assertEqual(page.run("return tablesh.clock.animations.length"), 0)

    def test_follow_scrolls_to_the_nearest_operation_and_tells_of_others(self):
        maker = Maker(4, sections=1, rows=300)
        table = maker.table[0][4]
        del table[250], table[150]
        maker.expected.append(maker.picture())
        maker.step("delete", [{"rows": {"delete": [[0, 150], [0, 250]]}}])
        page = self.show(maker.recording)
        page.run("tablesh.seek(0.1)")
        self.assertEqual(page.run("return document.querySelectorAll('#now .leaving').length"), 1)
        self.assertEqual(page.text("#unseen"), "1 operation is off screen")
        page.run("document.getElementById('follow').checked = false; tablesh.jump(0); tablesh.seek(0.1)")
        self.assertEqual(page.text("#unseen"), "2 operations are off screen")

    def test_reduced_motion_shows_two_marked_pictures_and_says_why(self):
        maker = Maker(4, sections=1, rows=6)
        maker.step("all", [maker.stage(deletes=1, inserts=1, moves=1)])
        page = self.show(maker.recording, settings={"still": True})
        page.run("tablesh.play()")
        page.wait("tablesh.clock.position === 1")
        self.assertEqual(page.run("return [document.querySelectorAll('#then .leaving').length, document.querySelectorAll('#then .moved').length, document.querySelectorAll('#now .coming').length, document.querySelectorAll('#now .moved').length]"), [1, 1, 1, 1])
        self.assertEqual(page.run("return document.getAnimations().length"), 0)
        self.assertIn("reduced motion", page.text("#stillness"))
        page.run("document.getElementById('motion').click(); tablesh.seek(0.5)")
        self.assertGreater(page.run("return tablesh.clock.animations.length"), 0)
        self.assertEqual(page.text("#then"), "")

    def test_the_order_of_elements_is_the_final_order(self):
        maker = Maker(8, sections=2, rows=6)
        maker.step("all", [maker.stage(deletes=2, inserts=2, moves=3)])
        page = self.show(maker.recording)
        page.run("tablesh.seek(0.4)")
        order = page.run("return [...document.querySelectorAll('#now .layer > :not([aria-hidden])')].map((e) => +e.getAttribute('aria-rowindex'))")
        self.assertEqual(order, sorted(order))
        self.assertEqual(page.run("return document.querySelectorAll('#now .layer > .leaving:not([aria-hidden])').length"), 0)

    def started(self, step=lambda maker: [maker.stage(deletes=3, inserts=2)], speed=0.25):
        """A page whose first stage runs slowly; `ended` becomes how far the last frame in it was."""
        maker = Maker(2, sections=1, rows=60)
        maker.step("change", step(maker))
        page = self.show(maker.recording)
        page.run("tablesh.clock.speed = arguments[0]; tablesh.play()", speed)
        page.wait("tablesh.clock.animations[0]?.playState === 'running' && tablesh.clock.animations[0].currentTime > 20")
        page.run("""window.farthest = 0; window.rates = [];
          (function look() { const { clock } = tablesh; if (clock.staged >= 0 && clock.animations.length) { window.farthest = clock.animations[0].currentTime; rates.push(clock.animations[0].playbackRate); } requestAnimationFrame(look); })()""")
        return page

    def test_a_stage_goes_on_while_a_finger_scrolls(self):
        page = self.started()
        page.run("document.querySelector('#now .view').scrollTop += 44")
        page.wait("tablesh.clock.position === 1")
        self.assertGreater(page.run("return farthest"), 200)
        self.assertEqual(page.run("return [...new Set(rates)]"), [0.25])

    def test_a_stage_goes_on_with_another_kind_of_animation(self):
        page = self.started()
        page.run("const e = document.getElementById('kind'); e.value = 'fade'; e.dispatchEvent(new Event('change'))")
        self.assertEqual(page.run("return tablesh.clock.animations[0].playState"), "running")
        page.wait("tablesh.clock.position === 1")
        self.assertGreater(page.run("return farthest"), 200)
        self.assertEqual(page.run("return [...new Set(rates)]"), [0.25])

    def test_the_scrubber_stops_a_stage(self):
        page = self.started()
        page.run("const s = document.getElementById('scrub'); s.value = 0.2; s.dispatchEvent(new Event('input'))")
        page.run("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.assertEqual(page.run("return [...new Set(tablesh.clock.animations.map((a) => a.playState))]"), ["paused"])
        self.assertAlmostEqual(page.run("return tablesh.clock.animations[0].currentTime"), 60, delta=1)
        self.assertEqual(page.run("return +document.getElementById('scrub').value"), 0.2)

    def test_without_following_a_jump_tells_what_is_off_screen(self):
        maker = Maker(4, sections=1, rows=300)
        table = maker.table[0][4]
        del table[250], table[150]
        maker.expected.append(maker.picture())
        maker.step("delete", [{"rows": {"delete": [[0, 150], [0, 250]]}}])
        maker.step("delete one", [{"rows": {"delete": [[0, 0]]}}])
        page = self.show(maker.recording)
        page.run("document.getElementById('follow').checked = false; tablesh.jump(1)")
        self.assertEqual(page.text("#unseen"), "2 operations are off screen")
        page.run("tablesh.jump(2)")
        self.assertEqual(page.text("#unseen"), "")
        page.run("tablesh.jump(1); document.getElementById('follow').checked = true; tablesh.jump(1)")
        self.assertEqual(page.text("#unseen"), "1 operation is off screen")
