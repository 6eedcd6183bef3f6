import TableKit

extension PlanPrinter {
  /// Writes the statements that make the same changes in a table of a database.
  static let sql = PlanPrinter(name: "sql", needsTables: true, bytesPerOperation: 1024) { printed in
    guard let (_, ends) = printed.contents else { return nil }
    return SQLChanges(ends, table: printed.title ?? "data").text
  }
}

/// The statements that make one table of another.
struct SQLChanges {
  private let rows: ChangedRows
  private let table: String
  /// The columns whose cells are numbers.
  private let numbers: Set<ColumnID>
  private let oldNumbers: Set<ColumnID>

  init(_ ends: PlanEnds, table: String) {
    rows = ChangedRows(ends)
    numbers = Self.numbers(of: ends.after)
    oldNumbers = Self.numbers(of: ends.before)
    self.table = Self.name(table)
  }

  private var old: Table { rows.ends.before }
  private var new: Table { rows.ends.after }

  var text: String {
    var lines: [String] = []
    for column in new.columns {
      guard let former = rows.former(of: column) else {
        lines.append("ALTER TABLE \(table) ADD COLUMN \(Self.name(column.name)) TEXT;")
        continue
      }
      if former.name != column.name {
        lines.append(
          "ALTER TABLE \(table) RENAME COLUMN \(Self.name(former.name)) TO \(Self.name(column.name));"
        )
      }
    }
    lines += rows.deleted.map { "DELETE FROM \(table) WHERE \(condition($0));" }
    lines += rows.changed.map { change in
      let cells = change.columns.map { index in
        let column = new.columns[index]
        return "\(Self.name(column.name)) = \(value(new, change.new, column, numbers))"
      }
      return "UPDATE \(table) SET \(cells.joined(separator: ", ")) WHERE \(condition(change.old));"
    }
    let names = new.columns.map { Self.name($0.name) }.joined(separator: ", ")
    lines += rows.inserted.map { row in
      let values = new.columns.map { value(new, row, $0, numbers) }.joined(separator: ", ")
      return "INSERT INTO \(table) (\(names)) VALUES (\(values));"
    }
    lines += rows.deletedColumns.map { "ALTER TABLE \(table) DROP COLUMN \(Self.name($0.name));" }
    if lines.isEmpty { return "" }
    return (["BEGIN;"] + lines + ["COMMIT;"]).joined(separator: "\n") + "\n"
  }

  /// What tells a row from others: its key, else all its cells.
  private func condition(_ row: RowID) -> String {
    let keys = old.keyColumns.isEmpty ? old.columns.map(\.id) : old.keyColumns
    return keys.compactMap(old.column).map { column in
      let now = rows.ends.columns.first { $0.before == column.id }
        .flatMap { new.column($0.after)?.name }
      let name = Self.name(now ?? column.name)
      let value = value(old, row, column, oldNumbers)
      return value == "NULL" ? "\(name) IS NULL" : "\(name) = \(value)"
    }.joined(separator: " AND ")
  }

  private func value(
    _ table: Table, _ row: RowID, _ column: Column, _ numbers: Set<ColumnID>
  ) -> String {
    let cell = table.cell(row, column.id)
    if cell.isNull { return "NULL" }
    if numbers.contains(column.id), Double(cell.text)?.isFinite == true { return cell.text }
    return "'\(cell.text.replacing("'", with: "''"))'"
  }

  private static func numbers(of table: Table) -> Set<ColumnID> {
    Set(table.columns.filter { table.kind(of: $0).isNumeric }.map(\.id))
  }

  private static func name(_ name: String) -> String {
    "\"\(name.replacing("\"", with: "\"\""))\""
  }
}
