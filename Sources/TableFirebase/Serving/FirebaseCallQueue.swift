import CFileSystem
import Glibc
import Synchronization

/// Requests that wait for the owner of a tree, and a descriptor that wakes it.
///
/// A server's thread adds them, and the owner's takes them. There are never more than clients, each
/// of which waits for its answer. A class because both threads share it.
public final class FirebaseCallQueue: Sendable {
  /// Can be read when requests were added since some were taken.
  public let descriptor: Int32
  private let calls = Mutex<[FirebaseService.Call]>([])

  /// Creates an empty queue; nil if the system has no descriptors left.
  public init?() {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Adds a request.
  public func add(_ call: FirebaseService.Call) {
    calls.withLock { $0.append(call) }
    wake()
  }

  /// Removes the requests that may be answered now and returns them, in the order in which they
  /// came.
  public func take(where isMeant: (FirebaseService.Call) -> Bool) -> [FirebaseService.Call] {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    return calls.withLock { calls in
      let taken = calls.filter(isMeant)
      if !taken.isEmpty { calls.removeAll(where: isMeant) }
      return taken
    }
  }

  /// Whether none waits.
  public var isEmpty: Bool { calls.withLock { $0.isEmpty } }

  /// Lets the descriptor be read, as if a request had been added.
  public func wake() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }
}

extension FirebaseService.Call {
  /// Whether it changes nothing.
  public var isReading: Bool { request.method == "GET" || request.method == "HEAD" }
}
