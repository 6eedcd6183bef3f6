import Expectations
import Testing

@testable import TableKit
@testable import TableSources

struct LenientTests {
  private func repaired(_ bytes: [UInt8], cut: Bool = false) throws -> (
    texts: [[String?]], notes: [String], saved: String
  ) {
    let loaded = try load(bytes) { ($0.isLenient, $0.cutsRows) = (true, cut) }
    return (loaded.texts, loaded.notes.map(\.description), try loaded.saved())
  }

  private func repaired(_ text: String, cut: Bool = false) throws -> (
    texts: [[String?]], notes: [String], saved: String
  ) {
    try repaired(Array(text.utf8), cut: cut)
  }

  @Test("long rows get columns of their own, all bytes stay, and each column is listed")
  func widened() throws {
    let text = "a,b,c\r\n1\r\n1,2,3,4\r\n\"x\",,\r\n1,2,3,,,6,,\r\n"
    let loaded = try load(text) { $0.isLenient = true }
    expectEqual(loaded.table.columns.map(\.name), ["a", "b", "c", "column4", "column5", "column6"])
    expectEqual(
      loaded.texts,
      [
        ["1", nil, nil, nil, nil, nil], ["1", "2", "3", "4", nil, nil],
        ["x", nil, nil, nil, nil, nil], ["1", "2", "3", nil, nil, "6"],
      ])
    expectEqual(
      loaded.notes.map(\.description),
      [
        "table.csv:2: a row is shorter than the header: its missing cells are null",
        "table.csv:5: a row ends with a delimiter that the header lacks: it is kept, but starts no "
          + "cell",
        "table.csv:3:1: column4 added: this row has 4 cells, the header has 3",
        "table.csv:5:1: column5 added: this row has 8 cells, the header has 3",
        "table.csv:5:1: column6 added: this row has 8 cells, the header has 3",
      ])
    try expectEqual(loaded.saved(), text)
  }

  @Test("a title above a table is cut from nothing: the title names the first of all columns")
  func title() throws {
    let text = "Report, of 2024\n\nid,name,amt\n1,Ann,3\n"
    let loaded = try load(text) { $0.isLenient = true }
    expectEqual(loaded.texts.last, ["1", "Ann", "3"])
    try expectEqual(loaded.saved(), text)
  }

  @Test("in a widened text only the rows that are edited change, and the header if a name does")
  func editedWide() throws {
    let text = "a,b\n1\n1,2,3\n4,5\n6,7,8,9"
    var loaded = try load(text) { $0.isLenient = true }
    loaded.set(0, "column3", "x")
    loaded.set(2, "a", "y")
    try expectEqual(loaded.saved(), "a,b\n1,,x\n1,2,3\ny,5\n6,7,8,9")
    loaded.delete(3)
    try expectEqual(loaded.saved(), "a,b\n1,,x\n1,2,3\ny,5")
    var editor = Editor(table: try load(text) { $0.isLenient = true }.table)
    let column = try require(editor.table.column(named: "column4")).id
    try editor.perform([.renameColumn(column, "d")], title: "rename")
    expectEqual(
      String(decoding: try loaded.origin.bytes(of: editor.table), as: UTF8.self),
      "a,b,,d\n1\n1,2,3\n4,5\n6,7,8,9")
  }

  @Test("what was cut is told again when the text is written, once")
  func cutNotes() throws {
    let folder = TemporaryFolder()
    let path = folder.write("a,b\n1,2,3,\n4,5\n6,7,,8\n", to: "t.csv")
    var options = ReadOptions()
    (options.isLenient, options.cutsRows) = (true, true)
    var loaded = try LoadedTable(path: path, options: options)
    let note =
      "2 cells that --lenient=cut has cut from 2 rows are not in what is written"
    try expectEqual(loaded.origin.save(loaded.table).notes.map(\.text), [note])
    try expect(loaded.origin.save(loaded.table).notes.isEmpty)
  }

  @Test("long rows are cut on demand, and short ones stay as they stand")
  func ragged() throws {
    let result = try repaired("a,b,c\r\n1\r\n1,2,3,4\r\n\"x\",,\r\n", cut: true)
    expectEqual(result.texts, [["1", nil, nil], ["1", "2", "3"], ["x", nil, nil]])
    expectEqual(
      result.notes,
      [
        "table.csv:2: a row is shorter than the header: its missing cells are null",
        "table.csv:3:1: row of 4 cells cut to 3",
      ])
    expectEqual(result.saved, "a,b,c\r\n1\r\n1,2,3\r\n\"x\",,\r\n")
  }

