#include "creadline.h"
#include <stdio.h>
#include <readline/readline.h>

int creadline_version(void) { return rl_readline_version; }
