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
    try checkHeader()
    try checkValues()
    try checkProgram()
    try checkBytes()
    try checkWidths()
    if hasCellEditsOnly { try checkSurroundings() }
    try checkLineEnds()
  }

  /// Whether the columns are those that were read, in their order.
  private var hasLoadedColumns: Bool {
    model.columns.map(\.id) == sample.model.columns.map(\.id)
  }

  /// The header keeps the names that nobody changed, or where columns have come, gone or moved, says
  /// what leads to their names.
  private func checkHeader() throws {
    guard let names = saved.names, let given = original.names else { return }
    guard hasLoadedColumns else {
      return try require(
        DelimitedRules.names(names).map { Array($0.utf8) }
          == model.columns.map { Array($0.name.utf8) }, "the header is \(names)")
    }
    for (place, column) in model.columns.enumerated() {
      let isKept = column.name.utf8.elementsEqual(sample.model.columns[place].name.utf8)
      try require(
        names[place].utf8.elementsEqual((isKept ? given[place] : column.name).utf8),
        "the header is \(names)")
      let (former, now) = (original.records[0].cells[place], saved.records[0].cells[place])
      try require(
        !isKept || original.bytes[former].elementsEqual(saved.bytes[now]),
        "name \(place) has other bytes")
    }
  }

  /// All values are read by this test as they are in the model.
  private func checkValues() throws {
    try require(
      rows.count == model.rows.count, "\(rows.count) records, not \(model.rows.count)")
    for (record, row) in zip(rows, model.rows) {
      for (place, column) in model.columns.enumerated() {
        let value = sample.marks.value(bytes(of: record, place) ?? [])
        try require(
          value == row[column.id].value,
          "'\(column.name)' is read as \(value), not \(row[column.id].value)")
      }
    }
  }

  /// The bytes of a cell; nil where its record lacks it.
  private func bytes(of record: DelimitedText.Record, _ place: Int) -> [UInt8]? {
    place < record.cells.count ? Array(saved.bytes[record.cells[place]]) : nil
  }

  /// The program reads its own text again.
  private func checkProgram() throws {
    func load() throws(SourceError) -> LoadedTable {
      try LoadedTable(bytes: saved.bytes, name: sample.name, options: sample.marks.options)
    }
    if rows.isEmpty, !sample.marks.hasHeader {
      do throws(SourceError) { _ = try load() } catch {
        if case .emptyFile = error { return }
        throw error
      }
      throw Mismatch("rows are read where there are none")
    }
    let again = try load()
    let values = again.table.allRows.map(again.table.cells)
    try require(
      values == model.rows.map { row in model.columns.map { row[$0.id].value } },
      "the program reads \(values)")
  }

  /// Cells that nobody touched have the bytes that they had.
  private func checkBytes() throws {
    for (record, row) in zip(rows, model.rows) {
      for (place, column) in model.columns.enumerated() {
        guard let raw = row[column.id].raw else { continue }
        let bytes = bytes(of: record, place) ?? []
        // What would be a comment in the first column must be quoted there.
        let isComment = place == 0 && sample.marks.isComment(raw)
        try require(
          bytes == raw || isComment,
          "'\(column.name)' of row #\(row.id.number) was \(shown(raw)) and is \(shown(bytes))")
      }
    }
  }

  /// A row that lacked cells has no more than it needs, unless the text would be refused then.
  private func checkWidths() throws {
    let width = model.columns.count
    let needed = model.rows.map { neededCells($0) }
    var padded = DelimitedRules.torn(needed, width: width)
    if !sample.marks.hasHeader { padded.insert(0) }
    for (place, row) in model.rows.enumerated() where isFilled(row) { padded.insert(place) }
    for (place, record) in rows.enumerated() where record.cells.count != needed[place] {
      try require(
        record.cells.count == width && padded.contains(place)
          || record.cells.count == neededCells(model.rows[place], holdingFirst: true),
        "record \(place) has \(record.cells.count) cells and needs \(needed[place])")
    }
  }

  /// Whether a row has got all the cells that it lacked: from then on it is a whole one, also where
  /// a column is added.
  private func isFilled(_ row: ModelTable.Row) -> Bool {
    let loaded = Set(sample.model.columns.map(\.id))
    return row.cells.values.contains { $0.raw == nil }
      && model.columns.allSatisfy { row.cells[$0.id] != nil || !loaded.contains($0.id) }
  }

  /// How many cells the record of a row needs.
  ///
  /// - Parameter holdingFirst: whether it holds that of the oldest column, which no record that is
  ///   edited can lack.
  private func neededCells(_ row: ModelTable.Row, holdingFirst: Bool = false) -> Int {
    let width = model.columns.count
    guard width > 1, let record = row.record, sample.isShort(record) else { return width }
    let oldest = holdingFirst ? model.columns.map(\.id).min() : nil
    let last = model.columns.lastIndex { row.cells[$0.id] != nil || $0.id == oldest } ?? 0
    // A line with nothing on it is no record.
    let first = row[model.columns[0].id]
    return last == 0 && first.value.isNull && first.raw.map(\.isEmpty) ?? true ? 2 : last + 1
  }

  /// All but the cells that were edited is as it was.
  private func checkSurroundings() throws {
    // Nulls of a single column are blank lines, which must not make one line end with another.
    if model.columns.count == 1,
      model.rows.contains(where: { $0[model.columns[0].id].value.isNull })
    {
      return
    }
    try require(
      surroundings(of: original) == surroundings(of: saved),
      "more than the edited cells has changed")
  }

  /// A text without the bytes of cells that were edited, and of those that records lacked.
  private func surroundings(of text: DelimitedText) -> [UInt8] {
    var result: [UInt8] = []
    var start = 0
    for ((record, former), row) in zip(zip(text.rows, original.rows), model.rows) {
      for (place, range) in record.cells.enumerated() {
        if place >= former.cells.count {
          // Only a delimiter stands between one that is new and the cell before it.
          result += text.bytes[start..<record.cells[place - 1].upperBound]
          start = range.upperBound
        } else if row[model.columns[place].id].raw == nil {
          result += text.bytes[start..<range.lowerBound] + [0]
          start = range.upperBound
        }
      }
    }
    return result + text.bytes[start...]
  }

  /// The text ends as it ended, its lines do, and its byte order mark is where it was.
  private func checkLineEnds() throws {
    try require(saved.hasMark == original.hasMark, "the byte order mark has changed")
    try require(
      saved.bytes[saved.preamble].elementsEqual(original.bytes[original.preamble]),
      "what stands before the table has changed")
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
    let isShort = last.cells.count < model.columns.count
    try require(
      last.tail.isEmpty == (former.tail.isEmpty && !isShort),
      "the end of the last line has changed")
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
