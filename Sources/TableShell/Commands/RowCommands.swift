import TableKit
import Wording

extension Command {
  /// A command that inserts a copy after each row.
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
      try demand(rows.count * MemoryLayout<Edit>.stride)
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

  /// A command that deletes rows.
  static var delete: Command {
    Command(
      name: "delete", group: .editing, summary: "delete rows",
      synopsis: ["delete [--dry-run] TARGET"], example: "delete 0:1",
      changes: true
    ) { invocation throws(CommandError) in
      let rows = try invocation.rows()
      try invocation.confirmDeleting(rows.count)
      return try invocation.perform([.delete(rows)])
    }
  }

  /// A command that deletes the selected rows, as the Delete button does.
  static var deleteSelected: Command {
    Command(
      name: "delete-selected", group: .editing,
      summary: "delete the selected rows, as the Delete button does",
      synopsis: ["delete-selected [--dry-run]"],
      details: "Works in editing mode, when something is selected.",
      example: "select 0:0; edit on; delete-selected", changes: true
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      let rows = try editing(document.controller.rowsToDelete())
      try invocation.confirmDeleting(rows.count)
      return try invocation.perform([.delete(rows)])
    }
  }

  /// A command that moves rows as a block.
  static var move: Command {
    Command(
      name: "move", group: .editing, summary: "move rows as a block",
      synopsis: ["move [--dry-run] TARGET to PATH|SECTION:end"],
      kinds: ["PATH": Slot.place.kind],
      details: """
        The first row of the block stands at PATH in the table as it is afterwards. Where sections \
        are made from a column, a row that changes its section gets that section's value.
        """,
      example: "move 0:0 to 0:1", changes: true
    ) { invocation throws(CommandError) in
      let rows = try invocation.rows()
      let destination = try invocation[.place]
      let document = try invocation.document()
      let resolver = Resolver(shell: invocation.shell, document: document)
      let s = try resolver.section(destination.section)
      let id = document.table.sections[s].id
      let leaving = rows.filter { document.table.section(of: $0) == id }.count
      let (section, index) = try resolver.place(destination, leaving: leaving, arriving: rows.count)
      return try invocation.perform([.move(rows, section: section, at: index)])
    }
  }

  /// A command that sorts the rows of each section.
  static var sort: Command {
    Command(
      name: "sort", group: .editing, summary: "sort the rows of each section, stably",
      synopsis: ["sort [--natural] [--dry-run] by COL [asc|desc], … [in SECTION]"],
      details: """
        Numbers come before text, text goes by Unicode scalar, nulls come last, with desc, too. --natural compares \
        numbers inside text as numbers.
        """,
      example: "sort by name desc", changes: true
    ) { invocation throws(CommandError) in
      let isNatural = invocation.has("--natural")
      let columns = try invocation.all(.column)
      let keys = zip(columns, invocation.follows("desc", .column)).map {
        SortKey($0.id, isDescending: $1, isNatural: isNatural)
      }
      let document = try invocation.document()
      let section = try invocation.optional(.section).map { document.table.sections[$0].id }
      return try invocation.perform([.sort(keys, section: section)])
    }
  }
}

/// A generator of keys that no row of a table has.
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

  /// Replaces the value of the last key column, so that the key is unique.
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

extension Invocation {
  /// Asks for confirmation on a terminal if more than half of the rows are to be deleted.
  ///
  /// - Throws: `declined`.
  func confirmDeleting(_ count: Int) throws(CommandError) {
    let total = try document().table.rowCount
    guard count > 1, count * 2 > total, !has("--dry-run") else { return }
    try shell.confirm("Delete \(Counts.grouped(count)) of \(Counts.of(total, "row"))?")
  }
}

extension Destination {
  /// The section of the destination.
  var section: SectionReference {
    switch self {
    case .path(let path): path.section
    case .end(let section): section
    }
  }
}
