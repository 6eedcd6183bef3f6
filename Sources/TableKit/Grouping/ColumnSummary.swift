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
    var order = CellOrder(table, column)
    var kinds: [CellKind] = []
    var ranks: [(rank: CellOrder.Rank, count: Int)] = []
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
      ranks.append((order.rank(row), size))
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
    summarizeNumbers(ranks, column, table)
  }

  private mutating func summarizeNumbers(
    _ ranks: [(rank: CellOrder.Rank, count: Int)], _ column: Column, _ table: Table
  ) {
    let isTypedByHand = column.typing == .number || column.typing == .decimal
    func number(_ row: RowID) -> DecimalSum.Reading? {
      table.withCell(row, column.id) {
        DecimalSum.Reading($1, takesAll: isTypedByHand || $0 == .number)
      }
    }
    var sum = DecimalSum()
    for (rank, count) in ranks {
      if let number = number(rank.row) { sum.add(number, times: count) }
    }
    self.sum = sum.text
    mean = sum.mean()
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
    } else if let a = number(lower), let b = number(upper) {
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
