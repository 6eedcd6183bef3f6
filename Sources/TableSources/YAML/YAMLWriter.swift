import TableKit

/// Writes the table of a YAML document back with unchanged bytes preserved, and verifies the result
/// by reading it again.
struct YAMLWriter {
  let layout: YAMLLayout
  let table: Table
  let file: String
  let progress: Progress
  let splicer: YAMLRowSplicer
  var output: [UInt8] = []
  /// Whether the row of each record is still in the table, in any section.
  private let isPresent: [Bool]

  init(layout: YAMLLayout, table: Table, file: String, progress: Progress) {
    self.progress = progress
    self.layout = layout
    self.table = table
    self.file = file
    splicer = YAMLRowSplicer(layout: layout, table: table, file: file)
    var isPresent = [Bool](repeating: false, count: layout.rows.count)
    for row in table.allRows {
      if let record = layout.record(of: row) { isPresent[record] = true }
    }
    self.isPresent = isPresent
  }

  var bytes: UnsafeRawBufferPointer { layout.source.bytes }

  /// Returns the document.
  ///
  /// - Throws: `cannotRewrite` if a change cannot be written without changing other parts.
  mutating func document() throws(SourceError) -> [UInt8] {
    if let tree = layout.tree {
      try writeTree(tree)
    } else if layout.hasSections {
      try writeSections()
    } else {
      try writeSequence()
    }
    let isEnded = bytes.last == 0x0A || bytes.last == 0x0D
    if !isEnded, endsWithBreak {
      output.removeLast(output.suffix(2) == [0x0D, 0x0A] ? 2 : 1)
    } else if isEnded {
      beginLine()
    }
    try check()
    return output
  }

  var endsWithBreak: Bool { output.last == 0x0A || output.last == 0x0D }

  mutating func beginLine() {
    if !output.isEmpty, !endsWithBreak, output != [0xEF, 0xBB, 0xBF] { output += layout.lineEnd }
  }

  mutating func copy(_ range: Range<Int>) { output.append(contentsOf: bytes[range]) }

  /// Writes a part of the text with changes of it.
  ///
  /// - Parameter row: the row that they are of; nil: they are of several.
  mutating func splice(
    _ changes: [YAMLRowSplicer.Change], of row: RowID? = nil, from start: Int, to end: Int
  ) throws(SourceError) {
    let changes = changes.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    var done = start
    for change in changes {
      guard change.range.lowerBound >= done else {
        throw row.map { splicer.refusal(of: $0, "its changes overlap") }
          ?? refusal("this change", "its parts overlap")
      }
      copy(done..<change.range.lowerBound)
      if change.isLines { beginLine() }
      output += change.text.utf8
      done = change.range.upperBound
    }
    if done < end, changes.last?.isLines == true { beginLine() }
    copy(done..<max(done, end))
  }

  // MARK: Sections

  private mutating func writeSequence() throws(SourceError) {
    let place = layout.places[0]
    let rows = table.sourceOrder
    if place.isFlow, !place.records.isEmpty {
      copy(0..<place.value.lowerBound)
      try writeFlow(place, rows, from: place.value.lowerBound, to: bytes.count)
      return
    }
    let start =
      place.records.isEmpty
      ? place.value.lowerBound : layout.rows[place.records.lowerBound].start
    copy(0..<start)
    if rows.isEmpty { output += "[]".utf8 }
    try writeRows(rows, of: place)
    let endsInRow = !place.records.isEmpty && !rows.isEmpty
    if endsInRow, place.value.upperBound < bytes.count { beginLine() }
    copy(place.value.upperBound..<bytes.count)
  }

  private mutating func writeSections() throws(SourceError) {
    let places = layout.places
    copy(0..<(places.first?.extent.lowerBound ?? 0))
    let sections = layout.sections(of: table)
    let here = Set(sections.compactMap(\.number))
    if sections.isEmpty { output += "{}".utf8 }
    writeComments(ofSectionsFrom: 0, here)
    for section in sections {
      beginLine()
      if let number = section.number {
        try writeSection(section, places[number])
        writeComments(ofSectionsFrom: number + 1, here)
      } else {
        output += splicer.key(section.section.name, inFlow: false).utf8
        output += section.rows.isEmpty ? ": []".utf8 : ":".utf8
        try writeRows(section.rows, of: nil)
        beginLine()
      }
    }
    if let end = places.last?.extent.upperBound, end < bytes.count {
      beginLine()
      copy(end..<bytes.count)
    }
  }

