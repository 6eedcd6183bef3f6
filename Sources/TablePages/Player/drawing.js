// Drawing: items become elements. Texts go in by textContent alone.

const byId = (id) => document.getElementById(id);

function make(tag, className, text, role) {
  const e = document.createElement(tag);
  if (className) e.className = className;
  if (text !== undefined) e.textContent = text;
  if (role) e.setAttribute("role", role);
  return e;
}

// What the eye is told by signs: class → sign and word.
const SIGNS = { leaving: ["−", "deleted"], coming: ["+", "inserted"], moved: ["↕", "moved"], reloaded: ["↻", "reloaded"], changed: ["✎", "changed"], stale: ["!", "stale"], tried: ["×", "refused"] };
const CLASS_OF = ["", "leaving", "moved", "reloaded", "changed", "coming"];

const sets = new WeakMap();
const recent = new Map(); // The sets of the last few lists that follow from others: all would be too much.

// The rows of a list, or of one that follows from others, as `listAfter` makes it.
function setOf(list) {
  if (Array.isArray(list)) return member(sets, list, () => new Set(list));
  const known = recent.get(list);
  if (known) return known;
  const changes = [];
  let before = list;
  for (; !Array.isArray(before) && !recent.has(before); before = before.before) changes.push(before);
  const set = new Set(setOf(before));
  for (const { remove = [], add = [] } of changes.reverse()) {
    for (const row of remove) set.delete(row);
    for (const row of add) set.add(row);
  }
  recent.set(list, set);
  if (recent.size > 16) recent.delete(recent.keys().next().value);
  return set;
}

const pathOf = ({ s, r }) => `${s}:${r}`;

// By how many steps the first column is indented at most, in rem.
const indents = new WeakMap();
const indentOf = (traits) => Math.min(+traits?.indent || 0, 8);
const deepest = (traits) => member(indents, traits, () => [...traits.values()].reduce((most, t) => Math.max(most, indentOf(t)), 0));

// Puts a cell into its column. The path may stand over all of them, as it stays at the left.
function placed(e, column) {
  e.style.gridArea = column ? `1 / ${column + 1}` : "1 / 1 / 2 / -1";
  return e;
}

const hasEnds = (view) => Boolean(view.editing) || view.traits.size > 0 || "swiped" in view.touch || "minus" in view.touch;

// How wide the widest cell of a column is, in pixels, of versions from a number on. Of many long ones some are
// measured.
const pen = document.createElement("canvas").getContext("2d");

function widest(i, from) {
  const long = [];
  let most = 0;
  for (let v = from; v < film.rows.length; v++) {
    const text = String(film.rows[v]?.[i] ?? "");
    if (text.length > 0.8 * most) long.push(text), (most = Math.max(most, text.length));
  }
  return long.filter((text) => text.length > 0.8 * most).slice(0, 2000).reduce((n, text) => Math.max(n, pen.measureText(text).width), 0);
}

// A table on the screen: a scroll view with a sticky layer, in which only what is seen is drawn. A spacer
// makes it scroll; browsers cap heights, so a tall one stands for more points than it has.
class Surface {
  static tallest = 8e6;

  constructor(figure) {
    this.table = figure.querySelector(".table");
    this.view = figure.querySelector(".view");
    this.header = figure.querySelector(".columns");
    this.layer = figure.querySelector(".layer");
    this.spacer = figure.querySelector(".spacer");
    this.key = null;
    this.content = 0;
  }

  get height() {
    return this.layer.clientHeight;
  }

