// State: the table before and after each stage. A section is {id, title, header, footer, rows}, its rows
// an Int32Array of versions; a stage copies the sections that it touches and shares all others.
// Stages are applied when they are first needed.

const KEPT = 0, DELETED = 1, MOVED = 2, RELOADED = 3, RECONFIGURED = 4, INSERTED = 5;

const stays = (kind) => kind !== DELETED && kind !== MOVED;

function rowsOf(ranges) {
  const rows = new Int32Array(total(ranges, (range) => range[1]));
  let at = 0;
  for (const [first, count] of ranges) for (let i = 0; i < count; i++) rows[at++] = first + i;
  return rows;
}

const texts = (title, header, footer) => ({ title: String(title ?? ""), header: header ?? null, footer: footer ?? null });
const sectionOf = ([id, title, header, footer, ranges]) => ({ id, ...texts(title, header, footer), rows: rowsOf(ranges) });

// A state to which no stage led.
const firstState = (state, shown = state) => ({ state, shown, changes: null, bytes: 0 });
const stateOf = (sections) => ({ sections, rowCount: total(sections, (s) => s.rows.length) });

// Applies a stage as UIKit does (rule D4): what is deleted or moved leaves, what is inserted or moved
// takes its place, and the others fill what is free in their old order.
//
// Returns the state after it; what the view shows of it, which is another where the view errs; and the
// changes: `before` and `after` say for a section's index what becomes of each row, `sectionsBefore` and
// `sectionsAfter` of each section, and `former` which version a redrawn one takes the place of.
function applied(state, stage, where) {
  if (stage.reloadData) {
    const read = stateOf(stage.table.map(sectionOf));
    return { state: read, shown: read, changes: null };
  }
  const old = state.sections, rows = stage.rows ?? {}, groups = stage.sections ?? {};
  const there = (holds, what) => need(holds, where, `${what}, which is not there`);
  const sectionAt = (s) => (there(s < old.length, `names section ${s} of ${old.length}`), old[s]);

  // Where the view errs, it may show one row twice: there each cell has a number of its own, the version
  // that it showed before, or for a new one a number below zero.
  const errs = Boolean(stage.stale?.length || stage.staleHeaders?.length);
  let newCell = -1;

  // What becomes of the old sections.
  const sectionsBefore = new Uint8Array(old.length), replaced = new Map();
  for (const s of groups.delete ?? []) sectionAt(s), (sectionsBefore[s] = DELETED);
  for (const [s] of groups.move ?? []) sectionAt(s), (sectionsBefore[s] = MOVED);
  for (const [s, title, header, footer] of groups.reconfigure ?? []) {
    replaced.set(s, { ...sectionAt(s), ...texts(title, header, footer) });
    sectionsBefore[s] ||= RECONFIGURED;
  }
  for (const [s, ...section] of groups.reload ?? []) sectionAt(s), replaced.set(s, sectionOf(section)), (sectionsBefore[s] = RELOADED);

  // What becomes of the old rows.
  const before = new Map(), versions = new Map(), former = new Map();
  const change = (s, r, kind, version) => {
    there(r < sectionAt(s).rows.length, `names row ${s}:${r}`);
    const kinds = member(before, s, () => new Uint8Array(old[s].rows.length));
    if (version !== undefined) {
      former.set(version, old[s].rows[r]);
      member(versions, s, () => old[s].rows.slice())[r] = version;
      if (kinds[r] !== KEPT) return;
    }
    kinds[r] = kind;
  };
  if (rows.reconfigure === "all") {
    const all = rowsOf(rows.versions);
    need(all.length === state.rowCount, where, `changes ${all.length} rows of ${state.rowCount}`);
    let at = 0;
    old.forEach((section, s) => {
      versions.set(s, all.slice(at, (at += section.rows.length)));
      before.set(s, new Uint8Array(section.rows.length).fill(RECONFIGURED));
    });
  } else {
    for (const [s, r, v] of rows.reconfigure ?? []) change(s, r, RECONFIGURED, v);
  }
  for (const [s, r, v] of rows.reload ?? []) change(s, r, RELOADED, v);
  for (const [s, r] of rows.delete ?? []) change(s, r, DELETED);
  const arrivals = new Map();
  const arrive = (s, r, kind, version, cell) => member(arrivals, s, () => new Map()).set(r, [version, kind, cell]);
  for (const [[s, r], [t, q]] of rows.move ?? []) {
    change(s, r, MOVED);
    arrive(t, q, MOVED, (versions.get(s) ?? old[s].rows)[r], old[s].rows[r]);
  }
  for (const [s, r, v] of rows.insert ?? []) arrive(s, r, INSERTED, v);

  // The new order of sections.
  const taken = new Map();
  for (const [s, ...section] of groups.insert ?? []) taken.set(s, sectionOf(section));
  for (const [from, to] of groups.move ?? []) taken.set(to, from);
  const count = total(sectionsBefore, stays) + taken.size;
  const sections = new Array(count), origins = new Int32Array(count).fill(-1), sectionsAfter = new Uint8Array(count);
  for (const s of [...taken.keys(), ...arrivals.keys()]) there(s < count, `puts something into section ${s} of ${count}`);
  let next = 0;
  for (let s = 0; s < count; s++) {
    const here = taken.get(s);
    if (typeof here === "object") {
      sections[s] = errs ? { ...here, cells: here.rows.map(() => newCell--) } : here;
      sectionsAfter[s] = INSERTED;
      continue;
    }
    let from = here;
    if (from === undefined) {
      while (!stays(sectionsBefore[next])) next++;
      from = next++;
    }
    origins[s] = from;
    sectionsAfter[s] = sectionsBefore[from];
    sections[s] = replaced.get(from) ?? old[from];
    if (errs && sectionsBefore[from] === RELOADED) sections[s].cells = sections[s].rows.map(() => newCell--);
  }

  // The rows of sections that are touched. Those of new ones are all given already.
  const after = new Map();
  for (let s = 0; s < count; s++) {
    const from = origins[s], kinds = before.get(from), coming = arrivals.get(s);
    if (from < 0 || sectionsBefore[from] === RELOADED || (!kinds && !coming)) continue;
    const source = versions.get(from) ?? old[from].rows;
    const length = (kinds ? total(kinds, stays) : source.length) + (coming?.size ?? 0);
    for (const r of coming?.keys() ?? []) there(r < length, `puts something at row ${s}:${r} of ${length}`);
    const made = new Int32Array(length), how = new Uint8Array(length), cells = errs && new Int32Array(length);
    for (let r = 0, q = 0; r < length; r++) {
      const arrival = coming?.get(r);
      if (arrival) {
        [made[r], how[r]] = arrival;
        if (errs) cells[r] = arrival[2] ?? newCell--;
        continue;
      }
      if (kinds) while (!stays(kinds[q])) q++;
      made[r] = source[q];
      if (errs) cells[r] = old[from].rows[q];
      if (kinds) how[r] = kinds[q];
      q++;
    }
    sections[s] = { ...sections[s], rows: made, ...(errs && { cells }) };
    after.set(s, how);
  }

  // Where the view errs, what is shown now is not what the table is from now on.
  const shown = stateOf(sections), changes = { before, after, sectionsBefore, sectionsAfter, former };
  if (!errs) return { state: shown, shown, changes };
  const data = sections.map(({ cells, ...section }) => section), copied = new Set();
  for (const [s, r, , version] of stage.stale ?? []) {
    there(s < count && r < data[s].rows.length, `names the stale row ${s}:${r}`);
    if (!copied.has(s)) copied.add(s), (data[s].rows = data[s].rows.slice());
    data[s].rows[r] = version;
  }
  for (const [s, id, title, header, footer] of stage.staleHeaders ?? []) {
    there(s < count, `names the stale header ${s}`);
    Object.assign(data[s], { id, ...texts(title, header, footer) });
  }
  return { state: stateOf(data), shown, changes };
}

