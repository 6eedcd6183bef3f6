import TableKit
import TableLua

/// Completes names in Lua text.
struct LuaCompletion {
  let shell: Shell

  /// - Parameter start: where the Lua text begins, in bytes.
  func complete(_ typed: TypedLine, _ kind: LuaText.Kind, _ start: Int) -> ShellCompletion {
    let text = Array(typed.bytes[start...])
    if let quoted = columnInBrackets(text) {
      let names = columns.map {
        ShellCompletion.Candidate(Quoting.quoted($0) + "]", "column", appendsSpace: false)
      }
      return completion(at: start + quoted.offset, names) {
        $0.hasPrefix(Quoting.opened(quoted.name))
      }
    }
    guard !Self.isInString(text) else { return .none }
    let length = text.reversed().prefix { Self.isNameByte($0) }.count
    let name = String(decoding: text.suffix(length), as: UTF8.self)
    let before = text.dropLast(length)
    var candidates: [ShellCompletion.Candidate]
    if before.last == UInt8(ascii: ".") {
      let owner = String(
        decoding: before.dropLast().reversed().prefix { Self.isNameByte($0) }.reversed(),
        as: UTF8.self)
      candidates =
        switch owner {
        case "row": names(of: columns)
        case "tablesh": Self.library
        default: (Self.members[owner] ?? []).map { .init($0) }
        }
    } else {
      let knowsColumns = kind == .condition || kind == .assignment
      candidates =
        knowsColumns
        ? names(of: columns) + [.init("row", "the row"), .init("section", "title of its section")]
        : []
      candidates += [.init("tablesh", "the shell")] + Self.globals.map { .init($0, "Lua") }
    }
    candidates = candidates.map { .init($0.text, $0.description, appendsSpace: false) }
    return completion(at: typed.bytes.count - length, candidates) { $0.hasPrefix(name) }
  }

  private func completion(
    at start: Int, _ candidates: [ShellCompletion.Candidate], _ fits: (String) -> Bool
  ) -> ShellCompletion {
    ShellCompletion(start: start, choices: .candidates(candidates.filter { fits($0.text) }))
  }

  private var columns: [String] { shell.current?.table.columns.map(\.name) ?? [] }

  /// Those that can be typed as a Lua name.
  private func names(of columns: [String]) -> [ShellCompletion.Candidate] {
    columns.filter { name in
      name.utf8.allSatisfy { $0 < 0x80 && Self.isNameByte($0) }
        && name.utf8.first.map { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }.map { .init($0, "column") }
  }

  /// The name begun in `row["`, and where its quote stands.
  private func columnInBrackets(_ text: [UInt8]) -> (name: String, offset: Int)? {
    let opening = Array("row[\"".utf8)
    guard let quote = text.lastIndex(of: UInt8(ascii: "\"")), quote + 1 >= opening.count,
      Array(text[(quote + 1 - opening.count)...quote]) == opening
    else { return nil }
    return (String(decoding: text[(quote + 1)...], as: UTF8.self), quote)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  private static func isInString(_ text: [UInt8]) -> Bool {
    var quote: UInt8?
    var isEscaped = false
    for byte in text {
      if isEscaped {
        isEscaped = false
      } else if let open = quote {
        isEscaped = byte == UInt8(ascii: "\\")
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
      }
    }
    return quote != nil
  }

  /// What the Lua layer offers behind `tablesh.`.
  private static var library: [ShellCompletion.Candidate] {
    LuaSession.libraryHelp.map { name, help in
      let firstLine = help.split(separator: "\n").first.map(String.init)
      return .init(String(name.split(separator: ".").last ?? ""), firstLine)
    }
  }

  private static let globals = [
    "and", "false", "function", "if", "local", "nil", "not", "or", "return", "then", "true",
    "ipairs", "math", "pairs", "print", "string", "table", "tonumber", "tostring", "type", "utf8",
  ]

  private static let members: [String: [String]] = [
    "math": ["abs", "ceil", "floor", "fmod", "huge", "max", "min", "pi", "sqrt", "tointeger"],
    "string": [
      "byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "rep",
      "reverse", "sub", "upper",
    ],
    "table": ["concat", "insert", "pack", "remove", "sort", "unpack"],
    "utf8": ["char", "codepoint", "codes", "len", "offset"],
  ]
}
