// Makes one call of the C library fail, or has a command run right before it, in a program that this
// is loaded into:
//
//     LD_PRELOAD=libFaults.so FAULT_CALL=fchown FAULT_PATH=/d/ FAULT_ERROR=1 program
//
// FAULT_PATH: a part of the paths that are meant; FAULT_NAME: the extended attribute that is;
// FAULT_ERROR: the number of the error; FAULT_COMMAND: what the shell runs instead, once;
// FAULT_SKIP: how many calls are let pass before; FAULT_TIMES: how many fail then, all without it;
// FAULT_SIGN: a file that is made once a call is met.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

static int passed = 0;
static bool is_done = false;

// Has the environment copied, as other preloaded libraries do when they set a variable.
__attribute__((constructor)) static void set_variable(void) { setenv("FAULT_LOADED", "1", 1); }

static bool is_meant(const char *call, const char *path, const char *name) {
  const char *wanted = getenv("FAULT_CALL");
  if (is_done || wanted == NULL || strcmp(wanted, call) != 0) return false;
  const char *part = getenv("FAULT_PATH");
  if (part != NULL && (path == NULL || strstr(path, part) == NULL)) return false;
  const char *attribute = getenv("FAULT_NAME");
  if (attribute != NULL && (name == NULL || strcmp(name, attribute) != 0)) return false;
  const char *skip = getenv("FAULT_SKIP");
  const char *times = getenv("FAULT_TIMES");
  int number = passed++ - (skip == NULL ? 0 : atoi(skip));
  return number >= 0 && (times == NULL || number < atoi(times));
}

// True if the call is to fail; errno is set then.
static bool fails(const char *call, const char *path, const char *name) {
  if (!is_meant(call, path, name)) return false;
  const char *sign = getenv("FAULT_SIGN");
  if (sign != NULL) close(open(sign, O_WRONLY | O_CREAT, 0600));
  const char *command = getenv("FAULT_COMMAND");
  if (command != NULL) {
    is_done = true;
    char line[4096];
    // The shell is to be without faults.
    snprintf(line, sizeof line, "unset LD_PRELOAD FAULT_CALL; %s", command);
    int (*run)(const char *) = (int (*)(const char *))dlsym(RTLD_NEXT, "system");
    if (run(line) != 0) abort();
    return false;
  }
  const char *number = getenv("FAULT_ERROR");
  errno = number == NULL ? EIO : atoi(number);
  return true;
}

static const char *path_of(int descriptor, char *buffer, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t (*read)(const char *, char *, size_t) =
      (ssize_t(*)(const char *, char *, size_t))dlsym(RTLD_NEXT, "readlink");
  ssize_t count = read(link, buffer, size - 1);
  buffer[count < 0 ? 0 : count] = 0;
  return buffer;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define OF_PATH(result, name, parameters, arguments, path, attribute) \
  result name parameters {                                           \
    if (fails(#name, path, attribute)) return -1;                    \
    return NEXT(name) arguments;                                     \
  }
#define OF_FILE(result, name, parameters, arguments, attribute)                   \
  result name parameters {                                                       \
    char path[4096];                                                             \
    if (fails(#name, path_of(descriptor, path, sizeof path), attribute)) return -1; \
    return NEXT(name) arguments;                                                 \
  }

OF_PATH(int, stat, (const char *path, struct stat *status), (path, status), path, NULL)
OF_PATH(int, lstat, (const char *path, struct stat *status), (path, status), path, NULL)
OF_PATH(int, access, (const char *path, int mode), (path, mode), path, NULL)
OF_PATH(ssize_t, readlink, (const char *path, char *buffer, size_t size), (path, buffer, size),
        path, NULL)
OF_PATH(ssize_t, llistxattr, (const char *path, char *list, size_t size), (path, list, size), path,
        NULL)
OF_PATH(ssize_t, lgetxattr, (const char *path, const char *name, void *value, size_t size),
        (path, name, value, size), path, name)
OF_PATH(int, link, (const char *path, const char *new), (path, new), path, NULL)
OF_PATH(int, rename, (const char *path, const char *new), (path, new), path, NULL)
// Meant are exchanges: the other renames come before.
int renameat2(int folder, const char *path, int other, const char *new, unsigned int flags) {
  if ((flags & RENAME_EXCHANGE) != 0 && fails("exchange", path, NULL)) return -1;
  if (fails("renameat2", path, NULL)) return -1;
  return NEXT(renameat2)(folder, path, other, new, flags);
}
OF_FILE(int, fstat, (int descriptor, struct stat *status), (descriptor, status), NULL)
OF_FILE(int, fstat64, (int descriptor, struct stat64 *status), (descriptor, status), NULL)
OF_FILE(int, fchown, (int descriptor, uid_t owner, gid_t group), (descriptor, owner, group), NULL)
OF_FILE(int, fchmod, (int descriptor, mode_t mode), (descriptor, mode), NULL)
OF_FILE(int, fsync, (int descriptor), (descriptor), NULL)
OF_FILE(ssize_t, pwrite, (int descriptor, const void *bytes, size_t count, off_t offset),
        (descriptor, bytes, count, offset), NULL)
OF_FILE(int, ftruncate, (int descriptor, off_t size), (descriptor, size), NULL)
OF_FILE(int, fallocate, (int descriptor, int mode, off_t offset, off_t size),
        (descriptor, mode, offset, size), NULL)
OF_FILE(int, fdatasync, (int descriptor), (descriptor), NULL)
OF_FILE(int, fsetxattr,
        (int descriptor, const char *name, const void *value, size_t size, int flags),
        (descriptor, name, value, size, flags), name)
OF_FILE(int, fremovexattr, (int descriptor, const char *name), (descriptor, name), name)
