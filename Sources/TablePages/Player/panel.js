// The panel: what was typed, what was answered, and why.

const LONGEST_LIST = 200, LONGEST_TEXT = 20000;

function setText(id, text) {
  const e = byId(id), cut = text && text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) + " …" : text;
  e.textContent = cut ?? "";
  e.hidden = !cut;
}

function setList(id, list = [], itemOf) {
  const rest = list.length - LONGEST_LIST;
  byId(id).replaceChildren(...list.slice(0, LONGEST_LIST).map(itemOf), ...(rest > 0 ? [make("li", "more", `and ${number(rest)} more`)] : []));
  byId(id + "Part").hidden = !list.length;
}

// Lists with the same key as one, in the order of the first of each.
const grouped = (list, keyOf) => {
  const groups = new Map();
  for (const x of list) member(groups, keyOf(x), () => []).push(x);
  return [...groups.values()];
};

// The number of the beat that is shown: the one that is asked about or staged, or the last that is done.
const shownIndex = () => (clock.asked >= 0 ? clock.asked : clock.staged >= 0 ? clock.staged : clock.position - 1);
const shownBeat = () => film.beats[shownIndex()] ?? null;

const stageText = (beat) => (beat?.back !== undefined ? "back to the table before" : beat?.of > 1 ? `stage ${beat.stage + 1} of ${beat.of}` : "");
const commandText = ({ command, push }) => command || (push ? `${push.source} changed` : "");

let described = null; // the beat, or what asks about it

function describe() {
  const beat = shownBeat(), step = beat && film.steps[beat.step], isAsked = clock.asked >= 0, key = isAsked ? questionOf(clock.asked) : beat;
  if (described !== key || !beat) {
    described = key;
    document.body.classList.toggle("at-start", !beat);
    document.body.classList.toggle("asking", isAsked);
    setText("comment", step?.comment);
    setText("command", step ? commandText(step) : film.steps.length ? "" : "No commands yet");
    byId("command").classList.toggle("pushed", Boolean(step?.push));
    byId("question").hidden = !isAsked;
    const told = isAsked ? {} : step ?? { output: film.steps.length ? "Press play, or step with →." : "" };
    setText("output", told.output);
    setText("error", told.error && [told.error.message, told.error.hint].filter(Boolean).join("\n"));
    setText("news", isAsked ? "" : newsOf(beat, step));
    setText("plan", told.plan);
    byId("planPart").hidden = !told.plan;
    setList("changes", isAsked ? [] : changesOf(beat), changeItem);
    setList("calls", told.events, (call) => make("li", "", callText(call)));
    setList("conflicts", told.conflicts, (conflict) => make("li", "", conflictText(conflict)));
    setList("why", grouped(told.why ?? [], ({ stage, op, rule, text }) => [stage, op?.[0], op?.[1], rule, text].join()), (whys) => whyItem(whys, step));
    const steps = byId("steps"), shown = steps.children[beat?.step];
    for (const li of steps.querySelectorAll("[aria-current]")) li.removeAttribute("aria-current");
    if (shown) {
      shown.setAttribute("aria-current", "step");
      steps.scrollTop = shown.offsetTop - steps.clientHeight / 2;
    }
    byId("said").scrollTop = byId("panel").scrollTop = 0;
    setLegend(isAsked ? null : beat, told);
  }
  for (const li of byId("why").children) li.classList.toggle("later", beat !== null && +li.dataset.stage > beat.stage);
  const text = clock.unseen && beat?.content && !isAsked ? `${number(clock.unseen)} ${clock.unseen === 1 ? "operation is" : "operations are"} off screen` : "";
  setText("unseen", text);
  mirror();
}

