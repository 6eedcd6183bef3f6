// table.concat, insert, move, remove and sort. Lua's own trust the length that __len claims, or
// the bounds they are given, and loop in C for as long as those say; these ask whether to stop.
// Source of the behaviour: Lua 5.4 manual, section 6.6.
#include "internal.h"

enum { CAN_READ = 1, CAN_WRITE = 2, CAN_MEASURE = 4 };

static bool has_event(lua_State *L, const char *name) {
  lua_pushstring(L, name);
  bool has = lua_rawget(L, -2) != LUA_TNIL;
  lua_pop(L, 1);
  return has;
}

// A table, or what behaves as one in the ways asked for.
static void check_table(lua_State *L, int index, int what) {
  if (lua_type(L, index) == LUA_TTABLE) return;
  bool fits = false;
  if (lua_getmetatable(L, index)) {
    fits = (!(what & CAN_READ) || has_event(L, "__index")) &&
           (!(what & CAN_WRITE) || has_event(L, "__newindex")) &&
           (!(what & CAN_MEASURE) || has_event(L, "__len"));
    lua_pop(L, 1);
  }
  if (!fits) luaL_checktype(L, index, LUA_TTABLE);
}

static lua_Integer length(lua_State *L, int index, int what) {
  check_table(L, index, what | CAN_MEASURE);
  return luaL_len(L, index);
}

static void poll_now_and_then(lua_State *L, lua_Unsigned i) {
  if ((i & 0x3ff) == 0) clua_poll(L);
}

// insert(list, [pos,] value)
static int insert(lua_State *L) {
  lua_Integer end = (lua_Integer)((lua_Unsigned)length(L, 1, CAN_READ | CAN_WRITE) + 1);
  lua_Integer position = end;
  int arguments = lua_gettop(L);
  if (arguments == 3) {
    position = luaL_checkinteger(L, 2);
    luaL_argcheck(L, (lua_Unsigned)position - 1 < (lua_Unsigned)end, 2, "position out of bounds");
    for (lua_Integer i = end; i > position; i--) {
      poll_now_and_then(L, (lua_Unsigned)i);
      lua_geti(L, 1, i - 1);
      lua_seti(L, 1, i);
    }
  } else if (arguments != 2) {
    return luaL_error(L, "wrong number of arguments to 'insert'");
  }
  lua_seti(L, 1, position);
  return 0;
}

// remove(list [, pos])
static int remove_at(lua_State *L) {
  lua_Integer count = length(L, 1, CAN_READ | CAN_WRITE);
  lua_Integer position = luaL_optinteger(L, 2, count);
  bool fits = position == count || (lua_Unsigned)position - 1 <= (lua_Unsigned)count;
  luaL_argcheck(L, fits, 2, "position out of bounds");
  lua_geti(L, 1, position);
  for (; position < count; position++) {
    poll_now_and_then(L, (lua_Unsigned)position);
    lua_geti(L, 1, position + 1);
    lua_seti(L, 1, position);
  }
  lua_pushnil(L);
  lua_seti(L, 1, position);
  return 1;
}

// move(a1, f, e, t [, a2])
static int move(lua_State *L) {
  lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3);
  lua_Integer to = luaL_checkinteger(L, 4);
  int target = lua_isnoneornil(L, 5) ? 1 : 5;
  check_table(L, 1, CAN_READ);
  check_table(L, target, CAN_WRITE);
  if (last >= first) {
    luaL_argcheck(L, first > 0 || last < LUA_MAXINTEGER + first, 3, "too many elements to move");
    lua_Integer count = last - first + 1;
    luaL_argcheck(L, to <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
    bool apart = to > last || to <= first || !lua_compare(L, 1, target, LUA_OPEQ);
    for (lua_Integer i = 0; i < count; i++) {
      poll_now_and_then(L, (lua_Unsigned)i);
      lua_Integer offset = apart ? i : count - 1 - i;  // from the end where it would overwrite
      lua_geti(L, 1, first + offset);
      lua_seti(L, target, to + offset);
    }
  }
  lua_pushvalue(L, target);
  return 1;
}

