#include "bare.h"

#include <sqlite3.h>
#include <stdio.h>
#include <yaml.h>

int64_t bare_rows(const char *database, const char *statement) {
  sqlite3 *db = NULL;
  sqlite3_stmt *rows = NULL;
  int64_t count = -1;
  if (sqlite3_open_v2(database, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK
      && sqlite3_prepare_v2(db, statement, -1, &rows, NULL) == SQLITE_OK) {
    int64_t bytes = 0;
    int columns = sqlite3_column_count(rows), status;
    for (count = 0; (status = sqlite3_step(rows)) == SQLITE_ROW; count++) {
      for (int i = 0; i < columns; i++) {
        switch (sqlite3_column_type(rows, i)) {
          case SQLITE_INTEGER: bytes += sqlite3_column_int64(rows, i) & 1; break;
          case SQLITE_FLOAT: bytes += sqlite3_column_double(rows, i) > 0; break;
          case SQLITE_NULL: break;
          default:
            bytes += sqlite3_column_blob(rows, i) != NULL;
            bytes += sqlite3_column_bytes(rows, i);
        }
      }
    }
    if (status != SQLITE_DONE || bytes < 0) count = -1;
  }
  sqlite3_finalize(rows);
  sqlite3_close(db);
  return count;
}

int64_t bare_events(const char *path) {
  FILE *file = fopen(path, "rb");
  yaml_parser_t parser;
  if (!file) return -1;
  if (!yaml_parser_initialize(&parser)) {
    fclose(file);
    return -1;
  }
  yaml_parser_set_input_file(&parser, file);
  int64_t count = 0;
  for (int ended = 0; !ended && count >= 0;) {
    yaml_event_t event;
    if (!yaml_parser_parse(&parser, &event)) {
      count = -1;
      break;
    }
    ended = event.type == YAML_STREAM_END_EVENT;
    count++;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  fclose(file);
  return count;
}
