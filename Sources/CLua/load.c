// emit(section, row, names) and emit(row), and the life of a load.
#include "load.h"

#include <stdlib.h>
#include <string.h>

// Rows after which whoever shows progress is told, and a stop is looked for.
enum { TICK = 1024 };

// Upvalues of emit: the handle; column by name; section by name.
enum { HANDLE = 1, COLUMNS = 2, SECTIONS = 3 };

load_handle *load_handle_of(lua_State *L) {
  load_handle *handle = lua_touserdata(L, lua_upvalueindex(HANDLE));
  if (!handle->load || handle->load->has_ended) {
    luaL_error(L, "a source can be read, and rows emitted, only while its loader runs");
  }
  return handle;
}

// ---- errors

// On top: the reason, and the index of the column it concerns or -1.
int load_fault(lua_State *L, clua_loading *load, const char *hint) {
  lua_Integer column = lua_tointeger(L, -1);
  lua_pop(L, 1);
  const char *reason = lua_tostring(L, -1);
  int row = (int)(load->row_count + 1);
  if (column >= 0) {
    char name[256];
    clua_state *h = clua_of(L);
    h->host_depth++;
    load->column_name(load->context, (int32_t)column, name, sizeof name);
    h->host_depth--;
    lua_pushfstring(L, "row %d: column '%s': %s", row, name, reason);
  } else {
    lua_pushfstring(L, "row %d: %s", row, reason);
  }
  int message = lua_gettop(L);
  clua_push_error_object(L);
  lua_pushvalue(L, message);
  lua_setfield(L, -2, "message");
  lua_pushliteral(L, "bad-row");
  lua_setfield(L, -2, "code");
  if (hint) {
    lua_pushstring(L, hint);
    lua_setfield(L, -2, "hint");
  }
  return lua_error(L);
}

static int fault(lua_State *L, clua_loading *load, int32_t column, const char *reason) {
  lua_pushstring(L, reason);
  lua_pushinteger(L, column);
  return load_fault(L, load, NULL);
}

// ---- fields

// The column of the name at `key`, or -1.
static int32_t search_column(lua_State *L, clua_loading *load, int key) {
  lua_pushvalue(L, key);
  int type = lua_rawget(L, lua_upvalueindex(COLUMNS));
  int32_t column = type == LUA_TNUMBER ? (int32_t)lua_tointeger(L, -1) : -1;
  lua_pop(L, 1);
  if (column >= 0) return column;
  size_t count;
  const char *name = lua_tolstring(L, key, &count);
  clua_state *h = clua_of(L);
  h->host_depth++;
  column = load->column(load->context, name, count);
  h->host_depth--;
  if (column < 0) return -1;
  lua_pushvalue(L, key);
  lua_pushinteger(L, column);
  lua_rawset(L, lua_upvalueindex(COLUMNS));
  return column;
}

static int32_t column_of(lua_State *L, load_handle *handle, int key) {
  const void *name = lua_topointer(L, key);
  known_field *field = &handle->fields[((uintptr_t)name >> 4) % KNOWN_FIELDS];
  if (field->name == name) return field->column;
  int32_t column = search_column(L, handle->load, key);
  // A column keeps its number; a long name may be another string that goes away.
  if (column >= 0 && lua_rawlen(L, key) <= KNOWN_FIELD_LENGTH) {
    *field = (known_field){name, column};
  }
  return column;
}

// Makes columns of the row's names that none has.
static void add_columns(lua_State *L, load_handle *handle, int row) {
  clua_loading *load = handle->load;
  clua_state *h = clua_of(L);
  lua_pushnil(L);
  while (lua_next(L, row)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING || column_of(L, handle, lua_gettop(L)) >= 0) continue;
    size_t count;
    const char *name = lua_tolstring(L, -1, &count);
    h->host_depth++;
    load->note_field(load->context, name, count);
    h->host_depth--;
  }
  h->host_depth++;
  load->add_columns(load->context);
  h->host_depth--;
  load_reserve(L, load);
}

