import Wording

/// A value made of the cells that a group of rows has in a column. Nulls are left out.
public enum Aggregate: String, CaseIterable, Sendable {
  /// The sum, exact.
  case sum
  /// The arithmetic mean: exact, or rounded to 15 digits, or to as many as the numbers have.
  case mean
  /// The first cell in the order of `sort`.
  case min
  /// The last cell in the order of `sort`.
  case max
  /// The middle number, or the mean of the two in the middle.
  case median
  /// The cell of the first row that has one.
  case first
  /// The cell of the last row that has one.
  case last
  /// The texts of all cells, with `, ` between them.
  case list
}

/// Makes a value of each group of rows.
public struct GroupValues {
  /// The groups.
  public let groups: RowGroups
  /// The number of cells left out because they are no numbers.
  public var skippedCount: Int { skipped.values.reduce(0, +) }
  private var skipped: [ColumnID: Int] = [:]
  /// The sums of the column that was added up last.
  private var summed: (column: ColumnID, sums: [DecimalSum])?
  private let table: Table
  private let rows: [RowID]
  private let skipsErrors: Bool
  private let progress: Progress

  /// - Parameters:
  ///   - rows: those that were grouped.
  ///   - skipsErrors: whether a cell that is no number is left out of sums, means and medians
  ///     rather than an error.
  public init(
    _ groups: RowGroups, of rows: [RowID], in table: Table, skipsErrors: Bool = false,
    progress: Progress = .none
  ) {
    self.groups = groups
    self.rows = rows
    self.table = table
    self.skipsErrors = skipsErrors
    self.progress = progress
  }

  /// Returns a value for each group; null where all its cells are.
  ///
  /// - Throws: `refused` for the first cell that is no number, where numbers are needed;
  ///   `cancelled`.
  /// - Complexity: O(rows); of texts, `min` and `max` compare bytes.
  public mutating func values(
    _ aggregate: Aggregate, of column: Column
  ) throws(EditError) -> CellList {
    switch aggregate {
    case .sum: try sums(column) { $0.writeSum(into: &$1) }
    case .mean: try sums(column) { $0.writeMean(into: &$1) }
    case .min: try extremes(column, sign: 1)
    case .max: try extremes(column, sign: -1)
    case .median: try medians(column)
    case .first: try ends(column, takesLast: false)
    case .last: try ends(column, takesLast: true)
    case .list: try lists(column)
    }
  }

  /// Returns the number of rows of each group.
  public func counts() -> CellList {
    var list = CellList()
    list.reserve(groups.count, bytes: groups.count * 2)
    var text: [UInt8] = []
    for size in groups.sizes {
      text.removeAll(keepingCapacity: true)
      text += String(size).utf8
      text.withUnsafeBytes { list.append(.number, $0) }
    }
    return list
  }

  /// The cells of the first row of each group.
  public func keys(_ column: ColumnID) -> CellList { cells(column, at: groups.firsts) }

  private func cells(_ column: ColumnID, at places: [UInt32]) -> CellList {
    var list = CellList()
    var reader = CellReader(table, column)
    for place in places {
      if place == RowGroups.none {
        list.append(.null)
      } else {
        reader.withCell(rows[Int(place)]) { list.append($0, $1) }
      }
    }
    return list
  }

  /// Calls a body with the group, the place and the number of each cell that is not null.
  private mutating func forEachNumber(
    in column: Column, _ body: (_ group: Int, _ place: Int, DecimalSum.Reading) -> Void
  ) throws(EditError) {
    var reader = CellReader(table, column.id)
    let (isTyped, isForced) = (
      table.syntax.isTyped, column.typing == .number || column.typing == .decimal
    )
    var skippedHere = 0
    progress.begin("reading \(column.name)", .rows, total: rows.count)
    defer { progress.end() }
    for (place, row) in rows.enumerated() {
      try progress.check(at: place)
      let group = groups.numbers[place]
      if group == RowGroups.none { continue }
      let isFine = reader.withCell(row) { kind, bytes in
        if kind == .null { return true }
        let mayBe = !isTyped || kind == .number || isForced
        guard mayBe,
          let number = DecimalSum.Reading(bytes, takesAll: isForced || kind == .number)
        else { return isForced }
        body(Int(group), place, number)
        return true
      }
      if isFine { continue }
      guard skipsErrors else { throw notANumber(row, column) }
      skippedHere += 1
    }
    skipped[column.id] = skippedHere
  }

