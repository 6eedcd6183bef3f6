import TableKit
import TableSources

/// What must hold of a delimited text that was saved.
struct DelimitedCheck {
  private let sample: DelimitedSample
  private let original: DelimitedText
  private let model: ModelTable
  private let hasCellEditsOnly: Bool
  private let saved: DelimitedText
  /// The records that were saved, without the header.
  private let rows: [DelimitedText.Record]

  /// Throws where the text is malformed.
  init(
    _ sample: DelimitedSample, _ original: DelimitedText, _ desk: Desk<DelimitedSample>,
    _ bytes: [UInt8]
  ) throws {
    (self.sample, self.original) = (sample, original)
    (model, hasCellEditsOnly) = (desk.model, desk.hasCellEditsOnly)
    saved = try DelimitedText(bytes, sample.marks)
    rows = Array(saved.rows)
  }

  /// Throws where something does not hold.
  func run() throws {
    // Blank lines before the first record are none, although they are nulls behind it.
    let first = model.rows.first?[model.columns[0].id].value
    if !sample.marks.hasHeader, model.columns.count == 1, first?.isNull == true { return }
    try checkValues()
    try checkProgram()
    try checkBytes()
    if hasCellEditsOnly { try checkSurroundings() }
    try checkLineEnds()
  }

  /// All values are read by this test as they are in the model.
  private func checkValues() throws {
    if let names = saved.names {
      try require(
        names.map { Array($0.utf8) } == model.columns.map { Array($0.name.utf8) },
        "the header is \(names)")
    }
    try require(
      rows.count == model.rows.count, "\(rows.count) records, not \(model.rows.count)")
    for (record, row) in zip(rows, model.rows) {
      for (range, column) in zip(record.cells, model.columns) {
        let value = sample.marks.value(Array(saved.bytes[range]))
        try require(
          value == row[column.id].value,
          "'\(column.name)' is read as \(value), not \(row[column.id].value)")
      }
    }
  }

  /// The program reads its own text again.
  private func checkProgram() throws {
    if rows.isEmpty, !sample.marks.hasHeader { return }
    let again = try LoadedTable(
      bytes: saved.bytes, name: sample.name, options: sample.marks.options)
    let values = again.table.allRows.map(again.table.cells)
    try require(
      values == model.rows.map { row in model.columns.map { row[$0.id].value } },
      "the program reads \(values)")
  }

  /// Cells that nobody touched have the bytes that they had.
  private func checkBytes() throws {
    for (record, row) in zip(rows, model.rows) {
      for (number, column) in model.columns.enumerated() {
        guard let raw = row[column.id].raw else { continue }
        let bytes = Array(saved.bytes[record.cells[number]])
        // What would be a comment in the first column must be quoted there.
        let isComment = number == 0 && raw.first == sample.marks.comment && !raw.isEmpty
        try require(
          bytes == raw || isComment,
          "'\(column.name)' of row #\(row.id.number) was \(shown(raw)) and is \(shown(bytes))")
      }
    }
  }

  /// All but the cells that were edited is as it was.
  private func checkSurroundings() throws {
    let (former, now) = (surroundings(of: original), surroundings(of: saved))
    // Nulls of a single column are blank lines, which must not make one line end with another.
    if model.columns.count == 1,
      model.rows.contains(where: { $0[model.columns[0].id].value.isNull })
    {
      return
    }
    try require(former == now, "more than the edited cells has changed")
  }

  /// A text without the bytes of cells that were edited.
  private func surroundings(of text: DelimitedText) -> [UInt8] {
    var result: [UInt8] = []
    var start = 0
    for (record, row) in zip(text.rows, model.rows) {
      for (range, column) in zip(record.cells, model.columns) where row[column.id].raw == nil {
        result += text.bytes[start..<range.lowerBound] + [0]
        start = range.upperBound
      }
    }
    return result + text.bytes[start...]
  }

  /// The text ends as it ended, its lines do, and its byte order mark is where it was.
  private func checkLineEnds() throws {
    try require(saved.hasMark == original.hasMark, "the byte order mark has changed")
    if let lineEnd = sample.lineEnd, original.records.contains(where: { !$0.tail.isEmpty }) {
      for record in saved.records {
        let tail = Array(saved.bytes[record.tail])
        let ends = tail.split(separator: lineEnd, omittingEmptySubsequences: false)
        try require(
          !ends.joined().contains { sample.marks.isLineEnd($0) }, "a line ends otherwise")
      }
    }
    guard model.columns.count > 1, let last = rows.last, let former = original.rows.last else {
      return
    }
    guard sample.marks.comment == nil else { return }
    try require(
      last.tail.isEmpty == former.tail.isEmpty, "the end of the last line has changed")
    guard sample.marks.escape == nil else { return }
    // Blank lines follow the record that they stood behind.
    let loaded = Array(original.rows)
    for (record, row) in zip(rows, model.rows).dropLast() {
      guard let number = row.record, !loaded[number].tail.isEmpty else { continue }
      try require(
        saved.bytes[record.tail].elementsEqual(original.bytes[loaded[number].tail]),
        "what follows row #\(row.id.number) has changed")
    }
  }
}
