// Compiling a pattern into a row of nodes.
// Classes are those of ASCII, whatever the locale.
#include "pattern.h"

#include <string.h>

typedef struct compiler {
  lua_State *L;
  pattern *out;
  const unsigned char *p, *end;
  uint32_t count;                        // nodes so far
  int open[PATTERN_CAPTURES], open_count;
  bool closed[PATTERN_CAPTURES];
} compiler;

// The members of each class among the 128 characters of ASCII, one bit each. Written out because
// patterns are compiled at every call: asking each character would cost more than the match.
static const struct {
  char letter;
  uint32_t members[4];
} classes[] = {
    {'a', {0x00000000, 0x00000000, 0x07fffffe, 0x07fffffe}},
    {'c', {0xffffffff, 0x00000000, 0x00000000, 0x80000000}},
    {'d', {0x00000000, 0x03ff0000, 0x00000000, 0x00000000}},
    {'g', {0x00000000, 0xfffffffe, 0xffffffff, 0x7fffffff}},
    {'l', {0x00000000, 0x00000000, 0x00000000, 0x07fffffe}},
    {'p', {0x00000000, 0xfc00fffe, 0xf8000001, 0x78000001}},
    {'s', {0x00003e00, 0x00000001, 0x00000000, 0x00000000}},
    {'u', {0x00000000, 0x00000000, 0x07fffffe, 0x00000000}},
    {'w', {0x00000000, 0x03ff0000, 0x07fffffe, 0x07fffffe}},
    {'x', {0x00000000, 0x03ff0000, 0x0000007e, 0x0000007e}},
    {'z', {0x00000001, 0x00000000, 0x00000000, 0x00000000}},  // not in the manual any more, but in Lua and in scripts
};
enum { CLASSES = sizeof classes / sizeof *classes };

// The number of a class from its letter in either case, or -1.
static int class_of(unsigned char letter) {
  for (int i = 0; i < CLASSES; i++) {
    if ((letter | 0x20) == classes[i].letter) return i;
  }
  return -1;
}

static void add(uint32_t *set, unsigned c) { set[c >> 5] |= 1u << (c & 31); }

// Adds what stands after a %: a class, its complement, or the character itself.
static void add_escaped(uint32_t *set, unsigned char letter) {
  int class = class_of(letter);
  if (class < 0) {
    add(set, letter);
    return;
  }
  uint32_t flip = letter < 'a' ? UINT32_MAX : 0;  // upper case
  for (int i = 0; i < 4; i++) set[i] |= classes[class].members[i] ^ flip;
  for (int i = 4; i < 8; i++) set[i] |= flip;
}

// Reads a set after its "[".
static void compile_set(compiler *k, uint32_t *set) {
  bool complement = k->p < k->end && *k->p == '^';
  if (complement) k->p++;
  // Its end first, as Lua does: there a "%" escapes even as the upper end of a range.
  const unsigned char *end = k->p;
  do {
    if (end < k->end && *end++ == '%' && end < k->end) end++;
    if (end == k->end) luaL_error(k->L, "malformed pattern (missing ']')");
  } while (*end != ']');
  const unsigned char *p = k->p;
  while (p < end) {
    if (*p == '%') {
      add_escaped(set, p[1]);
      p += 2;
    } else if (end - p > 2 && p[1] == '-') {
      for (unsigned i = *p; i <= p[2]; i++) add(set, i);
      p += 3;
    } else {
      add(set, *p++);
    }
  }
  k->p = end + 1;
  if (complement) {
    for (int i = 0; i < 8; i++) set[i] = ~set[i];
  }
}

static pattern_node *new_node(compiler *k, int kind) {
  pattern_node *n = &k->out->nodes[k->count++];
  memset(n, 0, sizeof *n);
  n->kind = (uint8_t)kind;
  return n;
}

