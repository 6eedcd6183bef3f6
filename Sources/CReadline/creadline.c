#define _GNU_SOURCE
#include "creadline.h"
#include "completion.h"
#include "csignals.h"
#include <stdio.h>
#include <readline/readline.h>
#include <readline/history.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool editing;
static bool at_end;

// Accepted lines that nobody has taken yet. One key press can yield several: a macro of ~/.inputrc
// may hold more than one newline.
static struct { char **lines; size_t count, next, capacity; } accepted;

// What came when readline asked for a key: CS_INPUT for a key.
static int instead_of_key = CS_INPUT;

// readline's own sign for "no key", which accepts no line.
enum { NO_KEY = -2 };

static int read_key(FILE *stream) {
  for (;;) {
    unsigned char key;
    size_t count;
    int event = cs_read(fileno(stream), &key, 1, &count);
    switch (event) {
      case CS_INPUT: return count == 1 ? key : EOF;
      case SIGWINCH: cr_resized(); break;
      case SIGTSTP: cr_suspend(); break;
      case SIGCONT: cr_resumed(); break;
      case SIGINT: case SIGTERM: case SIGHUP: case SIGQUIT: case CS_HANGUP:
        instead_of_key = event;
        return NO_KEY;
    }
  }
}

// Says so, forgets the line and ends editing.
static void forget_line(void) {
  fputs("^C\n", rl_outstream);
  fflush(rl_outstream);
  rl_free_line_state();
  rl_replace_line("", 1);
  cr_stop();
}

static void accept_line(char *line) {
  if (instead_of_key != CS_INPUT) {
    // Nobody typed Enter: readline makes do with a key it did not get, takes it for the end of the
    // file, and has begun a new line.
    free(line);
    if (instead_of_key == SIGINT) forget_line();
    cr_stop();
    return;
  }
  if (line == NULL) {
    at_end = true;
    // What follows begins on a line of its own, for which readline cares in one mode only.
    const char *marks_pastes = rl_variable_value("enable-bracketed-paste");
    if (marks_pastes == NULL || strcmp(marks_pastes, "on") != 0) {
      fputc('\n', rl_outstream);
      fflush(rl_outstream);
    }
  } else {
    if (accepted.count == accepted.capacity) {
      size_t capacity = accepted.capacity ? accepted.capacity * 2 : 4;
      char **lines = realloc(accepted.lines, capacity * sizeof *lines);
      if (lines == NULL) abort();
      accepted.lines = lines;
      accepted.capacity = capacity;
    }
    accepted.lines[accepted.count++] = line;
  }
  // The rest of a running macro is read before readline returns, and needs the handler.
  if (!RL_ISSTATE(RL_STATE_MACROINPUT)) cr_stop();
}

char *cr_take_line(void) {
  if (accepted.next < accepted.count) return accepted.lines[accepted.next++];
  accepted.next = accepted.count = 0;
  return NULL;
}

#ifdef __APPLE__
#define UTF8_LOCALE "en_US.UTF-8"
#else
#define UTF8_LOCALE "C.UTF-8"
#endif

// Characters have a width only in a locale that knows them, and a container often sets none.
static void choose_locale(void) {
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, UTF8_LOCALE);
}

// The prompt belongs on the terminal, also when the results go to a file.
static FILE *prompt_stream(int input) {
  if (isatty(STDOUT_FILENO)) return stdout;
  if (isatty(STDERR_FILENO)) return stderr;
  FILE *terminal = fdopen(dup(input), "w");
  return terminal != NULL ? terminal : stderr;
}

static cr_helper helper;
static void *helper_context;
static bool wants_editor;

static int show_help(int count, int key) {
  (void)count;
  (void)key;
  char *text = helper(helper_context, rl_line_buffer, (size_t)rl_point);
  if (text == NULL) return 0;
  cr_hide();
  fputs(text, rl_outstream);
  free(text);
  rl_on_new_line();
  rl_forced_update_display();
  return 0;
}

static int edit_elsewhere(int count, int key) {
  (void)count;
  (void)key;
  wants_editor = true;
  return 0;
}

