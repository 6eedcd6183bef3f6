// Public face of the Lua binding. Deliberately does not include lua.h: Swift sees only calls
// that cannot longjmp through a Swift frame.
#ifndef CLUA_H
#define CLUA_H
int clua_version(void);
#endif
