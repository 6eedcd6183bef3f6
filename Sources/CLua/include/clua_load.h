// A loader's function: it reads a source in pieces and emits rows, without a call into Swift for
// each line or row. What is emitted is no memory of Lua's.
#ifndef CLUA_LOAD_H
#define CLUA_LOAD_H

#include "clua_rows.h"

#pragma clang assume_nonnull begin

// What `read` answers besides a count: nothing is there yet, and nothing will be (what to raise
// is on top of the stack).
enum { CLUA_READ_AGAIN = -2, CLUA_READ_FAILED = -1 };

// From row `first` on, records have `width` cells.
typedef struct clua_width {
  int64_t first;
  int32_t width;
} clua_width;

typedef struct clua_loading {
  void *_Nullable context;  // like the functions, null only before it is set
  // Reads up to `count` bytes; 0: the source has ended. It waits a moment at most.
  int64_t (*_Nullable read)(void *context, lua_State *L, char *bytes, size_t count);
  // Told now and then that rows are emitted.
  void (*_Nullable tick)(void *context);
  // The index of a section, one more than there are if it is new.
  int32_t (*_Nullable section)(void *context, const char *name, size_t count);
  // Notes a field that no column has yet, then makes columns of all that were noted.
  void (*_Nullable note_field)(void *context, const char *name, size_t count);
  void (*_Nullable add_columns)(void *context);
  // The index of a column, or -1.
  int32_t (*_Nullable column)(void *context, const char *name, size_t count);
  // Writes the name of a column, cut where there is no room, and a zero byte behind it.
  void (*_Nullable column_name)(void *context, int32_t column, char *name, size_t room);
  // Writes the text of a number of a row that was read, and returns its length; 0: it is none.
  size_t (*_Nullable number_text)(void *context, int32_t column, const clua_cell *number, char *text,
                                  size_t room);
  int32_t column_count;     // at the start those that are declared; `add_columns` changes it
  int64_t most_bytes, most_rows;

  // What was read: lines that were handed out.
  int64_t line;
  // What was emitted, in malloc's memory: records of delimited text, commas between cells and a
  // line end behind each.
  char *_Nullable bytes;
  int64_t byte_count, byte_room;
  uint32_t *_Nullable starts;  // row_count + 1 of them
  int64_t row_count, row_room;
  uint32_t *_Nullable ends;    // of the cells of all records
  int64_t end_count, end_room;
  int32_t *_Nullable sections; // of each row
  clua_width *_Nullable widths;
  int32_t width_count, width_room;
  bool is_scattered;           // a section goes on behind another one

  // Inner matters of this target.
  struct clua_loading_input *_Nullable input;
  int32_t declared_count, last_section, section_count;
  struct clua_loading_cell *_Nullable cells;  // of the row that is emitted
  int32_t cell_room;
  bool has_ended;
} clua_loading;

// Pushes `source` and `emit` for a load, which is set up but for what it answers; or raises what
// went wrong: CLUA_OK and two values, or a status and the error.
int clua_loading_begin(lua_State *L, clua_loading *load, const char *name, size_t count);
// `source` and `emit` are dead from here on; frees all that is not what was emitted.
void clua_loading_end(lua_State *L, clua_loading *load);
// Frees what was emitted and was not taken over.
void clua_loading_free(clua_loading *load);

#pragma clang assume_nonnull end
#endif