// What the view shows beside the table: in force after a step until another says otherwise.
const FIRST_VIEW = { columns: [], geometry: { row: 44, header: 28, viewport: 440, style: "plain" }, heights: null, traits: new Map(), selection: [], marks: [], editing: false, touch: {}, offset: 0 };

// The list of rows that a step leads to: a list, or `{ before, remove, add }`, of which `setOf` makes a set.
const listAfter = (before, change) => (Array.isArray(change) ? change : { before, ...change });

// The highest version that stages name; -1 if they name none.
function highestVersion(stages) {
  let highest = -1;
  const see = (version) => (highest = Math.max(highest, version));
  const seeAll = (ranges) => ranges.forEach(([first, count]) => see(first + count - 1));
  for (const { rows = {}, sections = {}, table = [], stale = [] } of stages) {
    if (rows.reconfigure === "all") seeAll(rows.versions);
    for (const list of [rows.reconfigure, rows.reload, rows.insert]) if (Array.isArray(list)) for (const o of list) see(o[2]);
    for (const list of [sections.insert, sections.reload]) for (const o of list ?? []) seeAll(o[5]);
    for (const section of table) seeAll(section[4]);
    for (const o of stale) see(o[2]), see(o[3]);
  }
  return highest;
}

// The view after a step. Of versions above `known`, which nothing before shows, the heights go into the map
// of the view before: many edits share one.
function viewAfter(view, step, known = Infinity) {
  const next = { ...view }, { geometry, heights, traits } = step;
  for (const name of ["columns", "touch", "offset", "editing"]) if (step[name] !== undefined) next[name] = step[name];
  for (const name of ["selection", "marks"]) if (step[name] !== undefined) next[name] = listAfter(view[name], step[name]);
  if (geometry) next.geometry = { ...view.geometry, ...geometry };
  if (heights) {
    const list = Object.entries(heights), isShared = view.heights && list.every(([version]) => version > known);
    next.heights = isShared ? view.heights : new Map(view.heights);
    for (const [version, height] of list) height === null ? next.heights.delete(+version) : next.heights.set(+version, height);
  }
  if (traits) next.traits = new Map([...view.traits, ...Object.entries(traits)]);
  return next;
}

