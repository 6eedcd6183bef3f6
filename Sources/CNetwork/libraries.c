#include "libraries.h"

#include "clibraries.h"
#include "cnetwork.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

cnetwork_mhd cnetwork_mhd_functions;
cnetwork_curl cnetwork_curl_functions;

const char *const cnetwork_server_library = CLIBRARIES_NAME("microhttpd", "12");
const char *const cnetwork_client_library = CLIBRARIES_NAME("curl", "4");

static char server_problem[512], client_problem[512];

static void *open_library(const char *name, char problem[512]) {
  void *library = clibraries_open(name);
  if (!library) {
    const char *why = dlerror();
    snprintf(problem, 512, "%s", why ? why : name);
  }
  return library;
}

static void *find(void *library, const char *name, char problem[512]) {
  void *function = dlsym(library, name);
  if (!function) snprintf(problem, 512, "%s is not in it", name);
  return function;
}

// ISO C has no conversion of a pointer to data into one to a function; POSIX does it in this way.
#define FIND_IN(functions, problem, name) \
  *(void **)&functions.name = find(library, #name, problem);

static void load_server(void) {
  void *library = open_library(cnetwork_server_library, server_problem);
  if (!library) return;
#define FIND(name) FIND_IN(cnetwork_mhd_functions, server_problem, name)
  MHD_FUNCTIONS(FIND)
#undef FIND
}

static void load_client(void) {
  void *library = open_library(cnetwork_client_library, client_problem);
  if (!library) return;
#define FIND(name) FIND_IN(cnetwork_curl_functions, client_problem, name)
  CURL_FUNCTIONS(FIND)
#undef FIND
  if (!client_problem[0] && cnetwork_curl_functions.curl_global_init(CURL_GLOBAL_DEFAULT) != 0) {
    snprintf(client_problem, sizeof client_problem, "it cannot be initialized");
  }
}

const char *cnetwork_load_server(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_server);
  return server_problem[0] ? server_problem : NULL;
}

const char *cnetwork_load_client(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_client);
  return client_problem[0] ? client_problem : NULL;
}
