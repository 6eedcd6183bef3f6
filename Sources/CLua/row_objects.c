// `for row in t:rows() do`: a row is a userdata of three words, its columns are read in C.
#include "clua_row_objects.h"
#include "cursor.h"

enum { BATCH = 256 };

typedef struct row_object {
  const void *tag;
  clua_row_set *set;
  uint32_t row;
} row_object;

typedef struct iteration {
  clua_row_set *set;
  int32_t next, count;
  uint32_t rows[BATCH];
} iteration;

static const char row_tag;

static row_object *to_row(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA || lua_rawlen(L, index) != sizeof(row_object)) {
    return NULL;
  }
  row_object *r = lua_touserdata(L, index);
  return r->tag == &row_tag ? r : NULL;
}

void *clua_torow(lua_State *L, int index, uint32_t *row) {
  row_object *r = to_row(L, index);
  if (!r) return NULL;
  lua_getiuservalue(L, index, 1);
  void *owner = clua_toobject(L, -1);
  lua_pop(L, 1);
  *row = r->row;
  return owner;
}

// Upvalues: columns by name, and what is asked for other names.
static int row_index(lua_State *L) {
  row_object *r = to_row(L, 1);
  if (!r) return luaL_error(L, "a row is wanted");
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TNUMBER) {
    int32_t column = (int32_t)lua_tointeger(L, -1);
    clua_cell cell = {.kind = CLUA_CELL_NIL};
    clua_state *h = clua_of(L);
    h->host_depth++;
    bool is_read = r->set->cell(r->set->context, column, r->row, &cell);
    h->host_depth--;
    if (is_read) {
      cursor_push_cell(L, &cell);
      return 1;
    }
  }
  lua_settop(L, 2);
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_insert(L, 1);
  lua_call(L, 2, 1);
  return 1;
}

static int row_equals(lua_State *L) {
  row_object *a = to_row(L, 1), *b = to_row(L, 2);
  lua_pushboolean(L, a && b && a->set == b->set && a->row == b->row);
  return 1;
}

static int row_newindex(lua_State *L) { return luaL_error(L, "a row can be read only"); }

void clua_make_row_kind(lua_State *L) {
  int meta = lua_gettop(L) - 1;
  lua_pushliteral(L, "__index");
  lua_rawget(L, meta);
  lua_pushcclosure(L, row_index, 2);
  lua_setfield(L, meta, "__index");
  lua_pushcfunction(L, row_equals);
  lua_setfield(L, meta, "__eq");
  lua_pushcfunction(L, row_newindex);
  lua_setfield(L, meta, "__newindex");
  lua_pushboolean(L, 0);
  lua_setfield(L, meta, "__metatable");
  lua_pushliteral(L, "row");
  lua_setfield(L, meta, "__name");
}

// Upvalues: the owner, the iteration, the metatable.
static int next_row(lua_State *L) {
  iteration *it = lua_touserdata(L, lua_upvalueindex(2));
  if (it->next == it->count) {
    clua_poll(L);
    clua_state *h = clua_of(L);
    h->host_depth++;
    it->count = it->set->next(it->set->context, it->rows, BATCH);
    h->host_depth--;
    it->next = 0;
    if (it->count == 0) return 0;
  }
  row_object *r = lua_newuserdatauv(L, sizeof *r, 1);
  r->tag = &row_tag;
  r->set = it->set;
  r->row = it->rows[it->next++];
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_setiuservalue(L, -2, 1);
  lua_pushvalue(L, lua_upvalueindex(3));
  lua_setmetatable(L, -2);
  return 1;
}

void clua_push_row_iterator(lua_State *L, clua_row_set *set) {
  iteration *it = lua_newuserdatauv(L, sizeof *it, 0);
  it->set = set;
  it->next = it->count = 0;
  lua_insert(L, -2);
  lua_pushcclosure(L, next_row, 3);
}