// concat(list [, sep [, i [, j]]])
static int concat(lua_State *L) {
  size_t separator_count;
  lua_Integer count = length(L, 1, CAN_READ);
  const char *separator = luaL_optlstring(L, 2, "", &separator_count);
  lua_Integer first = luaL_optinteger(L, 3, 1), last = luaL_optinteger(L, 4, count);
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  for (lua_Integer i = first; i <= last; i++) {
    poll_now_and_then(L, (lua_Unsigned)i);
    lua_geti(L, 1, i);
    if (!lua_isstring(L, -1)) {
      return luaL_error(L, "invalid value (at index %I) in table for 'concat'", (LUAI_UACINT)i);
    }
    luaL_addvalue(&b);
    if (i == last) break;  // i + 1 may not exist
    luaL_addlstring(&b, separator, separator_count);
  }
  luaL_pushresult(&b);
  return 1;
}

// ---- sort

// A merge sort between two tables. It asks the order function at most n log2 n times whatever
// that answers, so an order that contradicts itself gives some order instead of an error or
// a walk beyond the array; equal elements keep theirs; and the list is written only at the end.
enum { LIST = 1, ORDER = 2, A = 3, B = 4 };

// Whether element `later` of the pair on top goes before the other one; pops neither.
static bool is_before(lua_State *L, int later, int earlier) {
  if (lua_isnil(L, ORDER)) return lua_compare(L, later, earlier, LUA_OPLT);
  lua_pushvalue(L, ORDER);
  lua_pushvalue(L, later);
  lua_pushvalue(L, earlier);
  lua_call(L, 2, 1);
  bool before = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return before;
}

// Merges the sorted runs [low, middle) and [middle, high) of table `from` into table `to`.
static void merge(lua_State *L, int from, int to, lua_Integer low, lua_Integer middle,
                  lua_Integer high) {
  lua_Integer left = low, right = middle, out = low;
  int top = lua_gettop(L), x = top + 1, y = top + 2;
  lua_rawgeti(L, from, left);   // x: head of the left run
  lua_rawgeti(L, from, right);  // y: head of the right run
  while (left < middle && right < high) {
    poll_now_and_then(L, (lua_Unsigned)out);
    bool take_right = is_before(L, y, x);
    lua_pushvalue(L, take_right ? y : x);
    lua_rawseti(L, to, out++);
    if (take_right) {
      lua_rawgeti(L, from, ++right);
      lua_replace(L, y);
    } else {
      lua_rawgeti(L, from, ++left);
      lua_replace(L, x);
    }
  }
  lua_settop(L, top);
  for (; left < middle; left++) {
    lua_rawgeti(L, from, left);
    lua_rawseti(L, to, out++);
  }
  for (; right < high; right++) {
    lua_rawgeti(L, from, right);
    lua_rawseti(L, to, out++);
  }
}

// sort(list [, comp])
static int sort(lua_State *L) {
  lua_Integer count = length(L, LIST, CAN_READ | CAN_WRITE);
  if (count < 2) return 0;
  luaL_argcheck(L, count < INT32_MAX, 1, "array too big");
  if (!lua_isnoneornil(L, ORDER)) luaL_checktype(L, ORDER, LUA_TFUNCTION);
  lua_settop(L, ORDER);
  lua_newtable(L);
  lua_newtable(L);
  for (lua_Integer i = 1; i <= count; i++) {
    poll_now_and_then(L, (lua_Unsigned)i);
    lua_geti(L, LIST, i);
    lua_rawseti(L, A, i);
  }
  int from = A, to = B;
  for (lua_Integer width = 1; width < count; width *= 2) {
    for (lua_Integer low = 1; low <= count; low += 2 * width) {
      poll_now_and_then(L, (lua_Unsigned)(low / (2 * width)));
      lua_Integer middle = low + width, high = middle + width;
      if (middle > count + 1) middle = count + 1;
      if (high > count + 1) high = count + 1;
      merge(L, from, to, low, middle, high);
    }
    int swap = from;
    from = to;
    to = swap;
  }
  for (lua_Integer i = 1; i <= count; i++) {
    poll_now_and_then(L, (lua_Unsigned)i);
    lua_rawgeti(L, from, i);
    lua_seti(L, LIST, i);
  }
  return 0;
}

void clua_open_tables(lua_State *L) {
  static const luaL_Reg functions[] = {{"insert", insert}, {"remove", remove_at}, {"move", move},
                                       {"concat", concat}, {"sort", sort},        {NULL, NULL}};
  lua_getglobal(L, "table");
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}
