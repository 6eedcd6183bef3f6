import TableKit

// The orders in which GROUP BY reads rows.

extension QueryTable {
  /// Returns the places of the rows in order of their cells in columns.
  ///
  /// - Complexity: O(rows + groups × log groups).
  func grouped(
    by keys: [Plan.Key]
  ) throws(EditError) -> UnsafeMutableBufferPointer<UInt32> {
    let ids = keys.map { table.columns[$0.column].id }
    let groups = try progress.inside { () throws(EditError) in
      try RowGroups(
        of: [.init(rows, of: table, by: ids)], by: .exactly, workers: .two, progress: progress)
    }
    let values = groups.firsts.map { first in keys.map { value(Int(first), $0.column) } }
    func order(_ a: Int, _ b: Int) -> Int {
      for (index, key) in keys.enumerated() {
        let order = SQLiteValue.Bound.order(values[a][index], values[b][index])
        if order != 0 { return key.isDescending ? -order : order }
      }
      return 0
    }
    let sorted = values.indices.sorted { order($0, $1) < 0 }
    // Groups with equal values, such as 1.5 and 1.50, are one.
    var (ranks, rank) = ([Int](repeating: 0, count: sorted.count), 0)
    for (last, group) in zip(sorted, sorted.dropFirst()) {
      if order(last, group) != 0 { rank += 1 }
      ranks[group] = rank
    }
    var starts = [Int](repeating: 0, count: rank + 2)
    for number in groups.numbers { starts[ranks[Int(number)] + 1] += 1 }
    for rank in 0...rank { starts[rank + 1] += starts[rank] }
    let places = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: max(1, rows.count))
    for (place, number) in groups.numbers.enumerated() {
      let rank = ranks[Int(number)]
      places.initializeElement(at: starts[rank], to: UInt32(place))
      starts[rank] += 1
    }
    return places
  }

  /// Returns the places of the rows in order of their cells in a column that `isSortable`.
  ///
  /// - Complexity: that of sorting the table.
  func sorted(
    by key: Plan.Key
  ) throws(EditError) -> UnsafeMutableBufferPointer<UInt32> {
    let column = table.columns[key.column].id
    let isNumeric = types[key.column]?.isNumeric == true
    var sorted = try progress.inside { () throws(EditError) in
      isNumeric
        ? try table.sortedRows(
          rows, by: [SortKey(column, isDescending: key.isDescending)], kinds: [.number],
          workers: .two, progress: progress)
        : try table.rowsSortedByText(
          rows, of: column, isDescending: key.isDescending, workers: .two, progress: progress)
    }
    var reader = CellReader(table, column)
    let nulls = sorted.reversed().prefix { row in reader.withCell(row) { kind, _ in kind == .null }
    }
    // For SQLite null is less than all.
    if !key.isDescending { sorted = nulls.reversed() + sorted.dropLast(nulls.count) }
    var places = [UInt32](repeating: 0, count: table.rowIDCount)
    for (place, row) in rows.enumerated() { places[Int(row.rawValue)] = UInt32(place) }
    let order = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: max(1, rows.count))
    for (index, row) in sorted.enumerated() {
      order.initializeElement(at: index, to: places[Int(row.rawValue)])
    }
    return order
  }

  private func value(_ place: Int, _ column: Int) -> SQLiteValue.Bound {
    var reader = CellReader(table, table.columns[column].id)
    return reader.withCell(rows[place]) { kind, bytes in
      switch kind {
      case .null: .null
      case .blob: SQLiteValue.bound(bytes)
      default: storages[column]?.computed(kind, bytes, long) ?? .text(Array(bytes))
      }
    }
  }

  /// The number of rows that are brought near at once.
  static let stretch: UInt32 = 64

  /// Looks at the rows that come next in an order of its own: they are far apart in memory, and SQLite
  /// would wait for each.
  func touch(_ cursor: Cursor) {
    guard let order = cursor.order, cursor.position < cursor.end,
      let column = types.firstIndex(where: { $0 != nil })
    else { return }
    let reader = cursor.readers.assumingMemoryBound(to: CellReader.self) + column
    for position in cursor.position..<min(cursor.end, cursor.position + Self.stretch) {
      touched &+= reader.pointee.raw(rows[Int(order[Int(position)])]).first ?? 0
    }
  }
}
