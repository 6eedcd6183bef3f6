// GNU readline through functions only: Swift 6 refuses its mutable C globals, and the whole
// library is one global, main-thread object anyway.
#ifndef CREADLINE_H
#define CREADLINE_H
int creadline_version(void);
#endif
