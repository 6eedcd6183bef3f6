// Stopping a script. Nothing stands in the VM's way until somebody wants it to stop: a standing
// count hook doubles its cost. Instead one signal, SIGURG, aimed at the thread that runs Lua,
// arms a hook there; Lua allows lua_sethook inside a signal handler. The signal comes from
// clua_interrupt or from a timer at the deadline.
//
// Once stopped, a run stays stopped: the hook raises again at every instruction and every call
// until the outermost call has returned, so pcall, coroutines and closing values cannot swallow
// it. C functions that may run for long ask by clua_poll.
#define _GNU_SOURCE
#include "internal.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static _Thread_local clua_state *volatile running;
static _Thread_local bool is_unblocked;
static clua_state *volatile foreground;

// clock_gettime is async-signal-safe.
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// Why the run has to stop now, if it has to.
static int reason(clua_state *h) {
  if (h->stopped) return h->stopped;
  if (h->stop_requested) return h->stop_requested;
  if (h->deadline > 0 && now() >= h->deadline) return CLUA_TIMED_OUT;
  return CLUA_RUNNING;
}

static void raise_stop(lua_State *L, clua_state *h, int why) {
  h->stopped = why;
  clua_arm(L);
  if (why == CLUA_TIMED_OUT) {
    char seconds[32];
    snprintf(seconds, sizeof seconds, "%g", h->deadline_seconds);
    lua_pushfstring(L, "time limit exceeded (%s s)", seconds);
  } else {
    lua_pushstring(L, why == CLUA_EXITED ? "exit" : "interrupted");
  }
  lua_error(L);
}

static void hook(lua_State *L, lua_Debug *event) {
  (void)event;
  clua_state *h = clua_of(L);
  int why = reason(h);
  if (why) raise_stop(L, h, why);
  lua_sethook(L, NULL, 0, 0);  // armed in an earlier run, in a coroutine that survived it
}

void clua_arm(lua_State *L) { lua_sethook(L, hook, LUA_MASKCALL | LUA_MASKCOUNT, 1); }

bool clua_has_to_stop(clua_state *h) { return reason(h) != CLUA_RUNNING; }

void clua_poll(lua_State *L) {
  clua_state *h = clua_of(L);
  int why = reason(h);
  if (why) raise_stop(L, h, why);
}

// ---- the signal

static void on_kick(int signal) {
  (void)signal;
  clua_state *h = running;
  if (!h || h->call_depth == 0 || !reason(h)) return;
  lua_State *L = h->current;
  if (L) clua_arm(L);
}

static void install_kick(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_kick;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  sigaction(SIGURG, &action, NULL);
}

// Worker threads of Dispatch, and so of Swift's tasks, block every asynchronous signal.
static void unblock_kick(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install_kick);
  if (is_unblocked) return;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGURG);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  is_unblocked = true;
}

void clua_interrupt(clua_state *h) {
  h->stop_requested = CLUA_INTERRUPTED;
  if (h->call_depth > 0) pthread_kill(h->thread, SIGURG);
}
bool clua_interrupt_pending(clua_state *h) { return h->stop_requested == CLUA_INTERRUPTED; }
void clua_exit(clua_state *h) {
  if (!h->stop_requested && h->call_depth > 0) h->stop_requested = CLUA_EXITED;
}
void clua_clear_interrupt(clua_state *h) { h->stop_requested = 0; }
int32_t clua_stopped(clua_state *h) { return h->stopped; }
int32_t clua_must_stop(clua_state *h) {
  int why = reason(h);
  h->was_told = why != CLUA_RUNNING;
  return why;
}
void clua_add_time(clua_state *h, double seconds) {
  if (h->deadline <= 0 || seconds <= 0) return;
  h->deadline += seconds;
  h->added += seconds;
}

void clua_set_foreground(clua_state *h) { foreground = h; }
void clua_forget_foreground(clua_state *h) {
  if (foreground == h) foreground = NULL;
}

// In C on purpose: a handler written in Swift may touch a lazily made global.
void clua_interrupt_foreground(void) {
  clua_state *h = foreground;
  if (h) clua_interrupt(h);
}

// ---- the deadline

void clua_set_time_limit(clua_state *h, double seconds) { h->seconds = seconds; }

