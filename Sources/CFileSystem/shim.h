// What the C library's module leaves out: extended attributes of files, what kind of file system a
// file is on, waiting for several descriptors, for time and for other threads, and renaming that
// exchanges two files or keeps what is there.
#ifdef __linux__
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <linux/falloc.h>

#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE (1 << 0)
#define RENAME_EXCHANGE (1 << 1)
// Declared by <stdio.h> only for those who ask for it before including anything.
int renameat2(int, const char *, int, const char *, unsigned int);
#endif

// Likewise by <fcntl.h>.
int fallocate(int, int, off_t, off_t);
#else
#include "darwin.h"
#endif
