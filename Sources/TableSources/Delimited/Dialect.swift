import TableKit

/// How a delimited text is written: its delimiter and what it knows of quotes, escapes and
/// comments.
struct Dialect: Hashable, Sendable {
  var delimiter: UInt8
  /// Nil where quotes are ordinary bytes.
  var quote: UInt8? = 0x22
  /// What makes the next byte an ordinary one, in or out of quotes.
  var escape: UInt8?
  /// What makes a line that it begins no record.
  var comment: UInt8?

  /// Whether the fast scanner and writer do not know the dialect.
  var isUncommon: Bool { escape != nil || comment != nil }

  /// How its cells are read and written.
  func syntax(nulls: [String] = []) -> CellSyntax {
    .delimited(by: delimiter, quote: quote, nulls: nulls, escape: escape, comment: comment)
  }

  /// What two characters of the dialect are the same, if any are.
  var conflict: String? {
    let parts: [(name: String, byte: UInt8?)] = [
      ("delimiter", delimiter), ("quote", quote), ("escape character", escape),
      ("comment character", comment),
    ]
    for (i, first) in parts.enumerated() {
      for second in parts[(i + 1)...] where first.byte != nil && first.byte == second.byte {
        return "\(first.name) and \(second.name) are both \(Self.name(of: first.byte))"
      }
    }
    return nil
  }

  /// What a character of a dialect is called in messages.
  static func name(of byte: UInt8?) -> String {
    switch byte {
    case nil: "none"
    case 0x09?: "tab"
    case 0x20?: "blank"
    case let byte?: "'\(Character(UnicodeScalar(byte)))'"
    }
  }

  /// What a delimiter is called in messages.
  var delimiterName: String { Self.name(of: delimiter) }
}
