#include <sqlite3.h>

/// Lets "text" stand for 'text' where no column has that name, or not: Swift cannot call
/// `sqlite3_db_config`, which is variadic.
static inline int tablesh_sqlite_double_quoted_text(sqlite3 *db, int isAllowed) {
  int code = sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DDL, isAllowed, (void *)0);
  return code != SQLITE_OK
             ? code
             : sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, isAllowed, (void *)0);
}
