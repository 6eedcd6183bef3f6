import Glibc

/// Small files of text, such as scripts.
enum TextFile {
  /// All of a file.
  ///
  /// - Throws: `file` when it cannot be read or is no UTF-8.
  static func read(_ path: String) throws(CommandError) -> String {
    guard let text = String(validating: try readBytes(path), as: UTF8.self) else {
      throw .file(path, reason: "this is no text in UTF-8")
    }
    return text
  }

  /// All bytes of a file.
  ///
  /// - Parameter name: what messages call it.
  /// - Throws: `file` when it cannot be read.
  static func readBytes(_ path: String, name: String? = nil) throws(CommandError) -> [UInt8] {
    guard let stream = fopen(path, "r") else {
      throw .file(name ?? path, reason: String(cString: strerror(errno)))
    }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, stream)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    guard ferror(stream) == 0 else {
      throw .file(name ?? path, reason: String(cString: strerror(errno)))
    }
    return bytes
  }

  /// Writes bytes to a file, or behind what it holds.
  static func write(_ bytes: [UInt8], to path: String, append: Bool) throws(CommandError) {
    guard let stream = fopen(path, append ? "a" : "w") else {
      throw .file(path, reason: String(cString: strerror(errno)))
    }
    let isWritten = fwrite(bytes, 1, bytes.count, stream) == bytes.count
    let number = errno
    let isClosed = fclose(stream) == 0
    guard isWritten, isClosed else {
      throw .file(path, reason: String(cString: strerror(isWritten ? errno : number)))
    }
  }
}
