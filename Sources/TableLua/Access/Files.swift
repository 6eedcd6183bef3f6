import Glibc
import Lua

/// Whole files.
enum Files {
  /// The bytes of a file.
  static func read(_ path: String) throws(LuaFailure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotRead(path, reason) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .cannotRead(path, reason) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// The text of a chunk of Lua, a first line of `#!` blanked, so that lines keep their numbers.
  static func readChunk(_ path: String) throws(LuaFailure) -> [UInt8] { chunk(try read(path)) }

  /// The same of bytes that were read.
  static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if bytes.first == UInt8(ascii: "#") {
      bytes.removeFirst(bytes.firstIndex(of: 0x0A) ?? bytes.count)
    }
    return bytes
  }

  /// The folder of a file.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Whether there is a file that can be read.
  static func isReadable(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
      && access(path, R_OK) == 0
  }

  /// What the last system call complained about, in lower case as our messages are.
  static var reason: String {
    let text = String(cString: strerror(errno))
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
