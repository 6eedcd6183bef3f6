import TableKit
import Wording

/// Writes the table of a text of Markdown back: lines of unchanged rows byte by byte, others cell by
/// cell, each as wide as the one it replaces, new ones like their neighbours.
struct MarkdownWriter {
  private let layout: MarkdownLayout
  private let table: Table
  private let writer: ByteWriter
  private let bytes: UnsafeRawBufferPointer
  /// The columns, each with its place among the loaded ones; nil for a new one.
  private let columns: [(column: Column, former: Int?)]
  /// Whether they are the loaded ones, in their order.
  private let keepsColumns: Bool
  private let header: MarkdownLine
  private let rule: MarkdownLine
  /// The blanks beside the text of a cell, and beside the dashes of the rule.
  private let (margin, ruleMargin): (String, String)
  /// How wide the cells of new columns are, by place.
  private var widths: [Int]
  /// The line end of the line before, which is written with the next one; nil: there is none.
  private var pending: [UInt8]?

  init(layout: MarkdownLayout, table: Table, writer: ByteWriter) {
    (self.layout, self.table, self.writer) = (layout, table, writer)
    let bytes = layout.source.bytes
    self.bytes = bytes
    let places = Dictionary(
      uniqueKeysWithValues: layout.loaded.columns.enumerated().map { ($1.id, $0) })
    columns = table.columns.map { ($0, places[$0.id]) }
    keepsColumns = table.columns.map(\.id) == layout.loaded.columns.map(\.id)
    header = MarkdownLine(bytes, layout.place.header)
    rule = MarkdownLine(bytes, layout.place.rule)
    func margin(_ line: MarkdownLine) -> String {
      let cell = line.cells.last ?? 0..<0
      return MarkdownLine.trimmed(bytes, cell).lowerBound > cell.lowerBound ? " " : ""
    }
    (self.margin, ruleMargin) = (margin(header), margin(rule))
    widths = columns.map { _ in 0 }
    guard !keepsColumns, isAligned else { return }
    for (c, (column, former)) in columns.enumerated() where former == nil {
      let texts = table.rowList.map { table.cell($0, column.id).text } + [column.name]
      let widest = texts.map { MarkdownWidth.of(MarkdownText.cell(for: $0)) }.max() ?? 0
      widths[c] = min(max(3, widest), MarkdownExport.mostPadding)
    }
  }

  /// Whether the cells of each column are as wide as the dashes below its name.
  private var isAligned: Bool {
    header.hasLastPipe
      && zip(header.cells, rule.cells).allSatisfy { width(of: $0) == width(of: $1) }
  }

  private func width(of cell: Range<Int>) -> Int {
    MarkdownWidth.of(String(decoding: bytes[cell], as: UTF8.self))
  }

  /// Writes the table.
  mutating func write() throws(SourceError) {
    let place = layout.place
    try add(headerLine(), behind: place.header, before: place.rule.lowerBound)
    try add(ruleLine(), behind: place.rule, before: place.rows.first?.lowerBound ?? place.end)
    var neighbour = place.rows.first.map { MarkdownLine(bytes, $0) } ?? header
    for (index, row) in table.sourceOrder.enumerated() {
      if index & 0xFFF == 0xFFF { try writer.progress.check("saving") }
      guard let record = layout.record(of: row) else {
        try add(line(of: row, in: neighbour, of: nil))
        continue
      }
      let range = place.rows[record]
      let next = record + 1 < place.rows.count ? place.rows[record + 1].lowerBound : place.end
      if keepsColumns, isUnchanged(row, record) {
        try add(Array(bytes[range]), behind: range, before: next)
        // Cut only where a new row follows.
        if index + 1 < table.rowCount { neighbour = MarkdownLine(bytes, range) }
      } else {
        neighbour = MarkdownLine(bytes, range)
        try add(line(of: row, in: neighbour, of: record), behind: range, before: next)
      }
    }
    let last = place.rows.last ?? place.rule
    if last.upperBound < place.end, let pending {
      try writer.write(pending.isEmpty ? layout.lineEnd : pending)
    }
  }

