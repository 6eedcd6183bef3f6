#define _GNU_SOURCE
#include "ctestsupport.h"
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

int ct_open_terminal(char *path, size_t size) {
  int master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0) return -1;
  fcntl(master, F_SETFD, FD_CLOEXEC);
  fcntl(master, F_SETFL, O_NONBLOCK);
  if (grantpt(master) == 0 && unlockpt(master) == 0 && ptsname_r(master, path, size) == 0) {
    return master;
  }
  close(master);
  return -1;
}

void ct_set_size(int terminal, int columns, int rows) {
  struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
  ioctl(terminal, TIOCSWINSZ, &size);
}

int ct_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int ct_start_in(posix_spawn_file_actions_t *actions, const char *directory) {
  return posix_spawn_file_actions_addchdir_np(actions, directory);
}

int ct_set_attributes(posix_spawnattr_t *attributes, int leads_session) {
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setsigdefault(attributes, &all);
  posix_spawnattr_setsigmask(attributes, &none);
  short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
  if (leads_session) flags |= POSIX_SPAWN_SETSID;
  return posix_spawnattr_setflags(attributes, flags);
}
