#include "arguments.h"

#include <stddef.h>

static int count;
static char **values;

// The C library hands constructors what it hands main. Swift's own list is found by walking from
// environ, and is empty where a preloaded library has set a variable before.
__attribute__((constructor)) static void keep(int argc, char **argv) {
  count = argc;
  values = argv;
}

int arguments_count(void) { return count; }

const char *arguments_at(int index) {
  return index >= 0 && index < count ? values[index] : NULL;
}
