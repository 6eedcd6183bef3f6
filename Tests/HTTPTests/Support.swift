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
  func wait(for count: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) -> [Value] {
    let isThere = eventually { self.all.count >= count }
    #expect(isThere, "\(all.count) of \(count) came", sourceLocation: sourceLocation)
    return all
  }
}

/// Waits until something holds; false if it does not within the patience of tests.
func eventually(_ condition: () -> Bool) -> Bool {
  let deadline = Deadline()
  while !condition() {
    if deadline.hasPassed { return false }
    usleep(2000)
  }
  return true
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

/// A connection that sends what it is told, as no decent client would.
final class RawConnection {
  private let descriptor: Int32

  init(port: Int, receiveBuffer: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if var size = receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0)
  }

  deinit { Glibc.close(descriptor) }

  func write(_ text: String) {
    _ = send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL))
  }

  /// Reads until the text holds something or the connection ends.
  func read(until end: String? = nil) -> String {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    let deadline = Deadline()
    while !deadline.hasPassed {
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 100) > 0 else { continue }
      let count = recv(descriptor, &piece, piece.count, 0)
      if count <= 0 { break }
      bytes += piece[..<count]
      if let end, String(decoding: bytes, as: UTF8.self).contains(end) { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension HTTPServer {
  func address(_ target: String = "/") -> HTTPAddress {
    HTTPAddress(isSecure: false, host: "127.0.0.1", port: port, target: target)
  }
}
