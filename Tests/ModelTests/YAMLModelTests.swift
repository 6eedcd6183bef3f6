import TableKit
import TableSources
import TestSupport
import Testing

/// YAML, edited at random, beside a model of plain arrays.
struct YAMLModelTests {
  @Test(
    "rows and comments that nobody touched keep their bytes, a changed cell changes its value only, what was typed is read again by others, and undo leads back to the file"
  )
  func edits() {
    Rounds.run("YAML", few: 100, many: 3000) { random in
      let sample = YAMLSample(&random)
      do {
        let loaded = try LoadedTable(bytes: sample.bytes, name: sample.name)
        var round = YAMLRound(
          sample: sample, origin: loaded.origin,
          desk: try Desk(loaded.table, sample.model, sample))
        try round.run(&random, most: 10)
      } catch {
        throw Mismatch("\(error)\ntext: \(shown(sample.bytes))")
      }
    }
  }
}

/// A document that is edited, and saved after each step.
private struct YAMLRound: FileRound {
  let sample: YAMLSample
  let origin: FileOrigin
  var desk: Desk<YAMLSample>

  var bytes: [UInt8] { sample.bytes }

  func check(_ bytes: [UInt8]) throws {
    try checkContent(bytes)
    try checkRows(bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    for comment in sample.comments {
      try require(
        text.split(separator: comment, omittingEmptySubsequences: false).count == 2,
        "'\(comment)' does not stand there once")
    }
    let ends = { (bytes: [UInt8]) in bytes.last == 0x0A || bytes.last == 0x0D }
    // A blank line that has come to be the last one stays.
    try require(
      ends(bytes) == ends(sample.bytes) || sample.hasBlankLines && ends(bytes),
      "the end of the last line has changed")
    try require(
      bytes.starts(with: [0xEF, 0xBB, 0xBF]) == sample.bytes.starts(with: [0xEF, 0xBB, 0xBF]),
      "the byte order mark has changed")
  }

  // MARK: Content

  /// Another reader finds what the model holds.
  private func checkContent(_ bytes: [UInt8]) throws {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let text = String(decoding: bytes[start...], as: UTF8.self)
    let model = desk.model
    var sections: [(name: String, rows: [YAMLTree])] = []
    switch try YAMLTree.compose(text) {
    case .sequence(let rows)?: sections = [("rows", rows)]
    case .mapping(let pairs)?:
      sections = try pairs.map { pair in
        guard let name = pair.key.scalar?.text else { throw Mismatch("a section has no name") }
        guard case .sequence(let rows) = pair.value else { return (name, []) }
        return (name, rows)
      }
    default: throw Mismatch("it holds no table")
    }
    if sample.hasSections {
      try require(
        sections.map { Array($0.name.utf8) } == model.sections.map { Array($0.name.utf8) },
        "the sections are \(sections.map(\.name))")
    }
    try require(
      sections.map(\.rows.count) == model.sections.map(\.rows.count), "there are other rows")
    for (node, row) in zip(sections.flatMap(\.rows), model.rows) {
      guard case .mapping(let members) = node else { throw Mismatch("a row is no mapping") }
      for pair in members {
        let name = pair.key.scalar.map { Array($0.text.utf8) }
        try require(
          model.columns.contains { Array($0.name.utf8) == name },
          "row #\(row.id.number) has other members")
      }
      for column in model.columns {
        let pair = members.first {
          $0.key.scalar?.text.utf8.elementsEqual(column.name.utf8) ?? false
        }
        let (value, wanted) = (try Self.cell(pair?.value), row[column.id].value)
        try require(value == wanted, "'\(column.name)' is read as \(value), not \(wanted)")
      }
    }
  }

  /// The value of a member.
  private static func cell(_ node: YAMLTree?) throws -> Cell {
    guard let node else { return .null }
    // A collection that was typed into a cell is out of this model.
    guard let scalar = node.scalar else { throw Mismatch("a value is no scalar") }
    let isNull = ["", "~", "null", "Null", "NULL"].contains(scalar.text)
    return scalar.isPlain && isNull ? .null : Cell(scalar.text)
  }

  // MARK: Bytes

  /// Rows that nobody touched stand there with all their bytes, and so do all pieces of the others
  /// around the values that were changed.
  private func checkRows(_ bytes: [UInt8]) throws {
    let (model, loaded) = (desk.model, sample.model)
    let isSame =
      model.columns.map(\.id) == loaded.columns.map(\.id)
      && model.columns.map { Array($0.name.utf8) } == loaded.columns.map { Array($0.name.utf8) }
    guard isSame else { return }
    var start = 0
    let unindented = Self.unindented(bytes[...])
    for row in model.rows {
      guard let record = row.record else { continue }
      if model.columns.allSatisfy({ row[$0.id].raw != nil }) {
        // One that has come to another section may be indented otherwise there.
        let isLoose = sample.hasSections && !desk.hasCellEditsOnly
        let (row, text) = (sample.rows[record], bytes)
        let piece = isLoose ? Self.unindented(row[...]) : row
        guard
          let found = Self.find(piece, in: isLoose ? unindented : text, from: start)
        else {
          throw Mismatch("record \(record) was not touched and has changed")
        }
        start = found
      }
    }
    guard desk.hasCellEditsOnly else { return }
    try checkSurroundings(bytes)
  }

  /// Where cells alone were edited, all in front of the first row with an edited one and all behind the
  /// last such row is as it was.
  private func checkSurroundings(_ bytes: [UInt8]) throws {
    let model = desk.model
    let edited = model.rows.filter { row in
      model.columns.contains { row[$0.id].raw == nil }
    }.compactMap(\.record)
    guard let first = edited.min(), let last = edited.max() else {
      return try require(bytes == sample.bytes, "nothing was edited and it has changed")
    }
    var (at, begin, end) = (0, 0, 0)
    for (record, row) in sample.rows.enumerated() {
      guard let found = Self.find(row, in: sample.bytes, from: at) else { continue }
      if record == first { begin = found - row.count }
      if record == last { end = found }
      at = found
    }
    try require(bytes.starts(with: sample.bytes[..<begin]), "what stands before has changed")
    try require(
      bytes.reversed().starts(with: sample.bytes[end...].reversed()),
      "what stands behind has changed")
  }

  /// A text without the blanks at the starts of its lines.
  private static func unindented(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      result += line.drop { $0 == 0x20 } + [0x0A]
    }
    return result.dropLast()
  }

  /// Where a piece ends that stands in a text behind some place.
  private static func find(_ piece: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard piece.count <= bytes.count - start else { return nil }
    for i in start...(bytes.count - piece.count) where bytes[i...].starts(with: piece) {
      return i + piece.count
    }
    return nil
  }
}
