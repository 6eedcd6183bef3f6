import Expectations
import Testing

@testable import TableKit
@testable import TableSources

/// Real files, as their makers left them: see `Tests/Corpus/SOURCES.txt`.
struct CorpusTests {
  static let corpus =
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
    .joined(separator: "/") + "/Corpus/"

  static func files(_ folder: String) -> [String] {
    TemporaryFolder.names(in: corpus + folder).map { "\(folder)/\($0)" }
  }

  private func content(_ file: String) throws -> [UInt8] {
    let (buffer, _) = try InputFile.read(path: Self.corpus + file, progress: .none)
    return buffer.withBytes { Array($0) }
  }

  @Test("a real file is saved byte for byte", arguments: files("sound") + files("odd"))
  func identity(_ file: String) throws {
    let loaded = try LoadedTable(path: Self.corpus + file)
    try expectEqual(loaded.origin.bytes(of: loaded.table), content(file))
    expect(loaded.table.rowCount > 0)
  }

  @Test("one edited cell of a real file changes its record only", arguments: files("sound"))
  func oneCell(_ file: String) throws {
    var loaded = try LoadedTable(path: Self.corpus + file)
    let row = loaded.table.rowCount / 2
    let (chunk, record) = loaded.table.record(of: RowID(UInt32(row)))
    let old = chunk.raw(records: record..<record + 1)
    let before = try content(file)
    let start = before.count - chunk.raw(records: record..<chunk.recordCount).count
    loaded.set(row, loaded.table.columns[0].name, "edited")
    let after = try loaded.origin.bytes(of: loaded.table)
    expect(after.starts(with: before[..<start]))
    expect(after.reversed().starts(with: before[(start + old.count)...].reversed()))
    var expected = loaded.texts
    expected[row][0] = "edited"
    try expectEqual(load(after, name: file).texts, expected)
  }

  @Test("a malformed real file is refused with a place", arguments: files("faulty"))
  func faulty(_ file: String) throws {
    let error = failure(try content(file), name: file)
    expect(error?.place != nil, "\(file): \(error?.message ?? "was read")")
  }

  @Test(
    "a malformed real file can be repaired, and is well-formed then with long rows cut",
    arguments: files("faulty"))
  func lenient(_ file: String) throws {
    for cut in [false, true] {
      let loaded = try load(content(file), name: file) { ($0.isLenient, $0.cutsRows) = (true, cut) }
      expect(!loaded.notes.isEmpty)
      let again = try load(loaded.origin.bytes(of: loaded.table), name: file) {
        $0.delimiter = loaded.table.syntax.delimiter
        $0.isLenient = !cut
      }
      expectEqual(again.texts, loaded.texts)
    }
  }
}
