import Expectations
import Testing

@testable import TableKit
@testable import TableSources

struct UncommonDialectTests {
  private func escaped(_ options: inout ReadOptions) { options.escape = 0x5C }
  private func commented(_ options: inout ReadOptions) { options.comment = "#" }

  @Test("a backslash makes the next character an ordinary one, and knows letters and null")
  func backslash() throws {
    let text = "a\tb\n\\N\tx\\ty\n\"q\\\"q\"\tC:\\\\d\nx\\\ny\t\\Nothing\\Z\n"
    let loaded = try load(text, name: "t.tsv", escaped)
    expectEqual(
      loaded.texts, [[nil, "x\ty"], ["q\"q", "C:\\d"], ["x\ny", "Nothing\u{1A}"]])
    try expectEqual(loaded.saved(), text)
  }

  @Test("another escape character knows no letters")
  func otherEscape() throws {
    let loaded = try load("a,b\n^n,\"x^\"y\"\n^^,^N\n") { $0.escape = 0x5E }
    expectEqual(loaded.texts, [["n", "x\"y"], ["^", "N"]])
  }

  @Test("new cells are escaped where they must be, in quotes and without")
  func encoding() throws {
    var loaded = try load("a,b\n1,2\n", escaped)
    loaded.set(0, "b", "x\"\\,\n")
    try expectEqual(loaded.saved(), "a,b\n1,\"x\\\"\\\\,\n\"\n")
    var bare = try load("a,b\n1,2\n") {
      $0.escape = 0x5C
      $0.quote = ReadOptions.Quote.none
    }
    bare.set(0, "b", "x\"\\,\n\0")
    try expectEqual(bare.saved(), "a,b\n1,x\"\\\\\\,\\n\\0\n")
    var other = try load("a,b\n1,2\n") {
      $0.escape = 0x5E
      $0.quote = ReadOptions.Quote.none
    }
    other.set(0, "b", "x^,\r\n")
    try expectEqual(other.saved(), "a,b\n1,x^^^,^\r^\n\n")
    expect(!other.table.syntax.canEncode(Cell("\0")))
    expect(!other.table.syntax.canEncode(Cell("")))
    var named = try load("a,b\n1,\\N\n") {
      $0.escape = 0x5C
      $0.nulls = ["\\N"]
    }
    named.set(0, "a", .null)
    try expectEqual(named.saved(), "a,b\n\\N,\\N\n")
  }

  @Test("comment lines are no records and stay where they are")
  func comments() throws {
    let text = "# top\nid,n\n# h\n1,a\n\n# x,y,z\n2,\"\n# in quotes\n\"\n# end"
    var loaded = try load(text, commented)
    expectEqual(loaded.texts, [["1", "a"], ["2", "\n# in quotes\n"]])
    try expectEqual(loaded.saved(), text)
    loaded.set(0, "n", "#b")
    try expectEqual(loaded.saved(), text.replacing("1,a", with: "1,\"#b\""))
    loaded.insert(["3", "c"], at: 2)
    try expectEqual(
      loaded.saved(),
      text.replacing("1,a", with: "1,\"#b\"").replacing("\n# end", with: "\n3,c\n# end"))
  }

  @Test("comments outlive the records before them, blank lines do not")
  func deleting() throws {
    var loaded = try load("id,n\n1,a\n# one\n\n2,b\n\n# two\n3,c\n", commented)
    loaded.delete(1)
    try expectEqual(loaded.saved(), "id,n\n1,a\n# one\n\n# two\n3,c\n")
    loaded.delete(0)
    try expectEqual(loaded.saved(), "id,n\n# one\n\n# two\n3,c\n")
    loaded.delete(2)
    try expectEqual(loaded.saved(), "id,n\n# one\n# two\n")
  }

  @Test("a comment goes with the record below it, those at the top and the end stay")
  func moving() throws {
    let text = "# top\nid,n\n# a\n1,a\n\n# b\n# bb\n2,b\n3,c\n# end\n"
    var loaded = try load(text, commented)
    loaded.table.setRows([RowID(2), RowID(1), RowID(0)], inSection: 0)
    try expectEqual(
      loaded.saved(), "# top\nid,n\n3,c\n\n# b\n# bb\n2,b\n# a\n1,a\n# end\n")
    var inserted = try load(text, commented)
    inserted.insert(["9", "z"], at: 1)
    try expectEqual(inserted.saved(), text.replacing("1,a\n", with: "1,a\n9,z\n"))
    var bare = try load("# top\n1,a\n# b\n2,b") {
      $0.comment = "#"
      $0.hasHeader = false
    }
    bare.table.setRows([RowID(1), RowID(0)], inSection: 0)
    try expectEqual(bare.saved(), "# top\n# b\n2,b\n1,a")
    var none = try load("id\n# only\n", commented)
    none.insert(["1"], at: 0)
    try expectEqual(none.saved(), "id\n# only\n1\n")
  }

