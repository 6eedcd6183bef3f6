// What the C library offers only to those who ask for it before including anything, which Swift's
// import of it does not.
#ifndef CTESTSUPPORT_H
#define CTESTSUPPORT_H

#include <spawn.h>
#include <stddef.h>

// Opens a new terminal. Returns its master end, which never blocks, and puts the path of the other into `path`; -1 and
// errno if that fails.
int ct_open_terminal(char *_Nonnull path, size_t size);
void ct_set_size(int terminal, int columns, int rows);
// A pipe whose ends are closed in programs that are started.
int ct_pipe(int ends[_Nonnull 2]);
int ct_start_in(posix_spawn_file_actions_t *_Nonnull actions, const char *_Nonnull directory);
// Default signals, none blocked; a session of its own if asked for.
int ct_set_attributes(posix_spawnattr_t *_Nonnull attributes, int leads_session);

#endif