  private func notANumber(_ row: RowID, _ column: Column) -> EditError {
    let text = table.cell(row, column.id).text
    let path = table.path(of: row).map { "\($0)" } ?? ""
    let others = table.nonNumbers(in: column).flatMap {
      !$0.areCodes && ($0.areFew || $0.areAmounts) ? $0.mend : nil
    }
    return .refused(
      "'\(shown: text)' is not a number: '\(shown: column.name)' of row \(path) @\(table.key(of: row))",
      hint: (others.map { "\($0), or " } ?? "") + "--skip-errors leaves such cells out")
  }

  private mutating func sums(
    _ column: Column, _ write: (DecimalSum, inout [UInt8]) -> Void
  ) throws(EditError) -> CellList {
    if summed?.column != column.id {
      var sums = [DecimalSum](repeating: DecimalSum(), count: groups.count)
      try forEachNumber(in: column) { group, _, number in sums[group].add(number) }
      summed = (column.id, sums)
    }
    var list = CellList()
    list.reserve(groups.count, bytes: groups.count * 8)
    var text: [UInt8] = []
    for sum in summed?.sums ?? [] {
      text.removeAll(keepingCapacity: true)
      write(sum, &text)
      text.withUnsafeBytes { list.append(sum.count == 0 ? .null : .number, $0) }
    }
    return list
  }

  private func extremes(_ column: Column, sign: Int) throws(EditError) -> CellList {
    var order = CellOrder(table, column)
    var best = [CellOrder.Rank?](repeating: nil, count: groups.count)
    var places = [UInt32](repeating: RowGroups.none, count: groups.count)
    for (place, row) in rows.enumerated() {
      try progress.check(at: place)
      let number = groups.numbers[place]
      let rank = order.rank(row)
      if rank.isNull || number == RowGroups.none { continue }
      let group = Int(number)
      if let known = best[group], order.compare(rank, known) * sign >= 0 { continue }
      best[group] = rank
      places[group] = UInt32(place)
    }
    return cells(column.id, at: places)
  }

  private func ends(_ column: Column, takesLast: Bool) throws(EditError) -> CellList {
    var reader = CellReader(table, column.id)
    var places = [UInt32](repeating: RowGroups.none, count: groups.count)
    for (place, row) in rows.enumerated() {
      try progress.check(at: place)
      let group = groups.numbers[place]
      if group == RowGroups.none || !takesLast && places[Int(group)] != RowGroups.none { continue }
      if reader.withCell(row, { kind, _ in kind != .null }) { places[Int(group)] = UInt32(place) }
    }
    return cells(column.id, at: places)
  }

  private func lists(_ column: Column) throws(EditError) -> CellList {
    var reader = CellReader(table, column.id)
    let members = groups.members()
    var list = CellList()
    var text: [UInt8] = []
    var done = 0
    for group in 0..<groups.count {
      var count = 0
      text.removeAll(keepingCapacity: true)
      for place in members[group] {
        done += 1
        try progress.check(at: done)
        reader.withCell(rows[Int(place)]) { kind, bytes in
          if kind == .null { return }
          if count > 0 { text += ", ".utf8 }
          count += 1
          text.append(contentsOf: bytes)
        }
      }
      if count == 0 {
        list.append(.null)
      } else {
        text.withUnsafeBytes { list.append(.text, $0) }
      }
    }
    return list
  }

