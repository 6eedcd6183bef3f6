extension Table {
  /// The value that a typed text becomes in a cell.
  ///
  /// In delimited text it is text. A source whose cells have kinds takes it in the cell's former
  /// kind if it fits, else in the column's; in a column that holds nothing yet it is text.
  ///
  ///     [{"id": 1, "age": null}, {"id": 2, "age": 41}]
  ///     try table.cellFitting("42", row: first, column: age)     // the number 42
  ///     try table.cellFitting("old", row: second, column: age)   // 'old' is no number
  ///
  /// - Parameters:
  ///   - row: the row whose cell it becomes, nil for a row to be inserted.
  /// - Throws: `valueDoesNotFit`, `cannotWrite`, `noSuchColumn`.
  /// - Complexity: O(1), and where the cell is null O(rows up to the column's first value): see
  ///   `leadingKind(of:)` for many cells.
  public func cellFitting(
    _ text: String, row: RowID?, column: ColumnID
  ) throws(EditError) -> Cell {
    try cellFitting(text, row: row, column: column, leadingKind: { leadingKind(of: column) })
  }

  /// Like `cellFitting(_:row:column:)`, for many cells of a column whose leading kind is known.
  public func cellFitting(
    _ text: String, row: RowID?, column: ColumnID, leadingKind: () -> CellKind?
  ) throws(EditError) -> Cell {
    guard let known = self.column(column) else { throw .noSuchColumn(column.rawValue) }
    guard syntax.isTyped else {
      let cell = Cell(text)
      guard syntax.canEncode(cell) else { throw .cannotWrite(text, column: known.name) }
      return cell
    }
    let former = row.map { cell($0, column).kind } ?? .null
    if former != .null, JSONText.fits(text, former) { return Cell(former, text) }
    let kind = leadingKind() ?? .text
    guard JSONText.fits(text, kind) else {
      throw .valueDoesNotFit(
        text, kind: former == .null ? kind : former, column: known.name,
        row: row.map(key(of:)) ?? "to be inserted")
    }
    return Cell(kind, text)
  }

  /// The kind that a column of a typed source has: what the user set it to, else that of its first
  /// cell that is not null; nil when there is none.
  ///
  /// - Complexity: O(rows up to that cell).
  public func leadingKind(of column: ColumnID) -> CellKind? {
    switch self.column(column)?.typing {
    case .number: return .number
    case .text: return .text
    case .automatic, nil: break
    }
    guard syntax.isTyped else { return .text }
    for section in sections {
      for row in section.rows {
        let kind = withCell(row, column) { kind, _ in kind }
        if kind != .null { return kind }
      }
    }
    return nil
  }
}
