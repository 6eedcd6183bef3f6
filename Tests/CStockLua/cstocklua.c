#include "cstocklua.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdlib.h>
#include <string.h>

char *stock_lua_run(const char *source, size_t count, size_t *result_count) {
  lua_State *L = luaL_newstate();
  if (!L) return NULL;
  luaL_openlibs(L);
  if (luaL_loadbuffer(L, source, count, "=t.lua") == LUA_OK) lua_pcall(L, 0, 1, 0);
  const char *text = luaL_tolstring(L, -1, result_count);
  char *copy = malloc(*result_count + 1);
  if (copy) memcpy(copy, text, *result_count + 1);
  lua_close(L);
  return copy;
}
