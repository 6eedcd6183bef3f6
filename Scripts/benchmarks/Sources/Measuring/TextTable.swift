/// A table of results: the first columns are words, the others numbers.
public struct TextTable {
  /// How a table is written.
  public enum Style: Sendable {
    /// Columns aligned with blanks.
    case plain
    /// A table of a README.
    case markdown
  }

  private let header: [String]
  private let words: Int
  private var rows: [[String]] = []

  /// Creates a table whose first `words` columns are aligned left.
  public init(_ header: [String], words: Int) {
    self.header = header
    self.words = words
  }

  /// Adds a row; it has as many cells as the header.
  public mutating func append(_ row: [String]) {
    precondition(row.count == header.count, "\(row) is no row below \(header)")
    rows.append(row)
  }

  /// Whether there is no row.
  public var isEmpty: Bool { rows.isEmpty }

  /// The lines of the table.
  public func lines(_ style: Style) -> [String] {
    let widths = header.indices.map { column in
      ([header] + rows).map { $0[column].count }.max() ?? 0
    }
    let cells = ([header] + rows).map { row in
      row.indices.map { column -> String in
        let gap = String(repeating: " ", count: widths[column] - row[column].count)
        return column < words ? row[column] + gap : gap + row[column]
      }
    }
    switch style {
    case .plain:
      return cells.map { row in
        var line = row.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line
      }
    case .markdown:
      let rule = widths.indices.map { column in
        let line = String(repeating: "-", count: max(widths[column], 3) - 1)
        return column < words ? line + "-" : line + ":"
      }
      return ([cells[0], rule] + cells.dropFirst()).map {
        "| " + $0.joined(separator: " | ") + " |"
      }
    }
  }
}
