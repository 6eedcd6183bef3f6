// The public face of the Lua binding. It deliberately does not include lua.h: Swift sees only
// calls that cannot longjmp through a Swift frame. Three rules make that true:
//
// 1. Whatever may run Lua code or raise goes through a protected call in C.
// 2. While Swift is on top of the stack the allocator refuses nothing, so pushing cannot raise.
// 3. A Swift callback returns a status; the C trampoline raises after that frame is gone.
#ifndef CLUA_H
#define CLUA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct lua_State lua_State;
// One interpreter with its limits.
typedef struct clua_state clua_state;

// Answers of protected calls: Lua's own status codes.
enum { CLUA_OK = 0, CLUA_ERROR = 2, CLUA_SYNTAX = 3, CLUA_MEMORY = 4, CLUA_HANDLER = 5 };
// Types of values: Lua's own numbers.
enum {
  CLUA_TNONE = -1, CLUA_TNIL = 0, CLUA_TBOOLEAN = 1, CLUA_TNUMBER = 3, CLUA_TSTRING = 4,
  CLUA_TTABLE = 5, CLUA_TFUNCTION = 6, CLUA_TUSERDATA = 7, CLUA_TTHREAD = 8
};
// What a callback returns instead of a count of results, with the error value on top.
enum { CLUA_RAISE = -1 };
// Why a run was stopped.
enum { CLUA_RUNNING = 0, CLUA_INTERRUPTED = 1, CLUA_TIMED_OUT = 2, CLUA_EXITED = 3 };

// How C reaches Swift. Neither function may unwind.
typedef struct clua_callbacks {
  int32_t (*call)(void *object, lua_State *L);  // run the closure in `object`
  void (*release)(void *object);                // drop the one retain that Lua held
  // Push a text of UTF-8 in upper or lower case, by Unicode's rules.
  void (*recase)(lua_State *L, const char *text, size_t count, bool is_upper);
  // A script has loaded a text as a chunk, whose environment is on top.
  void (*loaded)(lua_State *L, const char *text, size_t count);
} clua_callbacks;

// ---- state
// A new interpreter, or null when `memory` bytes (0: no limit) do not even hold the libraries.
clua_state *_Nullable clua_open(clua_callbacks callbacks, size_t memory);
// Ends the interpreter. The struct itself lives on until the last clua_release, so that whoever
// may interrupt from another thread never touches freed memory.
void clua_close(clua_state *h);
void clua_retain(clua_state *h);
void clua_release(clua_state *h);
// The stack of the coroutine that runs now, of the main one while none does. What a Swift function
// calls has to run there: Lua counts how deep C calls nest along a coroutine and what it resumes.
lua_State *clua_stack(clua_state *h);
clua_state *clua_of(lua_State *L);
// A pointer that the Swift side keeps here to find itself again.
void clua_set_owner(clua_state *h, void *_Nullable owner);
void *_Nullable clua_owner(clua_state *h);
void clua_set_memory_limit(clua_state *h, size_t bytes);
// Seconds for one outermost call; 0: none.
void clua_set_time_limit(clua_state *h, double seconds);
// A time limit inside a running call: what runs until it is widened again has `seconds`, unless the
// limit outside comes sooner. What it stops fails, and whoever called that goes on.
typedef struct clua_deadline {
  double at, seconds;
  double added;  // what clua_add_time had given until then
} clua_deadline;
clua_deadline clua_narrow_deadline(clua_state *h, double seconds);
void clua_widen_deadline(clua_state *h, clua_deadline former);
size_t clua_memory_used(clua_state *h);
// How many bytes the system did not have for Lua since it was asked last, 0: the limit refused.
size_t clua_take_wanted(clua_state *h);
// What Lua leaves of the system's memory for Swift, which ends the process where it gets none.
enum { CLUA_RESERVE = 16 << 20 };
size_t clua_memory_peak(clua_state *h);
// The peak counts from what is used now.
void clua_reset_memory_peak(clua_state *h);
// Swift objects that Lua holds now.
int64_t clua_live_objects(clua_state *h);
// Refuses every growing allocation from the nth on (0: none), as if memory had run out there:
// how the tests walk through every point at which a script can run out of memory.
void clua_refuse_from(clua_state *h, uint64_t nth);
// Whether such a refusal has happened since it was asked for.
bool clua_has_refused(clua_state *h);
// Makes the nth call of a Swift function from now on fail (0: none), before or after it has run.
void clua_fail_call(clua_state *h, uint64_t nth, bool after);
// Whether one has failed so since it was asked for.
bool clua_has_failed_call(clua_state *h);
// Pushes a sequence of every Swift function that anything in the state still refers to: how the
// tests find those that nobody has listed.
void clua_push_swift_functions(lua_State *L);
bool clua_is_swift_function(lua_State *L, int index);

// ---- stopping
// Asks the running script to stop. Async-signal-safe; callable from any thread.
void clua_interrupt(clua_state *h);
bool clua_interrupt_pending(clua_state *h);
// Ends the running script as soon as Swift has returned, by its own wish.
void clua_exit(clua_state *h);
// Whether what runs has to stop: for loops in Swift that may be long.
bool clua_has_to_stop(clua_state *h);
void clua_clear_interrupt(clua_state *h);
// Why the last outermost call was stopped (CLUA_RUNNING: it was not).
int32_t clua_stopped(clua_state *h);
// Why the run has to stop now (CLUA_RUNNING: it has not): for Swift that waits inside a callback.
int32_t clua_must_stop(clua_state *h);
// Gives the run more time, such as that for which a person was asked something.
void clua_add_time(clua_state *h, double seconds);
// The state that clua_interrupt_foreground stops; null: none.
void clua_set_foreground(clua_state *_Nullable h);
// Interrupts the foreground state, if there is one. Async-signal-safe: for a handler of SIGINT.
void clua_interrupt_foreground(void);

