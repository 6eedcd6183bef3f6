// string.find, match, gmatch, gsub and rep over the bounded matcher; lower and upper for all alphabets.
// Source of the behaviour: Lua 5.4 manual, section 6.4.
#define _GNU_SOURCE

#include "clua_matcher.h"
#include "load.h"
#include "pattern.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// The byte offset that `init` (argument `index`) means; may lie one beyond the end.
static size_t start_offset(lua_State *L, int index, size_t count) {
  lua_Integer init = luaL_optinteger(L, index, 1);
  if (init > 0) return (size_t)init - 1;
  if (init == 0 || init < -(lua_Integer)count) return 0;
  return count - (size_t)(-init);
}

// ---- compiled patterns

// Patterns that were used last, by where their text lies; a script uses few, and often. The text
// is kept in the registry, so that no other can come to lie there, and so is the memory of a long
// pattern; very long ones are compiled each time.
enum { CACHED = 8, CACHED_LENGTH = 256 };
typedef struct cached_pattern {
  const char *text;
  pattern pattern;
} cached_pattern;
struct clua_patterns {
  cached_pattern slots[CACHED];
};

void clua_patterns_free(clua_state *h) { free(h->patterns); }

// The compiled pattern of argument 2: a kept one, or `own`. Pushes one value.
static pattern *compiled(lua_State *L, const char *text, size_t count, pattern *own) {
  clua_state *h = clua_of(L);
  if (!h->patterns) h->patterns = calloc(1, sizeof *h->patterns);
  if (!h->patterns || count > CACHED_LENGTH) {
    pattern_compile(L, own, text, count, true);
    return own;
  }
  cached_pattern *slot = &h->patterns->slots[((uintptr_t)text >> 5) % CACHED];
  if (slot->text == text) {
    lua_pushnil(L);
    return &slot->pattern;
  }
  slot->text = NULL;  // while it may raise
  pattern_compile(L, &slot->pattern, text, count, true);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &slot->pattern);
  lua_pushvalue(L, 2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, slot);
  slot->text = text;
  return &slot->pattern;
}

static int find_or_match(lua_State *L, bool find) {
  size_t subject_count, text_count;
  const char *subject = luaL_checklstring(L, 1, &subject_count);
  const char *text = luaL_checklstring(L, 2, &text_count);
  size_t from = start_offset(L, 3, subject_count);
  if (from > subject_count) {
    luaL_pushfail(L);
    return 1;
  }
  if (find && (lua_toboolean(L, 4) || pattern_is_plain(text, text_count))) {
    const char *at = memmem(subject + from, subject_count - from, text, text_count);
    if (!at) {
      luaL_pushfail(L);
      return 1;
    }
    lua_pushinteger(L, at - subject + 1);
    lua_pushinteger(L, at - subject + (lua_Integer)text_count);
    return 2;
  }
  pattern own, *p = compiled(L, text, text_count, &own);
  pattern_match m;
  pattern_begin(&m, L, p, subject, subject_count);
  const char *start = subject + from;
  const char *end = pattern_search(&m, &start);
  if (!end) {
    luaL_pushfail(L);
    return 1;
  }
  if (!find) return pattern_push_captures(&m, start, end);
  lua_pushinteger(L, start - subject + 1);
  lua_pushinteger(L, end - subject);
  return p->captures == 0 ? 2 : 2 + pattern_push_captures(&m, start, end);
}

static int find(lua_State *L) { return find_or_match(L, true); }
static int match(lua_State *L) { return find_or_match(L, false); }

// ---- gmatch

typedef struct iteration {
  pattern pattern;
  pattern_match match;
  const char *next, *last_end;  // an empty match right after the last match does not count
} iteration;

// Upvalues: the subject, the pattern text, the iteration, what the pattern lives in.
static int gmatch_next(lua_State *L) {
  iteration *it = lua_touserdata(L, lua_upvalueindex(3));
  pattern_match *m = &it->match;
  m->L = L;  // may be called from any coroutine
  while (it->next <= m->end) {
    const char *start = it->next;
    const char *end = pattern_search(m, &start);
    if (!end) break;
    if (end == it->last_end) {
      it->next = start + 1;
      continue;
    }
    it->next = it->last_end = end;
    return pattern_push_captures(m, start, end);
  }
  it->next = m->end + 1;
  return 0;
}