char *cr_take_text(void) {
  if (!wants_editor || !editing) return NULL;
  wants_editor = false;
  char *line = strndup(rl_line_buffer, (size_t)rl_end);
  if (line == NULL) abort();
  rl_point = rl_end;
  rl_redisplay();
  fputc('\n', rl_outstream);
  fflush(rl_outstream);
  rl_free_line_state();
  rl_replace_line("", 1);
  cr_stop();
  return line;
}

// What ~/.inputrc may change: it is read later.
static void set_defaults(void) {
  rl_variable_bind("blink-matching-paren", "on");
  rl_variable_bind("colored-completion-prefix", "on");
  rl_add_defun("show-command-help", show_help, -1);
  rl_add_defun("edit-in-editor", edit_elsewhere, -1);
  rl_bind_keyseq("\\eh", show_help);
  rl_bind_keyseq("\\C-x\\C-e", edit_elsewhere);
}

void cr_start(const char *name, int input, cr_completer completer, cr_helper new_helper,
              void *context) {
  choose_locale();
  rl_readline_name = strdup(name);
  rl_catch_signals = 0;  // ours only note what came: no longjmp, no handlers swapped to and fro
  rl_catch_sigwinch = 0;
  rl_change_environment = 0;  // no setenv under other threads' getenv
  rl_instream = input == STDIN_FILENO ? stdin : fdopen(input, "r");
  rl_outstream = prompt_stream(input);
  rl_getc_function = read_key;
  completion_install(completer, context);
  helper = new_helper;
  helper_context = context;
  set_defaults();
  using_history();
}

void cr_prompt(const char *prompt, const char *text) {
  if (editing) rl_callback_handler_remove();
  at_end = false;
  rl_eof_found = 0;  // or the next line would be followed by an empty one
  using_history();  // the arrow keys begin at the newest line
  if (RL_ISSTATE(RL_STATE_INITIALIZED)) rl_reset_screen_size();  // it may have changed meanwhile
  rl_callback_handler_install(prompt, accept_line);
  editing = true;
  cs_catch_stop(true);
  if (*text != '\0') {
    rl_insert_text(text);
    rl_redisplay();
  }
}

void cr_stop(void) {
  if (!editing) return;
  rl_callback_handler_remove();
  editing = false;
  cs_catch_stop(false);
}

int cr_read(void) {
  instead_of_key = CS_INPUT;
  if (editing) rl_callback_read_char();
  if (editing && accepted.next < accepted.count) cr_stop();  // after a macro
  int event = instead_of_key;
  instead_of_key = CS_INPUT;
  return event;
}

bool cr_at_end(void) { return at_end; }

void cr_drop_line(void) {
  if (!editing) return;
  rl_callback_sigcleanup();  // leaves an incremental search or a numeric argument
  rl_point = rl_end;         // so that ^C stands after the last row of a long line
  rl_redisplay();
  forget_line();
}

void cr_resized(void) {
  if (editing) rl_resize_terminal();
  else rl_reset_screen_size();
}

static void redraw(void) {
  rl_reset_after_signal();
  rl_resize_terminal();
  rl_forced_update_display();
}

void cr_hide(void) {
  if (!editing) return;
  rl_clear_visible_line();
  fflush(rl_outstream);
}

void cr_show(const char *prompt) {
  if (!editing) return;
  // A search shows a prompt of its own.
  if (!RL_ISSTATE(RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_NUMERICARG)) rl_set_prompt(prompt);
  rl_on_new_line();
  rl_forced_update_display();
}

bool cr_has_text(void) { return editing && rl_end > 0; }

void cr_suspend(void) {
  if (!editing) return;
  rl_cleanup_after_signal();
  cs_catch_stop(false);
  raise(SIGTSTP);
  cs_catch_stop(true);
  redraw();
}

void cr_resumed(void) {
  if (!editing) return;
  rl_cleanup_after_signal();  // whoever had the terminal meanwhile may have changed its modes
  redraw();
}

void cr_history_add(const char *line) { add_history(line); }

void cr_history_clear(void) { clear_history(); }

bool cr_terminal_size(int descriptor, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return false;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return true;
}
