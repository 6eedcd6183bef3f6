import Expectations
import Testing

@testable import TableKit
@testable import TableSources

/// What a format cannot keep is told before it is lost.
struct LossTests {
  private func notes(_ loaded: LoadedTable, _ format: TableFormat) -> [String] {
    let losses = try? FileOrigin(format: format, from: loaded.origin).losses(in: loaded.table)
    return losses?.map(\.text) ?? ["an error"]
  }

  private func written(_ loaded: LoadedTable, _ format: TableFormat) throws -> String {
    let origin = FileOrigin(format: format, from: loaded.origin)
    return String(decoding: try origin.bytes(of: loaded.table), as: UTF8.self)
  }

  private let kinds =
    "delimited text keeps the texts of cells, but not that some are numbers or values"

  @Test("numbers that are written as text are counted, and the first is named")
  func numbers() throws {
    let text =
      "id,p,q,t,u\n1,1.50,2,x,1.50\n2,1e3,.94,1.50,1e3\n3,7.5,,y,\n4, 39,12345678901234567890,z,-0.0\n"
    let loaded = try load(text, name: "t.csv")
    let kept = "are written as text, which keeps their digits; the first is"
    func mend(_ result: String, _ columns: String...) -> String {
      "; \(result): " + columns.map { "column type \($0) number" }.joined(separator: "; ")
    }
    expectEqual(
      notes(loaded, .json),
      ["7 numbers \(kept) '1.50' in column 'p' of row '1'\(mend("as numbers", "p", "u"))"])
    for format in [TableFormat.jsonRows, .ndjson] {
      expectEqual(
        notes(loaded, format),
        [
          "7 numbers \(kept) ' 39' in column 'p' of row '4'\(mend("the others as numbers", "p", "q"))"
        ])
    }
    let table = try written(loaded, .json)
    expect(
      table.contains("{\"id\":1,\"p\":\"1.50\",\"q\":2,\"t\":\"x\",\"u\":\"1.50\"}"), "\(table)")
    let lines = try written(loaded, .ndjson)
    expect(
      lines.hasPrefix("{\"id\":1,\"p\":\"1.50\",\"q\":\"2\",\"t\":\"x\",\"u\":1.50}\n"), "\(lines)")
    expect(lines.contains("\"u\":1e3}\n") && lines.hasSuffix("\"u\":-0.0}\n"), "\(lines)")
    expectEqual(
      notes(loaded, .yaml),
      [
        "4 numbers are written as text, which keeps their digits; the first is '1e3' in column "
          + "'p' of row '2'"
      ])
    try expect(written(loaded, .yaml).contains("  p: 1.50\n"))
    expectEqual(notes(loaded, .csv), [])
    let one = try load("id,p\n1,.50\n", name: "t.csv")
    expectEqual(
      notes(one, .jsonRows),
      [
        "1 number is written as text, which keeps its digits: '.50' in column 'p' of row '1'"
      ])
  }

  @Test("what merge keys of YAML do is told of where it is not written")
  func merges() throws {
    let text = "b: &b {x: 1}\nr:\n- id: 1\n  <<: *b\n- id: 2\n  \"<<\": {y: 1}\n"
    let loaded = try load(text, name: "t.yaml")
    let merge = "1 merge of members by '<<' of the source is left out"
    for format in [TableFormat.yaml, .json, .csv] {
      expect(notes(loaded, format).contains(merge))
    }
    try expect(written(loaded, .yaml).contains("\"<<\": {\"x\":1}\n"))
    let nested =
      "- id: 1\n  o: {<<: {x: 1}, y: 2}\n- id: 2\n  o:\n    <<: {z: 1}\n    t: \"<<: b\"\n"
      + "- id: 3\n  o: {\"<<\": 1}\n"
    for format in [TableFormat.yaml, .json, .ndjson] {
      expectEqual(
        notes(try load(nested, name: "n.yaml"), format).first,
        "2 merges of members by '<<' of the source are left out")
    }
  }