  @Test("short rows that are refused are read as they are, and listed")
  func short() throws {
    let torn = try repaired("a,b,c\n1,first\nline,3\n4,5,6\n7\n8,9,0\n1")
    expectEqual(
      torn.notes,
      [
        "table.csv:5: a row is shorter than the header: its missing cells are null",
        "table.csv:2:1: row of 2 cells read as it is",
        "table.csv:3:1: row of 2 cells read as it is",
        "table.csv:7:1: row of 1 cell read as it is",
      ])
    expectEqual(torn.saved, "a,b,c\n1,first\nline,3\n4,5,6\n7\n8,9,0\n1")
  }

  @Test("with long rows cut, short rows are padded where they are refused")
  func padded() throws {
    let torn = try repaired("a,b,c\n1,first\nline,3\n4,5,6\n7\n8,9,0\n1\n", cut: true)
    expectEqual(
      torn.notes,
      [
        "table.csv:5: 2 rows are shorter than the header, this one first: their missing cells are "
          + "null",
        "table.csv:2:1: row of 2 cells padded to 3", "table.csv:3:1: row of 2 cells padded to 3",
      ])
    expectEqual(torn.saved, "a,b,c\n1,first,\nline,3,\n4,5,6\n7\n8,9,0\n1\n")
    try expectEqual(repaired("a,b,c\n1\n1,2,3\n4,5", cut: true).saved, "a,b,c\n1\n1,2,3\n4,5,")
    try expectEqual(repaired("a, b,c,d\n1\n2\n", cut: true).saved, "a, b,c,d\n1,,,\n2,,,\n")
  }

  @Test("what need not be changed keeps its bytes")
  func untouched() throws {
    let text = "\u{FEFF},\"a\",a\r\n\"1\",x,y\r\n\r\n2\r3,\"u\"\"v\",w\n"
    try expectEqual(repaired(text).saved, text)
    let bad = "\u{FEFF},\"a\",a\r\n\"1\",x,y,z\r\n\r\n2\r3,\"u\"\"v\",w\n"
    try expectEqual(repaired(bad, cut: true).saved, text)
    try expectEqual(repaired(bad).saved, bad)
  }

  @Test("NUL bytes go, and what is no UTF-8 becomes U+FFFD")
  func bytes() throws {
    let result = try repaired(Array("a,b\n1,x".utf8) + [0, 0x79, 0xFF, 0x0A])
    expectEqual(result.texts, [["1", "xy\u{FFFD}"]])
    expectEqual(
      result.notes,
      [
        "table.csv:2:4: NUL byte removed",
        "table.csv:2:6: byte 0xFF, which is not UTF-8, replaced with U+FFFD",
      ])
  }

  @Test("that bytes were repaired is told when they are written, once")
  func repairNote() throws {
    let folder = TemporaryFolder()
    for (text, isRepaired) in [
      (Array("a,b\n1,".utf8) + [0xE9] + Array("\n2,x\n".utf8), true),
      (Array("a,b\n1,\"x\"y\n".utf8), true), (Array("a,b\n1,2,3\n".utf8), false),
    ] {
      let path = "\(folder.path)/t.csv"
      writeFile(path, text)
      var options = ReadOptions()
      options.isLenient = true
      var loaded = try LoadedTable(path: path, options: options)
      loaded.set(0, "a", "9")
      let notes = try loaded.origin.save(loaded.table).notes
      expectEqual(notes.contains { $0.text.contains("repairs") }, isRepaired, "\(text)")
      loaded.set(0, "a", "8")
      try expect(loaded.origin.save(loaded.table).notes.isEmpty)
    }
  }

  @Test("names that are missing or repeated are made up")
  func header() throws {
    let loaded = try load("a,,a,a_2,a\n1,2,3,4,5\n") { $0.isLenient = true }
    expectEqual(loaded.table.columns.map(\.name), ["a", "column2", "a_3", "a_2", "a_4"])
    expectEqual(
      loaded.notes.map(\.description),
      [
        "table.csv:1:3: a column has no name: it is column2",
        "table.csv:1:4: 2 columns have the names of others: they are a_3, a_4",
      ])
    try expectEqual(loaded.saved(), "a,,a,a_2,a\n1,2,3,4,5\n")
  }

