import Foundation

/// A `tablesh` that runs, whose replies are read line by line as they come.
///
/// A class because it owns the process.
final class RunningProgram {
  private let process = Process()
  private let output = Pipe()
  private var rest: [UInt8] = []

  /// Starts it.
  ///
  /// - Parameter folder: where it runs, and keeps what it keeps.
  init(_ path: String, _ arguments: [String], in folder: String) throws {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments + ["--no-init", "--format", "json"]
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["XDG_STATE_HOME": folder + "/state", "XDG_RUNTIME_DIR": folder + "/run"]) { $1 }
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// The next line that it prints.
  ///
  /// - Throws: `ended` if it has ended.
  func line() throws -> String {
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        defer { rest.removeFirst(end + 1) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let bytes = output.fileHandleForReading.availableData
      guard !bytes.isEmpty else { throw LiveError.ended(process.arguments ?? []) }
      rest += bytes
    }
  }

  /// Processor time so far, in seconds.
  var processorSeconds: Double {
    guard
      let text = try? String(
        contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
    else {
      return 0
    }
    let fields = text.split(separator: " ")
    return (Double(fields[13]) ?? 0) / 100 + (Double(fields[14]) ?? 0) / 100
  }

  /// The most memory that it held, in bytes.
  var peak: Int {
    let status = try? String(
      contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
    return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first).flatMap { Int($0) }
      .map { $0 * 1024 } ?? 0
  }

  /// Ends it.
  func end() {
    process.terminate()
    process.waitUntilExit()
  }
}

/// Why nothing can be measured.
enum LiveError: Error {
  /// A program has ended too early.
  case ended([String])
  /// A request was refused.
  case refused(String)
  /// A word of the command line is not understood.
  case usage(String)
}

/// A connection to a served table, which is kept open. A class because it owns a socket.
final class Connection {
  private let descriptor: Int32
  private let token: String

  init(port: UInt16, token: String) throws {
    self.token = token
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw LiveError.refused("connect") }
    var one: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
  }

  deinit { close(descriptor) }

  /// Writes a value, and waits for the answer.
  func put(_ path: String, _ value: Int) throws {
    let body = String(value)
    let request =
      "PUT \(path).json HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token)\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    let bytes = Array(request.utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      throw LiveError.refused("write")
    }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &buffer, buffer.count)
    let answer = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    guard answer.hasPrefix("HTTP/1.1 200") else { throw LiveError.refused(answer) }
  }

  private var port: UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getpeername(descriptor, $0, &size)
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }
}
