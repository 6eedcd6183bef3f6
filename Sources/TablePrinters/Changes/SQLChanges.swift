import TableKit

extension PlanPrinter {
  /// Writes the statements that make the same changes in a table of a database.
  static let sql = PlanPrinter(name: "sql", needsTables: true, bytesPerOperation: 1024) { printed in
    guard let (_, ends) = printed.contents else { return nil }
    return SQLChanges(ends, table: printed.title ?? "data").text
  }
}

/// The statements that make one table of another.
///
/// Rows are named by the key, or by all their cells where there is none. A row that gets another key, or
/// whose cells other rows have, too, is deleted with these and inserted again, since no other statement
/// means that row alone.
struct SQLChanges {
  private let rows: ChangedRows
  private let table: String
  /// The columns whose cells are numbers.
  private let numbers: Set<ColumnID>
  private let oldNumbers: Set<ColumnID>
  /// By column of the old table: the one of the new table.
  private let partners: [ColumnID: ColumnID]

  init(_ ends: PlanEnds, table: String) {
    rows = ChangedRows(ends)
    numbers = Self.numbers(of: ends.after)
    oldNumbers = Self.numbers(of: ends.before)
    partners = Dictionary(ends.columns.map { ($0.before, $0.after) }, uniquingKeysWith: { $1 })
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
    let replaced = replacedRows()
    var deleted: Set<String> = []
    for row in rows.deleted + replaced.compactMap({ rows.partners[$0] }) {
      let condition = condition(row)
      if deleted.insert(condition).inserted {
        lines.append("DELETE FROM \(table) WHERE \(condition);")
      }
    }
    let again = Set(replaced)
    lines += rows.changed.filter { !again.contains($0.new) }.map { change in
      let cells = change.columns.map { index in
        let column = new.columns[index]
        return "\(Self.name(column.name)) = \(value(new, change.new, column, numbers))"
      }
      return "UPDATE \(table) SET \(cells.joined(separator: ", ")) WHERE \(condition(change.old));"
    }
    let names = new.columns.map { Self.name($0.name) }.joined(separator: ", ")
    lines += (replaced + rows.inserted).map { row in
      let values = new.columns.map { value(new, row, $0, numbers) }.joined(separator: ", ")
      return "INSERT INTO \(table) (\(names)) VALUES (\(values));"
    }
    lines += rows.deletedColumns.map { "ALTER TABLE \(table) DROP COLUMN \(Self.name($0.name));" }
    if lines.isEmpty { return "" }
    return (["BEGIN;"] + lines + ["COMMIT;"]).joined(separator: "\n") + "\n"
  }

  /// The rows of the new table to delete and insert again.
  ///
  /// - Complexity: O(changed rows); without a key O(cells), if there is one.
  private func replacedRows() -> [RowID] {
    if !old.keyColumns.isEmpty {
      let key = Set(old.keyColumns.compactMap { partners[$0] })
      return rows.changed.filter { change in
        change.columns.contains { key.contains(new.columns[$0].id) }
      }.map(\.new)
    }
    let named = Set((rows.deleted + rows.changed.map(\.old)).map { identity($0) })
    if named.isEmpty { return [] }
    var counts: [String: Int] = [:]
    var alike: [(after: RowID, identity: String)] = []
    for row in old.allRows {
      let identity = identity(row)
      guard named.contains(identity) else { continue }
      counts[identity, default: 0] += 1
      if let after = rows.ends.rowAfter(Int(row.rawValue)) { alike.append((after, identity)) }
    }
    var replaced = Set(alike.filter { counts[$0.identity, default: 0] > 1 }.map(\.after))
    for change in rows.changed where named.contains(identity(change.old, now: change.new)) {
      replaced.insert(change.new)
    }
    return new.allRows.filter(replaced.contains)
  }

  /// All cells of a row of the old table, alike for values that a database takes for equal.
  ///
  /// - Parameter now: the row of the new table, whose cells are taken instead.
  private func identity(_ row: RowID, now: RowID? = nil) -> String {
    old.columns.map { column in
      let later = now.flatMap { row in partners[column.id].map { new.cell(row, $0) } }
      let cell = later ?? old.cell(row, column.id)
      if cell.isNull { return "NULL" }
      if oldNumbers.contains(column.id), let number = Double(cell.text) {
        return (Int64(cell.text) ?? Int64(exactly: number)).map { "\($0)" } ?? "\(number)"
      }
      return "'\(cell.text.utf8.count) \(cell.text)"
    }.joined(separator: " ")
  }

  /// What tells a row from others: its key, else all its cells.
  private func condition(_ row: RowID) -> String {
    let keys = old.keyColumns.isEmpty ? old.columns.map(\.id) : old.keyColumns
    return keys.compactMap(old.column).map { column in
      let now = partners[column.id].flatMap { new.column($0)?.name }
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

  private static func name(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }
}
