import Glibc

/// A file of commands.
public enum ScriptFile {
  /// What was read from a pipe, which gives it only once. A process has one script, and reads it on
  /// one thread.
  nonisolated(unsafe) private static var piped: (path: String, text: String)?

  /// The text of a file; `-` is standard input.
  public static func read(_ path: String) throws(TerminalError) -> String {
    if let piped, piped.path == path { return piped.text }
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotRead(path: path, reason: systemError()) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .cannotRead(path: path, reason: systemError()) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalidUTF8 }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFREG { piped = (path, text) }
    return text
  }
}
