// Motion: one stage as UIKit shows it. Deletes, moves and inserts go together; survivors glide, moved rows
// lie above them, what leaves and comes lies below, opaque. Transform and opacity only.
//
// What leaves or comes stands in a *gap* between two survivors, P above and N below. It is anchored to one
// of them, so that it covers the gap at every moment and never sticks out:
//
//     before      after       what leaves by `top` rides on N and slides under P;
//     P           P           by `bottom` it stays at P, and N glides over it.
//     gone        new         What comes by `top` slides down from under P, over what leaves.
//     N           N

// Not found in any public source: unverified.
const STAGE_SECONDS = 0.3, EASING = "ease-in-out";

const OPPOSITE = { left: "right", right: "left", top: "bottom", bottom: "top", middle: "middle", fade: "fade", none: "none" };

// The kind of animation of an operation, as recorded or as chosen on the page.
function kindOf(stage, operation) {
  return byId("kind").value || stage.animation?.[operation] || "automatic";
}

// `automatic`: at a section's start `bottom`, else `top` (by report of WWDC 2011, session 125).
function resolvedKind(kind, first, last, state) {
  if (kind !== "automatic") return kind;
  const isStart = first.kind === HEAD ? first.s === 0 : first.r === 0;
  const isEnd = last.kind !== ROW || last.r === state.sections[last.s].rows.length - 1;
  return isStart && !isEnd ? "bottom" : "top";
}

// Builds the elements and paused animations of a beat, seen from an offset.
function stagedMotion(surface, b, offset) {
  const old = film.state(b), next = film.shown(b + 1), changes = film.changes(b), stage = film.beats[b].content;
  const view0 = film.view(b), view1 = film.view(b + 1);
  surface.prepare(next, view1);
  const l0 = layoutOf(old, view0), l1 = layoutAt(b + 1), h = surface.height;
  const most = (l) => Math.max(0, l.height - h);
  const off0 = clamp(offset, 0, Math.max(most(l0), most(l1))), off1 = Math.min(off0, most(l1));
  surface.size(Math.max(l1.height, off0 + h));
  surface.scroll(off1);

  // Who leaves, who comes, who stays.
  const reloadKind = kindOf(stage, "reload"), isSliding = !["automatic", "fade", "none"].includes(reloadKind);
  const leaving = [], coming = [], staying = new Map();
  const stay = (item, side) => (member(staying, item.key, () => ({}))[side] = item);
  const sort = (items, side, fate, ends, passing) => {
    for (const item of items) {
      item.fate = fate(changes, item);
      const isReplaced = item.fate === RELOADED && (isSliding || fate(changes, { ...item, kind: HEAD }) === RELOADED);
      item.fate === ends || isReplaced ? passing.push(item) : stay(item, side);
    }
  };
  sort(visibleItems(old, l0, off0, off0 + h), "a", fateBefore, DELETED, leaving);
  sort(visibleItems(next, l1, off1, off1 + h), "b", fateAfter, INSERTED, coming);
  const lost = (side, other) => [...staying.values()].filter((x) => !x[other]).map((x) => x[side]);
  const later = foundItems(lost("a", "b"), next, l1, off1), sooner = foundItems(lost("b", "a"), old, l0, off0);
  for (const [key, x] of staying) {
    x.b ??= later.get(key);
    x.a ??= sooner.get(key);
    if (!x.a) staying.delete(key), coming.push(x.b);
    else if (!x.b) staying.delete(key), leaving.push(x.a);
  }

  // Where they are seen. Far ends queue just outside the view, in true order.
  const all = [...staying.values()];
  for (const x of all) {
    x.d0 = x.a.at - off0;
    x.d1 = x.b.at - off1;
    x.isMoved = fateAfter(changes, x.b) === MOVED;
    x.height = Math.max(x.a.height, x.b.height);
  }
  const queue = (side, d, bottom) => {
    let up = 0, down = bottom;
    for (const x of all) if (x[d] + x[side].height > 0 && x[d] < h) (up = Math.min(up, x[d])), (down = Math.max(down, x[d] + x[side].height));
    for (const x of all.filter((x) => x[d] + x[side].height <= 0).sort((x, z) => z[d] - x[d])) x[d] = Math.max(x[d], (up -= x[side].height));
    for (const x of all.filter((x) => x[d] >= h).sort((x, z) => x[d] - z[d])) (x[d] = Math.min(x[d], down)), (down += x[side].height);
  };
  queue("a", "d0", h);
  queue("b", "d1", h);

  // The gaps between survivors that do not move.
  const fixed = all.filter((x) => !x.isMoved).sort((x, z) => x.a.y - z.a.y);
  const gaps = new Map();
  const gapOf = (item, side) => {
    let k = 0;
    while (k < fixed.length && fixed[k][side].y < item.y) k++;
    return member(gaps, k, () => {
      const p = fixed[k - 1], n = fixed[k];
      const p0 = p ? p.d0 + p.a.height : 0, p1 = p ? p.d1 + p.b.height : 0;
      const end0 = n ? n.d0 : clamp(l0.height - off0, 0, h), end1 = n ? n.d1 : clamp(l1.height - off1, 0, h);
      return { p0, p1, n0: Math.max(p0, end0), n1: Math.max(p1, end1), leaving: [], coming: [] };
    });
  };
  for (const item of leaving) gapOf(item, "a").leaving.push(item);
  for (const item of coming) gapOf(item, "b").coming.push(item);

  const animations = [], under = [], drawn = [];
  const animate = (e, from, to) => {
    const animation = e.animate([from, to], { duration: STAGE_SECONDS * 1000, easing: EASING, fill: "both" });
    animation.pause();
    animations.push(animation);
  };
  const at = (y, x = 0) => ({ transform: x ? `translate(${x}%, ${y}px)` : `translateY(${y}px)` });
  const SIDE = { left: -100, right: 100 };

  for (const gap of gaps.values()) {
    const grows = gap.n1 - gap.p1 > gap.n0 - gap.p0;
    const kind = (items, verb, state, map) => {
      if (!items.length) return null;
      const isReload = items[0].fate === RELOADED;
      const own = kindOf(stage, isReload ? "reload" : verb);
      if (isReload) return own === "automatic" ? "fade" : map ? OPPOSITE[own] : own;
      return resolvedKind(own, items[0], items[items.length - 1], state);
    };
    const out = kind(gap.leaving, "delete", old, false), into = kind(gap.coming, "insert", next, true);
    const byN = gap.n1 - gap.n0, byP = gap.p1 - gap.p0, byBoth = (byN + byP) / 2;
    // A gap that grows is covered from both sides.
    const anchor = into && grows ? (into === "top" ? byN : byP) : { top: byN, middle: byBoth }[out] ?? byP;
    for (const item of gap.leaving) {
      const e = elementOf(item, view0, { mark: item.fate === RELOADED ? "reloaded" : "leaving" }), y = item.at - off0;
      e.setAttribute("aria-hidden", "true");
      under.push(e);
      if (out === "fade") animate(e, { ...at(y), opacity: 1 }, { ...at(y + anchor), opacity: 0 });
      else if (out === "none") animate(e, { ...at(y), opacity: 0 }, { ...at(y), opacity: 0 });
      else animate(e, at(y), at(y + anchor, SIDE[out]));
    }
    for (const item of gap.coming) {
      const e = elementOf(item, view1, { mark: item.fate === RELOADED ? "reloaded" : "coming" }), y = item.at - off1;
      drawn.push([item, e]);
      e.style.zIndex = 2;
      if (into === "top") animate(e, at(y - (gap.n1 - gap.p0)), at(y));
      else if (into === "bottom") animate(e, at(y + gap.n0 - gap.p1), at(y));
      else if (into === "middle" && !gap.leaving.length) animate(e, at(y - byBoth), at(y));
      else if (into === "fade" || into === "middle") animate(e, { ...at(y - byP), opacity: 0 }, { ...at(y), opacity: 1 });
      else animate(e, at(y - byP, SIDE[into]), at(y));
    }
  }

  for (const x of all) {
    const { a, b: item, d0, d1, isMoved } = x, fate = fateAfter(changes, item);
    const e = elementOf(item, view1, { mark: CLASS_OF[fate], was: isMoved && a.kind === ROW ? pathOf(a) : "", former: formerOf(b, changes, item) });
    e.style.height = x.height + "px";
    e.style.zIndex = (isMoved ? 5 : 3) + (item.kind !== ROW);
    drawn.push([item, e]);
    if (d0 === d1) e.style.transform = at(d1).transform;
    else animate(e, at(d0), at(d1));
    if (fate === RELOADED && reloadKind !== "none") { // the old cell over the new one, fading
      const over = elementOf(a, view0, { mark: "reloaded" });
      over.setAttribute("aria-hidden", "true");
      over.style.zIndex = e.style.zIndex;
      over.style.height = x.height + "px";
      drawn.push([item, over]);
      animate(over, { ...at(d0), opacity: 1 }, { ...at(d1), opacity: 0 });
    }
  }
  drawn.sort((x, z) => x[0].index - z[0].index);
  surface.show([...under, ...drawn.map((x) => x[1])], l1);
  return animations;
}

