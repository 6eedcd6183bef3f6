// Swift objects in Lua: a userdata that holds one retain, and closures that call one.
#include "internal.h"

// `tag` tells our userdata from any other: scripts can neither make nor change one.
typedef struct box {
  const void *tag;
  void *object;  // null once released
} box;

static const char box_tag, plain_type_key, error_type_key;

static box *to_box(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA || lua_rawlen(L, index) != sizeof(box)) return NULL;
  box *b = lua_touserdata(L, index);
  return b->tag == &box_tag ? b : NULL;
}

// __gc and __close. Swift's deinit runs with nothing refused, and a second call finds nothing.
static int release(lua_State *L) {
  box *b = to_box(L, 1);
  if (!b || !b->object) return 0;
  clua_state *h = clua_of(L);
  void *object = b->object;
  b->object = NULL;
  h->host_depth++;
  h->callbacks.release(object);
  h->host_depth--;
  h->live_objects--;
  return 0;
}

void *clua_toobject(lua_State *L, int index) {
  box *b = to_box(L, index);
  return b ? b->object : NULL;
}

// The object goes in last, so that a failure before leaves nothing to release twice.
void clua_push_object(lua_State *L, void *object, int metatable_ref) {
  box *b = lua_newuserdatauv(L, sizeof *b, 0);
  b->tag = &box_tag;
  b->object = NULL;
  if (metatable_ref) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, metatable_ref);
  } else {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &plain_type_key);
  }
  lua_setmetatable(L, -2);
  b->object = object;
  clua_of(L)->live_objects++;
}

// The way from Lua into Swift. Swift runs, returns and is gone before anything is raised.
static int trampoline(lua_State *L) {
  clua_state *h = clua_of(L);
  box *b = lua_touserdata(L, lua_upvalueindex(1));
  luaL_checkstack(L, 32, "too many arguments");
  clua_check_depth(L);
  if (!b->object) return luaL_error(L, "function of a closed object");
  bool fails = h->fail_call && ++h->calls == h->fail_call;
  if (fails) h->call_failed = true;
  if (fails && !h->fail_after) return luaL_error(L, "failed on purpose");
  h->host_depth++;
  int n = h->callbacks.call(b->object, L);
  h->host_depth--;
  if (fails && n != CLUA_RAISE) return luaL_error(L, "failed on purpose");
  // The clock may say so a moment before the signal comes.
  if (h->stopped || h->stop_requested || h->was_told) {
    h->was_told = false;
    clua_poll(L);
  }
  // What Swift pushed was not refused; it is judged now.
  if (h->host_depth == 0 && h->memory_limit && h->used > h->memory_limit) {
    lua_gc(L, LUA_GCCOLLECT);
    if (h->used > h->memory_limit) return luaL_error(L, "not enough memory");
  }
  return n == CLUA_RAISE ? lua_error(L) : n;
}

void clua_push_closure(lua_State *L, void *object) {
  clua_push_object(L, object, 0);
  lua_pushcclosure(L, trampoline, 1);
}

void clua_fail_call(clua_state *h, uint64_t nth, bool after) {
  h->fail_call = nth;
  h->fail_after = after;
  h->calls = 0;
  h->call_failed = false;
}
bool clua_has_failed_call(clua_state *h) { return h->call_failed; }

bool clua_is_swift_function(lua_State *L, int index) {
  return lua_tocfunction(L, index) == trampoline;
}

int64_t clua_live_objects(clua_state *h) { return h->live_objects; }

// ---- types

static void set_release(lua_State *L, const char *name) {
  lua_pushcfunction(L, release);
  lua_setfield(L, -2, "__gc");
  lua_pushboolean(L, 0);  // scripts see neither metatable nor __gc
  lua_setfield(L, -2, "__metatable");
  lua_pushstring(L, name);
  lua_setfield(L, -2, "__name");
}

int clua_make_object_type(lua_State *L, const char *name) {
  lua_createtable(L, 0, 4);
  set_release(L, name);
  lua_insert(L, -2);
  lua_setfield(L, -2, "__index");
  return luaL_ref(L, LUA_REGISTRYINDEX);
}

static int error_to_string(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_pushliteral(L, "message");
  if (lua_rawget(L, 1) != LUA_TSTRING) lua_pushliteral(L, "error");
  return 1;
}

void clua_push_error_object(lua_State *L) {
  lua_createtable(L, 0, 3);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &error_type_key);
  lua_setmetatable(L, -2);
}

void clua_open_objects(lua_State *L) {
  lua_createtable(L, 0, 3);
  set_release(L, "object");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &plain_type_key);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, error_to_string);
  lua_setfield(L, -2, "__tostring");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &error_type_key);
}
