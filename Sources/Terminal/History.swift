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

  /// A history in a file of its own; folders are made when the first statement is kept.
  ///
  /// - Parameter limit: how many statements are loaded; a file with twice as many is cut to that.
  public init(path: String, limit: Int = 5_000) {
    self.path = path
    self.limit = limit
  }

  /// Where a program keeps its history: `$XDG_STATE_HOME`, or `~/.local/state`. Nil if neither is
  /// known.
  public static func standardPath(program: String, environment: (String) -> String?) -> String? {
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
      return "\(state)/\(program)/history"
    }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/.local/state/\(program)/history"
  }

  /// The statements of the file, oldest first; none if it cannot be read.
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
  /// - Returns: what went wrong, the first time something does.
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