  // Sets columns and measures; the widths follow from what the first rows hold.
  prepare(state, view) {
    const ends = hasEnds(view), inset = deepest(view.traits) + (view.touch.expanded?.length ? 1 : 0), key = [view.columns, film.filled, film.rows.length, ends, inset, view.geometry];
    if (this.key?.every((part, i) => part === key[i])) return;
    const isLonger = this.key?.[0] === key[0] && this.key[1] === key[1], from = isLonger ? this.key[2] : 0, { font, fontSize } = getComputedStyle(this.view);
    if (!isLonger) this.widest = view.columns.map(() => 0);
    this.key = key;
    pen.font = font;
    this.view.style.setProperty("--view", view.geometry.viewport + "px");
    const isWhole = (c, i) => c.kind === "number" || c.key || (i === 0 && !view.columns.some((other) => other.key));
    const sample = state.sections.flatMap((s) => [...s.rows.subarray(0, 40)]).slice(0, 300);
    const widths = view.columns.map((c, i) => {
      let most = [...c.name].length;
      for (const v of sample) most = Math.max(most, width(film.rows[v]?.[i]));
      return Math.max(3, Math.min(most, 28));
    });
    // A cut key or number would be taken for another.
    view.columns.forEach((c, i) => isWhole(c, i) && (this.widest[i] = Math.max(this.widest[i], widest(i, from))));
    const least = widths.map((w, i) => Math.max(Math.min(w, 12) * 0.5 + 0.5, this.widest[i] / parseFloat(fontSize) + 0.3));
    if (least.length) least[0] += inset;
    const grid = widths.map((w, i) => `minmax(${least[i].toFixed(2)}rem, ${w}fr)`);
    this.view.style.setProperty("--grid", `var(--path) ${grid.join(" ")}${ends ? " 3.5rem" : ""}`);
    this.view.style.setProperty("--least", `calc(var(--path) + ${least.reduce((x, y) => x + y, ends ? 3.5 : 0).toFixed(2)}rem + ${least.length + ends} * var(--gap) + var(--inset))`);
    const line = make("div", "names", undefined, "row");
    line.setAttribute("aria-rowindex", 1);
    const name = (text, className, column, isHidden) => {
      const e = make("div", className, isHidden ? undefined : text, "columnheader");
      if (isHidden) e.append(make("span", "unseen", text));
      line.append(placed(e, column));
    };
    name("Path", "path", 0, true);
    view.columns.forEach((c, i) => name(c.name, c.kind === "number" ? "number" : "", i + 1));
    if (ends) name("Controls", "end", view.columns.length + 1, true);
    this.header.replaceChildren(line);
    this.table.setAttribute("aria-colcount", view.columns.length + 1 + ends);
  }

  // How many points one pixel of scrolling is.
  get scale() {
    const h = this.height;
    return this.content <= Surface.tallest ? 1 : (this.content - h) / (Surface.tallest - h);
  }

  size(content) {
    this.content = content;
    if (this.spacer) this.spacer.style.height = Math.min(content, Surface.tallest) + "px";
  }

  scroll(offset) {
    this.view.scrollTop = offset / this.scale;
    this.scrolled = this.view.scrollTop;
  }

  show(elements, layout) {
    this.layer.replaceChildren(...elements);
    this.table.setAttribute("aria-rowcount", layout.counts[layout.counts.length - 1] + 1);
  }

  // Scrolls sideways to the first changed cell, if none is seen.
  showChange() {
    const boxes = [...this.layer.querySelectorAll(".edited")].map((cell) => cell.getBoundingClientRect());
    if (!boxes.length) return;
    const { left, right } = this.view.getBoundingClientRect(), start = left + (this.header.querySelector(".path")?.offsetWidth ?? 0) + 20;
    if (boxes.some((box) => box.left >= start - 1 && box.right <= right)) return;
    const box = boxes[0];
    this.view.scrollLeft += box.left < start ? box.left - start : Math.min(box.right - right + 20, box.left - start);
  }
}

// Roughly how wide a cell is: signs of East Asia are wide.
const width = (cell) => (cell == null ? 0 : [...String(cell).slice(0, 40)].reduce((n, c) => n + (c > "\u2e7f" ? 1.8 : 1), 0));

