#include "threads.h"

#include "cnetwork.h"

#include <pthread.h>
#include <stdlib.h>

struct cnetwork_thread {
  pthread_t thread;
  void (*body)(void *);
  void *context;
};

void cnetwork_block_signals(sigset_t *former) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, former);
}

void cnetwork_restore_signals(const sigset_t *former) {
  pthread_sigmask(SIG_SETMASK, former, NULL);
}

static void *run(void *argument) {
  cnetwork_thread *thread = argument;
  thread->body(thread->context);
  return NULL;
}

cnetwork_thread *cnetwork_thread_start(void (*body)(void *), void *context) {
  cnetwork_thread *thread = malloc(sizeof *thread);
  if (!thread) return NULL;
  thread->body = body;
  thread->context = context;
  sigset_t former;
  cnetwork_block_signals(&former);
  int failure = pthread_create(&thread->thread, NULL, run, thread);
  cnetwork_restore_signals(&former);
  if (failure) {
    free(thread);
    return NULL;
  }
  return thread;
}

void cnetwork_thread_join(cnetwork_thread *thread) {
  pthread_join(thread->thread, NULL);
  free(thread);
}