static void compile_capture(compiler *k) {
  pattern *out = k->out;
  if (out->captures == PATTERN_CAPTURES) luaL_error(k->L, "too many captures");
  bool position = k->p < k->end && *k->p == ')';
  pattern_node *n = new_node(k, position ? N_POSITION : N_OPEN);
  n->a = (uint8_t)out->captures;
  if (position) {
    k->p++;
    k->closed[out->captures] = true;
  } else {
    k->open[k->open_count++] = out->captures;
  }
  out->captures++;
}

// Reads what stands after a "%" and is no single character; false when it is one.
static bool compile_special(compiler *k) {
  unsigned char letter = *k->p;
  if (letter == 'b') {
    if (k->end - k->p < 3) luaL_error(k->L, "malformed pattern (missing arguments to '%%b')");
    pattern_node *n = new_node(k, N_BALANCE);
    n->a = k->p[1];
    n->b = k->p[2];
    k->p += 3;
  } else if (letter == 'f') {
    k->p++;
    if (k->p == k->end || *k->p != '[') luaL_error(k->L, "missing '[' after '%%f' in pattern");
    k->p++;
    compile_set(k, new_node(k, N_FRONTIER)->set);
  } else if (letter >= '0' && letter <= '9') {
    int i = letter - '1';
    if (i < 0 || i >= k->out->captures || !k->closed[i]) {
      luaL_error(k->L, "invalid capture index %%%d", i + 1);
    }
    new_node(k, N_BACK)->a = (uint8_t)i;
    k->p++;
  } else {
    return false;
  }
  return true;
}

static void compile_single(compiler *k, unsigned char c) {
  pattern_node *n = new_node(k, N_CHAR);
  if (c == '.') {
    n->kind = N_ANY;
  } else if (c == '[') {
    n->kind = N_SET;
    compile_set(k, n->set);
  } else if (c == '%') {
    n->a = *k->p++;
    if (class_of(n->a) >= 0) {
      n->kind = N_SET;
      add_escaped(n->set, n->a);
    }
  } else {
    n->a = c;
  }
  if (k->p == k->end) return;
  switch (*k->p) {
    case '*': n->repeat = GREEDY; break;
    case '+': n->repeat = GREEDY_ONE; break;
    case '-': n->repeat = LAZY; break;
    case '?': n->repeat = OPTIONAL; break;
    default: return;
  }
  k->p++;
}

void pattern_compile(lua_State *L, pattern *p, const char *text, size_t count, bool anchors) {
  if (count < PATTERN_INLINE) {
    lua_pushnil(L);
    p->nodes = p->inline_nodes;
    p->choices = p->inline_choices;
  } else {
    if (count > UINT32_MAX / 2) luaL_error(L, "pattern too long");
    size_t choices = (count + 1) * sizeof(pattern_choice);
    char *block = lua_newuserdatauv(L, choices + (count + 1) * sizeof(pattern_node), 0);
    p->choices = (pattern_choice *)block;
    p->nodes = (pattern_node *)(block + choices);
  }
  compiler k = {.L = L, .out = p, .p = (const unsigned char *)text};
  k.end = k.p + count;
  p->captures = 0;
  p->anchored = anchors && count > 0 && *text == '^';
  if (p->anchored) k.p++;
  while (k.p < k.end) {
    if ((k.count & 0xfff) == 0xfff) clua_poll(L);
    unsigned char c = *k.p++;
    if (c == '(') {
      compile_capture(&k);
    } else if (c == ')') {
      if (k.open_count == 0) luaL_error(L, "invalid pattern capture");
      int i = k.open[--k.open_count];
      k.closed[i] = true;
      new_node(&k, N_CLOSE)->a = (uint8_t)i;
    } else if (c == '$' && k.p == k.end) {
      new_node(&k, N_END);
    } else if (c == '%' && k.p == k.end) {
      luaL_error(L, "malformed pattern (ends with '%%')");
    } else if (c != '%' || !compile_special(&k)) {
      compile_single(&k, c);
    }
  }
  if (k.open_count > 0) luaL_error(L, "unfinished capture");
  new_node(&k, N_DONE);
}

bool pattern_is_plain(const char *text, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (text[i] != 0 && strchr("^$*+?.([%-", text[i])) return false;
  }
  return true;
}
