#define _GNU_SOURCE
#include "completion.h"
#include <stdio.h>
#include <readline/readline.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

typedef struct { char *text, *label, *description; bool appends_space; } candidate;

struct cr_sink {
  candidate *candidates;
  size_t count, capacity, start;
};

static cr_completer completer;
static void *completer_context;
static cr_sink offers;  // of the last request; the list of matches is drawn from it

static char *copy(const char *text) {
  char *result = text != NULL ? strdup(text) : NULL;
  if (text != NULL && result == NULL) abort();
  return result;
}

void cr_replace_from(cr_sink *sink, size_t start) { sink->start = start; }

void cr_offer(cr_sink *sink, const char *text, const char *label, const char *description,
              bool appends_space) {
  if (sink->count == sink->capacity) {
    size_t capacity = sink->capacity ? sink->capacity * 2 : 16;
    candidate *candidates = realloc(sink->candidates, capacity * sizeof *candidates);
    if (candidates == NULL) abort();
    sink->candidates = candidates;
    sink->capacity = capacity;
  }
  sink->candidates[sink->count++] =
      (candidate){copy(text), copy(label), copy(description), appends_space};
}

static void forget_offers(void) {
  for (size_t i = 0; i < offers.count; i++) {
    free(offers.candidates[i].text);
    free(offers.candidates[i].label);
    free(offers.candidates[i].description);
  }
  offers.count = 0;
}

// How many bytes all candidates begin with, never cutting a character.
static size_t common_prefix(void) {
  const char *first = offers.candidates[0].text;
  size_t length = strlen(first);
  for (size_t i = 1; i < offers.count; i++) {
    const char *other = offers.candidates[i].text;
    size_t same = 0;
    while (same < length && first[same] == other[same]) same++;
    length = same;
  }
  while (length > 0 && ((unsigned char)first[length] & 0xC0) == 0x80) length--;
  return length;
}

static char *line_with(const char *text, size_t length) {
  char *line = malloc(offers.start + length + 1);
  if (line == NULL) abort();
  memcpy(line, rl_line_buffer, offers.start);
  memcpy(line + offers.start, text, length);
  line[offers.start + length] = '\0';
  return line;
}

// readline sees everything before the cursor as one word (see `no_word_breaks`), so that the
// command language alone decides where a word begins. A match is therefore a whole line.
static char **attempt(const char *text, int start, int end) {
  (void)text;
  (void)start;
  rl_attempted_completion_over = 1;  // never falls through to names of files
  forget_offers();
  offers.start = (size_t)end;
  char *line = strndup(rl_line_buffer, (size_t)rl_end);
  if (line == NULL) abort();
  completer(completer_context, line, (size_t)end, &offers);
  free(line);
  if (offers.count == 0 || offers.start > (size_t)end) return NULL;

  char **matches = malloc((offers.count + 2) * sizeof *matches);
  if (matches == NULL) abort();
  if (offers.count == 1) {
    const candidate *only = &offers.candidates[0];
    rl_completion_append_character = only->appends_space ? ' ' : '\0';
    matches[0] = line_with(only->text, strlen(only->text));
    matches[1] = NULL;
    return matches;
  }
  // What is typed stays unless the candidates agree on at least as much.
  size_t typed = (size_t)end - offers.start, common = common_prefix();
  matches[0] = common >= typed ? line_with(offers.candidates[0].text, common)
                               : line_with(rl_line_buffer + offers.start, typed);
  for (size_t i = 0; i < offers.count; i++) {
    matches[i + 1] = line_with(offers.candidates[i].text, strlen(offers.candidates[i].text));
  }
  matches[offers.count + 1] = NULL;
  rl_completion_append_character = '\0';
  return matches;
}

static char *no_word_breaks(void) { return ""; }

