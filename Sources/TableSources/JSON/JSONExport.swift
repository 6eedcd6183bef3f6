import TableKit

/// Writes any table as JSON.
///
/// A cell of a number column is a number if its text survives a round trip through a double; null
/// is null; cells of typed sources keep their token; everything else is text. If the source knows
/// the kinds of cells, these are used.
enum JSONExport {
  /// Writes a TABLE, with one row a line.
  static func writeTable(_ table: Table, _ context: WritingContext) throws(SourceError) {
    let writer = context.writer
    let names = table.columns.map { JSONText.quoted($0.name) }
    try writer.write("{\"columns\":[" + names.joined(separator: ",") + "],")
    if table.hasKey {
      let key = table.keyColumns.compactMap { table.column($0) }.map { JSONText.quoted($0.name) }
      try writer.write("\"key\":[" + key.joined(separator: ",") + "],")
    }
    try writer.write("\n \"sections\":[")
    let cells = Cells(table, context.kinds)
    for (s, section) in table.sections.enumerated() {
      if s > 0 { try writer.write(",\n  ") }
      try writer.write("{\"id\":\(JSONText.quoted(section.name))")
      try writer.write(",\"title\":\(JSONText.quoted(section.title))")
      if let header = section.header { try writer.write(",\"header\":\(JSONText.quoted(header))") }
      if let footer = section.footer { try writer.write(",\"footer\":\(JSONText.quoted(footer))") }
      try writer.write(",\"rows\":[")
      var isFirst = true
      for row in section.rows {
        try writer.write(isFirst ? "\n   " : ",\n   ")
        isFirst = false
        try writer.write(cells.object(row, numbered: !table.hasKey))
      }
      try writer.write("]}")
    }
    try writer.write("]}\n")
  }

  /// Writes an array of objects, one a line.
  static func writeRows(_ table: Table, _ context: WritingContext) throws(SourceError) {
    let writer = context.writer
    let cells = Cells(table, context.kinds)
    try writer.write("[")
    var isFirst = true
    for row in table.sourceOrder {
      try writer.write(isFirst ? "\n  " : ",\n  ")
      isFirst = false
      try writer.write(cells.object(row, numbered: false))
    }
    try writer.write(isFirst ? "]\n" : "\n]\n")
  }

  /// Writes one object a line.
  static func writeLines(_ table: Table, _ context: WritingContext) throws(SourceError) {
    let writer = context.writer
    let cells = Cells(table, context.kinds)
    for row in table.sourceOrder {
      try writer.write(cells.object(row, numbered: false))
      try writer.write(byte: 0x0A)
    }
  }

  /// The cells of a table as JSON.
  private struct Cells {
    let table: Table
    let names: [[UInt8]]
    let isNumber: [Bool]
    let kinds: (any CellKinds)?

    init(_ table: Table, _ kinds: (any CellKinds)?) {
      self.table = table
      self.kinds = kinds
      names = table.columns.map { Array(JSONText.quoted($0.name).utf8) }
      isNumber = table.columns.map { table.kind(of: $0) == .number }
    }

    func object(_ row: RowID, numbered: Bool) -> [UInt8] {
      var bytes: [UInt8] = [0x7B]
      if numbered, !table.columns.contains(where: { $0.name == "#" }) {
        bytes.append(contentsOf: "\"#\":\(row.number)".utf8)
      }
      for (c, column) in table.columns.enumerated() {
        let raw = table.raw(row, column.id)
        if table.syntax.isTyped, raw.isEmpty { continue }
        if bytes.count > 1 { bytes.append(0x2C) }
        bytes.append(contentsOf: names[c])
        bytes.append(0x3A)
        if table.syntax.isTyped {
          appendToken(raw, row, column, into: &bytes)
          continue
        }
        if let kinds {
          let cell = kinds.known(row, column, in: table)
          CellSyntax.json.encode(cell, like: raw, into: &bytes)
          continue
        }
        let cell = table.cell(row, column.id)
        if cell.isNull {
          bytes.append(contentsOf: "null".utf8)
        } else if isNumber[c], survivesDouble(cell.text) {
          bytes.append(contentsOf: cell.text.utf8)
        } else {
          JSONText.quote(cell.text, into: &bytes)
        }
      }
      bytes.append(0x7D)
      return bytes
    }

    /// Appends a cell of a typed source. Not all values of SQLite are JSON: bytes become text, and
    /// invalid UTF-8 in text is repaired.
    private func appendToken(
      _ raw: UnsafeRawBufferPointer, _ row: RowID, _ column: Column, into bytes: inout [UInt8]
    ) {
      if raw[0] == 0x78 || (raw[0] == 0x22 && UTF8Check.firstBad(raw) != nil) {
        JSONText.quote(table.cell(row, column.id).text, into: &bytes)
      } else {
        bytes.append(contentsOf: raw)
      }
    }

    private func survivesDouble(_ text: String) -> Bool {
      var text = text
      return text.withUTF8 { bytes in
        let raw = UnsafeRawBufferPointer(bytes)
        switch PlainNumber.value(raw) {
        case nil: return false
        case .integer(let value): return String(value).utf8.elementsEqual(raw)
        case .real(let value): return String(value).utf8.elementsEqual(raw)
        }
      }
    }
  }
}
