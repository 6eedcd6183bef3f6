// Ends the program with an error when Swift is refused memory.
//
// Commands ask for memory before they need much of it, and fail with an error where there is too
// little (see MemoryWatch). What they did not foresee ends here: Swift cannot throw where an
// allocation fails. It words a message, which takes memory, too, and traps. Instead this says what
// is missing, removes the files that were being written, and exits with status 1. The files of the
// user are untouched, since a save writes beside them; the journal keeps unsaved work.

#define _GNU_SOURCE
#include "ending.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

// MARK: - Files that were being written

// `.tablesh-`, a hash, and perhaps a number.
bool ending_is_temporary(const char *path) {
  static const char prefix[] = ".tablesh-";
  const char *name = strrchr(path, '/');
  if (name == NULL || strncmp(name + 1, prefix, sizeof prefix - 1) != 0) return false;
  name += sizeof prefix;
  name += strspn(name, "0123456789abcdefghijklmnopqrstuvwxyz");
  if (*name == '-' && name[1] >= '0' && name[1] <= '9') name += 1 + strspn(name + 1, "0123456789");
  return *name == 0 || strcmp(name, "-journal") == 0;
}

// Calls a function with the path of each open file until it answers true, and returns that. Nothing
// here allocates memory.
#ifdef __linux__
static bool find_open(bool (*is_found)(const char *path)) {
  int folder = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return false;
  bool found = false;
  char entries[4096];
  long length;
  while (!found && (length = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0) {
    for (long place = 0; place < length && !found;) {
      struct dirent64 *entry = (struct dirent64 *)(entries + place);
      place += entry->d_reclen;
      char path[4096];
      ssize_t count = readlinkat(folder, entry->d_name, path, sizeof path - 1);
      if (count <= 0) continue;
      path[count] = 0;
      found = is_found(path);
    }
  }
  close(folder);
  return found;
}
#else
static bool find_open(bool (*is_found)(const char *path)) {
  char path[PATH_MAX];
  bool found = false;
  for (int file = 0; !found && file < getdtablesize() && file < 65536; file++) {
    if (fcntl(file, F_GETPATH, path) == 0) found = is_found(path);
  }
  return found;
}
#endif

static bool remove_temporary(const char *path) {
  if (ending_is_temporary(path)) unlink(path);
  return false;
}

void ending_remove_files(void) { find_open(remove_temporary); }

static bool is_journal_of_database(const char *path) {
  static const char suffix[] = "-journal";
  size_t length = strlen(path);
  return length >= sizeof suffix && strcmp(path + length - sizeof suffix + 1, suffix) == 0 &&
         !ending_is_temporary(path);
}

bool ending_is_writing(void) { return find_open(is_journal_of_database); }

// MARK: - The error

// Only on Linux: elsewhere the functions of Swift's runtime cannot be replaced in this way, and its
// own message is the last.
#ifdef __linux__

static void write_size(char *text, size_t room, size_t bytes) {
  size_t tenths = bytes / 100000000;
  if (tenths >= 10) {
    snprintf(text, room, "%zu.%zu GB", tenths / 10, tenths % 10);
  } else if (bytes >= 1000000) {
    snprintf(text, room, "%zu MB", bytes / 1000000);
  } else {
    snprintf(text, room, "%zu bytes", bytes);
  }
}

// Says that memory is missing, in the words of MemoryShortage, and exits.
static _Noreturn void end_for_lack(size_t wanted) {
  ending_remove_files();
  char text[400], needed[40], allowed[40], most[80] = "";
  const char *remedy = "end what else uses memory, ";
  const struct {
    int kind;
    const char *option;
    const char *remedy;
  } limits[] = {
      {RLIMIT_AS, "-v", "ulimit -v unlimited before tablesh, "},
      {RLIMIT_DATA, "-d", "ulimit -d unlimited before tablesh, "},
  };
  for (size_t i = 0; i < sizeof limits / sizeof *limits && *most == 0; i++) {
    struct rlimit limit;
    if (getrlimit(limits[i].kind, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) continue;
    write_size(allowed, sizeof allowed, limit.rlim_cur);
    snprintf(most, sizeof most, " of the %s that ulimit %s allows", allowed, limits[i].option);
    remedy = limits[i].remedy;
  }
  write_size(needed, sizeof needed, wanted);
  const char *what = wanted > 0 ? needed : "more";
  int length = snprintf(
      text, sizeof text,
      "error: not enough memory: this takes %s, and less is left%s; tablesh ends\n"
      "hint:  %sor work on a part of it\n",
      what, most, remedy);
  if (write(STDERR_FILENO, text, (size_t)length) < 0) {
    // Nobody can be told.
  }
  _exit(EXIT_FAILURE);
}

// MARK: - Where Swift and C++ are refused memory

// Swift's runtime words its message with this function, before it allocates the text.
int vsnprintf(char *text, size_t room, const char *format, va_list arguments) {
  static const char refused[] = "Fatal error: failed to allocate %zu";
  if (strncmp(format, refused, sizeof refused - 1) == 0) end_for_lack(va_arg(arguments, size_t));
  static int (*next)(char *, size_t, const char *, va_list);
  if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "vsnprintf");
  return next(text, room, format, arguments);
}

static void end_for_new(void) { end_for_lack(0); }

// std::set_new_handler of the C++ library, in which Swift's runtime is written.
typedef void (*new_handler)(void);
__attribute__((weak)) new_handler _ZSt15set_new_handlerPFvvE(new_handler);

__attribute__((constructor)) static void begin(void) {
  if (_ZSt15set_new_handlerPFvvE != NULL) _ZSt15set_new_handlerPFvvE(end_for_new);
}

#endif
