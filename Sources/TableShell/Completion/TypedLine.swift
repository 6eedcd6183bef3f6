/// A line parsed up to the cursor, for completion: unlike `StatementReader` it accepts open quotes
/// and unfinished Lua.
struct TypedLine {
  /// The context of the cursor.
  enum Context: Equatable {
    /// In a word of a command.
    case word
    /// In the name of a file after `>`.
    case file
    /// In Lua text that starts at an offset in bytes.
    case lua(LuaText.Kind, start: Int)
    /// In text without completion: a program, a comment.
    case other
  }

  /// The words before the one at the cursor, the command's name first.
  private(set) var words: [TypedWord] = []
  /// The word at the cursor; may be empty.
  private(set) var word: TypedWord
  /// The context of the cursor.
  private(set) var context = Context.word
  /// The bytes before the cursor.
  let bytes: [UInt8]

  private var index = 0
  private let compiles: LuaCheck

  /// - Parameter bytes: the UTF-8 text before the cursor.
  init(_ bytes: [UInt8], compiles: @escaping LuaCheck) {
    self.bytes = bytes
    self.compiles = compiles
    word = TypedWord(start: bytes.count)
    while index < bytes.count { readNext() }
  }

  private func at(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private var verbIndex: Int { words.first?.is("alias") == true ? 2 : 0 }

  private mutating func beginStatement() {
    words = []
    context = .word
    word = TypedWord(start: bytes.count)
  }

  private mutating func readNext() {
    let byte = bytes[index]
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): index += 1
    case UInt8(ascii: "\n"), UInt8(ascii: ";"):
      index += 1
      beginStatement()
    case UInt8(ascii: "\\") where at(index + 1) == UInt8(ascii: "\n"): index += 2
    case UInt8(ascii: "#"): skip(until: [UInt8(ascii: "\n")])
    case UInt8(ascii: "|"): skip(until: [UInt8(ascii: "\n"), UInt8(ascii: ";")])
    case UInt8(ascii: ">"):
      index += 1
      context = .file
    case UInt8(ascii: "(") where words.isEmpty: index += 1
    case UInt8(ascii: "=") where words.count == verbIndex:
      index += 1
      readLua(.expression)
    default: readWord()
    }
  }

  private mutating func skip(until ends: [UInt8]) {
    while let byte = at(index), !ends.contains(byte) { index += 1 }
    if index == bytes.count { context = .other }
  }

  private mutating func readWord() {
    var typed = TypedWord(start: index)
    while let byte = at(index), !" \t\r\n;|>".utf8.contains(byte) {
      if isEdit, byte == UInt8(ascii: ":"), at(index + 1) == UInt8(ascii: "=") {
        if !typed.isEmpty { words.append(typed) }
        index += 2
        return readLua(.assignment)
      }
      if byte == UInt8(ascii: "("), let kind = luaKind(of: typed) {
        return readLua(kind)
      }
      if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        readQuoted(byte, into: &typed)
      } else {
        typed.append(byte, at: index, isQuoted: false)
        index += 1
      }
    }
    guard index < bytes.count else {
      word = typed
      return
    }
    if let kind = luaKind(of: typed) { return readLua(kind) }
    words.append(typed)
  }

  private mutating func readQuoted(_ quote: UInt8, into typed: inout TypedWord) {
    typed.hasQuotes = true
    index += 1
    while var byte = at(index) {
      index += 1
      if byte == quote { return }
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\""), let letter = at(index) {
        index += 1
        byte =
          switch letter {
          case UInt8(ascii: "n"): UInt8(ascii: "\n")
          case UInt8(ascii: "t"): UInt8(ascii: "\t")
          default: letter
          }
      }
      typed.append(byte, at: index - 1, isQuoted: true)
    }
  }

  private var isEdit: Bool { words.count > verbIndex && words[verbIndex].is("edit") }

  /// Returns the kind of Lua text that a word begins; nil: none.
  private func luaKind(of typed: TypedWord) -> LuaText.Kind? {
    if words.count == verbIndex {
      return typed.is("lua") ? .chunk : typed.is("assert") ? .assertion : nil
    }
    let last = typed.behindLast(",") ?? typed
    return !words.isEmpty && last.is("where") ? .condition : nil
  }

  /// Reads to the end of Lua text: a `;` or line end, outside strings and brackets, before which
  /// the text compiles.
  private mutating func readLua(_ kind: LuaText.Kind) {
    let start = index
    var depth = 0
    var quote: UInt8?
    while let byte = at(index) {
      if let open = quote {
        if byte == UInt8(ascii: "\\") { index += 1 } else if byte == open { quote = nil }
      } else {
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "\""): quote = byte
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        case UInt8(ascii: ";"), UInt8(ascii: "\n"):
          let text = String(decoding: bytes[start..<index], as: UTF8.self)
          let verdict = depth > 0 ? .incomplete : compiles(text, kind.grammar)
          if verdict == .ok || verdict == .error && byte == UInt8(ascii: "\n") {
            index += 1
            return beginStatement()
          }
        default: break
        }
      }
      index += 1
    }
    index = bytes.count
    context = .lua(kind, start: start)
  }
}

/// A word that may be unfinished: its last quote may be open.
struct TypedWord {
  private struct Byte {
    let value: UInt8
    let offset: Int
    let isQuoted: Bool
  }

  /// Its offset in the line, in bytes.
  var start: Int
  private var bytes: [Byte] = []
  /// Whether it contains a quote.
  var hasQuotes = false

  init(start: Int) { self.start = start }

  /// The text, with quotes and escapes resolved.
  var text: String { String(decoding: bytes.lazy.map(\.value), as: UTF8.self) }

  /// Whether nothing was typed.
  var isEmpty: Bool { bytes.isEmpty && !hasQuotes }

  /// The word as if it ended here.
  var word: Word {
    var parts: [Word.Part] = []
    var rest = bytes[...]
    while let first = rest.first {
      let run = rest.prefix { $0.isQuoted == first.isQuoted }
      rest = rest.dropFirst(run.count)
      parts.append(
        Word.Part(
          text: String(decoding: run.map(\.value), as: UTF8.self), isQuoted: first.isQuoted,
          place: TextPosition(offset: first.offset, line: 1, column: 1)))
    }
    let place = TextPosition(offset: start, line: 1, column: 1)
    if parts.isEmpty, hasQuotes { parts = [Word.Part(text: "", isQuoted: true, place: place)] }
    return Word(parts: parts, place: place)
  }

  mutating func append(_ value: UInt8, at offset: Int, isQuoted: Bool) {
    bytes.append(Byte(value: value, offset: offset, isQuoted: isQuoted))
  }

  /// Whether it is exactly this keyword, without quotes.
  func `is`(_ keyword: String) -> Bool { !hasQuotes && text == keyword }

  /// Whether it starts with an unquoted ASCII scalar.
  func starts(with scalar: Unicode.Scalar) -> Bool {
    bytes.first.map { !$0.isQuoted && UInt32($0.value) == scalar.value } ?? false
  }

  /// Returns the rest after the last unquoted occurrence of an ASCII scalar; nil: none.
  func behindLast(_ scalar: Unicode.Scalar) -> TypedWord? {
    let index = bytes.lastIndex { !$0.isQuoted && UInt32($0.value) == scalar.value }
    guard let index else { return nil }
    var rest = TypedWord(start: bytes[index].offset + 1)
    rest.bytes = Array(bytes[(index + 1)...])
    rest.hasQuotes = hasQuotes && rest.bytes.contains(where: \.isQuoted)
    return rest
  }
}
