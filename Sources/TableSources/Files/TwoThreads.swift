import LibC
import Synchronization
import TableKit

/// Runs two pieces of work concurrently, if there are two cores.
enum TwoThreads {
  /// Whether there is a second core.
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

/// A flag by which one thread asks another to stop; a class, because both refer to it.
final class StopFlag: Sendable {
  private let value = Atomic<Bool>(false)

  /// Whether it was set.
  var isSet: Bool { value.load(ordering: .relaxed) }

  /// Sets it.
  func set() { value.store(true, ordering: .relaxed) }
}

extension Workers {
  /// Runs pieces on two threads, if there are two cores.
  public static let two = Workers { first, second in
    TwoThreads.run({ flag in first { flag.set() } }, { flag in second { flag.isSet } })
  }
}

/// A thread that blocks all signals, so that the caller's thread handles them.
enum QuietThread {
  /// Starts a thread.
  ///
  /// - Returns: the thread, to be joined or detached; nil if no thread could be created.
  static func start(_ body: @escaping () -> Void) -> pthread_t? {
    var all = sigset_t()
    var former = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let context = Unmanaged.passRetained(Job(body))
    let result = pthread_create(
      &thread, nil,
      { context in
        // Optional on one system, not on another.
        let context: UnsafeMutableRawPointer? = context
        guard let context else { return nil }
        Unmanaged<Job>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, context.toOpaque())
    if result == 0 { return thread }
    context.release()
    return nil
  }

  /// The body of a thread; a class, so that it can be passed to C.
  private final class Job {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
}