  @Test("half of a surrogate pair stays in JSON, and is told of elsewhere")
  func surrogates() throws {
    let pairs = #"{"id":"a","t":"\ud83d\ude00 \\ud800","n":["\ud83d\ude00"]}"#
    let loaded = try load(
      pairs + "\n" + #"{"id":"b","t":"\ud800","n":{"x":"\ude00"}}"#, name: "t.ndjson")
    expect(notes(loaded, .json) == [] && notes(loaded, .ndjson) == [])
    try expect(written(loaded, .ndjson).contains(#""t":"\ud800","n":{"x":"\ude00"}"#))
    let lost = "cannot keep a lone surrogate: 1 cell is written with U+FFFD"
    expectEqual(notes(loaded, .csv), [kinds, "delimited text \(lost)"])
    expectEqual(
      notes(loaded, .yaml),
      [
        "YAML cannot keep a lone surrogate: 2 cells are written with U+FFFD"
      ])
    try expectEqual(
      FileOrigin.textLosses(in: loaded.table, writtenAs: "markdown").map(\.text),
      [
        "markdown \(lost)"
      ])
    let yaml = try load(try written(loaded, .yaml), name: "t.yaml")
    expectEqual(yaml.texts[0], ["a", "😀 \\ud800", "[\"😀\"]"])
    expectEqual(yaml.texts[1], ["b", "\u{FFFD}", "{\"x\":\"\u{FFFD}\"}"])
    expectEqual(notes(try load(pairs, name: "t.ndjson"), .csv), [kinds])
  }

  @Test("lone surrogates are told from pairs and from escaped backslashes")
  func halves() {
    for (text, isLone) in [
      (#""\ud83d\ude00""#, false), (#""\\ud800""#, false), (#""\ud800""#, true),
      (#""\ude00""#, true), (#""\ud800\ud800\ude00""#, true), (#""\ud800x\ude00""#, true),
      (#""\ud800\n\ude00""#, true), (#""\uD83D\uDE00\u0041""#, false), (#""\ud800\u0041""#, true),
      (#""\u00d8""#, false), (#""""#, false), (#""a\"""#, false), (#"["\ud800","\udc00"]"#, true),
    ] {
      let found = Array(text.utf8).withUnsafeBytes { JSONText.holdsLoneSurrogate($0) }
      expectEqual(found, isLone, "\(text)")
    }
  }

  @Test("what stands beside the table of a source is told of when it is left out")
  func besides() throws {
    let commented = try load("# top\nid,n\n1,a\n# x\n\n# y\n2,\"\n# no\"\n") { $0.comment = "#" }
    for format in TableFormats.all where !format.isContainer {
      expectEqual(notes(commented, format).first, "3 comments of the source are left out")
    }
    try expect(commented.origin.losses(in: commented.table).isEmpty)
    let yaml = try load(
      "# top\n- id: 1 # one\n  t: |\n    # text\n  b: !!binary aGk=\n  # in\n- id: 2 #x\n  t: "
        + "\"a\n    # b\"\n  b: &a x\n- {id: 3, t: *a, b: z} # c\n", name: "t.yaml")
    expectEqual(
      notes(yaml, .json),
      [
        "5 comments of the source are left out", "1 tag of the source is left out",
        "1 alias of the source is left out",
      ])
    let table = try load(
      "{\"columns\":[\"id\"],\"version\":1,\"sections\":[{\"id\":\"A\",\"x\":2}]}", name: "t.json")
    expectEqual(
      notes(table, .jsonRows),
      [
        "2 members beside the rows of the source are left out",
        "a JSON array cannot keep the name of section 'A'",
        "a JSON array cannot keep columns without a row",
      ])
  }

  @Test("members that are missing are told from null, or said not to be")
  func missing() throws {
    let json = try load("[{\"id\":\"1\",\"a\":null},{\"id\":\"2\"}]", name: "t.json")
    let yaml = try load("- id: x\n  a:\n- id: y\n", name: "t.yaml")
    func note(_ name: String) -> [String] {
      ["\(name) cannot tell members that are missing from those that are null"]
    }
    expect(notes(json, .ndjson) == [] && notes(json, .yaml) == [])
    expectEqual(notes(json, .csv), note("delimited text"))
    expect(notes(yaml, .ndjson) == note("JSON") && notes(yaml, .yaml) == note("YAML"))
    expectEqual(notes(yaml, .csv), note("delimited text"))
  }

  @Test("a NUL is refused by delimited text, and said to be one")
  func nul() throws {
    for text in ["[{\"id\":1,\"a\":\"x\\u0000\"}]", "[{\"id\\u0000\":1}]"] {
      let loaded = try load(text, name: "t.json")
      do throws(SourceError) {
        _ = try FileOrigin(format: .csv).bytes(of: loaded.table)
        Issue.record("written")
      } catch {
        expect(
          error.message.hasSuffix("it holds a NUL character, which delimited text cannot hold"))
        expectEqual(error.hint?.contains("json"), true)
      }
      let yaml = try load(try written(loaded, .yaml), name: "t.yaml")
      expectEqual(yaml.texts, loaded.texts)
    }
  }

  @Test("columns without names, and columns without rows, are told of")
  func columns() throws {
    let nameless = try load("[{\"\":\"x\"}]", name: "t.json")
    expectEqual(notes(nameless, .csv).count, 1)
    let empty = try load("id,n\n")
    expectEqual(notes(empty, .ndjson), ["NDJSON cannot keep columns without a row"])
    expectEqual(notes(empty, .yaml), ["YAML cannot keep columns without a row"])
    expect(notes(empty, .json) == [] && notes(empty, .csv) == [])
    let sparse = "[{\"id\":1,\"a\":2,\"b\":3},{\"id\":4}]"
    var loaded = try load(sparse, name: "t.json")
    loaded.delete(0)
    for (format, name) in [(TableFormat.ndjson, "NDJSON"), (.yaml, "YAML")] {
      expectEqual(
        notes(loaded, format), ["\(name) cannot keep column 'a' and 1 more, which no row has"])
    }
    expectEqual(notes(loaded, .json), [])
  }

  @Test("keys, texts and nested values of any kind are read back from YAML as they were")
  func yaml() throws {
    let long = String(repeating: "k", count: 1500)
    let odd = ["<<", "a: b", " x", "é\n", "\u{85}", "#", "-", "", "\u{7F}", "true", "1", long]
    let names = odd.map { JSONText.quoted($0) }
    let row = names.map { "\($0):{\($0):[\($0),1.50,null],\"b\":\"\\/\u{7F}\u{FFFE}\"}" }
    let loaded = try load("[{\(row.joined(separator: ","))}]", name: "t.json")
    let yaml = try load(try written(loaded, .yaml), name: "t.yaml")
    expectEqual(yaml.table.columns.map(\.name), odd)
    expectEqual(yaml.texts[0].count, odd.count)
    let wanted = loaded.texts[0].map {
      $0?.replacing("\\/", with: "/").replacing("\u{7F}", with: "\\u007f")
    }
    expectEqual(yaml.texts[0], wanted)
  }

  @Test("a copy with an extension that no format has says what it is")
  func unknownExtension() throws {
    let folder = TemporaryFolder()
    var loaded = try LoadedTable(path: folder.write("id\n1\n", to: "t.dat"))
    let other = try loaded.origin.save(loaded.table, to: "\(folder.path)/t.xlsx")
    expect(other.notes.map(\.text).joined().contains("no format has the extension '.xlsx'"))
    try expect(loaded.origin.save(loaded.table, to: "\(folder.path)/u.dat").notes.isEmpty)
    try expect(loaded.origin.save(loaded.table, to: "\(folder.path)/u").notes.isEmpty)
  }

  @Test("a lone column with a delimiter in its cells is read back as one column")
  func loneColumn() throws {
    let loaded = try load("[{\"a;b\":\"1;2\"},{\"a;b\":\"x\"},{\"a;b\":null}]", name: "t.json")
    let text = try exported(loaded.table, as: .csv)
    expectEqual(text, "\"a;b\"\n\"1;2\"\nx\n\n")
    try expectEqual(load(text).texts, loaded.texts)
    try expectEqual(load(try exported(loaded.table, as: .tsv), name: "t.tsv").texts, loaded.texts)
  }

  @Test("an edit that would balance the quotes of a text that knows none is refused")
  func balancedQuotes() throws {
    let text = "a\tb\n\"x\t1\ny\t2\n"
    var loaded = try load(text, name: "t.tsv")
    expectEqual(loaded.texts[0], ["\"x", "1"])
    loaded.set(1, "b", "3")
    try expectEqual(loaded.saved(), text.replacing("2", with: "3"))
    loaded.set(1, "a", "y\"")
    do throws(SourceError) {
      _ = try loaded.origin.bytes(of: loaded.table)
      Issue.record("written")
    } catch {
      expect(error == .balancedQuotes("t.tsv") && error.hint?.contains("--quote none") == true)
    }
    loaded.set(0, "a", "x")
    try expectEqual(loaded.saved(), "a\tb\nx\t1\ny\"\t3\n")
    var told = try load(text, name: "t.tsv") { $0.quote = ReadOptions.Quote.none }
    told.set(1, "a", "y\"")
    try expectEqual(told.saved(), "a\tb\n\"x\t1\ny\"\t2\n")
  }
}
