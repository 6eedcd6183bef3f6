import TableKit

extension Invocation {
  /// Returns copies of rows, in order, with fresh keys.
  ///
  /// - Throws: `stopped`, `outOfMemory`.
  /// - Complexity: O(bytes), plus O(rows of the table) if it has a key.
  func copies(of rows: [RowID], in table: Table) throws(CommandError) -> RecordList {
    var keys = FreshKeys(table)
    var cells = CellList()
    if table.hasKey {
      for (i, row) in rows.enumerated() {
        if i % 4096 == 4095 { try shell.pollLoop(at: i) }
        cells.append(keys.next(after: row))
      }
    }
    let key = table.keyColumns.last.map { (column: $0, cells: cells) }
    if let shared = try editing(RecordList(sharing: rows, of: table, key: key, shell.progress)) {
      return shared
    }
    try demand(rows.count * table.meanRowBytes)
    var records = RecordList(for: table, rows: rows.count, bytes: rows.count * table.meanRowBytes)
    let columns = records.columns
    var readers = columns.map { CellReader(table, $0) }
    let (keyColumn, sectionColumn) = (table.keyColumns.last, table.sectionColumn)
    for (i, row) in rows.enumerated() {
      if i % 4096 == 4095 { try shell.pollLoop(at: i) }
      for field in columns.indices {
        let column = columns[field]
        if column == keyColumn {
          readers[field].withRawCell(row) { raw, _, _ in
            cells[i].withText { records.addCell(cells[i].kind, $0, like: raw) }
          }
        } else if column == sectionColumn {
          records.addCell(table.sectionCell(of: row))
        } else {
          readers[field].withRawCell(row) { raw, kind, text in
            let isLeftOut =
              table.hasOwnColumns && !table.hasCell(row, column)
              || (table.hasDefaultsInSource
                ? table.isLeftToSource(row, column) : raw.isEmpty)
            if kind == .null, isLeftOut {
              records.addNothing()
            } else if kind == .null {
              records.addNull(raw)
            } else {
              records.addCell(kind, text, like: raw)
            }
          }
        }
      }
      try editing(records.endRecord())
    }
    return records
  }
}

/// A generator of keys that no row of a table has.
private struct FreshKeys {
  private let table: Table
  private var taken: NameSet = []
  private var nextNumber: Int?

  init(_ table: Table) {
    self.table = table
    guard let column = table.keyColumns.first, table.keyColumns.count == 1 else { return }
    var largest = 0
    var reader = CellReader(table, column)
    for row in table.rowList {
      guard let number = reader.withCell(row, { Self.number($1) }) else { return }
      largest = max(largest, number)
    }
    nextNumber = Self.follower(of: largest)
  }

  /// Returns the number that a text is; nil if it is written in another way.
  private static func number(_ bytes: UnsafeRawBufferPointer) -> Int? {
    let text = String(decoding: bytes, as: UTF8.self)
    return Int(text).flatMap { String($0) == text ? $0 : nil }
  }

  /// Returns the number behind another one; nil if there is none: then keys are texts.
  private static func follower(of number: Int) -> Int? { number < .max ? number + 1 : nil }

  /// Returns a value of the last key column that makes the key of a copied row unique.
  mutating func next(after row: RowID) -> Cell {
    if let number = nextNumber {
      nextNumber = Self.follower(of: number)
      let kind = table.withCell(row, table.keyColumns[0]) { kind, _ in kind }
      return Cell(kind == .null ? .text : kind, String(number))
    }
    let parts = table.keyColumns.map { table.cell(row, $0) }
    let others = parts.dropLast().map(\.text)
    let base = (parts.last?.text ?? "") + " copy"
    var text = base
    var count = 1
    while taken.contains((others + [text]).joined(separator: "/"))
      || table.row(withKey: others + [text]) != nil
    {
      count += 1
      text = "\(base) \(count)"
    }
    taken.insert((others + [text]).joined(separator: "/"))
    return Cell(text)
  }
}