// A timer belongs to a thread, because its signal does.
static void start_timer(clua_state *h, double seconds) {
  if (!h->has_timer) h->has_timer = clua_timer_create(&h->timer);
  if (h->has_timer) clua_timer_set(&h->timer, seconds);
}

// A number that no other thread of this process has or had: where one has ended, the next may get
// its pthread_t, but not its timers.
static uint64_t this_thread(void) {
  static atomic_uint_fast64_t last;
  static _Thread_local uint64_t number;
  if (number == 0) number = atomic_fetch_add(&last, 1) + 1;
  return number;
}

static void adopt_thread(clua_state *h) {
  if (h->thread_number == this_thread()) return;
  if (h->has_timer) clua_timer_delete(&h->timer);
  h->has_timer = false;
  h->thread = pthread_self();
  h->thread_number = this_thread();
}

clua_deadline clua_narrow_deadline(clua_state *h, double seconds) {
  clua_deadline former = {h->deadline, h->deadline_seconds, h->added};
  double deadline = now() + seconds;
  if (h->call_depth == 0 || (h->deadline > 0 && h->deadline <= deadline)) return former;
  h->deadline = deadline;
  h->deadline_seconds = seconds;
  start_timer(h, seconds);
  return former;
}

// What the narrow limit stopped has ended, and only that: whoever called it goes on.
void clua_widen_deadline(clua_state *h, clua_deadline former) {
  // Time that nobody has used is nobody's, outside either.
  if (former.at > 0) former.at += h->added - former.added;
  if (h->deadline == former.at) return;
  h->deadline = former.at;
  h->deadline_seconds = former.seconds;
  double left = former.at > 0 ? former.at - now() : 0;
  bool is_over = former.at > 0 && left <= 0;
  if (h->stopped == CLUA_TIMED_OUT && !is_over) h->stopped = CLUA_RUNNING;
  if (h->has_timer) clua_timer_set(&h->timer, is_over ? 1e-6 : left);
}

// ---- the C stack

static _Thread_local char *stack_floor;

// Half of the thread's stack is left for what Lua counts: 200 nested C calls, and for Swift.
#ifdef __APPLE__
static char *find_stack_floor(void) {
  size_t size = pthread_get_stacksize_np(pthread_self());
  return (char *)pthread_get_stackaddr_np(pthread_self()) - size / 2;
}
#else
static char *find_stack_floor(void) {
  pthread_attr_t attributes;
  void *low = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
  }
  return (char *)low + size / 2;
}
#endif

bool clua_is_deep(void) {
  if (!stack_floor) stack_floor = find_stack_floor();
  return (char *)__builtin_frame_address(0) < stack_floor;
}

void clua_check_depth(lua_State *L) {
  if (clua_is_deep()) luaL_error(L, "C stack overflow");
}

// ---- runs

// From here Lua is on top: limits bite.
clua_run clua_begin(lua_State *L) {
  clua_state *h = clua_of(L);
  clua_run run = {h->current, h->host_depth, h->call_depth == 0};
  if (run.outermost) {
    unblock_kick();
    adopt_thread(h);
    h->stopped = 0;
    if (h->stop_requested == CLUA_EXITED) h->stop_requested = 0;
    h->deadline = h->seconds > 0 ? now() + h->seconds : 0;
    h->deadline_seconds = h->seconds;
    h->outer_running = running;
    running = h;
    lua_sethook(L, NULL, 0, 0);
  }
  h->current = L;
  h->host_depth = 0;
  h->call_depth++;
  if (run.outermost && h->seconds > 0) start_timer(h, h->seconds);
  if (h->stopped || h->stop_requested) clua_arm(L);
  return run;
}

void clua_end(lua_State *L, clua_run run) {
  clua_state *h = clua_of(L);
  h->call_depth--;
  h->host_depth = run.host_depth;
  h->current = run.current;
  if (run.outermost) {
    if (h->has_timer && h->deadline > 0) clua_timer_set(&h->timer, 0);
    running = h->outer_running;
    // A request that came too late for this run waits for the next one.
    if (h->stopped == h->stop_requested) h->stop_requested = 0;
    lua_sethook(L, NULL, 0, 0);
  } else if (h->stopped && run.current) {
    clua_arm(run.current);
  }
}
