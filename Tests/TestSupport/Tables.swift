import TableKit

/// Makes small tables from text, as the worked examples of the specification write them:
/// `A(a b c) B(d e)` is a table of two sections whose rows have those keys in column `id` and the
/// same text in column `name`.
public enum Tables {
  /// The table that a text draws.
  public static func table(_ text: String, syntax: CellSyntax = .delimited()) -> Table {
    let sections = text.split(separator: ")").map { part in
      let halves = part.split(separator: "(", omittingEmptySubsequences: false)
      let rows = halves.count > 1 ? halves[1].split(separator: " ").map(String.init) : []
      return (
        halves[0].filter { $0 != " " },
        rows.map { row in
          let raw = syntax.isTyped ? JSONText.quoted(row) : row
          return [raw, raw]
        }
      )
    }
    return table(columns: ["id", "name"], sections: sections, syntax: syntax)
  }

  /// A table of raw cells, the bytes as a source writes them; the first column is the key.
  ///
  /// - Parameter key: how many leading columns identify a row.
  public static func table(
    columns: [String], sections: [(name: String, rows: [[String]])],
    syntax: CellSyntax = .delimited(), key: Int = 1
  ) -> Table {
    var bytes: [UInt8] = []
    var starts: [UInt32] = [0]
    var ends: [UInt32] = []
    for row in sections.flatMap(\.rows) {
      for (i, raw) in row.enumerated() {
        bytes += Array(raw.utf8)
        ends.append(UInt32(bytes.count))
        bytes.append(i == row.count - 1 ? 0x0A : 0x2C)
      }
      starts.append(UInt32(bytes.count))
    }
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
    bytes.withUnsafeBytes {
      if let base = $0.baseAddress { buffer.copyMemory(from: base, byteCount: $0.count) }
    }
    let fields = columns.indices.map { ColumnID($0) }
    let chunk = Chunk(
      syntax: syntax, fields: fields, taking: buffer, count: bytes.count, starts: starts,
      ends: ends)
    var table = Table(
      columns: columns, chunk: chunk,
      sections: sections.map { Table.SectionRecords(name: $0.name, count: $0.rows.count) })
    table.setKey(Array(fields.prefix(key)))
    return table
  }

  /// A table drawn as text.
  public static func drawing(_ table: Table) -> String {
    table.sections.map { section in
      section.name + "(" + section.rows.map { table.key(of: $0) }.joined(separator: " ") + ")"
    }.joined(separator: " ")
  }

  /// The raw cells of a row, column by column.
  public static func raws(_ table: Table, _ row: RowID) -> [String] {
    table.columns.map { String(decoding: table.raw(row, $0.id), as: UTF8.self) }
  }

  /// The table as its source would be read after a save: fresh identities, the same raw cells.
  public static func reloaded(_ table: Table) -> Table {
    var sections = table.sections.map { section in
      (name: section.name, rows: section.rows.map { raws(table, $0) })
    }
    if table.sectionColumn != nil {
      sections = [(name: "all", rows: table.sourceOrder.map { raws(table, $0) })]
    }
    var fresh = Self.table(
      columns: table.columns.map(\.name), sections: sections, syntax: table.syntax, key: 0)
    fresh.setKey(
      table.keyColumns.compactMap { key in
        table.columns.firstIndex { $0.id == key }.map { ColumnID($0) }
      })
    return fresh
  }

  /// Names of sections and columns, and raw cells: what a source would hold.
  public static func content(_ table: Table) -> [[String]] {
    [table.columns.map(\.name)]
      + table.sections.flatMap { section in
        [["section " + section.name]] + section.rows.map { raws(table, $0) }
      }
  }
}

extension Progress {
  /// One that stops all work at once.
  public static var cancelled: Progress { Progress { true } }
}
