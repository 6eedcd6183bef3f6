import Expectations
import Glibc
import Testing

/// A connection that sends what it is told, as no decent client would.
public final class RawConnection {
  private let descriptor: Int32

  /// Connects to a port of this machine.
  ///
  /// - Parameter receiveBuffer: the size of the socket's receive buffer, in bytes; nil: the system's.
  public init(port: Int, receiveBuffer: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
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
    try require(result == 0)
  }

  deinit { Glibc.close(descriptor) }

  /// Sends a text.
  public func write(_ text: String) {
    _ = send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL))
  }

  /// Reads until the text holds something, the connection ends or patience does.
  public func read(until end: String? = nil) -> String {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    let deadline = Deadline()
    while !deadline.hasPassed {
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, deadline.millisecondsLeft) > 0 else { continue }
      let count = recv(descriptor, &piece, piece.count, 0)
      if count <= 0 { break }
      bytes += piece[..<count]
      if let end, String(decoding: bytes, as: UTF8.self).contains(end) { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
