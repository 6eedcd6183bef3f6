import TablePrinters

/// Lines of cells in columns, two blanks between them; what data holds is made safe to print.
///
/// On a terminal long cells are cut. Elsewhere nothing is; a long cell then hangs over, and pads no
/// other.
struct AlignedText {
  private var lines: [[DisplayText]] = []
  /// How many cells of a terminal one column may fill.
  let columnWidth: Int
  private let cuts: Bool
  /// Up to how many columns cells are padded where nothing is cut.
  private static let mostPadding = 40

  /// Creates a text without lines.
  ///
  /// - Parameter shell: where it is printed; nil: its cells are never too long.
  init(columnWidth: Int = 60, in shell: Shell? = nil) {
    self.columnWidth = columnWidth
    cuts = shell?.isOnTerminal ?? true
  }

  /// Whether there is no line.
  var isEmpty: Bool { lines.isEmpty }

  /// Adds a line.
  mutating func add(_ cells: String...) { add(cells) }

  /// Adds a line.
  mutating func add(_ cells: [String]) {
    lines.append(cells.map { DisplayText($0, limit: cuts ? columnWidth : .max) })
  }

  /// The lines, each with its line end and without blanks in front of it.
  ///
  /// - Parameter indent: blanks before each line.
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
        row += index == last ? cell.text : cell.padded(to: widths[index] + 2)
      }
      text += row + "\n"
    }
    return text
  }
}
