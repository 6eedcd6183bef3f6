// Gives memory that nobody uses back to the system: a header of the C library.
#ifdef __APPLE__
#include <malloc/malloc.h>
#else
#include <malloc.h>
#endif
