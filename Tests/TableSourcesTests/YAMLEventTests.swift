import Expectations
import TestSupport
import Testing

@testable import TableKit
@testable import TableSources

/// What is read from the events of the parser: places, aliases, repeated keys, numbers.
struct YAMLEventTests {
  private func yaml(_ text: String) throws -> LoadedTable { try load(text, name: "t.yaml") }

  @Test("each event has its offset and line, whatever characters and line ends stand before it")
  func offsets() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(state: seed)
    let pieces = ["a", "é", "東", "😀", " ", "\u{FEFF}", "\u{A0}", "x y", "\"q\\uFEFF\"", "'s'"]
    let ends = ["\n", "\r", "\r\n", "\u{85}", "\u{2028}", "\u{2029}"]
    for _ in 0..<500 {
      var text = Bool.random(using: &random) ? "\u{FEFF}" : ""
      for i in 0..<Int.random(in: 1...9, using: &random) {
        let value = (0..<Int.random(in: 1...5, using: &random)).map { _ in
          pieces.randomElement(using: &random) ?? ""
        }
        text += "- k\(i): v\(value.joined())#" + (ends.randomElement(using: &random) ?? "")
      }
      let bytes = Array(text.utf8)
      try bytes.withUnsafeBytes { bytes in
        let marks = try YAMLMarks(bytes)
        let lines = try YAMLLines(bytes, from: marks.start)
        let parser = try YAMLParser(marks)
        while parser.kind != .streamEnd {
          expectEqual(lines.line(of: parser.range.lowerBound), parser.line, "seed \(seed): \(text)")
          if parser.kind == .scalar, parser.style == .plain, !parser.text.isEmpty {
            expect(parser.isVerbatim(at: parser.range.lowerBound), "seed \(seed): \(text)")
            expect(bytes[parser.range].elementsEqual(parser.text), "seed \(seed): \(text)")
          }
          try parser.next()
        }
      }
    }
  }

  @Test("an alias stands for a row or a section that has an anchor")
  func containers() throws {
    try expectEqual(
      yaml("- &r {a: 1, b: &s x}\n- a: *r\n  b: [*s, *r]\n").texts,
      [["1", "x"], ["{\"a\":1,\"b\":\"x\"}", "[\"x\",{\"a\":1,\"b\":\"x\"}]"]])
    try expectEqual(
      yaml("P: &p\n- a: 1\n- &p\n  a: 2\n- a: *p\nQ:\n- a: *p\n").texts,
      [["1"], ["2"], ["{\"a\":2}"], ["[{\"a\":1},{\"a\":2},{\"a\":{\"a\":2}}]"]])
    expectEqual(
      failure("- &r {a: *r}\n", name: "t.yaml")?.message, "t.yaml:1:10: found undefined alias")
    // An alias of a list is the value of a row.
    try expectEqual(
      yaml("P: &p\n- a: 1\nQ: *p\n").texts,
      [["Q", "Q", "[{\"a\":1}]", nil], ["P/0", "0", nil, "1"]])
  }

  @Test("a member whose name is empty is read and its value changed")
  func emptyNames() throws {
    for (text, wanted) in [
      ("- \"\": 1\n  '' : 2\n", nil), ("- \"\": 1\n  b: 2\n", "- \"\": 3\n  b: 2\n"),
      ("- {'': 1, b: 2}\n", "- {'': 3, b: 2}\n"),
    ] as [(String, String?)] {
      guard let wanted else {
        expectEqual(failure(text, name: "t.yaml")?.code, "bad-yaml")
        continue
      }
      var loaded = try yaml(text)
      loaded.set(0, "", "3")
      try expectEqual(loaded.saved(), wanted)
    }
  }

  @Test("a name that is an alias is read, and its value is not changed")
  func aliasNames() throws {
    var loaded = try yaml("- &k id: 1\n- *k : 2\n")
    expectEqual(loaded.texts, [["1"], ["2"]])
    loaded.set(1, "id", "3")
    expect(throws: SourceError.self) { try loaded.saved() }
  }

  @Test("text that is not YAML is told before a document that is no table")
  func order() {
    for (text, message) in [
      ("- 5\n- a: [1\n", "t.yaml:3:1: did not find expected ',' or ']'"),
      ("- 5\n- a: *x\n", "t.yaml:2:6: found undefined alias"),
      ("- 5\n---\n- 6\n", "t.yaml:1:1: no document is a table"),
      ("- 5\n- b: 1\n  a: 1\n  b: 2\n  a: 3\n", "t.yaml:3:3: key 'a' appears twice in one mapping"),
      ("- a: {x: 1, [y]: 2, x: 3}\n", "t.yaml:1:7: key 'x' appears twice in one mapping"),
      ("~\n---\n5\n", "t.yaml:3:1: no document is a table"),
      ("P: []\nP: []\n", "t.yaml:1:1: key 'P' appears twice in one mapping"),
    ] {
      expectEqual(failure(text, name: "t.yaml")?.message, message, "\(text)")
    }
  }

  @Test("a composed and a decomposed letter make two keys of one mapping")
  func exactKeys() throws {
    let loaded = try yaml("- \u{E9}: 1\n  e\u{301}: 2\n  v: {\u{E9}: 1, e\u{301}: 2}\n")
    expectEqual(loaded.table.columns.count, 3)
    expect(loaded.texts[0][0] == "1" && loaded.texts[0][1] == "2")
  }

  @Test("members are found whatever their number and order in each row")
  func unevenRows() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(state: seed)
    for _ in 0..<300 {
      var names: [String] = []
      var rows: [[String: String]] = []
      var texts = (yaml: "", json: [String]())
      for row in 0..<Int.random(in: 1...6, using: &random) {
        let all = ["a", "b", "c", "d"].prefix(row < 2 ? 2 : 4)
        let isEven = Bool.random(using: &random)
        let some = isEven ? Array(all) : Array(all.shuffled(using: &random).prefix(2))
        names += some.filter { !names.contains($0) }
        let values = some.map { ($0, "\($0)\(row)") }
        rows.append(Dictionary(uniqueKeysWithValues: values))
        texts.yaml += "- " + values.map { "\($0): \($1)" }.joined(separator: "\n  ") + "\n"
        let members = values.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",")
        texts.json.append("{\(members)}")
      }
      let wanted = rows.map { row in names.map { row[$0] } }
      for loaded in [
        try yaml(texts.yaml),
        try load("[" + texts.json.joined(separator: ",") + "]", name: "t.json"),
        try load(texts.json.joined(separator: "\n"), name: "t.ndjson"),
      ] {
        expectEqual(loaded.table.columns.map(\.name), names, "seed \(seed): \(texts.yaml)")
        expectEqual(loaded.texts, wanted, "seed \(seed): \(texts.yaml)")
      }
    }
  }

  @Test("numbers and dates are those of the YAML 1.1 type repository")
  func numbers() throws {
    let patterns = try [
      "[-+]?0b[0-1_]+", "[-+]?0o?[0-7_]+", "[-+]?(?:0|[1-9][0-9_]*)", "[-+]?0x[0-9a-fA-F_]+",
      "[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+",
      "[-+]?(?:[0-9][0-9_]*)(?:\\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?",
      "\\.[0-9_]+(?:[eE][-+][0-9]+)?", "[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\\.[0-9_]*",
      "[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)", "[0-9]{4}-[0-9]{2}-[0-9]{2}",
      "[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \\t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]*)?"
        + "(?:[ \\t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?",
    ].map { try Regex($0) }
    func check(_ text: String) throws {
      let wanted = try patterns.contains { try $0.wholeMatch(in: text) != nil }
      expectEqual(YAMLNumber.matches(text), wanted, "\(text)")
    }
    var texts = [""]
    for _ in 0..<4 {
      texts = texts.flatMap { text in "079_:.-+ex".map { text + String($0) } }
      for text in texts { try check(text) }
    }
    for text in [
      "0b01", "0b2", "0o17", "0o8", "-0xfF_", "1:59:00", "1:60", "01:30", "01:30.5", ".inf",
      "-.INF", "+.nan", ".NaN", "1e5", "1e", "1_0.5e-3", ".5e3", ".5e+3", "2024-11-15",
      "2024-1-5", "2024-1-5 1:02:03", "2024-11-15T01:02:03.5 Z", "2024-11-15t1:02:03 -5:30",
      "2024-11-15 1:2:3", "2024-11-15T01:02:03Zx", "2024-11-15T01:02:03+5:3", "1.2.3", "12 a",
    ] { try check(text) }
  }
}
