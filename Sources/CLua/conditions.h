// The first conditions of a rule, judged without calling it.
#ifndef CLUA_CONDITIONS_H
#define CLUA_CONDITIONS_H

#include "cursor.h"
#include "pattern.h"

// Whether all conditions hold; UNKNOWN where only the function can tell.
typedef enum { HOLDS_NOT = 0, HOLDS = 1, UNKNOWN = 2 } verdict;

typedef struct conditions {
  const clua_rows *rows;
  int32_t count;       // those that are judged: from the first whose pattern is no use, none
  bool all;            // whether that is all of them
  pattern *patterns;   // one for each condition, used by those with one
} conditions;

// Pushes the userdata that holds the conditions of a run.
conditions *conditions_push(lua_State *L, const clua_rows *rows);
// Judges the current row of the cursor.
verdict conditions_judge(lua_State *L, const conditions *k, const cursor *c);
// Whether string methods find this library's `match`, which scripts could replace.
bool clua_match_is_own(lua_State *L);

#endif
