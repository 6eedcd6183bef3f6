import Testing

@testable import TableKit
@testable import TableSources

@Suite struct FactsTests {
  private func facts(
    _ text: String, name: String = "t.csv", _ change: (inout ReadOptions) -> Void = { _ in }
  ) throws -> [String: String] {
    let loaded = try load(text, name: name, change)
    return Dictionary(
      loaded.origin.facts.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first })
  }

  @Test("the delimiter is said with the reason why it is the one")
  func delimiter() throws {
    #expect(
      try facts("a;b\n1;2\n")["delimiter"]
        == "';' (of , ; tab |, the only one that cuts the first 2 records into equally many cells)")
    #expect(
      try facts("a;b,c\n1;2,3\n")["delimiter"]
        == "',' (of , ; tab |, the first that cuts the first 2 records into equally many cells)")
    #expect(
      try facts("a;b,c;d\n1;2,3;4\n", name: "t.txt")["delimiter"]
        == "';' (of , ; tab |, the one with most cells of those that cut the first 2 records into "
        + "equally many cells)")
    #expect(try facts("a,b\n1,2\n") { $0.delimiter = 0x2C }["delimiter"] == "',' (asked for)")
    #expect(try facts("a\tb\n", name: "t.tsv")["delimiter"] == "tab (a .tsv file has tabs)")
    #expect(
      try facts("a\tb\n", name: "t") { $0.loader = "tsv" }["delimiter"]
        == "tab (the loader tsv reads tabs)")
    #expect(try facts("a\n1\n")["delimiter"] == "',' (none of , ; tab | cuts the first record)")
    #expect(
      try facts("a,b\n1,2\n") { $0.comment = "|" }["delimiter"]?.contains("of , ; tab,") == true)
  }

  @Test("the same text is read in the same dialect each time")
  func stable() throws {
    let texts = ["a;b,c\n1;2,3\n", "a|b\tc\n", "x\n1,2\n", "a,b;c\n1,2;3\n"]
    for text in texts {
      let first = try facts(text, name: "t.txt") { $0.isLenient = true }
      for _ in 0..<5 {
        #expect(try facts(text, name: "t.txt") { $0.isLenient = true } == first)
      }
    }
  }

  @Test("quote, escape, comment, header, line ends, mark, encoding and ending are said")
  func others() throws {
    let plain = try facts("a,b\n1,2\n")
    #expect(plain["quote"] == "'\"' (unless --quote says another)")
    #expect(plain["escape"] == "none (unless --escape says one)")
    #expect(plain["comment"] == "none (unless --comment says one)")
    #expect(plain["header"] == "the first record (unless --no-header is given)")
    #expect(plain["line ends"] == "LF")
    #expect(plain["BOM"] == "none")
    #expect(plain["encoding"] == "utf-8 (unless --encoding says it)")
    #expect(plain["final newline"] == "yes")
    let other = try facts("\u{FEFF}1;2\r\n3;4\r5;6\r\n7;8") {
      $0.hasHeader = false
      $0.escape = 0x5C
      $0.comment = "#"
      $0.quote = ReadOptions.Quote.none
      $0.encoding = "utf-8"
    }
    #expect(other["quote"] == "none (asked for)")
    #expect(other["escape"] == "'\\' (asked for)")
    #expect(other["comment"] == "'#' (asked for)")
    #expect(other["header"] == "none (asked for)")
    #expect(other["line ends"] == "mixed: 2 CRLF, 1 CR (CRLF for new records)")
    #expect(other["BOM"] == "at the start")
    #expect(other["encoding"] == "utf-8 (asked for)")
    #expect(other["final newline"] == "no")
    #expect(
      try facts("a\tb\n\"x\t1\n", name: "t.tsv")["quote"]
        == "none (read as an ordinary character: the quotes of this text are unbalanced)")
  }

  @Test("shape and layout of JSON are said")
  func json() throws {
    let rows = try facts("[\n  {\n    \"a\": 1\n  }\n]", name: "t.json")
    #expect(rows["shape"] == "an array of objects")
    #expect(rows["layout"] == "indented by 2, one member a line")
    let tabs = try facts("{\n\t\"P\": [\n\t\t{\n\t\t\t\"a\": 1\n\t\t}\n\t]\n}", name: "t.json")
    #expect(tabs["shape"] == "an object of arrays of objects, one for each section")
    #expect(tabs["layout"] == "indented by tabs, one member a line")
    #expect(
      try facts("[\n {\"a\":1},\n {\"a\":2}\n]", name: "t.json")["layout"] == "one row a line")
    #expect(try facts("[{\"a\":1}]", name: "t.json")["layout"] == "compact, on one line")
    let lines = try facts("{\"a\":1}\r\n{}", name: "t.ndjson")
    #expect(lines["shape"] == "one object a line")
    #expect(lines["line ends"] == "CRLF")
    #expect(lines["final newline"] == "no")
  }
}
