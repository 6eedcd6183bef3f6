import TableKit

/// Writes any table as JSON.
///
/// In a TABLE, a cell of a number column is a number if its text survives a round trip through a double,
/// or is an integer of 64 bits. In rows for other programs, the cells of such a column are numbers, as they
/// stand, if all of them are numbers of JSON whose values programs keep (`DecimalNumber.isJSONNumber`), so
/// that no column has both numbers and texts. Null is null; cells of typed sources keep their token;
/// everything else is text. If the source knows the kinds of cells, these are used.
enum JSONExport {
  /// Writes a TABLE, with one row a line.
  static func writeTable(_ table: Table, _ context: WritingContext) throws(SourceError) {
    let writer = context.writer
    try writeHead(of: table, to: writer)
    var cells = try Cells(table, context, isTable: true, separator: ",\n   ")
    for (s, section) in table.sections.enumerated() {
      if s > 0 { try writer.write(",\n  ") }
      try writeHead(of: section, to: writer)
      try cells.write(section.rows.list, to: writer)
      try writer.write("]}")
    }
    try writer.write("]}\n")
  }

  private static func writeHead(of table: Table, to writer: ByteWriter) throws(SourceError) {
    let names = table.columns.map { JSONText.quoted($0.name) }
    try writer.write("{\"columns\":[" + names.joined(separator: ",") + "],")
    if table.hasKey {
      let key = table.keyColumns.compactMap { table.column($0) }.map { JSONText.quoted($0.name) }
      try writer.write("\"key\":[" + key.joined(separator: ",") + "],")
    }
    try writer.write("\n \"sections\":[")
  }

  private static func writeHead(of section: Section, to writer: ByteWriter) throws(SourceError) {
    try writer.write("{\"id\":\(JSONText.quoted(section.name))")
    try writer.write(",\"title\":\(JSONText.quoted(section.title))")
    if let header = section.header { try writer.write(",\"header\":\(JSONText.quoted(header))") }
    if let footer = section.footer { try writer.write(",\"footer\":\(JSONText.quoted(footer))") }
    try writer.write(",\"rows\":[")
  }

  /// Writes some rows of a TABLE of one section, or its end.
  static func writeTableBatch(_ batch: TableBatch, _ context: WritingContext) throws(SourceError) {
    guard let table = batch.table, let section = table.sections.first else {
      return try context.writer.write("]}]}\n")
    }
    if batch.isFirst {
      try writeHead(of: table, to: context.writer)
      try writeHead(of: section, to: context.writer)
    }
    var cells = try Cells(table, context, isTable: true, separator: ",\n   ")
    try cells.write(section.rows.list, areFirst: !batch.hasRowsBefore, to: context.writer)
  }

  /// Writes some rows of an array of objects, or its end.
  static func writeRowsBatch(_ batch: TableBatch, _ context: WritingContext) throws(SourceError) {
    guard let table = batch.table else {
      return try context.writer.write(batch.hasRowsBefore ? "\n]\n" : "]\n")
    }
    if batch.isFirst { try context.writer.write("[") }
    var cells = try Cells(table, context, separator: ",\n  ")
    try cells.write(table.sourceOrder, areFirst: !batch.hasRowsBefore, to: context.writer)
  }

  /// Writes an array of objects, one a line.
  static func writeRows(_ table: Table, _ context: WritingContext) throws(SourceError) {
    try writeRowsBatch(TableBatch(table: table, isFirst: true, hasRowsBefore: false), context)
    let hasRows = table.rowCount > 0
    try writeRowsBatch(TableBatch(table: nil, isFirst: false, hasRowsBefore: hasRows), context)
  }

  /// Writes one object a line.
  static func writeLines(_ table: Table, _ context: WritingContext) throws(SourceError) {
    var cells = try Cells(table, context, separator: "", end: "\n")
    try cells.write(table.sourceOrder, to: context.writer)
  }

  /// The rows of a table as JSON objects.
  private struct Cells: RowText {
    /// The row before which the separator lacks its comma.
    private var first: RowID?
    private let table: Table
    private let kinds: (any CellKinds)?
    private var readers: [CellReader]
    private var held: HeldColumns
    /// The names of columns with their colons, one after the other, and where each ends: lists of
    /// their own would be counted by both threads for each cell.
    private let names: [UInt8]
    private let nameEnds: [Int]
    private let isNumber: [Bool]
    private let isTruth: [Bool]
    /// Whether each column was set to be one of numbers: its cells are looked at one by one.
    private let isTypedNumber: [Bool]
    private let isTable: Bool
    private let isNumbered: Bool
    private let separator: [UInt8]
    private let end: [UInt8]

