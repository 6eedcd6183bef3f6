import Glibc

/// A thread that takes no signals: those are for the thread that works for the user.
enum QuietThread {
  /// Starts a thread.
  ///
  /// - Returns: to be joined or detached; nil when there can be no more threads.
  static func start(_ body: @escaping () -> Void) -> pthread_t? {
    var all = sigset_t()
    var former = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Job(body))
    let result = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Job>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, context.toOpaque())
    if result == 0 { return thread }
    context.release()
    return nil
  }

  /// What a thread does; a class, so that a C function can be handed it.
  private final class Job {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
}
