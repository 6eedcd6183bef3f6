import TableKit

/// A table with the part of it to show, and display options.
///
/// For a terminal, `width` and `height` are set to its size; batch output keeps the defaults, 20
/// rows of at most 80 cells, so that it is the same everywhere.
public struct TableView: Sendable {
  /// The table.
  public var table: Table
  /// The rows to list in this order, without headings; nil shows the table section by section.
  public var rows: [RowID]?
  /// The columns in the order they are shown; nil shows all but the hidden ones.
  public var columns: [ColumnID]?
  /// The columns that are not shown unless `columns` names them; how many is said after the rows.
  public var hidden: Set<ColumnID> = []
  /// How many of the columns that are no key are left out on the left side.
  public var columnOffset = 0
  /// Whether it is said below the rows how those that are not seen come in sight.
  public var tellsHowToScroll = false
  /// The columns that what was done concerns: they are among those that are seen, in place of others
  /// before them.
  public var concerned: Set<ColumnID> = []
  /// The columns that stand before all others; empty: the order is that of the table.
  public var leading: Set<ColumnID> = []
  /// Whether each cell is printed in a line of its own.
  public var printsRecords = false
  /// How many rows there are where the table holds a part of them, as is said: `about 300,000`; nil: it
  /// holds all.
  public var wholeSize: String?
  /// The selected rows.
  public var selection: Selection
  /// The marked rows.
  public var marks: RowSet
  /// Whether the table is in editing mode; the status then has the Delete button.
  public var isEditing = false
  /// Whether several rows can be selected in editing mode: rows then have circles, `( )` and `(o)`,
  /// instead of a `*` if they are selected.
  public var selectsSeveralInEditing = true
  /// The look of rows without a look of their own; nil: that of the mode.
  public var look: RowLook?
  /// The looks of single rows.
  public var looks: [RowID: RowLook] = [:]
  /// The table as it was before a change: cells that are other ones since stand out; nil: nothing is
  /// pointed out.
  public var former: Table?
  /// Whether rows that are new have a `+` in front and rows with other cells a `~`, as where others
  /// have changed them.
  public var signsNews = false
  /// The index of the first visible row, from 0 over all sections (or over `rows`). Past the end
  /// the last rows are shown.
  public var offset = 0
  /// The number of visible rows, and the maximum number of headings of empty sections; nil shows
  /// all.
  public var height: Int? = 20
  /// The maximum line width, in terminal cells; nil: unlimited.
  public var width: Int? = 80
  /// The maximum width of a column, in terminal cells. Longer cells end in `…`; if the line width
  /// is unlimited they extend and shift the cells after them in the row.
  public var columnWidth = 40
  /// The columns aligned right; nil decides by the visible cells, because reading a whole column
  /// would cost O(table).
  public var numberColumns: Set<ColumnID>?
  /// Asked now and then while many rows are printed: true leaves out the others.
  public nonisolated(unsafe) var isStopped: () -> Bool = { false }

  /// Creates a view of the first rows of a table, or of a list of its rows.
  public init(
    _ table: Table, rows: [RowID]? = nil, selection: Selection = Selection(),
    marks: RowSet = RowSet()
  ) {
    self.table = table
    self.rows = rows
    self.selection = selection
    self.marks = marks
  }

  /// Moves the visible part to the first of some rows, if none of them is visible.
  ///
  /// - Complexity: O(rows to look for), plus O(blocks) for each of the first hundred.
  public mutating func reveal(_ rows: [RowID]) {
    guard rows.count > 0, let height, self.rows == nil else { return }
    let numbers = numbers(of: rows.prefix(100))
    let start = min(offset, max(0, table.rowCount - height))
    guard let first = numbers.min(), !numbers.contains(where: { start..<start + height ~= $0 })
    else { return }
    if rows.count > 100 {
      let visible = visibleRows
      if rows.contains(where: visible.contains) { return }
    }
    // With what stands before it.
    offset = max(0, min(first - 2, table.rowCount - height))
  }

