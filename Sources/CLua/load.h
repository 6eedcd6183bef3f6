// Shared by the files of loaders.
#ifndef CLUA_LOAD_INTERNAL_H
#define CLUA_LOAD_INTERNAL_H

#include "clua_load.h"
#include "internal.h"

// A cell of the row that is emitted; text in it lives in the row's table.
typedef struct clua_loading_cell {
  const char *text;    // null: no value; not of a number
  size_t count;
  char number[48];     // the text of a number
  bool is_named;       // by a field, which wins over a position
  bool is_quoted;      // as a record needs it
} clua_loading_cell;

// Names of fields that were looked up last, by the Lua string itself: short equal strings are one.
enum { KNOWN_FIELDS = 64, KNOWN_FIELD_LENGTH = 40 };
typedef struct known_field {
  const void *name;    // a key of the table of columns, which keeps it alive
  int32_t column;
} known_field;

// What a source and an `emit` in Lua hold.
typedef struct load_handle {
  clua_loading *load;  // null once it has ended
  known_field fields[KNOWN_FIELDS];
} load_handle;

load_handle *load_handle_of(lua_State *L);  // of upvalue 1, or an error once the load has ended

// load_source.c: pushes `source`; the handle is at `handle`.
void load_push_source(lua_State *L, int handle, const char *name, size_t count);
void load_input_free(clua_loading *load);

// load_rows.c
// Room for one more row with the columns there are.
void load_reserve(lua_State *L, clua_loading *load);
// Takes over `load->cells` as a record.
void load_append(lua_State *L, clua_loading *load, int32_t section);
// The text of a number as a cell holds it.
size_t load_number(char *text, size_t room, double value);
bool load_is_utf8(const char *text, size_t count);
// Raises an error about the row that is emitted.
int load_fault(lua_State *L, clua_loading *load, const char *hint);

#endif
