// Every Swift function that a state still refers to: a walk over all that hangs on its registry,
// raw, through tables, metatables, upvalues, uservalues and suspended coroutines.
#include "internal.h"

enum { FOUND = 1, SEEN = 2, LEFT = 3 };

// Takes the value on top into what is left to visit, if it was not seen yet; pops it.
static void visit(lua_State *L) {
  int type = lua_type(L, -1);
  bool leads_on = type == LUA_TTABLE || type == LUA_TFUNCTION || type == LUA_TUSERDATA ||
                  type == LUA_TTHREAD;
  const void *identity = leads_on ? lua_topointer(L, -1) : NULL;
  if (!identity || lua_rawgetp(L, SEEN, identity) != LUA_TNIL) {
    lua_pop(L, identity ? 2 : 1);
    return;
  }
  lua_pop(L, 1);
  lua_pushboolean(L, 1);
  lua_rawsetp(L, SEEN, identity);
  if (clua_is_swift_function(L, -1)) {
    lua_pushvalue(L, -1);
    lua_rawseti(L, FOUND, (lua_Integer)lua_rawlen(L, FOUND) + 1);
  }
  lua_rawseti(L, LEFT, (lua_Integer)lua_rawlen(L, LEFT) + 1);
}

static void visit_thread(lua_State *L, lua_State *co) {
  if (co == L) return;
  for (int i = lua_gettop(co); i > 0 && lua_checkstack(co, 1); i--) {
    lua_pushvalue(co, i);
    lua_xmove(co, L, 1);
    visit(L);
  }
}

// Visits what the value on top refers to.
static void visit_parts(lua_State *L) {
  if (lua_getmetatable(L, -1)) visit(L);
  switch (lua_type(L, -1)) {
    case LUA_TTABLE:
      lua_pushnil(L);
      while (lua_next(L, -2)) {
        visit(L);
        lua_pushvalue(L, -1);
        visit(L);
      }
      break;
    case LUA_TFUNCTION:
      for (int i = 1; lua_getupvalue(L, -1, i); i++) visit(L);
      break;
    case LUA_TUSERDATA:
      for (int i = 1; lua_getiuservalue(L, -1, i) != LUA_TNONE; i++) visit(L);
      lua_pop(L, 1);  // the nil of a number that it has not
      break;
    default: visit_thread(L, lua_tothread(L, -1));
  }
}

static int collect(lua_State *L) {
  lua_settop(L, 0);
  for (int i = FOUND; i <= LEFT; i++) lua_newtable(L);
  lua_pushvalue(L, LUA_REGISTRYINDEX);
  visit(L);
  lua_pushliteral(L, "");
  if (lua_getmetatable(L, -1)) visit(L);
  lua_pop(L, 1);
  for (lua_Unsigned count; (count = lua_rawlen(L, LEFT)) > 0;) {
    lua_rawgeti(L, LEFT, (lua_Integer)count);
    lua_pushnil(L);
    lua_rawseti(L, LEFT, (lua_Integer)count);
    visit_parts(L);
    lua_pop(L, 1);
  }
  lua_settop(L, FOUND);
  return 1;
}

void clua_push_swift_functions(lua_State *L) { clua_protect(L, collect, 0, 1); }
