// Controls and keys.

function listStep(step, index) {
  const li = make("li"), button = make("button", "", commandText(step) || "(others)");
  button.type = "button";
  if (step.error) button.classList.add("failed");
  button.addEventListener("click", () => {
    pause();
    jump(film.beats.findIndex((beat) => beat.step === index));
    commandOn();
  });
  li.append(button);
  byId("steps").append(li);
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
  const { rowCount, sections } = film.state(0);
  byId("summary").textContent = `At the start ${plural(rowCount, "row")} in ${plural(sections.length, "section")} · ${plural(film.steps.length, "command")}`;
  byId("stepsPart").hidden = !film.steps.length;
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
  const buttons = { play: toggle, next: stepOn, back: stepBack, nextCommand: commandOn, backCommand: commandBack, motion, newest: catchUp, help };
  for (const [id, action] of Object.entries(buttons)) on(id, "click", action);
  asksForStillness.addEventListener("change", () => {
    stillness();
    stepTo(Math.round(clock.position));
  });
  now.view.addEventListener("scroll", scrolled, { passive: true });
  new ResizeObserver(() => film && clock.staged < 0 && rest(clock.position)).observe(now.layer);

  const keys = {
    " ": toggle, k: toggle, ArrowRight: stepOn, ArrowLeft: stepBack,
    Home: () => stepTo(0), End: () => stepTo(film.length),
    f: () => byId("follow").click(), "?": help,
  };
  const shifted = { ArrowRight: commandOn, ArrowLeft: commandBack };
  addEventListener("keydown", (event) => {
    const { key, target, shiftKey } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || byId("keys").open) return;
    const isScrub = target.matches("[type=range]") && [" ", "k", "K"].includes(key);
    if (target.matches("select, input:not([type=checkbox])") && !(shiftKey && shifted[key]) && key !== "?" && !isScrub) return;
    // The button of a closed dialog keeps the focus until the next frame.
    if (key === " " && target.matches("button, input:not([type=range])") && !byId("keys").contains(target)) return;
    if (target === now.view && (key === "Home" || key === "End")) return;
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
