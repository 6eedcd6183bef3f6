import Wording

/// A line for `sh`, as far as it says what it would run.
enum ShellLine {
  /// The characters that make a shell necessary, or seem to.
  private static let special = Set("|&;<>()$`\\\"'*?[]#~=%{}!^".utf8)

  /// The first character of a line that a shell treats in a way of its own, as messages name it; nil:
  /// the line has plain words.
  static func special(in line: String) -> String? {
    guard let byte = line.utf8.first(where: { $0 < 0x20 || $0 == 0x7F || special.contains($0) })
    else { return nil }
    switch byte {
    case 0x0A: return "a line end"
    case 0x09: return "a tab"
    case UInt8(ascii: "'"): return "\"'\""
    case ..<0x20, 0x7F: return "a control character"
    default: return "'\(Character(Unicode.Scalar(byte)))'"
    }
  }

  /// The program of a line of plain words; nil for any other line.
  static func program(of line: String) -> String? {
    guard special(in: line) == nil else { return nil }
    return line.split(separator: " ").first.map(String.init)
  }

  /// The program and the arguments that a line runs; nil if only a shell can tell, or do it.
  static func words(of line: String) -> [String]? {
    var words: [[UInt8]] = []
    var word: [UInt8]?
    var bytes = Array(line.utf8)[...]
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        if let word { words.append(word) }
        word = nil
      case UInt8(ascii: "'"):
        guard let end = bytes.firstIndex(of: byte) else { return nil }
        word = (word ?? []) + bytes[..<end]
        bytes = bytes[(end + 1)...]
      case UInt8(ascii: "\""):
        guard let part = quoted(&bytes) else { return nil }
        word = (word ?? []) + part
      case UInt8(ascii: "\\"):
        guard let next = bytes.popFirst(), next != 0x0A else { return nil }
        word = (word ?? []) + [next]
      // Where no other word may follow, or a word begins, they mean something else.
      case UInt8(ascii: "#"), UInt8(ascii: "~"), UInt8(ascii: "!"):
        guard word != nil else { return nil }
        word?.append(byte)
      case UInt8(ascii: "="):
        guard !words.isEmpty else { return nil }
        word = (word ?? []) + [byte]
      case UInt8(ascii: "%"), UInt8(ascii: "^"): word = (word ?? []) + [byte]
      case let byte where byte < 0x20 || byte == 0x7F || special.contains(byte): return nil
      default: word = (word ?? []) + [byte]
      }
    }
    if let word { words.append(word) }
    let texts = words.compactMap { String(validating: $0, as: UTF8.self) }
    guard let first = texts.first, texts.count == words.count, !first.isEmpty,
      !builtIns.contains(first)
    else { return nil }
    return texts
  }

  /// What stands between double quotes, up to behind the second; nil if a shell puts something in.
  private static func quoted(_ bytes: inout ArraySlice<UInt8>) -> [UInt8]? {
    var part: [UInt8] = []
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return part
      case UInt8(ascii: "$"), UInt8(ascii: "`"), UInt8(ascii: "!"): return nil
      case UInt8(ascii: "\\"):
        guard let next = bytes.first, "$`\"\\".utf8.contains(next) else {
          part.append(byte)
          continue
        }
        part.append(next)
        bytes.removeFirst()
      default: part.append(byte)
      }
    }
    return nil
  }

  /// What a shell does itself, so that there is no such program, or one that does something else.
  private static let builtIns: Set<String> = [
    ".", ":", "alias", "bg", "break", "builtin", "case", "cd", "command", "continue", "declare",
    "do", "eval", "exec", "exit", "export", "fg", "for", "function", "getopts", "hash", "if",
    "jobs", "let", "local", "read", "readonly", "return", "select", "set", "shift", "source",
    "time", "times", "trap", "type", "typeset", "ulimit", "umask", "unalias", "unset", "until",
    "wait", "while",
  ]

  /// The call of `tablesh.exec` that runs a program with these arguments, as it is typed.
  static func exec(_ words: [String]) -> String {
    let texts = words.map { word in
      let text = word.replacingScalars { scalar in
        switch scalar {
        case "\"", "\\": "\\\(scalar)"
        case "\n": "\\n"
        case "\t": "\\t"
        case "\0"..<" ", "\u{7F}": "\\u{\(String(scalar.value, radix: 16))}"
        default: nil
        }
      }
      return "\"\(text)\""
    }
    return "tablesh.exec{\(texts.joined(separator: ", "))}"
  }
}
