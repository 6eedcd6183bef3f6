#ifndef ENDING_H
#define ENDING_H

// How the program ends where nothing else is left: Swift is refused memory, or a signal is not
// noticed in time.

#include <stdbool.h>

// Removes the files that a save or export is writing. Async-signal-safe.
void ending_remove_files(void);

// Whether a path has the name that TemporaryFile gives, or that of the journal of a database of that
// name. Other names that begin so are of files that belong to the user.
bool ending_is_temporary(const char *path);

// Whether a database of the user is being written, which would be left with its journal.
// Async-signal-safe.
bool ending_is_writing(void);

#endif
