import LibC

#if canImport(Darwin)
  import Dispatch

  /// A semaphore of Dispatch, as Darwin has no POSIX semaphores without a name.
  ///
  /// A class, because threads share it.
  final class Semaphore: Sendable {
    private let semaphore: DispatchSemaphore

    /// - Parameter count: how many waits end at once.
    init(count: Int = 0) {
      // One that begins with more must not end with less.
      semaphore = DispatchSemaphore(value: 0)
      for _ in 0..<count { semaphore.signal() }
    }

    func post() { semaphore.signal() }

    func wait() { semaphore.wait() }
  }
#else
  /// A POSIX semaphore; a class, because it must not move in memory.
  final class Semaphore: @unchecked Sendable {
    private let pointer = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    /// - Parameter count: how many waits end at once.
    init(count: Int = 0) { sem_init(pointer, 0, UInt32(count)) }

    deinit {
      sem_destroy(pointer)
      pointer.deallocate()
    }

    func post() { sem_post(pointer) }

    func wait() { while sem_wait(pointer) != 0 && errno == EINTR {} }
  }
#endif
