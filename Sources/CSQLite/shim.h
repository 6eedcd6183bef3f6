#include <sqlite3.h>

/// Lets "text" stand for 'text' where no column has that name, or not: Swift cannot call
/// `sqlite3_db_config`, which is variadic.
static inline int tablesh_sqlite_double_quoted_text(sqlite3 *db, int isAllowed) {
  int code = sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DDL, isAllowed, (void *)0);
  return code != SQLITE_OK
             ? code
             : sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, isAllowed, (void *)0);
}

/// A virtual table, with what Swift knows of it.
typedef struct {
  sqlite3_vtab base;
  void *table;
} tablesh_sqlite_table;

/// Where a cursor of a virtual table is, whose rows are numbered by their place.
typedef struct {
  sqlite3_vtab_cursor base;
  /// What reads the cells, by column.
  void *readers;
  /// The current row; `UINT32_MAX`: there is none.
  unsigned int place;
  /// How many rows were passed, and how many there are, unless `next` leads to them.
  unsigned int position, end;
  /// The rows in their order; NULL: as they are numbered.
  const unsigned int *order;
  /// The row after each with the same hash or another; NULL: the rows are not chained.
  const unsigned int *next;
  /// The hash of each row, and the one that is looked for.
  const unsigned int *hashes;
  unsigned int hash;
} tablesh_sqlite_cursor;

/// Whether a constraint compares bytes with a single value that differs from row to row of other tables.
/// SQLite before 3.38 does not tell constants and lists apart, so there it is none.
static inline int tablesh_sqlite_is_join(sqlite3_index_info *info, int index) {
#if SQLITE_VERSION_NUMBER >= 3038000
  sqlite3_value *value = 0;
  return sqlite3_vtab_rhs_value(info, index, &value) != SQLITE_OK && !sqlite3_vtab_in(info, index, -1) &&
         sqlite3_stricmp(sqlite3_vtab_collation(info, index), "BINARY") == 0;
#else
  return 0;
#endif
}

/// Whether rows need only come group by group.
static inline int tablesh_sqlite_is_grouping(sqlite3_index_info *info) {
#if SQLITE_VERSION_NUMBER >= 3038000
  return sqlite3_vtab_distinct(info) == 1;
#else
  return 0;
#endif
}