// ---- chunks and calls
// Loads a text chunk; binary ones are refused. Leaves the function or the message on top.
int clua_load(lua_State *L, const char *bytes, size_t count, const char *name);
// Calls what lies under `nargs` arguments. On error one value, the error, takes their place.
int clua_pcall(lua_State *L, int nargs, int nresults);
// Where the last failed call failed: the chunk as Lua shortens it and the line, or null and 0.
const char *_Nullable clua_error_chunk(clua_state *h, int *line);
// Pushes the traceback of the last failed call, or nil, and forgets it.
void clua_push_traceback(lua_State *L);
// Protected accesses that honour metamethods; one value (or, set: nothing; any error: it) is left.
int clua_gettable(lua_State *L, int index);  // key on top is replaced by the value
int clua_settable(lua_State *L, int index);  // key and value on top are popped
int clua_tostring(lua_State *L, int index);  // as tostring() does
int clua_next(lua_State *L, int index, bool *found);  // as next() does; the table is at `index`

// ---- values; none of these raises while Swift is on top
bool clua_checkstack(lua_State *L, int n);
int clua_gettop(lua_State *L);
void clua_settop(lua_State *L, int index);
void clua_pop(lua_State *L, int n);
void clua_remove(lua_State *L, int index);
int clua_absindex(lua_State *L, int index);
int clua_type(lua_State *L, int index);
const char *clua_typename(lua_State *L, int index);
bool clua_toboolean(lua_State *L, int index);
bool clua_isinteger(lua_State *L, int index);
bool clua_tointeger(lua_State *L, int index, int64_t *out);
bool clua_tonumber(lua_State *L, int index, double *out);
// Strings only, no conversion; valid while the string is on the stack.
const char *_Nullable clua_tobytes(lua_State *L, int index, size_t *count);
void clua_pushnil(lua_State *L);
void clua_pushboolean(lua_State *L, bool value);
void clua_pushinteger(lua_State *L, int64_t value);
void clua_pushnumber(lua_State *L, double value);
void clua_pushbytes(lua_State *L, const char *_Nullable bytes, size_t count);
// A decimal number of more digits than Lua's numbers keep, by its text: it compares exactly with
// numbers and others of its kind, and Lua computes nothing with it.
void clua_push_decimal(lua_State *L, const char *bytes, size_t count);
// Its text, valid as long as the value is; null for any other value.
const char *_Nullable clua_todecimal(lua_State *L, int index, size_t *count);
void clua_pushvalue(lua_State *L, int index);
void clua_pushglobals(lua_State *L);
void clua_pushtable(lua_State *L, int sequence, int fields);
// A library as all share it, out of reach of scripts; nil when there is none of that name.
void clua_push_library(lua_State *L, const char *name);
// A table for a chunk's _ENV: writes stay in it, reads fall back to the globals.
void clua_push_environment(lua_State *L);
// Has the function on top (popped) asked for each name that the environment at `index` lacks, but not
// for what is read of its _G: it gets a table and the name.
void clua_set_missing(lua_State *L, int index);
// Makes the table on top (popped) the environment of the chunk at `index`.
void clua_set_environment(lua_State *L, int index);
int clua_rawget(lua_State *L, int index);   // key on top is replaced
void clua_rawset(lua_State *L, int index);  // key (not nil or NaN) and value are popped
int clua_rawgeti(lua_State *L, int index, int64_t key);
void clua_rawseti(lua_State *L, int index, int64_t key);
bool clua_rawmetatable(lua_State *L, int index);  // pushes it, protected or not, if there is one
bool clua_rawnext(lua_State *L, int index);  // lua_next, for a key that next has given, or nil
uint64_t clua_rawlen(lua_State *L, int index);
bool clua_rawequal(lua_State *L, int a, int b);
int clua_ref(lua_State *L);
void clua_unref(lua_State *L, int ref);
int clua_pushref(lua_State *L, int ref);
// The name by which the C function that runs was called, or null; and whether with a colon.
const char *_Nullable clua_called_name(lua_State *L, bool *is_method);
// Names the function on top, and pops it, for errors where no caller does, as behind pcall; nil
// takes the name away.
void clua_name_function(lua_State *L, const char *name);
// The chunk, as it was named when it was loaded, and the line of the innermost Lua function that
// runs, besides those of `except`; null: there is none.
const char *_Nullable clua_running_chunk(lua_State *L, const char *except, int *line);
// The chunk and the lines of the Lua function at `index`; null: it is one of C.
const char *_Nullable clua_function_chunk(lua_State *L, int index, int *first, int *last);
// The name of its nth parameter, from 1, or null.
const char *_Nullable clua_parameter_name(lua_State *L, int index, int n);
// "chunk:line: " of the function at a level of the call stack, or "".
void clua_push_where(lua_State *L, int level);
void clua_collect(lua_State *L);
// The generational collector is 10 to 20 % faster around a rule's run.
void clua_set_generational(lua_State *L, bool on);

// ---- Swift objects; both functions take over one retain of `object`
// Pushes an object whose methods are those of the metatable behind `metatable_ref` (0: none).
void clua_push_object(lua_State *L, void *object, int metatable_ref);
void *_Nullable clua_toobject(lua_State *L, int index);
void clua_push_closure(lua_State *L, void *object);
// A metatable for objects: the table of methods on top is replaced by a reference to it.
int clua_make_object_type(lua_State *L, const char *name);
// Pushes an error object with the fields code, message and hint, whose tostring is its message.
void clua_push_error_object(lua_State *L);

#pragma clang assume_nonnull end
#endif
