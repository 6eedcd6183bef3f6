// row.name, row["any name"] and row.text.name.
#include "cursor.h"

#include <stdlib.h>
#include <string.h>

// Reads of a column in one batch after which the rest of its cells are fetched at once.
enum { OFTEN = 16 };

static const char row_type_key, text_type_key;

void cursor_push_cell(lua_State *L, const clua_cell *cell) {
  switch (cell->kind) {
    case CLUA_CELL_FALSE: lua_pushboolean(L, 0); break;
    case CLUA_CELL_TRUE: lua_pushboolean(L, 1); break;
    case CLUA_CELL_INTEGER: lua_pushinteger(L, cell->value.integer); break;
    case CLUA_CELL_NUMBER: lua_pushnumber(L, cell->value.number); break;
    case CLUA_CELL_TEXT:
      lua_pushlstring(L, cell->length ? cell->value.text : "", cell->length);
      break;
    case CLUA_CELL_DECIMAL: clua_push_decimal(L, cell->value.text, cell->length); break;
    default: lua_pushnil(L);
  }
}

void cursor_push_filled(lua_State *L, cursor *c, int32_t column, int strings) {
  column_cells *k = &c->columns[column];
  const clua_cell *cell = &k->cells[c->row - c->first];
  if (cell->kind != CLUA_CELL_TEXT || cell->length > KEPT_TEXT_LENGTH || k->is_varied) {
    cursor_push_cell(L, cell);
  } else if (!kept_texts_push_text(L, c->kept, strings, cell->value.text, cell->length)) {
    k->news++;
  }
}

// Swift fills with nothing refused, and is gone before anything is pushed.
static void fill(lua_State *L, cursor *c, int32_t column, bool raw, int64_t first, int64_t count,
                 clua_cell *cells) {
  clua_state *h = clua_of(L);
  h->host_depth++;
  bool is_checked = c->rows->fill(c->rows->context, column, raw, first, count, cells);
  h->host_depth--;
  if (!raw) c->columns[column].is_checked = is_checked;
}

// Raises an error if the function may not read a column where it is now.
static void check(lua_State *L, const cursor *c, int32_t column) {
  clua_state *h = clua_of(L);
  h->host_depth++;
  bool is_refused = c->rows->refuse(c->rows->context, L, column);
  h->host_depth--;
  if (is_refused) lua_error(L);
}

static void fill_batch(lua_State *L, cursor *c, int32_t column, int64_t from) {
  column_cells *k = &c->columns[column];
  if (!k->cells) {
    // Kept by the cursor's second uservalue, a table by column.
    lua_rawgetp(L, LUA_REGISTRYINDEX, c);
    lua_getiuservalue(L, -1, 2);
    k->cells = lua_newuserdatauv(L, ROWS_BATCH * sizeof(clua_cell), 0);
    lua_rawseti(L, -2, column + 1);
    lua_pop(L, 2);
  }
  fill(L, c, column, false, from, c->first + c->batch - from, k->cells + (from - c->first));
  k->filled = from;
}

void cursor_start_batch(lua_State *L, cursor *c, int64_t first, int32_t count) {
  int32_t before = c->batch;
  c->first = first;
  c->batch = count;
  for (int32_t i = 0; i < c->rows->column_count; i++) {
    column_cells *k = &c->columns[i];
    bool often = k->hits > 0 && k->hits >= before / 4;
    k->filled = -1;
    k->hits = 0;
    // The first rows are too few to tell: what comes often is new there, too.
    if (before == ROWS_BATCH && k->news > before / 4) k->is_varied = true;
    k->news = 0;
    if (often) fill_batch(L, c, i, first);
  }
  for (int32_t i = 0; i < c->rows->argument_count; i++) {
    int32_t column = c->rows->arguments[i];
    if (c->columns[column].filled < 0) fill_batch(L, c, column, first);
  }
}

// ---- numbers

static bool is_number(const clua_cell *cell) {
  return cell->kind == CLUA_CELL_INTEGER || cell->kind == CLUA_CELL_NUMBER;
}

static bool is_same_number(const clua_cell *a, const clua_cell *b) {
  if (a->kind == b->kind) {
    return a->kind == CLUA_CELL_INTEGER ? a->value.integer == b->value.integer
                                        : a->value.number == b->value.number;
  }
  if (!is_number(a) || !is_number(b)) return false;
  const clua_cell *integer = a->kind == CLUA_CELL_INTEGER ? a : b;
  double number = a == integer ? b->value.number : a->value.number;
  // An integer of more bits is rounded to a double.
  return llabs(integer->value.integer) <= 1LL << 53 && (double)integer->value.integer == number;
}

int32_t cursor_column_of(const cursor *c, const clua_cell *number) {
  if (!is_number(number)) return -1;
  for (int32_t i = 0; i < c->rows->argument_count; i++) {
    int32_t column = c->rows->arguments[i];
    if (is_same_number(&c->columns[column].cells[c->row - c->first], number)) return column;
  }
  for (int32_t i = 0; i < c->number_count; i++) {
    if (is_same_number(&c->numbers[i].cell, number)) return c->numbers[i].column;
  }
  return -1;
}

static void note_number(cursor *c, int32_t column, const clua_cell *cell) {
  if (!c->rows->emit || !is_number(cell) || c->columns[column].read_row == c->row) return;
  c->columns[column].read_row = c->row;
  c->numbers[c->number_count++] = (column_number){column, *cell};
}

// ---- names

