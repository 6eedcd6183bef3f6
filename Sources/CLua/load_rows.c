// The records that a loader emits, as delimited text that grows.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load.h"

static void *grow(lua_State *L, void *block, int64_t *room, int64_t needed, size_t size) {
  if (needed <= *room) return block;
  int64_t wanted = *room < 1024 ? 1024 : *room * 2;
  if (wanted < needed) wanted = needed;
  void *larger = realloc(block, (size_t)wanted * size);
  if (!larger) {
    clua_of(L)->wanted = (size_t)wanted * size;
    luaL_error(L, "not enough memory");
  }
  *room = wanted;
  return larger;
}

void load_reserve(lua_State *L, clua_loading *load) {
  int32_t width = load->column_count;
  if (load->cell_room < width) {
    int32_t room = load->cell_room * 2 > width ? load->cell_room * 2 : width;
    clua_loading_cell *cells = realloc(load->cells, (size_t)room * sizeof *cells);
    if (!cells) luaL_error(L, "not enough memory");
    memset(cells + load->cell_room, 0, (size_t)(room - load->cell_room) * sizeof *cells);
    load->cells = cells;
    load->cell_room = room;
  }
  int64_t rows = load->row_room;
  load->starts = grow(L, load->starts, &rows, load->row_count + 2, sizeof *load->starts);
  int64_t sections = load->row_room;
  load->sections = grow(L, load->sections, &sections, load->row_count + 2, sizeof *load->sections);
  load->row_room = rows;
  load->ends = grow(L, load->ends, &load->end_room, load->end_count + width, sizeof *load->ends);
}

// ---- texts

// Which bytes need a second look: those of quoted cells, and those beyond ASCII.
static const uint8_t kinds[256] = {
    ['"'] = 1, [','] = 1, ['\n'] = 1, ['\r'] = 1, [0x80 ... 0xFF] = 2,
};

bool load_is_utf8(const char *text, size_t count) {
  const uint8_t *p = (const uint8_t *)text, *end = p + count;
  while (p < end) {
    uint8_t c = *p++;
    if (c < 0x80) continue;
    int more = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : 1;
    if (c < 0xC2 || c > 0xF4 || end - p < more) return false;
    uint8_t low = c == 0xE0 ? 0xA0 : c == 0xF0 ? 0x90 : 0x80;
    uint8_t high = c == 0xED ? 0x9F : c == 0xF4 ? 0x8F : 0xBF;
    if (*p < low || *p > high) return false;
    for (int i = 1; i < more; i++) {
      if ((p[i] & 0xC0) != 0x80) return false;
    }
    p += more;
  }
  return true;
}

// How many bytes the text of a cell takes: `count`, or more where it must be quoted; 0 for text
// that is no UTF-8.
static size_t encoded_count(const char *text, size_t count) {
  uint8_t found = 0;
  for (size_t i = 0; i < count; i++) found |= kinds[(uint8_t)text[i]];
  if (found == 0) return count > 0 ? count : 2;
  if ((found & 2) && !load_is_utf8(text, count)) return 0;
  // A byte order mark in front would be taken for that of a file.
  if (!(found & 1) && !(count >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)) return count;
  size_t quotes = 0;
  for (size_t i = 0; i < count; i++) quotes += text[i] == '"';
  return count + quotes + 2;
}

static char *encode(char *to, const clua_loading_cell *cell) {
  if (!cell->is_quoted) {
    memcpy(to, cell->text, cell->count);
    return to + cell->count;
  }
  *to++ = '"';
  for (size_t i = 0; i < cell->count; i++) {
    if (cell->text[i] == '"') *to++ = '"';
    *to++ = cell->text[i];
  }
  *to++ = '"';
  return to;
}

