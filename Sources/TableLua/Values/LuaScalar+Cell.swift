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
  public func cell(in table: Table, row: RowID?, column: Column) -> Cell {
    if let row, LuaScalar(table, row, column) == self { return table.cell(row, column.id) }
    return cell(isTyped: table.syntax.isTyped)
  }

  /// The cell that holds the value in a source with or without types of its own.
  func cell(isTyped: Bool) -> Cell {
    guard let text else { return .null }
    guard isTyped else { return Cell(text) }
    switch self {
    case .nil: return .null
    case .bool: return Cell(.bool, text)
    case .integer, .number: return Cell(.number, text)
    case .string: return Cell(text)
    }
  }

  /// The value of a cell as rules read it.
  init(_ table: Table, _ row: RowID, _ column: Column, kind: Column.Kind? = nil) {
    let columnKind = kind ?? table.kind(of: column)
    self = table.withCell(row, column.id) { cellKind, bytes in
      switch CellReading(columnKind, cellKind, bytes) {
      case .null: .nil
      case .bool(let value): .bool(value)
      case .integer(let value): .integer(Int(value))
      case .number(let value): .number(value)
      case .text: .string(Array(bytes))
      }
    }
  }
}
