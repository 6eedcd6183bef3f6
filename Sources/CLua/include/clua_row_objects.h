// Rows that Lua keeps: small objects that name a row of a snapshot, made and read in C.
#ifndef CLUA_ROW_OBJECTS_H
#define CLUA_ROW_OBJECTS_H

#include "clua_rows.h"

#pragma clang assume_nonnull begin

// A snapshot; it lives in the Swift object that the row objects keep alive.
typedef struct clua_row_set {
  void *_Nullable context;  // like the functions, null only before it is set
  // Writes up to `room` rows that come next in an iteration; 0 at its end.
  int32_t (*_Nullable next)(void *context, uint32_t *rows, int32_t room);
  // Writes a cell and returns true; its text must stay valid until the next call. False: what is
  // asked for names that are no column reads it.
  bool (*_Nullable cell)(void *context, int32_t column, uint32_t row, clua_cell *cell);
} clua_row_set;

// Makes a kind of row: on top a table of columns by name, which is popped, and below it a metatable
// whose __index is asked for what is no column; it becomes that of the rows, which takes a string
// or another key first. Leaves the metatable. Nothing may be refused meanwhile.
void clua_make_row_kind(lua_State *L);
// Pushes an iterator over rows: on top the metatable, below it the object that owns `set`; both are
// popped.
void clua_push_row_iterator(lua_State *L, clua_row_set *set);
// The Swift object that owns the set of a row at `index`, and which row it is; null: it is none.
void *_Nullable clua_torow(lua_State *L, int index, uint32_t *row);

#pragma clang assume_nonnull end
#endif