static int gmatch(lua_State *L) {
  size_t subject_count, text_count;
  const char *subject = luaL_checklstring(L, 1, &subject_count);
  const char *text = luaL_checklstring(L, 2, &text_count);
  size_t from = start_offset(L, 3, subject_count);
  if (from > subject_count) from = subject_count + 1;
  lua_settop(L, 2);
  iteration *it = lua_newuserdatauv(L, sizeof *it, 0);
  pattern_compile(L, &it->pattern, text, text_count, false);
  pattern_begin(&it->match, L, &it->pattern, subject, subject_count);
  it->next = subject + from;
  it->last_end = NULL;
  lua_pushcclosure(L, gmatch_next, 4);
  return 1;
}

// ---- gsub

enum { REPLACEMENT = 3 };

static void add_template(pattern_match *m, luaL_Buffer *b, const char *start, const char *end) {
  lua_State *L = m->L;
  size_t count;
  const char *p = lua_tolstring(L, REPLACEMENT, &count), *stop = p + count;
  while (p < stop) {
    const char *mark = memchr(p, '%', (size_t)(stop - p));
    luaL_addlstring(b, p, (size_t)((mark ? mark : stop) - p));
    if (!mark) return;
    p = mark + 1;
    char c = p < stop ? *p : 0;
    if (c == '%') {
      luaL_addchar(b, '%');
    } else if (c == '0') {
      luaL_addlstring(b, start, (size_t)(end - start));
    } else if (c >= '1' && c <= '9') {
      pattern_push_capture(m, c - '1', start, end);
      luaL_tolstring(L, -1, NULL);  // a position is a number
      lua_remove(L, -2);
      luaL_addvalue(b);
    } else {
      luaL_error(L, "invalid use of '%%' in replacement string");
    }
    p++;
  }
}

// Adds what replaces the match; false when the match stays as it is.
static void add_replacement(pattern_match *m, luaL_Buffer *b, const char *start, const char *end) {
  lua_State *L = m->L;
  int type = lua_type(L, REPLACEMENT);
  if (type == LUA_TFUNCTION) {
    lua_pushvalue(L, REPLACEMENT);
    lua_call(L, pattern_push_captures(m, start, end), 1);
  } else if (type == LUA_TTABLE) {
    pattern_push_capture(m, 0, start, end);
    lua_gettable(L, REPLACEMENT);
  } else {
    add_template(m, b, start, end);
    return;
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    luaL_addlstring(b, start, (size_t)(end - start));
  } else if (lua_isstring(L, -1)) {
    luaL_addvalue(b);
  } else {
    luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  }
}

static int gsub(lua_State *L) {
  size_t subject_count, text_count;
  const char *subject = luaL_checklstring(L, 1, &subject_count);
  const char *text = luaL_checklstring(L, 2, &text_count);
  int type = lua_type(L, REPLACEMENT);
  luaL_argexpected(L, type == LUA_TSTRING || type == LUA_TNUMBER || type == LUA_TTABLE ||
                          type == LUA_TFUNCTION, REPLACEMENT, "string/function/table");
  lua_Integer limit = luaL_optinteger(L, 4, (lua_Integer)subject_count + 1), count = 0;
  if (type == LUA_TNUMBER) lua_tolstring(L, REPLACEMENT, NULL);
  pattern p;
  pattern_match m;
  pattern_compile(L, &p, text, text_count, true);
  pattern_begin(&m, L, &p, subject, subject_count);
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  const char *rest = subject, *last_end = NULL;  // `rest`: what is not yet copied or replaced
  for (const char *from = subject; count < limit && from <= m.end;) {
    const char *start = from;
    const char *end = pattern_search(&m, &start);
    if (!end) break;
    if (end == last_end) {
      from = start + 1;  // an empty match right after the last match does not count
      if (p.anchored) break;
      continue;
    }
    if ((++count & 0x3f) == 0) clua_poll(L);
    luaL_addlstring(&b, rest, (size_t)(start - rest));
    add_replacement(&m, &b, start, end);
    rest = from = last_end = end;
    if (p.anchored) break;
  }
  luaL_addlstring(&b, rest, (size_t)(m.end - rest));
  luaL_pushresult(&b);
  lua_pushinteger(L, count);
  return 2;
}

// ---- rep

