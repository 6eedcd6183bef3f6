extension RecordWriter {
  /// Writes an open conflict.
  mutating func conflict(_ conflict: MergeConflict) {
    text(conflict.kind.rawValue)
    text(conflict.key)
    optional(conflict.column)
    for cell in [conflict.base, conflict.local, conflict.remote] {
      flag(cell != nil)
      if let cell { self.cell(cell) }
    }
    for number in [
      conflict.row.map { Int($0.rawValue) }, conflict.columnID?.rawValue,
      conflict.section.map { Int($0.rawValue) },
    ] { count(number.map { $0 + 1 } ?? 0) }
  }

  /// Writes the value of a cell.
  mutating func cell(_ cell: Cell) {
    count(Int(cell.kind.rawValue))
    text(cell.text)
  }
}

extension RecordReader {
  /// Reads what `RecordWriter.conflict` wrote.
  mutating func conflict() throws(RecordError) -> MergeConflict {
    guard let kind = MergeConflict.Kind(rawValue: try text()) else { throw .malformed }
    var conflict = MergeConflict(kind: kind, key: try text(), column: try optional())
    conflict.base = try optionalCell()
    conflict.local = try optionalCell()
    conflict.remote = try optionalCell()
    conflict.row = try optionalNumber().map { RowID(UInt32($0)) }
    conflict.columnID = try optionalNumber().map { ColumnID($0) }
    conflict.section = try optionalNumber().map { SectionID(UInt32($0)) }
    return conflict
  }

  private mutating func optionalCell() throws(RecordError) -> Cell? {
    try flag() ? try cell() : nil
  }

  /// Reads the value of a cell.
  mutating func cell() throws(RecordError) -> Cell {
    let number = try count(below: Int(UInt8.max))
    guard let kind = CellKind(rawValue: UInt8(number)) else { throw .malformed }
    return Cell(kind, try text())
  }

  private mutating func optionalNumber() throws(RecordError) -> Int? {
    let number = try count()
    return number == 0 ? nil : number - 1
  }
}
