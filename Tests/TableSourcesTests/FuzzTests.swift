import Expectations
import Glibc
import TestSupport
import Testing

@testable import TableKit
@testable import TableSources

/// Texts that were well-formed once, changed at random: each is refused with a place, or read, and
/// then saved and edited without a byte changed that nobody meant.
///
/// `TABLE_FUZZ_ROUNDS` says how many of each family, `TABLE_FUZZ_SEED` where to begin.
struct FuzzTests {
  private static let values = [
    "x", "", "NA", "a,b", "a;b", "a\tb", "say \"hi\"", "two\nlines", "cr\rhere", " pad ", "007",
    "1.10", "é", "\u{FEFF}", "\"", "null", "#c", "- a", "a: b", "'", "\\", "\\N", "^", "{}", "[1]",
    "\u{1F600}", "e\u{301}", "yes", "\u{85}", "trail\n\n", "|", "x #y", "\u{7F}", "...", "---",
  ]

  private static func number(_ name: String) -> UInt64? {
    getenv(name).flatMap { UInt64(String(cString: $0)) }
  }

  @Test(
    "a text changed at random is refused with its place, or kept byte for byte and cell for cell",
    arguments: FuzzSamples.Family.allCases)
  func mutations(_ family: FuzzSamples.Family) throws {
    let seed = Self.number("TABLE_FUZZ_SEED") ?? UInt64.random(in: .min ... .max)
    var random = SeededGenerator(state: seed)
    var loads = 0
    let rounds = Int(Self.number("TABLE_FUZZ_ROUNDS") ?? 1000)
    for round in 0..<rounds {
      // Of its own, so that a round can be run alone.
      var own = SeededGenerator(state: random.next())
      let sample = FuzzSamples.sample(family, &own)
      let loaded: LoadedTable
      do throws(SourceError) {
        loaded = try LoadedTable(
          bytes: sample.bytes, name: sample.name, options: sample.options)
      } catch {
        check(error, sample, "round \(round), seed \(seed)")
        continue
      }
      loads += 1
      if let problem = try Self.problem(with: loaded, sample, &own) {
        let text = String(decoding: sample.unpacked ?? sample.bytes, as: UTF8.self)
        Issue.record(
          """
          \(problem): \(text.debugDescription) \(sample.name) \(sample.options), \
          round \(round), seed \(seed)
          """)
        return
      }
    }
    expect(loads > rounds / 10)
  }

  @Test("a line end in a name or a key is none in the message about it")
  func oneLine() throws {
    for (text, key) in [
      ("\"a\nb\",\"a\nb\"\n1,2\n", nil), ("a,b\n\"x\r\n\",1\n\"x\r\n\",2\n", "a"),
    ] {
      var options = ReadOptions()
      options.key = key.map { [$0] } ?? []
      options.isStrict = true
      let error = expect(throws: SourceError.self) {
        try LoadedTable(bytes: Array(text.utf8), name: "t.csv", options: options)
      }
      let message = try require(error).message
      expect(message.utf8.allSatisfy { $0 != 0x0A && $0 != 0x0D }, "\(message.debugDescription)")
      expect(message.contains("\\n"))
    }
  }

  private func check(_ error: SourceError, _ sample: FuzzSample, _ comment: Comment) {
    expect(!error.code.isEmpty && !error.message.isEmpty && !error.message.contains("\n"), comment)
    switch error {
    case .emptyFile, .noSuchColumn, .cannotEncode, .badDialect, .foreignFile: break
    case .badPacking: expect(sample.unpacked != nil, comment)
    case .duplicateKey: expect(error.place != nil, comment)
    default:
      expect(error.place?.column != nil || error.code == "bad-yaml", "\(error), \(comment)")
    }
  }

