import TableKit

extension Command {
  /// Copies rows.
  static var duplicate: Command {
    Command(
      name: "duplicate", group: .editing, summary: "insert a copy of each row right behind it",
      synopsis: ["duplicate [--dry-run] TARGET"],
      details: """
        Where rows have a key, a copy gets the next free number, or the key with ' copy' behind it.
        """,
      example: "duplicate 0:0", changes: true
    ) { invocation throws(CommandError) in
      let rows = try invocation.rows()
      let table = try invocation.document().table
      var keys = FreshKeys(table)
      var edits: [Edit] = []
      try invocation.shell.demand(rows.count * MemoryLayout<Edit>.stride)
      edits.reserveCapacity(rows.count)
      var added: [SectionID: Int] = [:]
      for (i, row) in rows.enumerated() {
        if i % 4096 == 4095 { try invocation.shell.pollLoop(at: i) }
        guard let path = table.path(of: row) else { continue }
        let section = table.sections[path.section].id
        var cells: [ColumnID: Cell] = [:]
        for column in table.columns {
          let cell = table.cell(row, column.id)
          if !cell.isNull { cells[column.id] = cell }
        }
        keys.replace(in: &cells)
        edits.append(
          .insert([cells], section: section, at: path.row + 1 + added[section, default: 0]))
        added[section, default: 0] += 1
      }
      return try invocation.perform(edits)
    }
  }
}

/// Makes keys that no row has.
private struct FreshKeys {
  private let table: Table
  private var taken: NameSet
  private var nextNumber: Int?

  init(_ table: Table) {
    self.table = table
    taken = []
    guard let column = table.keyColumns.first, table.keyColumns.count == 1 else { return }
    var largest: Int? = 0
    for row in table.allRows {
      let text = table.cell(row, column).text
      if let known = largest, let number = Int(text), String(number) == text {
        largest = max(known, number)
      } else {
        largest = nil
        break
      }
    }
    nextNumber = largest.map { $0 + 1 }
  }

  /// Gives the last key column of a copy a value of its own.
  mutating func replace(in cells: inout [ColumnID: Cell]) {
    guard let column = table.keyColumns.last else { return }
    if let number = nextNumber {
      cells[column] = Cell(cells[column]?.kind ?? .text, String(number))
      nextNumber = number + 1
      return
    }
    let others = table.keyColumns.dropLast().map { cells[$0]?.text ?? "" }
    let base = (cells[column]?.text ?? "") + " copy"
    var text = base
    var count = 1
    while taken.contains((others + [text]).joined(separator: "/"))
      || table.row(withKey: others + [text]) != nil
    {
      count += 1
      text = "\(base) \(count)"
    }
    taken.insert((others + [text]).joined(separator: "/"))
    cells[column] = Cell(text)
  }
}