  mutating func writeSection(_ written: WrittenSection, _ place: YAMLSection) throws(SourceError) {
    let former = written.number.map { layout.loadedSections[$0].name }
    if former.isExactly(written.section.name) {
      copy(place.extent.lowerBound..<place.key.upperBound)
    } else {
      copy(place.extent.lowerBound..<place.key.lowerBound)
      output += splicer.key(written.section.name, inFlow: false).utf8
    }
    let colon = (bytes[place.key.upperBound...].firstIndex(of: 0x3A) ?? place.key.upperBound) + 1
    if place.records.isEmpty {
      if written.rows.isEmpty { return copy(place.key.upperBound..<place.extent.upperBound) }
      copy(place.key.upperBound..<colon)
      let line = layout.lines.line(of: colon)
      let lineEnd = layout.lines.contentEnd(ofLine: line)
      copy(max(colon, min(place.value.upperBound, lineEnd))..<lineEnd)
      try writeRows(written.rows, of: place)
      beginLine()
      copy(min(layout.lines.end(ofLine: line), place.extent.upperBound)..<place.extent.upperBound)
    } else if place.isFlow {
      copy(place.key.upperBound..<place.value.lowerBound)
      try writeFlow(place, written.rows, from: place.value.lowerBound, to: place.extent.upperBound)
    } else {
      copy(place.key.upperBound..<colon)
      if written.rows.isEmpty { output += " []".utf8 }
      copy(colon..<layout.lead(of: place.records.lowerBound).lowerBound)
      try writeRows(written.rows, of: place)
    }
  }

  // MARK: Rows

  /// Writes rows in brackets, whose number and order must be unchanged.
  mutating func writeFlow(
    _ place: YAMLSection, _ rows: [RowID], from start: Int, to end: Int
  ) throws(SourceError) {
    guard rows.map(layout.record(of:)) == place.records.map({ $0 }) else {
      throw refusal("rows that were inserted, deleted or moved", "its rows are in brackets")
    }
    var done = start
    for (row, record) in zip(rows, place.records) {
      let rowEnd = layout.rows[record].extent.upperBound
      try splice(try splicer.changes(of: row, record: record), of: row, from: done, to: rowEnd)
      done = rowEnd
    }
    copy(done..<end)
  }

  /// Writes rows line by line, each with the comments above it; those above deleted rows follow the
  /// last remaining row before them, and those after the last row stay there.
  mutating func writeRows(_ rows: [RowID], of place: YAMLSection?) throws(SourceError) {
    let records = place?.records ?? 0..<0
    let here = Set(rows.compactMap(layout.record(of:)))
    if let place { writeComments(of: place, from: records.lowerBound, here) }
    for (i, row) in rows.enumerated() {
      if i & 0xFF == 0 { try progress.pulse("saving") }
      beginLine()
      guard let record = layout.record(of: row), layout.isInList(record),
        !layout.rows[record].isInFlow(layout)
      else {
        output += newRow(row, in: place).utf8
        continue
      }
      let start = output.count
      copy(layout.lead(of: record))
      let (first, end) = (layout.rows[record].start, layout.rows[record].extent.upperBound)
      try splice(try splicer.changes(of: row, record: record), of: row, from: first, to: end)
      copy(end..<layout.ownEnd(of: record))
      if let former = layout.place(of: record)?.indent {
        indent(from: start, by: indent(in: place) - former)
      }
      if let place, records.contains(record) { writeComments(of: place, from: record + 1, here) }
    }
    if let last = records.last, !layout.rows[last].isInFlow(layout) {
      let rest = layout.ownEnd(of: last)..<max(layout.rows[last].end, layout.ownEnd(of: last))
      if !rest.isEmpty { beginLine() }
      copy(rest)
    }
  }

  /// Writes the comment lines of deleted sections, from one up to the next that remains.
  private mutating func writeComments(ofSectionsFrom first: Int, _ here: Set<Int>) {
    var number = first
    while number < layout.places.count, !here.contains(number) {
      writeComments(ofDeleted: layout.places[number])
      number += 1
    }
  }

  /// Writes the comment lines of a deleted section whose rows are a sequence.
  mutating func writeComments(ofDeleted place: YAMLSection) {
    writeComments(place.extent.lowerBound..<place.key.lowerBound)
    if place.isFlow || place.records.isEmpty {
      let end = place.isFlow ? place.value.upperBound : place.key.upperBound
      writeComments(end..<max(end, place.extent.upperBound))
    } else {
      let lead = layout.lead(of: place.records.lowerBound).lowerBound
      writeComments(place.key.upperBound..<max(lead, place.key.upperBound))
      writeComments(of: place, from: place.records.lowerBound, [])
      let end = layout.ownEnd(of: place.records.upperBound - 1)
      writeComments(end..<max(end, place.extent.upperBound))
    }
  }

  /// Writes the comment lines of deleted rows of a section, from a record up to the next that
  /// remains; moved rows take theirs along.
  private mutating func writeComments(of place: YAMLSection, from first: Int, _ here: Set<Int>) {
    var record = first
    while record < place.records.upperBound, !here.contains(record) {
      defer { record += 1 }
      if isPresent[record] { continue }
      let row = layout.rows[record]
      // What goes is in one piece: blank lines between comments stay.
      let lead = commentLines(in: layout.lead(of: record))
      if let lead { write(layout.lead(of: record).lowerBound..<lead.upperBound) }
      let end = layout.ownEnd(of: record)
      let rest = commentLines(in: min(row.extent.upperBound, end)..<end)
      if let rest { write(rest.lowerBound..<end) }
    }
  }

