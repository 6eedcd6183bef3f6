import Glibc

/// The statements typed so far, in a file that several shells append to.
///
/// One statement a line, newlines written `\n` and backslashes `\\`. A class, because it knows
/// what was added last.
public final class History {
  /// The file.
  public let path: String

  /// The newest statement this shell knows.
  public private(set) var last: String?

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
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
      return "\(state)/\(program)/history"
    }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/.local/state/\(program)/history"
  }

  /// Returns the statements of the file, oldest first; empty if it cannot be read.
  public func load() -> [String] {
    // The file is closed, and with it unlocked, before it is replaced.
    guard var lines = HistoryFile(path: path, flags: O_RDONLY)?.lines() else { return [] }
    if lines.count > 2 * limit {
      lines.removeFirst(lines.count - limit)
      HistoryFile.replace(path, keepingLast: limit)
    }
    let statements = lines.suffix(limit).map(Self.decoded)
    last = statements.last
    return statements
  }

  /// Adds a statement to the file.
  ///
  /// - Returns: the first error; nil: success, or an error that was returned before.
  public func append(_ statement: String) -> TerminalError? {
    last = statement
    makeFolders()
    let flags = O_WRONLY | O_APPEND | O_CREAT
    if let file = HistoryFile(path: path, flags: flags), file.write(Self.encoded(statement) + "\n")
    {
      return nil
    }
    defer { hasComplained = true }
    return hasComplained ? nil : .cannotWriteHistory(path: path, reason: systemError())
  }

  private func makeFolders() {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/" + part
      mkdir(folder, 0o700)
    }
  }
}

// MARK: - One statement a line

extension History {
  static func encoded(_ statement: String) -> String {
    var line = ""
    for character in statement.unicodeScalars {
      switch character {
      case "\\": line += "\\\\"
      case "\n": line += "\\n"
      default: line.unicodeScalars.append(character)
      }
    }
    return line
  }

  static func decoded(_ line: String) -> String {
    var statement = ""
    var isEscaped = false
    for character in line.unicodeScalars {
      if isEscaped {
        statement.unicodeScalars.append(character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        statement.unicodeScalars.append(character)
      }
    }
    return statement
  }
}

/// An open history file, locked against the other shells while it is open.
final class HistoryFile {
  private let descriptor: Int32

  /// Opens and locks the file; nil, with `errno` set, if that fails.
  init?(path: String, flags: Int32) {
    while true {
      let descriptor = open(path, flags | O_CLOEXEC | O_NOCTTY, 0o600)
      guard descriptor >= 0 else { return nil }
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

  /// Returns its lines, without bytes after the last newline, which a crash left.
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

  /// Truncates the file to its last lines. A symbolic link is left alone.
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
