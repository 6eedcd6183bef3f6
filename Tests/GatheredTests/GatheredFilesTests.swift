import Expectations
import Glibc
import TestSupport
import Testing

@testable import TableKit
@testable import TableSources

private let gatheredFolder = getenv("TABLE_GATHERED").map { String(cString: $0) }

/// Hundreds of real files that `Scripts/gather` fetches: each is opened, saved, edited and undone.
///
/// `TABLE_GATHERED` names their folder; without it there is nothing to test.
@Suite(.enabled(if: gatheredFolder != nil, "Scripts/gather fetches the files"))
struct GatheredFilesTests {
  /// Files that are refused, each with the code of its error: `refused.txt`.
  private static func refused() throws -> [String: String] {
    let path = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    let lines = try text("\(path)/refused.txt").split(separator: "\n")
    let pairs = lines.filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ") }
    return Dictionary(pairs.map { (String($0[0]), String($0[1])) }) { first, _ in first }
  }

  private static func text(_ path: String) throws -> String {
    let (buffer, _) = try InputFile.read(path: path, progress: .none)
    return buffer.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  @Test("a real file opens, and each edit of one row changes one range of bytes and can be undone")
  func files() throws {
    let folder = try require(gatheredFolder)
    let refused = try Self.refused()
    let names = Self.names(in: folder)
    var opened = 0
    var counts: [String: Int] = [:]
    for name in names {
      let path = "\(folder)/\(name)"
      let loaded: LoadedTable
      do throws(SourceError) {
        loaded = try LoadedTable(path: path)
      } catch {
        // A name begins with the digest of the file.
        let digest = String(name.prefix { $0 != "-" })
        expectEqual(refused[digest], error.code, "\(error)")
        continue
      }
      opened += 1
      let bytes = try check(loaded, path)
      var splices = RowSplices(loaded, path, bytes: bytes)
      try splices.check()
      counts.merge(splices.counts, uniquingKeysWith: +)
    }
    print("gathered files: \(opened) of \(names.count) opened, each as it was after edit and undo")
    for (what, count) in counts.sorted(by: { $0.key < $1.key }) { print("  \(what): \(count)") }
    expect(names.count >= 1500)
  }

  /// Checks that a file is saved as it was and returns its bytes, unpacked.
  private func check(_ loaded: LoadedTable, _ path: String) throws -> [UInt8] {
    let (buffer, _) = try InputFile.read(path: path, progress: .none)
    var log = RepairLog()
    let text =
      try Compression(buffer.bytes)?.unpack(
        buffer, file: path, isLenient: false, log: &log, progress: .none) ?? buffer
    let bytes = text.withBytes { Array($0) }
    try expectEqual(loaded.origin.bytes(of: loaded.table), bytes, "\(path)")
    if loaded.origin.layout is DelimitedLayout { try checkRecords(loaded, bytes, path) }
    return bytes
  }

  /// Checks that an edited cell of delimited text changes its record alone.
  private func checkRecords(_ loaded: LoadedTable, _ bytes: [UInt8], _ path: String) throws {
    var editor = Editor(table: loaded.table)
    let rows = Array(loaded.table.allRows)
    guard !rows.isEmpty else { return }
    for place in Set([0, rows.count - 1]) {
      for index in Set([0, loaded.table.columns.count - 1]) {
        let column = loaded.table.columns[index]
        let change = CellChange(rows[place], column.id, Cell("edited"))
        // A key must stay the only one, and a column that makes sections moves rows.
        guard (try? editor.perform([.update([change])], title: "edit")) != nil else { continue }
        let saved = try loaded.origin.bytes(of: editor.table)
        let record = Self.range(of: place, in: loaded)
        let isKept =
          saved.starts(with: bytes[..<record.lowerBound])
          && saved.reversed().starts(with: bytes[record.upperBound...].reversed())
        expect(isKept, "\(path): an edit of '\(column.name)' in row \(place) changed others")
        try expectOneChange(in: saved, loaded, editor.table, path)
        try editor.undo()
        try expectEqual(loaded.origin.bytes(of: editor.table), bytes, "\(path): undo")
      }
    }
  }

  /// Where the record of a row stands in the text, without its line end.
  private static func range(of place: Int, in loaded: LoadedTable) -> Range<Int> {
    let (chunk, record) = loaded.table.record(of: RowID(UInt32(place)))
    let end = chunk.allBytes.count
    let start = end - chunk.raw(records: record..<chunk.recordCount).count
    let length = chunk.raw(records: record..<record + 1).count - chunk.tail(record: record).count
    return start..<start + length
  }

  /// Reads what was saved: it has the cells of the table.
  private func expectOneChange(
    in saved: [UInt8], _ loaded: LoadedTable, _ table: Table, _ path: String
  ) throws {
    guard loaded.origin.encoding.codec == nil else { return }
    let name = path.hasSuffix(".gz") ? String(path.dropLast(3)) : path
    let again: Table
    do throws(SourceError) {
      again = try LoadedTable(bytes: saved, name: name).table
    } catch {
      Issue.record("\(path) cannot be read back: \(error)")
      return
    }
    expectEqual(again.columns.map(\.name), table.columns.map(\.name))
    expectEqual(again.rowCount, table.rowCount)
    for (there, here) in zip(again.allRows, table.allRows) {
      for (a, b) in zip(again.columns, table.columns)
      where again.cell(there, a.id) != table.cell(here, b.id) {
        Issue.record("\(path): \(b.name) of row \(here) is read back otherwise")
        return
      }
    }
  }
}
