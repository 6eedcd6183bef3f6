import TablePrinters

/// Lines of cells in aligned columns, two spaces apart, with control characters escaped.
///
/// On a terminal long cells are truncated. Elsewhere they are kept, and do not widen their column.
struct AlignedText {
  private var lines: [[DisplayText]] = []
  /// The largest width of a column, in cells of the terminal.
  let columnWidth: Int
  private let cuts: Bool
  /// Whether the last cell of a line is not truncated, as it is to be wrapped.
  private let keepsLast: Bool
  /// The widest cell that a column is padded to where nothing is truncated.
  private static let mostPadding = 40

  /// Creates a text without lines.
  ///
  /// - Parameters:
  ///   - shell: the shell that prints it; nil: cells are truncated as on a terminal.
  ///   - keepsLast: whether the last cell of a line is not truncated.
  init(columnWidth: Int = 60, in shell: Shell? = nil, keepsLast: Bool = false) {
    self.columnWidth = columnWidth
    self.keepsLast = keepsLast
    cuts = shell?.isOnTerminal ?? true
  }

  /// Whether it has no lines.
  var isEmpty: Bool { lines.isEmpty }

  /// The width of its widest line, in cells of the terminal.
  var width: Int {
    let widths = widths { _ in true }
    return widths.reduce(0, +) + 2 * max(0, widths.count - 1)
  }

  /// The widths of the columns, as wide as the widest of the cells that count.
  private func widths(counting counts: (DisplayText) -> Bool) -> [Int] {
    lines.reduce(into: []) { widths, line in
      for (index, cell) in line.enumerated() {
        if index == widths.count { widths.append(0) }
        if counts(cell) { widths[index] = max(widths[index], cell.width) }
      }
    }
  }

  /// Adds a line of cells.
  mutating func add(_ cells: String...) { add(cells) }

  /// Adds a line of cells.
  mutating func add(_ cells: [String]) {
    lines.append(
      cells.enumerated().map { index, cell in
        let isCut = cuts && !(keepsLast && index == cells.count - 1)
        return DisplayText(line: cell, limit: isCut ? columnWidth : .max)
      })
  }

  /// Returns the lines, each with a line end and without trailing blanks.
  ///
  /// - Parameters:
  ///   - indent: the number of spaces before each line.
  ///   - width: the columns of a line, at which the last cell goes on below; nil: any.
  ///   - isTyped: whether a text is a line to type, of which no part is broken off.
  func text(
    indent: Int = 0, width: Int? = nil, keeping isTyped: (String) -> Bool = { _ in false }
  ) -> String {
    let widths = widths { cuts || $0.width <= Self.mostPadding }
    var text = ""
    for line in lines {
      var row = String(repeating: " ", count: indent)
      let last = line.lastIndex { !$0.text.isEmpty } ?? 0
      var column = indent
      for (index, cell) in line.prefix(last).enumerated() {
        // What is wider than its column is two spaces apart as well.
        let own = max(widths[index], cell.width) + 2
        row += cell.padded(to: own)
        column += own
      }
      let tail = Self.tail(line, last, column, indent, width, isTyped)
      if tail.first == "\n" { while row.last == " " { row.removeLast() } }
      text += row + tail + "\n"
    }
    return text
  }

  /// The last cell of a line, wrapped: below itself, or in lines of its own where it has no room.
  private static func tail(
    _ line: [DisplayText], _ last: Int, _ column: Int, _ indent: Int, _ width: Int?,
    _ isTyped: (String) -> Bool
  ) -> String {
    guard last < line.count else { return "" }
    let cell = line[last]
    guard let width, column + cell.width > width else { return cell.text }
    let own = indent + 4
    if last == 0 || column <= width / 2 {
      let under = last == 0 ? own : column
      return TextWrapping.hanging(
        cell.text, width: width, start: column, indent: under, keeping: isTyped)
    }
    return "\n" + String(repeating: " ", count: own)
      + TextWrapping.hanging(cell.text, width: width, start: own, indent: own, keeping: isTyped)
  }
}