// One element for an item. `mark` is a class of SIGNS, `was` the path it comes from, `truth` what the data say
// instead, `former` the version that it takes the place of.
function elementOf(item, view, { mark = "", was = "", truth = null, former } = {}) {
  const e = item.kind === ROW ? rowElement(item, view, former) : labelElement(item), [place] = e.children;
  e.style.height = item.height + "px";
  e.setAttribute("aria-rowindex", item.index + 2);
  if (mark) {
    e.classList.add(mark);
    const [sign, word] = SIGNS[mark];
    const s = labelled("sign", sign, was ? `${word}, from ${was}` : word);
    if (item.kind === ROW) place.append(s);
    else place.prepend(s);
  }
  if (was) place.append(make("span", "was", was));
  if (truth !== null) {
    place.append(make("span", "truth", truth));
    e.title = "The view shows this; the data say " + (truth || "nothing");
  }
  return e;
}

// The text of a header or a footer.
const labelText = (kind, { title, header, footer }) => (kind === HEAD ? header ?? title : footer);

function labelElement({ kind, s, section }) {
  const e = make("div", kind, undefined, "row"), cell = make("div", "label", undefined, "cell");
  cell.append(make("span", "text", labelText(kind, section)));
  if (kind === HEAD) {
    const n = section.rows.length;
    cell.append(make("span", "count", `${s} · ${n ? plural(n, "row") : "empty"}`));
  }
  e.append(cell);
  return e;
}

function rowElement({ s, r, version, row }, view, former) {
  const e = make("div", "row", undefined, "row"), old = former === undefined ? null : film.rows[former], { touch } = view, traits = view.traits.get(String(row)) ?? {};
  const path = placed(make("div", "path", undefined, "cell"), 0);
  if (view.editing && traits.canEdit !== false) path.append(control(row, traits, view));
  path.append(make("span", "place", pathOf({ s, r })));
  if (setOf(view.selection).has(row)) {
    e.classList.add("selected");
    path.append(make("span", "unseen", " selected"));
  }
  if (setOf(view.marks).has(row)) path.append(labelled("mark", "✓", "marked"));
  e.append(path);
  const cells = film.rows[version] ?? null;
  if (!cells) e.classList.add("placeholder");
  view.columns.forEach((column, i) => {
    const value = cells?.[i], cell = placed(make("div", column.kind === "number" ? "number" : "", undefined, "cell"), i + 1);
    if (!cells) cell.append(make("span", i ? "blank" : "blank first", i ? "" : "not recorded"));
    else if (value != null) {
      const text = (cell.textContent = String(value));
      cell.dir = "auto";
      if (text.length > 16) cell.title = text.slice(0, 2000);
    }
    if (old && cells && (old[i] ?? null) !== (value ?? null)) {
      cell.classList.add("edited");
      cell.title = `was ${old[i] ?? "empty"}`;
    }
    if (i === 0) {
      if (traits.indent) cell.style.paddingInlineStart = indentOf(traits) + "rem";
      if (setOf(touch.expanded ?? []).has(row)) cell.prepend(labelled("open", "▾", "expanded"));
    }
    e.append(cell);
  });
  if (hasEnds(view)) e.append(placed(endOf(row, traits, view), view.columns.length + 1));
  if (touch.highlighted === row) e.classList.add("highlighted");
  if (touch.swiped === row || touch.minus === row) e.classList.add("opened");
  if (touch.drag?.[0] === row) e.classList.add("dragged");
  return e;
}

function labelled(className, sign, word) {
  const e = make("span", className, sign, "img");
  e.setAttribute("aria-label", word);
  return e;
}

// The control at the start of a row in editing mode.
function control(row, traits, view) {
  if (view.editing === "multiple") {
    return setOf(view.selection).has(row) ? labelled("control check", "✓", "checked") : labelled("control circle", "", "not checked");
  }
  const style = traits.style ?? "delete";
  if (style === "insert") return labelled("control plus", "+", "insert control");
  if (style === "none") return make("span");
  return view.touch.minus === row ? labelled("control minus open", "−", "delete control, open") : labelled("control minus", "−", "delete control");
}

function endOf(row, traits, view) {
  const e = make("div", "end", undefined, "cell");
  if (view.touch.swiped === row || view.touch.minus === row) e.append(make("span", "confirm", "Delete"));
  else if (view.editing) {
    if (traits.canMove !== false) e.append(labelled("grip", "≡", "can be moved"));
  } else {
    const [sign, word] = { disclosure: ["›", "disclosure"], detail: ["ⓘ", "detail button"], checkmark: ["✓", "checkmark"] }[traits.accessory] ?? [];
    if (sign) e.append(labelled("accessory " + traits.accessory, sign, word));
  }
  return e;
}

