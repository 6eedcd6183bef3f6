// Making and ending an interpreter.
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>

clua_state *clua_of(lua_State *L) { return *(clua_state **)lua_getextraspace(L); }
void clua_set_owner(clua_state *h, void *owner) { h->owner = owner; }
void *clua_owner(clua_state *h) { return h->owner; }
lua_State *clua_stack(clua_state *h) { return h->current ? h->current : h->L; }

// Everything in here may run out of memory, so it runs protected.
static int open_libraries(lua_State *L) {
  static const luaL_Reg libraries[] = {
      {LUA_GNAME, luaopen_base},         {LUA_TABLIBNAME, luaopen_table},
      {LUA_STRLIBNAME, luaopen_string},  {LUA_MATHLIBNAME, luaopen_math},
      {LUA_UTF8LIBNAME, luaopen_utf8},   {LUA_COLIBNAME, luaopen_coroutine},
      {LUA_OSLIBNAME, luaopen_os},
  };
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    luaL_requiref(L, libraries[i].name, libraries[i].func, 1);
    lua_pop(L, 1);
  }
  clua_open_objects(L);
  clua_open_base(L);
  clua_open_gates(L);
  clua_open_coroutines(L);
  clua_open_strings(L);
  clua_open_decimals(L);
  clua_open_tables(L);
  clua_open_environments(L);
  return 0;
}

// An error outside a protected call is a fault of this target; Lua aborts after this returns.
static int on_panic(lua_State *L) {
  const char *message = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "no message";
  fprintf(stderr, "fatal: unprotected Lua error: %s\n", message);
  return 0;
}

void clua_retain(clua_state *h) { atomic_fetch_add(&h->owners, 1); }
void clua_release(clua_state *h) {
  if (atomic_fetch_sub(&h->owners, 1) == 1) free(h);
}

void clua_close(clua_state *h) {
  clua_forget_foreground(h);
  if (h->L) lua_close(h->L);
  if (h->has_timer) clua_timer_delete(&h->timer);
  clua_patterns_free(h);
  if (h->pool) clua_pool_close(h);
  clua_release(h);
}

clua_state *clua_open(clua_callbacks callbacks, size_t memory) {
  clua_state *h = calloc(1, sizeof *h);
  if (!h) return NULL;
  atomic_init(&h->owners, 1);
  h->callbacks = callbacks;
  h->memory_limit = memory;
  if (clua_pool_open(h)) h->L = lua_newstate(clua_allocate, h);
  if (!h->L) {
    clua_close(h);
    return NULL;
  }
  *(clua_state **)lua_getextraspace(h->L) = h;  // inherited by every coroutine
  lua_atpanic(h->L, on_panic);
  lua_pushcfunction(h->L, open_libraries);
  if (lua_pcall(h->L, 0, 0, 0) != LUA_OK) {
    clua_close(h);
    return NULL;
  }
  h->host_depth = 1;  // Swift is on top
  return h;
}
