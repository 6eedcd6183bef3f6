#include "conditions.h"

#include <string.h>

static int compile(lua_State *L) {
  pattern *p = lua_touserdata(L, 1);
  const clua_condition *k = lua_touserdata(L, 2);
  pattern_compile(L, p, k->text, k->length, true);
  return 0;
}

// A malformed pattern is the function's to complain of, and so is one too long to lie in place.
static bool compiles(lua_State *L, pattern *p, const clua_condition *k) {
  if (k->length >= PATTERN_INLINE) return false;
  lua_pushcfunction(L, compile);
  lua_pushlightuserdata(L, p);
  lua_pushlightuserdata(L, (void *)k);
  if (lua_pcall(L, 2, 0, 0) == LUA_OK) return true;
  lua_pop(L, 1);
  return false;
}

conditions *conditions_push(lua_State *L, const clua_rows *rows) {
  size_t patterns = (size_t)rows->condition_count * sizeof(pattern);
  conditions *k = lua_newuserdatauv(L, sizeof *k + patterns, 0);
  k->rows = rows;
  k->patterns = (pattern *)(k + 1);
  k->count = 0;
  bool is_own = clua_match_is_own(L);
  for (int32_t i = 0; i < rows->condition_count; i++) {
    const clua_condition *condition = &rows->conditions[i];
    bool is_pattern = condition->test == CLUA_MATCH;
    if (is_pattern && !(is_own && compiles(L, &k->patterns[i], condition))) break;
    k->count++;
  }
  k->all = k->count == rows->condition_count;
  return k;
}

static bool compares(uint8_t test, double a, double b) {
  switch (test) {
    case CLUA_EQUAL: return a == b;
    case CLUA_UNEQUAL: return a != b;
    case CLUA_LESS: return a < b;
    case CLUA_AT_MOST: return a <= b;
    case CLUA_MORE: return a > b;
    default: return a >= b;
  }
}

static verdict judge(lua_State *L, const clua_condition *k, pattern *p, const clua_cell *cell) {
  if (cell->kind == CLUA_CELL_NIL) {
    // An order comparison with null is false, and null has no methods.
    if (k->test == CLUA_MATCH) return UNKNOWN;
    return k->test == CLUA_UNEQUAL ? HOLDS : HOLDS_NOT;
  }
  if (!k->text) {
    // Integers of cells have at most 15 digits, so a double holds them.
    if (cell->kind == CLUA_CELL_INTEGER) {
      return compares(k->test, (double)cell->value.integer, k->number) ? HOLDS : HOLDS_NOT;
    }
    if (cell->kind == CLUA_CELL_NUMBER) {
      return compares(k->test, cell->value.number, k->number) ? HOLDS : HOLDS_NOT;
    }
    return UNKNOWN;
  }
  if (cell->kind != CLUA_CELL_TEXT) return UNKNOWN;
  if (k->test == CLUA_MATCH) {
    pattern_match m;
    const char *start = cell->length ? cell->value.text : "";
    pattern_begin(&m, L, p, start, cell->length);
    return pattern_search(&m, &start) ? HOLDS : HOLDS_NOT;
  }
  bool is_equal =
      cell->length == k->length && memcmp(cell->value.text, k->text, k->length) == 0;
  return is_equal == (k->test == CLUA_EQUAL) ? HOLDS : HOLDS_NOT;
}

verdict conditions_judge(lua_State *L, const conditions *k, const cursor *c) {
  const clua_rows *rows = k->rows;
  for (int32_t i = 0; i < k->count; i++) {
    const clua_condition *condition = &rows->conditions[i];
    const column_cells *cells = &c->columns[rows->arguments[condition->argument]];
    verdict v = judge(L, condition, &k->patterns[i], &cells->cells[c->row - c->first]);
    if (v != HOLDS) return v;
  }
  return k->all ? HOLDS : UNKNOWN;
}
