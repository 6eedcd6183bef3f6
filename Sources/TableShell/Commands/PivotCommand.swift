import CommandLanguage
import TableKit
import Wording

extension Command {
  /// A command that makes a table whose columns are the values of a column.
  static var pivot: Command {
    let aggregates = Aggregate.allCases.map { "|\($0.rawValue)" }.joined()
    return Command(
      name: "pivot", group: .tables,
      summary: "make a table with a column for each value of a column",
      synopsis: ["pivot [--skip-errors] ROWS COLUMN VALUE [count\(aggregates)]"],
      kinds: ["ROWS": Slot.columnList.kind, "COLUMN": Slot.column.kind, "VALUE": Slot.column.kind],
      details: """
        Each group of equal cells in ROWS becomes a row. Each value of COLUMN becomes a column. \
        The cells hold VALUE, or null.
        If several rows go into one cell, name a summary, such as sum or list (help group). \
        Without a summary, this is an error.
        ROWS can be several columns with commas between them. The new table becomes the current \
        one, with ROWS as its key if they are never null.
        """,
      options: [
        "skip-errors": "leave out and count cells that are no numbers"
      ],
      examples: [
        "pivot team since pay": "pay by team and date",
        "split since by - into year,m,d; pivot year team pay sum": "sums by year and team",
      ],
      readOn: ["unpivot", "group"], yields: true, window: .part
    ) { invocation throws(CommandError) in try invocation.pivot() }
  }

  /// A command that makes a table with a row for each cell of some columns.
  static var unpivot: Command {
    Command(
      name: "unpivot", group: .tables,
      summary: "make a table with a row for each cell of some columns",
      synopsis: ["unpivot COLS into NAMES"],
      kinds: [
        "NAMES": Placeholder(
          "NAMES", "NAME,VALUE: the names of two columns", read: Slot<[Word]>.names.kind.read)
      ],
      details: """
        The new table has a row for each row and each of COLS. The new row holds the columns that \
        are not in COLS, the name of the column, and its cell. NAMES are the names of the last \
        two, with a comma between them. Null cells are kept.
        The new table becomes the current one, with row numbers as its key.
        """,
      examples: [
        "unpivot pay,since into field,value": "a row for each cell",
        "unpivot pay,since into field,value; pivot id,name,team field value": "there and back",
      ],
      readOn: ["pivot", "lists"], yields: true, window: .part
    ) { invocation throws(CommandError) in try invocation.unpivot() }
  }
}

extension Invocation {
  /// The most columns that values make.
  private static let mostColumns = 4096

  fileprivate func pivot() throws(CommandError) -> CommandResult {
    let document = try document()
    let table = document.table
    let keys = try self[.columnList]
    let columns = try all(.column)
    let rows = table.rowList
    let lines = try groups(of: rows, in: table, by: keys)
    let heads = try groups(of: rows, in: table, by: [columns[0]])
    guard heads.count <= Self.mostColumns else {
      throw refusal(
        "'\(shown: columns[0].name)' has \(Counts.grouped(heads.count)) values, and pivot makes "
          + "at most \(Counts.grouped(Self.mostColumns)) columns")
    }
    let places = try editing(RowGroups(pairing: lines, heads, progress: shell.progress))
    var values = NewColumns(self, rows, [], places, table)
    var wanted = WantedValue.aggregate(.first, columns[1])
    if let aggregate: Aggregate = choice() {
      wanted = .aggregate(aggregate, columns[1])
    } else if has("count") {
      wanted = .count
    } else {
      try checkSingle(places, rows, keys, columns, in: table)
    }
    let cells = try values.list(wanted)

    var made = NewColumns(self, rows, keys, lines, table)
    made.addKeys()
    try demand(lines.count * heads.count * (MemoryLayout<UInt32>.stride + 16))
    var pieces = [UInt32](repeating: RowGroups.none, count: lines.count * heads.count)
    for (piece, first) in places.firsts.enumerated() {
      let (line, head) = (lines.numbers[Int(first)], heads.numbers[Int(first)])
      pieces[Int(head) * lines.count + Int(line)] = UInt32(piece)
    }
    for head in 0..<heads.count {
      let own = pieces[head * lines.count..<(head + 1) * lines.count]
      let cell = table.cell(rows[Int(heads.firsts[head])], columns[0].id)
      made.add(cell.isNull ? "null" : cell.text, cells, picked: own)
    }
    let names = (keys + [columns[0]]).map(\.name).joined(separator: ", ")
    let new = try made.table(keys: keys.count)
    let notes =
      values.notes + table.notesOnNumbers(in: keys + [columns[0]])
      + notesOnNearValues(
        nearValues(of: keys, in: lines, of: rows, table)
          + nearValues(of: [columns[0]], in: heads, of: rows, table), over: document)
    return open(made: new, as: "\(document.shortName) by \(names)", notes: notes)
  }

  /// Refuses several cells for one place.
  private func checkSingle(
    _ places: RowGroups, _ rows: [RowID], _ keys: [Column], _ columns: [Column], in table: Table
  ) throws(CommandError) {
    var isTaken = [Bool](repeating: false, count: places.count)
    var reader = CellReader(table, columns[1].id)
    for (place, number) in places.numbers.enumerated() {
      if reader.withCell(rows[place], { kind, _ in kind == .null }) { continue }
      guard isTaken[Int(number)] else {
        isTaken[Int(number)] = true
        continue
      }
      let twins = places.numbers.indices.filter { places.numbers[$0] == number }.prefix(3)
      let cells = twins.map { twin in
        "'\(shown: table.cell(rows[twin], columns[1].id).text)' of \(table.address(of: rows[twin]))"
      }
      let where_ = (keys + [columns[0]]).map {
        "\(shown: $0.name) \(shown: table.cell(rows[place], $0.id).text)"
      }
      throw refusal(
        "\(where_.joined(separator: ", ")) has several cells in '\(shown: columns[1].name)': "
          + cells.joined(separator: ", "))
    }
  }

  fileprivate func unpivot() throws(CommandError) -> CommandResult {
    let document = try document()
    let table = document.table
    let columns = try self[.columnList]
    let words = captures.last { $0.kind.name == "NAMES" }?.words ?? []
    let names = try reading(NameList(words).names)
    guard names.count == 2 else {
      throw refusal("into wants two names, NAME,VALUE: one for the names, one for the cells")
    }
    for word in names { try checkColumnName(word) }
    let kept = table.columns.filter { !columns.contains($0) }
    let all = kept.map(\.name) + names.map(\.text)
    if let twice = names.first(where: { name in all.count { $0 === name.text } > 1 }) {
      throw .edit(.duplicateColumn(twice.text))
    }
    let rows = table.rowList
    var made = Table(columns: all, madeFrom: table)
    let total = rows.count * columns.count
    try demand(total * table.meanRowBytes)
    var records = RecordList(for: made, rows: total, bytes: total * table.meanRowBytes)
    var copier = RecordCopier(table, kept, for: made)
    var cells = columns.map { CellCopier(table, $0, for: made) }
    shell.progress.begin("unpivoting", .rows, total: rows.count)
    defer { shell.progress.end() }
    for (i, row) in rows.enumerated() {
      if i % 4096 == 4095 { try shell.pollLoop(at: i) }
      for (column, name) in columns.enumerated() {
        copier.add(row, to: &records)
        records.addCell(Cell(name.name))
        cells[column].add(row, to: &records)
        try editing(records.endRecord())
      }
    }
    made.fill(records)
    return open(made: made, as: "\(document.shortName) unpivoted")
  }
}
