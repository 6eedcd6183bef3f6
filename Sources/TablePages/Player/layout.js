// Layout: where rows, headers and footers stand, in points from the top of the content.

const ROW = "row", HEAD = "head", FOOT = "foot";

// A header is drawn as the program draws it: a table of one section without a name has none.
const hasHeader = (section, isOnly) => section.header !== null || (section.title !== "" && !(isOnly && section.title === "rows"));

const layouts = new WeakMap();
const layoutAt = (position) => layoutOf(film.shown(position), film.view(position));

function layoutOf(state, { geometry, heights }) {
  const known = layouts.get(state);
  if (known && known.geometry === geometry && known.heights === heights) return known;
  const n = state.sections.length, isOnly = n === 1;
  const layout = { geometry, heights, tops: new Float64Array(n + 1), counts: new Float64Array(n + 1), heads: new Float64Array(n), feet: new Float64Array(n), offsets: new Array(n) };
  let y = 0, count = 0;
  for (let s = 0; s < n; s++) {
    const section = state.sections[s];
    layout.tops[s] = y;
    layout.counts[s] = count;
    layout.heads[s] = hasHeader(section, isOnly) ? geometry.header : 0;
    layout.feet[s] = section.footer === null ? 0 : geometry.header;
    const offsets = (layout.offsets[s] = offsetsOf(section.rows, geometry.row, heights));
    y += layout.heads[s] + layout.feet[s] + (offsets ? offsets[section.rows.length] : section.rows.length * geometry.row);
    count += section.rows.length + (layout.heads[s] > 0) + (layout.feet[s] > 0);
  }
  layout.tops[n] = layout.height = y;
  layout.counts[n] = count;
  layouts.set(state, layout);
  return layout;
}

// The sums of heights of a section's rows; null if all are equal.
const sums = new WeakMap();

function offsetsOf(rows, height, heights) {
  if (!heights?.size) return null;
  const known = sums.get(rows);
  if (known?.heights === heights && known.height === height) return known.offsets;
  let offsets = null;
  if (rows.some((v) => heights.has(v))) {
    offsets = new Float64Array(rows.length + 1);
    for (let r = 0; r < rows.length; r++) offsets[r + 1] = offsets[r] + (heights.get(rows[r]) ?? height);
  }
  sums.set(rows, { heights, height, offsets });
  return offsets;
}

// The last index whose value is not above y.
function lastBelow(values, y, count = values.length) {
  let low = 0, high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (values[middle] <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

const rowTop = (l, s, r) => l.tops[s] + l.heads[s] + (l.offsets[s] ? l.offsets[s][r] : r * l.geometry.row);
const rowHeight = (l, s, r) => (l.offsets[s] ? l.offsets[s][r + 1] - l.offsets[s][r] : l.geometry.row);

// What is drawn of a row, a header, a footer: `y` is where it stands, `at` where it is seen, which differs
// for a header that is pinned to the top.
function rowItem(state, l, s, r) {
  const { rows, cells } = state.sections[s], version = rows[r], row = film.row(version), cell = cells ? film.row(cells[r]) : row, y = rowTop(l, s, r);
  return { kind: ROW, key: "r" + cell, cell, s, r, version, row, y, at: y, height: rowHeight(l, s, r), index: l.counts[s] + (l.heads[s] > 0) + r };
}

function headItem(state, l, s, from) {
  const y = l.tops[s], height = l.heads[s];
  const at = l.geometry.style === "plain" ? Math.max(y, Math.min(from, l.tops[s + 1] - l.feet[s] - height)) : y;
  return { kind: HEAD, key: "h" + state.sections[s].id, s, section: state.sections[s], y, at, height, index: l.counts[s] };
}

function footItem(state, l, s) {
  const y = l.tops[s + 1] - l.feet[s];
  return { kind: FOOT, key: "f" + state.sections[s].id, s, section: state.sections[s], y, at: y, height: l.feet[s], index: l.counts[s + 1] - 1 };
}

// All that a viewport shows, in order.
function visibleItems(state, l, from, to) {
  const items = [], n = state.sections.length;
  if (!n) return items;
  for (let s = lastBelow(l.tops, Math.max(0, from), n); s < n && l.tops[s] < to; s++) {
    if (l.heads[s]) {
      const head = headItem(state, l, s, from);
      if (head.at + head.height > from) items.push(head);
    }
    const offsets = l.offsets[s], count = state.sections[s].rows.length, y = from - l.tops[s] - l.heads[s];
    let r = offsets ? lastBelow(offsets, Math.max(0, y), count || 1) : Math.max(0, Math.floor(y / l.geometry.row));
    for (; r < count; r++) {
      const item = rowItem(state, l, s, r);
      if (item.y >= to) break;
      if (item.y + item.height > from) items.push(item);
    }
    if (l.feet[s]) {
      const foot = footItem(state, l, s);
      if (foot.y < to && foot.y + foot.height > from) items.push(foot);
    }
  }
  return items;
}

// Finds items of one state in another: key → item. Cells are searched by number, in one pass.
function foundItems(items, state, l, from) {
  const found = new Map(), sections = new Set(), rows = new Uint8Array(items.length ? film.rows.length : 0);
  let left = 0;
  for (const item of items) {
    if (item.kind !== ROW) sections.add(item.section.id);
    else if (!rows[item.cell]) (rows[item.cell] = 1), left++;
  }
  for (let s = 0; s < state.sections.length && (left || sections.size); s++) {
    const section = state.sections[s];
    if (sections.delete(section.id)) {
      if (l.heads[s]) found.set("h" + section.id, headItem(state, l, s, from));
      if (l.feet[s]) found.set("f" + section.id, footItem(state, l, s));
    }
    const versions = section.cells ?? section.rows, rowOf = film.rowOf;
    for (let r = 0; left && r < versions.length; r++) {
      const v = versions[r];
      if (!rows[rowOf && v < rowOf.length ? rowOf[v] : v]) continue;
      const item = rowItem(state, l, s, r);
      found.set(item.key, item);
      left--;
    }
  }
  return found;
}
