/// What the cells of a column are, in numbers.
public struct ColumnSummary: Sendable {
  /// `number`, `text`, `boolean`, `json`, `bytes`, `mixed`, or `empty` where all are null.
  public private(set) var kind = "empty"
  /// The number of null cells.
  public private(set) var nullCount = 0
  /// The number of different cells that are not null.
  public private(set) var distinctCount = 0
  /// The first cell in the order of `sort`; nil without cells.
  public private(set) var minimum: Cell?
  /// The last cell in the order of `sort`; nil without cells.
  public private(set) var maximum: Cell?
  /// The sum, where all cells are numbers.
  public private(set) var sum: String?
  /// The mean, where all cells are numbers.
  public private(set) var mean: String?
  /// The median, where all cells are numbers.
  public private(set) var median: String?
  /// The cell that most rows have, of several the first, with their number; nil if no two rows have
  /// the same.
  public private(set) var commonest: (cell: Cell, count: Int)?

  /// Reads the cells of rows.
  ///
  /// - Parameter others: the number of further rows, which have no cell of the column.
  /// - Throws: `cancelled`.
  /// - Complexity: O(rows + different cells × log different cells).
  public init(
    of column: Column, in table: Table, rows: [RowID], others: Int = 0, workers: Workers = .one,
    progress: Progress = .none
  ) throws(EditError) {
    nullCount = others
    let groups = try RowGroups(
      rows, of: table, by: [column.id], workers: workers, progress: progress)
    var order = CellOrder(table, column, kind: groups.areNumbers == [true] ? .number : nil)
    var kinds: [CellKind] = []
    var ranks: [(rank: CellOrder.Rank, count: Int)] = []
    var sum = DecimalSum()
    for (group, size) in groups.sizes.enumerated() {
      try progress.check(at: group)
      let row = rows[Int(groups.firsts[group])]
      let kind = table.withCell(row, column.id) { kind, _ in kind }
      if kind == .null {
        nullCount += size
        continue
      }
      if !kinds.contains(kind) { kinds.append(kind) }
      if size > commonest?.count ?? 1 { commonest = (table.cell(row, column.id), size) }
      let rank = order.rank(row)
      // While the cell is near.
      if rank.isNumber, let number = number(row, column, table) { sum.add(number, times: size) }
      ranks.append((rank, size))
    }
    distinctCount = ranks.count
    guard !ranks.isEmpty else { return }
    self.kind = kinds.count > 1 ? "mixed" : Self.name(of: kinds[0])
    ranks.removeAll(where: \.rank.isNull)
    let isNumber = !ranks.isEmpty && ranks.allSatisfy(\.rank.isNumber)
    if isNumber { self.kind = "number" }
    if column.typing == .boolean { self.kind = "boolean" }
    var ends = ranks.first.map { (least: $0.rank, largest: $0.rank) }
    for (rank, _) in ranks {
      if let least = ends?.least, order.compare(rank, least) < 0 { ends?.least = rank }
      if let largest = ends?.largest, order.compare(rank, largest) > 0 { ends?.largest = rank }
    }
    minimum = ends.map { table.cell($0.least.row, column.id) }
    maximum = ends.map { table.cell($0.largest.row, column.id) }
    guard isNumber else { return }
    ranks.sort { order.compare($0.rank, $1.rank) < 0 }
    self.sum = sum.text
    mean = sum.mean()
    setMedian(ranks, column, table)
  }

  /// Summarizes columns; those of few rows on two threads, and those of many one by one, each on both.
  ///
  /// - Throws: `cancelled`.
  /// - Complexity: for each column, that of its summary.
  public static func all(
    of columns: [Column], in table: Table, workers: Workers, progress: Progress
  ) throws(EditError) -> [ColumnSummary] {
    let rows = ColumnRows(table)
    let isSplit =
      table.rowCount < workers.minimum && table.rowCount * columns.count >= workers.minimum
    let middle = isSplit ? columns.count / 2 : columns.count
    let inner = isSplit ? Workers.one : workers
    let second = SecondSummaries()
    @Sendable func summaries(
      _ columns: ArraySlice<Column>, _ progress: Progress
    ) throws(EditError) -> [ColumnSummary] {
      var summaries: [ColumnSummary] = []
      var near = ColumnByColumn(table, columns)
      for column in columns {
        let own = rows[column.id]
        summaries.append(
          try ColumnSummary(
            of: column, in: near.table(for: column), rows: own,
            others: table.rowCount - own.count, workers: inner, progress: progress))
      }
      return summaries
    }
    var first: [ColumnSummary] = []
    try workers.both(
      { () throws(EditError) in first = try summaries(columns[..<middle], progress) },
      { (progress) throws(EditError) in
        second.list = try summaries(columns[middle...], progress)
      })
    return first + second.list
  }

  /// What the second thread found; a class, because both threads refer to it.
  private final class SecondSummaries: @unchecked Sendable {
    var list: [ColumnSummary] = []
  }

  private func number(_ row: RowID, _ column: Column, _ table: Table) -> DecimalSum.Reading? {
    let isTypedByHand = column.typing == .number || column.typing == .decimal
    return table.withCell(row, column.id) {
      DecimalSum.Reading($1, takesAll: isTypedByHand || $0 == .number)
    }
  }

  /// - Parameter ranks: in order.
  private mutating func setMedian(
    _ ranks: [(rank: CellOrder.Rank, count: Int)], _ column: Column, _ table: Table
  ) {
    let total = ranks.reduce(0) { $0 + $1.count }
    func row(at place: Int) -> RowID? {
      var rest = place
      return ranks.first { entry in
        rest -= entry.count
        return rest < 0
      }?.rank.row
    }
    guard let lower = row(at: (total - 1) / 2), let upper = row(at: total / 2) else { return }
    if lower == upper {
      median = table.cell(lower, column.id).text
    } else if let a = number(lower, column, table), let b = number(upper, column, table) {
      var middle = DecimalSum()
      middle.add(a)
      middle.add(b)
      median = middle.mean()
    }
  }

  private static func name(of kind: CellKind) -> String {
    switch kind {
    case .null: "empty"
    case .text: "text"
    case .number: "number"
    case .bool: "boolean"
    case .json: "json"
    case .blob: "bytes"
    }
  }
}
