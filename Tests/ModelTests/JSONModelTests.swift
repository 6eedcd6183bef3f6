import TableKit
import TableSources
import TestSupport
import Testing

/// JSON and NDJSON, edited at random, beside a model of plain arrays.
struct JSONModelTests {
  @Test(
    "values that nobody touched keep their bytes, what was typed is read again, and undo leads back to the file"
  )
  func edits() {
    Rounds.run("JSON", few: 100, many: 3000) { random in
      let sample = JSONSample(&random)
      do {
        let loaded = try LoadedTable(bytes: sample.bytes, name: sample.name)
        var round = JSONRound(
          sample: sample, origin: loaded.origin,
          desk: try Desk(loaded.table, sample.model, sample))
        try round.run(&random, most: 12)
      } catch {
        throw Mismatch("\(error)\ntext: \(shown(sample.bytes)) \(sample.name)")
      }
    }
  }
}

/// A document that is edited, and saved after each step.
private struct JSONRound: FileRound {
  let sample: JSONSample
  let origin: FileOrigin
  var desk: Desk<JSONSample>

  var bytes: [UInt8] { sample.bytes }

  func check(_ bytes: [UInt8]) throws {
    let text = try JSONText(bytes)
    let model = desk.model
    var sections: [[JSONText.Value]] = [text.values]
    if sample.shape != .lines, let document = text.values.first {
      sections =
        sample.shape == .rows ? [document.elements] : document.members.map(\.value.elements)
      try require(
        sample.shape == .rows
          || document.members.map { Array($0.name.utf8) }
            == model.sections.map { Array($0.name.utf8) },
        "the sections have other names")
    }
    try require(
      sections.map(\.count) == model.sections.map(\.rows.count), "there are other rows")
    for (object, row) in zip(sections.joined(), model.rows) {
      let names = object.members.map { Array($0.name.utf8) }
      try require(
        Set(names).count == names.count
          && names.allSatisfy { name in model.columns.contains { $0.name.utf8.elementsEqual(name) }
          },
        "row #\(row.id.number) has other members")
      for column in model.columns {
        let member = object.members.first { $0.name.utf8.elementsEqual(column.name.utf8) }?.value
        let (cell, value) = (row[column.id], try text.cell(member))
        try require(
          value == cell.value, "'\(column.name)' is read as \(value), not \(cell.value)")
        let now = member.map { Array(bytes[$0.range]) } ?? []
        try require(
          cell.raw == nil || cell.raw == now,
          "'\(column.name)' of row #\(row.id.number) is \(shown(now))")
      }
    }
    try checkRows(text, sections.flatMap { $0 })
  }

  /// Rows that nobody touched have all their bytes.
  private func checkRows(_ text: JSONText, _ objects: [JSONText.Value]) throws {
    let (former, model) = (try JSONText(sample.bytes), desk.model)
    guard let document = former.values.first else { return }
    let loaded: [JSONText.Value] =
      switch sample.shape {
      case .lines: former.values
      case .rows: document.elements
      case .sections: document.members.flatMap(\.value.elements)
      }
    let hasColumns =
      model.columns.map(\.id) == sample.model.columns.map(\.id)
      && model.columns.map { Array($0.name.utf8) }
        == sample.model.columns.map { Array($0.name.utf8) }
    for (object, row) in zip(objects, model.rows) where hasColumns {
      guard let record = row.record, model.columns.allSatisfy({ row[$0.id].raw != nil }) else {
        continue
      }
      try require(
        text.bytes[object.range].elementsEqual(former.bytes[loaded[record].range]),
        "row #\(row.id.number) was not touched and has changed")
    }
  }
}
