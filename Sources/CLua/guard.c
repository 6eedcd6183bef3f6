// Ends the programs that were started, where this process is killed before they have ended: a process
// that only waits for that. It hears of each program through a pipe, whose other end nobody but this
// process has open, so that its end is the end of this process, whatever has ended it.
#define _GNU_SOURCE
#include "clua_program.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifndef __linux__
#include <sys/proc.h>
#include <sys/sysctl.h>
#endif

enum { ADD = 1, REMOVE = 2, QUIT = 3 };

typedef struct message {
  int what;
  pid_t process;
  int has_group;
} message;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int line = -1;

// ---- the process that watches

typedef struct entry {
  pid_t process, parent, group, session;
  bool is_meant;
} entry;

#ifdef __linux__

// What the system says of a process. Source: proc(5), /proc/pid/stat.
static bool read_entry(const char *name, entry *e) {
  char path[64], text[1024], state;
  snprintf(path, sizeof path, "/proc/%.20s/stat", name);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return false;
  text[count] = 0;
  const char *end = strrchr(text, ')');  // the name in brackets may hold anything
  e->process = atoi(name);
  e->is_meant = false;
  return end && sscanf(end + 1, " %c %d %d %d", &state, &e->parent, &e->group, &e->session) == 4 &&
         state != 'Z' && state != 'X';
}

static size_t read_entries(entry **list) {
  size_t count = 0, room = 0;
  DIR *folder = opendir("/proc");
  for (struct dirent *d; folder && (d = readdir(folder));) {
    if (!isdigit((unsigned char)d->d_name[0])) continue;
    if (count == room) {
      room = room ? room * 2 : 256;
      entry *larger = realloc(*list, room * sizeof **list);
      if (!larger) break;
      *list = larger;
    }
    if (read_entry(d->d_name, &(*list)[count])) count++;
  }
  if (folder) closedir(folder);
  return count;
}

#else

// What the system says of all processes. Source: sysctl(3), KERN_PROC.
static size_t read_entries(entry **list) {
  int name[] = {CTL_KERN, KERN_PROC, KERN_PROC_ALL};
  size_t size = 0, count = 0;
  if (sysctl(name, 3, NULL, &size, NULL, 0) != 0) return 0;
  size += 64 * sizeof(struct kinfo_proc);  // more may be started meanwhile
  struct kinfo_proc *all = malloc(size);
  if (all && sysctl(name, 3, all, &size, NULL, 0) == 0) {
    *list = malloc(size / sizeof *all * sizeof **list);
    for (size_t i = 0; *list && i < size / sizeof *all; i++) {
      if (all[i].kp_proc.p_stat == SZOMB) continue;
      pid_t process = all[i].kp_proc.p_pid;
      (*list)[count++] = (entry){.process = process,
                                 .parent = all[i].kp_eproc.e_ppid,
                                 .group = all[i].kp_eproc.e_pgid,
                                 .session = getsid(process)};
    }
  }
  free(all);
  return count;
}

#endif

// Sends a signal to the programs, their groups and all that these have started; answers to how many.
// A number that another's process has got meanwhile is of another session.
static size_t signal_all(const message *programs, size_t program_count, pid_t session, int signal) {
  entry *list = NULL;
  size_t count = read_entries(&list), met = 0;
  for (bool found = true; found;) {
    found = false;
    for (size_t i = 0; i < count; i++) {
      entry *e = &list[i];
      if (e->is_meant) continue;
      for (size_t p = 0; p < program_count && !e->is_meant; p++) {
        const message *m = &programs[p];
        e->is_meant = e->session == session &&
                      (e->process == m->process || (m->has_group && e->group == m->process));
      }
      for (size_t p = 0; p < count && !e->is_meant; p++) {
        e->is_meant = list[p].is_meant && list[p].process == e->parent;
      }
      found |= e->is_meant;
    }
  }
  for (size_t i = 0; i < count; i++) {
    if (list[i].is_meant && list[i].process != getpid()) {
      kill(list[i].process, signal);
      met++;
    }
  }
  free(list);
  return met;
}

static void watch(int input, pid_t session) {
  static message programs[1024];
  size_t count = 0;
  message m;
  for (;;) {
    ssize_t got = read(input, &m, sizeof m);
    if (got < 0 && errno == EINTR) continue;
    if (got != sizeof m) break;
    if (m.what == QUIT) return;
    size_t at = 0;
    while (at < count && programs[at].process != m.process) at++;
    if (m.what == REMOVE && at < count) programs[at] = programs[--count];
    if (m.what == ADD && at == count && count < sizeof programs / sizeof *programs) {
      programs[count++] = m;
    }
  }
  if (count == 0 || signal_all(programs, count, session, SIGTERM) == 0) return;
  signal_all(programs, count, session, SIGCONT);
  for (int i = 0; i < 20; i++) {
    usleep(10000);
    if (signal_all(programs, count, session, 0) == 0) return;
  }
  for (int i = 0; i < 10 && signal_all(programs, count, session, SIGKILL) > 0; i++) usleep(1000);
}

static void close_others(int kept) {
  long most = sysconf(_SC_OPEN_MAX);
#ifdef __linux__
  if (close_range(0, (unsigned)kept - 1, 0) == 0 && close_range((unsigned)kept + 1, ~0U, 0) == 0) {
    return;
  }
#endif
  for (int i = 0; i < (most > 0 && most < 65536 ? most : 65536); i++) {
    if (i != kept) close(i);
  }
}

// ---- this process

static void quit(void) {
  message m = {QUIT, 0, 0};
  if (line >= 0 && write(line, &m, sizeof m) < 0) return;
}

// Twice forked: nobody has to wait for it. It is of no group of ours, so that ^C does not end it.
static void start(void) {
  int ends[2];
  if (clua_pipe(ends) != 0) return;
  // So that it is none of the first three, whatever is closed.
  int input = fcntl(ends[0], F_DUPFD_CLOEXEC, 3), output = fcntl(ends[1], F_DUPFD_CLOEXEC, 3);
  close(ends[0]);
  close(ends[1]);
  pid_t session = getsid(0);
  // Before, and not in the child: until it has a group of its own ^C is sent to it as well, and our
  // handler, run there, writes into the pipe by which we hear of signals.
  sigset_t all, former;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &former);
  pid_t child = input < 0 || output < 0 ? -1 : fork();
  if (child == 0) {
    if (fork() != 0) _exit(0);
    setpgid(0, 0);
    close_others(input);
    watch(input, session);
    _exit(0);
  }
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  close(input);
  if (child < 0) {
    close(output);
    return;
  }
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
  }
  line = output;
  atexit(quit);
}

static void tell(message m) {
  int number = errno;
  pthread_mutex_lock(&lock);
  if (line >= 0) clua_write(line, &m, sizeof m);
  pthread_mutex_unlock(&lock);
  errno = number;
}

void clua_guard_begin(void) {
  int number = errno;
  pthread_mutex_lock(&lock);
  if (line < 0) start();
  pthread_mutex_unlock(&lock);
  errno = number;
}

void clua_guard(pid_t process, bool has_group) { tell((message){ADD, process, has_group}); }
void clua_unguard(pid_t process) { tell((message){REMOVE, process, 0}); }
