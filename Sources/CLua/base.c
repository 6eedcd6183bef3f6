// The base library where it differs from Lua's own.
#include "internal.h"

#include <string.h>

// ---- load

// Pushes the _ENV of the function that called: a chunk loaded inside a plugin lives where the
// plugin lives, not among everybody's globals. A function that has none, such as pcall, passes on
// that of its own caller, as long as all are of one script; where nobody has one, the chunk gets
// one that is nobody's.
static void push_caller_environment(lua_State *L) {
  lua_Debug ar;
  for (int level = 1; lua_getstack(L, level, &ar) && lua_getinfo(L, "f", &ar); level++) {
    const char *name;
    for (int i = 1; (name = lua_getupvalue(L, -1, i)) != NULL; i++) {
      if (strcmp(name, "_ENV") == 0) {
        lua_remove(L, -2);
        return;
      }
      lua_pop(L, 1);
    }
    bool is_border = clua_is_swift_function(L, -1);
    lua_pop(L, 1);
    if (is_border) break;
  }
  clua_push_environment(L);
}

// Calls the function that gives the pieces; slot 5 keeps them all, in a table. `ud` counts them.
static const char *read_pieces(lua_State *L, void *ud, size_t *count) {
  lua_Integer *piece_count = ud;
  luaL_checkstack(L, 2, "too many nested functions");
  lua_pushvalue(L, 1);
  lua_call(L, 0, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    *count = 0;
    return NULL;
  }
  if (lua_type(L, -1) != LUA_TSTRING) luaL_error(L, "reader function must return a string");
  const char *piece = lua_tolstring(L, -1, count);
  lua_rawseti(L, 5, ++*piece_count);
  return piece;
}

// Tells Swift of the text at index 1, or of the pieces at 5, before its environment is set, which is
// on top.
static void tell_loaded(lua_State *L, lua_Integer piece_count) {
  clua_state *h = clua_of(L);
  if (lua_type(L, 1) != LUA_TSTRING) {
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    for (lua_Integer i = 1; i <= piece_count; i++) {
      lua_rawgeti(L, 5, i);
      luaL_addvalue(&b);
    }
    luaL_pushresult(&b);
    lua_replace(L, 1);
  }
  size_t count;
  const char *text = lua_tolstring(L, 1, &count);
  h->host_depth++;
  h->callbacks.loaded(L, text, count);
  h->host_depth--;
}

// load(chunk [, name [, mode [, env]]]); the mode is always "t": bytecode can break the VM.
static int load(lua_State *L) {
  bool has_environment = !lua_isnone(L, 4);
  lua_settop(L, 4);
  clua_unwrap(L, 4);
  lua_newtable(L);  // slot 5
  lua_Integer piece_count = 0;
  int status;
  if (lua_type(L, 1) == LUA_TSTRING) {
    clua_text text;
    text.bytes = lua_tolstring(L, 1, &text.count);
    status = lua_load(L, clua_read_text, &text, luaL_optstring(L, 2, text.bytes), "t");
  } else {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    status = lua_load(L, read_pieces, &piece_count, luaL_optstring(L, 2, "=(load)"), "t");
  }
  if (status != LUA_OK) {
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
  }
  if (has_environment) {
    lua_pushvalue(L, 4);
  } else {
    push_caller_environment(L);
  }
  tell_loaded(L, piece_count);
  if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
  return 1;
}

// ---- xpcall

// Message handlers run with hooks off when a hook raised, so nothing could stop a script's own.
static int guarded_handler(lua_State *L) {
  if (clua_of(L)->stopped) return 1;
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, 1);
  return 1;
}

static int finish_xpcall(lua_State *L, int status, lua_KContext skipped) {
  if (status == LUA_OK || status == LUA_YIELD) return lua_gettop(L) - (int)skipped;
  lua_pushboolean(L, 0);
  lua_insert(L, -2);
  return 2;
}

// xpcall(f, handler, ...)
static int guarded_xpcall(lua_State *L) {
  luaL_checktype(L, 2, LUA_TFUNCTION);
  int arguments = lua_gettop(L) - 2;
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, guarded_handler, 1);
  lua_replace(L, 2);
  lua_pushboolean(L, 1);   // the first result
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2);     // f handler true f arguments…
  int status = lua_pcallk(L, arguments, LUA_MULTRET, 2, 2, finish_xpcall);
  return finish_xpcall(L, status, 2);
}

// ---- setmetatable

// Finalizers run with hooks off, out of reach of every limit, so scripts get none.
static int safe_setmetatable(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  int type = lua_type(L, 2);
  luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) {
    return luaL_error(L, "cannot change a protected metatable");
  }
  if (type == LUA_TTABLE) {
    lua_pushliteral(L, "__gc");
    if (lua_rawget(L, 2) != LUA_TNIL) return luaL_error(L, "'__gc' is not allowed");
  }
  lua_settop(L, 2);
  lua_setmetatable(L, 1);
  return 1;
}

// ---- rawequal, rawget, rawlen, rawset and next

// As Lua's own, but that _G is the environment, and that a locked table stays as it is: its
// metatable says in `__locked` what to answer.

static int raw_equal(lua_State *L) {
  luaL_checkany(L, 1);
  luaL_checkany(L, 2);
  clua_unwrap(L, 1);
  clua_unwrap(L, 2);
  lua_pushboolean(L, lua_rawequal(L, 1, 2));
  return 1;
}

static int raw_get(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkany(L, 2);
  lua_settop(L, 2);
  clua_unwrap(L, 1);
  lua_rawget(L, 1);
  return 1;
}

static int raw_length(lua_State *L) {
  int type = lua_type(L, 1);
  luaL_argexpected(L, type == LUA_TTABLE || type == LUA_TSTRING, 1, "table or string");
  clua_unwrap(L, 1);
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
  return 1;
}

static int raw_set(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkany(L, 2);
  luaL_checkany(L, 3);
  lua_settop(L, 3);
  if (lua_getmetatable(L, 1)) {
    lua_pushliteral(L, "__locked");
    if (lua_rawget(L, -2) == LUA_TSTRING) return luaL_error(L, "%s", lua_tostring(L, -1));
    lua_settop(L, 3);
  }
  clua_unwrap(L, 1);
  lua_rawset(L, 1);
  return 1;
}

static int next_pair(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  clua_unwrap(L, 1);
  if (lua_next(L, 1)) return 2;
  lua_pushnil(L);
  return 1;
}

// ---- nil

static int answer_false(lua_State *L) {
  lua_pushboolean(L, 0);
  return 1;
}

// An order comparison with nil, on either side, is false: a missing value is neither below nor
// above anything. Every other operation on nil keeps Lua's own error with the variable's name,
// because this metatable has no other event.
static void open_nil(lua_State *L) {
  lua_pushnil(L);
  lua_createtable(L, 0, 3);
  lua_pushcfunction(L, answer_false);
  lua_setfield(L, -2, "__lt");
  lua_pushcfunction(L, answer_false);
  lua_setfield(L, -2, "__le");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

void clua_open_base(lua_State *L) {
  lua_register(L, "load", load);
  lua_register(L, "xpcall", guarded_xpcall);
  lua_register(L, "setmetatable", safe_setmetatable);
  lua_register(L, "rawequal", raw_equal);
  lua_register(L, "rawget", raw_get);
  lua_register(L, "rawlen", raw_length);
  lua_register(L, "rawset", raw_set);
  lua_register(L, "next", next_pair);
  open_nil(L);
  // Methods of strings must not be reachable for writing: every script shares them.
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 2);
}
