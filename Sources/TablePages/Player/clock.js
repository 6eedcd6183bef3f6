// The clock: one number, the beats that are done and the fraction of the next. Everything on the page
// follows from it and from the scroll offset.

let film, now, then;

// `staged` is the beat whose first moment is on the screen, `running` the one that is played, `asked` the one
// whose question is; -1: none.
const clock = { position: 0, offset: 0, speed: 1, playing: 0, staged: -1, running: -1, asked: -1, animations: [], unseen: 0 };
const timing = { prepare: [], frames: [], most: 0 }; // milliseconds of our own script; elements drawn

const MARKS_SECONDS = 0.25, PAUSE_SECONDS = 0.8, LONGEST_WAIT = 3, WORDS_A_SECOND = 2;

// How long it takes to read texts, in seconds.
function readingTime(...texts) {
  const words = texts.join(" ").match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return clamp(words / WORDS_A_SECOND, 1, 12);
}

// The question of a beat: the comment before its command. Who presents a shell asks by word of mouth.
const isLive = document.documentElement.dataset.mode === "live";
const questionOf = (b) => (!isLive && film.beats[b].stage === 0 && film.steps[film.beats[b].step].comment) || "";

const seconds = (s) => new Promise((done) => setTimeout(done, (1000 * s) / clock.speed));
const asksForStillness = matchMedia("(prefers-reduced-motion: reduce)");
let wantsMotion = false;
const isStill = () => asksForStillness.matches && !wantsMotion;

function drop() {
  for (const animation of clock.animations) animation.cancel();
  clock.animations = [];
  clock.staged = -1;
}

// Draws the table between two beats. Without motion the picture before stands beside it.
function rest(position) {
  drop();
  clock.position = position = Math.round(position);
  const l = layoutAt(position);
  now.prepare(film.shown(position), film.view(position));
  const before = Math.max(0, clock.offset);
  clock.offset = Math.min(before, Math.max(0, l.height - now.height));
  const isPair = isStill() && position > 0 && Boolean(film.beats[position - 1].content);
  byId("then").hidden = !isPair;
  byId("now").firstElementChild.hidden = !isPair;
  picture(now, position, clock.offset, clock.asked < 0 ? "after" : "nothing");
  now.scroll(clock.offset);
  if (byId("follow").checked) now.showChange();
  if (isPair) {
    const old = layoutAt(position - 1);
    picture(then, position - 1, Math.min(before, Math.max(0, old.height - now.height)), "before");
  }
  count();
  describe();
}

const count = () => (timing.most = Math.max(timing.most, now.layer.childElementCount));

// Gets a beat ready: its first moment is on the screen.
function stageBeat(b) {
  const start = performance.now(), { content } = film.beats[b];
  drop();
  clock.staged = b;
  clock.asked = -1;
  if (content && !content.reloadData && film.changes(b)) {
    clock.animations = stagedMotion(now, b, clock.offset);
    if (byId("follow").checked) now.showChange();
  } else {
    picture(now, b, clock.offset);
  }
  if (timing.prepare.length < 5000) timing.prepare.push(performance.now() - start);
  count();
  describe();
}

function run() {
  for (const animation of clock.animations) {
    animation.playbackRate = clock.speed;
    animation.play();
  }
}

// Gets the beat ready once more, as it is now, and goes on where it was.
function stageAnew() {
  const { staged, playing, position } = clock, isRunning = clock.animations[0]?.playState === "running";
  stageBeat(staged);
  setTime(position - staged);
  if (playing && isRunning) run();
}

function setTime(fraction) {
  for (const animation of clock.animations) animation.currentTime = fraction * STAGE_SECONDS * 1000;
}

// Shows any moment.
function seek(position) {
  const p = clamp(position, 0, film.length), b = Math.floor(p);
  if (p === b || isStill()) return jump(Math.round(p));
  if (clock.staged !== b) {
    follow(b);
    clock.position = p;
    stageBeat(b);
  }
  clock.position = p;
  setTime(p - b);
  mirror();
}

// Goes to between two beats, to where the last one is seen.
function jump(position) {
  drop();
  clock.asked = -1;
  if (position > 0) {
    const beat = film.beats[position - 1];
    if (!beat.content || !byId("follow").checked) clock.offset = recordedOffset(position);
    follow(position - 1);
  } else {
    clock.offset = film.view(0).offset;
    clock.unseen = 0;
  }
  rest(position);
}

function recordedOffset(position) {
  const { step, content } = film.beats[position - 1];
  const isNew = film.steps[step].offset !== undefined && (!content || !byId("follow").checked);
  return isNew || !byId("follow").checked ? film.view(position).offset : clock.offset;
}

function follow(b) {
  const { unseen, offset } = reach(now, b, clock.offset);
  clock.unseen = unseen;
  if (!byId("follow").checked || !film.beats[b].content) return;
  if (offset !== clock.offset) {
    clock.offset = offset;
    clock.unseen = reach(now, b, offset).unseen;
  }
}

