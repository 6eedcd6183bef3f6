// Short texts that come again and again from row to row.
#include "kept_texts.h"

static const char strings_key, texts_key;

kept_text *kept_texts_push(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &texts_key) == LUA_TNIL) {
    kept_text *made = lua_newuserdatauv(L, KEPT_TEXTS * sizeof(kept_text), 0);
    memset(made, 0, KEPT_TEXTS * sizeof(kept_text));
    lua_createtable(L, KEPT_TEXTS, 0);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &strings_key);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &texts_key);
    lua_replace(L, -2);
  }
  kept_text *kept = lua_touserdata(L, -1);
  lua_pop(L, 1);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &strings_key);
  return kept;
}

void kept_texts_replace(lua_State *L, kept_text *place, kept_text text, int strings, int index,
                        const char *bytes) {
  place->size = 0;  // whatever happens, the description never speaks of another string
  lua_pushlstring(L, bytes, text.size - 1);
  lua_pushvalue(L, -1);
  lua_rawseti(L, strings, index);
  *place = text;
}
