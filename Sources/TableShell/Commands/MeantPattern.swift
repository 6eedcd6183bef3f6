import CommandLanguage
import TableKit

/// What a text that no cell holds may have been meant for: the pattern of a shell, of SQL or of other tools,
/// as a regular expression.
///
///     Ber*, k%, köln|KÖLN, /berlin/i   →   ^Ber, ^k, köln|KÖLN, (?i)berlin
struct MeantPattern {
  let pattern: String

  /// - Parameter isWhole: whether it matches all of a cell that `Ber*` does, and not only its beginning.
  /// - Returns: nil if it has no sign of a pattern.
  init?(_ text: String, isWhole: Bool = false) {
    if let slashed = text.wholeMatch(of: #/\/(.+)\/([gi]*)/#) {
      pattern = (slashed.2.contains("i") ? "(?i)" : "") + slashed.1
      return
    }
    if text.contains(#/^\w.*\|\w/#) {
      pattern = text
      return
    }
    guard text.contains(#/\w/#), text.contains(#/^[*%]|[*%]$/#),
      !text.contains(#/[.)\]\\][*]|[\[\]()^$|\\]/#)
    else { return nil }
    var inner = text.map { letter in
      "*%".contains(letter) ? ".*" : #".+?{}"#.contains(letter) ? "\\\(letter)" : String(letter)
    }.joined()
    inner = "^\(inner)$"
    if !isWhole {
      if inner.hasPrefix("^.*") { inner.removeFirst(3) }
      if inner.hasSuffix(".*$") { inner.removeLast(3) }
    }
    pattern = inner
  }

  /// The regular expression that a text is, as it stands; nil: it has no sign of one.
  init?(regex text: String) {
    guard text.contains(#/\\[dwsbDWSB]|\[.+\]|[.)\]][*+]|^\^.|.\$$/#) else { return nil }
    pattern = text
  }

  /// Whether one of the first 10,000 rows has it in one of some columns.
  func isFound(in columns: [Column], of table: Table) -> Bool {
    Self.isFound(pattern, in: columns, of: table)
  }

  static func isFound(_ pattern: String, in columns: [Column], of table: Table) -> Bool {
    guard let compiled = try? Pattern(Word(quoted: pattern, at: .start)) else { return false }
    return columns.contains { column in
      var reader = CellReader(table, column.id)
      return table.allRows.prefix(ForeignColumns.sample).contains { row in
        reader.withCell(row) { kind, bytes in
          guard kind != .null, case .found = compiled.find(in: bytes) else { return false }
          return true
        }
      }
    }
  }
}
