// The start.

function problem(error) {
  const box = byId("problem");
  if (!(error instanceof Unreadable)) console.error(error);
  const known = error instanceof Unreadable ? error : new Unreadable("This page met a fault of its own: " + error.message, "The steps stand below as text.");
  box.replaceChildren(make("p", "", known.message), make("p", "hint", known.hint));
  box.hidden = false;
  if (!film) document.documentElement.classList.remove("ready");
}

function begin(recording) {
  film = new Film(recording);
  isCatchingUp = false;
  described = null;
  pause();
  byId("problem").hidden = true;
  document.documentElement.classList.add("ready");
  byId("player").hidden = false;
  introduce();
  jump(0);
  visit();
  performance.mark("ready");
}

// A stage that cannot be applied: what stands before it can be played.
function damaged(error, beat) {
  film.cut(beat);
  introduce();
  problem(new Unreadable(error.message, film.length ? "The steps before it can be played." : error.hint));
  if (clock.position > film.length) stepTo(film.length);
  else mirror();
}

// Applies all stages once, in short pieces, so that damage is told at once and not when it is reached.
async function lookAhead(of) {
  for (let p = 1, began = performance.now(); p <= of.length && of === film; p++) {
    try {
      of.state(p);
    } catch (error) {
      return damaged(error, p - 1);
    }
    if (performance.now() - began > 8) {
      await seconds(0);
      began = performance.now();
    }
  }
}

async function start() {
  byId("unstarted").remove();
  now = new Surface(byId("now"));
  then = new Surface(byId("then"));
  stillness();
  connectControls();
  if (isLive) return live();
  const block = byId("recording"), recording = await readRecording(block);
  block.remove();
  begin(recording);
  lookAhead(film);
}

// For tests: reads where the player is, and goes there.
window.tablesh = Object.freeze({
  get film() { return film; }, clock, timing, seek, jump, play, pause, stagedMotion, readingTime,
  get state() { return film && film.state(Math.floor(clock.position)); },
});

start().catch(problem);
