import TableKit

/// Writes a whole table in a format for people.
///
/// What it writes depends on the table alone. Nothing that data holds reaches a terminal as more
/// than text, and no markup of the data is markup of the document.
///
/// - Complexity: O(cells), and no more memory than a row takes, in two passes: one for the widths.
public struct DocumentPrinter: Sendable {
  let table: Table

  /// Creates a printer of a table.
  public init(_ table: Table) { self.table = table }

  /// Writes the table piece by piece.
  ///
  /// - Throws: what `write` throws, at once.
  public func print<Failure: Error>(
    as format: DocumentFormat, _ write: (String) throws(Failure) -> Void
  ) throws(Failure) {
    switch format {
    case .markdown: try printMarkdown(write)
    case .html: try printHTML(write)
    case .box: try printBox(write)
    case .text: try printText(write)
    }
  }

  /// Whether sections have anything to say: not the only one of a table without sections.
  var showsSections: Bool {
    guard table.sections.count == 1, let section = table.sections.first else { return true }
    return section.header != nil || section.footer != nil || section.title != Section.soleName
  }

  /// By column: whether its cells stand on the right.
  var areNumbers: [Bool] {
    table.columns.map { column in
      if column.typing == .text { return false }
      var hasNumbers = false
      for row in table.allRows {
        let isFine = table.withCell(row, column.id) { kind, bytes in
          if kind == .null { return true }
          guard kind == .number || kind == .text && PlainNumber.matches(bytes) else {
            return false
          }
          hasNumbers = true
          return true
        }
        if !isFine { return false }
      }
      return hasNumbers
    }
  }

  /// The widest of the names and cells of each column.
  func widths(_ measure: (String) -> Int) -> [Int] {
    table.columns.map { column in
      var width = measure(column.name)
      for row in table.allRows { width = max(width, measure(text(row, column.id))) }
      return width
    }
  }

  /// The text of a cell, empty for null.
  func text(_ row: RowID, _ column: ColumnID) -> String {
    table.withCell(row, column) { kind, bytes in
      kind == .null ? "" : String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The text of a cell where null and empty text differ: `""` is the empty text.
  func distinctText(_ row: RowID, _ column: ColumnID) -> String {
    table.withCell(row, column) { kind, bytes in
      if kind == .null { return "" }
      return bytes.isEmpty ? "\"\"" : String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The lines of a text; CRLF, LF and CR end one.
  static func lines(_ text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
  }
}
