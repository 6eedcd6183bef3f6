#include "cnetwork.h"
#include "libraries.h"
#include "threads.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct cnetwork_server {
  struct MHD_Daemon *daemon;
  cnetwork_server_callbacks callbacks;
};

static const cnetwork_mhd *const mhd = &cnetwork_mhd_functions;

// Listens on 127.0.0.1. The library could, but does not say why it cannot.
static int listen_on(int *port) {
#ifdef __linux__
  int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return -1;
#else
  int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  if (descriptor < 0) return -1;
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  fcntl(descriptor, F_SETFL, O_NONBLOCK);
#endif
  int yes = 1;
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  struct sockaddr_in address = {
      .sin_family = AF_INET,
      .sin_port = htons((unsigned short)*port),
      .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
  };
  socklen_t length = sizeof address;
  if (bind(descriptor, (struct sockaddr *)&address, length) || listen(descriptor, 64)
      || getsockname(descriptor, (struct sockaddr *)&address, &length)) {
    int failure = errno;
    close(descriptor);
    errno = failure;
    return -1;
  }
  *port = ntohs(address.sin_port);
  return descriptor;
}

static void *log_target(void *context, const char *target, struct MHD_Connection *connection) {
  cnetwork_server *server = context;
  return server->callbacks.begin(server->callbacks.context, connection, target);
}

static enum MHD_Result receive(void *context, struct MHD_Connection *connection, const char *path,
                               const char *method, const char *version, const char *bytes,
                               size_t *count, void **request) {
  (void)path, (void)version;
  cnetwork_server *server = context;
  if (!*request) return MHD_NO;
  return server->callbacks.receive(server->callbacks.context, *request, connection, method, bytes,
                                   count)
             ? MHD_YES
             : MHD_NO;
}

static void complete(void *context, struct MHD_Connection *connection, void **request,
                     enum MHD_RequestTerminationCode why) {
  (void)why;
  cnetwork_server *server = context;
  if (!*request) return;
  server->callbacks.complete(server->callbacks.context, *request, connection);
  *request = NULL;
}

static void notify(void *context, struct MHD_Connection *connection, void **unused,
                   enum MHD_ConnectionNotificationCode what) {
  (void)unused;
  cnetwork_server *server = context;
  if (what == MHD_CONNECTION_NOTIFY_STARTED) {
    const union MHD_ConnectionInfo *info =
        mhd->MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    server->callbacks.opened(server->callbacks.context, connection, info ? info->connect_fd : -1);
  } else {
    server->callbacks.closed(server->callbacks.context, connection);
  }
}

// Targets are percent-decoded in Swift, which keeps apart what an encoded `/` or `&` means.
static size_t leave_escaped(void *context, struct MHD_Connection *connection, char *text) {
  (void)context, (void)connection;
  return strlen(text);
}

cnetwork_server *cnetwork_server_start(const cnetwork_server_callbacks *callbacks, int *port,
                                       size_t memory, unsigned clients, unsigned timeout) {
  cnetwork_server *server = malloc(sizeof *server);
  if (!server) return NULL;
  server->callbacks = *callbacks;
  int descriptor = listen_on(port);
  if (descriptor < 0) {
    int failure = errno;
    free(server);
    errno = failure;
    return NULL;
  }
  sigset_t former;
  cnetwork_block_signals(&former);
  server->daemon = mhd->MHD_start_daemon(
      MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC, 0, NULL, NULL,
      receive, server, MHD_OPTION_LISTEN_SOCKET, descriptor, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
      memory, MHD_OPTION_CONNECTION_LIMIT, clients, MHD_OPTION_CONNECTION_TIMEOUT, timeout,
      MHD_OPTION_NOTIFY_COMPLETED, complete, server, MHD_OPTION_NOTIFY_CONNECTION, notify, server,
      MHD_OPTION_URI_LOG_CALLBACK, log_target, server, MHD_OPTION_UNESCAPE_CALLBACK,
      leave_escaped, server, MHD_OPTION_END);
  int failure = errno;
  cnetwork_restore_signals(&former);
  if (server->daemon) return server;
  close(descriptor);
  free(server);
  errno = failure ? failure : EAGAIN;
  return NULL;
}

void cnetwork_server_stop(cnetwork_server *server) {
  mhd->MHD_stop_daemon(server->daemon);
  free(server);
}

typedef struct {
  void *context;
  void (*each)(void *context, const char *name, const char *value);
} header_visit;

static enum MHD_Result visit(void *context, enum MHD_ValueKind kind, const char *name,
                             const char *value) {
  (void)kind;
  header_visit *visit = context;
  visit->each(visit->context, name, value ? value : "");
  return MHD_YES;
}

void cnetwork_each_header(void *connection, void *context,
                          void (*each)(void *context, const char *name, const char *value)) {
  header_visit headers = {context, each};
  mhd->MHD_get_connection_values(connection, MHD_HEADER_KIND, visit, &headers);
}

size_t cnetwork_header_bytes(void *connection) {
  const union MHD_ConnectionInfo *info =
      mhd->MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

void cnetwork_suspend(void *connection) { mhd->MHD_suspend_connection(connection); }
void cnetwork_resume(void *connection) { mhd->MHD_resume_connection(connection); }

static int queue(void *connection, unsigned status, const char *const *headers,
                 struct MHD_Response *response) {
  int is_fine = 1;
  for (; *headers; headers += 2) {
    is_fine &= mhd->MHD_add_response_header(response, headers[0], headers[1]) == MHD_YES;
  }
  if (is_fine) is_fine = mhd->MHD_queue_response(connection, status, response) == MHD_YES;
  mhd->MHD_destroy_response(response);
  return is_fine;
}

int cnetwork_respond(void *connection, unsigned status, const char *const *headers,
                     const void *body, size_t count) {
  struct MHD_Response *response = mhd->MHD_create_response_from_buffer(
      count, (void *)body, count ? MHD_RESPMEM_MUST_COPY : MHD_RESPMEM_PERSISTENT);
  return response && queue(connection, status, headers, response);
}

typedef struct {
  void *context;
  ptrdiff_t (*read)(void *context, void *room, size_t count);
  void (*release)(void *context);
} stream;

static ssize_t read_stream(void *context, uint64_t position, char *room, size_t count) {
  (void)position;
  stream *stream = context;
  ptrdiff_t written = stream->read(stream->context, room, count);
  return written < 0 ? MHD_CONTENT_READER_END_OF_STREAM : written;
}

static void free_stream(void *context) {
  stream *stream = context;
  stream->release(stream->context);
  free(stream);
}

int cnetwork_respond_stream(void *connection, unsigned status, const char *const *headers,
                            void *context, ptrdiff_t (*read)(void *, void *, size_t),
                            void (*release)(void *)) {
  stream *body = malloc(sizeof *body);
  if (!body) {
    release(context);
    return 0;
  }
  *body = (stream){context, read, release};
  struct MHD_Response *response = mhd->MHD_create_response_from_callback(
      MHD_SIZE_UNKNOWN, 1 << 16, read_stream, body, free_stream);
  if (!response) {
    free_stream(body);
    return 0;
  }
  return queue(connection, status, headers, response);
}
