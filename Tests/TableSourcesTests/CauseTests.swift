import Expectations
import Testing

@testable import TableKit
@testable import TableSources

/// Errors name the likeliest cause before they offer force.
struct CauseTests {
  @Test(
    "bytes that only windows-1252 has as signs mean windows-1252, in every format",
    arguments: ["t.csv", "t.json", "t.ndjson", "t.yaml", "t.tsv"])
  func windows(name: String) throws {
    let quoted: [UInt8] = [0x93, 0x61, 0x94]
    func bytes(_ cell: [UInt8]) -> [UInt8] {
      switch name {
      case "t.json": return Array("[{\"price\":\"".utf8) + cell + Array("\"}]".utf8)
      case "t.ndjson": return Array("{\"price\":\"".utf8) + cell + Array("\"}\n".utf8)
      case "t.yaml": return Array("- price: ".utf8) + cell + Array("\n".utf8)
      default: return Array("price\n".utf8) + cell + Array("\n".utf8)
      }
    }
    expectEqual(
      failure(bytes(quoted), name: name)?.hint?.hasPrefix(
        "--encoding windows-1252 keeps all bytes; "), true)
    let loaded = try load(bytes(quoted), name: name) { $0.encoding = "windows-1252" }
    expectEqual(loaded.texts, [["“a”"]])
    expectEqual(
      failure(bytes([0xE9]), name: name)?.hint?.hasPrefix("--encoding latin1 keeps all bytes; "),
      true)
    // What windows-1252 does not have cannot be meant.
    expectEqual(
      failure(bytes([0x93, 0x81]), name: name)?.hint?.hasPrefix(
        "--encoding latin1 keeps all bytes; "), true)
  }

  @Test("latin1 that is asked for says which bytes become control characters")
  func latin1() throws {
    let bytes = Array("a,b\n".utf8) + [0x80] + Array(",1\n".utf8)
    let loaded = try load(bytes) { $0.encoding = "latin1" }
    expectEqual(loaded.notes.count, 1)
    expectEqual(loaded.notes.first?.text.contains("--encoding windows-1252"), true)
    try expect(load(bytes) { $0.encoding = "windows-1252" }.notes.isEmpty)
    try expect(
      load(Array("a,b\n".utf8) + [0xE9] + Array(",1\n".utf8)) { $0.encoding = "latin1" }
        .notes.isEmpty)
  }

  @Test("one bad byte in UTF-8, and a text cut within a character, are named as such")
  func damagedUTF8() {
    let mixed = failure(Array("id,n\n1,é\n2,".utf8) + [0xE9] + Array("\n".utf8))
    expectEqual(mixed?.message, "table.csv:3:3: invalid UTF-8")
    expectEqual(mixed?.hint?.hasPrefix("the rest is UTF-8"), true)
    let cut = failure(Array("id,n\n1,caf".utf8) + [0xC3])
    expectEqual(
      cut?.message,
      "table.csv:2:6: invalid UTF-8: the text ends in the middle of a character; it may be cut off")
    expectEqual(cut?.hint?.hasPrefix("copy or download it again"), true)
  }

  @Test(
    "git's conflict markers are named with their lines, in every format",
    arguments: [
      ("t.csv", "id,n\n{1,a\n|1,b\n}2,c\n"), ("t.csv", "id\n{1\n|2\n}3\n"),
      ("t.csv", "id,n\r\n{1,a\r\n|1,b\r\n}2,c\r\n"),
      ("t.tsv", "id\tn\n{1\ta\n|1\tb\n}2\tc\n"),
      ("t.ndjson", "{\"id\":1}\n{{\"id\":2}\n|{\"id\":3}\n}{\"id\":4}\n"),
      ("t.json", "[{\"id\":1},\n{{\"id\":2}\n|{\"id\":3}\n}]\n"),
      ("t.yaml", "- id: 1\n{- id: 2\n|- id: 3\n}- id: 4\n"),
      ("unnamed", "id,n\n{1,a\n|1,b\n}2,c\n"),
    ])
  func conflicts(name: String, text: String) throws {
    let end = text.contains("\r\n") ? "\r\n" : "\n"
    var lines = text.split(separator: end, omittingEmptySubsequences: false).map(String.init)
    var numbers: [Int] = []
    func mark(_ sign: Character, _ marker: String) throws {
      // NDJSON's own braces stand first in a line, too.
      let index = try require(
        lines.lastIndex { $0.first == sign && (sign != "{" || $0.dropFirst().first != "\"") })
      lines[index].removeFirst()
      lines.insert(marker, at: index)
    }
    try mark("{", "<<<<<<< HEAD")
    try mark("|", "=======")
    try mark("}", ">>>>>>> theirs")
    for (index, line) in lines.enumerated() where line.first.map("<=>".contains) == true {
      numbers.append(index + 1)
    }
    for isLenient in [false, true] {
      let error = try require(
        failure(lines.joined(separator: end), name: name) { $0.isLenient = isLenient })
      expectEqual(error.code, "conflict-markers")
      expectEqual(error.place?.line, numbers[0])
      expect(
        error.message.hasSuffix(
          "markers are on lines \(numbers[0]), \(numbers[1]) and \(numbers[2])"))
    }
  }

