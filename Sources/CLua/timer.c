// The timer behind the time limit of Lua: it sends SIGURG to the thread that runs a script.
#define _GNU_SOURCE
#include "internal.h"

#include <signal.h>
#include <string.h>
#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>
#endif

// Again every 20 ms: the first signal may meet a coroutine that just ended.
enum { AGAIN_NANOSECONDS = 20000000 };

#ifdef __linux__

bool clua_timer_create(clua_timer *timer) {
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGURG;
  event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
  return timer_create(CLOCK_MONOTONIC, &event, timer) == 0;
}

void clua_timer_set(clua_timer *timer, double seconds) {
  struct itimerspec t;
  memset(&t, 0, sizeof t);
  t.it_value.tv_sec = (time_t)seconds;
  t.it_value.tv_nsec = (long)((seconds - (double)t.it_value.tv_sec) * 1e9);
  if (seconds > 0) t.it_interval.tv_nsec = AGAIN_NANOSECONDS;
  timer_settime(*timer, 0, &t, NULL);
}

void clua_timer_delete(clua_timer *timer) { timer_delete(*timer); }

#else

// A timer of Dispatch, as Darwin has none of POSIX. It does so on a thread of its own.
static void kick(void *thread) { pthread_kill(thread, SIGURG); }

bool clua_timer_create(clua_timer *timer) {
  timer->thread = pthread_self();
  timer->source = dispatch_source_create(DISPATCH_SOURCE_TYPE_TIMER, 0, DISPATCH_TIMER_STRICT,
                                         dispatch_get_global_queue(QOS_CLASS_USER_INITIATED, 0));
  if (!timer->source) return false;
  dispatch_set_context(timer->source, timer->thread);
  dispatch_source_set_event_handler_f(timer->source, kick);
  clua_timer_set(timer, 0);
  dispatch_resume(timer->source);
  return true;
}

void clua_timer_set(clua_timer *timer, double seconds) {
  dispatch_time_t start = seconds > 0
                              ? dispatch_time(DISPATCH_TIME_NOW, (int64_t)(seconds * 1e9))
                              : DISPATCH_TIME_FOREVER;
  dispatch_source_set_timer(timer->source, start, AGAIN_NANOSECONDS, 0);
}

void clua_timer_delete(clua_timer *timer) {
  dispatch_source_cancel(timer->source);
  dispatch_release(timer->source);
}

#endif
