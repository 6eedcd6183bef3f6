/// Something that Lua wants to do outside the table.
public enum AccessRequest: Hashable, Sendable {
  /// Reading a file.
  case reading(String)
  /// Writing a file, or making one.
  case writing(String)
  /// Deleting or renaming: of a link itself, not of what it leads to.
  case removing(String)
  /// Running a shell line.
  case running(String)
  /// Reading a variable of the environment.
  case variable(String)
}

extension AccessRequest {
  /// What it is, as messages say it: `reading '/etc/passwd'`.
  public var what: String {
    switch self {
    case .reading(let path): "reading '\(path)'"
    case .writing(let path), .removing(let path): "writing '\(path)'"
    case .running(let line): "running '\(line)'"
    case .variable(let name): "the variable '\(name)'"
    }
  }

  /// The option that allows it and as little else as can be: `--allow-read=/etc/passwd`.
  public var flag: String {
    switch self {
    case .reading(let path): "--allow-read=" + Self.value(path)
    case .writing(let path), .removing(let path): "--allow-write=" + Self.value(path)
    case .running(let line):
      Permissions.program(of: line).map { "--allow-run=" + Self.value($0) } ?? "--allow-run"
    case .variable(let name): "--allow-env=" + Self.value(name)
    }
  }

  /// What the answer "always" covers, where that is not the request to the letter: `git`.
  public var scope: String? {
    guard case .running(let line) = self, let program = Permissions.program(of: line),
      program != line
    else { return nil }
    return program
  }

  /// A text as the value of an option: commas doubled, quoted where a shell needs that.
  private static func value(_ text: String) -> String {
    let value = text.replacing(",", with: ",,")
    let isPlain = value.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
        true
      default: "_-./,:@%+=#".utf8.contains(byte)
      }
    }
    return isPlain ? value : "'" + value.replacing("'", with: "'\\''") + "'"
  }
}

/// What a person answers when Lua wants something.
public enum AccessAnswer: Hashable, Sendable {
  /// This time.
  case once
  /// This and the same again, until the session ends.
  case always
  /// No.
  case no
}
