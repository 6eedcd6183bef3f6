// Lua as it comes, without any of this package's changes: what the bounded functions are compared
// with.
#ifndef CSTOCKLUA_H
#define CSTOCKLUA_H

#include <stddef.h>

#pragma clang assume_nonnull begin

// Runs a chunk in a new stock interpreter; its one result, or its error, as a string that the
// caller frees. Null: no memory.
char *_Nullable stock_lua_run(const char *source, size_t count, size_t *result_count);

#pragma clang assume_nonnull end
#endif
