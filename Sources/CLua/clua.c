#include "clua.h"
#include <lua.h>

int clua_version(void) { return LUA_VERSION_NUM; }
