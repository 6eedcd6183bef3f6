// Gives memory that nobody uses back to the system: a header of the C library.
#include <malloc.h>
