import TableKit

/// The texts of numbers that a query copies from cells to its result. SQLite would write some of them
/// differently, such as 1.5 for 1.50.
struct PassedOnTexts {
  /// A column that the query reads.
  struct Source {
    /// The index of its table.
    let table: Int
    let column: Column
    let type: SQLiteType
    /// The names of the table and the column, in lower case.
    let name: SQLiteStatement.Origin
  }

  /// Where the texts of a column of the result are.
  private struct Cells {
    let storage: SQLiteType.Storage
    let rows: [RowID]
    var reader: CellReader
    /// The column of the result with the number of the row; nil: none has it.
    let rowid: Int?
    /// The text of each number, where the column writes it in one way.
    lazy var texts = collected()
    let long: LongNumbers

    /// The text of a value in a row; nil: the row has another value.
    mutating func text(of value: DecimalNumber.Value, in row: RowID) -> [UInt8]? {
      reader.withCell(row) { [storage, long] kind, bytes in
        Self.value(kind, bytes, storage, long) == value ? Array(bytes) : nil
      }
    }

    private mutating func collected() -> [DecimalNumber.Value: [UInt8]?] {
      var texts: [DecimalNumber.Value: [UInt8]?] = [:]
      for row in rows {
        reader.withCell(row) { [storage, long] kind, bytes in
          guard let value = Self.value(kind, bytes, storage, long) else { return }
          switch texts[value] {
          case nil: texts[value] = .some(Array(bytes))
          case .some(let text?) where !bytes.elementsEqual(text):
            texts[value] = .some(nil)
          case .some: break
          }
        }
      }
      return texts
    }

    private static func value(
      _ kind: CellKind, _ bytes: UnsafeRawBufferPointer, _ storage: SQLiteType.Storage,
      _ long: LongNumbers
    ) -> DecimalNumber.Value? {
      switch storage.computed(kind, bytes, long) {
      case .integer(let value): .integer(Int(value))
      case .real(let value): .real(value)
      default: nil
      }
    }
  }

  /// By column of the result.
  private var cells: [Cells?]
  private let long: LongNumbers

  /// Prepares a query so that its result has the texts.
  ///
  /// - Returns: nil for the texts: SQLite writes all numbers as the cells do.
  static func prepare(
    _ text: QueryText, _ sources: [Source], of tables: [Table], _ long: LongNumbers,
    prepare: (String) throws -> SQLiteStatement
  ) throws -> (statement: SQLiteStatement, names: [String], texts: PassedOnTexts?) {
    let (sql, values) = text.replacing(long)
    let plain = try prepare(sql)
    let names = plain.columnNames
    let origins = (0..<names.count).map { column in
      plain.origin(column).flatMap { name in
        sources.first { $0.name == name && $0.type.isWrittenOtherwise }
      }
    }
    guard long.takesSums || origins.contains(where: { $0 != nil }) else {
      try plain.bind(values)
      return (plain, names, nil)
    }

    // If the query reads a table only once, the rowid tells which row a value is from.
    var (statement, rowids): (SQLiteStatement, [Int: Int]) = (plain, [:])
    let wide = QueryText(sql)
    var added: [String] = []
    for table in Set(origins.compactMap { $0?.table }).sorted() {
      guard let name = origins.lazy.compactMap({ $0 }).first(where: { $0.table == table })?.name,
        let rowid = ["_rowid_", "rowid", "oid"].first(where: { word in
          !tables[table].columns.contains { $0.name.lowercased() == word }
        })
      else { continue }
      let aliases = wide.names.filter { alias in
        let column = SQLText.name(alias) + "." + rowid
        guard let sql = wide.adding(added + [column]), let tried = try? prepare(sql) else {
          return false
        }
        return tried.origin(names.count + added.count)?.table == name.table
      }
      guard aliases.count == 1, let alias = aliases.first else { continue }
      added.append(SQLText.name(alias) + "." + rowid)
      rowids[table] = names.count + added.count - 1
    }
    if !added.isEmpty, let sql = wide.adding(added) { statement = try prepare(sql) }
    try statement.bind(values)
    let cells = origins.map { source in
      source.map { source in
        Cells(
          storage: source.type.storage, rows: tables[source.table].rowList,
          reader: CellReader(tables[source.table], source.column.id),
          rowid: rowids[source.table], long: long)
      }
    }
    return (statement, names, PassedOnTexts(cells: cells, long: long))
  }

  /// The text of a number in the current row of a statement; nil: as SQLite writes it.
  mutating func text(_ column: Int, of statement: SQLiteStatement) -> [UInt8]? {
    guard let value = statement.number(column) else { return nil }
    if let rowid = cells[column]?.rowid, let number = statement.integer(rowid),
      let row = cells[column]?.rows[Int(number) - 1],
      let text = cells[column]?.text(of: value, in: row)
    {
      return text
    }
    if let text = cells[column]?.texts[value] ?? nil { return text }
    guard case .real(let double) = value, let text = long.text(double) else { return nil }
    return Array(text.utf8)
  }
}
