// Programs that a script starts. Unlike system() and popen(), nothing here waits: a script that
// waits for a program can be stopped, and one that forgets it leaves no zombie.
#define _GNU_SOURCE
#include "clua_program.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __APPLE__
#include <crt_externs.h>
#define environ (*_NSGetEnviron())
#else
extern char **environ;
#endif

// Whether this process may read the terminal that it is on, which none of its streams need be: a
// program in a group of its own could not.
static bool has_terminal(void) {
  int terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (terminal < 0) return false;
  bool is_ours = tcgetpgrp(terminal) == getpgrp();
  close(terminal);
  return is_ours;
}

// So that it is none of the first three, whatever is closed here.
static int moved_up(int descriptor) {
  if (descriptor < 0 || descriptor > STDERR_FILENO) return descriptor;
  int higher = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  close(descriptor);
  return higher;
}

static void close_all(int *descriptors) {
  for (int i = 0; i < 3; i++) {
    if (descriptors[i] >= 0) close(descriptors[i]);
    descriptors[i] = -1;
  }
}

int clua_pipe(int *ends) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC);
#else
  if (pipe(ends) != 0) return -1;
  for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

// Makes the pipes to its streams.
static bool make_pipes(int streams, int *ours, int *theirs) {
  for (int i = 0; i < 3; i++) ours[i] = theirs[i] = -1;
  for (int i = 0; i < 3; i++) {
    int ends[2];
    if (!(streams & 1 << i)) continue;
    if (clua_pipe(ends) != 0) return false;
    ours[i] = moved_up(ends[i == STDIN_FILENO]);
    theirs[i] = moved_up(ends[i != STDIN_FILENO]);
    if (ours[i] < 0 || theirs[i] < 0) return false;
  }
  return true;
}

// Whether no folder of PATH is known to have a file of this name. One that may not be searched makes
// the search end with "permission denied", as if it had.
static bool is_nowhere(const char *file) {
  const char *folder = getenv("PATH");
  if (folder == NULL || strchr(file, '/') != NULL) return false;
  for (;;) {
    size_t length = strcspn(folder, ":");
    char path[4096];
    int count = snprintf(path, sizeof path, "%.*s/%s", length > 0 ? (int)length : 1,
                         length > 0 ? folder : ".", file);
    if (count >= (int)sizeof path || access(path, F_OK) == 0) return false;
    if (folder[length] == 0) return true;
    folder += length + 1;
  }
}

pid_t clua_start(const char *file, char *const *arguments, int streams, bool in_group, int *ends,
                 bool *has_group) {
  int theirs[3];
  // Before the program runs: who kills this process right then leaves it behind otherwise.
  clua_guard_begin();
  if (!make_pipes(streams, ends, theirs)) {
    int number = errno;
    close_all(ends);
    close_all(theirs);
    errno = number;
    return -1;
  }

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  for (int i = 0; i < 3; i++) {
    if (theirs[i] >= 0) posix_spawn_file_actions_adddup2(&actions, theirs[i], i);
  }
  if (streams & CLUA_NO_INPUT) {
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
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

  pid_t process = -1;
  int status = posix_spawnp(&process, file, &actions, &attributes, arguments, environ);
  if (status == EACCES && is_nowhere(file)) status = ENOENT;
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close_all(theirs);
  if (status != 0) {
    close_all(ends);
    errno = status;
    return -1;
  }
  clua_guard(process, *has_group);
  for (int i = 0; i < 3; i++) {
    if (ends[i] >= 0) fcntl(ends[i], F_SETFL, O_NONBLOCK);
  }
  return process;
}

#ifdef __APPLE__
ssize_t clua_write(int descriptor, const void *bytes, size_t count) {
  fcntl(descriptor, F_SETNOSIGPIPE, 1);
  return write(descriptor, bytes, count);
}
#else
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
#endif

bool clua_has_ended(pid_t process) {
  siginfo_t info = {0};
  int answer = waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT);
  return answer != 0 ? errno != EINTR : info.si_pid == process;
}

// Upper half: the pipe, lower half: the process.
static void *reap(void *both) {
  pid_t process = (pid_t)(int64_t)both;
  int output = (int)((int64_t)both >> 32);
  char block[4096];
  if (output >= 0) {
    fcntl(output, F_SETFL, 0);
    for (ssize_t count = 1; count > 0 || (count < 0 && errno == EINTR);) {
      count = read(output, block, sizeof block);
    }
    close(output);
  }
  while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {
  }
  return NULL;
}

void clua_reap_later(pid_t process, int output) {
  if (waitpid(process, NULL, WNOHANG) != 0) {
    if (output >= 0) close(output);
    return;
  }
  pthread_attr_t attributes;
  pthread_t thread;
  sigset_t all, former;
  sigfillset(&all);
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // Signals are for the threads that listen to them.
  pthread_sigmask(SIG_SETMASK, &all, &former);
  int64_t both = (int64_t)output << 32 | (uint32_t)process;
  pthread_create(&thread, &attributes, reap, (void *)both);
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  pthread_attr_destroy(&attributes);
}
