import BatchUpdates
import TableKit

/// A part of the visible rows: consecutive rows of a section, or of a list of rows.
struct Slice: Hashable, Sendable {
  /// The section's index; nil in a list of rows.
  let section: Int?
  /// The indexes of the visible rows.
  let rows: Range<Int>

  /// Returns the slices of a window, each with the section it is of.
  ///
  /// - Parameters:
  ///   - counts: the number of rows of each section.
  ///   - window: the visible rows, counted through all sections from 0.
  ///   - headings: the maximum number of headings of empty sections; nil: any.
  static func visible(
    of counts: some Sequence<Int>, in window: Range<Int>, headings: Int?
  ) -> [Slice] {
    var room = window.count
    var headings = headings.map { max(0, $0) } ?? Int.max
    var result: [Slice] = []
    var start = 0
    for (s, count) in counts.enumerated() {
      let end = start + count
      defer { start = end }
      if count == 0 {
        // An empty section belongs to the row before it; at the top of the table, to the top.
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
}

extension TableView {
  /// The visible slices, computed from the row counts of sections alone.
  ///
  /// - Complexity: O(sections), whatever their size.
  var slices: [Slice] {
    if let rows { return [Slice(section: nil, rows: window(of: rows.count))] }
    return Slice.visible(
      of: table.sections.lazy.map(\.count), in: window(of: table.rowCount), headings: height)
  }

  func window(of count: Int) -> Range<Int> {
    let visible = min(count, height.map { max(0, $0) } ?? count)
    let start = min(max(0, offset), count - visible)
    return start..<start + visible
  }

  /// Calls `body` with each row of a slice and its index path, until `isStopped`.
  ///
  /// - Complexity: O(rows of the slice), plus O(blocks) for each of a few rows amid a section; of a
  ///   list of many rows O(rows of the table).
  func forEachRow(of slice: Slice, _ body: (RowID, RowPath?) -> Void) {
    guard let index = slice.section else {
      let rows = Array(rows?[slice.rows] ?? [])
      let paths = table.paths(of: rows)
      for (i, row) in rows.enumerated() {
        if i & 0x3FF == 0x3FF, isStopped() { return }
        body(row, paths.count == rows.count ? paths[i] : table.path(of: row))
      }
      return
    }
    let section = table.sections[index]
    if slice.rows.count < 256 {
      for r in slice.rows { body(section.row(at: r), RowPath(index, r)) }
      return
    }
    var r = 0
    for row in section.rows {
      if r >= slice.rows.upperBound || r & 0x3FF == 0x3FF && isStopped() { break }
      if r >= slice.rows.lowerBound { body(row, RowPath(index, r)) }
      r += 1
    }
  }

  /// The visible rows, in display order.
  ///
  /// - Complexity: O(sections + visible rows).
  public var shownRows: [RowID] {
    var rows: [RowID] = []
    for slice in slices { forEachRow(of: slice) { row, _ in rows.append(row) } }
    return rows
  }

  /// The look of rows without a look of their own.
  public var plainLook: RowLook {
    look ?? RowLook(control: isEditing && selectsSeveralInEditing ? .circle : nil)
  }

  func look(of row: RowID, _ plain: RowLook) -> RowLook {
    looks.isEmpty ? plain : looks[row] ?? plain
  }

  /// Whether space is reserved for controls.
  private var hasControls: Bool {
    isEditing && (plainLook.control != nil || looks.values.contains { $0.control != nil })
  }

  /// The width before the index paths, in terminal cells.
  var frontWidth: Int {
    (hasControls ? (selectsSeveralInEditing ? 4 : 6) : 2) + (marks.isEmpty ? 0 : 4)
  }

  /// Returns how much of this width a row does not use.
  func frontSaved(by look: RowLook) -> Int {
    look.control == nil && hasControls ? (selectsSeveralInEditing ? 2 : 4) : 0
  }

  /// The columns to show.
  var shownColumns: [Column] { sidewaysColumns.shown }

  /// The columns that are left out on the left side.
  var leftColumns: [Column] { sidewaysColumns.left }

  /// The columns from the offset on, behind those of the key, which stay.
  private var sidewaysColumns: (shown: [Column], left: [Column]) {
    let all =
      columns.map { $0.compactMap(table.column) }
      ?? (hidden.isEmpty ? table.columns : table.columns.filter { !hidden.contains($0.id) })
    guard leading.isEmpty else {
      return (all.filter { leading.contains($0.id) } + all.filter { !leading.contains($0.id) }, [])
    }
    guard columnOffset > 0 else { return (all, []) }
    let others = all.filter { !table.keyColumns.contains($0.id) }
    let left = others.prefix(min(columnOffset, others.count - 1)).filter {
      !concerned.contains($0.id)
    }
    return (all.filter { column in !left.contains { $0.id == column.id } }, left)
  }

  /// Has the columns of concern follow those of the key and the first one, if they have no room where they
  /// are.
  ///
  /// - Complexity: O(columns × rows to look at), of at most a hundred.
  public mutating func leadWithConcerned() {
    let shown = shownColumns.map(\.id)
    let wanted = concerned.intersection(shown)
    guard width != nil, !wanted.isEmpty else { return }
    var part = self
    part.concerned = []
    part.columnWidth = .max
    part.height = min(height ?? .max, 100)
    let layout = TextLayout(part, part.slices, frontWidth: part.frontWidth)
    guard !wanted.isSubset(of: layout.fields.map(\.column.id)) else { return }
    leading = wanted.union(table.keyColumns).union(shown.prefix(1))
  }

  /// How many columns that are no key there are, are left out on the left side, and are left out or
  /// truncated on the right; and whether the last that is seen is truncated.
  public var sidewaysCounts: (all: Int, left: Int, right: Int, cutsLast: Bool) {
    let (shown, left) = sidewaysColumns
    let layout = TextLayout(self, slices, frontWidth: frontWidth)
    let others = (shown + left).count { !table.keyColumns.contains($0.id) }
    let right = layout.hidden.count + (layout.cutsLast ? 1 : 0)
    return (others, left.count, right, layout.cutsLast)
  }

  /// The maximum width of a cell, in terminal cells.
  var cellLimit: Int { width == nil ? .max : columnWidth }

  /// Returns the displayed text of a cell: blank for null, `""` for empty text.
  ///
  /// - Parameter limit: its maximum width; nil: that of any cell.
  func text(_ row: RowID, _ column: ColumnID, limit: Int? = nil) -> DisplayText {
    table.withCell(row, column) { kind, bytes in
      if kind == .null { return .empty }
      if kind == .text, bytes.isEmpty { return DisplayText(text: "\"\"", width: 2) }
      return DisplayText(bytes: bytes, limit: limit ?? cellLimit)
    }
  }
}