// Where a string is in the slots, or where it would be.
static inline column_slot *slot_of(const cursor *c, const void *name) {
  uint32_t i = ((uint32_t)((uintptr_t)name >> 4) * 2654435761u >> 7) & c->mask;
  while (c->slots[i].name && c->slots[i].name != name) i = (i + 1) & c->mask;
  return &c->slots[i];
}

// The column of a name that is not among those that were pushed: long strings are not interned.
static int32_t find_column(const cursor *c, const char *name, size_t count) {
  for (int32_t i = 0; i < c->rows->column_count; i++) {
    if (c->rows->column_name_lengths[i] == count &&
        memcmp(c->rows->column_names[i], name, count) == 0) {
      return i;
    }
  }
  return -1;
}

// The column that argument 2 names, or an error; -1 for `row.text` where no column has that name.
// Argument 1 needs no check: scripts cannot reach these functions but by indexing a row.
static int32_t search_column(lua_State *L, const cursor *c, bool is_row) {
  if (!c->rows) luaL_error(L, "row used after its call ended");
  if (lua_type(L, 2) != LUA_TSTRING) {
    luaL_error(L, "a column is named by text, not by a %s value", luaL_typename(L, 2));
  }
  size_t count;
  const char *name = lua_tolstring(L, 2, &count);
  int32_t column = find_column(c, name, count);
  if (column >= 0 || (is_row && count == 4 && memcmp(name, "text", 4) == 0)) return column;
  return luaL_error(L, "no column '%s'", name);
}

static inline int32_t check_column(lua_State *L, const cursor *c, bool is_row) {
  // Which string it is tells its column without a look at its characters.
  const void *key = lua_topointer(L, 2);
  if (key && c->rows) {
    const column_slot *slot = slot_of(c, key);
    if (slot->name) return slot->column;
  }
  return search_column(L, c, is_row);
}

// Upvalue: the strings that are kept.
static int row_index(lua_State *L) {
  cursor *c = lua_touserdata(L, 1);
  int32_t column = check_column(L, c, true);
  if (column < 0) {
    lua_getiuservalue(L, 1, 3);
    return 1;
  }
  column_cells *k = &c->columns[column];
  k->hits++;
  if (k->filled < 0) {
    if (k->hits < OFTEN) {
      clua_cell cell = {.kind = CLUA_CELL_NIL};
      fill(L, c, column, false, c->row, 1, &cell);
      if (k->is_checked) check(L, c, column);
      note_number(c, column, &cell);
      cursor_push_cell(L, &cell);
      return 1;
    }
    fill_batch(L, c, column, c->row);
  }
  if (k->is_checked) check(L, c, column);
  note_number(c, column, &k->cells[c->row - c->first]);
  cursor_push_filled(L, c, column, lua_upvalueindex(1));
  return 1;
}

static int text_index(lua_State *L) {
  cursor *c = *(cursor **)lua_touserdata(L, 1);
  int32_t column = check_column(L, c, false);
  clua_cell cell = {.kind = CLUA_CELL_NIL};
  fill(L, c, column, true, c->row, 1, &cell);
  cursor_push_cell(L, &cell);
  return 1;
}

static int row_newindex(lua_State *L) {
  return luaL_error(L, "a row can be read only");
}

// ---- life

static void set_type(lua_State *L, const char *key, lua_CFunction index) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, key) == LUA_TNIL) {
    lua_pop(L, 1);
    lua_createtable(L, 0, 4);
    kept_texts_push(L);
    lua_pushcclosure(L, index, 1);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, row_newindex);
    lua_setfield(L, -2, "__newindex");
    lua_pushliteral(L, "row");
    lua_setfield(L, -2, "__name");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, key);
  }
  lua_setmetatable(L, -2);
}

// Uservalues: 1 the names, so that they stay interned; 2 the cells; 3 the `text` of the row.
cursor *cursor_push(lua_State *L, const clua_rows *rows) {
  uint32_t columns = (uint32_t)rows->column_count, slots = 8;
  while (slots < columns * 2 + 1) slots *= 2;
  size_t size = sizeof(cursor) + columns * (sizeof(column_cells) + sizeof(column_number)) +
                slots * sizeof(column_slot);
  cursor *c = lua_newuserdatauv(L, size, 3);
  memset(c, 0, size);
  c->columns = (column_cells *)(c + 1);
  c->numbers = (column_number *)(c->columns + columns);
  c->slots = (column_slot *)(c->numbers + columns);
  c->mask = slots - 1;
  c->rows = rows;
  for (uint32_t i = 0; i < columns; i++) c->columns[i].filled = c->columns[i].read_row = -1;
  c->kept = kept_texts_push(L);
  lua_pop(L, 1);
  lua_createtable(L, rows->column_count, 0);
  for (int32_t i = 0; i < rows->column_count; i++) {
    lua_pushlstring(L, rows->column_names[i], rows->column_name_lengths[i]);
    const void *name = lua_topointer(L, -1);
    column_slot *slot = slot_of(c, name);
    if (!slot->name) *slot = (column_slot){name, i};  // of equal names the first counts
    lua_rawseti(L, -2, i + 1);
  }
  lua_setiuservalue(L, -2, 1);
  lua_newtable(L);
  lua_setiuservalue(L, -2, 2);
  cursor **text = lua_newuserdatauv(L, sizeof c, 1);
  *text = c;
  lua_pushvalue(L, -2);
  lua_setiuservalue(L, -2, 1);  // keeps the cursor alive
  set_type(L, &text_type_key, text_index);
  lua_setiuservalue(L, -2, 3);
  set_type(L, &row_type_key, row_index);
  return c;
}

void cursor_end(cursor *c) { c->rows = NULL; }
