#define _GNU_SOURCE
#include "csignals.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// How long after the first signal a second one is no key that bounces; until when a command must
// have noticed the first; and how long it then may take to end.
enum { GRACE_MILLISECONDS = 250, NOTICE_MILLISECONDS = 700, ENDING_MILLISECONDS = 10000 };

static int wake[2] = {-1, -1};
static volatile sig_atomic_t running;
static volatile sig_atomic_t request;
static volatile sig_atomic_t termination;
static atomic_llong requested_at;
static _Atomic(cs_callback) on_interrupt;
static _Atomic(cs_callback) on_end;
static bool (*_Atomic waits_to_end)(void);
static atomic_bool ends_on_interrupt = true;
#ifdef __linux__
static timer_t deadline;
#endif
static atomic_bool has_deadline;
// Whether the deadline is that for noticing the request.
static atomic_bool is_unnoticed;

static long long milliseconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool cs_terminates(int signal_number) {
  return signal_number == SIGTERM || signal_number == SIGHUP || signal_number == SIGQUIT;
}

static bool stops_command(int signal_number) {
  return signal_number == SIGINT || cs_terminates(signal_number);
}

// Sets the time after which the process ends; 0: never.
static void set_deadline(int milliseconds) {
  if (!atomic_load(&has_deadline)) return;
#ifdef __linux__
  struct itimerspec time = {0};
  time.it_value.tv_sec = milliseconds / 1000;
  time.it_value.tv_nsec = milliseconds % 1000 * 1000000L;
  timer_settime(deadline, 0, &time, NULL);
#else
  struct itimerval time = {0};
  time.it_value.tv_sec = milliseconds / 1000;
  time.it_value.tv_usec = milliseconds % 1000 * 1000;
  setitimer(ITIMER_REAL, &time, NULL);
#endif
}

static _Noreturn void end_at_once(int signal_number) {
  cs_callback callback = atomic_load(&on_end);
  if (callback != NULL) callback();
  _exit(128 + signal_number);
}

static void end_at_deadline(int signal_number) {
  (void)signal_number;
  if (request == 0) return;
  bool (*waits)(void) = atomic_load(&waits_to_end);
  if (waits != NULL && waits()) return set_deadline(NOTICE_MILLISECONDS);
  static const char text[] = "error: interrupted; tablesh ends, because the command did not\n";
  if (write(STDERR_FILENO, text, sizeof text - 1) < 0) {
    // Nobody can be told.
  }
  end_at_once(request);
}

static void ask_to_stop(int signal_number) {
  long long now = milliseconds_now();
  if (request != 0) {
    if (now - atomic_load(&requested_at) >= GRACE_MILLISECONDS) end_at_once(signal_number);
    return;
  }
  request = signal_number;
  atomic_store(&requested_at, now);
  if (signal_number != SIGINT || atomic_load(&ends_on_interrupt)) {
    atomic_store(&is_unnoticed, true);
    set_deadline(NOTICE_MILLISECONDS);
  }
  cs_callback callback = atomic_load(&on_interrupt);
  if (callback != NULL) callback();
}

static void handle(int signal_number) {
  int saved = errno;
  if (cs_terminates(signal_number)) termination = signal_number;
  if (running && stops_command(signal_number)) ask_to_stop(signal_number);
  unsigned char byte = (unsigned char)signal_number;
  if (write(wake[1], &byte, 1) < 0) {
    // The pipe is full, so a wake-up is under way already.
  }
  errno = saved;
}

// The call that failed says so. A handler, and not SIG_IGN, because programs started by us would
// inherit that.
static void leave_to_errno(int signal_number) { (void)signal_number; }

static void catch_with(int signal_number, void (*handler)(int)) {
  struct sigaction former;
  if (sigaction(signal_number, NULL, &former) == 0 && former.sa_handler == SIG_IGN) return;
  struct sigaction action = {0};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal_number, &action, NULL);
}

static int open_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC | O_NONBLOCK);
#else
  if (pipe(ends) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    fcntl(ends[i], F_SETFL, O_NONBLOCK);
  }
  return 0;
#endif
}