  @Test("several conflicts with the text of the base are listed, and many are counted")
  func manyConflicts() {
    let one = "<<<<<<< a\n1,a\n||||||| base\n1,b\n=======\n1,c\n>>>>>>> b\n"
    expectEqual(
      failure("id,n\n" + one + one)?.message,
      "table.csv:2: unresolved conflict of git: its markers are on lines 2, 4, 6, 8, 9, 11, 13 and 15"
    )
    let many = failure("id,n\n" + String(repeating: one, count: 50))
    expectEqual(many?.message.hasSuffix("18, 20, 22 and 188 more"), true)
  }

  @Test("markers in quoted cells are cells, and --loader reads whatever stands there")
  func cellsLikeMarkers() throws {
    let cell = "\"\n<<<<<<< a\n=======\n>>>>>>> b\n\""
    try expectEqual(load("n\n\(cell)\n").table.rowCount, 1)
    try expectEqual(load("id,n\n1,\(cell)\n2\n").table.rowCount, 2)
    try expectEqual(
      load("n\n<<<<<<< a\n=======\n>>>>>>> b\n") { $0.loader = "csv" }.table.rowCount, 3)
    try expectEqual(load("n\n<<<<<<< a\n=======\n").table.rowCount, 2)
  }

  @Test(
    "pages, tables for people and other files are named, whatever their extension",
    arguments: [
      ("<!DOCTYPE html>\n<html><table></table>", ForeignFile.html), ("\n <table class=x>", .html),
      ("\u{FEFF}<HTML>\n", .html), ("<?xml version=\"1.0\"?>\n<html>", .html),
      ("<?xml version=\"1.0\"?>\n<a/>", .xml),
      ("+---+\n| a |\n+---+\n| 1 |\n+---+\n", .drawn), (" id | n\n----+---\n 1 | a\n", .drawn),
      ("| a | b |\n|---+---|\n| 1 | 2 |\n", .drawn), ("ARROW1\0\0…", .arrow), ("Obj\u{1}a", .avro),
      ("]\0\0\u{4}\0\u{2}\0\0\0\0\0\0\0x", .lzma), ("], a b c d e f g h i\n", nil),
      ("7z\u{BC}", nil), ("id,n\n---,---\n", nil), ("id\n---\n1\n", nil), ("a|b\n-|-\n", nil),
      ("<a>,b\n1,2\n", nil), ("a|b\n1|2\n", nil), ("Obj,n\n1,2\n", nil), ("ORC,n\n1,2\n", nil),
      ("PAR1,n\n1,2\n", nil),
    ] as [(String, ForeignFile?)])
  func foreign(text: String, kind: ForeignFile?) throws {
    for name in ["t.csv", "t.txt", "stdin"] {
      guard let kind else {
        expect(throws: Never.self) { try load(text, name: name) }
        continue
      }
      expectEqual(failure(text, name: name), .foreignFile(name, kind))
    }
  }

  @Test(
    "a table of Markdown is read as one, unless the name of its file says another format",
    arguments: [
      "| a | b |\n|---|:-:|\n| 1 | 2 |\n", "| a |\n|-|\n", "a|b\r\n---|---\r\n1|2\r\n",
      "# Title\n\ntext\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    ])
  func markdown(text: String) throws {
    for name in ["t.md", "t.txt", "stdin"] {
      try expectEqual(load(text, name: name).table.columns.first?.name, "a", "\(name)")
    }
    if !text.hasPrefix("#") {
      expectEqual(failure(text, name: "t.csv"), .foreignFile("t.csv", .markdown))
    }
    try expectEqual(load(text, name: "t.csv") { $0.loader = "markdown" }.table.columns[0].name, "a")
  }

  @Test("what is asked for is read, though it looks like something else")
  func askedFor() throws {
    let table = "| a | b |\n|---|---|\n| 1 | 2 |\n"
    try expectEqual(load(table, name: "t.md") { $0.delimiter = 0x7C }.table.rowCount, 2)
    try expectEqual(load("<html>\n</html>\n") { $0.loader = "csv" }.table.rowCount, 1)
    let quoted = "id|text\n1|\"a\n\n" + table + "\"\n"
    try expectEqual(load(quoted, name: "t.txt").table.rowCount, 1)
    expectEqual(failure("<p>", name: "t.html"), .foreignFile("t.html", .html))
    var tar = [UInt8](repeating: 0, count: 512)
    tar.replaceSubrange(257..<262, with: Array("ustar".utf8))
    expectEqual(
      failure(try Compression.gzip.packed(tar, name: "t"), name: "t.csv.gz"),
      .foreignFile("t.csv.gz", .tar))
  }
}