  @Test("a value that begins with a byte order mark is quoted or escaped")
  func marks() throws {
    for quote in [ReadOptions.Quote.byte(0x27), ReadOptions.Quote.none] {
      let change: (inout ReadOptions) -> Void = {
        $0.quote = quote
        $0.escape = 0x5E
        $0.hasHeader = false
      }
      var loaded = try load("a;b\n1;2\n", change)
      loaded.set(0, "column1", "\u{FEFF}x")
      try expectEqual(load(try loaded.saved(), change).texts, [["\u{FEFF}x", "b"], ["1", "2"]])
    }
  }

  @Test("an escaped line end at the end of a text ends no line")
  func escapedEnd() throws {
    for text in ["i^\n", "i\n1^\n", "i,j\n1,2^\r", "i\n1^\n\n", "i^\n# c\n"] {
      let loaded = try load(text) {
        $0.quote = ReadOptions.Quote.none
        $0.escape = 0x5E
        $0.comment = "#"
      }
      try expectEqual(loaded.saved(), text, "\(text.debugDescription)")
    }
  }

  @Test("a first cell that would make its line a comment is quoted, or refused")
  func firstCell() throws {
    var loaded = try load("a,b\n1,\"#x\"\n", commented)
    loaded.table.columns.swapAt(0, 1)
    try expectEqual(loaded.saved(), "b,a\n\"#x\",1\n")
    var bare = try load("a,b\n1,#x\n") {
      $0.comment = "#"
      $0.quote = ReadOptions.Quote.none
    }
    expectEqual(bare.texts, [["1", "#x"]])
    bare.table.columns.swapAt(0, 1)
    expect(
      throws: SourceError.cannotWriteValue(row: "1", column: "b", file: "table.csv")
    ) { try bare.saved() }
    var escaping = try load("a,b\n1,#x\n") {
      $0.comment = "#"
      $0.escape = 0x5C
      $0.quote = ReadOptions.Quote.none
    }
    escaping.table.columns.swapAt(0, 1)
    try expectEqual(escaping.saved(), "b,a\n\\#x,1\n")
    try expectEqual(
      load(escaping.saved()) { $0 = MadeCorpusTests.options(for: "comment.escape") }
        .texts, [["#x", "1"]])
  }

  @Test("any character can be the quote, and none can be")
  func quotes() throws {
    var single = try load("a,b\n'x,y',\"z\n") { $0.quote = .byte(0x27) }
    expectEqual(single.texts, [["x,y", "\"z"]])
    single.set(0, "b", "it's, so")
    try expectEqual(single.saved(), "a,b\n'x,y','it''s, so'\n")
    let none = try load("a,b\n\"x,y\"\n") { $0.quote = ReadOptions.Quote.none }
    expectEqual(none.texts, [["\"x", "y\""]])
    expect(!none.table.syntax.canEncode(Cell("1,2")))
  }

  @Test("a character with two meanings is refused")
  func conflicts() {
    expectEqual(
      failure("a,b\n") {
        $0.comment = ","; $0.delimiter = 0x2C
      }, .badDialect("delimiter and comment character are both ','"))
    expectEqual(failure("a\n") { $0.escape = 0x22 }?.code, "bad-dialect")
    expectNil(failure("a;b\n1;2\n") { $0.quote = .byte(0x3B) })
  }

  @Test("what is malformed is refused with its place, and repaired when asked")
  func malformed() throws {
    expectNil(failure("a,b\n1\n", escaped))
    expectEqual(
      failure("a,b\n0,0\n1\n2\n", escaped)?.message.hasPrefix("table.csv:3:1: row has 1 cell"), true
    )
    expectEqual(
      failure("a,b\n1,2\\", escaped)?.message,
      "table.csv:2:4: the text ends with an escape character")
    expectEqual(failure("a,b\n\"x\\\",2\n", escaped)?.code, "bad-quotes")
    expectEqual(failure("#\na,b\n1,\"x\"y\n", commented)?.message.hasPrefix("table.csv:3:6"), true)
    expectEqual(failure("a\n\0\n", escaped)?.code, "nul-byte")
    expectEqual(failure(Array("a\n".utf8) + [0xFF], escaped)?.code, "invalid-utf8")
    let loaded = try load("# c\na,b\n1\\\n# d\n2,3,4\n5,x\\") {
      $0 = MadeCorpusTests.options(for: "comment.escape")
      ($0.isLenient, $0.cutsRows) = (true, true)
    }
    expectEqual(loaded.texts, [["1\n# d", nil], ["2", "3"], ["5", "x\\"]])
    expectEqual(loaded.notes.count, 3)
  }