  /// The number of the first visible row among some rows, counted through all sections from 0; nil:
  /// none of them is visible.
  ///
  /// - Complexity: O(rows to look for × blocks + sections).
  public func firstShown(of rows: [RowID]) -> Int? {
    guard !rows.isEmpty, self.rows == nil else { return nil }
    let window = window(of: table.rowCount)
    return numbers(of: rows[...]).filter(window.contains).min()
  }

  /// The visible rows of the table.
  private var visibleRows: Set<RowID> {
    let window = window(of: table.rowCount)
    var rows: Set<RowID> = []
    var start = 0
    for section in table.sections {
      let part = window.clamped(to: start..<start + section.count)
      for number in part { rows.insert(section.row(at: number - start)) }
      start += section.count
    }
    return rows
  }

  /// The numbers of rows of the table, counted through all sections from 0.
  private func numbers(of rows: ArraySlice<RowID>) -> [Int] {
    let starts = table.sections.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    return rows.compactMap { row in
      table.path(of: row).map { starts[$0.section] + $0.row }
    }
  }
}

/// What is shown beside the cells of a row: a control before them; an accessory, a handle and
/// buttons after them.
///
///     (-) 0:1  P1  Ann    41  >   ≡
///     (|) 0:2  P2  Ben    39  [Delete]
public struct RowLook: Hashable, Sendable {
  /// The editing control at the beginning of a row.
  public enum Control: String, Hashable, Sendable {
    /// No control, but its space.
    case blank = ""
    /// Deletes the row.
    case minus = "(-)"
    /// A tapped minus: the button to confirm is shown.
    case turned = "(|)"
    /// Inserts a row.
    case plus = "(+)"
    /// Selects the row together with others; filled if it is selected.
    case circle = "( )"
  }

  /// The control; nil for no control and no space for it, as outside editing mode.
  public var control: Control?
  /// The indentation level of the first cell.
  public var level = 0
  /// The accessory after the cells, such as `>`; empty for none.
  public var accessory = ""
  /// Whether the row has a handle for dragging.
  public var hasHandle = false
  /// The buttons, such as `[Delete]`; empty for none.
  public var buttons = ""

  /// Creates the look of a row outside editing mode.
  public init(control: Control? = nil) { self.control = control }
}

/// What a change has made of a row.
enum RowNews {
  /// It is new.
  case inserted
  /// These columns have other cells.
  case changed(Set<ColumnID>)

  /// The sign in front of it.
  var sign: String { if case .inserted = self { "+" } else { "~" } }

  /// Whether the cell of a column differs.
  func concerns(_ column: ColumnID) -> Bool {
    switch self {
    case .inserted: true
    case .changed(let columns): columns.contains(column)
    }
  }
}

extension TableView {
  /// Adds to the columns of concern those that are new since `former`, and those in which rows have
  /// another cell.
  ///
  /// - Complexity: O(columns × rows to look at), of at most a hundred.
  public mutating func concernChanges(of rows: some Sequence<RowID>) {
    guard let former else { return }
    concerned.formUnion(table.columns.lazy.map(\.id).filter { former.column($0) == nil })
    for row in rows.prefix(100) {
      if concerned.count == table.columns.count { return }
      if case .changed(let columns) = news(of: row) { concerned.formUnion(columns) }
    }
  }

  /// Returns what the change has made of a row; nil: nothing.
  ///
  /// - Complexity: O(columns).
  func news(of row: RowID) -> RowNews? {
    guard let former else { return nil }
    guard row.rawValue < former.rowIDCount, former.contains(row) else { return .inserted }
    let changed = table.columns.map(\.id).filter {
      (former.column($0) == nil ? .null : former.cell(row, $0)) != table.cell(row, $0)
    }
    return changed.isEmpty ? nil : .changed(Set(changed))
  }
}
