// The clock: one number, the beats that are done and the fraction of the next. Everything on the page
// follows from it and from the scroll offset.

let film, now, then;

const clock = { position: 0, offset: 0, speed: 1, playing: 0, staged: -1, animations: [], unseen: 0 };
const timing = { prepare: [], frames: [], most: 0 }; // milliseconds of our own script; elements drawn

const MARKS_SECONDS = 0.25, PAUSE_SECONDS = 0.8, LONGEST_WAIT = 3;

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
  now.prepare(film.state(position), film.view(position));
  const before = Math.max(0, clock.offset);
  clock.offset = Math.min(before, Math.max(0, l.height - now.height));
  const isPair = isStill() && position > 0 && Boolean(film.beats[position - 1].content);
  byId("then").hidden = !isPair;
  byId("now").firstElementChild.hidden = !isPair;
  picture(now, position, clock.offset);
  now.scroll(clock.offset);
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
  if (content && !content.reloadData && film.changes(b)) {
    clock.animations = stagedMotion(now, b, clock.offset);
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

// Plays one beat to its end. Returns false if it was stopped.
async function playBeat(b, ticket) {
  const isCurrent = () => clock.playing === ticket;
  const { content, step } = film.beats[b];
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
  const ticket = (clock.playing = ++tickets);
  if (clock.position >= film.length) jump(0);
  mirror();
  while (clock.playing === ticket && clock.position < until()) {
    const b = Math.floor(clock.position), { step, stage, of } = film.beats[b];
    if (stage === 0 && clock.position === b && b > 0) await seconds(Math.min(LONGEST_WAIT, film.steps[step].wait ?? 0));
    if (clock.playing !== ticket || !(await playBeat(b, ticket))) return;
    if (stage + 1 >= of || clock.position >= until()) announce();
    if (clock.position < until()) await seconds(isStill() ? 2 * PAUSE_SECONDS : PAUSE_SECONDS);
  }
  if (clock.playing === ticket) pause();
}

function pause() {
  clock.playing = 0;
  for (const animation of clock.animations) animation.pause();
  mirror();
}

function stepTo(position) {
  pause();
  jump(clamp(position, 0, film.length));
  announce();
}

// One stage on, or to the end of the one that is shown half.
function stepOn() {
  const b = Math.floor(clock.position);
  if (b < film.length) play(() => b + 1);
}

const stepBack = () => stepTo(Math.ceil(clock.position) - 1);

function commandOn() {
  const b = Math.floor(clock.position);
  if (b >= film.length) return;
  const { step } = film.beats[b];
  play(() => film.beats.findLastIndex((beat) => beat.step === step) + 1);
}

function commandBack() {
  const b = Math.max(0, Math.ceil(clock.position) - 1);
  stepTo(film.length ? film.beats.findIndex((beat) => beat.step === film.beats[b].step) : 0);
}

// A finger on the scroll view.
function scrolled() {
  if (Math.abs(now.view.scrollTop - now.scrolled) < 1) return;
  timed(() => {
    clock.offset = now.view.scrollTop * now.scale;
    now.scrolled = now.view.scrollTop;
    if (clock.staged >= 0) return stageAnew();
    picture(now, clock.position, clock.offset);
    count();
  });
}
