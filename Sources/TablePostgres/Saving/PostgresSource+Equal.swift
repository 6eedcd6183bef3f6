import Postgres
import TableKit

// Comparing values by the types of their columns, as the server has them.

extension PostgresSource {
  /// Two values of a column, as texts.
  struct Pair {
    /// The table, of several, as the column with the table of each row has it.
    let table: String?
    let column: String
    /// The values, `there` as the server shows it.
    let here, there: String
  }

  /// Whether the server has both values of each pair as one: it would store what is here as what is
  /// there, as `2024-01-02` for its midnight, or they are one number, as `5.5` and `5.50`. Texts are
  /// what they are.
  ///
  /// - Returns: for each pair; false also where the server does not say.
  func areEqual(_ pairs: [Pair]) -> [Bool] {
    var equal = [Bool](repeating: false, count: pairs.count)
    var groups: [PostgresShape.Column: [Int]] = [:]
    for (i, pair) in pairs.enumerated() {
      let part = shape?.parts.first { ($0.label ?? $0.name) == pair.table }
      guard let shape = part ?? shape,
        let number = shape.tableNames.firstIndex(where: { $0 === pair.column }),
        !shape.columns[number].isText
      else { continue }
      groups[shape.columns[number], default: []].append(i)
    }
    if groups.isEmpty { return equal }
    _ = try? inReading { (connection) throws(PostgresSourceError) in
      for (column, numbers) in groups {
        for i in Self.equal(numbers, of: pairs, column, connection) { equal[i] = true }
      }
    }
    return equal
  }

  /// Those of some pairs whose values are equal. One that cannot be read as the type is not.
  private static func equal(
    _ numbers: [Int], of pairs: [Pair], _ column: PostgresShape.Column,
    _ connection: PostgresConnection
  ) -> [Int] {
    let type = column.storedType(connection)
    func cells(_ name: String) -> (value: String, text: String) {
      let value = "x.\(name)::\(type)"
      return (value, "pg_catalog.concat(\(value)) COLLATE pg_catalog.\"C\"")
    }
    let (here, there) = (cells("a"), cells("b"))
    let sql = """
      SELECT x.i FROM ROWS FROM (pg_catalog.unnest($1::pg_catalog.text[]),
        pg_catalog.unnest($2::pg_catalog.text[])) WITH ORDINALITY AS x(a, b, i)
      WHERE \(here.text) = \(there.text)
      """ + (PostgresType.isNumeric(column.type) ? " OR \(here.value) = \(there.value)" : "")
    let arrays = [
      PostgresText.array(numbers.map { pairs[$0].here }),
      PostgresText.array(numbers.map { pairs[$0].there }),
    ]
    if let found = connection.asked(sql, arrays) {
      return (0..<found.rowCount).compactMap { found.integer($0, 0).map { numbers[$0 - 1] } }
    }
    let middle = numbers.count / 2
    if middle == 0 || !connection.isOpen { return [] }
    return equal(Array(numbers[..<middle]), of: pairs, column, connection)
      + equal(Array(numbers[middle...]), of: pairs, column, connection)
  }
}

extension PostgresShape.Column {
  /// Whether its values are texts, labels or bits, of which each is itself only.
  fileprivate var isText: Bool { declared.typing == .text }

  /// The type in SQL to which a value is rounded when it is stored.
  fileprivate func storedType(_ connection: PostgresConnection) -> String {
    guard modifier >= 0, PostgresType.isRounded(type) else { return typeName }
    let name = connection.asked(
      "SELECT pg_catalog.format_type($1::pg_catalog.oid, $2::pg_catalog.int4)",
      [String(type), String(modifier)])
    return name?.text(0, 0) ?? typeName
  }
}
