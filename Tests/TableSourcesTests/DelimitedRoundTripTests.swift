import Expectations
import Testing

@testable import TableKit
@testable import TableSources

struct DelimitedRoundTripTests {
  static let quirks: [String] = [
    "id,name\n1,Ann\n2,Bob\n", "id,name\n1,Ann\n2,Bob", "id,name\r\n1,Ann\r\n2,Bob\r\n",
    "id,name\r1,Ann\r2,Bob\r", "id,name\r\n1,Ann\n2,Bob\r3,Cy", "\u{FEFF}id,name\n1,Ann\n",
    "\"id\",\"name\"\n\"1\",\"Ann, Lee\"\n2,\"say \"\"hi\"\"\"\n", "id,note\n1,\"two\nlines\"\n",
    "id,note\r\n1,\"two\r\nlines\"\r\n", "id;name\n1;Ann\n2;1,5\n", "id\tname\n1\tAnn\n",
    "id|name|x\n1|Ann|\n", "id,name\n", "id,name", "id\n1\n\n3\n", "id\n1\n2\n\n\n",
    "\n\nid,name\n\n1,Ann\n\n\n2,Bob\n\n", "a,b,c\n,,\n\"\",,\"\"\n", "a,b\nx\"y,z\n",
    "naïve,日本\n😀,\u{0301}\n",
  ]

  @Test("an untouched text is saved byte for byte", arguments: quirks)
  func identity(_ text: String) throws {
    let loaded = try load(text)
    try expectEqual(loaded.saved(), text)
  }

  @Test("a text that was edited and put back is saved byte for byte", arguments: quirks)
  func editedBack(_ text: String) throws {
    var loaded = try load(text)
    let before = loaded.table
    for row in 0..<loaded.table.rowCount {
      loaded.set(row, loaded.table.columns[0].name, "other")
    }
    loaded.table = before
    try expectEqual(loaded.saved(), text)
  }

  @Test("one edited cell changes its record only, in the record's own line end")
  func oneCell() throws {
    var loaded = try load("\u{FEFF}id,name\r\n1,\"Ann\"\n2,Bob\r\n\r\n3, x \r4,y")
    loaded.set(1, "name", "Ben")
    try expectEqual(loaded.saved(), "\u{FEFF}id,name\r\n1,\"Ann\"\n2,Ben\r\n\r\n3, x \r4,y")
    loaded.set(0, "name", "A, B")
    try expectEqual(loaded.saved(), "\u{FEFF}id,name\r\n1,\"A, B\"\n2,Ben\r\n\r\n3, x \r4,y")
    loaded.set(3, "name", "two\nlines")
    try expectEqual(
      loaded.saved(), "\u{FEFF}id,name\r\n1,\"A, B\"\n2,Ben\r\n\r\n3, x \r4,\"two\nlines\"")
  }

  @Test("a value that begins with a byte order mark is kept, in the first cell of a file too")
  func markInValue() throws {
    var loaded = try load("id,name\n") { $0.hasHeader = false }
    loaded.set(0, "column1", "\u{FEFF}x")
    try expectEqual(loaded.saved(), "\"\u{FEFF}x\",name\n")
    expectEqual(loaded.texts, [["\u{FEFF}x", "name"]])
    expect(!CellSyntax.delimited(by: 0x09, quote: nil).canEncode(Cell("\u{FEFF}x")))
  }

  @Test("deleting rows takes their bytes out and keeps the habit of the last line")
  func deletion() throws {
    var loaded = try load("id,n\r\n1,a\r\n2,b\r\n3,c")
    loaded.delete(2)
    try expectEqual(loaded.saved(), "id,n\r\n1,a\r\n2,b")
    loaded.delete(0)
    try expectEqual(loaded.saved(), "id,n\r\n2,b")
    loaded.delete(1)
    try expectEqual(loaded.saved(), "id,n\r\n")
    var ended = try load("id,n\n1,a\n2,b\n")
    ended.delete(1)
    try expectEqual(ended.saved(), "id,n\n1,a\n")
  }

  @Test("an inserted row gets the line end that most records have")
  func insertion() throws {
    var loaded = try load("id,n\r\n1,a\r\n2,b")
    loaded.insert(["3", "c"], at: 2)
    try expectEqual(loaded.saved(), "id,n\r\n1,a\r\n2,b\r\n3,c")
    loaded.insert(["0", ""], at: 0)
    try expectEqual(loaded.saved(), "id,n\r\n0,\"\"\r\n1,a\r\n2,b\r\n3,c")
    var bare = try load("id,n")
    bare.insert(["1", "a"], at: 0)
    try expectEqual(bare.saved(), "id,n\n1,a")
    var header = try load("id,n\n")
    header.insert(["1", "a"], at: 0)
    try expectEqual(header.saved(), "id,n\n1,a\n")
  }

  @Test("a null in the one column of a table stays a record, at the end too")
  func oneColumn() throws {
    var loaded = try load("id\n1\n2")
    expectEqual(loaded.texts, [["1"], ["2"]])
    loaded.set(1, "id", .null)
    let text = try loaded.saved()
    expectEqual(text, "id\n1\n\n")
    try expectEqual(load(text).texts, [["1"], [nil]])
  }

