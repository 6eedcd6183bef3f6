#include "cnetwork.h"
#include "libraries.h"
#include "threads.h"

#include <stdlib.h>
#include <string.h>

struct cnetwork_client {
  CURLM *multi;
  CURL *easy;
  struct curl_slist *headers;
  cnetwork_request request;
  char message[CURL_ERROR_SIZE];
};

static const cnetwork_curl *const curl = &cnetwork_curl_functions;

cnetwork_client *cnetwork_client_create(void) {
  cnetwork_client *client = calloc(1, sizeof *client);
  if (!client) return NULL;
  client->multi = curl->curl_multi_init();
  if (client->multi) return client;
  free(client);
  return NULL;
}

void cnetwork_client_free(cnetwork_client *client) {
  cnetwork_client_end(client);
  curl->curl_multi_cleanup(client->multi);
  free(client);
}

static size_t take_line(char *bytes, size_t size, size_t count, void *context) {
  cnetwork_client *client = context;
  return client->request.line(client->request.context, bytes, size * count) ? size * count : 0;
}

static size_t take_bytes(char *bytes, size_t size, size_t count, void *context) {
  cnetwork_client *client = context;
  int goes_on = client->request.receive(client->request.context, bytes, size * count);
  // A piece of no bytes must not look like a refusal.
  return goes_on ? size * count : size * count + 1;
}

// `curl_easy_setopt` takes any type: these say which.
static int set_number(CURL *easy, CURLoption option, long value) {
  return curl->curl_easy_setopt(easy, option, value) == CURLE_OK;
}
static int set_pointer(CURL *easy, CURLoption option, const void *value) {
  return curl->curl_easy_setopt(easy, option, value) == CURLE_OK;
}

// What may be reached, and that no file or variable of the user's decides what is sent.
static int set_limits(CURL *easy, const cnetwork_request *request) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  // The newer option by names is missing in libraries that are still in use.
  long protocols = CURLPROTO_HTTPS | (request->is_loopback ? CURLPROTO_HTTP : 0);
  int is_fine = set_number(easy, CURLOPT_PROTOCOLS, protocols);
#pragma GCC diagnostic pop
  is_fine &= set_number(easy, CURLOPT_FOLLOWLOCATION, 0);
  is_fine &= set_number(easy, CURLOPT_NETRC, CURL_NETRC_IGNORED);
  is_fine &= set_number(easy, CURLOPT_NOSIGNAL, 1);
  is_fine &= set_number(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);
  is_fine &= set_number(easy, CURLOPT_TCP_KEEPALIVE, 1);
  is_fine &= set_number(easy, CURLOPT_CONNECTTIMEOUT_MS, request->connect_timeout);
  is_fine &= set_number(easy, CURLOPT_TIMEOUT_MS, request->timeout);
  is_fine &= set_number(easy, CURLOPT_FRESH_CONNECT, request->is_fresh);
  if (request->is_loopback) is_fine &= set_pointer(easy, CURLOPT_PROXY, "");
#if LIBCURL_VERSION_NUM >= 0x075700
  // Not to wait for a name server when the request is given up; older libraries lack it.
  set_number(easy, CURLOPT_QUICK_EXIT, 1);
#endif
  return is_fine;
}

static int set_request(cnetwork_client *client) {
  const cnetwork_request *request = &client->request;
  CURL *easy = client->easy;
  // Not to wait for `100 Continue`.
  client->headers = curl->curl_slist_append(NULL, "Expect:");
  for (const char *const *line = request->headers; client->headers && *line; line++) {
    struct curl_slist *longer = curl->curl_slist_append(client->headers, *line);
    if (!longer) return 0;
    client->headers = longer;
  }
  if (!client->headers) return 0;
  int is_fine = set_pointer(easy, CURLOPT_URL, request->url);
  if (request->body) {
    is_fine &= curl->curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE,
                                      (curl_off_t)request->body_count)
               == CURLE_OK;
    is_fine &= set_pointer(easy, CURLOPT_POSTFIELDS, request->body);
  } else {
    is_fine &= set_number(easy, CURLOPT_HTTPGET, 1);
  }
  is_fine &= set_pointer(easy, CURLOPT_CUSTOMREQUEST, request->method);
  is_fine &= set_pointer(easy, CURLOPT_HTTPHEADER, client->headers);
  is_fine &= set_pointer(easy, CURLOPT_ERRORBUFFER, client->message);
  is_fine &= set_pointer(easy, CURLOPT_HEADERDATA, client);
  is_fine &= set_pointer(easy, CURLOPT_WRITEDATA, client);
  is_fine &= curl->curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_line) == CURLE_OK;
  is_fine &= curl->curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_bytes) == CURLE_OK;
  return is_fine;
}

int cnetwork_client_begin(cnetwork_client *client, const cnetwork_request *request) {
  cnetwork_client_end(client);
  client->request = *request;
  client->message[0] = 0;
  client->easy = curl->curl_easy_init();
  if (client->easy && set_limits(client->easy, request) && set_request(client)
      && curl->curl_multi_add_handle(client->multi, client->easy) == CURLM_OK) {
    return 1;
  }
  cnetwork_client_end(client);
  return 0;
}

static cnetwork_outcome outcome(CURLcode code) {
  switch (code) {
    case CURLE_OK: return CNETWORK_DONE;
    case CURLE_WRITE_ERROR: return CNETWORK_GIVEN_UP;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY: return CNETWORK_NO_HOST;
    case CURLE_COULDNT_CONNECT: return CNETWORK_NO_CONNECTION;
    case CURLE_OPERATION_TIMEDOUT: return CNETWORK_TIMED_OUT;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE: return CNETWORK_UNTRUSTED;
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR: return CNETWORK_CUT_OFF;
    default: return CNETWORK_REFUSED;
  }
}

cnetwork_outcome cnetwork_client_run(cnetwork_client *client, int milliseconds) {
  // The library starts threads that look up names.
  sigset_t former;
  cnetwork_block_signals(&former);
  int running = 0;
  CURLMcode failure = curl->curl_multi_perform(client->multi, &running);
  if (!failure && running) {
    failure = curl->curl_multi_poll(client->multi, NULL, 0, milliseconds, NULL);
    if (!failure) failure = curl->curl_multi_perform(client->multi, &running);
  }
  cnetwork_restore_signals(&former);
  if (failure) return CNETWORK_REFUSED;
  int left;
  for (CURLMsg *news; (news = curl->curl_multi_info_read(client->multi, &left));) {
    if (news->msg != CURLMSG_DONE || news->easy_handle != client->easy) continue;
    CURLcode code = news->data.result;
    if (code && !client->message[0]) {
      strncpy(client->message, curl->curl_easy_strerror(code), CURL_ERROR_SIZE - 1);
    }
    return outcome(code);
  }
  return CNETWORK_RUNNING;
}

void cnetwork_client_wake(cnetwork_client *client) { curl->curl_multi_wakeup(client->multi); }

const char *cnetwork_client_message(const cnetwork_client *client) { return client->message; }

void cnetwork_client_end(cnetwork_client *client) {
  if (client->easy) {
    curl->curl_multi_remove_handle(client->multi, client->easy);
    curl->curl_easy_cleanup(client->easy);
  }
  curl->curl_slist_free_all(client->headers);
  client->easy = NULL;
  client->headers = NULL;
}
