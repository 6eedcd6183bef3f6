// PostgreSQL's client library, libpq, behind functions.
//
// The library is opened when first used: linked, it would slow down every start of the program. Its
// header is not included here, so that Swift sees only what is below. Only the target `Postgres`
// imports this. A function without a comment is libpq's of the same name with PQ in front.
#ifndef CPOSTGRES_H
#define CPOSTGRES_H

#include <stddef.h>

typedef struct cpostgres_connection cpostgres_connection;
typedef struct cpostgres_result cpostgres_result;

// Library ---------------------------------------------------------------------------------------

// Opens libpq, once. Returns NULL if it is there, else what the system says of it. May be called by
// any thread; the other functions need it to have been called.
const char *cpostgres_load(void);

// The file name by which the library is opened.
extern const char *const cpostgres_library;

int cpostgres_libVersion(void);

// Connections -----------------------------------------------------------------------------------

// Returns NULL if libpq understands an address, else why not: to be freed by `cpostgres_freemem`.
// `take` gets each option that the address sets.
char *cpostgres_parse(const char *address, void *context,
                      void (*take)(void *context, const char *name, const char *value));

// Returns a connection whose options can be read, and that has not connected to anything.
cpostgres_connection *cpostgres_resolve(const char *const *names, const char *const *values);

// Calls `take` with each option of a connection that has a value, wherever it comes from: the
// address, a service, the environment, libpq's own.
void cpostgres_options(cpostgres_connection *connection, void *context,
                       void (*take)(void *context, const char *name, const char *value));

cpostgres_connection *cpostgres_connectStartParams(const char *const *names,
                                                   const char *const *values);

// What a connection that is being made waits for.
enum {
  CPOSTGRES_FAILED = 0,
  CPOSTGRES_READING = 1,
  CPOSTGRES_WRITING = 2,
  CPOSTGRES_CONNECTED = 3
};
int cpostgres_connectPoll(cpostgres_connection *connection);

// Whether the connection is usable as far as is known.
int cpostgres_isOK(cpostgres_connection *connection);
void cpostgres_finish(cpostgres_connection *connection);
int cpostgres_socket(cpostgres_connection *connection);
const char *cpostgres_errorMessage(cpostgres_connection *connection);

// Whether messages tell the code of an error: that of a refused connection is told nowhere else.
void cpostgres_tellCodes(cpostgres_connection *connection, int tells);
int cpostgres_connectionNeedsPassword(cpostgres_connection *connection);
int cpostgres_backendPID(cpostgres_connection *connection);
const char *cpostgres_parameterStatus(cpostgres_connection *connection, const char *name);
int cpostgres_sslInUse(cpostgres_connection *connection);
const char *cpostgres_sslAttribute(cpostgres_connection *connection, const char *name);

// Whether no transaction is under way: 1, one is: 0, unknown: -1.
int cpostgres_isIdle(cpostgres_connection *connection);

// Drops warnings and notices of the server; libpq would print them.
void cpostgres_dropNotices(cpostgres_connection *connection);

// Asks the server to end the statement that runs, on a thread of its own, as this waits for the
// network. Returns NULL if it cannot be tried; else to be released.
typedef struct cpostgres_canceller cpostgres_canceller;
cpostgres_canceller *cpostgres_cancel(cpostgres_connection *connection);

// Whether the server has answered: what runs from now on is not meant.
int cpostgres_cancel_isDone(cpostgres_canceller *canceller);
void cpostgres_cancel_release(cpostgres_canceller *canceller);

// Statements ------------------------------------------------------------------------------------

int cpostgres_setnonblocking(cpostgres_connection *connection, int isNonblocking);
int cpostgres_flush(cpostgres_connection *connection);
int cpostgres_consumeInput(cpostgres_connection *connection);
int cpostgres_isBusy(cpostgres_connection *connection);
cpostgres_result *cpostgres_getResult(cpostgres_connection *connection);
int cpostgres_sendQuery(cpostgres_connection *connection, const char *sql);

// Sends a statement with parameters in text; types are inferred by the server.
int cpostgres_sendQueryParams(cpostgres_connection *connection, const char *sql, int count,
                              const char *const *values);
int cpostgres_sendPrepare(cpostgres_connection *connection, const char *name, const char *sql);
int cpostgres_sendDescribePrepared(cpostgres_connection *connection, const char *name);
int cpostgres_sendQueryPrepared(cpostgres_connection *connection, const char *name, int count,
                                const char *const *values);
int cpostgres_setSingleRowMode(cpostgres_connection *connection);

// Returns the length of the next data of a COPY, 0 if it has not come, -1 at the end, -2 after a
// failure. The bytes are to be freed by `cpostgres_freemem`.
int cpostgres_getCopyData(cpostgres_connection *connection, char **bytes);

// Return 1 if the data is on its way, 0 if there is no room now, -1 after a failure.
int cpostgres_putCopyData(cpostgres_connection *connection, const char *bytes, int count);
int cpostgres_putCopyEnd(cpostgres_connection *connection, const char *problem);
void cpostgres_freemem(void *memory);

// Takes the next notification that has come, if any: `take` gets its channel, payload and sender.
// Returns 0 if there is none.
int cpostgres_notifies(cpostgres_connection *connection, void *context,
                       void (*take)(void *context, const char *channel, const char *payload,
                                    int sender));

// Results ---------------------------------------------------------------------------------------

enum {
  CPOSTGRES_EMPTY,
  CPOSTGRES_DONE,
  CPOSTGRES_ROWS,
  CPOSTGRES_ONE_ROW,
  CPOSTGRES_COPY_OUT,
  CPOSTGRES_COPY_IN,
  CPOSTGRES_COPY_BOTH,
  CPOSTGRES_ERROR
};
int cpostgres_resultStatus(cpostgres_result *result);

// A field of an error: `C` its code, `M` its message, `D` details, `H` a hint, `n` a constraint, `c` a
// column and others of the protocol. NULL: it has none.
const char *cpostgres_resultErrorField(cpostgres_result *result, int field);
const char *cpostgres_resultErrorMessage(cpostgres_result *result);
void cpostgres_clear(cpostgres_result *result);
int cpostgres_ntuples(cpostgres_result *result);
int cpostgres_nfields(cpostgres_result *result);
const char *cpostgres_fname(cpostgres_result *result, int column);
unsigned cpostgres_ftype(cpostgres_result *result, int column);
int cpostgres_fmod(cpostgres_result *result, int column);
unsigned cpostgres_ftable(cpostgres_result *result, int column);
int cpostgres_ftablecol(cpostgres_result *result, int column);
const char *cpostgres_getvalue(cpostgres_result *result, int row, int column);
int cpostgres_getlength(cpostgres_result *result, int row, int column);
int cpostgres_getisnull(cpostgres_result *result, int row, int column);
const char *cpostgres_cmdTuples(cpostgres_result *result);
const char *cpostgres_cmdStatus(cpostgres_result *result);

#endif
