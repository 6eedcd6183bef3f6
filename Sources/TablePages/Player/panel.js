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

// The step that is shown: the one of the beat that is staged, or of the last that is done.
function shownBeat() {
  const b = clock.staged >= 0 ? clock.staged : clock.position - 1;
  return b < 0 ? null : film.beats[b];
}

const stageText = (beat) => (beat?.of > 1 ? `stage ${beat.stage + 1} of ${beat.of}` : "");
const commandText = ({ command, push }) => command || (push ? `${push.source} changed` : "");

let described = null;

function describe() {
  const beat = shownBeat(), step = beat && film.steps[beat.step];
  if (described !== beat || !beat) {
    described = beat;
    document.body.classList.toggle("at-start", !beat);
    setText("comment", step?.comment);
    setText("command", step ? commandText(step) : film.steps.length ? "" : "No commands yet");
    byId("command").classList.toggle("pushed", Boolean(step?.push));
    setText("output", step ? step.output : film.steps.length ? "Press play, or step with →." : "");
    setText("error", step?.error && [step.error.message, step.error.hint].filter(Boolean).join("\n"));
    setText("news", newsOf(beat, step));
    setText("plan", step?.plan);
    byId("planPart").hidden = !step?.plan;
    setList("calls", step?.events, (call) => make("li", "", callText(call)));
    setList("conflicts", step?.conflicts, (conflict) => make("li", "", conflictText(conflict)));
    setList("why", step?.why, (why) => whyItem(why, step));
    const steps = byId("steps"), shown = steps.children[beat?.step];
    for (const li of steps.querySelectorAll("[aria-current]")) li.removeAttribute("aria-current");
    if (shown) {
      shown.setAttribute("aria-current", "step");
      steps.scrollTop = shown.offsetTop - steps.clientHeight / 2;
    }
    setLegend(beat, step);
  }
  for (const li of byId("why").children) li.classList.toggle("later", beat !== null && +li.dataset.stage > beat.stage);
  const text = clock.unseen && beat?.content ? `${number(clock.unseen)} ${clock.unseen === 1 ? "operation is" : "operations are"} off screen` : "";
  setText("unseen", text);
  mirror();
}

function newsOf(beat, step) {
  const news = [];
  if (step?.push) news.push(`${step.push.inserted ?? 0} inserted, ${step.push.deleted ?? 0} deleted, ${step.push.changed ?? 0} changed by others`);
  if (step?.state) news.push(`the source is ${step.state}`);
  if (step?.attempted) news.push("refused: nothing changed; the rows it names are marked");
  if (beat?.content?.reloadData) news.push(`reloadData: everything is drawn anew, without animation${beat.content.why ? ": " + beat.content.why : ""}`);
  const stale = (beat?.content?.stale?.length ?? 0) + (beat?.content?.staleHeaders?.length ?? 0);
  if (stale) news.push(`${stale} stale: the view shows something else than the data`);
  return news.join("\n");
}

const valueText = (a) => (isList(a, isIndex) ? a.join(":") : a === true ? "yes" : a === false ? "no" : a === null ? "nil" : typeof a === "object" ? JSON.stringify(a) : String(a));

function callText({ event, path, answer, to, ...others }) {
  const rest = Object.entries(others).map(([name, value]) => `${name} ${valueText(value)}`);
  return [event, path && valueText(path), to && "to " + valueText(to), ...rest, answer !== undefined && "→ " + valueText(answer)].filter(Boolean).join(" ");
}

function conflictText({ key, column, base, local, remote, kind }) {
  const values = Object.entries({ ours: local, theirs: remote, before: base }).filter((x) => x[1] !== undefined).map(([name, v]) => `${name} ${valueText(v)}`);
  return `${[kind, valueText(key ?? ""), column].filter(Boolean).join(" ")}: ${values.join(", ")}`;
}

function whyItem({ stage = 0, op = [], rule, text }, step) {
  const li = make("li"), operation = operationText(step.stages?.[stage], ...op);
  li.dataset.stage = stage;
  li.append(make("span", "operation", operation), " ", make("span", "", text ?? ""));
  if (rule) li.append(" ", make("span", "rule", rule));
  return li;
}

function operationText(stage, group, kind, index) {
  const of = group === "sections" ? "section" : "row", list = stage?.[group]?.[kind], o = Array.isArray(list) ? list[index] : undefined;
  if (o === undefined) return [kind, list === "all" ? "all rows" : of].filter(Boolean).join(" ");
  if (kind === "move") return `move ${of} ${valueText(o[0])} → ${valueText(o[1])}`;
  return `${kind} ${of} ${valueText(Array.isArray(o) ? o.slice(0, of === "row" ? 2 : 1) : o)}`;
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

// One polite sentence a step; none while scrubbing.
function announce() {
  const beat = shownBeat(), step = beat && film.steps[beat.step];
  byId("polite").textContent = step
    ? [step.command || "others changed the table", step.error?.message ?? step.output, stageText(beat)].filter(Boolean).join(". ").slice(0, 400)
    : "start";
}

// What shows the clock.
function mirror() {
  const { position, playing } = clock, beat = shownBeat(), scrub = byId("scrub");
  scrub.max = Math.max(1, film.length);
  scrub.value = position;
  scrub.disabled = !film.length;
  const step = beat ? beat.step + 1 : 0, commands = `${number(step)} of ${number(film.steps.length)}`;
  const where = [commands, stageText(beat)].filter(Boolean).join(" · ");
  if (byId("where").textContent !== where) byId("where").textContent = where;
  scrub.setAttribute("aria-valuetext", beat ? `command ${where}` : "start");
  document.body.classList.toggle("playing", playing > 0);
  byId("play").setAttribute("aria-label", playing ? "Pause" : "Play");
  byId("back").disabled = byId("backCommand").disabled = position === 0;
  byId("next").disabled = byId("nextCommand").disabled = position >= film.length;
}