  private mutating func medians(_ column: Column) throws(EditError) -> CellList {
    var values = [Double](repeating: .nan, count: rows.count)
    var isExact = true
    try forEachNumber(in: column) { _, place, number in
      values[place] = number.approximate
      if !number.isShort { isExact = false }
    }
    if !isExact { rank(&values, column) }
    var ends = [Int](repeating: 0, count: groups.count + 1)
    for (place, value) in values.enumerated() where !value.isNaN {
      ends[Int(groups.numbers[place]) + 1] += 1
    }
    for group in 0..<groups.count { ends[group + 1] += ends[group] }
    let starts = ends
    var sorted = [(value: Double, place: UInt32)](repeating: (0, 0), count: ends[groups.count])
    for (place, value) in values.enumerated() where !value.isNaN {
      let group = Int(groups.numbers[place])
      sorted[ends[group]] = (value, UInt32(place))
      ends[group] += 1
    }
    var middles: [(lower: UInt32, upper: UInt32)] = []
    middles.reserveCapacity(groups.count)
    for group in 0..<groups.count {
      try progress.check(at: group)
      middles.append(
        sorted.withUnsafeMutableBufferPointer {
          Self.middle(of: $0, starts[group]..<starts[group + 1])
        })
    }
    return try means(of: middles, column.id)
  }

  /// Puts the ranks of numbers in place of doubles, of which several numbers may have the same.
  private func rank(_ values: inout [Double], _ column: Column) {
    var order = CellOrder(table, column)
    let known = values
    let places = values.indices.filter { !known[$0].isNaN }.sorted { a, b in
      known[a] == known[b] ? order.compareNumbers(rows[a], rows[b]) < 0 : known[a] < known[b]
    }
    for (rank, place) in places.enumerated() { values[place] = Double(rank) }
  }

  /// The places of the one or two middle elements; `none` without elements.
  private static func middle(
    of values: UnsafeMutableBufferPointer<(value: Double, place: UInt32)>, _ range: Range<Int>
  ) -> (lower: UInt32, upper: UInt32) {
    if range.isEmpty { return (RowGroups.none, RowGroups.none) }
    let upper = range.lowerBound + range.count / 2
    select(upper, in: values, range)
    var lower = upper
    if range.count % 2 == 0 {
      lower = range.lowerBound
      for index in range.lowerBound..<upper where values[index].value > values[lower].value {
        lower = index
      }
    }
    return (values[lower].place, values[upper].place)
  }

  /// The means of the numbers at two places each; of one place, its text.
  private func means(
    of pairs: [(lower: UInt32, upper: UInt32)], _ column: ColumnID
  ) throws(EditError) -> CellList {
    var reader = CellReader(table, column)
    var list = CellList()
    list.reserve(pairs.count, bytes: pairs.count * 8)
    var text: [UInt8] = []
    for (group, pair) in pairs.enumerated() {
      try progress.check(at: group)
      if pair.upper == RowGroups.none {
        list.append(.null)
        continue
      }
      var sum = DecimalSum()
      reader.withCell(rows[Int(pair.upper)]) { _, bytes in
        if pair.lower == pair.upper, JSONText.fits(bytes, .number) {
          list.append(.number, bytes)
        } else if let number = DecimalSum.Reading(bytes, takesAll: true) {
          sum.add(number)
        }
      }
      if sum.count == 0 { continue }
      if pair.lower != pair.upper {
        reader.withCell(rows[Int(pair.lower)]) { _, bytes in
          if let number = DecimalSum.Reading(bytes, takesAll: true) { sum.add(number) }
        }
      }
      text.removeAll(keepingCapacity: true)
      sum.writeMean(into: &text)
      text.withUnsafeBytes { list.append(.number, $0) }
    }
    return list
  }

  /// Puts the element that belongs at an index there, smaller ones before it and larger ones behind.
  ///
  /// - Complexity: O(range) on average.
  private static func select(
    _ index: Int, in values: UnsafeMutableBufferPointer<(value: Double, place: UInt32)>,
    _ range: Range<Int>
  ) {
    var (low, high) = (range.lowerBound, range.upperBound - 1)
    while low < high {
      let pivot = values[low + (high - low) / 2].value
      var (i, j) = (low, high)
      while i <= j {
        while values[i].value < pivot { i += 1 }
        while values[j].value > pivot { j -= 1 }
        if i <= j {
          values.swapAt(i, j)
          i += 1
          j -= 1
        }
      }
      if index <= j { high = j } else if index >= i { low = i } else { return }
    }
  }
}