  @Test("one column of values and nulls stays as many records in any order of mixed line ends")
  func oneColumnOrders() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(state: seed)
    for _ in 0..<500 {
      let ends = ["\n", "\r\n", "\r"]
      let records = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        (["a", "", "\"\"", "b"].randomElement(using: &random) ?? "")
          + (ends.randomElement(using: &random) ?? "")
      }
      let text =
        "h" + (ends.randomElement(using: &random) ?? "") + records.joined()
        + (Bool.random(using: &random) ? "last" : "")
      var loaded = try load(text)
      var rows = Array(loaded.table.allRows).shuffled(using: &random)
      if !rows.isEmpty, Bool.random(using: &random) { loaded.set(0, "h", .null) }
      if rows.count > 1, Bool.random(using: &random) {
        loaded.table.take([rows.removeLast()])
      }
      loaded.table.setRows(rows, inSection: 0)
      if Bool.random(using: &random) { loaded.insert([], at: rows.count / 2) }
      let again = try load(try loaded.saved())
      expectEqual(again.texts, loaded.texts, "seed \(seed): \(text.debugDescription)")
    }
  }

  @Test("rows inserted and edited take the line ends, the mark and the ending of their file")
  func insertedEverywhere() throws {
    for mark in ["", "\u{FEFF}"] {
      for end in ["\n", "\r\n", "\r"] {
        for last in ["", end] {
          var loaded = try load(mark + "id,n" + end + "1,a" + end + "2,b" + last)
          loaded.insert(["9", "z"], at: 2)
          loaded.insert(["8", "y"], at: 0)
          loaded.set(1, "n", "B")
          let wanted = ["id,n", "8,y", "1,a", "2,B", "9,z"].joined(separator: end)
          try expectEqual(loaded.saved(), mark + wanted + last)
          loaded.delete(0)
          loaded.delete(1)
          let left = ["id,n", "8,y", "9,z"].joined(separator: end)
          try expectEqual(loaded.saved(), mark + left + last)
        }
      }
    }
  }

  @Test("sections that are a view of a column leave the order of the file alone")
  func view() throws {
    var loaded = try load("id,g\n1,x\n2,y\n3,x\n")
    loaded.table.regroup(by: loaded.table.columns[1].id)
    try expectEqual(loaded.saved(), "id,g\n1,x\n2,y\n3,x\n")
    loaded.insert(["4", "y"], section: 1, at: 1)
    try expectEqual(loaded.saved(), "id,g\n1,x\n2,y\n4,y\n3,x\n")
  }

  @Test("rows in another order are written in it")
  func order() throws {
    var loaded = try load("id,n\n1,a\n2,b\n3,c")
    loaded.table.setRows([2, 0, 1].map { RowID($0) }, inSection: 0)
    try expectEqual(loaded.saved(), "id,n\n3,c\n1,a\n2,b")
  }

  @Test("columns that are renamed, moved or deleted leave the bytes of the others alone")
  func columns() throws {
    var loaded = try load("\"id\",name,\"x y\"\r\n1,\"Ann\",007\r\n\r\n2,Bob,1.10\r\n")
    loaded.table.columns[1].name = "first, last"
    try expectEqual(
      loaded.saved(), "\"id\",\"first, last\",\"x y\"\r\n1,\"Ann\",007\r\n\r\n2,Bob,1.10\r\n")
    loaded.table.columns.swapAt(0, 2)
    try expectEqual(
      loaded.saved(), "\"x y\",\"first, last\",\"id\"\r\n007,\"Ann\",1\r\n\r\n1.10,Bob,2\r\n")
    loaded.table.columns.removeFirst()
    try expectEqual(loaded.saved(), "\"first, last\",\"id\"\r\n\"Ann\",1\r\n\r\nBob,2\r\n")
    loaded.table.columns.removeFirst()
    try expectEqual(loaded.saved(), "\"id\"\r\n1\r\n2\r\n")
  }

  @Test("without a header, columns are numbered and none is written")
  func noHeader() throws {
    var loaded = try load("1,Ann\n2,Bob\n") { $0.hasHeader = false }
    expectEqual(loaded.table.columns.map(\.name), ["column1", "column2"])
    loaded.set(0, "column2", "Amy")
    try expectEqual(loaded.saved(), "1,Amy\n2,Bob\n")
  }

  @Test("random edits of random texts leave every other record's bytes alone")
  func randomEdits() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(state: seed)
    let cells = ["a", "\"q\"", "\"x,\ny\"", "", "\"\"", "é", "007", "a\"b"]
    for _ in 0..<500 {
      let ends = ["\n", "\r\n", "\r", "\n\n"]
      let records = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        (cells.randomElement(using: &random) ?? "") + ","
          + (cells.randomElement(using: &random) ?? "")
          + (ends.randomElement(using: &random) ?? "")
      }
      let text = "h,i\n" + records.joined()
      var loaded = try load(text)
      let row = Int.random(in: records.indices, using: &random)
      loaded.set(row, "h", "new")
      let saved = try loaded.saved()
      let before = "h,i\n" + records[..<row].joined()
      let after = records[(row + 1)...].joined()
      expect(saved.hasPrefix(before) && saved.hasSuffix(after), "seed \(seed)")
      var expected = loaded.texts
      expected[row][0] = "new"
      try expectEqual(load(saved).texts, expected, "seed \(seed)")
    }
  }
}
