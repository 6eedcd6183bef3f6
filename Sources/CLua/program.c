// Programs that a script starts. Unlike system() and popen(), nothing here waits: a script that
// waits for a program can be stopped, and one that forgets it leaves no zombie.
#define _GNU_SOURCE
#include "clua_program.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// Whether this process may read the terminal that it is on, which none of its streams need be: a
// program in a group of its own could not.
static bool has_terminal(void) {
  int terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (terminal < 0) return false;
  bool is_ours = tcgetpgrp(terminal) == getpgrp();
  close(terminal);
  return is_ours;
}

pid_t clua_start(const char *line, int pipe_kind, bool in_group, int *pipe_end, bool *has_group) {
  int ends[2] = {-1, -1};
  *pipe_end = -1;
  // Before the program runs: who kills this process right then leaves it behind otherwise.
  clua_guard_begin();
  if (pipe_kind != CLUA_NO_PIPE && pipe2(ends, O_CLOEXEC) != 0) return -1;
  int ours = pipe_kind == CLUA_READS_OUTPUT ? ends[0] : ends[1];
  int theirs = pipe_kind == CLUA_READS_OUTPUT ? ends[1] : ends[0];

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  if (theirs >= 0) {
    int standard = pipe_kind == CLUA_READS_OUTPUT ? STDOUT_FILENO : STDIN_FILENO;
    posix_spawn_file_actions_adddup2(&actions, theirs, standard);
  }
  sigset_t none, pipe_signal;
  sigemptyset(&none);
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &pipe_signal);
  *has_group = in_group && !has_terminal();
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                       (*has_group ? POSIX_SPAWN_SETPGROUP : 0));

  char shell[] = "sh", option[] = "-c";
  char *const arguments[] = {shell, option, (char *)line, NULL};
  pid_t process = -1;
  int status = posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (theirs >= 0) close(theirs);
  if (status != 0) {
    if (ours >= 0) close(ours);
    errno = status;
    return -1;
  }
  clua_guard(process, *has_group);
  if (ours >= 0) fcntl(ours, F_SETFL, O_NONBLOCK);
  *pipe_end = ours;
  return process;
}

ssize_t clua_write(int descriptor, const void *bytes, size_t count) {
  sigset_t set, former, pending;
  sigemptyset(&set);
  sigaddset(&set, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &set, &former);
  ssize_t written = write(descriptor, bytes, count);
  int number = errno;
  if (written < 0 && number == EPIPE && !sigismember(&pending, SIGPIPE)) {
    struct timespec now = {0, 0};
    while (sigtimedwait(&set, NULL, &now) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  errno = number;
  return written;
}

bool clua_has_ended(pid_t process) {
  siginfo_t info = {0};
  int answer = waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT);
  return answer != 0 ? errno != EINTR : info.si_pid == process;
}

static void *reap(void *process) {
  while (waitpid((pid_t)(intptr_t)process, NULL, 0) < 0 && errno == EINTR) {
  }
  return NULL;
}

void clua_reap_later(pid_t process) {
  if (waitpid(process, NULL, WNOHANG) != 0) return;
  pthread_attr_t attributes;
  pthread_t thread;
  sigset_t all, former;
  sigfillset(&all);
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // Signals are for the threads that listen to them.
  pthread_sigmask(SIG_SETMASK, &all, &former);
  pthread_create(&thread, &attributes, reap, (void *)(intptr_t)process);
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  pthread_attr_destroy(&attributes);
}
