// Programs that a script starts: what C does better than Swift about processes.
#ifndef CLUA_PROGRAM_H
#define CLUA_PROGRAM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "clua.h"

#pragma clang assume_nonnull begin

// What clua_start connects to our end of the pipe.
enum { CLUA_NO_PIPE = 0, CLUA_READS_OUTPUT = 1, CLUA_WRITES_INPUT = 2 };

// Runs `sh -c line` with this process's environment. `pipe_end` is set to our end of a pipe, which
// does not block, or -1. `has_group` is set to whether it leads a process group of its own; where
// the terminal is this process's it stays in ours, to read there. Answers the process, or -1 with
// errno set. Without `in_group` it stays in our group in any case. It is guarded from then on.
pid_t clua_start(const char *line, int pipe_kind, bool in_group, int *pipe_end, bool *has_group);
// Where this process is killed, the program is ended with all that it has started; and no more so,
// as this process may leave it running. This process's own end does not end it.
void clua_guard(pid_t process, bool has_group);
void clua_unguard(pid_t process);
// Starts what guards, so that no time passes between the start of a program and its guarding.
void clua_guard_begin(void);
// Whether a child has ended, or is none; it stays to be waited for, so that its number is not
// another's.
bool clua_has_ended(pid_t process);
// As write(), but a pipe that nobody reads is only an error.
ssize_t clua_write(int descriptor, const void *bytes, size_t count);
// Waits for a process in the background, so that it leaves no zombie.
void clua_reap_later(pid_t process);

#pragma clang assume_nonnull end
#endif
