// Blocking signals in threads that the libraries start.
#ifndef CNETWORK_THREADS_H
#define CNETWORK_THREADS_H

#include <signal.h>

// Blocks all signals for the calling thread and those that it starts; `former` is to be restored.
void cnetwork_block_signals(sigset_t *former);
void cnetwork_restore_signals(const sigset_t *former);

#endif
