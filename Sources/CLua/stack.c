// Plain stack operations under names of our own: half of Lua's are macros, which Swift does not
// import, and the rest are kept out of Swift's sight on purpose.
#include "internal.h"

bool clua_checkstack(lua_State *L, int n) { return lua_checkstack(L, n); }
int clua_gettop(lua_State *L) { return lua_gettop(L); }
void clua_settop(lua_State *L, int index) { lua_settop(L, index); }
void clua_pop(lua_State *L, int n) { lua_pop(L, n); }
void clua_remove(lua_State *L, int index) { lua_remove(L, index); }
int clua_absindex(lua_State *L, int index) { return lua_absindex(L, index); }
int clua_type(lua_State *L, int index) { return lua_type(L, index); }
const char *clua_typename(lua_State *L, int index) { return luaL_typename(L, index); }
bool clua_toboolean(lua_State *L, int index) { return lua_toboolean(L, index); }
bool clua_isinteger(lua_State *L, int index) { return lua_isinteger(L, index); }

// Floats with an integral value count, as everywhere in Lua; text does not.
bool clua_tointeger(lua_State *L, int index, int64_t *out) {
  int is_integer = 0;
  *out = 0;
  if (lua_type(L, index) == LUA_TNUMBER) *out = lua_tointegerx(L, index, &is_integer);
  return is_integer;
}
bool clua_tonumber(lua_State *L, int index, double *out) {
  int is_number = 0;
  *out = 0;
  if (lua_type(L, index) == LUA_TNUMBER) *out = lua_tonumberx(L, index, &is_number);
  return is_number;
}
// lua_tolstring would turn a number in place into text, and confuse a traversal.
const char *clua_tobytes(lua_State *L, int index, size_t *count) {
  *count = 0;
  return lua_type(L, index) == LUA_TSTRING ? lua_tolstring(L, index, count) : NULL;
}

void clua_pushnil(lua_State *L) { lua_pushnil(L); }
void clua_pushboolean(lua_State *L, bool value) { lua_pushboolean(L, value); }
void clua_pushinteger(lua_State *L, int64_t value) { lua_pushinteger(L, value); }
void clua_pushnumber(lua_State *L, double value) { lua_pushnumber(L, value); }
void clua_pushbytes(lua_State *L, const char *bytes, size_t count) {
  lua_pushlstring(L, count ? bytes : "", count);
}
void clua_pushvalue(lua_State *L, int index) { lua_pushvalue(L, index); }
void clua_pushglobals(lua_State *L) { lua_pushglobaltable(L); }
void clua_pushtable(lua_State *L, int sequence, int fields) {
  lua_createtable(L, sequence, fields);
}

int clua_rawget(lua_State *L, int index) { return lua_rawget(L, index); }
void clua_rawset(lua_State *L, int index) { lua_rawset(L, index); }
int clua_rawgeti(lua_State *L, int index, int64_t key) { return lua_rawgeti(L, index, key); }
void clua_rawseti(lua_State *L, int index, int64_t key) { lua_rawseti(L, index, key); }
bool clua_rawmetatable(lua_State *L, int index) { return lua_getmetatable(L, index) != 0; }
bool clua_rawnext(lua_State *L, int index) { return lua_next(L, index) != 0; }
uint64_t clua_rawlen(lua_State *L, int index) { return lua_rawlen(L, index); }
bool clua_rawequal(lua_State *L, int a, int b) { return lua_rawequal(L, a, b); }

int clua_ref(lua_State *L) { return luaL_ref(L, LUA_REGISTRYINDEX); }
void clua_unref(lua_State *L, int ref) { luaL_unref(L, LUA_REGISTRYINDEX, ref); }
int clua_pushref(lua_State *L, int ref) { return lua_rawgeti(L, LUA_REGISTRYINDEX, ref); }

void clua_push_where(lua_State *L, int level) { luaL_where(L, level); }
void clua_collect(lua_State *L) { lua_gc(L, LUA_GCCOLLECT); }
void clua_set_generational(lua_State *L, bool on) {
  if (on) {
    lua_gc(L, LUA_GCGEN, 0, 0);
  } else {
    lua_gc(L, LUA_GCINC, 0, 0, 0);
  }
}