    /// - Parameters:
    ///   - isTable: whether they are those of a TABLE. Without a key they get their number as `#`, if no
    ///     column has that name.
    ///   - separator: what stands before each row.
    ///   - end: what stands behind each row.
    init(
      _ table: Table, _ context: WritingContext, isTable: Bool = false, separator: String,
      end: String = ""
    ) throws(SourceError) {
      let kinds = context.kinds
      self.table = table
      self.kinds = kinds
      readers = table.columns.map { CellReader(table, $0.id) }
      var (names, ends): ([UInt8], [Int]) = ([], [0])
      for column in table.columns {
        names += (JSONText.quoted(column.name) + ":").utf8
        ends.append(names.count)
      }
      (self.names, nameEnds) = (names, ends)
      held = HeldColumns(table, areAll: !table.syntax.isTyped)
      let isKnown = kinds != nil || table.syntax.isTyped
      isNumber = try context.writer.progress.checkingCells(
        of: table.columns, in: table, rows: table.rowCount
      ) {
        !isKnown && $1.kind(of: $0).isNumeric
          && (isTable || $0.typing != .automatic || Self.areNumbers($0, in: $1))
      }
      isTruth = table.columns.map { $0.typing == .boolean }
      isTypedNumber = table.columns.map { isTable ? $0.typing == .number : $0.typing != .automatic }
      self.isTable = isTable
      isNumbered = isTable && !table.hasKey && !table.columns.contains { $0.name == "#" }
      self.separator = Array(separator.utf8)
      self.end = Array(end.utf8)
    }

    /// Whether all cells of a column are numbers of JSON, or null.
    private static func areNumbers(_ column: Column, in table: Table) -> Bool {
      var reader = CellReader(table, column.id)
      return table.allRows.allSatisfy { row in
        reader.withCell(row) { $0 == .null || DecimalNumber.isJSONNumber($1) }
      }
    }

    /// - Parameter areFirst: whether there are no rows before.
    mutating func write(
      _ rows: [RowID], areFirst: Bool = true, to writer: ByteWriter
    ) throws(SourceError) {
      first = areFirst ? rows.first : nil
      try RowPieces.write(rows, as: self, to: writer, isParallel: kinds == nil)
    }

    mutating func append(_ row: RowID, to bytes: inout [UInt8]) {
      bytes += row == first ? separator.dropFirst() : separator[...]
      bytes.append(0x7B)
      let start = bytes.count
      if isNumbered { bytes += "\"#\":\(row.number)".utf8 }
      let isTyped = table.syntax.isTyped
      let (names, ends) = (names, nameEnds)
      for c in held.of(row) {
        if isTyped, readers[c].raw(row).isEmpty { continue }
        if bytes.count > start { bytes.append(0x2C) }
        names.withUnsafeBytes {
          bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[ends[c]..<ends[c + 1]]))
        }
        if isTyped {
          appendToken(row, c, to: &bytes)
        } else if let kinds {
          let cell = kinds.known(row, table.columns[c], in: table)
          CellSyntax.json.encode(cell, like: readers[c].raw(row), into: &bytes)
        } else {
          let (isNumber, isTruth) = (isNumber[c], isTruth[c])
          let (isTypedNumber, isTable) = (isTypedNumber[c], isTable)
          readers[c].withCell(row) { kind, text in
            if kind == .null {
              bytes += "null".utf8
            } else if isNumber,
              isTable
                ? DecimalNumber.isKeptAsNumber(text) || isTypedNumber && DecimalNumber.isExact(text)
                : !isTypedNumber || DecimalNumber.isJSONNumber(text)
            {
              bytes += text
            } else if isTruth, let truth = TruthText.value(text) {
              bytes += (truth ? "true" : "false").utf8
            } else {
              JSONText.quote(text, into: &bytes)
            }
          }
        }
      }
      bytes.append(0x7D)
      bytes += end
    }

    /// Appends a cell of a typed source. Not all values are JSON: bytes and `.5` become text, and
    /// invalid UTF-8 in text is repaired.
    private mutating func appendToken(_ row: RowID, _ c: Int, to bytes: inout [UInt8]) {
      let raw = readers[c].raw(row)
      if !JSONText.isToken(raw) || (raw[0] == 0x22 && UTF8Check.firstBad(raw) != nil) {
        JSONText.quote(table.cell(row, table.columns[c].id).text, into: &bytes)
      } else {
        bytes += raw
      }
    }
  }
}
