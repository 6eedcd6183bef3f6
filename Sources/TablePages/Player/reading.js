// Reading: the recording in the page, unpacked and checked. What is not a recording is refused with a
// sentence and a hint; nothing that is read is ever put into the page as anything but text.

class Unreadable extends Error {
  constructor(message, hint = "") {
    super(message);
    this.hint = hint;
  }
}

// More than this is refused rather than hung on.
const LIMITS = { characters: 300e6, operations: 5e6, rows: 3e6, versions: 5e6 };

const isIndex = (n) => Number.isInteger(n) && n >= 0 && n < 0x7fffffff;
const isObject = (x) => typeof x === "object" && x !== null && !Array.isArray(x);

function need(holds, where, what) {
  if (!holds) throw new Unreadable(`This recording is damaged: ${where} ${what}.`, "Record it again: tablesh record SCRIPT -o PAGE.html");
}

async function textOfRecording(block) {
  const text = block.textContent;
  if (block.dataset.encoding !== "gzip") return text;
  if (typeof DecompressionStream === "undefined") {
    throw new Unreadable("This browser cannot unpack the recording.", "Open the page in a newer one.");
  }
  try {
    const bytes = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const parts = [];
    let length = 0;
    for (;;) {
      const { done, value } = await reader.read();
      parts.push(done ? decoder.decode() : decoder.decode(value, { stream: true }));
      if (done) return parts.join("");
      length += value.length;
      if (length > LIMITS.characters) throw new Unreadable("This recording is too large to be shown.", "Record with --rows seen.");
    }
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable("The recording in this page is cut off or damaged: it cannot be unpacked.", "Copy or record the page again.");
  }
}

function parsedRecording(text) {
  if (text.trim() === "") throw new Unreadable("There is no recording in this page.", "Make one: tablesh record SCRIPT -o PAGE.html");
  if (text.length > LIMITS.characters) throw new Unreadable("This recording is too large to be shown.", "Record with --rows seen.");
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Unreadable("The recording in this page is cut off or damaged: it is no JSON.", "Copy or record the page again.");
  }
  checkRecording(value);
  return value;
}

function checkRecording(r) {
  if (!isObject(r) || r.tablesh !== "recording") throw new Unreadable("What is in this page is no recording of tablesh.");
  if (r.version !== 1) {
    throw new Unreadable(`This recording has version ${String(r.version).slice(0, 20)} of the format; this page reads version 1.`, "Record it with the same version of tablesh.");
  }
  checkColumns(r.columns, "the recording");
  need(Array.isArray(r.rows), "the recording", "has no rows");
  need(r.rows.length <= LIMITS.versions, "the recording", "has too many rows");
  need(r.rows.every((row) => row === null || Array.isArray(row)), "the recording", "has a row that is no list");
  need(isObject(r.start), "the recording", "has no start");
  need(Array.isArray(r.steps), "the recording", "has no steps");
  checkVersions(r, r.rows.length, "the recording");
  if (r.geometry !== undefined) checkGeometry(r.geometry, "the recording");
  checkSections(r.start.sections, r.rows.length, "the start");
  checkView(r.start, "the start");
}

function checkColumns(columns, where) {
  need(Array.isArray(columns) && columns.every((c) => isObject(c) && typeof c.name === "string"), where, "has no list of columns");
}

function checkGeometry(g, where) {
  const isSize = (x, least) => x === undefined || (Number.isFinite(x) && x >= least && x <= 1e5);
  need(isObject(g) && isSize(g.row, 1) && isSize(g.header, 0) && isSize(g.viewport, 1), where, "has measures that are no sizes");
}

function checkVersions(holder, count, where) {
  for (const [version, row] of Object.entries(holder.ident ?? {})) {
    need(isIndex(+version) && +version < count && isIndex(row) && row < count, where, `names row ${row} for version ${version}`);
  }
  for (const [version, height] of Object.entries(holder.heights ?? {})) {
    need(isIndex(+version) && Number.isFinite(height) && height > 0 && height < 1e6, where, `has a height of ${height}`);
  }
}

