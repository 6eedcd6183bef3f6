import Expectations
import Testing

@testable import TableKit
@testable import TableSources

struct DialectTests {
  @Test(
    "the delimiter is found from the extension and the first records",
    arguments: [
      ("t.csv", "a,b\n1,2\n", 2), ("t.csv", "a;b\n1,5;2,5\n", 2), ("t.csv", "a\tb\n1\t2\n", 2),
      ("t.csv", "a;b,c\n1;2,3\n", 2), ("t.txt", "a;b,c;d\n1;2,3;4\n", 3), ("t.txt", "a|b\n1|2", 2),
      ("t.tsv", "a,b\n1,2\n", 1), ("t.tab", "a\tb\n1\t2\n", 2), ("t.csv", "name\nAnn\n", 1),
      ("t.csv", "\"a;b\",c\n\"x;y\",z\n", 2), ("t", "a b\n1 2\n", 1),
      ("t.csv", "\"a\"|\"b, c\"|\"d\"\n", 3), ("t.txt", "\"a b\"|\"c;d\"", 2),
      ("t.csv", "\"a;b\"\t\"c, d\"\r\n", 2), ("t.csv", "\"a, b\"|\"c\"\n\"1,5\"|\"2\"\n", 2),
      ("t.csv", "\"a|b\",\"c|d\"\n", 2),
    ])
  func detection(_ name: String, _ text: String, _ columns: Int) throws {
    try expectEqual(load(text, name: name).table.columns.count, columns)
  }

  @Test("a delimiter that is given wins")
  func given() throws {
    let loaded = try load("a:b\n1:2\n") { $0.delimiter = ReadOptions.delimiter(named: ":") }
    expectEqual(loaded.table.columns.map(\.name), ["a", "b"])
    expectEqual(ReadOptions.delimiter(named: "\\t"), 0x09)
    expectNil(ReadOptions.delimiter(named: "ab"))
    expectNil(ReadOptions.delimiter(named: "\""))
  }

  @Test("given texts mean null where they stand bare")
  func nulls() throws {
    let loaded = try load("a,b\nNA,\"NA\"\n,-\n") { $0.nulls = ["NA", "-"] }
    expectEqual(loaded.texts, [[nil, "NA"], [nil, nil]])
    try expectEqual(loaded.saved(), "a,b\nNA,\"NA\"\n,-\n")
  }

  @Test("other encodings are decoded, and encoded back on saving")
  func encodings() throws {
    let latin: [UInt8] = Array("id,n\r\n1,caf".utf8) + [0xE9, 0x0D, 0x0A]
    var loaded = try load(latin) { $0.encoding = "latin1" }
    expectEqual(loaded.texts, [["1", "café"]])
    expect(loaded.notes.isEmpty)
    try expectEqual(loaded.origin.bytes(of: loaded.table), latin)
    loaded.set(0, "n", "ñ")
    try expectEqual(
      loaded.origin.bytes(of: loaded.table), Array("id,n\r\n1,".utf8) + [0xF1, 0x0D, 0x0A])
    loaded.set(0, "n", "5 €")
    expect(
      throws: SourceError.cannotEncode(
        character: "€", encoding: "latin1", file: "table.csv", row: "1", column: "n")
    ) { try loaded.origin.bytes(of: loaded.table) }
    for order in [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]] {
      var wide = order
      for unit in "id,n\n1,é😀\n".utf16 {
        let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        wide += order[0] == 0xFF ? bytes : bytes.reversed()
      }
      let loaded = try load(wide) { $0.encoding = "utf-16" }
      expectEqual(loaded.texts, [["1", "é😀"]])
      try expectEqual(loaded.origin.bytes(of: loaded.table), wide)
    }
    expectEqual(failure("a\n1\n") { $0.encoding = "klingon" }?.code, "unknown-encoding")
    let odd = failure([0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x00, 0xD8, 0x61, 0]) {
      $0.encoding = "utf-16"
    }
    expectEqual(odd?.message, "table.csv:2:1: invalid utf-16")
  }

  @Test("a long text in another encoding goes through in pieces")
  func longEncoding() throws {
    let text = "id,n\n" + (0..<60_000).map { "\($0),é😀\n" }.joined()
    var wide: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let loaded = try load(wide) { $0.encoding = "utf-16" }
    expectEqual(loaded.table.rowCount, 60_000)
    try expectEqual(loaded.origin.bytes(of: loaded.table), wide)
  }
}
