import TablePrinters

/// Lines of cells in aligned columns, two spaces apart, with control characters escaped.
///
/// On a terminal long cells are truncated. Elsewhere they are kept, and do not widen their column.
struct AlignedText {
  private var lines: [[DisplayText]] = []
  /// The largest width of a column, in cells of the terminal.
  let columnWidth: Int
  private let cuts: Bool
  /// The widest cell that a column is padded to where nothing is truncated.
  private static let mostPadding = 40

  /// Creates a text without lines.
  ///
  /// - Parameter shell: the shell that prints it; nil: cells are truncated as on a terminal.
  init(columnWidth: Int = 60, in shell: Shell? = nil) {
    self.columnWidth = columnWidth
    cuts = shell?.isOnTerminal ?? true
  }

  /// Whether it has no lines.
  var isEmpty: Bool { lines.isEmpty }

  /// Adds a line of cells.
  mutating func add(_ cells: String...) { add(cells) }

  /// Adds a line of cells.
  mutating func add(_ cells: [String]) {
    lines.append(cells.map { DisplayText($0, limit: cuts ? columnWidth : .max) })
  }

  /// Returns the lines, each with a line end and without trailing blanks.
  ///
  /// - Parameter indent: the number of spaces before each line.
  func text(indent: Int = 0) -> String {
    var widths: [Int] = []
    for line in lines {
      for (index, cell) in line.enumerated() {
        if index == widths.count { widths.append(0) }
        if cuts || cell.width <= Self.mostPadding {
          widths[index] = max(widths[index], cell.width)
        }
      }
    }
    var text = ""
    for line in lines {
      var row = String(repeating: " ", count: indent)
      let last = line.lastIndex { !$0.text.isEmpty } ?? 0
      for (index, cell) in line.prefix(last + 1).enumerated() {
        // What is wider than its column is two spaces apart as well.
        row += index == last ? cell.text : cell.padded(to: max(widths[index], cell.width) + 2)
      }
      text += row + "\n"
    }
    return text
  }
}