// Makes columns of the names in a list that none has, in their order.
static void add_named_columns(lua_State *L, load_handle *handle, int names) {
  clua_loading *load = handle->load;
  clua_state *h = clua_of(L);
  lua_Integer count = (lua_Integer)lua_rawlen(L, names);
  for (lua_Integer i = 1; i <= count; i++) {
    if (lua_rawgeti(L, names, i) != LUA_TSTRING) fault(L, load, -1, "names are a list of texts");
    if (column_of(L, handle, lua_gettop(L)) < 0) {
      size_t length;
      const char *name = lua_tolstring(L, -1, &length);
      h->host_depth++;
      load->note_field(load->context, name, length);
      load->add_columns(load->context);
      h->host_depth--;
    }
    lua_pop(L, 1);
  }
}

// Writes the text of the number on top as it was read of a row; 0: it was not.
static size_t read_number(lua_State *L, clua_loading *load, int32_t column, char *text, size_t room) {
  clua_cell number = {.kind = lua_isinteger(L, -1) ? CLUA_CELL_INTEGER : CLUA_CELL_NUMBER};
  if (number.kind == CLUA_CELL_INTEGER) {
    number.value.integer = lua_tointeger(L, -1);
  } else {
    number.value.number = lua_tonumber(L, -1);
  }
  clua_state *h = clua_of(L);
  h->host_depth++;
  size_t count = load->number_text(load->context, column, &number, text, room);
  h->host_depth--;
  return count;
}

// Notes the value on top as the cell of a column.
static void set_cell(lua_State *L, clua_loading *load, int32_t column, bool is_named) {
  clua_loading_cell *cell = &load->cells[column];
  if (cell->is_named && !is_named) return;
  cell->is_named = is_named;
  switch (lua_type(L, -1)) {
    case LUA_TSTRING: cell->text = lua_tolstring(L, -1, &cell->count); break;
    case LUA_TBOOLEAN:
      cell->text = lua_toboolean(L, -1) ? "true" : "false";
      cell->count = strlen(cell->text);
      break;
    case LUA_TNUMBER:
      cell->text = cell->number;
      cell->count = read_number(L, load, column, cell->number, sizeof cell->number);
      if (cell->count > 0) break;
      if (lua_isinteger(L, -1)) {
        cell->count = (size_t)lua_tointeger(L, -1);
        char *end = cell->number + sizeof cell->number, *p = end;
        uint64_t rest = cell->count;
        bool is_negative = (int64_t)rest < 0;
        if (is_negative) rest = 0 - rest;
        do *--p = (char)('0' + rest % 10); while (rest /= 10);
        if (is_negative) *--p = '-';
        cell->text = p;
        cell->count = (size_t)(end - p);
      } else {
        double value = lua_tonumber(L, -1);
        if (value - value != 0) {
          lua_pushfstring(
              L, "%s is no value", value != value ? "nan" : value < 0 ? "-inf" : "inf");
          lua_pushinteger(L, column);
          load_fault(L, load, NULL);
        }
        cell->count = load_number(cell->number, sizeof cell->number, value);
        cell->text = cell->number;
      }
      break;
    default:
      cell->text = clua_todecimal(L, -1, &cell->count);
      if (cell->text) break;
      lua_pushfstring(L, "a %s is no value for a cell", luaL_typename(L, -1));
      lua_pushinteger(L, column);
      load_fault(L, load, NULL);
  }
}

static void read_row(lua_State *L, load_handle *handle, int row) {
  clua_loading *load = handle->load;
  load_reserve(L, load);
  for (int32_t i = 0; i < load->column_count; i++) {
    load->cells[i].text = NULL;
    load->cells[i].is_named = false;
  }
  bool has_new = false;
  int key = lua_gettop(L) + 1;
  lua_pushnil(L);
  while (lua_next(L, row)) {
    int type = lua_type(L, key);
    if (type == LUA_TSTRING) {
      int32_t column = column_of(L, handle, key);
      if (column >= 0) {
        set_cell(L, load, column, true);
      } else {
        has_new = true;
      }
    } else if (lua_isinteger(L, key)) {
      lua_Integer index = lua_tointeger(L, key);
      if (index < 1) fault(L, load, -1, "a field is named by a number");
      if (index > load->declared_count) {
        lua_pushfstring(L, "value %I has no column", (LUAI_UACINT)index);
        lua_pushinteger(L, -1);
        load_fault(L, load, "declare columns={…} in the loader");
      }
      set_cell(L, load, (int32_t)index - 1, false);
    } else {
      lua_pushfstring(L, "a field is named by a %s", lua_typename(L, type));
      lua_pushinteger(L, -1);
      load_fault(L, load, NULL);
    }
    lua_pop(L, 1);
  }
  if (!has_new) return;
  add_columns(L, handle, row);
  read_row(L, handle, row);
}

