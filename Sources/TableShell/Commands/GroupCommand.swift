import TableKit
import Wording

extension Command {
  /// A command that makes a table with a row for each group of rows.
  package static var group: Command {
    let aggregates = Aggregate.allCases.map { "|\($0.rawValue) COLS" }.joined()
    return Command(
      name: "group", group: .tables, summary: "group rows and summarize each group in a new table",
      synopsis: ["group [--skip-errors] by COLS [(count\(aggregates)) …]"],
      details: """
        Rows with equal cells in COLS form a group. Null is a group of its own. In a number \
        column, 1 and 1.0 are equal. Each group can have:
          count            the number of rows; this is the default
          sum mean median  of numbers; exact, but a mean may be rounded to 15 digits
          min max          the smallest and the largest cell, in the order of sort
          first last       the first and the last cell
          list             all cells, with ', ' between them
        Only count includes null cells. A text in a sum, mean or median is an error. New columns \
        have names such as pay_sum.
        The new table becomes the current one. COLS are its key, if none of them is null.
        """,
      options: [
        "skip-errors": "leave out and count cells that are no numbers"
      ],
      examples: [
        "group by team": "how many rows each team has",
        "group by team sum pay": "the total pay of each team",
        "group by team count mean pay list name": "three columns for each team",
      ],
      readOn: ["tally", "pivot", "top"], yields: true, window: .part
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      let columns = try invocation[.columnList]
      let table = document.table
      let rows = table.rowList
      let groups = try invocation.groups(of: rows, in: table, by: columns)
      var made = NewColumns(invocation, rows, columns, groups, table)
      made.addKeys()
      for item in try invocation.wantedValues() { try made.add(item) }
      let name = "\(document.shortName) by \(columns.map(\.name).joined(separator: ", "))"
      let new = try made.table(keys: columns.count)
      let near = invocation.notesOnNearValues(
        invocation.nearValues(of: columns, in: groups, of: rows, table), over: document)
      return invocation.open(made: new, as: name, notes: made.notes + near)
    }
  }
}

/// A value wanted of each group.
enum WantedValue {
  case count, aggregate(Aggregate, Column)

  /// The name of its column.
  var name: String {
    switch self {
    case .count: "count"
    case .aggregate(let aggregate, let column): "\(column.name)_\(aggregate.rawValue)"
    }
  }
}

extension Invocation {
  /// The values that `count` and `sum COLS` ask for, in order; the first columns are skipped.
  fileprivate func wantedValues() throws(CommandError) -> [WantedValue] {
    let lists: [[Column]] = try all(.columnList)
    var wanted: [WantedValue] = []
    var last: Aggregate?
    var next = 0
    for item in items {
      switch item {
      case .word("count"): wanted.append(.count)
      case .word(let word): last = Aggregate(rawValue: word)
      case .capture:
        defer { next += 1 }
        guard let last else { continue }
        wanted += lists[next].map { .aggregate(last, $0) }
      }
    }
    return wanted.isEmpty ? [.count] : wanted
  }
}

/// The columns of a table that is made of groups, as lists of cells.
struct NewColumns {
  let source: Table
  let groups: RowGroups
  private let invocation: Invocation
  private let keys: [Column]
  private var values: GroupValues
  private var names: [String] = []
  /// The columns whose least or largest cells are wanted.
  private var compared: [Column] = []
  private var lists: [MadeColumn] = []

  /// - Parameter groups: those of the rows.
  init(
    _ invocation: Invocation, _ rows: [RowID], _ keys: [Column], _ groups: RowGroups, _ table: Table
  ) {
    self.invocation = invocation
    self.keys = keys
    self.groups = groups
    source = table
    values = GroupValues(
      groups, of: rows, in: table, skipsErrors: invocation.shell.skipsErrors,
      progress: invocation.shell.progress)
  }

  /// Notes on cells that were left out, and on numbers that were compared as texts.
  var notes: [String] {
    let others = compared.filter { !keys.contains($0) }
    return source.notesOnNumbers(in: keys)
      + invocation.notesOnOrder(by: others, over: try? invocation.document()) + skippedNotes
  }

  private var skippedNotes: [String] {
    values.skippedCount == 0
      ? []
      : [
        "\(Counts.of(values.skippedCount, "cell")) left out that "
          + (values.skippedCount == 1 ? "is no number" : "are no numbers")
      ]
  }

  /// Adds the columns by which rows are grouped.
  mutating func addKeys() {
    for key in keys { add(key.name, values.keys(key.id)) }
    compared = keys
  }

  /// Adds a column with a value of each group.
  mutating func add(_ wanted: WantedValue) throws(CommandError) {
    add(wanted.name, try list(wanted))
  }

  /// A value of each group.
  mutating func list(_ wanted: WantedValue) throws(CommandError) -> CellList {
    switch wanted {
    case .count: return values.counts()
    case .aggregate(let aggregate, let column):
      if aggregate == .min || aggregate == .max, !compared.contains(column) {
        compared.append(column)
      }
      return try editing(values.values(aggregate, of: column))
    }
  }

  /// Adds a column.
  ///
  /// - Parameter picked: for each row the number of its cell in the list; nil: they stand as they are.
  mutating func add(_ name: String, _ list: CellList, picked: ArraySlice<UInt32>? = nil) {
    names.append(name)
    lists.append(MadeColumn(list, picked: picked))
  }

  /// Returns the table.
  ///
  /// - Parameter keys: so many columns are its key, if they can be.
  func table(keys: Int) throws(CommandError) -> Table {
    try demand(lists.reduce(0) { $0 + $1.byteCount } * 2)
    return try editing(
      Table(names: names, columns: lists, madeFrom: source, keys: keys, invocation.shell.progress))
  }
}
