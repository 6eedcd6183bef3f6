// Signals, as far as they can be handled safely: a handler only notes what came and wakes a
// poll. Handlers are in C because one in Swift may run into a global that is being initialized.
#ifndef CSIGNALS_H
#define CSIGNALS_H

#include <stdbool.h>
#include <stddef.h>

// Called from within a signal handler when a running command is to stop: must be
// async-signal-safe, so a C function that does next to nothing.
typedef void (*cs_callback)(void);

// Takes over SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH and SIGCONT, except those the parent process
// had ignored (nohup), and makes a broken pipe and a file that may not grow errors of write(2).
// Returns 0 or an errno.
int cs_install(void);
// Whether ^Z wakes cs_wait (true) or stops the process at once (false, as while a command runs).
void cs_catch_stop(bool catches);

// Whether a signal ends the program: SIGTERM, SIGHUP and SIGQUIT.
bool cs_terminates(int signal_number);

// From began to ended, SIGINT and those ask the command to stop. A second one ends the
// process at once, status 128 + signal, if the first was neither honoured nor younger than a
// quarter of a second (a key that bounces must not cost unsaved work).
// Signals that came meanwhile wake no later wait.
//
// A command that takes no notice of the first one in time, because it is in a function that asks
// nobody, ends the process, too. A ^C waits where there is a prompt to come back to.
void cs_command_began(void);
void cs_command_ended(void);
// Whether the running command is asked to stop.
bool cs_interrupted(void);
// The signal that ends the program once it came, else 0.
int cs_termination(void);
// The command has taken notice of the request, which is forgotten.
void cs_interrupt_honoured(void);
// At most one; NULL for none.
void cs_on_interrupt(cs_callback _Nullable callback);
// Called before a signal ends the process at once, and whether that waits because a file would be
// left half written; both async-signal-safe. NULL for none.
void cs_on_end(cs_callback _Nullable callback, bool (*_Nullable waits)(void));
// Whether a ^C that a command does not notice ends the process (true), or waits until it does.
void cs_end_on_interrupt(bool ends);

enum { CS_INPUT = 0, CS_HANGUP = -1, CS_TIMEOUT = -2, CS_OTHER = -3 };
// Waits until `descriptor` can be read (CS_INPUT), its terminal is gone (CS_HANGUP), or a signal
// came (its number). `milliseconds` -1 waits without end.
int cs_wait(int descriptor, int milliseconds);
// The same, or until `other`, if it is not below zero, can be read (CS_OTHER).
int cs_wait_either(int descriptor, int other, int milliseconds);
// Waits likewise and reads at most `size` bytes: CS_INPUT with their number in `count`, 0 at the
// end or where reading fails, or what came instead.
int cs_read(int descriptor, void *_Nonnull buffer, size_t size, size_t *_Nonnull count);

#endif
