#include "plain_lua.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

static lua_State *state(plain_lua *lua) { return (lua_State *)lua; }

plain_lua *plain_lua_open(void) {
  lua_State *L = luaL_newstate();
  if (L) luaL_openlibs(L);
  return (plain_lua *)L;
}

void plain_lua_close(plain_lua *lua) { lua_close(state(lua)); }

const char *plain_lua_run(plain_lua *lua, const char *text) {
  lua_State *L = state(lua);
  lua_settop(L, 0);
  if (luaL_loadstring(L, text) == LUA_OK && lua_pcall(L, 0, 0, 0) == LUA_OK) return NULL;
  return lua_isstring(L, -1) ? lua_tostring(L, -1) : "no message";
}

void plain_lua_set(plain_lua *lua, const char *name, const char *bytes, size_t count) {
  lua_pushlstring(state(lua), bytes, count);
  lua_setglobal(state(lua), name);
}

int64_t plain_lua_integer(plain_lua *lua, const char *name) {
  lua_State *L = state(lua);
  int is_integer = 0;
  lua_getglobal(L, name);
  int64_t value = lua_tointegerx(L, -1, &is_integer);
  lua_pop(L, 1);
  return is_integer ? value : -1;
}

void plain_lua_collect(plain_lua *lua) { lua_gc(state(lua), LUA_GCCOLLECT); }
