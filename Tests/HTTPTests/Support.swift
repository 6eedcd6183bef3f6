import Expectations
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import HTTP

/// Values that threads leave for a test to wait for.
final class Mailbox<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  func put(_ value: Value) { values.withLock { $0.append(value) } }

  var all: [Value] { values.withLock { $0 } }

  /// Waits for so many values.
  func wait(for count: Int = 1, file: StaticString = #filePath, line: Int = #line) -> [Value] {
    expectEventually(
      all.count >= count, "\(all.count) of \(count) came: \(all)", file: file, line: line)
    return all
  }
}

/// Runs a closure on another thread.
final class Background: @unchecked Sendable {
  private var thread = pthread_t()
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
    pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Background>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
  }

  func join() { pthread_join(thread, nil) }
}

extension HTTPServer {
  func address(_ target: String = "/") -> HTTPAddress {
    HTTPAddress(isSecure: false, host: "127.0.0.1", port: port, target: target)
  }
}