// rep(s, n [, sep]). Lua's own loops n times even where nothing is repeated.
static int rep(lua_State *L) {
  size_t count, separator_count;
  const char *s = luaL_checklstring(L, 1, &count);
  lua_Integer n = luaL_checkinteger(L, 2);
  const char *separator = luaL_optlstring(L, 3, "", &separator_count);
  size_t unit = count + separator_count;
  if (n <= 0 || unit == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  size_t limit = clua_of(L)->memory_limit;
  if (limit == 0 || limit > PTRDIFF_MAX) limit = PTRDIFF_MAX;
  if ((size_t)n > limit / unit) return luaL_error(L, "resulting string too large");
  size_t total = (size_t)n * unit - separator_count;
  luaL_Buffer b;
  char *out = luaL_buffinitsize(L, &b, total);
  memcpy(out, s, count);
  size_t done = count;
  if (n > 1) {
    memcpy(out + done, separator, separator_count);
    done = unit;
    while (done < total) {  // what is there is a whole number of units: copy it behind itself
      size_t more = done < total - done ? done : total - done;
      memcpy(out + done, out, more);
      done += more;
      clua_poll(L);
    }
  }
  luaL_pushresultsize(&b, total);
  return 1;
}

// ---- lower and upper

// Of bytes that are no UTF-8 only the letters of ASCII change.
static int recase(lua_State *L, bool is_upper) {
  size_t count;
  const char *s = luaL_checklstring(L, 1, &count);
  uint8_t all = 0;
  for (size_t i = 0; i < count; i++) all |= (uint8_t)s[i];
  if (all >= 0x80 && load_is_utf8(s, count)) {
    clua_state *h = clua_of(L);
    h->host_depth++;
    h->callbacks.recase(L, s, count, is_upper);
    h->host_depth--;
    return 1;
  }
  char first = is_upper ? 'a' : 'A';
  luaL_Buffer b;
  char *out = luaL_buffinitsize(L, &b, count);
  for (size_t i = 0; i < count; i++) out[i] = (uint8_t)(s[i] - first) < 26 ? s[i] ^ 0x20 : s[i];
  luaL_pushresultsize(&b, count);
  return 1;
}

static int lower(lua_State *L) { return recase(L, false); }
static int upper(lua_State *L) { return recase(L, true); }

bool clua_match_is_own(lua_State *L) {
  int top = lua_gettop(L);
  lua_pushliteral(L, "");
  bool is_own = lua_getmetatable(L, -1) && lua_getfield(L, -1, "__index") == LUA_TTABLE;
  if (is_own) {
    lua_pushliteral(L, "match");
    is_own = lua_rawget(L, -2) == LUA_TFUNCTION && lua_tocfunction(L, -1) == match;
  }
  lua_settop(L, top);
  return is_own;
}

// Whether a text has more digits than a number keeps: 15 decimal ones, 12 hexadecimal ones.
static bool is_long(const char *s, size_t count) {
  const char *end = s + count;
  while (s < end && (isspace((unsigned char)*s) || *s == '-' || *s == '+')) s++;
  bool is_hexadecimal = end - s > 1 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
  if (is_hexadecimal) s += 2;
  int digits = 0;
  for (; s < end; s++) {
    if (*s == '.') continue;
    if (is_hexadecimal ? !isxdigit((unsigned char)*s) : !isdigit((unsigned char)*s)) break;
    if (digits > 0 || *s != '0') digits++;
  }
  return digits > (is_hexadecimal ? 12 : 15);
}

// Arithmetic with texts, as Lua has it, but for those that would lose digits: cells that are so long
// are texts, and what is computed of them is put back.
static int arithmetic(lua_State *L) {
  for (int i = 1; i <= 2; i++) {
    size_t count;
    if (lua_type(L, i) != LUA_TSTRING) continue;
    const char *s = lua_tolstring(L, i, &count);
    if (is_long(s, count)) {
      return luaL_error(L,
                        "attempt to perform arithmetic on the text '%s', of which a number would "
                        "lose digits",
                        s);
    }
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, 1);
  return 1;
}

static void guard_arithmetic(lua_State *L) {
  static const char *const events[] = {"__add", "__sub", "__mul",  "__mod",
                                       "__pow", "__div", "__idiv", "__unm"};
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
    lua_getfield(L, -1, events[i]);
    lua_pushcclosure(L, arithmetic, 1);
    lua_setfield(L, -2, events[i]);
  }
  lua_pop(L, 2);
}

void clua_open_strings(lua_State *L) {
  static const luaL_Reg functions[] = {{"find", find},     {"match", match}, {"gmatch", gmatch},
                                       {"gsub", gsub},     {"rep", rep},     {"lower", lower},
                                       {"upper", upper},   {NULL, NULL}};
  lua_getglobal(L, "string");
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
  guard_arithmetic(L);
}
