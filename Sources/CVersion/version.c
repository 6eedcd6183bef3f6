#include "version.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <lua.h>
#include <pcre2.h>
#include <stdio.h>
#include <readline/readline.h>
#include <utf8proc.h>
#include <yaml.h>
#include <zlib.h>

#ifndef TABLESH_COMMIT
#define TABLESH_COMMIT
#endif
#define TEXT_OF(...) #__VA_ARGS__
#define TEXT(...) TEXT_OF(__VA_ARGS__)

const char *version_commit(void) { return TEXT(TABLESH_COMMIT); }

const char *version_of_lua(void) { return LUA_RELEASE; }
const char *version_of_readline(void) { return rl_library_version; }
const char *version_of_zlib(void) { return zlibVersion(); }
const char *version_of_yaml(void) { return yaml_get_version_string(); }
const char *version_of_utf8proc(void) { return utf8proc_version(); }

const char *version_of_pcre2(void) {
  static char version[64];
  if (pcre2_config(PCRE2_CONFIG_VERSION, NULL) < 0
      || (size_t)pcre2_config(PCRE2_CONFIG_VERSION, NULL) > sizeof version) return "";
  pcre2_config(PCRE2_CONFIG_VERSION, version);
  return version;
}
