import BatchUpdates
import TableKit

/// Part of what is visible: consecutive rows of a section, or of a list of rows.
struct Slice: Hashable, Sendable {
  /// The section's index; nil in a list of rows.
  let section: Int?
  /// The indexes of the visible rows.
  let rows: Range<Int>
}

extension TableView {
  /// What is visible, found from the counts of sections alone.
  ///
  /// - Complexity: O(sections), whatever they hold.
  var slices: [Slice] {
    if let rows { return [Slice(section: nil, rows: window(of: rows.count))] }
    let window = window(of: table.rowCount)
    var room = window.count
    var headings = height.map { max(0, $0) } ?? Int.max
    var result: [Slice] = []
    var start = 0
    for (s, section) in table.sections.enumerated() {
      let end = start + section.count
      defer { start = end }
      if section.count == 0 {
        // An empty section belongs to the row before it, at the top of the table to the top.
        guard !result.isEmpty || window.lowerBound == 0 else { continue }
        if headings == 0 { break }
        result.append(Slice(section: s, rows: 0..<0))
        headings -= 1
      } else if end > window.lowerBound {
        if room == 0 { break }
        let first = max(start, window.lowerBound)
        let count = min(room, end - first)
        result.append(Slice(section: s, rows: first - start..<first - start + count))
        room -= count
        if first + count < end { break }
      }
    }
    return result
  }

  private func window(of count: Int) -> Range<Int> {
    let visible = min(count, height.map { max(0, $0) } ?? count)
    let start = min(max(0, offset), count - visible)
    return start..<start + visible
  }

  /// Calls `body` with each row of a slice and its path.
  ///
  /// - Complexity: O(rows of the slice), plus O(blocks) for each of a few rows amid a section.
  func forEachRow(of slice: Slice, _ body: (RowID, RowPath?) -> Void) {
    guard let index = slice.section else {
      for row in rows?[slice.rows] ?? [] { body(row, table.path(of: row)) }
      return
    }
    let section = table.sections[index]
    if slice.rows.count < 256 {
      for r in slice.rows { body(section.row(at: r), RowPath(index, r)) }
      return
    }
    var r = 0
    for row in section.rows {
      if r >= slice.rows.upperBound { break }
      if r >= slice.rows.lowerBound { body(row, RowPath(index, r)) }
      r += 1
    }
  }

  /// The rows that are visible, in the order in which they are shown.
  ///
  /// - Complexity: O(sections + visible rows).
  public var shownRows: [RowID] {
    var rows: [RowID] = []
    for slice in slices { forEachRow(of: slice) { row, _ in rows.append(row) } }
    return rows
  }

  /// What rows look like of which nobody says anything.
  public var plainLook: RowLook {
    look ?? RowLook(control: isEditing && selectsSeveralInEditing ? .circle : nil)
  }

  func look(of row: RowID, _ plain: RowLook) -> RowLook {
    looks.isEmpty ? plain : looks[row] ?? plain
  }

  /// Whether there is room for controls.
  private var hasControls: Bool {
    isEditing && (plainLook.control != nil || looks.values.contains { $0.control != nil })
  }

  /// How many columns stand before the paths.
  var frontWidth: Int {
    (hasControls ? (selectsSeveralInEditing ? 4 : 6) : 2) + (marks.isEmpty ? 0 : 4)
  }

  /// How many of them a row does without.
  func frontSaved(by look: RowLook) -> Int {
    look.control == nil && hasControls ? (selectsSeveralInEditing ? 2 : 4) : 0
  }

  /// The columns to show.
  var shownColumns: [Column] { columns.map { $0.compactMap(table.column) } ?? table.columns }

  /// How wide a cell may be.
  var cellLimit: Int { width == nil ? .max : columnWidth }

  /// A cell as it is shown: blank for null, `""` for empty text.
  func text(_ row: RowID, _ column: ColumnID) -> DisplayText {
    table.withCell(row, column) { kind, bytes in
      if kind == .null { return .empty }
      if kind == .text, bytes.isEmpty { return DisplayText(text: "\"\"", width: 2) }
      return DisplayText(bytes: bytes, limit: cellLimit)
    }
  }
}
