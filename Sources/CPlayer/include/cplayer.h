// The files of the player that pages of recordings have in them. In C because a compiler of Swift takes
// a minute to read an array of so many bytes.
#ifndef CPLAYER_H
#define CPLAYER_H

#include <stddef.h>

typedef struct {
  const char *name;            // of the file
  const unsigned char *bytes;   // for ever
  size_t count;
} cplayer_file;

// The file of this name, or one without a name.
cplayer_file cplayer_find(const char *name);

#endif