  /// The lines from the first comment in a range to the last one; nil if it has none.
  private func commentLines(in range: Range<Int>) -> Range<Int>? {
    let lines = layout.lines
    let comments = lines.lines(beginningIn: range).filter(lines.isComment)
    guard let first = comments.first, let last = comments.last else { return nil }
    return lines.starts[first]..<lines.end(ofLine: last)
  }

  /// Writes lines.
  private mutating func write(_ lines: Range<Int>) {
    if lines.isEmpty { return }
    beginLine()
    copy(lines)
  }

  /// Writes the comment lines in a range; a comment that does not begin a line is skipped.
  private mutating func writeComments(_ range: Range<Int>) {
    let lines = layout.lines
    for line in lines.lines(beginningIn: range) where lines.isComment(line: line) {
      beginLine()
      copy(lines.starts[line]..<lines.end(ofLine: line))
    }
  }

  /// Returns a new row of a sequence, in the style of the first row of its section.
  private func newRow(_ row: RowID, in place: YAMLSection?) -> String {
    let model = model(of: place)
    let first = model.map { layout.rows[$0.records.lowerBound] }
    let indent = indent(in: place)
    let gap = first.map { $0.isFlow ? 2 : max(2, $0.indent - indent) } ?? 2
    let isFlow = first?.isFlow ?? false
    let members = splicer.texts(of: splicer.members(of: row), row, inFlow: isFlow)
    let dash = String(repeating: " ", count: indent) + "-" + String(repeating: " ", count: gap - 1)
    if isFlow || members.isEmpty { return dash + "{" + members.joined(separator: ", ") + "}" }
    return dash
      + members.joined(separator: lineEnd + String(repeating: " ", count: indent + gap))
  }

  /// Returns the section whose style new rows of a section have.
  private func model(of place: YAMLSection?) -> YAMLSection? {
    place.flatMap { $0.records.isEmpty ? nil : $0 }
      ?? layout.places.first { !$0.records.isEmpty && !$0.isFlow && $0.form == .list }
  }

  /// Returns the column of the dashes of a section.
  private func indent(in place: YAMLSection?) -> Int {
    let model = model(of: place)
    return model?.isFlow == false ? model?.indent ?? 0 : layout.hasSections ? 2 : 0
  }

  /// Indents the lines of a row that came from a section with another column of dashes. Moving all
  /// lines together does not change their meaning.
  private mutating func indent(from start: Int, by count: Int) {
    guard count != 0 else { return }
    let text = output[start...]
    var moved: [UInt8] = []
    var rest = text
    while !rest.isEmpty {
      let content = rest.prefix { $0 != 0x0A && $0 != 0x0D }
      let end = rest.dropFirst(content.count).prefix { $0 == 0x0A || $0 == 0x0D }
      if count < 0 {
        let blanks = content.prefix { $0 == 0x20 }.count
        moved += content.dropFirst(min(blanks, -count))
      } else {
        if !content.isEmpty { moved += [UInt8](repeating: 0x20, count: count) }
        moved += content
      }
      moved += end
      rest = rest.dropFirst(content.count + end.count)
    }
    output.replaceSubrange(start..., with: moved)
  }

  // MARK: Check

  /// The column of what was read for each column of the table; nil: it has none.
  func fields(of reader: YAMLReader) -> [(column: Column, field: Int?)] {
    table.columns.filter { !layout.isName($0.id) }.map { column in
      let isValue = layout.isOwn(column.id)
      return (column, isValue ? reader.tree?.value : reader.records.existingColumn(column.name))
    }
  }

  /// Reads the output; nil if it is empty, as the table is.
  func readAgain(
    _ written: ByteBuffer, as known: YAMLTree.Known? = nil
  ) throws(SourceError) -> YAMLReader? {
    do throws(SourceError) {
      return try progress.inside { () throws(SourceError) in
        try YAMLReading.read(
          written.bytes, file: file, nulls: layout.chunk.syntax.nulls, as: known,
          progress: progress)
      }
    } catch {
      let isEmpty = table.rowCount == 0 && (!layout.hasSections || table.sections.isEmpty)
      if case .cancelled = error { throw .cancelled("saving") }
      if isEmpty, case .emptyFile = error { return nil }
      throw refusal("this change", "it would not be read back (\(error.message))")
    }
  }

  /// Compares a row with what was read.
  func check(
    _ row: RowID, _ record: Int, _ chunk: Chunk, _ fields: [(column: Column, field: Int?)]
  ) throws(SourceError) {
    for (column, field) in fields {
      let cell = table.cell(row, column.id)
      let text = cell.isNull ? nil : cell.text
      let read = field.map { chunk.syntax.cell(chunk.raw(record: record, field: $0)) }
      let again = read.flatMap { $0.isNull ? nil : $0.text }
      if again != text, again == nil || again != text.flatMap(YAMLNested.normalized) {
        throw refusal(
          "column '\(column.name)' of \(what(row))", "it would be read back differently")
      }
    }
  }
}

extension YAMLRow {
  /// Whether the row is in brackets with others.
  fileprivate func isInFlow(_ layout: YAMLLayout) -> Bool {
    layout.places.contains { $0.isFlow && $0.extent.contains(extent.lowerBound) }
  }
}
