/// Compares cells of a column as `sort` does: numbers, then texts by bytes, then nulls.
struct CellOrder {
  /// What is known of a cell without reading it again.
  struct Rank {
    /// 0: a number, 1: a text, 2: null.
    let place: UInt8
    /// The number.
    let number: Double
    /// Whether other numbers may be the same double.
    var isLong = false
    let row: RowID

    /// Whether it is null, or no number in a column of numbers.
    var isNull: Bool { place == 2 }
    /// Whether it is a number.
    var isNumber: Bool { place == 0 }
  }

  private var reader: CellReader
  private var other: CellReader
  private let kind: Column.Kind
  private let order: TextOrder

  /// - Parameter kind: that of the column, if it is known.
  init(_ table: Table, _ column: Column, kind: Column.Kind? = nil, workers: Workers = .one) {
    reader = CellReader(table, column.id)
    other = reader
    self.kind = kind ?? table.kind(of: column, workers: workers)
    order = column.textOrder
  }

  /// Reads the cell of a row.
  @inline(__always)
  mutating func rank(_ row: RowID) -> Rank {
    let kind = kind
    return reader.withCell(row) { cellKind, bytes in
      if cellKind == .null { return Rank(place: 2, number: 0, row: row) }
      if kind.isNumeric || (kind == .mixed && cellKind == .number) {
        if let (number, isLong) = RowSorter.number(bytes) {
          return Rank(place: 0, number: number == 0 ? 0 : number, isLong: isLong, row: row)
        }
        if kind.isNumeric { return Rank(place: 2, number: 0, row: row) }
      }
      return Rank(place: 1, number: 0, row: row)
    }
  }

  /// Compares two cells: negative if `a` comes first, zero if they are equal.
  @inline(__always)
  mutating func compare(_ a: Rank, _ b: Rank) -> Int {
    if a.place != b.place { return Int(a.place) - Int(b.place) }
    switch a.place {
    case 0 where a.number == b.number:
      return a.isLong || b.isLong ? compareNumbers(a.row, b.row) : 0
    case 0: return a.number < b.number ? -1 : 1
    case 1: return compareTexts(a.row, b.row)
    default: return 0
    }
  }

  /// Compares numbers that are one double.
  mutating func compareNumbers(_ a: RowID, _ b: RowID) -> Int {
    reader.withCell(a) { _, x in
      other.withCell(b) { _, y in
        guard let x = DecimalNumber(x), let y = DecimalNumber(y) else { return 0 }
        return DecimalNumber.compare(x, y)
      }
    }
  }

  private mutating func compareTexts(_ a: RowID, _ b: RowID) -> Int {
    let order = order
    return reader.withCell(a) { _, x in
      other.withCell(b) { _, y in
        order == .bytes ? x.order(with: y) : Self.compare(x, y, by: order)
      }
    }
  }

  private static func compare(
    _ x: UnsafeRawBufferPointer, _ y: UnsafeRawBufferPointer, by order: TextOrder
  ) -> Int {
    var (a, b): ([UInt8], [UInt8]) = ([], [])
    order.appendSortKey(of: x, to: &a)
    order.appendSortKey(of: y, to: &b)
    return a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
  }
}
