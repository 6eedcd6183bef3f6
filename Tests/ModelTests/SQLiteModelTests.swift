import DatabaseSupport
import TableSQLite
import TestSupport
import Testing

import struct TableKit.Cell
import struct TableKit.CellChange
import struct TableKit.ColumnID
import struct TableKit.Editor
import struct TableSources.FileTarget
import struct TableSources.LoadedTable
import enum TableSources.SourceError
import struct TableShell.Room

/// Databases, edited at random while others change them, beside a model of plain dictionaries.
struct SQLiteModelTests {
  @Test(
    "a save writes the rows that were edited and no others, or is refused where others have changed one of them"
  )
  func saves() {
    Room.installFormats(of: [.sqlite])
    Rounds.run("SQLite", few: 12, many: 1500) { random in
      var round = try DatabaseRound(&random)
      for _ in 0...random.below(3) {
        if try !round.run(&random) { return }
      }
    }
  }
}

/// A database, a table of it in the program's hands, and what each side has made of it.
private struct DatabaseRound {
  /// By key: the other values of a row, as SQL writes them.
  private typealias Rows = [String: [String]]

  private static let schemas = [
    "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b TEXT)",
    "CREATE TABLE t (id TEXT PRIMARY KEY, a, b TEXT) WITHOUT ROWID",
    "CREATE TABLE t (a, id TEXT NOT NULL PRIMARY KEY, b TEXT)",
    "CREATE TABLE t (b TEXT, a, id INTEGER PRIMARY KEY AUTOINCREMENT)",
  ]

  private let folder: TemporaryFolder
  private let database: PlainDatabase
  private let hasNumbers: Bool
  private var loaded: LoadedTable
  private var editor: Editor
  /// What both sides have seen last.
  private var base: Rows
  /// What was done, for whoever looks for a fault.
  private var log: [String]

  init(_ random: inout SeededGenerator) throws {
    folder = try TemporaryFolder()
    let schema = random.pick(Self.schemas)
    log = [schema]
    hasNumbers = schema.contains("id INTEGER")
    let path = "\(folder.path)/t.db"
    database = try PlainDatabase(path: path)
    try database.run(schema)
    for key in 0..<random.below(8) {
      let row = (Self.value(&random), Self.text(&random))
      try Self.run(
        "INSERT INTO t (id, a, b) VALUES (\(key), \(Self.literal(row.0)), \(Self.literal(row.1)))",
        in: database, &log)
    }
    loaded = try LoadedTable(path: path)
    editor = Editor(table: loaded.table)
    base = try Self.rows(of: database)
    try require(mine == base, "read as \(mine), not \(base)")
  }

  /// Edits, lets others edit, saves; answers whether that was not refused.
  mutating func run(_ random: inout SeededGenerator) throws -> Bool {
    do {
      for _ in 0...random.below(5) { try edit(&random) }
      if random.oneIn(2) { for _ in 0...random.below(3) { try editByOthers(&random) } }
      return try save()
    } catch {
      throw Mismatch("\(error)\ndone: \(log.joined(separator: "\n      "))")
    }
  }

  private mutating func save() throws -> Bool {
    let theirs = try Self.rows(of: database)
    let mine = self.mine
    let keys = Set(base.keys).union(mine.keys).union(theirs.keys)
    let touched = keys.filter { mine[$0] != base[$0] }
    let isRefused =
      touched.contains { key in
        // A row that both sides deleted is no conflict, nor a new one here with its key.
        if theirs[key] == nil, newKeys.contains(key) { return false }
        return theirs[key] != base[key] && theirs[key] != mine[key]
      } || renamedKeys.contains { theirs[$0] != base[$0] }
    log.append("save")
    do {
      let report = try loaded.origin.save(
        editor.table, to: FileTarget(loaded.origin.path ?? ""))
      if !report.stored.isEmpty { try editor.takeOver(report.stored) }
    } catch {
      guard let error = error as? SourceError, error.code == "source-changed", isRefused else {
        throw error
      }
      let now = try Self.rows(of: database)
      try require(now == theirs, "what is refused is written: \(now), not \(theirs)")
      return false
    }
    try require(!isRefused, "others have changed a row that was edited, and it is written")
    var wanted = theirs
    for key in touched { wanted[key] = mine[key] }
    let now = try Self.rows(of: database)
    try require(now == wanted, "the database holds \(now), not \(wanted)")
    loaded = try LoadedTable(path: "\(folder.path)/t.db")
    editor = Editor(table: loaded.table)
    base = wanted
    try require(self.mine == base, "read again as \(self.mine)")
    return true
  }

  // MARK: Both sides