function newsOf(beat, step) {
  const news = [];
  if (step?.push) news.push(`${step.push.inserted ?? 0} inserted, ${step.push.deleted ?? 0} deleted, ${step.push.changed ?? 0} changed by others`);
  if (step?.follows) news.push("from the table before the last command");
  if (step?.state) news.push(`the source is ${step.state}`);
  if (step?.attempted) news.push(refusalText(beat, step.attempted));
  if (beat?.content?.reloadData) news.push(`reloadData: everything is drawn anew, without animation${beat.content.why ? ": " + beat.content.why : ""}`);
  const stale = (beat?.content?.stale?.length ?? 0) + (beat?.content?.staleHeaders?.length ?? 0);
  if (stale) news.push(`${stale} stale: the view shows something else than the data`);
  return news.join("\n");
}

// What is told of a refused batch: which of the rows and sections that it names are marked, and which are not there.
function refusalText(beat, attempted) {
  const { sections } = film.state(film.beats.indexOf(beat)), [there, absent] = [[], []];
  for (const place of triedPlaces(attempted)) {
    const [s, r] = place.split(":");
    (s < sections.length && (r === undefined || r < sections[s].rows.length) ? there : absent).push(r === undefined ? `section ${s}` : place);
  }
  const shown = absent.slice(0, 5).join(", ") + (absent.length > 5 ? " …" : "");
  const counts = [...new Set(absent.map((place) => place.match(/^\d+(?=:)/)?.[0]).filter((s) => s in sections))].slice(0, 3);
  return ["refused: nothing changed", there.length && "the rows it names are marked",
    absent.length && [`${shown} ${absent.length === 1 ? "does" : "do"} not exist`, ...counts.map((s) => `section ${s} has ${plural(sections[s].rows.length, "row")}`)].join(": ")].filter(Boolean).join("; ");
}

// The cells that a beat changes: [place, column, before, after].
function changesOf(beat) {
  const rows = beat?.content?.rows, b = film.beats.indexOf(beat), changes = [];
  if (!rows || film.view(b).columns !== film.view(b + 1).columns) return [];
  const { columns } = film.view(b);
  for (const [s, r, version] of [rows.reconfigure ?? [], rows.reload ?? []].flatMap((list) => (Array.isArray(list) ? list.slice(0, LONGEST_LIST) : []))) {
    const old = film.rows[film.state(b).sections[s]?.rows[r]], cells = film.rows[version];
    if (old && cells) columns.forEach(({ name }, i) => (old[i] ?? null) !== (cells[i] ?? null) && changes.push([`${s}:${r}`, name, old[i], cells[i]]));
  }
  return grouped(changes, ([, ...change]) => JSON.stringify(change));
}

function changeItem(changes) {
  const li = make("li"), [[, column, before, after]] = changes, cell = (tag, value) => make(tag, "", value == null || value === "" ? "empty" : String(value).slice(0, 200));
  li.append(make("span", "operation", placesText(changes.map(([place]) => place))), ` ${column}: `, cell("del", before), " → ", cell("ins", after));
  return li;
}

// Many places in a few words: 0:1, 0:2, 0:3 … 0:99.
const placesText = (places) => (places.length < 5 ? places.join(", ") : `${places.slice(0, 3).join(", ")} … ${places[places.length - 1]}`);

const valueText = (a) => (isList(a, isIndex) ? a.join(":") : a === true ? "yes" : a === false ? "no" : a === null ? "nil" : typeof a === "object" ? JSON.stringify(a) : String(a));

function callText({ event, path, answer, to, ...others }) {
  const rest = Object.entries(others).map(([name, value]) => `${name} ${valueText(value)}`);
  return [event, path && valueText(path), to && "to " + valueText(to), ...rest, answer !== undefined && "→ " + valueText(answer)].filter(Boolean).join(" ");
}

function conflictText({ key, column, base, local, remote, kind }) {
  const values = Object.entries({ ours: local, theirs: remote, before: base }).filter((x) => x[1] !== undefined).map(([name, v]) => `${name} ${valueText(v)}`);
  return `${[kind, valueText(key ?? ""), column].filter(Boolean).join(" ")}: ${values.join(", ")}`;
}

