// Reading: the recording in the page, unpacked and checked. What is no recording is refused with a sentence
// and a hint. What is read is put into the page as text, never as anything else.

class Unreadable extends Error {
  constructor(message, hint = "Record it again: tablesh record SCRIPT -o PAGE.html") {
    super(message);
    this.hint = hint;
  }
}

// More than this is refused rather than hung on.
const LIMITS = { characters: 300e6, operations: 5e6, rows: 3e6 };

const isObject = (x) => typeof x === "object" && x !== null && !Array.isArray(x);
const isIndex = (n) => Number.isInteger(n) && n >= 0 && n < 0x7fffffff;
const isPath = (p) => Array.isArray(p) && isIndex(p[0]) && isIndex(p[1]);
const isList = (x, isGood) => Array.isArray(x) && x.every(isGood);
const clamp = (x, least, most) => Math.max(least, Math.min(most, x));
const total = (list, of) => list.reduce((n, x) => n + of(x), 0);
const number = (n) => n.toLocaleString("en");
const plural = (n, word) => `${number(n)} ${word}${n === 1 ? "" : "s"}`;

// What a map has for a key, made if it has nothing yet.
function member(map, key, make) {
  if (!map.has(key)) map.set(key, make());
  return map.get(key);
}

const tooLarge = () => new Unreadable("This recording is too large to be shown.", "Record fewer commands, a smaller table, or with --rows seen.");

function need(holds, where, what) {
  if (!holds) throw new Unreadable(`This recording is damaged: ${where} ${what}.`);
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")), parts = [];
  let length = 0;
  for (const reader = stream.pipeThrough(new TextDecoderStream("utf-8", { fatal: true })).getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return parts.join("");
    parts.push(value);
    if ((length += value.length) > LIMITS.characters) throw tooLarge();
  }
}

async function readRecording(block) {
  if (!block.textContent.trim()) throw new Unreadable("There is no recording in this page.");
  try {
    const text = block.dataset.encoding === "gzip" ? await unpacked(block.textContent) : block.textContent;
    if (text.length > LIMITS.characters) throw tooLarge();
    return JSON.parse(text);
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable("The recording in this page is cut off or damaged.", "Copy or record the page again.");
  }
}

function checkRecording(r) {
  if (!isObject(r) || r.tablesh !== "recording") throw new Unreadable("What is in this page is no recording of tablesh.");
  if (![1, 2, 3, 4].includes(r.version)) throw new Unreadable(`This recording has version ${String(r.version).slice(0, 20)} of the format; this page reads versions 1 to 4.`);
  const where = "its start";
  need(isList(r.rows, (row) => row === null || Array.isArray(row)), where, "has no list of rows");
  need(isObject(r.start) && Array.isArray(r.steps) && r.columns, where, "has no columns, sections or steps");
  checkParts(r, r.rows.length, where);
  checkParts(r.start, r.rows.length, where);
  checkSections(r.start.sections, r.rows.length, where);
}

// Whether it is a list of rows, or what one has other than the list before.
const isRowList = (x) => isList(x, isIndex) || (isObject(x) && isList(x.remove ?? [], isIndex) && isList(x.add ?? [], isIndex));

// Checks what recordings and steps have in common.
function checkParts(part, versions, where) {
  const { columns, follows, geometry, ident, heights, selection, marks, offset, traits, touch, rules, why, events, conflicts, stages } = part;
  const isSize = (x, least) => x === undefined || (Number.isFinite(x) && x >= least && x < 1e6);
  need(columns === undefined || isList(columns, (c) => typeof c?.name === "string"), where, "has columns without names");
  need(isSize(geometry?.row, 1) && isSize(geometry?.header, 0) && isSize(geometry?.viewport, 1), where, "has measures that are no sizes");
  for (const [version, row] of Object.entries(ident ?? {})) need(+version < versions && isIndex(row) && row < versions, where, `has no row ${row}`);
  for (const [version, height] of Object.entries(heights ?? {})) {
    need(+version < versions && (height === null || isSize(height, 1)), where, `has a height of ${height}`);
  }
  for (const rows of [selection, marks]) need(rows === undefined || isRowList(rows), where, "has a selection that is no list");
  for (const list of [why, events, conflicts, stages]) need(list === undefined || isList(list, isObject), where, "has something that is no list");
  need(rules === undefined || (isObject(rules) && Object.values(rules).every((text) => typeof text === "string")), where, "has rules without texts");
  need(follows === undefined || typeof follows === "boolean", where, "follows nothing");
  need((offset === undefined || Number.isFinite(offset)) && isObject(traits ?? {}) && isObject(touch ?? {}), where, "has a view that is none");
}

function checkSections(sections, versions, where) {
  need(isList(sections, (s) => Array.isArray(s) && isIndex(s[0])), where, "has no sections");
  need(new Set(sections.map((s) => s[0])).size === sections.length, where, "has a section twice");
  if (total(sections, (s) => checkRanges(s[4], versions, where)) > LIMITS.rows) throw tooLarge();
}

// Returns how many rows ranges have.
function checkRanges(ranges, versions, where) {
  need(isList(ranges, (r) => isPath(r) && r[0] + r[1] <= versions), where, "names rows that are not there");
  const rows = total(ranges, (range) => range[1]);
  if (rows > LIMITS.rows) throw tooLarge();
  return rows;
}

// Checks the form of a step; whether its indexes fit is seen when it is applied. Returns its operations.
function checkStep(step, versions, where) {
  need(isObject(step), where, "is none");
  checkParts(step, versions, where);
  for (const [version, cells] of Object.entries(step.cells ?? {})) need(+version < versions && Array.isArray(cells), where, `has no cells of ${version}`);
  let count = 0;
  for (const stage of step.stages ?? []) {
    if (stage.reloadData) checkSections(stage.table, versions, where), count++;
    else count += checkOperations(stage, versions, where);
    need(stage.selection === undefined || isRowList(stage.selection), where, "has a selection that is no list");
    need(isList(stage.stale ?? [], (o) => isPath(o) && isPath(o.slice(2)) && o[2] < versions), where, "has a stale row that is none");
  }
  return count;
}

function checkOperations({ rows = {}, sections = {} }, versions, where) {
  let count = 0;
  const each = (list, isGood) => {
    need(Array.isArray(list), where, "has operations that are no list");
    count += list.length;
    if (count > LIMITS.operations) throw tooMany();
    for (const o of list) need(isGood(o), where, `has a wrong operation: ${String(o).slice(0, 40)}`);
  };
  const isVersioned = (o) => isPath(o) && isIndex(o[2]) && o[2] < versions;
  const isPlaced = (o) => isPath(o) && ((count += checkRanges(o[5], versions, where)), true);
  if (rows.reconfigure === "all") count += checkRanges(rows.versions, versions, where);
  else each(rows.reconfigure ?? [], isVersioned);
  each(rows.insert ?? [], isVersioned);
  each(rows.reload ?? [], isVersioned);
  each(rows.delete ?? [], isPath);
  each(rows.move ?? [], (o) => isList(o, isPath) && o.length === 2);
  each(sections.delete ?? [], isIndex);
  each(sections.move ?? [], isPath);
  each(sections.reconfigure ?? [], (o) => isIndex(o?.[0]));
  each(sections.insert ?? [], isPlaced);
  each(sections.reload ?? [], isPlaced);
  return count;
}

// More than can be held: a live page starts anew from the table as it is.
class Full extends Unreadable {}

const tooMany = () => new Full(`This recording has too many operations to be shown: more than ${number(LIMITS.operations)}.`, "Record fewer commands, or a smaller table.");
