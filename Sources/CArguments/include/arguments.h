#ifndef ARGUMENTS_H
#define ARGUMENTS_H

// The arguments of the process, the program's name first, as the kernel handed them over.
int arguments_count(void);
const char *_Nullable arguments_at(int index);

#endif