// Where a dragged row would land: a line across the table.
function dropLine(state, view, l, offset) {
  const drag = view.touch.drag;
  if (!drag) return [];
  let [s, r] = drag[1];
  const section = state.sections[s];
  if (!section) return [];
  const own = section.rows.findIndex((v) => film.row(v) === drag[0]);
  if (own >= 0 && r >= own) r += 1;
  const e = make("div", "drop");
  e.setAttribute("aria-hidden", "true");
  e.style.transform = `translateY(${rowTop(l, s, Math.min(r, section.rows.length)) - offset - 1}px)`;
  return [e];
}

// What happened to an item, before or after a stage.
const fateBefore = ({ sectionsBefore, before }, item) => fateOf(item, sectionsBefore, before);
const fateAfter = ({ sectionsAfter, after }, item) => fateOf(item, sectionsAfter, after);

function fateOf({ kind, s, r }, sections, rows) {
  const section = sections[s];
  if (kind !== ROW || ![KEPT, MOVED, RECONFIGURED].includes(section)) return section;
  return rows.get(s)?.[r] || (section === MOVED ? MOVED : KEPT);
}

// The version that an item takes the place of, if its stage draws it anew with the same columns.
const formerOf = (b, changes, item) => (changes && film.view(b).columns === film.view(b + 1).columns ? changes.former.get(item.version) : undefined);

// A picture of the table at rest after `position` beats. With `marked`, "before" marks what the next stage
// does, "after" what the last one did; "nothing" only what the view shows and the data do not.
function picture(surface, position, offset, marked = "after") {
  const isAfter = marked === "after", b = isAfter ? position - 1 : position, beat = marked === "nothing" ? null : film.beats[b];
  const data = film.state(position), state = marked === "before" ? data : film.shown(position), view = film.view(position);
  surface.prepare(state, view);
  const l = layoutOf(state, view), h = surface.height, changes = beat?.content && film.changes(b), tried = isAfter ? triedOf(beat) : null;
  surface.size(l.height);
  const elements = visibleItems(state, l, offset, offset + h).map((item) => {
    let mark = changes ? CLASS_OF[(isAfter ? fateAfter : fateBefore)(changes, item)] : "";
    if (tried?.has(item.kind === ROW ? pathOf(item) : String(item.s))) mark = "tried";
    const truth = state === data ? null : truthOf(item, data.sections[item.s]);
    const e = elementOf(item, view, { mark: truth === null ? mark : "stale", truth, former: isAfter ? formerOf(b, changes, item) : undefined });
    e.style.transform = `translateY(${item.at - offset}px)`;
    return e;
  });
  surface.show([...elements, ...dropLine(state, view, l, offset)], l);
}

// What the data say where an item shows something else: the first cell that differs. Null: it shows the data.
function truthOf(item, section) {
  if (item.kind !== ROW) {
    const text = labelText(item.kind, section);
    return text === labelText(item.kind, item.section) ? null : text ?? "";
  }
  const version = section.rows[item.r], shown = film.rows[item.version], data = film.rows[version];
  if (version === item.version) return null;
  return String(data?.find((cell, i) => cell !== shown?.[i]) ?? "");
}

// The rows and sections, before, that a refused batch named, as 0:1 and 0.
function triedPlaces({ rows = {}, sections = {} }) {
  const lists = [rows.delete, rows.reload, rows.reconfigure !== "all" && rows.reconfigure, rows.move?.map((m) => m[0])].map((x) => x || []);
  const named = [...(sections.delete ?? []), ...(sections.reload ?? []), ...(sections.move ?? []).map((m) => m[0])];
  return new Set([...lists.flat().map(([s, r]) => s + ":" + r), ...named.map(String)]);
}

function triedOf(beat) {
  const tried = film.steps[beat?.step]?.attempted;
  return tried ? triedPlaces(tried) : null;
}
