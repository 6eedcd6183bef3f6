// Environments, so that no script can change what another one sees. The libraries themselves lie
// in the registry, where only strings find their methods and Swift what it opens; what scripts are
// given is theirs: copies of the pure libraries, and of those that Swift may open later empty
// tables that read through. A script that drops one of its own falls back on its own again: the
// globals hold such, too, for code that runs among them, and nobody else reaches those.
#include "internal.h"

static const char libraries_key;

static const char *const pure[] = {"string", "table", "math", "utf8", "coroutine"};
static const char *const opened[] = {"os", "io", "package", "debug"};

enum { PURE = sizeof pure / sizeof *pure, OPENED = sizeof opened / sizeof *opened };

static const char *library_name(int i) { return i < PURE ? pure[i] : opened[i - PURE]; }

void clua_push_library(lua_State *L, const char *name) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &libraries_key);
  lua_pushstring(L, name);
  lua_rawget(L, -2);
  lua_remove(L, -2);
}

// Copies what the table at `from` holds itself into the one on top.
static void copy_fields(lua_State *L, int from) {
  from = lua_absindex(L, from);
  lua_pushnil(L);
  while (lua_next(L, from)) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -4);
  }
}

// __pairs of a library that is read through: a copy of both, because what `pairs` answers can be
// written. Upvalue: the library.
static int pairs_through(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_getglobal(L, "next");
  lua_newtable(L);
  copy_fields(L, lua_upvalueindex(1));
  copy_fields(L, 1);
  lua_pushnil(L);
  return 3;
}

// Pushes a table of a script's own that reads through to a library.
static void push_view(lua_State *L, const char *name) {
  lua_newtable(L);
  lua_createtable(L, 0, 3);
  clua_push_library(L, name);
  lua_pushvalue(L, -1);
  lua_pushcclosure(L, pairs_through, 1);
  lua_setfield(L, -3, "__pairs");
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
}

// Gives the table on top libraries of its own.
static void add_libraries(lua_State *L) {
  for (int i = 0; i < PURE; i++) {
    lua_pushstring(L, pure[i]);
    lua_newtable(L);
    clua_push_library(L, pure[i]);
    lua_insert(L, -2);
    copy_fields(L, -2);
    lua_remove(L, -2);
    lua_rawset(L, -3);
  }
  for (int i = 0; i < OPENED; i++) {
    lua_pushstring(L, opened[i]);
    push_view(L, opened[i]);
    lua_rawset(L, -3);
  }
}

// Makes the table below the top read through to the one on top, which is popped.
static void read_through(lua_State *L) {
  lua_createtable(L, 0, 2);
  lua_insert(L, -2);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
}

// Copies the functions among the globals into the table on top, so that the usual names cost no walk.
static void copy_functions(lua_State *L) {
  lua_pushglobaltable(L);
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    if (lua_type(L, -1) == LUA_TFUNCTION) {
      lua_pushvalue(L, -2);
      lua_insert(L, -2);
      lua_rawset(L, -5);
    } else {
      lua_pop(L, 1);
    }
  }
  lua_pop(L, 1);
}

// ---- _G

// `_G` is a table of its own, so that `_G.name` can ask for a global that may not exist, where
// `name` must: see clua_set_missing. All else it does is done to the environment, whose place in
// its metatable is behind this key.
static const char environment_key;

void clua_unwrap(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) return;
  if (lua_rawgetp(L, -1, &environment_key) == LUA_TTABLE) {
    lua_replace(L, index);
    lua_pop(L, 1);
  } else {
    lua_pop(L, 2);
  }
}

// __index. Upvalues: the environment, what it falls back on.
static int read_global(lua_State *L) {
  lua_settop(L, 2);
  for (int i = 1; i <= 2; i++) {
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(i)) != LUA_TNIL) return 1;
    lua_pop(L, 1);
  }
  lua_pushglobaltable(L);
  lua_pushvalue(L, 2);
  lua_rawget(L, -2);
  return 1;
}

static int count_globals(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, lua_upvalueindex(1)));
  return 1;
}

static int walk_globals(lua_State *L) {
  lua_getglobal(L, "next");
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushnil(L);
  return 3;
}

static int is_same(lua_State *L) {
  lua_settop(L, 2);
  clua_unwrap(L, 1);
  clua_unwrap(L, 2);
  lua_pushboolean(L, lua_rawequal(L, 1, 2));
  return 1;
}

// Pushes the _G of the environment at an index.
static void push_globals_of(lua_State *L, int environment, int fallback) {
  static const luaL_Reg events[] = {{"__len", count_globals}, {"__pairs", walk_globals}};
  lua_newtable(L);
  lua_createtable(L, 0, 7);
  lua_pushvalue(L, environment);
  lua_rawsetp(L, -2, &environment_key);
  lua_pushvalue(L, environment);
  lua_setfield(L, -2, "__newindex");
  lua_pushvalue(L, environment);
  lua_pushvalue(L, fallback);
  lua_pushcclosure(L, read_global, 2);
  lua_setfield(L, -2, "__index");
  for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
    lua_pushvalue(L, environment);
    lua_pushcclosure(L, events[i].func, 1);
    lua_setfield(L, -2, events[i].name);
  }
  lua_pushcfunction(L, is_same);
  lua_setfield(L, -2, "__eq");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
}

void clua_push_environment(lua_State *L) {
  lua_newtable(L);
  int environment = lua_gettop(L);
  add_libraries(L);
  lua_createtable(L, 0, 64);
  int fallback = lua_gettop(L);
  copy_functions(L);
  for (int i = 0; i < PURE + OPENED; i++) {
    lua_pushstring(L, library_name(i));
    lua_pushvalue(L, -1);
    lua_rawget(L, environment);
    lua_rawset(L, fallback);
  }
  // For a script that drops its own.
  push_globals_of(L, environment, fallback);
  lua_pushvalue(L, -1);
  lua_setfield(L, environment, "_G");
  lua_setfield(L, fallback, "_G");
  lua_pushglobaltable(L);
  read_through(L);
  read_through(L);
}

void clua_set_missing(lua_State *L, int index) {
  index = lua_absindex(L, index);
  lua_getmetatable(L, index);
  lua_pushliteral(L, "__index");
  lua_rawget(L, -2);
  lua_getmetatable(L, -1);
  lua_pushliteral(L, "__index");
  lua_pushvalue(L, -5);
  lua_rawset(L, -3);
  lua_pop(L, 4);
}

void clua_set_environment(lua_State *L, int index) {
  if (!lua_setupvalue(L, index, 1)) lua_pop(L, 1);
}

// Called when all libraries are as they shall be: puts them away.
void clua_open_environments(lua_State *L) {
  lua_createtable(L, 0, PURE + OPENED);
  for (int i = 0; i < PURE + OPENED; i++) {
    lua_getglobal(L, library_name(i));
    lua_setfield(L, -2, library_name(i));
  }
  lua_rawsetp(L, LUA_REGISTRYINDEX, &libraries_key);
  lua_pushglobaltable(L);
  add_libraries(L);
  lua_pop(L, 1);
}
