// Controls and keys.

function listStep(step, index) {
  const li = make("li"), link = make("a", step.error ? "failed" : "", commandText(step) || "(others)");
  link.href = `#step=${index + 1}`;
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a link to this step, for another tab
    event.preventDefault();
    pause();
    jump(film.beats.findIndex((beat) => beat.step === index));
    commandOn();
    if (!isLive) history.replaceState(null, "", link.href);
  });
  li.append(link);
  byId("steps").append(li);
}

// Goes to the step that the address names, as #step=12 does.
function visit() {
  const step = /^#step=(\d+)$/.exec(location.hash)?.[1] - 1, last = film?.beats.findLastIndex((beat) => beat.step === step) ?? -1;
  if (last >= 0) stepTo(last + 1);
}

// What a new recording shows before anything is played.
function introduce() {
  const title = film.title || document.title;
  document.title = byId("title").textContent = title;
  byId("steps").replaceChildren();
  film.steps.forEach(listStep);
  summarize();
}

function summarize() {
  byId("asksPart").hidden = isLive || !film.steps.some((step) => step.comment);
  const { rowCount, sections } = film.state(0);
  byId("summary").textContent = `At the start ${plural(rowCount, "row")} in ${plural(sections.length, "section")} · ${plural(film.steps.length, "command")}`;
  byId("stepsPart").hidden = !film.steps.length;
  const n = number(film.steps.length).length, stages = String(Math.max(1, ...film.steps.map((step) => step.stages?.length ?? 1))).length;
  byId("where").style.setProperty("--where", Math.max(2 * n + 4, 10 + 2 * stages) + "ch");
}

function connectControls() {
  const on = (id, event, action) => byId(id).addEventListener(event, action);
  const toggle = () => (clock.playing ? pause() : play());
  on("scrub", "input", (event) => {
    const position = +event.target.value; // which pausing sets back
    pause();
    seek(position);
  });
  on("speed", "change", (event) => {
    clock.speed = +event.target.value;
    for (const animation of clock.animations) animation.updatePlaybackRate(clock.speed);
  });
  on("kind", "change", () => {
    if (clock.staged >= 0) stageAnew();
  });
  const motion = () => {
    wantsMotion = true;
    byId("play").focus();
    stillness();
    rest(Math.round(clock.position));
  };
  const help = () => byId("keys").showModal();
  const options = () => byId("options").setAttribute("aria-expanded", byId("choices").classList.toggle("open"));
  const buttons = { play: toggle, next: stepOn, back: stepBack, nextCommand: commandOn, backCommand: commandBack, motion, newest: catchUp, help, options };
  for (const [id, action] of Object.entries(buttons)) on(id, "click", () => action());
  asksForStillness.addEventListener("change", () => {
    stillness();
    stepTo(Math.round(clock.position));
  });
  now.view.addEventListener("scroll", scrolled, { passive: true });
  addEventListener("hashchange", visit);
  new ResizeObserver(() => {
    now.key = then.key = null; // letters may have another size
    if (film && clock.staged < 0) rest(clock.position);
  }).observe(now.layer);

  const keys = {
    " ": toggle, k: toggle, ArrowRight: stepOn, ArrowLeft: stepBack,
    Home: () => stepTo(0), End: () => stepTo(film.length),
    f: () => byId("follow").click(), q: () => byId("asks").click(), "?": help,
  };
  const shifted = { ArrowRight: commandOn, ArrowLeft: commandBack };
  addEventListener("keydown", (event) => {
    const { key, target, shiftKey } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const isScrub = target.matches("[type=range]") && [" ", "k", "K"].includes(key);
    if (target.matches("select, input:not([type=checkbox])") && !(shiftKey && shifted[key]) && key !== "?" && !isScrub) return;
    // The button of a closed dialog keeps the focus until the next frame.
    if (key === " " && target.matches("button, input:not([type=range])") && !target.closest("dialog")) return;
    if (target.matches("[tabindex]") && (key === "Home" || key === "End")) return; // what scrolls
    const action = (shiftKey && shifted[key]) || keys[key.length === 1 ? key.toLowerCase() : key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function stillness() {
  byId("stillness").hidden = !isStill();
  document.body.classList.toggle("still", isStill());
}