  private static func rows(of database: PlainDatabase) throws -> Rows {
    var rows: Rows = [:]
    for row in try database.rows("SELECT id || '', quote(a), quote(b) FROM t") {
      guard case .text(let id) = row[0], case .text(let a) = row[1], case .text(let b) = row[2]
      else { throw Mismatch("a row that is no text: \(row)") }
      rows[id] = [a, b]
    }
    return rows
  }

  /// What the program's table holds.
  private var mine: Rows {
    var rows: Rows = [:]
    let columns = ["id", "a", "b"].compactMap { editor.table.column(named: $0)?.id }
    for row in editor.table.allRows {
      let cells = columns.map { editor.table.cell(row, $0) }
      rows[cells[0].text] = cells.dropFirst().map(Self.literal)
    }
    return rows
  }

  /// The keys of rows that were inserted.
  private var newKeys: Set<String> {
    guard let id = editor.table.column(named: "id")?.id else { return [] }
    let rows = editor.table.allRows.filter { !loaded.table.contains($0) }
    return Set(rows.map { editor.table.cell($0, id).text })
  }

  /// The keys of rows that have another one by now: such a row is edited, not deleted.
  private var renamedKeys: [String] {
    let (former, now) = (loaded.table, editor.table)
    guard let id = former.column(named: "id")?.id else { return [] }
    return now.allRows.compactMap { row in
      guard former.contains(row) else { return nil }
      let key = former.cell(row, id).text
      return key == now.cell(row, id).text ? nil : key
    }
  }

  private static func literal(_ cell: Cell) -> String {
    switch cell.kind {
    case .null: "NULL"
    case .number: cell.text
    default: "'" + cell.text.replacing("'", with: "''") + "'"
    }
  }

  private static func value(_ random: inout SeededGenerator) -> Cell {
    random.oneIn(2) ? text(&random) : Cell(.number, String(random.below(2000) - 1000))
  }

  private static func text(_ random: inout SeededGenerator) -> Cell {
    random.oneIn(5)
      ? .null : Cell(random.pick(["", "x", "it's", "5", "two\nlines", "é", "\u{1F600}", "NULL"]))
  }

  // MARK: Edits

  private mutating func edit(_ random: inout SeededGenerator) throws {
    let rows = Array(editor.table.allRows)
    let columns = ["id", "a", "b"].compactMap { editor.table.column(named: $0)?.id }
    let key = "\(random.below(14))"
    let keyCell = hasNumbers ? Cell(.number, key) : Cell(key)
    do {
      switch random.below(rows.isEmpty ? 1 : 7) {
      case 0, 1:
        let cells = [
          columns[0]: keyCell, columns[1]: Self.value(&random), columns[2]: Self.text(&random),
        ]
        log.append("insert \(cells)")
        try editor.perform(
          [.insert([cells], section: editor.table.sections[0].id, at: 0)], title: "insert")
      case 2:
        let row = random.pick(rows)
        log.append("delete \(editor.table.cell(row, columns[0]).text)")
        try editor.perform([.delete([row])], title: "delete")
      case 3:
        let row = random.pick(rows)
        log.append("key \(editor.table.cell(row, columns[0]).text) becomes \(key)")
        try editor.perform([.update([CellChange(row, columns[0], keyCell)])], title: "key")
      case 4:
        log.append("undo")
        try editor.undo()
      default:
        let (row, number) = (random.pick(rows), 1 + random.below(2))
        let cell = number == 1 ? Self.value(&random) : Self.text(&random)
        log.append("edit \(editor.table.cell(row, columns[0]).text) \(number)=\(cell)")
        try editor.perform([.update([CellChange(row, columns[number], cell)])], title: "edit")
      }
    } catch {
      // A key that is taken, or nothing to undo.
      log.append("refused: \(error)")
    }
  }

  private mutating func editByOthers(_ random: inout SeededGenerator) throws {
    let key = random.below(14)
    let (a, b) = (Self.literal(Self.value(&random)), Self.literal(Self.text(&random)))
    let statement = random.pick([
      "UPDATE t SET a = \(a) WHERE id = \(key)", "UPDATE t SET b = \(b) WHERE id = \(key)",
      "DELETE FROM t WHERE id = \(key)", "UPDATE t SET a = \(a) WHERE id < \(key)",
      "INSERT OR IGNORE INTO t (id, a, b) VALUES (\(key), \(a), \(b))",
    ])
    try Self.run(statement, in: database, &log)
  }

  private static func run(
    _ statement: String, in database: PlainDatabase, _ log: inout [String]
  ) throws {
    log.append("SQL: \(statement)")
    try database.run(statement)
  }
}