  private func isUnchanged(_ row: RowID, _ record: Int) -> Bool {
    columns.allSatisfy { isUnchanged(row, record, $0.column.id, $0.former) }
  }

  private func isUnchanged(_ row: RowID, _ record: Int, _ column: ColumnID, _ former: Int?) -> Bool
  {
    guard let former else { return false }
    return table.raw(row, column).elementsEqual(layout.chunk.raw(record: record, field: former))
  }

  /// Writes a line; its line end follows with the next one.
  ///
  /// - Parameters:
  ///   - range: the line in the source that it is, or that it replaces; nil: it is new.
  ///   - next: the offset of the line behind that.
  private mutating func add(
    _ line: [UInt8], behind range: Range<Int>? = nil, before next: Int = 0
  ) throws(SourceError) {
    if let pending { try writer.write(pending.isEmpty ? layout.lineEnd : pending) }
    try writer.write(line)
    pending = range.map { Array(bytes[$0.upperBound..<next]) } ?? []
  }
}

// MARK: - Lines

extension MarkdownWriter {
  private func headerLine() -> [UInt8] {
    let loaded = layout.loaded.columns
    let isSame = columns.allSatisfy { column, former in
      former.map { loaded[$0].name == column.name } ?? false
    }
    if keepsColumns, isSame { return Array(bytes[header.range]) }
    let cells = columns.enumerated().map { c, entry -> String in
      let (column, former) = entry
      guard let former else { return new(column.name, width: widths[c], isRight: false) }
      let cell = header.cells[former]
      if loaded[former].name == column.name { return String(decoding: bytes[cell], as: UTF8.self) }
      return padded(column.name, in: cell, isRight: rule.isRight(bytes, former))
    }
    let texts = columns.map(\.column.name)
    return whole(cells, like: header, texts: texts) { line, bytes in
      // A name alone would be a paragraph.
      line.cells.count == columns.count && (columns.count > 1 || line.hasFirstPipe)
        && MarkdownScanner.isRow(bytes[line.lead.upperBound...])
    }
  }

  private func ruleLine() -> [UInt8] {
    if keepsColumns { return Array(bytes[rule.range]) }
    let cells = columns.enumerated().map { c, entry -> String in
      if let former = entry.former {
        return String(decoding: bytes[rule.cells[former]], as: UTF8.self)
      }
      let width = max(3, widths[c]) + 2 * (margin.count - ruleMargin.count)
      return ruleMargin + String(repeating: "-", count: max(3, width)) + ruleMargin
    }
    return whole(cells, like: rule, texts: nil) { line, bytes in
      line.cells.count == columns.count && line.isRule(bytes)
    }
  }

  /// Returns the line of a row that has changed or is new.
  ///
  /// - Parameters:
  ///   - own: its line in the source, or the one that it resembles.
  ///   - record: its record; nil for a new row.
  private func line(of row: RowID, in own: MarkdownLine, of record: Int?) -> [UInt8] {
    var texts = columns.map { table.cell(row, $0.column.id).text }
    // A short line stays short.
    if keepsColumns, own.cells.count < texts.count {
      let last = texts.lastIndex { !$0.isEmpty } ?? -1
      texts.removeLast(texts.count - max(own.cells.count, last + 1))
    }
    var cells = texts.enumerated().map { c, text -> String in
      let (column, former) = columns[c]
      guard let former, former < own.cells.count else {
        return new(text, width: widths[c], isRight: false)
      }
      let cell = own.cells[former]
      if let record, isUnchanged(row, record, column.id, former) {
        return String(decoding: bytes[cell], as: UTF8.self)
      }
      return padded(text, in: cell, isRight: rule.isRight(bytes, former), isNew: record == nil)
    }
    // What stands behind the last column is of no column.
    let beyond = layout.loaded.columns.count
    if record != nil, own.cells.count > beyond {
      cells += own.cells[beyond...].map { String(decoding: bytes[$0], as: UTF8.self) }
    }
    return whole(cells, like: own, texts: texts) { line, bytes in
      // A pipe alone is hardly a row.
      line.cells.count >= texts.count
        && (!line.hasFirstPipe || line.range.count > line.lead.count + 1)
        && MarkdownScanner.isRow(bytes[line.lead.upperBound..<line.range.upperBound])
    }
  }

