import LibC
import Wording

/// The statements typed so far, in a file that several shells append to.
///
/// One statement a line, newlines written `\n` and backslashes `\\`. A class, because it knows
/// what was added last.
public final class History {
  /// The file.
  public let path: String

  /// The newest statement this shell knows.
  public private(set) var last: String?

  /// A note if only the end of the file was loaded; nil: all of it was.
  public private(set) var note: String?

  private let limit: Int
  private var hasComplained = false

  /// Creates a history in a file; folders are created with the first statement.
  ///
  /// - Parameter limit: the number of statements loaded; a file with twice as many is truncated to
  ///   it.
  public init(path: String, limit: Int = 5_000) {
    self.path = path
    self.limit = limit
  }

  /// Returns the path of a program's history, in `$XDG_STATE_HOME` or `~/.local/state`; nil if
  /// neither is known.
  public static func standardPath(program: String, environment: (String) -> String?) -> String? {
    UserFolder.state.path(environment).map { "\($0)/\(program)/history" }
  }

  /// Returns the statements of the file, oldest first; empty if it cannot be read.
  ///
  /// Of a file with more than `HistoryFile.mostBytes`, the end is read.
  public func load() -> [String] {
    guard var lines = readLines() else { return [] }
    if lines.count > 2 * limit {
      lines.removeFirst(lines.count - limit)
      let limit = limit
      HistoryFile.replace(path) { $0.suffix(limit) }
    }
    let statements = lines.suffix(limit).map(\.ofOneLine)
    last = statements.last
    return statements
  }

  /// Reads the file and closes it, and with it unlocks it, before it may be replaced.
  private func readLines() -> [String]? {
    guard let file = HistoryFile(path: path, flags: O_RDONLY) else { return nil }
    if file.isLarge {
      note =
        "history '\(path)' is larger than \(HistoryFile.mostBytes >> 20) MiB: only its end is read"
    }
    return file.lines()
  }

  /// Adds a statement to the file.
  ///
  /// - Returns: the first error; nil: success, or an error that was returned before.
  public func append(_ statement: String) -> TerminalError? {
    last = statement
    makeFolders(of: path)
    let flags = O_RDWR | O_APPEND | O_CREAT
    if let file = HistoryFile(path: path, flags: flags) {
      // A crash may have cut the last line.
      let line = (file.endsLine ? "" : "\n") + statement.inOneLine + "\n"
      if file.write(line) { return nil }
    }
    let reason = systemError()
    defer { hasComplained = true }
    if hasComplained { return nil }
    return .cannotWriteHistory(
      path: path,
      reason: HistoryFile.isOther(path) ? "it is a pipe or a device, not a file" : reason)
  }

  /// Removes a statement from the file wherever it stands; nil: all statements.
  ///
  /// - Returns: the error; nil: success, or there is no file.
  public func forget(_ statement: String?) -> TerminalError? {
    last = nil
    guard access(path, F_OK) == 0 else { return nil }
    let line = statement.map(\.inOneLine)
    if HistoryFile.replace(path, by: { line == nil ? [] : $0.filter { $0 != line } }) { return nil }
    return .cannotWriteHistory(path: path, reason: systemError())
  }
}

/// An open history file, locked against the other shells while it is open.
final class HistoryFile {
  /// The most bytes that are read of a file, from its end.
  static let mostBytes = 16 << 20
  private let descriptor: Int32

  /// Opens and locks a regular file; nil, with `errno` set, if that fails.
  init?(path: String, flags: Int32) {
    while true {
      let descriptor = open(path, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o600)
      guard descriptor >= 0 else { return nil }
      guard Self.isRegular(descriptor) else {
        close(descriptor)
        errno = EINVAL
        return nil
      }
      flock(descriptor, LOCK_EX)
      // Another shell may have replaced the file by a shorter one while this one waited for the
      // lock.
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

  private static func isRegular(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a path names something that is neither a file nor a folder.
  static func isOther(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
      && status.st_mode & S_IFMT != S_IFDIR
  }

  /// Returns its lines, without bytes after the last newline, which a crash left; the last ones of
  /// a file that is larger than `mostBytes`.
  func lines() -> [String] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let start = lseek(descriptor, 0, SEEK_END) - off_t(Self.mostBytes)
    lseek(descriptor, max(0, start), SEEK_SET)
    while bytes.count < Self.mostBytes {
      let count = read(descriptor, &chunk, chunk.count)
      if count <= 0 { break }
      bytes += chunk[..<count]
    }
    // It may begin in the middle of a line.
    if start > 0 { bytes.removeFirst(bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count) }
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether only its end is read.
  var isLarge: Bool { lseek(descriptor, 0, SEEK_END) > off_t(Self.mostBytes) }

  func write(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return LibC.write(descriptor, bytes, bytes.count) == bytes.count
  }

  /// Whether its last line is whole, or it is empty.
  var endsLine: Bool {
    let size = lseek(descriptor, 0, SEEK_END)
    var last = UInt8(ascii: "\n")
    return size <= 0 || pread(descriptor, &last, 1, size - 1) < 1 || last == UInt8(ascii: "\n")
  }

  /// Replaces the file by one with other lines. A symbolic link is left alone.
  ///
  /// - Returns: whether that was done; if not, `errno` says why.
  @discardableResult
  static func replace(_ path: String, by change: ([String]) -> some Sequence<String>) -> Bool {
    var named = stat()
    guard lstat(path, &named) == 0 else { return false }
    guard named.st_mode & S_IFMT == S_IFREG else {
      errno = ELOOP
      return false
    }
    guard let file = HistoryFile(path: path, flags: O_RDONLY) else { return false }
    let text = change(file.lines()).map { $0 + "\n" }.joined()
    let temporary = "\(path).\(getpid())"
    guard let shorter = HistoryFile(path: temporary, flags: O_WRONLY | O_CREAT | O_EXCL),
      shorter.write(text), rename(temporary, path) == 0
    else {
      let reason = errno
      unlink(temporary)
      errno = reason
      return false
    }
    return true
  }
}
