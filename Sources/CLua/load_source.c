// What a loader reads: `source.name`, `source:lines()` and `source:read(n)`.
#include <stdlib.h>
#include <string.h>

#include "load.h"

enum { PIECE = 256 << 10, MOST = 1 << 20 };

typedef struct clua_loading_input {
  char *bytes;            // those from `next` to `end` were not handed out
  size_t next, end, room;
  bool is_over;           // the source has given all
} clua_loading_input;

void load_input_free(clua_loading *load) {
  if (!load->input) return;
  free(load->input->bytes);
  free(load->input);
  load->input = NULL;
}

static clua_loading_input *input_of(lua_State *L, clua_loading *load) {
  if (!load->input) load->input = calloc(1, sizeof *load->input);
  if (!load->input) luaL_error(L, "not enough memory");
  return load->input;
}

// What waits to be handed out becomes a string of Lua, so that its limit is that of the buffer.
static void make_room(lua_State *L, clua_loading_input *in) {
  size_t waiting = in->end - in->next, limit = clua_of(L)->memory_limit;
  if (limit && waiting > limit) luaL_error(L, "not enough memory");
  if (in->next > 0) {
    if (waiting > 0) memmove(in->bytes, in->bytes + in->next, waiting);
    in->next = 0;
    in->end = waiting;
  }
  if (in->room - in->end >= PIECE) return;
  size_t room = in->room ? in->room * 2 : 2 * PIECE;
  char *bytes = realloc(in->bytes, room);
  if (!bytes) luaL_error(L, "not enough memory");
  in->bytes = bytes;
  in->room = room;
}

// Reads a piece more; false at the end of the source. Swift is gone before anything is raised.
static bool fill(lua_State *L, clua_loading *load, clua_loading_input *in) {
  while (!in->is_over) {
    clua_state *h = clua_of(L);
    make_room(L, in);
    luaL_checkstack(L, 32, NULL);
    h->host_depth++;
    // Not all that there is room for: a stop is looked for behind each piece.
    size_t most = in->room - in->end < MOST ? in->room - in->end : MOST;
    int64_t count = load->read(load->context, L, in->bytes + in->end, most);
    h->host_depth--;
    clua_poll(L);
    if (count == CLUA_READ_FAILED) lua_error(L);
    if (count > 0) {
      in->end += (size_t)count;
      return true;
    }
    in->is_over = count == 0;
  }
  return false;
}

static int push_bytes(lua_State *L, clua_loading_input *in, size_t count) {
  lua_pushlstring(L, count ? in->bytes + in->next : "", count);
  in->next += count;
  return 1;
}

// The next line without its end, LF or CR LF.
static int next_line(lua_State *L) {
  clua_loading *load = load_handle_of(L)->load;
  clua_loading_input *in = input_of(L, load);
  size_t seen = 0;
  for (;;) {
    size_t waiting = in->end - in->next;
    const char *start = in->bytes + in->next;
    const char *end = waiting > seen ? memchr(start + seen, '\n', waiting - seen) : NULL;
    if (end) {
      size_t count = (size_t)(end - start);
      bool has_return = count > 0 && start[count - 1] == '\r';
      lua_pushlstring(L, start, has_return ? count - 1 : count);
      in->next += count + 1;
      load->line++;
      return 1;
    }
    seen = waiting;
    if (fill(L, load, in)) continue;
    if (waiting == 0) return 0;
    load->line++;
    return push_bytes(L, in, waiting);
  }
}

// source:lines(): upvalue 1 is the handle, and so it is of what it gives.
static int lines(lua_State *L) {
  load_handle_of(L);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushcclosure(L, next_line, 1);
  return 1;
}

// source:read(n): up to n bytes, nil at the end; without n all that is left.
static int read_bytes(lua_State *L) {
  clua_loading *load = load_handle_of(L)->load;
  clua_loading_input *in = input_of(L, load);
  // `source.read(n)` is as good as `source:read(n)`.
  int at = lua_type(L, 1) == LUA_TTABLE ? 2 : 1;
  if (lua_isnoneornil(L, at)) {
    while (fill(L, load, in)) continue;
    return push_bytes(L, in, in->end - in->next);
  }
  lua_Integer wanted = luaL_checkinteger(L, at);
  luaL_argcheck(L, wanted >= 0, at, "a count of bytes is no negative number");
  size_t limit = clua_of(L)->memory_limit;
  if (limit && (size_t)wanted > limit) return luaL_error(L, "not enough memory");
  while (in->end - in->next < (size_t)wanted && fill(L, load, in)) continue;
  size_t waiting = in->end - in->next;
  if (waiting == 0 && wanted > 0) {
    luaL_pushfail(L);
    return 1;
  }
  return push_bytes(L, in, waiting < (size_t)wanted ? waiting : (size_t)wanted);
}

void load_push_source(lua_State *L, int handle, const char *name, size_t count) {
  lua_createtable(L, 0, 3);
  lua_pushlstring(L, name, count);
  lua_setfield(L, -2, "name");
  lua_pushvalue(L, handle);
  lua_pushcclosure(L, lines, 1);
  lua_setfield(L, -2, "lines");
  lua_pushvalue(L, handle);
  lua_pushcclosure(L, read_bytes, 1);
  lua_setfield(L, -2, "read");
}
