// The loop over rows.
#include "cursor.h"

#include <math.h>

typedef struct run {
  clua_rows *rows;
  cursor *cursor;
  int64_t row;             // the next one
} run;

// Stack of the loop: the function, the cursor, the run, the strings that are kept.
enum { FUNCTION = 1, CURSOR = 2, RUN = 3, STRINGS = 4 };

// Hands a result over; text stays valid because the value is still on the stack.
static void emit(lua_State *L, cursor *c, clua_rows *rows) {
  clua_cell cell = {.kind = CLUA_CELL_NIL};
  size_t count;
  switch (lua_type(L, -1)) {
    case LUA_TNIL: break;
    case LUA_TBOOLEAN: cell.kind = lua_toboolean(L, -1) ? CLUA_CELL_TRUE : CLUA_CELL_FALSE; break;
    case LUA_TNUMBER:
      if (lua_isinteger(L, -1)) {
        cell.kind = CLUA_CELL_INTEGER;
        cell.value.integer = lua_tointeger(L, -1);
      } else {
        cell.kind = CLUA_CELL_NUMBER;
        cell.value.number = lua_tonumber(L, -1);
      }
      break;
    case LUA_TSTRING:
      cell.kind = CLUA_CELL_TEXT;
      cell.value.text = lua_tolstring(L, -1, &count);
      if (count > UINT32_MAX) luaL_error(L, "result too long");
      cell.length = (uint32_t)count;
      break;
    default:
      cell.value.text = clua_todecimal(L, -1, &count);
      cell.kind = cell.value.text ? CLUA_CELL_DECIMAL : CLUA_CELL_OTHER;
      cell.length = cell.value.text ? (uint32_t)count : 0;
      if (!cell.value.text) cell.value.text = luaL_typename(L, -1);
  }
  clua_state *h = clua_of(L);
  h->host_depth++;
  rows->emit(rows->context, c->row, &cell, cursor_column_of(c, &cell));
  h->host_depth--;
}

// Whether integers of so many bits can grow beyond 63 in the function.
static bool may_wrap(const clua_rows *rows, uint64_t magnitude) {
  int bits = magnitude ? 64 - __builtin_clzll(magnitude) : 0;
  return (int64_t)bits * (rows->products + 1) + rows->sums > 62;
}

// Calls the function again, with floats for integers, and raises an error if its result, on top, is
// another one: integers have begun anew at 64 bits.
static void check_integers(lua_State *L, cursor *c, const clua_rows *rows) {
  lua_pushvalue(L, FUNCTION);
  for (int32_t i = 0; i < rows->argument_count; i++) {
    cursor_push_filled(L, c, rows->arguments[i], STRINGS);
    if (!lua_isinteger(L, -1)) continue;
    lua_pushnumber(L, (lua_Number)lua_tointeger(L, -1));
    lua_replace(L, -2);
  }
  lua_call(L, rows->argument_count, 1);
  bool is_same;
  if (lua_type(L, -1) == LUA_TNUMBER && lua_type(L, -2) == LUA_TNUMBER) {
    double exact = lua_tonumber(L, -2), rounded = lua_tonumber(L, -1);
    is_same = !(fabs(exact - rounded) > fabs(rounded) * 1e-6 + 1);
  } else {
    is_same = lua_toboolean(L, -1) == lua_toboolean(L, -2);
  }
  lua_pop(L, 1);
  if (!is_same) luaL_error(L, "a result does not fit in an integer of 64 bits");
}

