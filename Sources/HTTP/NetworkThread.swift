import CNetwork
import LibC
import Synchronization

/// A thread that blocks all signals, so that those of the program are handled elsewhere.
///
/// A class, because several objects may hold the thread, and it is joined once.
public final class NetworkThread: @unchecked Sendable {
  private let thread: OpaquePointer
  private let isJoined = Atomic<Bool>(false)

  private final class Job {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread; nil if there can be none.
  public init?(_ body: @escaping @Sendable () -> Void) {
    let job = Unmanaged.passRetained(Job(body))
    let thread = cnetwork_thread_start(
      { context in
        if let context { Unmanaged<Job>.fromOpaque(context).takeRetainedValue().body() }
      }, job.toOpaque())
    guard let thread else {
      job.release()
      return nil
    }
    self.thread = thread
  }

  /// Waits for its end. Returns at once if another caller has waited for it, or is waiting.
  public func join() {
    let wasJoined = isJoined.exchange(true, ordering: .acquiringAndReleasing)
    if !wasJoined { cnetwork_thread_join(thread) }
  }
}

/// Ends the pauses of a thread. A class because both threads refer to it.
public final class StopSignal: Sendable {
  private let reader: Int32
  private let writer: Int32

  /// Creates a signal; nil if the program has too many files open.
  public init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reader, writer) = (ends[0], ends[1])
  }

  deinit {
    close(reader)
    close(writer)
  }

  /// Ends the pause that runs, and all later ones at once.
  public func send() {
    var byte: UInt8 = 1
    _ = write(writer, &byte, 1)
  }

  /// Pauses.
  ///
  /// - Returns: false if the signal came, true after so many seconds.
  public func pause(seconds: Double) -> Bool {
    let end = HTTPClock.now + seconds
    while true {
      let left = max(0, end - HTTPClock.now)
      var polled = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      if poll(&polled, 1, Int32((min(left, 1000) * 1000).rounded(.up))) > 0 { return false }
      if HTTPClock.now >= end { return true }
    }
  }
}
