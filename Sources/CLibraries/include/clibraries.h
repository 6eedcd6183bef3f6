// Libraries that are opened when first used.
#ifndef CLIBRARIES_H
#define CLIBRARIES_H

// The name of a library's file, with the version of its interface: without it, it is part of the
// development package. CLIBRARIES_NAME("curl", "4") is "libcurl.so.4" on Linux.
#ifdef __APPLE__
#define CLIBRARIES_NAME(name, version) "lib" name "." version ".dylib"
#else
#define CLIBRARIES_NAME(name, version) "lib" name ".so." version
#endif

// Opens a library by the name of its file; NULL, with dlerror set, if it cannot be opened.
void *clibraries_open(const char *name);

#endif
