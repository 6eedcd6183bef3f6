// What readline asks for when TAB is pressed. Internal to this target.
#ifndef CREADLINE_COMPLETION_H
#define CREADLINE_COMPLETION_H

#include "creadline.h"

void completion_install(cr_completer completer, void *context);

#endif
