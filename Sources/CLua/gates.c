// What reaches outside the table. Each name stays, as a function that says which flag opens it;
// Swift replaces the ones that are allowed.
#include "internal.h"

#include <string.h>

typedef struct gate {
  const char *table, *name, *flag;  // no flag: never available
} gate;

static const gate gates[] = {
    {NULL, "dofile", "--allow-read"},
    {NULL, "loadfile", "--allow-read"},
    {NULL, "require", "--allow-read"},
    {NULL, "collectgarbage", NULL},
    {"string", "dump", NULL},
    {"os", "execute", "--allow-run"},
    {"os", "exit", NULL},
    {"os", "remove", "--allow-write"},
    {"os", "rename", "--allow-write"},
    {"os", "tmpname", "--allow-write"},
    {"os", "getenv", "--allow-env"},
    {"os", "setlocale", NULL},
    {"io", "open", "--allow-read or --allow-write"},
    {"io", "lines", "--allow-read"},
    {"io", "input", "--allow-read"},
    {"io", "read", "--allow-read"},
    {"io", "output", "--allow-write"},
    {"io", "write", "--allow-write"},
    {"io", "tmpfile", "--allow-write"},
    {"io", "popen", "--allow-run"},
};

// Any other field of a closed library, and the flag it would need.
static const gate libraries[] = {
    {NULL, "io", "--allow-read"},
    {NULL, "package", "--allow-read"},
    {NULL, "debug", NULL},
};

static int refuse(lua_State *L) {
  return luaL_error(L, "%s", lua_tostring(L, lua_upvalueindex(1)));
}

// Upvalues: the name of the library, its flag or nil.
static int refuse_field(lua_State *L) {
  const char *library = lua_tostring(L, lua_upvalueindex(1));
  const char *flag = lua_tostring(L, lua_upvalueindex(2));
  const char *field = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
  if (!flag) return luaL_error(L, "'%s.%s' is not available", library, field);
  return luaL_error(L, "'%s.%s' needs %s", library, field, flag);
}

static void push_gate(lua_State *L, const gate *g) {
  const char *table = g->table ? g->table : "", *dot = g->table ? "." : "";
  if (g->flag) {
    lua_pushfstring(L, "'%s%s%s' needs %s", table, dot, g->name, g->flag);
  } else {
    lua_pushfstring(L, "'%s%s%s' is not available", table, dot, g->name);
  }
  lua_pushcclosure(L, refuse, 1);
}

static void close_library(lua_State *L, const gate *g) {
  lua_newtable(L);
  lua_createtable(L, 0, 2);
  lua_pushstring(L, g->name);
  lua_pushstring(L, g->flag);  // nil when null
  lua_pushcclosure(L, refuse_field, 2);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_setglobal(L, g->name);
}

// debug.traceback reads only the call stack of its own script, and xpcall is worth little
// without it.
static void keep_traceback(lua_State *L) {
  lua_pushcfunction(L, luaopen_debug);
  lua_call(L, 0, 1);
  lua_getfield(L, -1, "traceback");
  lua_getglobal(L, "debug");
  lua_insert(L, -2);
  lua_setfield(L, -2, "traceback");
  lua_pop(L, 2);
}

// Functions of C whose work grows with a format get a short one. Upvalues: the function, the
// longest format.
static int with_short_format(lua_State *L) {
  size_t count, limit = (size_t)lua_tointeger(L, lua_upvalueindex(2));
  if (lua_type(L, 1) == LUA_TSTRING) {
    const char *format = lua_tolstring(L, 1, &count);
    if (count > limit) return luaL_argerror(L, 1, "format too long");
    // Padding as in "c1000000000" is written byte by byte, for each of the sizes.
    enum { MOST = 10000000 };
    size_t size = 0, others = 0;
    for (size_t i = 0; i < count; i++) {
      bool is_digit = format[i] >= '0' && format[i] <= '9';
      if (!is_digit) others += size;
      size = is_digit ? size * 10 + (size_t)(format[i] - '0') : 0;
      if (size + others >= MOST) return luaL_argerror(L, 1, "sizes in format too large");
    }
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

static void shorten(lua_State *L, const char *library, const char *name, lua_Integer limit) {
  lua_getglobal(L, library);
  lua_getfield(L, -1, name);
  lua_pushinteger(L, limit);
  lua_pushcclosure(L, with_short_format, 2);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
}

void clua_open_gates(lua_State *L) {
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) close_library(L, &libraries[i]);
  for (size_t i = 0; i < sizeof gates / sizeof *gates; i++) {
    if (gates[i].table) {
      lua_getglobal(L, gates[i].table);
    } else {
      lua_pushglobaltable(L);
    }
    push_gate(L, &gates[i]);
    lua_pushstring(L, gates[i].name);
    lua_insert(L, -2);
    lua_rawset(L, -3);
    lua_pop(L, 1);
  }
  keep_traceback(L);
  shorten(L, "os", "date", 1 << 10);
  shorten(L, "string", "pack", 1 << 12);
  shorten(L, "string", "packsize", 1 << 12);
  shorten(L, "string", "unpack", 1 << 12);
}
