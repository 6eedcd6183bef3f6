// Compressed streams: gzip, zstd, xz and bzip2, behind the same functions.
//
// zlib is linked; the other libraries are opened when first used, because few files need them. What
// their headers would declare stands in formats.h, so that no development package is needed. Only the
// target `TableSources` imports this.
#ifndef CPACKING_H
#define CPACKING_H

#include <stddef.h>

typedef enum { CPACKING_GZIP, CPACKING_ZSTD, CPACKING_XZ, CPACKING_BZIP2 } cpacking_format;

// Opens the library of a format, once. Returns NULL if it is there, else what the system says of it.
// May be called by any thread; the other functions need it to have been called.
const char *cpacking_load(cpacking_format format);

// The file name of the library of a format, and Debian's package of it.
const char *cpacking_library(cpacking_format format);
const char *cpacking_package(cpacking_format format);

// A stream that is packed or unpacked. One thread at a time.
typedef struct cpacking_stream cpacking_stream;

// NULL: there is not enough memory.
cpacking_stream *cpacking_create(cpacking_format format, int packs);
void cpacking_free(cpacking_stream *stream);

typedef enum {
  CPACKING_MORE,    // goes on with more input or more room
  CPACKING_END,     // packing: all is written; unpacking: a member has ended, and another may follow
  CPACKING_FAILED,  // see cpacking_problem
} cpacking_status;

// Takes from the input and writes to the output what it can, and moves both on.
//
// - finish: packing: there is no more input than this.
cpacking_status cpacking_run(cpacking_stream *stream, const unsigned char **input, size_t *left,
                             unsigned char **output, size_t *room, int finish);

// Begins the next member. Returns 0 if there is not enough memory.
int cpacking_next(cpacking_stream *stream);

// Why the stream failed.
const char *cpacking_problem(const cpacking_stream *stream);

// The number of bytes that packed ones say they have when unpacked; 0: they do not say it.
unsigned long long cpacking_stated(cpacking_format format, const void *packed, size_t count);

#endif