  @Test("without escapes and comments the scanners find the same boundaries")
  func sameBoundaries() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(state: seed)
    let bytes: [UInt8] = [0x61, 0x2C, 0x22, 0x0A, 0x0D, 0x2C, 0x22, 0x0A, 0xC3, 0xA9, 0x00]
    for _ in 0..<5000 {
      let text = try ByteBuffer(
        (0..<Int.random(in: 0...24, using: &random)).map { _ in
          bytes[
            Int.random(
              in: 0..<bytes.count - (Int.random(in: 0...9, using: &random) > 0 ? 3 : 0),
              using: &random)]
        })
      var fast = try DelimitedScanner(text.bytes, Dialect(delimiter: 0x2C))
      var slow = try DelimitedScanner(text.bytes, Dialect(delimiter: 0x2C, comment: [0x23]))
      let fails = (try? fast.scan(from: 0)) == nil
      let alsoFails = (try? slow.scan(from: 0)) == nil
      expectEqual(fails, alsoFails, "seed \(seed): \(text.withBytes { Array($0) })")
      if !fails, !alsoFails {
        expect(
          fast.starts.array == slow.starts.array && fast.ends.array == slow.ends.array
            && fast.width == slow.width,
          "seed \(seed): \(text.withBytes { Array($0) })")
      }
    }
  }

  @Test("random texts of uncommon dialects are kept, and one edit changes one record")
  func random() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(state: seed)
    let cells = [
      "a", "\"q\"", "\"x,\n#y\"", "", "\"\"", "é", "x\\,y", "\\\"", "\"\\\"\"", "\\N", "\\\\",
      "a\\\nb",
    ]
    let gaps = ["", "# c\n", "\n", "# \"\r\n", "#\r", "\n# d\n\n"]
    let news = ["n", "#n", "x,y", "\\", "\"", "two\nlines", "é#", ""]
    for _ in 0..<500 {
      func pick(_ from: [String]) -> String { from.randomElement(using: &random) ?? "" }
      let top = pick(gaps) + "h,i\n" + pick(gaps)
      let records = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        pick(cells) + "," + pick(cells) + pick(["\n", "\r\n", "\r"]) + pick(gaps)
      }
      let text = top + records.joined()
      var loaded = try load(text) { $0 = MadeCorpusTests.options(for: "comment.escape") }
      expectEqual(loaded.table.rowCount, records.count, "seed \(seed): \(text.debugDescription)")
      try expectEqual(loaded.saved(), text, "seed \(seed)")
      let row = Int.random(in: records.indices, using: &random)
      let new = pick(news)
      loaded.set(row, pick(["h", "i"]), new)
      let saved = try loaded.saved()
      let before = top + records[..<row].joined()
      let after = records[(row + 1)...].joined()
      expect(saved.hasPrefix(before) && saved.hasSuffix(after), "seed \(seed): \(saved)")
      let again = try load(saved) { $0 = MadeCorpusTests.options(for: "comment.escape") }
      expectEqual(again.texts, loaded.texts, "seed \(seed): \(saved.debugDescription)")
      for other in records.indices.shuffled(using: &random).prefix(2) where other != row {
        loaded.delete(other)
      }
      loaded.insert(["#new", "x"], at: 0)
      let final = try loaded.saved()
      let third = try load(final) { $0 = MadeCorpusTests.options(for: "comment.escape") }
      let order = loaded.table.sections[0].rows.map { loaded.table.cells($0).map(\.text) }
      expectEqual(
        third.table.allRows.map { third.table.cells($0).map(\.text) }, order,
        "seed \(seed): \(final.debugDescription)")
      expect(
        final.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("#") && $0.count < 4 }.count
          >= text.split(whereSeparator: \.isNewline).filter { $0 == "# c" || $0 == "# d" }.count,
        "seed \(seed): \(final.debugDescription)")
    }
  }
}