// Scrolls without a jump.
async function glide(target, ticket) {
  const from = clock.offset, most = Math.max(0, layoutAt(clock.position).height - now.height);
  const to = Math.min(target, most), distance = clamp(to - from, -3 * now.height, 3 * now.height), begun = performance.now();
  while (to !== from && !isStill()) {
    const f = Math.min(1, ((performance.now() - begun) / 250) * clock.speed);
    clock.offset = f < 1 ? to - distance * (1 - f) ** 3 : to;
    timed(() => {
      picture(now, clock.position, clock.offset);
      now.scroll(clock.offset);
    });
    if (f === 1) break;
    await frame();
    if (clock.playing !== ticket) return;
  }
  clock.offset = target;
}

const frame = () => new Promise(requestAnimationFrame);

function timed(work) {
  const start = performance.now();
  work();
  if (timing.frames.length < 5000) timing.frames.push(performance.now() - start);
}

// Shows the command of a beat with the comment that asks what it will do, and nothing of the answer.
function ask(b) {
  clock.asked = b;
  picture(now, b, clock.offset, "nothing");
  describe();
  announce();
}

// Plays one beat to its end. Returns false if it was stopped.
async function playBeat(b, ticket) {
  const isCurrent = () => clock.playing === ticket;
  const { content } = film.beats[b];
  clock.running = b;
  if (isStill()) {
    jump(b + 1);
    return true;
  }
  if (clock.staged !== b) {
    clock.position = b;
    const wanted = reach(now, b, clock.offset);
    if (byId("follow").checked && content) {
      await glide(wanted.offset, ticket);
      if (!isCurrent()) return false;
    }
    clock.unseen = content ? reach(now, b, clock.offset).unseen : 0;
    stageBeat(b);
    if (clock.animations.length) await seconds(MARKS_SECONDS);
    if (!isCurrent()) return false;
  }
  run();
  while (clock.staged === b && clock.animations[0]?.playState === "running") {
    timed(() => {
      clock.position = b + Math.min(0.999, (clock.animations[0].currentTime ?? 0) / (STAGE_SECONDS * 1000));
      mirror();
    });
    await frame();
    if (!isCurrent()) return false;
  }
  if (!isCurrent()) return false;
  const target = recordedOffset(b + 1);
  if (!content && target !== clock.offset) await glide(target, ticket);
  if (!isCurrent()) return false;
  clock.offset = target;
  rest(b + 1);
  return true;
}

let tickets = 0;

async function play(until = () => film.length) {
  const ticket = (clock.playing = ++tickets), isCurrent = () => clock.playing === ticket;
  if (clock.position >= film.length) jump(0);
  mirror();
  while (isCurrent() && clock.position < until()) {
    const b = Math.floor(clock.position), { step, stage, of } = film.beats[b], { wait, command, output, error, comment } = film.steps[step];
    if (stage === 0 && clock.position === b && clock.staged !== b && clock.asked !== b) {
      if (b > 0) await seconds(Math.min(LONGEST_WAIT, wait ?? 0));
      if (!isCurrent()) return;
      if (questionOf(b)) {
        ask(b);
        if (byId("asks").checked) break;
        await seconds(readingTime(comment, command));
      }
    }
    if (!isCurrent() || !(await playBeat(b, ticket))) return;
    clock.running = -1;
    if (stage + 1 >= of || clock.position >= until()) announce();
    if (clock.position < until()) await seconds(stage + 1 < of ? PAUSE_SECONDS : readingTime(output, error?.message, error?.hint));
  }
  if (isCurrent()) pause();
}

function pause() {
  clock.playing = 0;
  clock.running = -1;
  for (const animation of clock.animations) animation.pause();
  mirror();
}

function stepTo(position) {
  pause();
  jump(clamp(position, 0, film.length));
  announce();
}

// One stage on: first to its question, if it has one. Who is faster than what moves skips the rest of it.
function stepOn(until = (b) => b + 1) {
  if (clock.playing && clock.running >= 0) jump(clock.running + 1);
  const b = Math.floor(clock.position);
  if (b < film.length) play(() => until(b));
}

const stepBack = () => stepTo(clock.asked >= 0 ? clock.asked : Math.ceil(clock.position) - 1);
const commandOn = () => stepOn((b) => film.beats.findLastIndex((beat) => beat.step === film.beats[b].step) + 1);

function commandBack() {
  const b = Math.max(0, Math.ceil(clock.position) - 1);
  if (clock.asked >= 0 || !film.length) return stepTo(Math.max(0, clock.asked));
  stepTo(film.beats.findIndex((beat) => beat.step === film.beats[b].step));
}

// A finger on the scroll view.
function scrolled() {
  if (Math.abs(now.view.scrollTop - now.scrolled) < 1) return;
  timed(() => {
    clock.offset = now.view.scrollTop * now.scale;
    now.scrolled = now.view.scrollTop;
    if (clock.staged >= 0) return stageAnew();
    picture(now, clock.position, clock.offset, clock.asked < 0 ? "after" : "nothing");
    count();
  });
}
