// An HTTP server by GNU libmicrohttpd and an HTTP client by libcurl, behind functions.
//
// The libraries are opened when first used: linked, they would slow down every start of the program.
// Their headers are not included here, so that Swift sees only what is below. Only the target `HTTP`
// imports this.
#ifndef CNETWORK_H
#define CNETWORK_H

#include <stddef.h>

// Libraries -------------------------------------------------------------------------------------

// Opens libmicrohttpd or libcurl, once. Returns NULL if it is there, else what the system says of it.
// May be called by any thread; the other functions need it to have been called.
const char *cnetwork_load_server(void);
const char *cnetwork_load_client(void);

// The file names by which the libraries are opened.
extern const char *const cnetwork_server_library;
extern const char *const cnetwork_client_library;

// Threads ---------------------------------------------------------------------------------------

// Starts a thread that blocks all signals, so that the program's own threads get them. Returns NULL
// if there can be none.
typedef struct cnetwork_thread cnetwork_thread;
cnetwork_thread *cnetwork_thread_start(void (*body)(void *context), void *context);

// Waits for its end and frees it.
void cnetwork_thread_join(cnetwork_thread *thread);

// Server ----------------------------------------------------------------------------------------

// A connection is MHD's own; it is valid from `opened` to `closed`.
typedef struct {
  void *context;
  void (*opened)(void *context, void *connection, int descriptor);
  void (*closed)(void *context, void *connection);
  // The first line of a request came, with this target. Returns what stands for the request.
  void *(*begin)(void *context, void *connection, const char *target);
  // First the headers came (`*count` is 0), then pieces of the body (`*count` bytes, to be set to the
  // number that is left), then the end (`*count` is 0), again after each resumption until there is a
  // response. Returns 0 to close the connection.
  int (*receive)(void *context, void *request, void *connection, const char *method,
                 const char *bytes, size_t *count);
  // The request is over, answered or not, and was forgotten here.
  void (*complete)(void *context, void *request, void *connection);
} cnetwork_server_callbacks;

typedef struct cnetwork_server cnetwork_server;

// Starts a server on 127.0.0.1 with a thread of its own that calls the callbacks.
//
// `*port`: the port wanted, 0 for any; set to the one that it has. `memory`: bytes for the headers of
// a connection. `clients`: connections at a time. `timeout`: seconds without progress after which a
// connection is closed. Returns NULL with `errno` if it cannot listen.
cnetwork_server *cnetwork_server_start(const cnetwork_server_callbacks *callbacks, int *port,
                                       size_t memory, unsigned clients, unsigned timeout);

// Closes all connections and frees the server. None may be suspended.
void cnetwork_server_stop(cnetwork_server *server);

// Calls `each` with the headers of a request.
void cnetwork_each_header(void *connection, void *context,
                          void (*each)(void *context, const char *name, const char *value));

// The number of bytes of a request's headers.
size_t cnetwork_header_bytes(void *connection);

// Takes a connection out of the server's care until it is resumed. Resuming: any thread.
void cnetwork_suspend(void *connection);
void cnetwork_resume(void *connection);

// Answers, inside `receive`. `headers`: names and values in turn, then NULL. The body is copied.
// Returns 0 if that cannot be.
int cnetwork_respond(void *connection, unsigned status, const char *const *headers,
                     const void *body, size_t count);

// Answers with a body that `read` writes piece by piece: it returns the number of bytes, 0 after it
// suspended the connection, or -1 at the end. `release` is called when it is no longer needed.
int cnetwork_respond_stream(void *connection, unsigned status, const char *const *headers,
                            void *context,
                            ptrdiff_t (*read)(void *context, void *room, size_t count),
                            void (*release)(void *context));

// Client ----------------------------------------------------------------------------------------

typedef struct {
  const char *method;
  const char *url;
  const char *const *headers;  // lines, then NULL
  const void *body;            // NULL: none
  size_t body_count;
  int is_loopback;        // plain HTTP is allowed, and no proxy is asked
  int is_fresh;           // no connection that was kept open is used
  long connect_timeout;   // milliseconds
  long timeout;           // milliseconds for the whole; 0: any
  void *context;
  // A line of the response's head, and a piece of its body. Return 0 to give up.
  int (*line)(void *context, const char *bytes, size_t count);
  int (*receive)(void *context, const void *bytes, size_t count);
} cnetwork_request;

// How a transfer ended.
typedef enum {
  CNETWORK_RUNNING,
  CNETWORK_DONE,
  CNETWORK_GIVEN_UP,
  CNETWORK_NO_HOST,
  CNETWORK_NO_CONNECTION,
  CNETWORK_TIMED_OUT,
  CNETWORK_UNTRUSTED,
  CNETWORK_CUT_OFF,
  CNETWORK_REFUSED,
} cnetwork_outcome;

typedef struct cnetwork_client cnetwork_client;

// A client, which keeps connections open for later requests. One request at a time, by one thread at
// a time. NULL: no memory.
cnetwork_client *cnetwork_client_create(void);
void cnetwork_client_free(cnetwork_client *client);

// Begins a request, whose strings and body must stay until `cnetwork_client_end`. Returns 0 if it
// cannot be.
int cnetwork_client_begin(cnetwork_client *client, const cnetwork_request *request);

// Goes on with it for some time, at most `milliseconds`.
cnetwork_outcome cnetwork_client_run(cnetwork_client *client, int milliseconds);

// Makes `cnetwork_client_run` return at once. Any thread.
void cnetwork_client_wake(cnetwork_client *client);

// What curl says of a failure.
const char *cnetwork_client_message(const cnetwork_client *client);

// Ends the request, also one that runs.
void cnetwork_client_end(cnetwork_client *client);

#endif
