// GNU readline through functions only: Swift 6 refuses its mutable C globals, and the whole
// library is one object that belongs to the main thread anyway.
#ifndef CREADLINE_H
#define CREADLINE_H

#include <stdbool.h>
#include <stddef.h>

// Where a completer puts its candidates.
typedef struct cr_sink cr_sink;

// Called when the user asks for completions of `line` (bytes before and after the cursor).
typedef void (*cr_completer)(void *_Nullable context, const char *_Nonnull line, size_t cursor,
                             cr_sink *_Nonnull sink);

// The candidates replace the line from byte `start` to the cursor. Without a call: the cursor.
void cr_replace_from(cr_sink *_Nonnull sink, size_t start);
// `label` is shown in the list instead of `text` unless NULL. `description` may be NULL.
void cr_offer(cr_sink *_Nonnull sink, const char *_Nonnull text, const char *_Nullable label,
              const char *_Nullable description, bool appends_space);

// Returns what M-h prints above the line, to be freed, or NULL for nothing.
typedef char *_Nullable (*cr_helper)(void *_Nullable context, const char *_Nonnull line,
                                     size_t cursor);

// Once, before anything else here. `name` is what `$if` in ~/.inputrc compares with.
void cr_start(const char *_Nonnull name, int input, cr_completer _Nonnull completer,
              cr_helper _Nonnull helper, void *_Nullable context);
// Whether lists of completions are coloured; at the start they are not.
void cr_use_colors(bool colors);

// Whether inputrc has completion ignore case.
bool cr_ignores_case(void);
// Shows the prompt, with `text` already typed, and lets the user edit.
void cr_prompt(const char *_Nonnull prompt, const char *_Nonnull text);
// Ends editing and gives the terminal back its own modes. Harmless when not editing.
void cr_stop(void);
// One step: reads what is ready. Call only when input is ready and the prompt is shown. Returns
// CS_INPUT or, as `cs_wait`, what came before there was a key after all.
int cr_read(void);
// The next accepted line, to be freed by the caller, or NULL.
char *_Nullable cr_take_line(void);
// Whether the user typed ^D on an empty line since the last prompt.
bool cr_at_end(void);

// The line, to be freed, if ^X^E asked since the last call for it to be edited elsewhere: editing ends,
// and it stays readable on the screen. Else NULL.
char *_Nullable cr_take_text(void);

// ^C: what was typed stays readable on the screen, the line is dropped and editing ends.
void cr_drop_line(void);
// The size of the terminal has changed.
void cr_resized(void);
// Whether something is typed on the line.
bool cr_has_text(void);
// Takes prompt and line off the screen, so that other text can be printed in their place; `cr_show`
// draws them again below it, with the prompt as it is then.
void cr_hide(void);
void cr_show(const char *_Nonnull prompt);
// Stops the process as ^Z does, and redraws the line when it goes on.
void cr_suspend(void);
// The process was stopped by other means and goes on.
void cr_resumed(void);

void cr_history_add(const char *_Nonnull line);
// Forgets all lines that were added.
void cr_history_clear(void);

// The size of the terminal behind `descriptor`; false if it has none.
bool cr_terminal_size(int descriptor, int *_Nonnull columns, int *_Nonnull rows);

#endif
