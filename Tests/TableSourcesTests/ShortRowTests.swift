import Expectations
import TestSupport
import Testing

@testable import TableKit
@testable import TableSources

/// Rows that have fewer cells than the header.
struct ShortRowTests {
  /// What is saved after edits, which is read again with the same cells.
  private func saved(
    _ text: String, name: String = "t.csv", _ change: (inout ReadOptions) -> Void = { _ in },
    _ edits: (Table) throws -> [Edit]
  ) throws -> String {
    let loaded = try load(text, name: name, change)
    var editor = Editor(table: loaded.table)
    try editor.perform(try edits(editor.table), title: "edit")
    let bytes = try loaded.origin.bytes(of: editor.table)
    let again = try load(bytes, name: name, change)
    expectEqual(again.texts, Self.texts(editor.table))
    try editor.undo()
    try expectEqual(loaded.origin.bytes(of: editor.table), Array(text.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func texts(_ table: Table) -> [[String?]] {
    table.allRows.map { row in table.cells(row).map { $0.isNull ? nil : $0.text } }
  }

  private func set(_ row: Int, _ column: String, _ value: String, _ table: Table) throws -> Edit {
    let column = try require(table.column(named: column)).id
    return .update([CellChange(Array(table.allRows)[row], column, Cell(value))])
  }

  @Test("two short records in a row are one that was torn, between cells or within one")
  func torn() {
    func parts(_ cells: [Int]) -> [Int?] {
      var torn = TornRecords(width: 4)
      return cells.enumerated().map { torn.part(record: $0, cells: $1)?.record }
    }
    expectEqual(parts([2, 2]), [nil, 0])
    expectEqual(parts([2, 3]), [nil, 0])
    expectEqual(parts([1, 4]), [nil, 0])
    expectEqual(parts([2, 1]), [nil, nil])
    expectEqual(parts([3, 3]), [nil, nil])
    expectEqual(parts([2, 1, 3]), [nil, nil, 1])
    expectEqual(parts([3, 1, 1, 2]), [nil, 0, nil, 0])
    var apart = TornRecords(width: 4)
    expectNil(apart.part(record: 0, cells: 2))
    expectNil(apart.part(record: 2, cells: 2))
  }

  @Test(
    "cells that are missing are null, which one note says, and the bytes stay",
    arguments: [
      "a,b,c\n1,2\n3,4,5\n6\n", "a,b,c\r\n1\r\n\r\n3,4,5\r\n", "\u{FEFF}a;b;c\n1;2\n3;4;5\n",
      "a,b,c\r1,2\r3,4,5", "a,b,c\n3,4,5\n1,\"x\ny\"\n\n",
    ])
  func reading(_ text: String) throws {
    let loaded = try load(text)
    try expectEqual(loaded.saved(), text)
    expectEqual(loaded.notes.count, 1)
    expect(loaded.texts.allSatisfy { $0.count == 3 })
    expect(loaded.texts.contains { $0[2] == nil } && loaded.texts.contains { $0[2] == "5" })
  }

  @Test("the note counts them and names the line of the first")
  func note() throws {
    try expectEqual(
      load("a,b,c\n1,2,3\n\n4,5\n6,7,8\n9\n").notes.map(\.description),
      [
        "table.csv:4: 2 rows are shorter than the header, this one first: their missing cells are "
          + "null"
      ])
    try expectEqual(
      load("1,2\n3,4\n5\n") { $0.hasHeader = false }.notes.map(\.description),
      [
        "table.csv:3: a row is shorter than the first row: its missing cells are null"
      ])
  }

  @Test("editing a missing cell pads its row only as far as needed, and undo gives the bytes back")
  func padding() throws {
    let text = "a,b,c,d\n\"1\"\n2,x,y,z\n3\n4,x,y,z\n"
    try expectEqual(
      saved(text) { [try set(0, "b", "n", $0)] }, "a,b,c,d\n\"1\",n\n2,x,y,z\n3\n4,x,y,z\n")
    try expectEqual(
      saved(text) { [try set(0, "c", "n", $0)] }, "a,b,c,d\n\"1\",,n\n2,x,y,z\n3\n4,x,y,z\n")
    try expectEqual(
      saved(text) { [try set(2, "d", "n", $0)] }, "a,b,c,d\n\"1\"\n2,x,y,z\n3,,,n\n4,x,y,z\n")
    try expectEqual(
      saved(text) { [try set(0, "a", "n", $0)] }, "a,b,c,d\n\"n\"\n2,x,y,z\n3\n4,x,y,z\n")
    try expectEqual(
      saved(text) { [try set(0, "b", "n", $0), try set(0, "d", "m", $0)] },
      "a,b,c,d\n\"1\",n,,m\n2,x,y,z\n3\n4,x,y,z\n")
  }

  @Test("an emptied first cell of a row without others is no blank line")
  func blank() throws {
    try expectEqual(
      saved("a,b,c\n1\n2,3,4\n") {
        [.update([CellChange(try require(Array($0.allRows).first), $0.columns[0].id, .null)])]
      }, "a,b,c\n,\n2,3,4\n")
  }

  @Test("an empty row that ends with a delimiter is no blank line")
  func emptyEnd() throws {
    let text = "a\r,\nx\n"
    let loaded = try load(text) { ($0.delimiter, $0.skippedLines) = (0x2C, 0) }
    expectEqual(loaded.texts, [[nil], ["x"]])
    try expectEqual(loaded.saved(), text)
  }

  @Test("columns that come, go and move leave rows short")
  func columns() throws {
    let text = "a,b,c\n1,2\n3,4,5\n6\n7,8,9\n"
    try expectEqual(
      saved(text) { _ in [.insertColumn(name: "d", at: 3)] }, "a,b,c,d\n1,2\n3,4,5,\n6\n7,8,9,\n")
    try expectEqual(
      saved(text) { _ in [.insertColumn(name: "d", at: 0)] }, "d,a,b,c\n,1,2\n,3,4,5\n,6\n,7,8,9\n")
    try expectEqual(
      saved(text) { [.deleteColumn($0.columns[0].id)] }, "b,c\n2\n4,5\n,\n8,9\n")
    try expectEqual(
      saved(text) { [.deleteColumn($0.columns[2].id)] }, "a,b\n1,2\n3,4\n6\n7,8\n")
    try expectEqual(
      saved(text) { [.moveColumn($0.columns[2].id, at: 0)] }, "c,a,b\n,1,2\n5,3,4\n,6\n9,7,8\n")
    try expectEqual(
      saved(text) { [.renameColumn($0.columns[1].id, "n")] }, "a,n,c\n1,2\n3,4,5\n6\n7,8,9\n")
    try expectEqual(
      saved(text) {
        [.insertColumn(name: "d", at: 3), try set(0, "a", "9", $0)]
      }, "a,b,c,d\n9,2\n3,4,5,\n6\n7,8,9,\n")
  }

  @Test("what is saved is never refused when it is read again")
  func readable() throws {
    func deleting(_ text: String, _ rows: Int...) throws -> String {
      try saved(text) { table in
        let all = Array(table.allRows)
        return [.delete(rows.map { all[$0] })]
      }
    }
    // A short row that has become the last one, of a text without a final line end.
    try expectEqual(deleting("a,b,c\n1,2,3\n4,5\n6,7,8", 2), "a,b,c\n1,2,3\n4,5\n")
    // Two that have come together and look like one: the row above the deleted one is padded.
    try expectEqual(
      deleting("a,b,c\n1,first\n2,x,y\nline,3\n4,x,y\n", 1), "a,b,c\n1,first,\nline,3\n4,x,y\n")
    // The one that is edited is padded rather than its neighbour.
    try expectEqual(
      saved("a,b,c,d\n1\n2,3\n4,5,6,7\n") { [try set(0, "b", "x", $0)] },
      "a,b,c,d\n1,x,,\n2,3\n4,5,6,7\n")
    // No whole row is left: names say how many cells there are, and what is no name does not.
    try expectEqual(deleting("a,b,c,d\n1\n2,3,4,5\n6\n", 1), "a,b,c,d\n1\n6\n")
    try expectEqual(deleting("a,b\nx,1\nbanana\n", 0), "a,b\nbanana\n")
    try expectEqual(deleting("a;b\nx;1\nbanana\n", 0), "a;b\nbanana\n")
    try expectEqual(deleting("a, b,c,d\n1\n2,3,4,5\n6\n", 1), "a, b,c,d\n1,,,\n6\n")
    // Without a header the first row says how many cells there are.
    try expectEqual(
      saved("1,2,3\n4\n5,6,7\n8,9,0\n", { $0.hasHeader = false }) {
        [.delete([try require(Array($0.allRows).first)])]
      }, "4,,\n5,6,7\n8,9,0\n")
    // Where files of this name have no delimiter of their own and the header no plain names, most of
    // the first rows are whole.
    for name in ["b", " b"] {
      let pad = name == "b" ? "" : ";;"
      try expectEqual(
        saved("a;\(name);c\n1\n2;3;4\n5\n6;7;8\n9;8;7\n", name: "t.txt") { table in
          let all = Array(table.allRows)
          return [.delete([all[1], all[3]])]
        }, "a;\(name);c\n1\(pad)\n5\(pad)\n9;8;7\n")
    }
  }

  @Test("rows that may be parts of one, and a cut end, are refused")
  func refused() throws {
    let torn = failure("id,a,b\n1,first\nline,3\n2,x,y\n")
    expectEqual(
      torn?.message,
      "table.csv:2:1: row has 2 cells, the header has 3, and a short row after it "
        + "has 2: a line end may have split one row")
    expectEqual(torn?.code, "ragged-row")
    expectEqual(torn?.hint, "--lenient reads such rows as they are and lists them")
    for text in [
      "a,b,c\n0,0,0\n1\n2,3\n", "a,b,c\n0,0,0\n1,2\n3\n", "a,b\n0,0\n1\n2\n",
      "a,b,c\n1,x\n\ny,3\n0,0,0\n", "a,b,c,d,e\n0,0,0,0,0\n1,2,x\ny\nz\nw,4,5\n",
    ] { expectEqual(failure(text)?.code, "ragged-row", "\(text)") }
    for text in [
      "a,b,c,d\n0,0,0,0\n1\n2\n3\n4\n", "a,b,c,d\n0,0,0,0\n1,2,3\n4,5,6\n",
      "a,b,c\n1,x\n0,0,0\ny,3\n",
    ] { expectNil(failure(text), "\(text)") }
    let cut = failure("a,b,c\n0,0,0\n1,2")
    expectEqual(
      cut?.message,
      "table.csv:3:1: row has 2 cells, the header has 3, and it has no line end: "
        + "the text may be cut off")
    expectNil(failure("a,b,c\n0,0,0\n1,2,3"))
    expectEqual(failure("a,b\n0,0\n1,2,3\n")?.code, "ragged-row")
    // The same without a fast scanner.
    for text in ["a,b,c\n1,x\n#\ny,3\n0,0,0\n", "a,b,c\n0,0,0\n1,2"] {
      expectEqual(failure(text) { $0.comment = "#" }?.code, "ragged-row", "\(text)")
    }
  }

  @Test("a delimiter that only short rows make fit is doubted")
  func delimiter() throws {
    let prose = failure(
      "Dear Sir, or Madam, or both,\nI write to you.\nYours, me\n", name: "letter.txt")
    expectEqual(
      prose?.message.hasSuffix("and few rows have all: ',' may not be the delimiter"),
      true)
    expectEqual(
      prose?.hint, "--delimiter ',' if it is, or --lenient, which lists each such row")
    expectEqual(failure("a, b,c,d\n1\n2\n")?.code, "ragged-row")
    try expectEqual(load("a,b,c,d\n1\n2\n").texts.count, 2)
    try expectEqual(load("a,b,c,d\n1\n2\n") { $0.delimiter = 0x2C }.texts.count, 2)
    try expectEqual(load("a\tb\tc\td\n1\n2\n", name: "t.tsv").texts.count, 2)
    expectEqual(failure("a b,c;d\n1,x;2\n3;4\n5\n")?.code, "ragged-row")
    let rival = failure("a;b,c,d;e\n1;x,2,y;z\n3;4;5\n1;x,2,y;z\n6\n1;x,2,y;z\n")
    expectEqual(rival?.hint?.contains("--delimiter ';'"), true)
  }

  @Test("the scanner finds short records as a slow reader does, in one part and in two")
  func differential() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(state: seed)
    var accepted = 0
    for round in 0..<20_000 {
      let width = Int.random(in: 2...5, using: &random)
      var text = ""
      for row in 0..<Int.random(in: 1...12, using: &random) {
        let isShort = row > 0 && Int.random(in: 0..<3, using: &random) == 0
        let count = isShort ? Int.random(in: 1...width, using: &random) : width
        text += (0..<count).map { _ in
          ["", "x", "\"a,\n\"", "é"].randomElement(using: &random) ?? ""
        }.joined(separator: ",")
        text += ["\n", "\n", "\r\n", "\r", "\n\n", ""].randomElement(using: &random) ?? ""
      }
      let bytes = Array(text.utf8)
      let expected = ReferenceParser(bytes: bytes, delimiter: 0x2C, quote: 0x22)
        .records(allowsShort: true)
      if expected != nil { accepted += 1 }
      let comment: Comment = "seed \(seed), round \(round): \(text.debugDescription)"
      let whole = scanned(bytes, .max)
      expectEqual(whole?.records, expected, comment)
      expectEqual(scanned(bytes, 0), whole, comment)
    }
    expect(accepted > 4_000)
  }

  /// The records that a scanner finds, and what it tells of those of another length.
  private struct Scanned: Equatable {
    let records: [[[UInt8]]]
    let short: DelimitedScanner.ShortRecords
    let long: DelimitedScanner.ShortRecords
  }

  private func scanned(_ bytes: [UInt8], _ minimum: Int) -> Scanned? {
    guard let buffer = try? ByteBuffer(bytes) else { return nil }
    defer { withExtendedLifetime(buffer) {} }
    guard
      let scanner = try? DelimitedScanner.scanAll(
        buffer.bytes, Dialect(delimiter: 0x2C), width: nil, from: 0, minimum: minimum,
        allowsShort: true, progress: .none)
    else { return nil }
    let width = scanner.width ?? 0
    let records = scanner.starts.array.enumerated().map { r, start in
      var cell = Int(start)
      return (0..<width).map { c in
        let end = Int(scanner.ends[r * width + c])
        defer { cell = end + 1 }
        return cell <= end ? Array(bytes[cell..<end]) : []
      }
    }
    return Scanned(records: records, short: scanner.short, long: scanner.long)
  }

  @Test("tables with short rows that are edited at random are read again as they were saved")
  func random() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(state: seed)
    var (count, told) = (0, 0)
    for round in 0..<3_000 {
      var own = SeededGenerator(state: random.next())
      let text = Self.text(&own)
      var options = ReadOptions()
      if round % 5 == 0 { options.comment = "#" }
      options.hasHeader = round % 4 != 0
      guard let loaded = try? LoadedTable(bytes: text, name: "t.csv", options: options) else {
        continue
      }
      count += 1
      let comment: Comment =
        "seed \(seed), round \(round): \(String(decoding: text, as: UTF8.self).debugDescription)"
      try expectEqual(loaded.origin.bytes(of: loaded.table), text, comment)
      var editor = Editor(table: loaded.table)
      for _ in 0..<Int.random(in: 1...4, using: &own) {
        guard let edit = Self.edit(editor.table, &own) else { continue }
        _ = try? editor.perform([edit], title: "edit")
      }
      let bytes = try loaded.origin.bytes(of: editor.table)
      // Rows and names may look like lines before the table then, which is told.
      let isTold = try loaded.origin.losses(in: editor.table).contains {
        $0.text.contains("read differently")
      }
      if isTold { told += 1 }
      do throws(SourceError) {
        let again = try LoadedTable(bytes: bytes, name: "t.csv", options: options)
        let isSame =
          again.texts == Self.texts(editor.table)
          && (!options.hasHeader
            || again.table.columns.map(\.name) == editor.table.columns.map(\.name))
        expect(
          isSame || isTold,
          "\(comment) became \(String(decoding: bytes, as: UTF8.self).debugDescription)")
      } catch {
        let isEmpty = editor.table.rowCount == 0 && !options.hasHeader
        expect(
          isEmpty || isTold,
          "\(comment) became \(String(decoding: bytes, as: UTF8.self).debugDescription): \(error)")
      }
      while (try? editor.undo()) != nil {}
      try expectEqual(loaded.origin.bytes(of: editor.table), text, comment)
    }
    expect(count > 1_000 && told < count / 20)
  }

  private static func text(_ random: inout SeededGenerator) -> [UInt8] {
    let width = Int.random(in: 2...5, using: &random)
    var text = (0..<width).map { $0 % 3 == 1 ? "" : "n\($0)" }.joined(separator: ",") + "\n"
    for row in 0..<Int.random(in: 1...8, using: &random) {
      let isShort = Int.random(in: 0..<3, using: &random) == 0
      let count = isShort ? Int.random(in: 1...width, using: &random) : width
      text +=
        (["\(row)"]
        + (1..<max(count, 1)).map { _ in
          ["", "x", "\"q,\"", "NA"].randomElement(using: &random) ?? ""
        }).joined(separator: ",")
      text += ["\n", "\n", "\r\n", "\n\n"].randomElement(using: &random) ?? ""
    }
    if Bool.random(using: &random), text.hasSuffix("\n") { text.unicodeScalars.removeLast() }
    return Array(text.utf8)
  }

  private static func edit(_ table: Table, _ random: inout SeededGenerator) -> Edit? {
    let rows = Array(table.allRows)
    guard let section = table.sections.first?.id,
      let column = table.columns.randomElement(using: &random)
    else { return nil }
    let row = rows.randomElement(using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4:
      let value = ["", "x", "a,b"].randomElement(using: &random) ?? ""
      return row.map {
        .update([CellChange($0, column.id, Bool.random(using: &random) ? .null : Cell(value))])
      }
    case 4, 5: return row.map { .delete([$0]) }
    case 6: return row.map { .move([$0], section: section, at: 0) }
    case 7: return .insert([[column.id: Cell("new")]], section: section, at: rows.count)
    case 8:
      return table.columns.count > 2
        ? .deleteColumn(column.id) : .insertColumn(name: "m\(table.columns.count)", at: 1)
    default: return .moveColumn(column.id, at: 0)
    }
  }
}
