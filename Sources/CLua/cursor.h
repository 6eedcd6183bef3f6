// The row cursor: columns by name, read in C.
#ifndef CLUA_CURSOR_H
#define CLUA_CURSOR_H

#include "clua_rows.h"
#include "internal.h"
#include "kept_texts.h"

enum { ROWS_FIRST_BATCH = 64, ROWS_BATCH = 512 };

// What is kept of one column between rows.
typedef struct column_cells {
  clua_cell *cells;  // of the rows of this batch, or null
  int64_t filled;    // first row the cells of this batch are valid for; -1: none
  int32_t hits;      // reads by the cursor in this batch
  int64_t read_row;  // the last row for which the cursor has noted a number of the column
  int32_t news;      // texts of this batch that were not kept from before
  bool is_varied;    // most texts are new, so none is kept
  bool is_checked;   // `refuse` is asked for each read
} column_cells;

typedef struct column_number {
  int32_t column;
  clua_cell cell;
} column_number;

typedef struct column_slot {
  const void *name;  // the Lua string itself; short equal strings are one string
  int32_t column;
} column_slot;

typedef struct cursor {
  const clua_rows *rows;  // null once the run is over
  column_cells *columns;  // one for each column
  int64_t first, row;     // of the batch, and the current one
  int32_t batch;          // rows in this batch
  column_number *numbers; // that the cursor has read in the current row, one for each column
  int32_t number_count;
  uint32_t mask;
  kept_text *kept;
  column_slot *slots;     // open addressing, mask + 1 of them
} cursor;

// Pushes the cursor userdata; its memory is Lua's, its uservalues keep it together.
cursor *cursor_push(lua_State *L, const clua_rows *rows);
// Starts the next batch at `first`; fills the argument columns and those read often before.
void cursor_start_batch(lua_State *L, cursor *c, int64_t first, int32_t count);
void cursor_push_cell(lua_State *L, const clua_cell *cell);
// Pushes the cell of the current row of a column that is filled; `strings` is the index of what
// kept_texts_push pushed.
void cursor_push_filled(lua_State *L, cursor *c, int32_t column, int strings);
// The first column that was read in the current row and holds this number; -1: there is none.
int32_t cursor_column_of(const cursor *c, const clua_cell *number);
// The row object is dead from here on.
void cursor_end(cursor *c);

#endif
