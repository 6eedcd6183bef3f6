import TestSupport
import Testing

@testable import TableKit
@testable import TableSources

/// Texts that were well-formed once, changed at random: each is refused with a place, or read, and
/// then saved and edited without a byte changed that nobody meant.
@Suite struct FuzzTests {
  private static let documents = [
    "[{\"id\":1,\"n\":\"a\"},{\"id\":2,\"n\":null}]",
    "{\"A\":[{\"id\":\"x\",\"v\":1.10}],\"B\":[]}",
    "{\"columns\":[\"id\",\"v\"],\"key\":[\"id\"],\"sections\":[{\"id\":\"A\",\"title\":\"T\","
      + "\"header\":\"h\",\"rows\":[{\"id\":\"a\",\"v\":12345678901234567890},{\"id\":\"b\"}]}]}",
    "[\n  { \"id\" : 1, \"n\" : \"\\u00e9\\ud83d\\ude00\" },\n  { \"id\" : 2, \"n\" : [1, {}] }\n]\n",
  ]
  private static let pieces =
    [
      "\"", "\"\"", ",", ";", "\t", "|", "\n", "\r", "\r\n", "\0", "\u{FEFF}", "é", "\u{1B}", "[",
      "]",
      "{", "}", ":", "\\", "\\u", "null", "1e999", "-", "NA", " ", "\u{1F600}", "\u{2028}",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xFE, 0xFF], [0xED, 0xA0, 0x80]]
  private static let values = [
    "x", "", "NA", "a,b", "a;b", "a\tb", "say \"hi\"", "two\nlines", "cr\rhere", " pad ", "007",
    "1.10", "é", "\u{FEFF}", "\"", "null",
  ]

  private struct Sample {
    var name: String
    var bytes: [UInt8]
    var options = ReadOptions()
  }

  private static func sample(_ random: inout some RandomNumberGenerator) -> Sample {
    let isJSON = Int.random(in: 0..<3, using: &random) == 0
    let text =
      (isJSON ? documents : DelimitedRoundTripTests.quirks).randomElement(using: &random) ?? ""
    let other = DelimitedRoundTripTests.quirks.randomElement(using: &random) ?? ""
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let at = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, at + Int.random(in: 0...4, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes.removeSubrange(at..<end)
      case 1: bytes.removeSubrange(at...)
      case 2: bytes.insert(contentsOf: Array(bytes[at..<end]), at: at)
      case 3 where at < bytes.count: bytes[at] = UInt8.random(in: 0...255, using: &random)
      case 4: bytes.insert(contentsOf: Array(other.utf8), at: at)
      default: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: at)
      }
    }
    let endings = isJSON ? ["json", "json", "txt"] : ["csv", "csv", "tsv", "txt"]
    var sample = Sample(name: "t." + (endings.randomElement(using: &random) ?? ""), bytes: bytes)
    func rarely() -> Bool { Int.random(in: 0..<5, using: &random) == 0 }
    if rarely() { sample.options.hasHeader = false }
    if rarely() { sample.options.nulls = ["NA", "x"] }
    if rarely() { sample.options.isLenient = true }
    if rarely() {
      sample.options.delimiter = [0x2C, 0x3B, 0x09, 0x7C].randomElement(using: &random)
    }
    if rarely() { sample.options.encoding = ["latin1", "utf-16"].randomElement(using: &random) }
    if rarely() { sample.options.loader = ["csv", "tsv", "json"].randomElement(using: &random) }
    if rarely() { sample.options.key = ["id"] }
    return sample
  }

  @Test(
    "a text changed at random is refused with its place, or kept byte for byte and cell for cell")
  func mutations() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed)
    var loads = 0
    for round in 0..<3000 {
      let sample = Self.sample(&random)
      let loaded: LoadedTable
      do throws(SourceError) {
        loaded = try LoadedTable(
          bytes: sample.bytes, name: sample.name, options: sample.options)
      } catch {
        check(error, sample, "round \(round), seed \(seed)")
        continue
      }
      loads += 1
      let problem = try Self.problem(with: loaded, sample, &random)
      guard problem == nil else {
        Issue.record(
          """
          \(problem ?? ""): \(String(decoding: sample.bytes, as: UTF8.self).debugDescription) \
          \(sample.name) \(sample.options), round \(round), seed \(seed)
          """)
        return
      }
    }
    #expect(loads > 500)
  }

  private func check(_ error: SourceError, _ sample: Sample, _ comment: Comment) {
    #expect(!error.code.isEmpty && !error.message.isEmpty && !error.message.contains("\n"), comment)
    switch error {
    case .emptyFile, .noSuchColumn, .cannotEncode: break
    case .duplicateKey: #expect(error.place != nil, comment)
    default: #expect(error.place?.column != nil, "\(error), \(comment)")
    }
  }

  /// What is wrong with a table that was read; nil when nothing is.
  private static func problem(
    with loaded: LoadedTable, _ sample: Sample, _ random: inout some RandomNumberGenerator
  ) throws -> String? {
    let isExact = loaded.notes.allSatisfy {
      $0.kind != .repair && !$0.text.contains("does not lead back")
    }
    let saved = try loaded.origin.bytes(of: loaded.table)
    if isExact, saved != sample.bytes { return "saved as \(saved)" }
    guard let row = Array(loaded.table.allRows).randomElement(using: &random),
      let column = loaded.table.columns.randomElement(using: &random)
    else { return nil }
    var editor = Editor(table: loaded.table)
    let value = values.randomElement(using: &random) ?? ""
    let kind = loaded.table.cell(row, column.id).kind
    let cell = loaded.table.syntax.isTyped && kind != .text ? Cell.null : Cell(value)
    var bytes: [UInt8]
    do {
      try editor.perform([.update([CellChange(row, column.id, cell)])], title: "edit")
      bytes = try loaded.origin.bytes(of: editor.table)
    } catch is EditError {
      return nil
    } catch is SourceError {
      return nil
    }
    if sample.options.encoding == nil, isExact, let range = range(of: row, in: loaded) {
      let isKept =
        bytes.starts(with: saved[..<range.lowerBound])
        && bytes.reversed().starts(with: saved[range.upperBound...].reversed())
      if !isKept { return "\(cell) in \(range) changed other records: \(bytes)" }
    }
    // A text with tabs is read without quotes only while they are unbalanced in it: an edit can
    // balance them.
    if !loaded.table.syntax.isTyped, loaded.table.syntax.quote == nil { return nil }
    var options = sample.options
    options.isLenient = false
    if !loaded.table.syntax.isTyped { options.delimiter = loaded.table.syntax.delimiter }
    do {
      let again = try LoadedTable(bytes: bytes, name: sample.name, options: options)
      let expected = editor.table.allRows.map { editor.table.cells($0).map { $0 } }
      if again.table.allRows.map({ again.table.cells($0).map { $0 } }) != expected {
        return "\(cell) at \(row), \(column.name) is read back otherwise: \(bytes)"
      }
    } catch {
      return "\(cell) at \(row), \(column.name) cannot be read back: \(error), \(bytes)"
    }
    return nil
  }

  /// Where the record of a row stands in the text, its line end included.
  private static func range(of row: RowID, in loaded: LoadedTable) -> Range<Int>? {
    let (chunk, record) = loaded.table.record(of: row)
    if let layout = loaded.origin.layout as? JSONLayout {
      let range = layout.rowRanges[record]
      return Int(range.lowerBound)..<Int(range.upperBound)
    }
    let end = chunk.allBytes.count
    let start = end - chunk.raw(records: record..<chunk.recordCount).count
    return start..<start + chunk.raw(records: record..<record + 1).count
  }
}