// One line for all operations with the same reason.
function whyItem(whys, step) {
  const { stage = 0, op: [group, kind] = [], rule, text } = whys[0], li = make("li"), content = step.stages?.[stage];
  const noun = group === "sections" ? "section" : "row", count = whys.length > 1 ? `${number(whys.length)} ${noun}s` : noun;
  const places = whys.map(({ op }) => placeOf(content, ...(op ?? []))).filter(Boolean);
  li.dataset.stage = stage;
  li.append(make("span", "operation", [kind, count, placesText(places)].filter(Boolean).join(" ")), " ", make("span", "", text ?? ""));
  if (rule) li.append(" ", ruleElement(rule, film.rules[rule]));
  return li;
}

// The name of a rule, which opens its text.
function ruleElement(name, text) {
  if (!text) return make("span", "rule", name);
  const button = make("button", "rule", name);
  button.type = "button";
  button.addEventListener("click", () => {
    byId("ruleName").textContent = name;
    byId("ruleText").textContent = text;
    byId("rule").showModal();
  });
  return button;
}

function placeOf(stage, group, kind, index) {
  const list = stage?.[group]?.[kind], o = Array.isArray(list) ? list[index] : undefined;
  if (o === undefined) return list === "all" ? "all rows" : "";
  if (kind === "move") return `${valueText(o[0])} → ${valueText(o[1])}`;
  return valueText(Array.isArray(o) ? o.slice(0, group === "sections" ? 1 : 2) : o);
}

// The signs that the stage uses, with how often.
function setLegend(beat, step) {
  const counts = {}, add = (name, n) => n && (counts[name] = (counts[name] ?? 0) + n);
  const names = { delete: "leaving", insert: "coming", move: "moved", reload: "reloaded", reconfigure: "changed" };
  for (const group of ["rows", "sections"]) {
    for (const [kind, name] of Object.entries(names)) {
      const list = beat?.content?.[group]?.[kind];
      add(name, list === "all" ? film.state(film.beats.indexOf(beat)).rowCount : list?.length);
      add("tried", step?.attempted?.[group]?.[kind]?.length);
    }
  }
  add("stale", beat?.content?.stale?.length);
  byId("legend").replaceChildren(...Object.entries(counts).map(([name, n]) => {
    const li = make("li", name), sign = make("span", "sign", SIGNS[name][0]);
    sign.setAttribute("aria-hidden", "true");
    li.append(sign, ` ${number(n)} ${SIGNS[name][1]}`);
    return li;
  }));
}

// One polite sentence a step, of the first line of each text; none while scrubbing.
function announce() {
  const beat = shownBeat(), step = beat && film.steps[beat.step], isAsked = clock.asked >= 0, line = (text) => text?.trim().split("\n")[0];
  const parts = step ? [isAsked && step.comment.replaceAll("\n", " "), step.command || "others changed the table", ...(isAsked ? ["What happens?"] : [line(step.error?.message ?? step.output), stageText(beat)])] : ["start"];
  byId("polite").textContent = parts.filter(Boolean).join(". ").slice(0, 400);
}

// What shows the clock.
function mirror() {
  const { position, playing } = clock, beat = shownBeat(), scrub = byId("scrub");
  scrub.max = Math.max(1, film.length);
  scrub.value = position;
  scrub.disabled = !film.length;
  const texts = [`${number(beat ? beat.step + 1 : 0)} of ${number(film.steps.length)}`, clock.asked >= 0 ? "question" : stageText(beat)].filter(Boolean);
  if (byId("where").textContent !== texts.join("\n")) byId("where").textContent = texts.join("\n");
  scrub.setAttribute("aria-valuetext", beat ? `command ${texts.join(", ")}` : "start");
  document.body.classList.toggle("playing", playing > 0);
  byId("play").setAttribute("aria-label", playing ? "Pause" : "Play");
  byId("back").disabled = byId("backCommand").disabled = position === 0;
  byId("next").disabled = byId("nextCommand").disabled = position >= film.length;
}
