// Cancelling a statement, on a thread of its own, as asking the server waits for the network.

#include "cpostgres.h"
#include "pq.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

// Two refer to it: the one who asks, and the thread.
struct cpostgres_canceller {
  PGcancel *key;
  int is_done, owners;
};

void cpostgres_cancel_release(cpostgres_canceller *canceller) {
  if (__atomic_sub_fetch(&canceller->owners, 1, __ATOMIC_ACQ_REL) > 0) return;
  pq.PQfreeCancel(canceller->key);
  free(canceller);
}

static void *cancel(void *context) {
  cpostgres_canceller *canceller = context;
  char why[256];
  // Whether it helped is seen by the statement's end.
  pq.PQcancel(canceller->key, why, sizeof why);
  __atomic_store_n(&canceller->is_done, 1, __ATOMIC_RELEASE);
  cpostgres_cancel_release(canceller);
  return NULL;
}

cpostgres_canceller *cpostgres_cancel(cpostgres_connection *connection) {
  cpostgres_canceller *canceller = malloc(sizeof *canceller);
  PGcancel *key = canceller ? pq.PQgetCancel((PGconn *)connection) : NULL;
  if (!key) {
    free(canceller);
    return NULL;
  }
  *canceller = (cpostgres_canceller){.key = key, .owners = 2};
  // The program's own threads get the signals.
  sigset_t all, former;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &former);
  pthread_t thread;
  int failure = pthread_create(&thread, NULL, cancel, canceller);
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  if (failure) {
    pq.PQfreeCancel(key);
    free(canceller);
    return NULL;
  }
  pthread_detach(thread);
  return canceller;
}

int cpostgres_cancel_isDone(cpostgres_canceller *canceller) {
  return __atomic_load_n(&canceller->is_done, __ATOMIC_ACQUIRE);
}