  /// Returns a line of cells with their blanks, in the style of another; with pipes at both ends where it
  /// would be read otherwise without.
  ///
  /// - Parameters:
  ///   - texts: what the cells must be read as; nil: anything.
  ///   - isRight: whether the line is read as what it is.
  private func whole(
    _ cells: [String], like own: MarkdownLine, texts: [String]?,
    _ isRight: (MarkdownLine, UnsafeRawBufferPointer) -> Bool
  ) -> [UInt8] {
    let lead = String(decoding: bytes[own.lead], as: UTF8.self)
    let isOpen = !own.hasFirstPipe || !own.hasLastPipe
    var parts = cells
    if isOpen, !keepsColumns { parts = cells.map { " \(Self.trimmed($0)) " } }
    if !own.hasFirstPipe, let first = parts.first { parts[0] = String(first.drop { $0 == " " }) }
    if !own.hasLastPipe, let last = parts.last { parts[parts.count - 1] = Self.withoutEnd(last) }
    var text =
      lead + (own.hasFirstPipe ? "|" : "") + parts.joined(separator: "|")
      + (own.hasLastPipe ? "|" : "")
    if own.hasLastPipe {
      text += String(decoding: bytes[end(of: own)..<own.range.upperBound], as: UTF8.self)
    }
    let line = Array(text.utf8)
    let isRead = line.withUnsafeBytes { bytes in
      let read = MarkdownLine(bytes, 0..<bytes.count)
      return isRight(read, bytes)
        && (texts ?? []).enumerated().allSatisfy { c, text in
          !MarkdownText.keeps(text) && !text.isEmpty || read.text(bytes, c) == text
        }
    }
    if isRead { return line }
    return Array((lead + "| " + cells.map(Self.trimmed).joined(separator: " | ") + " |").utf8)
  }

  /// The offset behind the last pipe of a line.
  private func end(of line: MarkdownLine) -> Int {
    var end = line.range.upperBound
    while end > line.range.lowerBound, MarkdownLine.isBlank(bytes[end - 1]) { end -= 1 }
    return end
  }

  private static func trimmed(_ cell: String) -> String {
    withoutEnd(String(cell.drop { $0 == " " || $0 == "\t" }))
  }

  private static func withoutEnd(_ cell: String) -> String {
    var cell = cell[...]
    while cell.last == " " || cell.last == "\t" { cell.removeLast() }
    return String(cell)
  }

  /// Returns a cell of a new column.
  private func new(_ text: String, width: Int, isRight: Bool) -> String {
    let cell = MarkdownText.cell(for: text)
    let blanks = String(repeating: " ", count: max(0, width - MarkdownWidth.of(cell)))
    return margin + (isRight ? blanks + cell : cell + blanks) + margin
  }

  /// Returns a cell that replaces another, or is like one, as wide as that where there is room.
  private func padded(
    _ text: String, in former: Range<Int>, isRight: Bool, isNew: Bool = false
  ) -> String {
    let content = MarkdownLine.trimmed(bytes, former)
    let old = String(decoding: bytes[content], as: UTF8.self)
    let cell = MarkdownText.cell(for: text, like: isNew ? "" : old)
    func least(_ blanks: Int) -> Int {
      content.isEmpty ? min(margin.count, former.count) : min(margin.count, blanks)
    }
    let (lead, trail) = (
      least(content.lowerBound - former.lowerBound), least(former.upperBound - content.upperBound)
    )
    let fill = max(0, width(of: former) - lead - trail - MarkdownWidth.of(cell))
    func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
    return isRight
      ? blanks(lead + fill) + cell + blanks(trail) : blanks(lead) + cell + blanks(trail + fill)
  }
}
