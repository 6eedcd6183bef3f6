// Live: steps come from the running shell, as server-sent events read by fetch, since only fetch can send
// the token in a header.

function keep(secret) {
  try { sessionStorage.setItem("token", secret); } catch {} // without storage a reload needs the address again
}

function token() {
  const given = location.hash.slice(1);
  if (given && !given.startsWith("step=")) {
    keep(given);
    history.replaceState(null, "", location.pathname);
    return given;
  }
  try { return sessionStorage.getItem("token"); } catch { return null; }
}

function say(state, text) {
  const link = byId("link");
  link.hidden = false;
  link.dataset.state = state;
  link.textContent = text;
}

// Nothing more comes: as it should be, or by a fault.
class Ended extends Error {
  constructor(state, message) {
    super(message);
    this.state = state;
  }
}

async function live() {
  let secret = token();
  addEventListener("hashchange", () => location.hash.startsWith("#step=") || location.reload()); // another address of the same port
  if (!secret) throw new Unreadable("This address has no token.", "Open the whole address that `present` prints, with what stands after #.");
  let last = null, failures = 0, since = performance.now(), emptied = -Infinity;
  say("waiting", "Connecting …");
  for (;;) {
    const connection = new AbortController();
    try {
      const headers = { Authorization: "Bearer " + secret, Accept: "text/event-stream", ...(last === null ? {} : { "Last-Event-ID": last }) };
      const response = await fetch("events", { headers, cache: "no-store", credentials: "omit", signal: connection.signal });
      if (response.status === 401 || response.status === 403) throw new Ended("off", "This address is no longer good. Type present in the shell for a new one.");
      if (!response.ok) throw new Error(response.status);
      say("on", "Connected");
      failures = 0;
      await events(response.body, (id, event, data) => {
        if (event === "end") throw new Ended("ended", "Ended: the shell no longer presents.");
        if (event === "token") return keep((secret = data)); // what opened the page opens it once
        take(data);
        last = id ?? last;
      });
    } catch (error) {
      if (error instanceof Ended) return say(error.state, error.message);
      connection.abort();
      if (error instanceof Full && performance.now() - emptied > 60e3) { // sooner: the shell's own steps are too many
        emptied = performance.now();
        last = null;
      } else if (error instanceof Unreadable) {
        problem(error);
        return say("off", "Stopped: load the page again to start from the shell's table.");
      }
    }
    if (failures === 0) since = performance.now();
    if (performance.now() - since > 300e3) return say("off", "Ended: the shell is not reached. Load the page again to try once more.");
    say("waiting", "Reconnecting …");
    await new Promise((done) => setTimeout(done, Math.min(8000, 500 * 2 ** failures++)));
  }
}

// Reads server-sent events: fields by line, an empty line ends an event. What arrives together is handed
// over together.
async function events(body, handle) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "", id = null, event = "message", data = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const text = line.endsWith("\r") ? line.slice(0, -1) : line, colon = text.indexOf(":");
      const name = colon < 0 ? text : text.slice(0, colon), content = colon < 0 ? "" : text.slice(colon + 1).replace(/^ /, "");
      if (name === "id") id = content;
      else if (name === "event") event = content;
      else if (name === "data") data.push(content);
      else if (text === "" && data.length) {
        handle(id, event, JSON.parse(data.join("\n")));
        [event, data] = ["message", []];
      }
    }
  }
}

let isCatchingUp = false;

// Takes one event: a recording starts anew, anything else is a step.
function take(data) {
  if (data?.tablesh) {
    begin(data);
    return;
  }
  if (!film) throw new Unreadable("The shell sent a step before its table.");
  const isAtEnd = clock.position >= film.length || (clock.playing && clock.position > film.length - 1) || isCatchingUp, count = film.steps.length, first = film.length;
  film.add(data);
  try {
    film.state(film.length);
  } catch (error) {
    film.cut(first);
    throw error;
  }
  film.steps[count].wait = 0; // what the shell waited for is over
  listStep(film.steps[count], count);
  summarize();
  mirror();
  if (isAtEnd && !isCatchingUp) catchUp();
  byId("newest").hidden = isAtEnd;
}

// Shows what is new. If more than one step waits, only the last is animated.
async function catchUp() {
  const of = film;
  isCatchingUp = true;
  await null; // what arrives together counts together
  while (of === film && clock.position < film.length) {
    const last = film.beats.findIndex((beat) => beat.step === film.steps.length - 1);
    if (Math.floor(clock.position) < last) jump(last);
    const end = film.length;
    await play(() => end);
    if (clock.position < end) break; // someone took the controls
  }
  if (of !== film) return;
  isCatchingUp = false;
  byId("newest").hidden = clock.position >= film.length;
}
