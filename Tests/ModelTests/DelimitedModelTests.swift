import TableKit
import TableSources
import TestSupport
import Testing

/// Odd and legal delimited texts, edited at random, beside a model of plain arrays.
struct DelimitedModelTests {
  @Test(
    "what nobody touched keeps its bytes, what was typed is read again, undo leads back to the file, and every plan to its table"
  )
  func edits() {
    Rounds.run("delimited text", few: 150, many: 6000) { random in
      let sample = DelimitedSample(&random)
      do {
        guard let loaded = try Self.load(sample) else { return }
        try Self.checkRefusals(sample, loaded)
        var round = try DelimitedRound(sample, loaded)
        try round.run(&random, most: 12)
      } catch {
        throw Mismatch("\(error)\ntext: \(shown(sample.bytes)) \(sample.name) \(sample.marks)")
      }
    }
  }

  /// Reads a text; nil where it holds nothing and is refused.
  private static func load(_ sample: DelimitedSample) throws(SourceError) -> LoadedTable? {
    do throws(SourceError) {
      return try LoadedTable(
        bytes: sample.bytes, name: sample.name, options: sample.marks.options)
    } catch {
      if case .emptyFile = error, sample.isEmpty { return nil }
      if case .raggedRow = error, sample.isBroken { return nil }
      throw error
    }
  }

  /// Throws where a text is read that the program must refuse.
  private static func checkRefusals(_ sample: DelimitedSample, _ loaded: LoadedTable) throws {
    try require(!sample.isBroken, "a torn or cut text is read")
    let place = loaded.table.keyColumns.first.map(\.rawValue)
    try require(place == sample.key, "column \(place ?? -1) tells rows apart")
    try require(loaded.notes.isEmpty || sample.isOdd || sample.lacksKey, "\(loaded.notes)")
    guard sample.isOdd else { return }
    try require(!loaded.notes.isEmpty, "nothing is said of what is read otherwise")
    var options = sample.marks.options
    options.isStrict = true
    let strict = try? LoadedTable(bytes: sample.bytes, name: sample.name, options: options)
    try require(strict == nil, "it is read although nothing may be read otherwise")
  }
}

/// A text that is edited, and saved after each step.
private struct DelimitedRound: FileRound {
  let sample: DelimitedSample
  let original: DelimitedText
  let origin: FileOrigin
  var desk: Desk<DelimitedSample>

  init(_ sample: DelimitedSample, _ loaded: LoadedTable) throws {
    self.sample = sample
    origin = loaded.origin
    original = try DelimitedText(sample.bytes, sample.marks)
    try require(original.rows.count == sample.model.rows.count, "the model is wrong")
    desk = try Desk(loaded.table, sample.model, sample)
  }

  var bytes: [UInt8] { sample.bytes }

  func check(_ bytes: [UInt8]) throws { try DelimitedCheck(sample, original, desk, bytes).run() }

  /// What would be saved; nil where a text without quotes cannot hold a name, or would make a comment
  /// of a record.
  func saved() throws(SourceError) -> [UInt8]? {
    do throws(SourceError) {
      return try origin.bytes(of: desk.editor.table)
    } catch {
      if case .cannotWriteValue = error, sample.marks.quote == nil { return nil }
      throw error
    }
  }
}
