import CFileSystem
import LibC

/// A descriptor that one thread lets another read, to wake it.
struct Bell: ~Copyable, Sendable {
  /// Can be read after `ring()`, until `silence()`.
  let descriptor: Int32

  #if os(Linux)
    /// Creates one that is silent; nil where the system has no descriptors left.
    init?() {
      descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
      guard descriptor >= 0 else { return nil }
    }

    func ring() { eventfd_write(descriptor, 1) }

    func silence() {
      var count: eventfd_t = 0
      eventfd_read(descriptor, &count)
    }
  #else
    /// Creates one that is silent; nil where the system has no descriptors left.
    init?() {
      descriptor = kqueue()
      guard descriptor >= 0 else { return nil }
      change(EV_ADD | EV_CLEAR, 0)
    }

    func ring() { change(0, UInt32(NOTE_TRIGGER)) }

    func silence() {
      var event = kevent()
      var none = timespec()
      kevent(descriptor, nil, 0, &event, 1, &none)
    }

    private func change(_ flags: Int32, _ notes: UInt32) {
      var event = kevent(
        ident: 0, filter: Int16(EVFILT_USER), flags: UInt16(flags), fflags: notes, data: 0,
        udata: nil)
      kevent(descriptor, &event, 1, nil, 0, nil)
    }
  #endif

  deinit { close(descriptor) }
}
