// Decimal numbers of more digits than Lua's numbers keep: values that compare exactly. It reads them
// itself, as DecimalNumber does, because Lua compares without a call into Swift.
#include "internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char metatable_key, known_key;

// A number, digit by digit: 0.d1d2d3… × 10^exponent, without zeros at either end; 0 has no digits.
typedef struct decimal {
  const char *start, *end;  // of the digits, with a point perhaps among them
  int64_t exponent;
  bool is_negative;
} decimal;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Reads `[+-] digits [. digits] [e [+-] digits]`, with digits on one side of the point at least, and
// blanks around.
static bool parse(decimal *d, const char *text, size_t count) {
  const char *s = text, *end = text + count, *point = NULL;
  while (s < end && is_blank(*s)) s++;
  while (s < end && is_blank(end[-1])) end--;
  d->is_negative = s < end && *s == '-';
  if (s < end && (*s == '-' || *s == '+')) s++;
  d->start = d->end = NULL;
  int64_t before = 0, zeros = 0;  // digits before the point, and zeros before the first other one
  bool has_digit = false;
  for (; s < end && (is_digit(*s) || (*s == '.' && !point)); s++) {
    if (*s == '.') {
      point = s;
      continue;
    }
    has_digit = true;
    if (!point) before++;
    if (*s != '0') {
      if (!d->start) d->start = s;
      d->end = s + 1;
    } else if (!d->start) {
      zeros++;
    }
  }
  if (!has_digit) return false;
  d->exponent = before - zeros;
  if (s < end && (*s == 'e' || *s == 'E')) {
    s++;
    bool is_small = s < end && *s == '-';
    if (s < end && (*s == '-' || *s == '+')) s++;
    if (s == end) return false;
    int64_t exponent = 0;
    for (; s < end && is_digit(*s); s++) {
      if (exponent < INT32_MAX) exponent = exponent * 10 + (*s - '0');
    }
    d->exponent += is_small ? -exponent : exponent;
  }
  if (!d->start) {
    d->exponent = 0;
    d->is_negative = false;
  }
  return s == end;
}

static int compare(const decimal *a, const decimal *b) {
  if (a->is_negative != b->is_negative) return a->is_negative ? -1 : 1;
  int more = a->is_negative ? -1 : 1;
  if (!a->start || !b->start) return a->start ? more : b->start ? -more : 0;
  if (a->exponent != b->exponent) return a->exponent > b->exponent ? more : -more;
  const char *x = a->start, *y = b->start;
  for (;;) {
    if (x < a->end && *x == '.') x++;
    if (y < b->end && *y == '.') y++;
    if (x >= a->end || y >= b->end) return x < a->end ? more : y < b->end ? -more : 0;
    if (*x != *y) return *x > *y ? more : -more;
    x++;
    y++;
  }
}

const char *clua_todecimal(lua_State *L, int index, size_t *count) {
  if (lua_type(L, index) != LUA_TUSERDATA || !lua_getmetatable(L, index)) return NULL;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &metatable_key);
  bool is_decimal = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  if (!is_decimal) return NULL;
  *count = lua_rawlen(L, index);
  return lua_touserdata(L, index);
}

// The text of a number that is no NaN: the shortest that is read as it, and exactly what it is where
// Lua has integers beside it that a double does not hold.
static size_t print(lua_State *L, int index, char buffer[static 40]) {
  if (lua_isinteger(L, index)) {
    return (size_t)snprintf(buffer, 40, "%lld", (long long)lua_tointeger(L, index));
  }
  double number = lua_tonumber(L, index);
  if (fabs(number) >= 0x1p53 && fabs(number) < 0x1p63) {
    return (size_t)snprintf(buffer, 40, "%lld", (long long)number);
  }
  int count = 0;
  for (int digits = 15; digits <= 17; digits++) {
    count = snprintf(buffer, 40, "%.*g", digits, number);
    if (strtod(buffer, NULL) == number) break;
  }
  return (size_t)count;
}

// Compares arguments 1 and 2, of which one is a decimal; 2 if there is no order.
static int compare_arguments(lua_State *L) {
  decimal d[2];
  char buffers[2][40];
  for (int i = 0; i < 2; i++) {
    size_t count;
    const char *text = clua_todecimal(L, i + 1, &count);
    if (!text) {
      if (lua_type(L, i + 1) == LUA_TNIL) return 2;
      if (lua_type(L, i + 1) != LUA_TNUMBER) {
        return luaL_error(L, "attempt to compare a decimal with a %s", luaL_typename(L, i + 1));
      }
      double number = lua_tonumber(L, i + 1);
      if (number != number) return 2;
      if (number == HUGE_VAL || number == -HUGE_VAL) return (number > 0) == (i == 1) ? -1 : 1;
      count = print(L, i + 1, buffers[i]);
      text = buffers[i];
    }
    if (!parse(&d[i], text, count)) return 2;
  }
  return compare(&d[0], &d[1]);
}