  /// What is wrong with a table that was read; nil when nothing is.
  private static func problem(
    with loaded: LoadedTable, _ sample: FuzzSample, _ random: inout some RandomNumberGenerator
  ) throws -> String? {
    let isExact = loaded.notes.allSatisfy {
      $0.kind != .repair && !$0.text.contains("does not give back")
    }
    let saved: [UInt8]
    do throws(SourceError) { saved = try loaded.origin.bytes(of: loaded.table) } catch {
      return isExact ? "cannot be saved untouched: \(error)" : nil
    }
    if isExact, !sample.isDamaged, saved != sample.unpacked ?? sample.bytes {
      return "saved as \(saved)"
    }
    guard let row = Array(loaded.table.allRows).randomElement(using: &random),
      let column = loaded.table.columns.randomElement(using: &random)
    else { return nil }
    var editor = Editor(table: loaded.table)
    let value = values.randomElement(using: &random) ?? ""
    let kind = loaded.table.cell(row, column.id).kind
    let cell = loaded.table.syntax.isTyped && kind != .text ? Cell.null : Cell(value)
    let bytes: [UInt8]
    do {
      try editor.perform([.update([CellChange(row, column.id, cell)])], title: "edit")
      bytes = try loaded.origin.bytes(of: editor.table)
    } catch is EditError {
      return nil
    } catch is SourceError {
      return nil
    }
    if sample.options.encoding == nil, loaded.origin.encoding.codec == nil, isExact,
      let range = range(of: row, column.id, in: loaded)
    {
      let isKept =
        bytes.starts(with: saved[..<range.lowerBound])
        && bytes.reversed().starts(with: saved[range.upperBound...].reversed())
      if !isKept { return "\(cell) in \(range) changed other records: \(bytes)" }
    }
    let what = "\(cell) at \(row), \(column.name)"
    // A row whose name was edited is another one when it is read again.
    if !isName(column.id, in: loaded),
      let problem = difference(bytes, editor.table, loaded, sample)
    {
      return "\(what) \(problem): \(String(decoding: bytes, as: UTF8.self).debugDescription)"
    }
    if (try? editor.undo()) != nil {
      let back = try loaded.origin.bytes(of: editor.table)
      if back != saved { return "\(what), undone, is saved as \(back)" }
    }
    return nil
  }

  /// How a text that was saved is read otherwise than the table; nil when it is not.
  private static func difference(
    _ bytes: [UInt8], _ table: Table, _ loaded: LoadedTable, _ sample: FuzzSample
  ) -> String? {
    var options = sample.options
    options.isLenient = false
    if let layout = loaded.origin.layout as? DelimitedLayout {
      // What looks otherwise now is told.
      if !layout.readingNotes(table).isEmpty { return nil }
      // Rows that only a lenient reading takes keep their bytes.
      options.isLenient = layout.reasons.isLenient
    }
    let name = sample.name.hasSuffix(".gz") ? String(sample.name.dropLast(3)) : sample.name
    let again: Table
    do throws(SourceError) {
      again = try LoadedTable(bytes: bytes, name: name, options: options).table
    } catch {
      return "cannot be read back: \(error)"
    }
    // Names of rows follow from the text, and a value can become a section: the writer compares what
    // it writes itself.
    if (loaded.origin.layout as? YAMLLayout)?.tree != nil { return nil }
    guard again.rowCount == table.rowCount else { return "is read back with other rows" }
    // Members of rows have no order, and a column without any is not there.
    let columns = table.columns.map { ($0.id, again.column(named: $0.name)?.id) }
    for (mine, other) in zip(table.allRows, again.allRows) {
      for (id, there) in columns {
        let (a, b) = (table.cell(mine, id), there.map { again.cell(other, $0) } ?? .null)
        if a != b { return "is read back as \(b)" }
      }
    }
    return nil
  }

  /// Whether a column holds the names of rows of a JSON object.
  private static func isName(_ column: ColumnID, in loaded: LoadedTable) -> Bool {
    loaded.origin.jsonColumns.map { $0.path == column || $0.key == column } ?? false
  }

  /// Where the record of a row stands in the text, its line end included, and its name if the cells of a
  /// column are names.
  private static func range(
    of row: RowID, _ column: ColumnID, in loaded: LoadedTable
  ) -> Range<Int>? {
    let (chunk, record) = loaded.table.record(of: row)
    if let layout = loaded.origin.layout as? JSONLayout {
      let range = layout.range(ofRecord: record)
      guard isName(column, in: loaded) else { return range }
      let bytes = layout.source.bytes
      let objects =
        [layout.body] + layout.members.map(\.value).filter { bytes[$0.lowerBound] == 0x7B }
      let members = objects.flatMap { JSONMember.members(of: $0, in: bytes) }
      let head = members.first { $0.value == range }?.head ?? range
      return head.lowerBound..<range.upperBound
    }
    guard loaded.origin.layout is DelimitedLayout else { return nil }
    let end = chunk.allBytes.count
    let start = end - chunk.raw(records: record..<chunk.recordCount).count
    return start..<start + chunk.raw(records: record..<record + 1).count
  }
}
