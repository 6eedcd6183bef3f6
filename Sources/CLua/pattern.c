// The bounded matcher. A pattern becomes a row of nodes, and matching walks them with an
// explicit stack of choices, so that no pattern can exhaust the C stack; every few thousand
// steps it asks whether to stop, so that no pattern can hold the thread either.
#include "pattern.h"

#include <string.h>

enum { FUEL = 1 << 14 };

static inline bool accepts(const pattern_node *n, const char *s) {
  unsigned char c = (unsigned char)*s;
  switch (n->kind) {
    case N_CHAR: return n->a == c;
    case N_ANY: return true;
    default: return n->set[c >> 5] >> (c & 31) & 1;
  }
}

static inline void burn(pattern_match *m, ptrdiff_t steps) {
  if (steps < m->fuel) {
    m->fuel -= (int)steps;
    return;
  }
  m->fuel = 0;
  if (!m->L) _longjmp(*m->spent, 1);
  m->fuel = FUEL;
  clua_poll(m->L);
}

void pattern_begin(pattern_match *m, lua_State *L, pattern *p, const char *s, size_t count) {
  m->L = L;
  m->pattern = p;
  m->subject = s;
  m->end = s + count;
  m->fuel = FUEL;
}

// After the closing character that balances the opening one at `s`, or null.
static const char *match_balance(pattern_match *m, const pattern_node *n, const char *s) {
  if (s == m->end || (unsigned char)*s != n->a) return NULL;
  const char *start = s++;
  for (size_t depth = 1; s < m->end; s++) {
    if ((unsigned char)*s == n->b) {
      if (--depth == 0) {
        burn(m, s - start);
        return s + 1;
      }
    } else if ((unsigned char)*s == n->a) {
      depth++;
    }
  }
  burn(m, s - start);
  return NULL;
}

// The subject has a NUL before its beginning and at its end, says the manual.
static bool is_frontier(const pattern_match *m, const pattern_node *n, const char *s) {
  const char nul = 0;
  return !accepts(n, s == m->subject ? &nul : s - 1) && accepts(n, s == m->end ? &nul : s);
}

static const char *match_back(pattern_match *m, int i, const char *s) {
  ptrdiff_t length = m->captures[i].length;
  if (length < 0 || m->end - s < length) return NULL;
  burn(m, length);
  return memcmp(m->captures[i].start, s, (size_t)length) == 0 ? s + length : NULL;
}

// Passes one node. Answers where the subject goes on, or null when the node does not match;
// a choice is pushed where the node could also have matched otherwise.
static const char *pass(pattern_match *m, uint32_t i, const char *s, uint32_t *depth) {
  const pattern_node *n = &m->pattern->nodes[i];
  pattern_choice *choice = &m->pattern->choices[*depth];
  switch (n->kind) {
    case N_OPEN:
      m->captures[n->a].start = s;
      return s;
    case N_POSITION:
      m->captures[n->a].start = s;
      m->captures[n->a].length = CAPTURE_POSITION;
      return s;
    case N_CLOSE:
      // Needs no undo: matching that goes back before this node passes it again.
      m->captures[n->a].length = s - m->captures[n->a].start;
      return s;
    case N_BALANCE: return match_balance(m, n, s);
    case N_FRONTIER: return is_frontier(m, n, s) ? s : NULL;
    case N_BACK: return match_back(m, n->a, s);
    case N_END: return s == m->end ? s : NULL;
    default: break;
  }
  bool one = s < m->end && accepts(n, s);
  if (n->repeat == ONCE) return one ? s + 1 : NULL;
  if (n->repeat == GREEDY_ONE && !one) return NULL;
  *choice = (pattern_choice){.at = s, .node = i + 1, .kind = n->repeat};
  if (n->repeat == LAZY) {
    ++*depth;
    return s;
  }
  if (!one) return s;
  if (n->repeat == OPTIONAL) {
    ++*depth;
    return s + 1;
  }
  choice->least = n->repeat == GREEDY_ONE ? s + 1 : s;
  const char *e = s + 1;
  while (e < m->end && accepts(n, e)) e++;
  burn(m, e - s);
  choice->at = e;
  if (e > choice->least) ++*depth;
  return e;
}

// Takes the newest choice; answers where the subject goes on, or null when none is left.
static const char *back_up(pattern_match *m, uint32_t *i, uint32_t *depth) {
  while (*depth > 0) {
    pattern_choice *choice = &m->pattern->choices[*depth - 1];
    *i = choice->node;
    if (choice->kind == OPTIONAL) {
      --*depth;
      return choice->at;
    }
    if (choice->kind != LAZY) {
      if (--choice->at == choice->least) --*depth;
      return choice->at;
    }
    if (choice->at < m->end && accepts(&m->pattern->nodes[choice->node - 1], choice->at)) {
      return ++choice->at;
    }
    --*depth;
  }
  return NULL;
}

const char *pattern_match_at(pattern_match *m, const char *s) {
  const pattern_node *nodes = m->pattern->nodes;
  uint32_t i = 0, depth = 0;
  while (nodes[i].kind != N_DONE) {
    burn(m, 1);
    s = pass(m, i, s, &depth);
    if (s) {
      i++;
    } else {
      s = back_up(m, &i, &depth);
      if (!s) return NULL;
    }
  }
  return s;
}

const char *pattern_search(pattern_match *m, const char **start) {
  const pattern_node *first = m->pattern->nodes;
  bool literal = first->kind == N_CHAR && (first->repeat == ONCE || first->repeat == GREEDY_ONE);
  for (const char *s = *start; s <= m->end; s++) {
    if (literal && !m->pattern->anchored) {
      const char *from = s;
      s = memchr(s, first->a, (size_t)(m->end - s));
      if (!s) return NULL;
      burn(m, s - from);
    }
    burn(m, 1);
    const char *e = pattern_match_at(m, s);
    if (e) {
      *start = s;
      return e;
    }
    if (m->pattern->anchored) return NULL;
  }
  return NULL;
}

// ---- results

void pattern_push_capture(pattern_match *m, int i, const char *start, const char *end) {
  lua_State *L = m->L;
  if (i >= m->pattern->captures) {
    if (i > 0) luaL_error(L, "invalid capture index %%%d", i + 1);
    lua_pushlstring(L, start, (size_t)(end - start));
  } else if (m->captures[i].length == CAPTURE_POSITION) {
    lua_pushinteger(L, m->captures[i].start - m->subject + 1);
  } else {
    lua_pushlstring(L, m->captures[i].start, (size_t)m->captures[i].length);
  }
}

int pattern_push_captures(pattern_match *m, const char *start, const char *end) {
  int count = m->pattern->captures;
  if (count == 0) count = 1;
  luaL_checkstack(m->L, count, "too many captures");
  for (int i = 0; i < count; i++) pattern_push_capture(m, i, start, end);
  return count;
}