// The whole: steps, their *beats* (one a stage; a step without stages is one beat, in which nothing moves),
// and the state before the first beat and after each. A step that follows the table before the last one has
// a beat before its stages that goes back there.
class Film {
  static budget = 64e6; // bytes of rows that are kept; what is dropped is made again

  constructor(recording) {
    checkRecording(recording);
    this.title = typeof recording.title === "string" ? recording.title : "";
    this.rows = recording.rows;
    this.filled = 0; // how often cells came of rows not seen before
    this.rules = { ...recording.rules }; // the texts of rules, by name
    this.rowOf = null; // Int32Array: version → row; null: each version is its own row
    this.steps = [];
    this.beats = [];
    this.starts = []; // how many beats are done where each step begins
    this.views = [viewAfter(viewAfter(FIRST_VIEW, recording), recording.start)];
    this.before = []; // the view where each step begins
    this.known = highestVersion([{ table: recording.start.sections }]);
    this.operations = 0;
    this.counts = []; // the operations of each step
    this.kept = new Map([[0, firstState(stateOf(recording.start.sections.map(sectionOf)))]]);
    this.bytes = 0;
    this.name(recording.ident);
    this.damage = null;
    for (const step of recording.steps) this.add(step);
  }

  name(ident) {
    if (!ident || !Object.keys(ident).length) return;
    const size = this.rows.length, old = this.rowOf;
    if (!old || old.length < size) {
      this.rowOf = Int32Array.from({ length: size }, (_, v) => v);
      if (old) this.rowOf.set(old);
    }
    for (const [version, row] of Object.entries(ident)) this.rowOf[version] = row;
  }

  row(version) {
    return this.rowOf?.[version] ?? version;
  }

