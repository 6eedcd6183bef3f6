// Lua 5.4 as it comes: its own libraries and allocator, no limits. The other side of the benchmark.
#ifndef PLAIN_LUA_H
#define PLAIN_LUA_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct plain_lua plain_lua;

plain_lua *_Nullable plain_lua_open(void);
void plain_lua_close(plain_lua *lua);
// Runs a chunk; the message of what it raises, valid until the next call, or null.
const char *_Nullable plain_lua_run(plain_lua *lua, const char *text);
// Makes a global of bytes.
void plain_lua_set(plain_lua *lua, const char *name, const char *bytes, size_t count);
// A global whole number; -1 when it is none.
int64_t plain_lua_integer(plain_lua *lua, const char *name);
// Frees what nothing reaches any more.
void plain_lua_collect(plain_lua *lua);

#pragma clang assume_nonnull end
#endif
