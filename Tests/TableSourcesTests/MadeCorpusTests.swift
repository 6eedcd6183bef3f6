import Expectations
import Testing

@testable import TableKit
@testable import TableSources

/// Small files in every dialect and format: see `Tests/Corpus/SOURCES.txt`.
struct MadeCorpusTests {
  /// How a file is read where its name does not say it.
  static func options(for name: String) -> ReadOptions {
    var options = ReadOptions()
    if name.contains("escape") { options.escape = 0x5C }
    if name.contains("comment") { options.comment = "#" }
    if name.contains("no-header") { options.hasHeader = false }
    if name.hasPrefix("single.quote") { options.quote = .byte(0x27) }
    if name.hasPrefix("none.quote") { options.quote = ReadOptions.Quote.none }
    let encodings = ["windows-1252", "latin1", "shift-jis", "koi8-r"]
    options.encoding = encodings.first { name.hasPrefix($0) }
    if name.hasPrefix("utf16le-no-bom") { options.encoding = "utf-16" }
    return options
  }

  private func load(_ file: String) throws -> (loaded: LoadedTable, bytes: [UInt8]) {
    let path = CorpusTests.corpus + file
    let (buffer, _) = try InputFile.read(path: path, progress: .none)
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let loaded = try LoadedTable(path: path, options: Self.options(for: name))
    return (loaded, buffer.withBytes { Array($0) })
  }

  @Test("a file of any dialect is saved byte for byte", arguments: CorpusTests.files("made"))
  func identity(_ file: String) throws {
    let (loaded, bytes) = try load(file)
    try expectEqual(loaded.origin.bytes(of: loaded.table), bytes)
    expect(loaded.notes.allSatisfy { $0.text.hasPrefix("column 'id'") })
    expect(loaded.table.rowCount > 0)
  }

  @Test(
    "a file of any dialect in which each cell was changed in turn keeps all others",
    arguments: CorpusTests.files("made"))
  func eachCell(_ file: String) throws {
    let (loaded, bytes) = try load(file)
    let name = file.split(separator: "/").last.map(String.init) ?? file
    for row in 0..<loaded.table.rowCount {
      for (c, column) in loaded.table.columns.enumerated() {
        var edited = loaded
        edited.set(row, column.name, "new")
        var expected = loaded.texts
        expected[row][c] = "new"
        let saved: [UInt8]
        do throws(SourceError) { saved = try edited.origin.bytes(of: edited.table) } catch {
          expect(name == "anchors.yaml" && error.code == "cannot-rewrite", "\(error)")
          continue
        }
        let again = try LoadedTable(bytes: saved, name: name, options: Self.options(for: name))
        expectEqual(again.texts, expected, "\(row) \(column.name)")
        // Lines are kept whole where the cell is on none of them.
        let changed = changedLines(String(decoding: bytes, as: UTF8.self), saved)
        expect(changed <= 3, "\(row) \(column.name): \(changed) lines changed")
      }
    }
  }

  private func changedLines(_ before: String, _ after: [UInt8]) -> Int {
    let old = before.split(omittingEmptySubsequences: false) { $0.isNewline }
    let new = String(decoding: after, as: UTF8.self)
      .split(omittingEmptySubsequences: false) { $0.isNewline }
    let same = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.dropFirst(same).reversed(), new.dropFirst(same).reversed())
      .prefix { $0 == $1 }.count
    return max(old.count, new.count) - same - tail
  }
}
