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

void clua_push_environment(lua_State *L) {
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_setfield(L, -2, "_G");
  add_libraries(L);
  lua_createtable(L, 0, PURE + OPENED);
  for (int i = 0; i < PURE + OPENED; i++) {
    lua_pushstring(L, library_name(i));
    lua_pushvalue(L, -1);
    lua_rawget(L, -4);
    lua_rawset(L, -3);
  }
  // The same for _G, behind which the globals themselves would come to light.
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, "_G");
  lua_pushglobaltable(L);
  read_through(L);
  read_through(L);
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
