import DatabaseSupport
import Expectations
import TestSupport
import Testing

import struct TableKit.Cell
import struct TableKit.CellChange
import struct TableKit.ColumnID
import struct TableKit.Editor
import struct TableKit.RowID

@testable import TableSQLite
@testable import TableSources

/// A real database in a folder of its own, and plain SQL on it.
final class DatabaseFixture {
  /// Statements that make a table of three people.
  static let crew = """
    CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, age INTEGER);
    INSERT INTO people VALUES (1, 'Ann', 41), (2, 'Bob', 30), (3, 'Cyd', 35);
    """

  let folder: TemporaryFolder
  let path: String

  /// Makes a database with statements.
  init(_ sql: String, name: String = "crew.db") throws {
    folder = try databaseFolder()
    path = "\(folder.path)/\(name)"
    try run(sql)
  }

  /// Runs statements.
  func run(_ sql: String) throws {
    try PlainDatabase(path: path).run(sql)
  }

  /// The rows of a query, as literals of SQL.
  func rows(_ table: String, _ columns: String, order: String = "rowid") throws -> [String] {
    let quoted = columns.split(separator: ",").map { "quote(\($0))" }.joined(separator: "||' '||")
    return try PlainDatabase(path: path).texts(
      "SELECT \(quoted) FROM \(table) ORDER BY \(order)")
  }

  /// One value.
  func value(_ sql: String) throws -> String? {
    try PlainDatabase(path: path).text(sql)
  }

  /// All cells of the rows of table `t`, in no order, by a query that the program has no part in.
  func contents(_ open: OpenTable) throws -> [String] {
    let names = open.editor.table.columns.map(\.name)
    let rows = try PlainDatabase(path: path).rows(
      "SELECT \(names.joined(separator: ", ")) FROM t")
    return rows.map { row in
      row.map { value -> String in
        switch value {
        case .null: "null"
        case .integer(let number): String(number)
        case .real(let number): SQLiteValue.token(number)
        case .text(let text):
          String(decoding: SQLiteValue.raw(.text(Array(text.utf8))), as: UTF8.self)
        case .blob(let bytes):
          "x'"
            + bytes.map { byte in
              (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }.joined() + "'"
        }
      }.joined(separator: "|")
    }.sorted()
  }

  /// A table of it, open for editing.
  func open(
    _ part: String = "", _ change: (inout ReadOptions) -> Void = { _ in }
  ) throws -> OpenTable {
    var options = ReadOptions()
    change(&options)
    let loaded = try LoadedTable(path: path + part, options: options)
    return OpenTable(
      editor: Editor(table: loaded.table), origin: loaded.origin, notes: loaded.notes.map(\.text))
  }

  /// The error of opening.
  func failure(
    _ part: String = "", _ change: (inout ReadOptions) -> Void = { _ in }
  ) -> SourceError? {
    do throws(SourceError) {
      var options = ReadOptions()
      change(&options)
      _ = try LoadedTable(path: path + part, options: options)
      return nil
    } catch {
      return error
    }
  }
}

/// A table that is edited and saved as the shell does it.
struct OpenTable {
  var editor: Editor
  var origin: FileOrigin
  var notes: [String] = []

  /// The texts of all cells, null as nil.
  var texts: [[String?]] {
    editor.table.allRows.map { row in
      editor.table.cells(row).map { $0.isNull ? nil : $0.text }
    }
  }

  /// All cells of all rows, in no order.
  var contents: [String] {
    let table = editor.table
    return table.allRows.map { row in
      table.columns.map { String(decoding: table.raw(row, $0.id), as: UTF8.self) }
        .map { $0.isEmpty ? "null" : $0 }.joined(separator: "|")
    }.sorted()
  }

  /// The row with a key.
  func row(_ key: String...) throws -> RowID {
    let row = editor.table.row(withKey: key)
    return try require(row)
  }

  /// Sets a cell of the row with a key.
  mutating func set(_ key: String, _ column: String, _ cell: Cell) throws {
    try set(try row(key), column, cell)
  }

  mutating func set(_ row: RowID, _ column: String, _ cell: Cell) throws {
    let id = try require(editor.table.column(named: column)).id
    try editor.perform([.update([CellChange(row, id, cell)])], title: "edit")
  }

  mutating func delete(_ key: String) throws {
    try editor.perform([.delete([try row(key)])], title: "delete")
  }

  /// Appends a row to a section.
  mutating func insert(_ cells: [String: Cell], section: Int = 0) throws {
    var values: [ColumnID: Cell] = [:]
    for (name, cell) in cells {
      values[try require(editor.table.column(named: name)).id] = cell
    }
    let target = editor.table.sections[section]
    try editor.perform(
      [.insert([values], section: target.id, at: target.count)], title: "insert")
  }

  /// Saves, takes over what the database made of it, and answers the notes.
  @discardableResult
  mutating func save(force: Bool = false) throws -> [String] {
    let report = try origin.save(editor.table, force: force)
    if !report.stored.isEmpty { try editor.takeOver(report.stored) }
    editor.markSaved()
    return [report.sentence ?? ""] + report.notes.map(\.text)
  }

  /// The error of saving.
  mutating func failure(force: Bool = false, backupSuffix: String? = nil) -> SourceError? {
    do throws(SourceError) {
      _ = try origin.save(editor.table, force: force, backupSuffix: backupSuffix)
      return nil
    } catch {
      return error
    }
  }

  /// Reads the source again and merges it.
  mutating func reload(_ path: String) throws -> [String] {
    let fresh = try LoadedTable(path: path)
    let merged = try editor.merge(
      incoming: fresh.table, base: editor.saved, title: "reload", keepingSections: true)
    origin.adopt(fresh.origin, as: editor.saved, read: fresh.table)
    return merged.conflicts.map(\.message)
  }
}

/// A cell with a number.
func number(_ text: String) -> Cell { Cell(.number, text) }
