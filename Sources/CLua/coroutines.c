// resume, wrap and close of our own. Hooks are per coroutine, so the running one has to be
// known, and a stop inside one has to go on outside it.
#include "internal.h"

// Lua 5.4.4 closes nested coroutines by recursion on the C stack without counting; a chain of
// 100,000 would end the process.
enum { CLOSE_DEPTH = 150 };

// Moves the arguments over and runs; answers the count of results, or -1 with the error on top.
static int resume(lua_State *L, lua_State *co, int arguments) {
  clua_state *h = clua_of(L);
  if (!lua_checkstack(co, arguments)) {
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  if (clua_is_deep()) {
    lua_pushliteral(L, "C stack overflow");
    return -1;
  }
  lua_xmove(L, co, arguments);
  lua_State *outer = h->current;
  int results = 0;
  h->current = co;
  if (h->stopped || h->stop_requested) clua_arm(co);
  int status = lua_resume(co, L, arguments, &results);
  h->current = outer;
  // A signal may have armed the coroutine in its last moment; and a stop goes on outwards.
  if (h->stopped || h->stop_requested) clua_arm(L);
  if (status != LUA_OK && status != LUA_YIELD) {
    lua_xmove(co, L, 1);
    return -1;
  }
  if (!lua_checkstack(L, results + 1)) {
    lua_pop(co, results);
    lua_pushliteral(L, "too many results to resume");
    return -1;
  }
  lua_xmove(co, L, results);
  return results;
}

static lua_State *check_coroutine(lua_State *L) {
  lua_State *co = lua_tothread(L, 1);
  luaL_argexpected(L, co, 1, "coroutine");
  return co;
}

static int co_resume(lua_State *L) {
  lua_State *co = check_coroutine(L);
  int results = resume(L, co, lua_gettop(L) - 1);
  lua_pushboolean(L, results >= 0);
  if (results < 0) results = 1;
  lua_insert(L, -results - 1);
  return results + 1;
}

// Runs the pending __close of a coroutine. Not while stopping: the hook that raised left hooks
// off in that coroutine, so nothing could stop what its __close does.
static int reset(lua_State *L, lua_State *co) {
  clua_state *h = clua_of(L);
  clua_poll(L);
  clua_check_depth(L);  // a coroutine that is closed counts its C calls anew
  if (h->close_depth >= CLOSE_DEPTH) return luaL_error(L, "coroutine.close nested too deeply");
  lua_State *outer = h->current;
  h->close_depth++;
  h->current = co;
  int status = lua_resetthread(co);  // protected: returns
  h->current = outer;
  h->close_depth--;
  if (h->stopped || h->stop_requested) clua_arm(L);
  return status;
}

static int co_close(lua_State *L) {
  lua_State *co = check_coroutine(L);
  lua_Debug ar;
  if (co == L) return luaL_error(L, "cannot close a running coroutine");
  if (lua_status(co) == LUA_OK && lua_getstack(co, 0, &ar)) {
    return luaL_error(L, "cannot close a normal coroutine");
  }
  if (reset(L, co) == LUA_OK) {
    lua_pushboolean(L, 1);
    return 1;
  }
  lua_pushboolean(L, 0);
  lua_xmove(co, L, 1);
  return 2;
}

static int wrapped(lua_State *L) {
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  int results = resume(L, co, lua_gettop(L));
  if (results >= 0) return results;
  int status = lua_status(co);
  if (status != LUA_OK && status != LUA_YIELD && reset(L, co) != LUA_OK) {
    lua_xmove(co, L, 1);  // an error of its __close replaces the first
  }
  if (status != LUA_ERRMEM && lua_type(L, -1) == LUA_TSTRING) {
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

static int co_wrap(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_State *co = lua_newthread(L);
  lua_sethook(co, NULL, 0, 0);  // a new coroutine inherits its maker's hook
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  lua_pushcclosure(L, wrapped, 1);
  return 1;
}

void clua_open_coroutines(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"resume", co_resume}, {"wrap", co_wrap}, {"close", co_close}, {NULL, NULL}};
  lua_getglobal(L, "coroutine");
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}
