#pragma once
#include <stdint.h>

/// Steps through all rows of a table of a database and looks at each value, and does no more.
/// Returns the number of rows, or -1.
int64_t bare_rows(const char *database, const char *statement);

/// Reads the events of a YAML file with libyaml, and does no more. Returns their number, or -1.
int64_t bare_events(const char *path);