// Prints `text` in at most `columns` columns and returns how many it took. What cannot be printed
// becomes a question mark: a name out of a file must not drive the terminal.
static int print_clipped(const char *text, int columns) {
  mbstate_t state = {0};
  size_t left = strlen(text);
  int used = 0;
  while (left > 0) {
    wchar_t character;
    size_t size = mbrtowc(&character, text, left, &state);
    bool valid = size != (size_t)-1 && size != (size_t)-2 && size != 0;
    bool printable = valid && iswprint((wint_t)character);
    if (!valid) {
      size = 1;
      memset(&state, 0, sizeof state);
    }
    int width = printable ? wcwidth(character) : 1;
    if (width < 0) width = 1;
    if (used + width > columns) break;
    if (printable) fwrite(text, 1, size, rl_outstream);
    else fputc('?', rl_outstream);
    used += width;
    text += size;
    left -= size;
  }
  return used;
}

static int columns_of(const char *text) {
  wchar_t wide[256];
  size_t count = mbstowcs(wide, text, 255);
  if (count == (size_t)-1) return (int)strlen(text);
  wide[count < 255 ? count : 255] = L'\0';
  int width = wcswidth(wide, 255);
  return width < 0 ? (int)count : width;
}

static bool uses_colors;

void cr_use_colors(bool colors) { uses_colors = colors; }

bool cr_ignores_case(void) {
  const char *wanted = rl_variable_value("completion-ignore-case");
  return wanted != NULL && strcmp(wanted, "on") == 0;
}

static void print_code(const char *code) {
  if (uses_colors) fputs(code, rl_outstream);
}

// Prints a label, the part of it that is typed already in bold where that is wanted.
static int print_label(const char *label, const char *typed, int columns) {
  size_t length = strlen(typed);
  const char *wanted = rl_variable_value("colored-completion-prefix");
  if (length == 0 || strncmp(label, typed, length) != 0 || wanted == NULL
      || strcmp(wanted, "on") != 0) {
    return print_clipped(label, columns);
  }
  print_code("\033[1m");
  int used = print_clipped(typed, columns);
  print_code("\033[0m");
  return used + print_clipped(label + length, columns - used);
}

static const char *label_of(const candidate *each) { return each->label ? each->label : each->text; }

// In one column with descriptions, in as many as fit without. A list longer than the screen is
// cut, because a pager would swallow the keys that follow.
static void show_matches(char **matches, int count, int longest) {
  (void)matches;
  (void)count;
  (void)longest;
  int rows, columns, widest = 0;
  bool described = false;
  rl_get_screen_size(&rows, &columns);
  for (size_t i = 0; i < offers.count; i++) {
    int width = columns_of(label_of(&offers.candidates[i]));
    if (width > widest) widest = width;
    if (offers.candidates[i].description != NULL) described = true;
  }
  if (widest > columns - 1) widest = columns - 1;
  if (described && widest > columns / 2) widest = columns / 2;
  size_t across = described ? 1 : (size_t)(columns / (widest + 2));
  if (across == 0) across = 1;
  size_t room = (size_t)(rows > 4 ? rows - 3 : 1) * across;
  size_t shown = offers.count <= room ? offers.count : room;

  size_t start = offers.start <= (size_t)rl_point ? offers.start : (size_t)rl_point;
  char *typed = strndup(rl_line_buffer + start, (size_t)rl_point - start);
  if (typed == NULL) abort();
  rl_crlf();
  for (size_t i = 0; i < shown; i++) {
    const candidate *each = &offers.candidates[i];
    int used = print_label(label_of(each), typed, widest);
    bool last = (i + 1) % across == 0 || i + 1 == shown;
    if (each->description != NULL || !last) {
      for (; used < widest + 2; used++) fputc(' ', rl_outstream);
    }
    if (each->description != NULL) {
      print_code("\033[2m");
      print_clipped(each->description, columns - used - 1);
      print_code("\033[0m");
    }
    if (last) rl_crlf();
  }
  free(typed);
  if (shown < offers.count) {
    fprintf(rl_outstream, "… %zu more", offers.count - shown);
    rl_crlf();
  }
  rl_forced_update_display();
}

void completion_install(cr_completer new_completer, void *context) {
  completer = new_completer;
  completer_context = context;
  rl_attempted_completion_function = attempt;
  rl_completion_word_break_hook = no_word_breaks;
  rl_completion_display_matches_hook = show_matches;
  rl_sort_completion_matches = 0;  // the order is the completer's
}