function checkSections(sections, versions, where) {
  need(Array.isArray(sections), where, "has no sections");
  let rows = 0;
  const ids = new Set();
  for (const section of sections) {
    need(Array.isArray(section), where, "has a section that is no list");
    rows += checkSection(section, 0, versions, where);
    need(!ids.has(section[0]), where, `has section ${section[0]} twice`);
    ids.add(section[0]);
  }
  need(rows <= LIMITS.rows, where, "has too many rows");
}

// A section's identity, texts and ranges stand in a list from `at` on. Returns how many rows it has.
function checkSection(list, at, versions, where) {
  need(isIndex(list[at]) && Array.isArray(list[at + 4]), where, "has a section without identity or rows");
  return checkRanges(list[at + 4], versions, where);
}

function checkRanges(ranges, versions, where) {
  need(Array.isArray(ranges), where, "has no ranges of rows");
  let rows = 0;
  for (const range of ranges) {
    need(Array.isArray(range) && isIndex(range[0]) && isIndex(range[1]) && range[0] + range[1] <= versions, where,
      `names rows ${String(range).slice(0, 40)}, which are not there`);
    rows += range[1];
  }
  need(rows <= LIMITS.rows, where, "has too many rows");
  return rows;
}

function checkView(view, where) {
  for (const name of ["selection", "marks"]) {
    need(view[name] === undefined || (Array.isArray(view[name]) && view[name].every(isIndex)), where, `has no good ${name}`);
  }
  need(view.offset === undefined || Number.isFinite(view.offset), where, "has no good offset");
  need(view.traits === undefined || isObject(view.traits), where, "has no good traits");
}

// Checks the form of a step; whether its indexes fit is seen when its stages are applied.
// Returns the number of operations.
function checkStep(step, versions, where) {
  need(isObject(step), where, "is no step");
  if (step.columns !== undefined) checkColumns(step.columns, where);
  if (step.geometry !== undefined) checkGeometry(step.geometry, where);
  checkVersions(step, versions, where);
  checkView(step, where);
  need(step.why === undefined || Array.isArray(step.why), where, "has no list of reasons");
  need(step.events === undefined || Array.isArray(step.events), where, "has no list of calls");
  need(step.stages === undefined || Array.isArray(step.stages), where, "has no list of stages");
  let operations = 0;
  for (const stage of step.stages ?? []) {
    need(isObject(stage), where, "has a stage that is none");
    if (stage.reloadData) {
      checkSections(stage.table, versions, where);
      operations += 1;
    } else {
      operations += checkOperations(stage, versions, where);
    }
  }
  return operations;
}

function checkOperations(stage, versions, where) {
  let count = 0;
  const lists = (group, kinds, isGood) => {
    for (const kind of kinds) {
      const list = stage[group]?.[kind] ?? [];
      if (list === "all") {
        count += checkRanges(stage.rows.versions, versions, where);
        continue;
      }
      need(Array.isArray(list), where, `has no list of ${kind}`);
      count += list.length;
      if (count > LIMITS.operations) throw tooMany();
      for (const operation of list) need(isGood(operation), where, `has a wrong ${kind} of ${group}: ${String(operation).slice(0, 40)}`);
    }
  };
  const isPath = (p) => Array.isArray(p) && isIndex(p[0]) && isIndex(p[1]);
  lists("rows", ["delete"], isPath);
  lists("rows", ["insert", "reload", "reconfigure"], (o) => isPath(o) && isIndex(o[2]) && o[2] < versions);
  lists("rows", ["move"], (o) => Array.isArray(o) && isPath(o[0]) && isPath(o[1]));
  lists("sections", ["delete"], isIndex);
  lists("sections", ["move"], isPath);
  lists("sections", ["reconfigure"], (o) => Array.isArray(o) && isIndex(o[0]));
  lists("sections", ["insert", "reload"], (o) => {
    if (!Array.isArray(o) || !isIndex(o[0])) return false;
    count += checkSection(o, 1, versions, where);
    return true;
  });
  for (const stale of stage.stale ?? []) need(isPath(stale) && isIndex(stale[2]) && stale[2] < versions, where, "has a wrong stale row");
  return count;
}

const tooMany = () =>
  new Unreadable(`This recording has more than ${LIMITS.operations.toLocaleString("en")} operations, too many to be shown.`, "Record fewer commands, or a smaller table.");