// The 15 digits that a number column may have, never an exponent where digits do.
size_t load_number(char *text, size_t room, double value) {
  if (fabs(value) < 1e15 && value == floor(value)) {
    return (size_t)snprintf(text, room, "%" PRId64, (int64_t)value);
  }
  if (fabs(value) < 1e22 && value == floor(value)) {
    size_t count = (size_t)snprintf(text, room, "%.0f", value);
    if (fabs(value) < 0x1p63) return count;
    // Of large ones the fewest digits that give the same double, and zeros.
    char digits[32];
    int precision = 14;
    do {
      snprintf(digits, sizeof digits, "%.*e", precision, value);
    } while (strtod(digits, NULL) != value && ++precision < 17);
    const char *from = digits;
    for (size_t i = 0; i < count; i++) {
      if (*from == '.') from++;
      text[i] = *from == 'e' ? '0' : *from++;
    }
    return count;
  }
  size_t count = (size_t)snprintf(text, room, "%.15g", value);
  if (!memchr(text, 'e', count) || fabs(value) >= 1) return count;
  char digits[32];
  snprintf(digits, sizeof digits, "%.14e", value);
  const char *mark = strchr(digits, 'e');
  int exponent = mark ? atoi(mark + 1) : 0;
  if (exponent <= -12) return count;
  count = (size_t)snprintf(text, room, "%.*f", 14 - exponent, value);
  while (count > 0 && text[count - 1] == '0') count--;
  return count;
}

// ---- records

static void note_width(lua_State *L, clua_loading *load, int32_t width) {
  if (load->width_count > 0 && load->widths[load->width_count - 1].width == width) return;
  if (load->width_count == load->width_room) {
    int64_t room = load->width_room;
    load->widths =
        grow(L, load->widths, &room, load->width_count + 1, sizeof *load->widths);
    load->width_room = (int32_t)room;
  }
  load->widths[load->width_count++] = (clua_width){load->row_count, width};
}

void load_append(lua_State *L, clua_loading *load, int32_t section) {
  int32_t width = load->column_count;
  int64_t size = width > 0 ? width : 1;
  for (int32_t i = 0; i < width; i++) {
    clua_loading_cell *cell = &load->cells[i];
    if (!cell->text) continue;
    size_t encoded = encoded_count(cell->text, cell->count);
    if (encoded == 0) {
      lua_pushfstring(L, "the text is not valid UTF-8");
      lua_pushinteger(L, i);
      load_fault(L, load, NULL);
    }
    cell->is_quoted = encoded != cell->count;
    size += (int64_t)encoded;
  }
  // Whatever columns come yet take a byte of each row.
  if (load->byte_count + size > load->most_bytes || load->row_count >= load->most_rows) {
    lua_pushliteral(L, "more than a table can hold");
    lua_pushinteger(L, -1);
    load_fault(L, load, NULL);
  }
  note_width(L, load, width);
  load->bytes = grow(L, load->bytes, &load->byte_room, load->byte_count + size, 1);
  char *to = load->bytes + load->byte_count;
  uint32_t *end = load->ends + load->end_count;
  for (int32_t i = 0; i < width; i++) {
    clua_loading_cell *cell = &load->cells[i];
    if (cell->text) {
      to = encode(to, cell);
    }
    *end++ = (uint32_t)(to - load->bytes);
    *to++ = ',';
  }
  if (width == 0) to++;
  to[-1] = '\n';
  load->end_count += width;
  load->byte_count = to - load->bytes;
  if (load->row_count == 0) load->starts[0] = 0;
  if (section == load->section_count) {
    load->section_count++;
  } else if (section != load->last_section) {
    load->is_scattered = true;
  }
  load->last_section = section;
  load->sections[load->row_count++] = section;
  load->starts[load->row_count] = (uint32_t)load->byte_count;
}

void clua_loading_free(clua_loading *load) {
  free(load->bytes);
  free(load->starts);
  free(load->ends);
  free(load->sections);
  free(load->widths);
  load->bytes = NULL;
  load->starts = load->ends = NULL;
  load->sections = NULL;
  load->widths = NULL;
}
