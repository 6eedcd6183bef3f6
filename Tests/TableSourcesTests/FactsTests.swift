import Expectations
import Testing

@testable import TableKit
@testable import TableSources

struct FactsTests {
  private func facts(
    _ text: String, name: String = "t.csv", _ change: (inout ReadOptions) -> Void = { _ in }
  ) throws -> [String: String] {
    let loaded = try load(text, name: name, change)
    return Dictionary(
      loaded.origin.facts.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first })
  }

  @Test("the delimiter is said with the reason why it is the one")
  func delimiter() throws {
    try expectEqual(
      facts("a;b\n1;2\n")["delimiter"],
      "';' (of , ; tab |, the only one that splits the first 2 records into the same number of cells)"
    )
    try expectEqual(
      facts("a;b,c\n1;2,3\n")["delimiter"],
      "',' (of , ; tab |, the first that splits the first 2 records into the same number of cells)")
    try expectEqual(
      facts("a;b,c;d\n1;2,3;4\n", name: "t.txt")["delimiter"],
      "';' (of , ; tab |, the one with most cells of those that split the first 2 records into "
        + "the same number of cells)")
    try expectEqual(facts("a,b\n1,2\n") { $0.delimiter = 0x2C }["delimiter"], "',' (asked for)")
    try expectEqual(facts("a\tb\n", name: "t.tsv")["delimiter"], "tab (a .tsv file has tabs)")
    try expectEqual(
      facts("a\tb\n", name: "t") { $0.loader = "tsv" }["delimiter"],
      "tab (the loader tsv reads tabs)")
    try expectEqual(facts("a\n1\n")["delimiter"], "',' (none of , ; tab | splits the first record)")
    try expectEqual(
      facts("a,b\n1,2\n") { $0.comment = "|" }["delimiter"]?.contains("of , ; tab,"), true)
  }

  @Test("the same text is read in the same dialect each time")
  func stable() throws {
    let texts = ["a;b,c\n1;2,3\n", "a|b\tc\n", "x\n1,2\n", "a,b;c\n1,2;3\n"]
    for text in texts {
      let first = try facts(text, name: "t.txt") { $0.isLenient = true }
      for _ in 0..<5 {
        try expectEqual(facts(text, name: "t.txt") { $0.isLenient = true }, first)
      }
    }
  }

  @Test("quote, escape, comment, header, line ends, mark, encoding and ending are said")
  func others() throws {
    let plain = try facts("a,b\n1,2\n")
    expectEqual(plain["quote"], "'\"' (the default; --quote sets another)")
    expectEqual(plain["escape"], "none (the default; --escape sets one)")
    expectEqual(plain["comment"], "none (the default; --comment sets one)")
    expectEqual(plain["header"], "the first record; --no-header if it is data")
    expectEqual(plain["line ends"], "LF")
    expectEqual(plain["BOM"], "none")
    expectEqual(plain["encoding"], "utf-8 (the default; --encoding sets another)")
    expectEqual(plain["final newline"], "yes")
    let other = try facts("\u{FEFF}1;2\r\n3;4\r5;6\r\n7;8") {
      $0.hasHeader = false
      $0.escape = 0x5C
      $0.comment = "#"
      $0.quote = ReadOptions.Quote.none
      $0.encoding = "utf-8"
    }
    expectEqual(other["quote"], "none (asked for)")
    expectEqual(other["escape"], "'\\' (asked for)")
    expectEqual(other["comment"], "'#' (asked for)")
    expectEqual(other["header"], "none (asked for)")
    expectEqual(other["line ends"], "mixed: 2 CRLF, 1 CR (CRLF for new records)")
    expectEqual(other["BOM"], "at the start")
    expectEqual(other["encoding"], "utf-8 (asked for)")
    expectEqual(other["final newline"], "no")
    try expectEqual(
      facts("a\tb\n\"x\t1\n", name: "t.tsv")["quote"],
      "none (read as an ordinary character: the quotes of this text are unbalanced)")
  }

  @Test("shape and layout of JSON are said")
  func json() throws {
    let rows = try facts("[\n  {\n    \"a\": 1\n  }\n]", name: "t.json")
    expectEqual(rows["shape"], "an array of objects")
    expectEqual(rows["layout"], "indented by 2, one member a line")
    let tabs = try facts("{\n\t\"P\": [\n\t\t{\n\t\t\t\"a\": 1\n\t\t}\n\t]\n}", name: "t.json")
    expectEqual(tabs["shape"], "an object of arrays of objects, one for each section")
    expectEqual(tabs["layout"], "indented by tabs, one member a line")
    try expectEqual(
      facts("[\n {\"a\":1},\n {\"a\":2}\n]", name: "t.json")["layout"], "one row a line")
    try expectEqual(facts("[{\"a\":1}]", name: "t.json")["layout"], "compact, on one line")
    let lines = try facts("{\"a\":1}\r\n{}", name: "t.ndjson")
    expectEqual(lines["shape"], "one object a line")
    expectEqual(lines["line ends"], "CRLF")
    expectEqual(lines["final newline"], "no")
  }
}
