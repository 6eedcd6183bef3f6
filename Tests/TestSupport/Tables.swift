import TableKit

/// Makes small tables from text, as the worked examples of the specification write them:
/// `A(a b c) B(d e)` is a table of two sections whose rows have those keys in column `id` and the
/// same text in column `name`.
public enum Tables {
  /// The table that a text draws.
  public static func table(_ text: String, syntax: CellSyntax = .delimited()) -> Table {
    var bytes: [UInt8] = []
    var starts: [UInt32] = [0]
    var ends: [UInt32] = []
    var sections: [Table.SectionRecords] = []
    for part in text.split(separator: ")") {
      let halves = part.split(separator: "(", omittingEmptySubsequences: false)
      let name = halves[0].filter { $0 != " " }
      let rows = halves.count > 1 ? halves[1].split(separator: " ") : []
      for row in rows {
        bytes += Array(row.utf8)
        ends.append(UInt32(bytes.count))
        bytes.append(0x2C)
        bytes += Array(row.utf8)
        ends.append(UInt32(bytes.count))
        bytes.append(0x0A)
        starts.append(UInt32(bytes.count))
      }
      sections.append(Table.SectionRecords(name: name, count: rows.count))
    }
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
    bytes.withUnsafeBytes {
      if let base = $0.baseAddress { buffer.copyMemory(from: base, byteCount: $0.count) }
    }
    let chunk = Chunk(
      syntax: syntax, fields: [ColumnID(0), ColumnID(1)], taking: buffer, count: bytes.count,
      starts: starts, ends: ends)
    var table = Table(columns: ["id", "name"], chunk: chunk, sections: sections)
    table.setKey([ColumnID(0)])
    return table
  }

  /// A table drawn as text.
  public static func drawing(_ table: Table) -> String {
    table.sections.map { section in
      section.name + "(" + section.rows.map { table.key(of: $0) }.joined(separator: " ") + ")"
    }.joined(separator: " ")
  }
}
