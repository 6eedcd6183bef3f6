// The same calls on Darwin, under the names of Linux.
#ifndef CFILESYSTEM_DARWIN_H
#define CFILESYSTEM_DARWIN_H

#include <fcntl.h>
#include <iconv.h>
#include <stdio.h>
#include <sys/acl.h>
#include <sys/event.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#define RENAME_NOREPLACE RENAME_EXCL
#define RENAME_EXCHANGE RENAME_SWAP

static inline int renameat2(int from, const char *old_path, int to, const char *new_path,
                            unsigned int flags) {
  return renameatx_np(from, old_path, to, new_path, flags);
}

#define FALLOC_FL_KEEP_SIZE 1

// Sets room aside behind the end of a file, whose size stays as it is.
static inline int fallocate(int file, int mode, off_t start, off_t count) {
  (void)mode;
  struct stat status;
  if (fstat(file, &status) != 0) return -1;
  off_t missing = start + count - status.st_size;
  if (missing <= 0) return 0;
  fstore_t room = {F_ALLOCATEALL, F_PEOFPOSMODE, 0, missing, 0};
  return fcntl(file, F_PREALLOCATE, &room);
}

static inline ssize_t llistxattr(const char *path, char *names, size_t size) {
  return listxattr(path, names, size, XATTR_NOFOLLOW);
}

static inline ssize_t lgetxattr(const char *path, const char *name, void *value, size_t size) {
  return getxattr(path, name, value, size, 0, XATTR_NOFOLLOW);
}

#endif
