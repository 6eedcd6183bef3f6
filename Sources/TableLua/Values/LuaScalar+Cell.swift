import TableKit

extension LuaScalar {
  /// The cell that holds the value in a table.
  ///
  /// A value that the former cell has already keeps that cell, so that `pay = pay` leaves `1.10`
  /// as it is. Delimited text holds texts only; a typed source keeps booleans and numbers.
  ///
  /// - Parameters:
  ///   - table: where the cell will stand.
  ///   - row: whose cell is replaced; nil for a new row.
  ///   - column: the column of the cell.
  /// - Complexity: O(length).
  public func cell(in table: Table, row: RowID?, column: Column) -> Cell {
    if let row {
      let isSame = table.withCell(row, column.id) { kind, bytes in
        isHeld(by: kind, bytes, isTyped: table.syntax.isTyped, as: column.typing)
      }
      if isSame { return table.cell(row, column.id) }
    }
    return cell(isTyped: table.syntax.isTyped)
  }

  /// Whether a cell has this value, however it is written.
  private func isHeld(
    by kind: CellKind, _ bytes: UnsafeRawBufferPointer, isTyped: Bool, as typing: Column.Typing
  ) -> Bool {
    switch self {
    case .nil: return kind == .null
    case .bool(let value):
      return kind == .bool && CellReading(.mixed, kind, bytes) == .bool(value)
    case .string(let text):
      let hasText =
        kind == .text || kind == .json || kind == .blob || (kind != .null && typing == .text)
      return hasText && text.elementsEqual(bytes)
    case .integer, .number:
      guard kind == .number || (kind == .text && !isTyped) else { return false }
      switch (self, CellReading(.number, kind, bytes)) {
      case (.integer(let a), .integer(let b)): return a == b
      case (.integer(let a), .number(let b)): return Double(a) == b
      case (.number(let a), .integer(let b)): return a == Double(b)
      case (.number(let a), .number(let b)): return a == b
      default: return false
      }
    }
  }

  /// The cell that holds the value in a source with or without types of its own.
  func cell(isTyped: Bool) -> Cell {
    guard let text else { return .null }
    guard isTyped else { return Cell(text) }
    switch self {
    case .nil: return .null
    case .bool: return Cell(.bool, text)
    case .integer: return Cell(.number, text)
    case .number(let value): return Cell(.number, NumberText.exactText(of: value))
    case .string: return Cell(text)
    }
  }

  /// The value of a cell as rules read it.
  init(_ table: Table, _ row: RowID, _ column: ColumnID, kind: Column.Kind) {
    self = table.withCell(row, column) { cellKind, bytes in
      switch CellReading(kind, cellKind, bytes) {
      case .null: .nil
      case .bool(let value): .bool(value)
      case .integer(let value): .integer(Int(value))
      case .number(let value): .number(value)
      case .text: .string(Array(bytes))
      }
    }
  }
}
