import CFileSystem
import LibC

/// One descriptor for several, and for a time: what waits for it hears of all of them.
///
/// A class, because it holds descriptors.
public final class Waiter {
  /// Can be read when one of those can that were added, or when the time has come.
  public let descriptor: Int32

  #if os(Linux)
    private let timer: Int32

    /// Creates it; nil where the system has no descriptors left.
    public init?() {
      descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
      timer = timerfd_create(Int32(CLOCK_MONOTONIC), Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
      guard descriptor >= 0, timer >= 0 else { return nil }
      add(timer)
    }

    deinit {
      close(timer)
      close(descriptor)
    }
  #else
    /// Creates it; nil where the system has no descriptors left.
    public init?() {
      descriptor = kqueue()
      guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }
  #endif
}

#if os(Linux)
  extension Waiter {
    /// Waits for a descriptor, too.
    public func add(_ other: Int32) {
      var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data(fd: other))
      epoll_ctl(descriptor, EPOLL_CTL_ADD, other, &event)
    }

    /// Waits for a descriptor no longer.
    public func remove(_ other: Int32) { epoll_ctl(descriptor, EPOLL_CTL_DEL, other, nil) }

    /// Wakes after a pause as well; nil: not by time.
    public func wake(after pause: Duration?) {
      var time = itimerspec()
      if let pause {
        // Zero would mean never.
        let (seconds, attoseconds) = max(pause, .nanoseconds(1)).components
        time.it_value = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      }
      timerfd_settime(timer, 0, &time, nil)
    }

    /// Waits at most so long.
    ///
    /// - Returns: whether something came; false also where a signal did.
    public func wait(atMost pause: Duration) -> Bool {
      var event = epoll_event()
      let (seconds, attoseconds) = pause.components
      let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
      return epoll_wait(descriptor, &event, 1, Int32(clamping: max(0, milliseconds))) > 0
    }
  }
#else
  extension Waiter {
    /// Waits for a descriptor, too.
    public func add(_ other: Int32) { change(EV_ADD, EVFILT_READ, of: UInt(other)) }

    /// Waits for a descriptor no longer.
    public func remove(_ other: Int32) { change(EV_DELETE, EVFILT_READ, of: UInt(other)) }

    /// Wakes after a pause as well; nil: not by time.
    public func wake(after pause: Duration?) {
      // Its time may have come already.
      change(EV_DELETE, EVFILT_TIMER, of: 0)
      guard let pause else { return }
      let (seconds, attoseconds) = max(pause, .zero).components
      let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
      change(EV_ADD, EVFILT_TIMER, of: 0, after: Int(max(1, milliseconds)))
    }

    /// Waits at most so long.
    ///
    /// - Returns: whether something came; false also where a signal did.
    public func wait(atMost pause: Duration) -> Bool {
      // What came stays in the queue, as it is not taken out of it.
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let (seconds, attoseconds) = pause.components
      let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
      return poll(&request, 1, Int32(clamping: max(0, milliseconds))) > 0
    }

    private func change(
      _ action: Int32, _ filter: Int32, of subject: UInt, after milliseconds: Int = 0
    ) {
      var event = kevent(
        ident: subject, filter: Int16(filter), flags: UInt16(action), fflags: 0,
        data: milliseconds, udata: nil)
      kevent(descriptor, &event, 1, nil, 0, nil)
    }
  }
#endif
