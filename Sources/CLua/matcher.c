// Patterns matched away from Lua, by any thread.
#include "clua_matcher.h"

#include <stdlib.h>

#include "pattern.h"

struct clua_matcher {
  pattern pattern;
};

typedef struct request {
  pattern *pattern;
  const char *text;
  size_t length;
} request;

static int compile(lua_State *L) {
  request *r = lua_touserdata(L, 1);
  pattern_compile(L, r->pattern, r->text, r->length, true);
  return 0;
}

clua_matcher *clua_matcher_create(lua_State *L, const char *text, size_t length) {
  // A longer one would not lie in place.
  if (length >= PATTERN_INLINE) return NULL;
  clua_matcher *m = malloc(sizeof *m);
  if (!m) return NULL;
  request r = {&m->pattern, text, length};
  lua_pushcfunction(L, compile);
  lua_pushlightuserdata(L, &r);
  if (lua_pcall(L, 1, 0, 0) == LUA_OK) return m;
  lua_pop(L, 1);
  free(m);
  return NULL;
}

void clua_matcher_free(clua_matcher *m) { free(m); }

int clua_matcher_find(clua_matcher *matcher, const char *text, size_t length, int32_t *fuel) {
  jmp_buf spent;
  pattern_match m;
  const char *start = length ? text : "";
  pattern_begin(&m, NULL, &matcher->pattern, start, length);
  m.spent = &spent;
  m.fuel = *fuel;
  if (_setjmp(spent)) {
    *fuel = 0;
    return -1;
  }
  bool is_found = pattern_search(&m, &start) != NULL;
  *fuel = m.fuel;
  return is_found;
}
