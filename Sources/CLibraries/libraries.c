#include "clibraries.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __APPLE__
// Where Homebrew and MacPorts put libraries: the system does not look there by itself.
static const char *const folders[] = {"/opt/homebrew/lib", "/opt/homebrew/opt/libpq/lib",
                                      "/usr/local/lib", "/usr/local/opt/libpq/lib",
                                      "/opt/local/lib"};
#endif

void *clibraries_open(const char *name) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
#ifdef __APPLE__
  for (size_t i = 0; !library && i < sizeof folders / sizeof *folders; i++) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folders[i], name);
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  }
#endif
  return library;
}
