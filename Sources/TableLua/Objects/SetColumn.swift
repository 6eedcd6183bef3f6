import TableKit

/// What a script gives for a cell.
enum EditValue {
  /// A value, whose text follows from it.
  case value(LuaScalar)
  /// The cell of a row.
  case cell(Cell)
}

/// A column whose cells a script sets, as it is in the table so far.
///
/// A class because it reads with what the cell before was read with.
final class SetColumn {
  let column: Column
  /// Whether rows are found by it.
  let isOfKey: Bool
  /// Whether sections are a view of it.
  let makesSections: Bool
  private let name: [UInt8]
  private var reader: CellReader

  init(_ column: Column, in table: Table, isOfKey: Bool, makesSections: Bool) {
    self.column = column
    self.isOfKey = isOfKey
    self.makesSections = makesSections
    name = Array(column.name.utf8)
    reader = CellReader(table, column.id)
  }

  /// True if it has this name.
  func isNamed(_ other: UnsafeRawBufferPointer) -> Bool {
    name.withUnsafeBytes { $0.count == other.count && $0.elementsEqual(other) }
  }

  /// The cell of a row if it has a value already, however it is written; nil: it has another one.
  func held(_ row: RowID, _ value: LuaScalar, isTyped: Bool) -> Cell? {
    reader.withCell(row) { kind, bytes in
      value.isHeld(by: kind, bytes, isTyped: isTyped, as: column.typing)
        ? Cell(kind, String(decoding: bytes, as: UTF8.self)) : nil
    }
  }
}