  @Test("quotes are closed, and those inside a quoted cell doubled")
  func quotes() throws {
    let inner = try repaired("a,b\n\"say \"hi\" now\",2\n")
    expectEqual(inner.texts, [["say \"hi\" now", "2"]])
    expectEqual(inner.notes, ["table.csv:2:6: quote inside a quoted cell doubled"])
    let open = try repaired("a,b\n1,2\n\"x,y\n3,4\n")
    expectEqual(open.texts, [["1", "2"], ["x", "y"], ["3", "4"]])
    expectEqual(open.notes, ["table.csv:3:1: open quote closed"])
    expectEqual(open.saved, "a,b\n1,2\n\"x\",y\n3,4\n")
  }

  @Test(
    "blanks behind a closing quote keep their bytes and belong to no value",
    arguments: [
      "a,b\n1,\"abc\" \n2,x\n", "a,b\n1,\"abc\"\t\n2,x\n", "a,b\r\n1,\"abc\"  \r\n2,x\r\n",
      "a;b\n1;\"abc\" \n2;x\n", "\"a\" ,\"b\" \n1,\"abc\"\n2,x\n",
      "a,b\n1,\"abc\" \n2,\"x\"\t", "a|b\n\"1\" |\"abc\" \n2|\"x\"\n",
    ], [false, true])
  func blanks(text: String, cut: Bool) throws {
    let loaded = try load(text) { ($0.isLenient, $0.cutsRows) = (true, cut) }
    expectEqual(loaded.table.columns.map(\.name), ["a", "b"])
    expectEqual(loaded.texts, [["1", "abc"], ["2", "x"]])
    expectEqual(loaded.notes.first?.description.contains("blanks after a closing quote"), true)
    try expectEqual(loaded.saved(), text)
    // In a row that is edited the other cells keep theirs.
    var edited = loaded
    edited.set(0, "a", "new")
    let expected = text.replacing("\"1\" ", with: "\"new\"").replacing("1", with: "new")
    try expectEqual(edited.saved(), expected)
    let again = try load(try edited.saved()) { $0.isLenient = true }
    expectEqual(again.texts, [["new", "abc"], ["2", "x"]])
  }

  @Test("text behind a closing quote belongs to the cell, and no row or cell to the next one")
  func textBehindQuote() throws {
    let line = try repaired("a,b\n1,\"abc\"d\n2,\"x\"\n")
    expectEqual(line.texts, [["1", "abc\"d"], ["2", "x"]])
    expectEqual(line.notes, ["table.csv:2:7: quote inside a quoted cell doubled"])
    expectEqual(line.saved, "a,b\n1,\"abc\"\"d\"\n2,\"x\"\n")
    let cell = try repaired("a,b\n\"abc\"d,\"x\"\n\"y\"z,3\n")
    expectEqual(cell.texts, [["abc\"d", "x"], ["y\"z", "3"]])
    let inside = try repaired("a,b\n\"say \"hi, there\" now\",2\n\"5\" disk\nold\",3\n")
    expectEqual(inside.texts, [["say \"hi, there\" now", "2"], ["5\" disk\nold", "3"]])
  }

  @Test("only the first twenty repairs are listed, the rest are counted")
  func many() throws {
    let result = try repaired("a, b\n" + String(repeating: "1\n", count: 50))
    expectEqual(result.notes.count, 21)
    expectEqual(result.notes.last, "and 30 more repairs")
  }

  @Test("a well-formed file is read as without the option")
  func wellFormed() throws {
    let result = try repaired("a,b\n1,\"x\"\n")
    expect(result.notes.isEmpty)
    expectEqual(result.saved, "a,b\n1,\"x\"\n")
  }

  @Test(
    "any bytes can be repaired, and what is saved is read again, with rows cut without a repair",
    arguments: [false, true])
  func fuzz(cut: Bool) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(state: seed)
    let bytes: [UInt8] = [0x2C, 0x2C, 0x22, 0x22, 0x0A, 0x0D, 0x61, 0x62, 0xC3, 0xA9, 0, 0x3B]
    for round in 0..<5_000 {
      let text = (0..<Int.random(in: 1...30, using: &random)).map { _ in
        bytes.randomElement(using: &random) ?? 0x61
      }
      var options = ReadOptions()
      (options.isLenient, options.cutsRows) = (true, cut)
      options.delimiter = 0x2C
      do throws(SourceError) {
        let loaded = try LoadedTable(bytes: text, name: "t.csv", options: options)
        options.isLenient = !cut
        let again = try LoadedTable(
          bytes: try loaded.origin.bytes(of: loaded.table), name: "t.csv", options: options)
        expectEqual(again.texts, loaded.texts, "seed \(seed), round \(round), \(text)")
      } catch {
        expectEqual(error, .emptyFile("t.csv"), "seed \(seed), round \(round), \(text)")
      }
    }
  }
}
