// What belongs to files beside owner and mode; the C library's module leaves it out.
#include <sys/xattr.h>
