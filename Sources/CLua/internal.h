// Shared by the C files of this target; the only header that includes lua.h.
#ifndef CLUA_INTERNAL_H
#define CLUA_INTERNAL_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#ifdef __APPLE__
#include <dispatch/dispatch.h>
#endif

#include "clua.h"

// What sends SIGURG to a thread when a time has come.
#ifdef __APPLE__
typedef struct clua_timer {
  dispatch_source_t source;
  pthread_t thread;
} clua_timer;
#else
typedef timer_t clua_timer;
#endif

struct clua_state {
  atomic_int owners;                  // the state itself, and each that may interrupt it
  clua_callbacks callbacks;
  lua_State *L;                       // the main thread of the interpreter
  lua_State *volatile current;        // the coroutine that runs now: hooks are per coroutine
  // memory
  size_t memory_limit, used, peak;
  struct clua_pool *pool;
  size_t unasked;                     // grown since the system was asked what is left
  size_t wanted;                      // what the system had not, until somebody was told
  uint64_t refuse_from, grown;        // fault injection, and growing allocations seen
  bool refused;
  uint64_t fail_call, calls;          // fault injection, and calls of Swift functions seen
  bool fail_after, call_failed;
  struct clua_patterns *patterns;     // compiled ones, made when the first is needed
  // time and stopping
  double seconds;                     // for one outermost call
  double deadline, deadline_seconds;  // of what runs now, and the limit that set it
  double added;                       // seconds by which deadlines were moved
  volatile int stop_requested;        // why; set by a signal handler or another thread
  bool was_told;                      // Swift has asked and was told to stop: nothing goes on then
  volatile int stopped;               // sticky until the next outermost call begins
  volatile int call_depth;            // protected calls on the stack
  pthread_t thread;                   // the one that runs, valid while call_depth > 0
  uint64_t thread_number;             // its number; 0: none yet
  bool has_timer;
  clua_timer timer;
  struct clua_state *outer_running;   // what this thread ran before
  // depth
  int host_depth;                     // > 0 while Swift is on top: nothing is refused there
  int close_depth;                    // nested coroutine.close
  // the last error
  int error_line;
  char error_chunk[LUA_IDSIZE];
  int64_t live_objects;
  void *owner;                        // the Swift wrapper
};

// What one protected call changes and puts back.
typedef struct clua_run {
  lua_State *current;
  int host_depth;
  bool outermost;
} clua_run;

// allocator.c
void *clua_allocate(void *ud, void *block, size_t old_size, size_t new_size);
bool clua_pool_open(clua_state *h);
void clua_pool_close(clua_state *h);

// budget.c
clua_run clua_begin(lua_State *L);
void clua_end(lua_State *L, clua_run run);
// Raises when the script is to stop: called by C functions that can run for long.
void clua_poll(lua_State *L);
// Arms the hook that stops a coroutine at its next instruction or call.
void clua_arm(lua_State *L);
// Raises when little of the C stack is left: called where one interpreter's C calls nest in a way
// that Lua does not count.
void clua_check_depth(lua_State *L);
bool clua_is_deep(void);

// timer.c
// A timer of the thread that calls, whose signal goes there; false if there is none to be had.
bool clua_timer_create(clua_timer *timer);
// Sends the signal after so many seconds, and then again and again; 0: never.
void clua_timer_set(clua_timer *timer, double seconds);
void clua_timer_delete(clua_timer *timer);

// budget.c
// Leaves no pointer to a state that ends.
void clua_forget_foreground(clua_state *h);
// Runs a protected C function with `nargs` arguments from the top, as part of a run.
int clua_protect(lua_State *L, lua_CFunction f, int nargs, int nresults);
// Message handler: notes place and traceback, keeps the error value as it is.
int clua_note_error(lua_State *L);

// Forgets what was noted of an earlier error.
void clua_forget_error(lua_State *L);

// The reader of every text chunk: in pieces, so that a huge one can be stopped.
typedef struct clua_text {
  const char *bytes;
  size_t count;
} clua_text;
const char *clua_read_text(lua_State *L, void *ud, size_t *count);

// Puts an environment in place of its _G at an index from 1; leaves all other values.
void clua_unwrap(lua_State *L, int index);

// libraries; each changes the globals of a new state
void clua_open_base(lua_State *L);
void clua_open_gates(lua_State *L);
void clua_open_coroutines(lua_State *L);
void clua_open_strings(lua_State *L);
void clua_open_decimals(lua_State *L);
void clua_patterns_free(clua_state *h);
void clua_open_tables(lua_State *L);
void clua_open_objects(lua_State *L);
void clua_open_environments(lua_State *L);

#endif
