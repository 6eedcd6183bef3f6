import TableKit

/// The cells that a script has set one after the other, each once, until they are an edit.
struct PendingCells {
  /// The changes while they are few, in order.
  private var few: [CellChange] = []
  /// Many of them, column by column.
  private var columns: [ColumnCells] = []
  private var rows = RowSet()

  private struct ColumnCells {
    let column: ColumnID
    var rows: [RowID] = []
    var values = CellList()
    var members = RowSet()
  }

  /// The number of changes that are kept in order.
  private static let fewCount = 256

  /// Whether a cell of a row was set.
  func contains(_ row: RowID) -> Bool { rows.contains(row) }

  /// Whether a cell was set.
  func contains(_ row: RowID, _ column: ColumnID) -> Bool {
    guard rows.contains(row) else { return false }
    return few.contains { $0.row == row && $0.column == column }
      || columns.contains { $0.column == column && $0.members.contains(row) }
  }

  /// The value that a cell was set to, if it is found at once: what was set last, or one of few.
  func recent(_ row: RowID, _ column: ColumnID) -> Cell? {
    if let change = few.last(where: { $0.row == row && $0.column == column }) { return change.cell }
    guard let known = columns.first(where: { $0.column == column }), known.rows.last == row
    else { return nil }
    return known.values[known.rows.count - 1]
  }

  /// Adds a cell that is not among them.
  mutating func add(_ change: CellChange) {
    rows.insert(change.row)
    if columns.isEmpty, few.count < Self.fewCount { return few.append(change) }
    for change in few { addToColumn(change) }
    few.removeAll()
    addToColumn(change)
  }

  private mutating func addToColumn(_ change: CellChange) {
    let known = columns.firstIndex { $0.column == change.column }
    let index = known ?? columns.count
    if known == nil { columns.append(ColumnCells(column: change.column)) }
    columns[index].rows.append(change.row)
    columns[index].values.append(change.cell)
    columns[index].members.insert(change.row)
  }

  /// Removes all of them; returns the edits that they are.
  mutating func take() -> [Edit] {
    if few.isEmpty, columns.isEmpty { return [] }
    if !few.isEmpty {
      // Keeps the memory of the set: a script may set and read by turns.
      for change in few { rows.remove(change.row) }
      defer { few.removeAll(keepingCapacity: true) }
      return [.update(few)]
    }
    defer { self = PendingCells() }
    return columns.map { .updateColumn($0.column, of: $0.rows, to: $0.values) }
  }
}
