// Lua patterns (Lua 5.4 manual, section 6.4.1), compiled and matched without recursion.
#ifndef CLUA_PATTERN_H
#define CLUA_PATTERN_H

#include "internal.h"

#include <setjmp.h>

enum { PATTERN_CAPTURES = 32, PATTERN_INLINE = 24 };

// What a node asks of the subject, and how often.
enum { N_CHAR, N_ANY, N_SET, N_OPEN, N_POSITION, N_CLOSE, N_BALANCE, N_FRONTIER, N_BACK, N_END,
       N_DONE };
enum { ONCE, OPTIONAL, GREEDY, GREEDY_ONE, LAZY };

typedef struct pattern_node {
  uint8_t kind, repeat;
  uint8_t a, b;        // a character, the two of %b, or the number of a capture
  uint32_t set[8];     // one bit a byte
} pattern_node;

// Where matching goes on when it fails further right. A pattern item is passed at most once on
// the way right, so there are never more choices than items.
typedef struct pattern_choice {
  const char *at, *least;
  uint32_t node;
  uint8_t kind;
} pattern_choice;

typedef struct pattern {
  pattern_node *nodes;
  pattern_choice *choices;
  int captures;
  bool anchored;
  pattern_node inline_nodes[PATTERN_INLINE];
  pattern_choice inline_choices[PATTERN_INLINE];
} pattern;

enum { CAPTURE_POSITION = -1 };
typedef struct pattern_match {
  lua_State *L;        // null: where the fuel is spent, matching goes to `spent`
  jmp_buf *spent;
  pattern *pattern;
  const char *subject, *end;
  int fuel;            // steps until the next look at the limits
  struct {
    const char *start;
    ptrdiff_t length;  // or CAPTURE_POSITION
  } captures[PATTERN_CAPTURES];
} pattern_match;

// Compiles, or raises. A long pattern takes memory from Lua: one value is pushed (maybe nil)
// and has to stay on the stack as long as the pattern is used. `anchors`: a leading ^ anchors.
void pattern_compile(lua_State *L, pattern *p, const char *text, size_t count, bool anchors);
void pattern_begin(pattern_match *m, lua_State *L, pattern *p, const char *s, size_t count);
// The end of a match that begins exactly at `s`, or null.
const char *pattern_match_at(pattern_match *m, const char *s);
// The first match at `*start` or later (only there when anchored); its end, or null.
const char *pattern_search(pattern_match *m, const char **start);
// Pushes capture `i` (from 0; 0 of a pattern without captures is the whole match).
void pattern_push_capture(pattern_match *m, int i, const char *start, const char *end);
// Pushes all captures, or the whole match when there are none; answers how many.
int pattern_push_captures(pattern_match *m, const char *start, const char *end);
// Whether the text has no character that is special in patterns.
bool pattern_is_plain(const char *text, size_t count);

#endif
