/// Parses the column declarations of a CREATE TABLE statement verbatim, because SQLite reports only
/// the type and default of a column, not its checks, collation or references.
enum SQLiteDeclarations {
  /// Returns the columns in order, each with the text after its name, without comments. Table
  /// constraints after the last column, such as composite keys, follow as if they were columns.
  ///
  /// - Parameter sql: the statement as stored in `sqlite_master`.
  /// - Complexity: O(bytes).
  static func columns(in sql: String) -> [(name: String, declaration: String)] {
    var reader = Reader(bytes: Array(sql.utf8))
    while let piece = reader.next(), piece.text != "(" {}
    var columns: [(name: String, declaration: String)] = []
    var depth = 1
    var name: String?
    var declaration = ""
    while depth > 0, let (piece, follows) = reader.next() {
      if piece == "(" { depth += 1 }
      if piece == ")" { depth -= 1 }
      if depth == 0 || (depth == 1 && piece == ",") {
        columns.append((name ?? "", declaration))
        (name, declaration) = (nil, "")
      } else if name == nil {
        name = unquoted(piece)
      } else {
        declaration += (follows || declaration.isEmpty ? "" : " ") + piece
      }
    }
    return columns
  }

  /// Returns a name without quotes.
  static func unquoted(_ name: String) -> String {
    let bytes = Array(name.utf8)
    guard bytes.count > 1, let quote = bytes.first, "\"'`[".utf8.contains(quote) else {
      return name
    }
    let inner = Array(bytes.dropFirst().dropLast())
    // A quote inside is doubled.
    let isDoubled = quote != UInt8(ascii: "[")
    return String(
      decoding: isDoubled ? inner.replacing([quote, quote], with: [quote]) : inner, as: UTF8.self)
  }

  /// Splits SQL into words, punctuation and quoted texts.
  struct Reader {
    let bytes: [UInt8]
    /// Where the last token ends.
    private(set) var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    private func at(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

    /// Returns the next token, and whether it follows the previous one without a gap.
    mutating func next() -> (text: String, follows: Bool)? {
      let end = position
      while true {
        if isBlank(at(position)) { position += 1 } else if !skipComment() { break }
      }
      guard position < bytes.count else { return nil }
      let start = position
      switch bytes[position] {
      case 0x22, 0x27, 0x60: skipQuoted(by: bytes[position])
      case 0x5B: skipQuoted(by: 0x5D)
      case let byte where isOfWord(byte): while isOfWord(at(position)) { position += 1 }
      default: position += 1
      }
      // The prefix of x'00ff' is part of the token.
      if position == start + 1, bytes[start] | 0x20 == 0x78, at(position) == 0x27 {
        skipQuoted(by: 0x27)
      }
      return (String(decoding: bytes[start..<position], as: UTF8.self), start == end)
    }

    private mutating func skipComment() -> Bool {
      if at(position) == 0x2D, at(position + 1) == 0x2D {
        while position < bytes.count, bytes[position] != 0x0A { position += 1 }
        return true
      }
      guard at(position) == 0x2F, at(position + 1) == 0x2A else { return false }
      position += 2
      while position < bytes.count, !(at(position) == 0x2A && at(position + 1) == 0x2F) {
        position += 1
      }
      position = min(bytes.count, position + 2)
      return true
    }

    private mutating func skipQuoted(by quote: UInt8) {
      position += 1
      while position < bytes.count {
        position += 1
        guard bytes[position - 1] == quote else { continue }
        if quote == 0x5D || at(position) != quote { return }
        position += 1
      }
    }

    private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private func isOfWord(_ byte: UInt8) -> Bool {
      byte >= 0x80 || byte == 0x5F || byte == 0x24 || byte == 0x2E
        || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
  }
}