// The operations of a beat as they lie: how many are out of sight from an offset, and the offset from which
// the nearest one is seen.
function reach(surface, b, offset) {
  const stage = film.beats[b].content, h = surface.height;
  if (!stage || stage.reloadData || stage.rows?.reconfigure === "all") return { unseen: 0, offset };
  const l0 = layoutOf(film.state(b), film.view(b)), l1 = layoutAt(b + 1);
  let unseen = 0, nearest = null, best = Infinity;
  const visit = (...spans) => {
    let closest = Infinity;
    for (const [y, height] of spans) {
      const distance = Math.max(0, y - offset - h + Math.min(height, 20), offset + Math.min(height, 20) - y - height);
      closest = Math.min(closest, distance);
      if (distance < best) (best = distance), (nearest = [y, height]);
    }
    if (closest > 0) unseen++;
  };
  const row = (l, s, r) => [rowTop(l, s, r), rowHeight(l, s, r)], section = (l, s) => [l.tops[s], Math.max(1, l.tops[s + 1] - l.tops[s])];
  const rows = stage.rows ?? {}, sections = stage.sections ?? {};
  for (const kind of ["delete", "reload", "reconfigure"]) {
    for (const [s, r] of rows[kind] ?? []) visit(row(l0, s, r));
    for (const o of sections[kind] ?? []) visit(section(l0, kind === "delete" ? o : o[0]));
  }
  for (const [s, r] of rows.insert ?? []) visit(row(l1, s, r));
  for (const [s] of sections.insert ?? []) visit(section(l1, s));
  for (const [from, to] of rows.move ?? []) visit(row(l0, ...from), row(l1, ...to));
  for (const [from, to] of sections.move ?? []) visit(section(l0, from), section(l1, to));
  if (!nearest || best === 0) return { unseen, offset };
  const most = Math.max(0, l0.height - h, l1.height - h), [y, height] = nearest;
  return { unseen, offset: clamp(y + Math.min(height, h) / 2 - h / 2, 0, most) };
}
