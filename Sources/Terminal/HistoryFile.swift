import Glibc

/// An open history file, locked against the other shells while it is open.
final class HistoryFile {
  private let descriptor: Int32

  /// Opens and locks the file; nil, with `errno` set, if that fails.
  init?(path: String, flags: Int32) {
    while true {
      let descriptor = open(path, flags | O_CLOEXEC | O_NOCTTY, 0o600)
      guard descriptor >= 0 else { return nil }
      flock(descriptor, LOCK_EX)
      // Another shell may have put a shorter file in its place while we waited for the lock.
      var opened = stat()
      var named = stat()
      fstat(descriptor, &opened)
      if stat(path, &named) == 0 && opened.st_ino == named.st_ino {
        self.descriptor = descriptor
        return
      }
      close(descriptor)
    }
  }

  deinit { close(descriptor) }

  /// Its lines, without the bytes after the last newline, which a crash left.
  func lines() -> [String] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count <= 0 { break }
      bytes += chunk[..<count]
    }
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  func write(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return Glibc.write(descriptor, bytes, bytes.count) == bytes.count
  }

  /// Cuts the file to its last lines. A file that is a link stays as it is.
  static func replace(_ path: String, keepingLast count: Int) {
    var named = stat()
    guard lstat(path, &named) == 0, named.st_mode & S_IFMT == S_IFREG else { return }
    guard let file = HistoryFile(path: path, flags: O_RDONLY) else { return }
    let text = file.lines().suffix(count).map { $0 + "\n" }.joined()
    let temporary = "\(path).\(getpid())"
    guard
      let shorter = HistoryFile(path: temporary, flags: O_WRONLY | O_CREAT | O_EXCL),
      shorter.write(text), rename(temporary, path) == 0
    else {
      unlink(temporary)
      return
    }
  }
}