// Runs rows until the last one or an error; `run->row` then is the row that failed.
static int run_some(lua_State *L) {
  run *r = lua_touserdata(L, RUN);
  clua_rows *rows = r->rows;
  cursor *c = r->cursor;
  kept_texts_push(L);
  luaL_checkstack(L, rows->argument_count + LUA_MINSTACK, "too many columns");
  for (; r->row < rows->row_count; r->row++) {
    int64_t row = r->row;
    if (rows->judge && rows->results[row] != CLUA_ROW_OPEN) continue;
    if (row >= c->first + c->batch) {
      int64_t left = rows->row_count - row, most = row == 0 ? ROWS_FIRST_BATCH : ROWS_BATCH;
      cursor_start_batch(L, c, row, (int32_t)(left < most ? left : most));
      clua_poll(L);  // a function of C as rule arms no hook
      if (rows->tick) {
        clua_state *h = clua_of(L);
        h->host_depth++;
        rows->tick(rows->context, row);
        h->host_depth--;
      }
    }
    c->row = row;
    c->number_count = 0;
    lua_pushvalue(L, FUNCTION);
    if (rows->takes_row) lua_pushvalue(L, CURSOR);
    uint64_t magnitude = (uint64_t)rows->largest, long_integers = 0;
    for (int32_t i = 0; i < rows->argument_count; i++) {
      cursor_push_filled(L, c, rows->arguments[i], STRINGS);
      if (rows->checks_integers && lua_isinteger(L, -1)) {
        int64_t value = lua_tointeger(L, -1);
        long_integers |= (uint64_t)(value < 0 ? ~value : value);
      }
    }
    magnitude |= long_integers;
    lua_call(L, rows->argument_count + (rows->takes_row ? 1 : 0), 1);
    if (rows->checks_integers) {
      bool is_rounded = long_integers >> 53 && lua_type(L, -1) == LUA_TNUMBER && !lua_isinteger(L, -1);
      if (is_rounded) luaL_error(L, "an integer has more digits than a fraction keeps");
      if (may_wrap(rows, magnitude)) check_integers(L, c, rows);
    }
    if (rows->emit) emit(L, c, rows);
    if (rows->results) rows->results[row] = (uint8_t)lua_toboolean(L, -1);
    lua_pop(L, 1);
  }
  return 0;
}

static void judge(lua_State *L, clua_rows *rows) {
  clua_state *h = clua_of(L);
  bool is_left = true;
  while (is_left) {
    h->host_depth++;
    is_left = rows->judge(rows->context);
    h->host_depth--;
    clua_poll(L);
  }
}

// Protects the loop as a whole and enters it again behind each row that failed, so rows that
// go well pay for no protection. Only the first error has its place noted.
static int run_all(lua_State *L) {
  clua_state *h = clua_of(L);
  run *r = lua_touserdata(L, 2);
  clua_rows *rows = r->rows;
  lua_settop(L, 1);
  if (rows->judge) judge(L, rows);
  r->cursor = cursor_push(L, rows);
  lua_pushvalue(L, CURSOR);
  lua_rawsetp(L, LUA_REGISTRYINDEX, r->cursor);  // how the cursor finds its uservalues
  lua_pushlightuserdata(L, r);
  lua_pushnil(L);  // slot 4: the first error
  int status;
  for (;;) {
    lua_pushcfunction(L, clua_note_error);  // slot 5
    lua_pushcfunction(L, run_some);
    lua_pushvalue(L, FUNCTION);
    lua_pushvalue(L, CURSOR);
    lua_pushvalue(L, RUN);
    status = lua_pcall(L, 3, 0, rows->error_count > 0 ? 0 : 5);
    if (status == LUA_OK) break;
    if (r->row < rows->row_count) {
      if (rows->results) rows->results[r->row] = CLUA_ROW_ERROR;
      if (rows->error_count++ == 0) {
        rows->first_error_row = r->row;
        lua_pushvalue(L, -1);
        lua_replace(L, 4);
      }
    }
    if (h->stopped || status == LUA_ERRMEM || !rows->keep_going) break;
    r->row++;
    lua_settop(L, 4);
  }
  cursor_end(r->cursor);
  // What was noted belongs to the first failed row, not to what ended the run later.
  if (status != LUA_OK && rows->error_count > 1) clua_forget_error(L);
  lua_pushnil(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, r->cursor);
  if (status != LUA_OK) return lua_error(L);
  lua_settop(L, 4);
  return 1;
}

int clua_run_rows(lua_State *L, clua_rows *rows) {
  rows->error_count = 0;
  rows->first_error_row = -1;
  run r = {.rows = rows};
  lua_pushlightuserdata(L, &r);
  lua_pushcfunction(L, run_all);
  lua_insert(L, -3);
  clua_state *h = clua_of(L);
  h->error_line = 0;
  clua_run outer = clua_begin(L);
  int status = lua_pcall(L, 2, 1, 0);  // no handler: the loop has noted the first error
  clua_end(L, outer);
  return status;
}