// ---- sections

// The index of the section that argument 1 names, nil being the sole one.
static int32_t section_of(lua_State *L, clua_loading *load, bool is_given) {
  if (!is_given || lua_isnil(L, 1)) {
    lua_pushliteral(L, "rows");
  } else {
    if (lua_type(L, 1) != LUA_TNUMBER) luaL_checktype(L, 1, LUA_TSTRING);
    lua_pushvalue(L, 1);
  }
  size_t count;
  const char *name = lua_tolstring(L, -1, &count);
  lua_pushvalue(L, -1);
  int32_t section = -1;
  if (lua_rawget(L, lua_upvalueindex(SECTIONS)) == LUA_TNUMBER) {
    section = (int32_t)lua_tointeger(L, -1);
  } else {
    clua_state *h = clua_of(L);
    h->host_depth++;
    section = load->section(load->context, name, count);
    h->host_depth--;
    lua_pushvalue(L, -2);
    lua_pushinteger(L, section);
    lua_rawset(L, lua_upvalueindex(SECTIONS));
  }
  lua_pop(L, 2);
  return section;
}

static int emit(lua_State *L) {
  load_handle *handle = load_handle_of(L);
  clua_loading *load = handle->load;
  bool has_section = lua_gettop(L) > 1;
  int row = has_section ? 2 : 1;
  luaL_checktype(L, row, LUA_TTABLE);
  bool has_names = has_section && lua_gettop(L) > row && !lua_isnil(L, row + 1);
  if (has_names) luaL_checktype(L, row + 1, LUA_TTABLE);
  lua_settop(L, has_names ? row + 1 : row);
  luaL_checkstack(L, LUA_MINSTACK, NULL);
  if (has_names) add_named_columns(L, handle, row + 1);
  read_row(L, handle, row);
  // A section is one from its first row on: not before the row is known to be right.
  load_append(L, load, section_of(L, load, has_section));
  if (load->row_count % TICK == 0) {
    clua_state *h = clua_of(L);
    h->host_depth++;
    load->tick(load->context);
    h->host_depth--;
    clua_poll(L);
  }
  return 0;
}

// ---- life

// Arguments: the load and the name of its source. Results: source, emit.
static int begin(lua_State *L) {
  clua_loading *load = lua_touserdata(L, 1);
  load_handle *handle = lua_newuserdatauv(L, sizeof *handle, 0);
  memset(handle, 0, sizeof *handle);
  handle->load = load;
  lua_replace(L, 1);
  lua_pushvalue(L, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, load);
  size_t count;
  const char *name = lua_tolstring(L, 2, &count);
  load_push_source(L, 1, name, count);
  lua_pushvalue(L, 1);
  lua_newtable(L);
  lua_newtable(L);
  lua_pushcclosure(L, emit, 3);
  return 2;
}

int clua_loading_begin(lua_State *L, clua_loading *load, const char *name, size_t count) {
  load->declared_count = load->column_count;
  lua_pushlightuserdata(L, load);
  lua_pushlstring(L, name, count);
  return clua_protect(L, begin, 2, 2);
}

void clua_loading_end(lua_State *L, clua_loading *load) {
  load->has_ended = true;
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, load) == LUA_TUSERDATA) {
    load_handle *handle = lua_touserdata(L, -1);
    handle->load = NULL;
    lua_pushnil(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, load);
  }
  lua_pop(L, 1);
  load_input_free(load);
  free(load->cells);
  load->cells = NULL;
}
