#include "clibraries.h"
#include "cpostgres.h"
#include "pq.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cpostgres_functions cpostgres_pq;

const char *const cpostgres_library = CLIBRARIES_NAME("pq", "5");

static char problem[512];

static void load(void) {
  void *library = clibraries_open(cpostgres_library);
  if (!library) {
    const char *why = dlerror();
    snprintf(problem, sizeof problem, "%s", why ? why : cpostgres_library);
    return;
  }
  // ISO C has no conversion of a pointer to data into one to a function; POSIX does it in this way.
#define FIND(name)                                                                        \
  if (!(*(void **)&pq.name = dlsym(library, #name))) {                                    \
    snprintf(problem, sizeof problem, "%s is not in it", #name);                          \
  }
  CPOSTGRES_FUNCTIONS(FIND)
#undef FIND
}

const char *cpostgres_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return problem[0] ? problem : NULL;
}

static PGconn *connection_of(cpostgres_connection *connection) { return (PGconn *)connection; }
static PGresult *result_of(cpostgres_result *result) { return (PGresult *)result; }

int cpostgres_libVersion(void) { return pq.PQlibVersion(); }

// Connections -----------------------------------------------------------------------------------

typedef void (*take_option)(void *context, const char *name, const char *value);

static void take_all(PQconninfoOption *options, void *context, take_option take) {
  for (PQconninfoOption *option = options; option && option->keyword; option++) {
    if (option->val && option->val[0]) take(context, option->keyword, option->val);
  }
}

char *cpostgres_parse(const char *address, void *context, take_option take) {
  char *why = NULL;
  PQconninfoOption *options = pq.PQconninfoParse(address, &why);
  if (!options) return why ? why : strdup("there is not enough memory");
  take_all(options, context, take);
  pq.PQconninfoFree(options);
  return NULL;
}

cpostgres_connection *cpostgres_resolve(const char *const *names, const char *const *values) {
  // libpq looks into services and the environment only when it connects. It does so before it refuses
  // a wrong option, and nothing has gone to the network then.
  size_t count = 0;
  while (names[count]) count++;
  const char **some_names = calloc(2 * (count + 2), sizeof *some_names);
  if (!some_names) return NULL;
  const char **some_values = some_names + count + 2;
  memcpy(some_names, names, count * sizeof *names);
  memcpy(some_values, values, count * sizeof *values);
  some_names[count] = "target_session_attrs";
  some_values[count] = "none, as it does not connect";
  PGconn *connection = pq.PQconnectStartParams(some_names, some_values, 0);
  free(some_names);
  return (cpostgres_connection *)connection;
}

void cpostgres_options(cpostgres_connection *connection, void *context, take_option take) {
  PQconninfoOption *options = pq.PQconninfo(connection_of(connection));
  take_all(options, context, take);
  if (options) pq.PQconninfoFree(options);
}

cpostgres_connection *cpostgres_connectStartParams(const char *const *names,
                                                   const char *const *values) {
  return (cpostgres_connection *)pq.PQconnectStartParams(names, values, 0);
}

int cpostgres_connectPoll(cpostgres_connection *connection) {
  switch (pq.PQconnectPoll(connection_of(connection))) {
    case PGRES_POLLING_OK: return CPOSTGRES_CONNECTED;
    case PGRES_POLLING_READING: return CPOSTGRES_READING;
    case PGRES_POLLING_WRITING: return CPOSTGRES_WRITING;
    default: return CPOSTGRES_FAILED;
  }
}

int cpostgres_isOK(cpostgres_connection *connection) {
  return pq.PQstatus(connection_of(connection)) != CONNECTION_BAD;
}

void cpostgres_finish(cpostgres_connection *connection) { pq.PQfinish(connection_of(connection)); }

int cpostgres_socket(cpostgres_connection *connection) {
  return pq.PQsocket(connection_of(connection));
}

const char *cpostgres_errorMessage(cpostgres_connection *connection) {
  return pq.PQerrorMessage(connection_of(connection));
}

void cpostgres_tellCodes(cpostgres_connection *connection, int tells) {
  pq.PQsetErrorVerbosity(connection_of(connection), tells ? PQERRORS_VERBOSE : PQERRORS_DEFAULT);
}

int cpostgres_connectionNeedsPassword(cpostgres_connection *connection) {
  return pq.PQconnectionNeedsPassword(connection_of(connection));
}

int cpostgres_backendPID(cpostgres_connection *connection) {
  return pq.PQbackendPID(connection_of(connection));
}

const char *cpostgres_parameterStatus(cpostgres_connection *connection, const char *name) {
  return pq.PQparameterStatus(connection_of(connection), name);
}

int cpostgres_sslInUse(cpostgres_connection *connection) {
  return pq.PQsslInUse(connection_of(connection));
}

const char *cpostgres_sslAttribute(cpostgres_connection *connection, const char *name) {
  return pq.PQsslAttribute(connection_of(connection), name);
}

int cpostgres_isIdle(cpostgres_connection *connection) {
  switch (pq.PQtransactionStatus(connection_of(connection))) {
    case PQTRANS_IDLE: return 1;
    case PQTRANS_UNKNOWN: return -1;
    default: return 0;
  }
}

static void drop(void *context, const char *text) {
  (void)context;
  (void)text;
}

void cpostgres_dropNotices(cpostgres_connection *connection) {
  pq.PQsetNoticeProcessor(connection_of(connection), drop, NULL);
}

// Statements ------------------------------------------------------------------------------------

int cpostgres_setnonblocking(cpostgres_connection *connection, int isNonblocking) {
  return pq.PQsetnonblocking(connection_of(connection), isNonblocking);
}

int cpostgres_flush(cpostgres_connection *connection) {
  return pq.PQflush(connection_of(connection));
}

int cpostgres_consumeInput(cpostgres_connection *connection) {
  return pq.PQconsumeInput(connection_of(connection));
}

int cpostgres_isBusy(cpostgres_connection *connection) {
  return pq.PQisBusy(connection_of(connection));
}

cpostgres_result *cpostgres_getResult(cpostgres_connection *connection) {
  return (cpostgres_result *)pq.PQgetResult(connection_of(connection));
}

int cpostgres_sendQuery(cpostgres_connection *connection, const char *sql) {
  return pq.PQsendQuery(connection_of(connection), sql);
}

int cpostgres_sendQueryParams(cpostgres_connection *connection, const char *sql, int count,
                              const char *const *values) {
  return pq.PQsendQueryParams(
      connection_of(connection), sql, count, NULL, values, NULL, NULL, 0);
}

int cpostgres_sendPrepare(cpostgres_connection *connection, const char *name, const char *sql) {
  return pq.PQsendPrepare(connection_of(connection), name, sql, 0, NULL);
}

int cpostgres_sendDescribePrepared(cpostgres_connection *connection, const char *name) {
  return pq.PQsendDescribePrepared(connection_of(connection), name);
}

int cpostgres_sendQueryPrepared(cpostgres_connection *connection, const char *name, int count,
                                const char *const *values) {
  return pq.PQsendQueryPrepared(connection_of(connection), name, count, values, NULL, NULL, 0);
}

int cpostgres_setSingleRowMode(cpostgres_connection *connection) {
  return pq.PQsetSingleRowMode(connection_of(connection));
}

int cpostgres_getCopyData(cpostgres_connection *connection, char **bytes) {
  return pq.PQgetCopyData(connection_of(connection), bytes, 1);
}

int cpostgres_putCopyData(cpostgres_connection *connection, const char *bytes, int count) {
  return pq.PQputCopyData(connection_of(connection), bytes, count);
}

int cpostgres_putCopyEnd(cpostgres_connection *connection, const char *why) {
  return pq.PQputCopyEnd(connection_of(connection), why);
}

void cpostgres_freemem(void *memory) { pq.PQfreemem(memory); }

int cpostgres_notifies(cpostgres_connection *connection, void *context,
                       void (*take)(void *context, const char *channel, const char *payload,
                                    int sender)) {
  PGnotify *notification = pq.PQnotifies(connection_of(connection));
  if (!notification) return 0;
  take(context, notification->relname, notification->extra, notification->be_pid);
  pq.PQfreemem(notification);
  return 1;
}

// Results ---------------------------------------------------------------------------------------

int cpostgres_resultStatus(cpostgres_result *result) {
  switch (pq.PQresultStatus(result_of(result))) {
    case PGRES_EMPTY_QUERY: return CPOSTGRES_EMPTY;
    case PGRES_COMMAND_OK: return CPOSTGRES_DONE;
    case PGRES_TUPLES_OK: return CPOSTGRES_ROWS;
    case PGRES_SINGLE_TUPLE: return CPOSTGRES_ONE_ROW;
    case PGRES_COPY_OUT: return CPOSTGRES_COPY_OUT;
    case PGRES_COPY_IN: return CPOSTGRES_COPY_IN;
    case PGRES_COPY_BOTH: return CPOSTGRES_COPY_BOTH;
    default: return CPOSTGRES_ERROR;
  }
}

const char *cpostgres_resultErrorField(cpostgres_result *result, int field) {
  return pq.PQresultErrorField(result_of(result), field);
}

const char *cpostgres_resultErrorMessage(cpostgres_result *result) {
  return pq.PQresultErrorMessage(result_of(result));
}

void cpostgres_clear(cpostgres_result *result) { pq.PQclear(result_of(result)); }

int cpostgres_ntuples(cpostgres_result *result) { return pq.PQntuples(result_of(result)); }

int cpostgres_nfields(cpostgres_result *result) { return pq.PQnfields(result_of(result)); }

const char *cpostgres_fname(cpostgres_result *result, int column) {
  return pq.PQfname(result_of(result), column);
}

unsigned cpostgres_ftype(cpostgres_result *result, int column) {
  return pq.PQftype(result_of(result), column);
}

int cpostgres_fmod(cpostgres_result *result, int column) {
  return pq.PQfmod(result_of(result), column);
}

unsigned cpostgres_ftable(cpostgres_result *result, int column) {
  return pq.PQftable(result_of(result), column);
}

int cpostgres_ftablecol(cpostgres_result *result, int column) {
  return pq.PQftablecol(result_of(result), column);
}

const char *cpostgres_getvalue(cpostgres_result *result, int row, int column) {
  return pq.PQgetvalue(result_of(result), row, column);
}

int cpostgres_getlength(cpostgres_result *result, int row, int column) {
  return pq.PQgetlength(result_of(result), row, column);
}

int cpostgres_getisnull(cpostgres_result *result, int row, int column) {
  return pq.PQgetisnull(result_of(result), row, column);
}

const char *cpostgres_cmdTuples(cpostgres_result *result) {
  return pq.PQcmdTuples(result_of(result));
}

const char *cpostgres_cmdStatus(cpostgres_result *result) {
  return pq.PQcmdStatus(result_of(result));
}