  // Adds a step; it may bring versions of its own.
  add(step) {
    const where = `step ${this.steps.length + 1}`;
    if (Array.isArray(step?.rows)) {
      const from = step.from ?? this.rows.length;
      need(isIndex(from) && from <= this.rows.length && step.rows.every((row) => row === null || Array.isArray(row)), where, "has rows that do not follow");
      for (let i = this.rows.length - from; i < step.rows.length; i++) this.rows.push(step.rows[i]);
    }
    const operations = checkStep(step, this.rows.length, where);
    for (const [version, cells] of Object.entries(step.cells ?? {})) this.rows[version] = cells;
    if (step.cells) this.filled += 1;
    Object.assign(this.rules, step.rules);
    this.operations += operations;
    if (this.operations > LIMITS.operations) throw tooMany();
    this.name(step.ident);
    const index = this.steps.length, stages = step.stages ?? [];
    this.steps.push(step);
    this.counts.push(operations);
    need(!step.follows || index > 0, where, "follows none");
    if (step.follows) this.beats.push({ step: index, stage: -1, of: stages.length, content: null, back: this.starts[index - 1], view: this.before[index - 1] });
    this.starts.push(this.beats.length);
    this.before.push(step.follows ? this.before[index - 1] : this.views[index]);
    this.views.push(viewAfter(this.before[index], step, step.follows ? Infinity : this.known));
    this.known = Math.max(this.known, highestVersion(stages));
    for (let stage = 0; stage < Math.max(1, stages.length); stage++) {
      this.beats.push({ step: index, stage, of: stages.length, content: stages[stage] ?? null });
    }
  }

  get length() {
    return this.beats.length;
  }

  // The state after `position` beats.
  state(position) {
    return this.#made(position).state;
  }

  // What the view shows after `position` beats.
  shown(position) {
    return this.#made(position).shown;
  }

  // What the stage of a beat changes: null if it has none, or redraws everything.
  changes(beat) {
    return this.#made(beat + 1).changes;
  }

  view(position) {
    if (position === 0) return this.views[0];
    const beat = this.beats[position - 1], view = this.views[beat.step + 1];
    if (beat.back !== undefined) return beat.view;
    const selection = beat.content?.selection, { columns, stages } = this.steps[beat.step];
    const isEarly = columns && stages?.findLastIndex((stage) => stage.rows?.reconfigure === "all") > beat.stage;
    if (!selection && !isEarly) return view;
    return (beat.view ??= {
      ...view,
      columns: isEarly ? this.before[beat.step].columns : view.columns, // rows have the cells of new ones only from that stage on
      selection: selection ? listAfter(view.selection, selection) : view.selection,
    });
  }

  #made(position) {
    const kept = this.kept.get(position);
    if (kept) return kept;
    let from = position;
    while (!this.kept.has(from)) from--;
    let made = this.kept.get(from);
    for (let p = from + 1; p <= position; p++) {
      const beat = this.beats[p - 1], old = made.state;
      if (beat.back !== undefined) {
        const { state, shown } = this.#made(beat.back);
        made = firstState(state, shown);
      } else if (beat.content) {
        const { state, shown, changes } = applied(old, beat.content, `step ${beat.step + 1}`);
        if (state.rowCount > LIMITS.rows) throw tooMany();
        const shared = new Set(old.sections.map((s) => s.rows));
        const bytes = state.sections.reduce((n, s) => n + (shared.has(s.rows) ? 0 : 6 * s.rows.length), 16 * state.sections.length);
        made = { state, shown, changes, bytes };
      } else {
        made = firstState(old, made.shown); // what errs is seen until it is drawn anew
      }
      this.kept.set(p, made);
      this.bytes += made.bytes;
      if (this.bytes > Film.budget) this.#drop(p);
    }
    return made;
  }

  // Drops what is far from a position, but keeps one state of every few to start from.
  #drop(position) {
    for (let every = 2; this.bytes > Film.budget / 2 && every < 1024; every *= 2) {
      for (const [p, made] of this.kept) {
        if (p % every === 0 || Math.abs(p - position) < 2) continue;
        this.kept.delete(p);
        this.bytes -= made.bytes;
      }
    }
  }

  // Leaves out the steps from the one of a beat on, since they cannot be shown.
  cut(beat) {
    const { step } = this.beats[beat], first = this.beats.findIndex((b) => b.step === step);
    this.operations -= total(this.counts.splice(step), (n) => n);
    this.steps.length = step;
    this.views.length = step + 1;
    this.starts.length = this.before.length = step;
    this.beats.length = first;
    for (const [p, { bytes }] of [...this.kept]) if (p > first) this.kept.delete(p), (this.bytes -= bytes);
  }
}