// Whether there is a timer that sends SIGALRM.
static bool make_deadline(void) {
#ifdef __linux__
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
  return timer_create(CLOCK_MONOTONIC, &event, &deadline) == 0;
#else
  return true;  // the one of setitimer
#endif
}

int cs_install(void) {
  if (wake[0] >= 0) return 0;
  if (open_pipe(wake) != 0) return errno;
  const int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGCONT};
  for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) catch_with(caught[i], handle);
  if (make_deadline()) {
    catch_with(SIGALRM, end_at_deadline);
    atomic_store(&has_deadline, true);
  }
  catch_with(SIGPIPE, leave_to_errno);
  catch_with(SIGXFSZ, leave_to_errno);
  return 0;
}

void cs_catch_stop(bool catches) { catch_with(SIGTSTP, catches ? handle : SIG_DFL); }

void cs_command_began(void) {
  request = 0;
  running = 1;
  // What came since the line was accepted is meant for the command.
  unsigned char byte;
  while (read(wake[0], &byte, 1) == 1) {
    if (stops_command(byte)) ask_to_stop(byte);
  }
}
void cs_command_ended(void) {
  // First, so that a signal which comes in between is noticed by the next wait.
  unsigned char byte;
  while (read(wake[0], &byte, 1) == 1) {
  }
  running = 0;
  set_deadline(0);
}
bool cs_interrupted(void) {
  if (request == 0) return false;
  if (atomic_exchange(&is_unnoticed, false)) set_deadline(ENDING_MILLISECONDS);
  return true;
}
int cs_termination(void) { return termination; }
void cs_interrupt_honoured(void) {
  request = 0;
  set_deadline(0);
}
void cs_on_interrupt(cs_callback callback) { atomic_store(&on_interrupt, callback); }
void cs_on_end(cs_callback callback, bool (*waits)(void)) {
  atomic_store(&on_end, callback);
  atomic_store(&waits_to_end, waits);
}
void cs_end_on_interrupt(bool ends) { atomic_store(&ends_on_interrupt, ends); }

// What isatty no longer says of a terminal that is gone.
static bool is_device(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && S_ISCHR(status.st_mode);
}

int cs_wait(int descriptor, int milliseconds) { return cs_wait_either(descriptor, -1, milliseconds); }

int cs_wait_either(int descriptor, int other, int milliseconds) {
  for (;;) {
    // One below zero is passed over.
    struct pollfd fds[3] = {{.fd = descriptor, .events = POLLIN},
                            {.fd = wake[0], .events = POLLIN},
                            {.fd = other, .events = POLLIN}};
    int ready = poll(fds, 3, milliseconds);
    if (ready < 0 && errno != EINTR) return CS_HANGUP;
    if (ready == 0) return CS_TIMEOUT;
    if (ready < 0) continue;
    unsigned char byte;
    if (fds[1].revents != 0 && read(wake[0], &byte, 1) == 1) return byte;
    // A pipe whose writer has left is read to its end; a terminal that is gone must not turn a
    // half-typed line into a command.
    if ((fds[0].revents & POLLHUP) != 0 && is_device(descriptor)) return CS_HANGUP;
    if (fds[0].revents != 0) return CS_INPUT;
    if (fds[2].revents != 0) return CS_OTHER;
  }
}

// ^C and ^Z throw away what was typed, also between a poll that says there is something and the
// read, which would then wait, deaf to the pipe of signals. So the terminal of this session is
// read by a descriptor of our own that does not wait. Not by O_NONBLOCK on the one we were given:
// the shell that started us shares it.
static int reader_of(int descriptor) {
  static int terminal = -1;
  pid_t session = tcgetsid(descriptor);
  if (session < 0 || session != getsid(0)) return descriptor;
  if (terminal < 0) terminal = open("/dev/tty", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  return terminal >= 0 ? terminal : descriptor;
}

int cs_read(int descriptor, void *buffer, size_t size, size_t *count) {
  for (;;) {
    int event = cs_wait(descriptor, -1);
    if (event != CS_INPUT) return event;
    ssize_t got = read(reader_of(descriptor), buffer, size);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    *count = got > 0 ? (size_t)got : 0;
    return CS_INPUT;
  }
}
