// Lua patterns that are matched without Lua.
#ifndef CLUA_MATCHER_H
#define CLUA_MATCHER_H

#include "clua.h"

#pragma clang assume_nonnull begin

// A compiled pattern. One thread at a time may use it.
typedef struct clua_matcher clua_matcher;

// Null: it is malformed, or too long for a matcher.
clua_matcher *_Nullable clua_matcher_create(lua_State *L, const char *text, size_t length);
void clua_matcher_free(clua_matcher *m);
// Whether the pattern is found in a text; -1: the fuel, in steps, was spent before that was known.
int clua_matcher_find(
    clua_matcher *m, const char *_Nullable text, size_t length, int32_t *fuel);
// Whether string methods find this library's `match`, which scripts could replace.
bool clua_match_is_own(lua_State *L);

#pragma clang assume_nonnull end
#endif
