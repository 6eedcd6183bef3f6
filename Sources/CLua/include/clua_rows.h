// One Lua function over many rows, inside one protected call.
#ifndef CLUA_ROWS_H
#define CLUA_ROWS_H

#include "clua.h"

#pragma clang assume_nonnull begin

// What a cell is for Lua. CLUA_CELL_OTHER appears in results only: a table, a function, …
enum {
  CLUA_CELL_NIL = 0, CLUA_CELL_FALSE = 1, CLUA_CELL_TRUE = 2, CLUA_CELL_INTEGER = 3,
  CLUA_CELL_NUMBER = 4, CLUA_CELL_TEXT = 5, CLUA_CELL_OTHER = 6,
  CLUA_CELL_DECIMAL = 7
};
typedef struct clua_cell {
  union {
    int64_t integer;
    double number;
    const char *_Nullable text;  // borrowed; of CLUA_CELL_OTHER: the name of its type
  } value;
  uint32_t length;               // of text and decimals, in bytes
  uint8_t kind;
} clua_cell;

// Outcome of a row.
enum { CLUA_ROW_FALSE = 0, CLUA_ROW_TRUE = 1, CLUA_ROW_ERROR = 2 };
// What `judge` leaves to the function.
enum { CLUA_ROW_OPEN = 3 };

typedef struct clua_rows {
  void *_Nullable context;  // like fill, null only before it is set
  // Writes cells `first ..< first + count` of a column. `raw`: the bytes as they are in the
  // source. Text must stay valid until the next fill of the same column and the same `raw`. Returns
  // whether `refuse` has to be asked for each read of the column by the row cursor.
  bool (*_Nullable fill)(void *context, int32_t column, bool raw, int64_t first, int64_t count,
               clua_cell *cells);
  // Whether the function may not read a column where it is now; then pushes the error.
  bool (*_Nullable refuse)(void *context, lua_State *L, int32_t column);
  // Given each row's result when not null; text in it is valid during this call only. `column`: the
  // first one that the function has read in the row whose cell is that number; -1: there is none.
  void (*_Nullable emit)(void *context, int64_t row, const clua_cell *result, int32_t column);
  // Told now and then which row is next, when not null.
  void (*_Nullable tick)(void *context, int64_t row);
  // Judges rows ahead of the function, a part of them at a time, when not null: sets `results` of
  // all of them. Called until it says that nothing is left.
  bool (*_Nullable judge)(void *context);
  int64_t row_count;
  const char *_Nonnull const *_Nullable column_names;  // those the row cursor can read
  const size_t *_Nullable column_name_lengths;
  int32_t column_count;
  const int32_t *_Nullable arguments;                  // columns passed as arguments
  int32_t argument_count;
  bool takes_row;                                      // pass the cursor as first argument
  // Whether the function only computes with its arguments, so that it may be called again: with so
  // many products, sums and the bits of its largest integer its integers may grow beyond 64 bits,
  // where Lua's begin anew. Then it is called with floats, too, and an error if these say otherwise.
  bool checks_integers;
  int32_t products, sums;
  int64_t largest;
  bool keep_going;                                     // count errors instead of stopping
  uint8_t *_Nullable results;                          // one byte a row: CLUA_ROW_…
  // Set by the call:
  int64_t error_count;
  int64_t first_error_row;                             // -1: none
} clua_rows;

// Calls the function on top (popped) once for every row.
// CLUA_OK: nil is left on top, or the first error when errors were counted.
// Otherwise the run ended early and the error is on top; the rows before it have their results.
// clua_error_chunk and clua_push_traceback speak of the first error in both cases.
int clua_run_rows(lua_State *L, clua_rows *rows);

#pragma clang assume_nonnull end
#endif
