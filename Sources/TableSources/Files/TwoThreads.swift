import Glibc
import Synchronization
import TableKit

/// Does two pieces of work at once, on two cores where there are two.
enum TwoThreads {
  /// Whether a second core is there.
  static let isUseful = sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1

  /// Runs `first` on this thread and `second` on another; returns when both are done.
  ///
  /// - Parameter second: polls the flag it gets, and ends early once that is set.
  static func run(_ first: (StopFlag) -> Void, _ second: (StopFlag) -> Void) {
    let flag = StopFlag()
    withoutActuallyEscaping(second) { second in
      guard isUseful, let thread = QuietThread.start({ second(flag) }) else {
        first(flag)
        return second(flag)
      }
      first(flag)
      pthread_join(thread, nil)
    }
  }
}

/// Tells one thread that another wants it to stop; a class, because both refer to it.
final class StopFlag: Sendable {
  private let value = Atomic<Bool>(false)

  /// Whether it was set.
  var isSet: Bool { value.load(ordering: .relaxed) }

  /// Sets it.
  func set() { value.store(true, ordering: .relaxed) }
}

extension Workers {
  /// Two threads, where there are two cores.
  public static let two = Workers { first, second in
    TwoThreads.run({ flag in first { flag.set() } }, { flag in second { flag.isSet } })
  }
}

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