static int is_equal(lua_State *L) {
  lua_pushboolean(L, compare_arguments(L) == 0);
  return 1;
}

static int is_less(lua_State *L) {
  lua_pushboolean(L, compare_arguments(L) < 0);
  return 1;
}

static int is_at_most(lua_State *L) {
  lua_pushboolean(L, compare_arguments(L) <= 0);
  return 1;
}

static void push_text(lua_State *L, int index) {
  size_t count;
  const char *text = clua_todecimal(L, index, &count);
  if (text) {
    lua_pushlstring(L, text, count);
  } else {
    lua_pushvalue(L, index);
  }
}

static int to_string(lua_State *L) {
  push_text(L, 1);
  return 1;
}

static int concatenate(lua_State *L) {
  push_text(L, 1);
  push_text(L, 2);
  lua_concat(L, 2);
  return 1;
}

// tonumber, which rounds a decimal.
static int to_number(lua_State *L) {
  size_t count;
  const char *text = lua_isnoneornil(L, 2) ? clua_todecimal(L, 1, &count) : NULL;
  if (text) {
    lua_pushlstring(L, text, count);
    lua_replace(L, 1);
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, 1);
  return 1;
}

void clua_push_decimal(lua_State *L, const char *text, size_t count) {
  // One value for each text, so that it is one key of a table.
  lua_rawgetp(L, LUA_REGISTRYINDEX, &known_key);
  lua_pushlstring(L, text, count);
  lua_pushvalue(L, -1);
  if (lua_rawget(L, -3) == LUA_TNIL) {
    lua_pop(L, 1);
    memcpy(lua_newuserdatauv(L, count, 0), text, count);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &metatable_key);
    lua_setmetatable(L, -2);
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_rawset(L, -5);
  }
  lua_replace(L, -3);
  lua_pop(L, 1);
}

// Pushes a whole number of 64 bits that a double may not hold, however it is written.
static bool push_integer(lua_State *L, const decimal *d) {
  char text[24], *end = text;
  int64_t left = d->exponent;
  if (!d->start || left < 16 || left > 19) return false;
  if (d->is_negative) *end++ = '-';
  for (const char *s = d->start; s < d->end; s++) {
    if (*s == '.') continue;
    if (left-- == 0) return false;
    *end++ = *s;
  }
  while (left-- > 0) *end++ = '0';
  *end = 0;
  return lua_stringtonumber(L, text) && lua_isinteger(L, -1);
}

// decimal(text): a number where it keeps every digit, else a decimal.
static int make(lua_State *L) {
  size_t count;
  if (lua_type(L, 1) == LUA_TNUMBER || clua_todecimal(L, 1, &count)) {
    lua_settop(L, 1);
    return 1;
  }
  const char *text = luaL_checklstring(L, 1, &count);
  decimal exact, rounded;
  if (!parse(&exact, text, count)) return luaL_argerror(L, 1, "no decimal number");
  if (lua_stringtonumber(L, text)) {
    char buffer[40];
    double number = lua_tonumber(L, -1);
    if (lua_isinteger(L, -1)) return 1;
    if (number - number == 0 && parse(&rounded, buffer, print(L, -1, buffer)) &&
        compare(&exact, &rounded) == 0) {
      return 1;
    }
    if (push_integer(L, &exact)) return 1;
  }
  clua_push_decimal(L, text, count);
  return 1;
}

void clua_open_decimals(lua_State *L) {
  static const luaL_Reg events[] = {{"__eq", is_equal},          {"__lt", is_less},
                                    {"__le", is_at_most},        {"__tostring", to_string},
                                    {"__concat", concatenate},   {NULL, NULL}};
  lua_createtable(L, 0, 8);
  luaL_setfuncs(L, events, 0);
  lua_pushliteral(L, "decimal");
  lua_setfield(L, -2, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &metatable_key);
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "v");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &known_key);
  lua_register(L, "decimal", make);
  lua_getglobal(L, "tonumber");
  lua_pushcclosure(L, to_number, 1);
  lua_setglobal(L, "tonumber");
}
