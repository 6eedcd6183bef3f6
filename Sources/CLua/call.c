// Loading and calling: every way from Swift into code that may raise.
#include "internal.h"

#include <string.h>

static const char traceback_key;

// Gives a chunk in pieces, and stops between them: the parser itself knows no hook.
const char *clua_read_text(lua_State *L, void *ud, size_t *count) {
  enum { PIECE = 32 << 10 };
  clua_text *text = ud;
  clua_poll(L);
  if (text->count == 0) return NULL;
  const char *piece = text->bytes;
  *count = text->count < PIECE ? text->count : PIECE;
  text->bytes += *count;
  text->count -= *count;
  return piece;
}

int clua_load(lua_State *L, const char *bytes, size_t count, const char *name) {
  clua_state *h = clua_of(L);
  h->error_line = 0;
  clua_run run = clua_begin(L);
  clua_text text = {bytes, count};
  int status = lua_load(L, clua_read_text, &text, name, "t");  // protects itself
  clua_end(L, run);
  return status;
}

// The place is that of the innermost Lua function: C functions have no line.
int clua_note_error(lua_State *L) {
  clua_state *h = clua_of(L);
  lua_Debug ar;
  for (int level = 0; lua_getstack(L, level, &ar); level++) {
    lua_getinfo(L, "Sl", &ar);
    if (ar.currentline <= 0) continue;
    h->error_line = ar.currentline;
    memcpy(h->error_chunk, ar.short_src, sizeof h->error_chunk);
    break;
  }
  if (!lua_checkstack(L, LUA_MINSTACK)) return 1;
  luaL_traceback(L, L, NULL, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &traceback_key);
  return 1;
}

void clua_forget_error(lua_State *L) {
  clua_of(L)->error_line = 0;
  lua_pushnil(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &traceback_key);
}

int clua_pcall(lua_State *L, int nargs, int nresults) {
  clua_state *h = clua_of(L);
  int handler = lua_gettop(L) - nargs;
  lua_pushcfunction(L, clua_note_error);  // a light function: takes no memory
  lua_insert(L, handler);
  h->error_line = 0;
  clua_run run = clua_begin(L);
  int status = lua_pcall(L, nargs, nresults, handler);
  clua_end(L, run);
  lua_remove(L, handler);
  return status;
}

int clua_protect(lua_State *L, lua_CFunction f, int nargs, int nresults) {
  lua_pushcfunction(L, f);
  lua_insert(L, -nargs - 1);
  return clua_pcall(L, nargs, nresults);
}

const char *clua_error_chunk(clua_state *h, int *line) {
  *line = h->error_line;
  return h->error_line > 0 ? h->error_chunk : NULL;
}

void clua_push_traceback(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &traceback_key);
  lua_pushnil(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &traceback_key);
}

// ---- names

const char *clua_called_name(lua_State *L, bool *is_method) {
  lua_Debug ar;
  *is_method = false;
  if (!lua_getstack(L, 0, &ar) || !lua_getinfo(L, "n", &ar)) return NULL;
  *is_method = strcmp(ar.namewhat, "method") == 0;
  return ar.name;
}

// Where nobody called it by a name, Lua looks for a C function among the modules.
void clua_name_function(lua_State *L, const char *name) {
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_insert(L, -2);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
}

// ---- places

const char *clua_running_chunk(lua_State *L, const char *except, int *line) {
  lua_Debug ar;
  for (int level = 0; lua_getstack(L, level, &ar); level++) {
    lua_getinfo(L, "Sl", &ar);
    if (ar.currentline <= 0 || strcmp(ar.source, except) == 0) continue;
    *line = ar.currentline;
    return ar.source;
  }
  return NULL;
}

const char *clua_function_chunk(lua_State *L, int index, int *first, int *last) {
  lua_Debug ar;
  lua_pushvalue(L, index);
  lua_getinfo(L, ">S", &ar);
  *first = ar.linedefined;
  *last = ar.lastlinedefined;
  return ar.linedefined > 0 ? ar.source : NULL;
}

const char *clua_parameter_name(lua_State *L, int index, int n) {
  lua_pushvalue(L, index);
  const char *name = lua_getlocal(L, NULL, n);
  lua_pop(L, 1);
  return name;
}

// ---- accesses

// A table without a metatable runs no code, so the protected call can be spared.
static bool is_plain_table(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TTABLE) return false;
  if (!lua_getmetatable(L, index)) return true;
  lua_pop(L, 1);
  return false;
}

static int get(lua_State *L) {
  lua_gettable(L, 1);
  return 1;
}
static int set(lua_State *L) {
  lua_settable(L, 1);
  return 0;
}
static int to_string(lua_State *L) {
  luaL_tolstring(L, 1, NULL);
  return 1;
}
static int next(lua_State *L) { return lua_next(L, 1) ? 2 : 0; }

int clua_gettable(lua_State *L, int index) {
  index = lua_absindex(L, index);
  if (is_plain_table(L, index)) {
    lua_rawget(L, index);
    return LUA_OK;
  }
  lua_pushvalue(L, index);
  lua_insert(L, -2);
  return clua_protect(L, get, 2, 1);
}

int clua_settable(lua_State *L, int index) {
  index = lua_absindex(L, index);
  bool is_safe_key = lua_type(L, -2) == LUA_TSTRING || lua_isinteger(L, -2);  // nil, NaN raise
  if (is_safe_key && is_plain_table(L, index)) {
    lua_rawset(L, index);
    return LUA_OK;
  }
  lua_pushvalue(L, index);
  lua_insert(L, -3);
  return clua_protect(L, set, 3, 0);
}

int clua_tostring(lua_State *L, int index) {
  lua_pushvalue(L, index);
  int type = lua_type(L, -1);
  if (type == LUA_TSTRING) return LUA_OK;
  return clua_protect(L, to_string, 1, 1);
}

// Protected because lua_next raises on a key that the table does not know (any more).
int clua_next(lua_State *L, int index, bool *found) {
  index = lua_absindex(L, index);
  int top = lua_gettop(L) - 1;
  lua_pushvalue(L, index);
  lua_insert(L, -2);
  int status = clua_protect(L, next, 2, LUA_MULTRET);
  *found = status == LUA_OK && lua_gettop(L) == top + 2;
  return status;
}
