// Programs that a script starts: what C does better than Swift about processes.
#ifndef CLUA_PROGRAM_H
#define CLUA_PROGRAM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "clua.h"

#pragma clang assume_nonnull begin

// The standard streams of a program that are pipes to us; without input it reads /dev/null.
enum { CLUA_INPUT = 1, CLUA_OUTPUT = 2, CLUA_ERRORS = 4, CLUA_NO_INPUT = 8 };

// Runs a program, looked for along PATH, with this process's environment. `ends` is set to our ends of
// the pipes to its streams 0, 1 and 2, which do not block, or -1. `has_group` is set to whether it
// leads a process group of its own; where the terminal is this process's it stays in ours, to read
// there. Answers the process, or -1 with errno set. Without `in_group` it stays in our group in any
// case. It is guarded from then on.
pid_t clua_start(const char *file, char *const _Nullable *_Nonnull arguments, int streams,
                 bool in_group, int *ends, bool *has_group);
// Where this process is killed, the program is ended with all that it has started; and no more so,
// as this process may leave it running. This process's own end does not end it.
// It begins before a program is started, so that there is no moment without it.
void clua_guard_begin(void);
void clua_guard(pid_t process, bool has_group);
void clua_unguard(pid_t process);
// Whether a child has ended, or is none; it stays to be waited for, so that its number is not
// another's.
bool clua_has_ended(pid_t process);
// As pipe(), but no program that is started gets its ends.
int clua_pipe(int *ends);
// As write(), but a pipe that nobody reads is only an error.
ssize_t clua_write(int descriptor, const void *bytes, size_t count);
// Waits for a process in the background, so that it leaves no zombie, and takes the rest of what it
// prints on a pipe, unless that is -1, so that it can go on.
void clua_reap_later(pid_t process, int output);

#pragma clang assume_nonnull end
#endif
