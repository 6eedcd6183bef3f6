import Expectations
import TestSupport
import Testing

@testable import TableKit
@testable import TableSources

/// Long JSON, read as two parts concurrently.
struct JSONHalvesTests {
  private static func read(
    _ text: String, minimum: Int, isEager: Bool = true
  ) throws -> (outcome: String, chunk: Chunk?) {
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBytes { bytes in
      var reader = try JSONReader(bytes, isEager: isEager, minimum: minimum)
      do throws(TextProblem) {
        if text.first == "{", !text.contains("columns") {
          try reader.readLines()
        } else {
          try reader.read()
        }
      } catch {
        return ("\(error)", nil)
      }
      let parts: [Any] = [
        reader.records.names, reader.sections, reader.rowRanges, reader.body, reader.style,
        reader.members, reader.sectionMembers, reader.sectionRanges, reader.key,
        reader.hasNumbers, reader.hasOtherNumbers,
      ]
      return ("\(parts)", try reader.records.chunk())
    }
  }

  @Test("two parts are read as one, whatever stands where they meet")
  func parts() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(state: seed)
    let traps = [
      "\"x\"", "12", "null", "\"},{\\\"id\\\":1\"", "\"}\\n{\\\"id\\\":\"",
      "[{\"id\":1},{\"id\":2}]",
      "{\"id\":[1,{\"id\":3}]}", "\"\\u00e9 \\\\\"", "true", "\"\"",
    ]
    for round in 0..<400 {
      let count = Int.random(in: 60...300, using: &random)
      let odd = Int.random(in: 0..<count * 2, using: &random)
      let isTable = round % 3 == 0
      let rows = (0..<count).map { i -> String in
        let value = traps.randomElement(using: &random) ?? "1"
        let number = isTable && round % 2 == 0 ? "\"#\":\(i)," : ""
        if i != odd { return "{\(number)\"id\":\(i),\"v\":\(value)}" }
        return [
          "{\"v\":1,\"id\":2}", "{\"id\":5}", "{}", "{\"id\":1,\"id\":2}", "[1]", "{\"id\":01}",
          "{\"id\" : 7}",
          "{\"#\":9,\"id\":1,\"v\":2}", "{\"id\":1,\"w\":2}", "{\"id\":1,}",
          "{\"id\":1} {\"id\":2}",
        ].randomElement(using: &random) ?? ""
      }
      let gap = [",", ",\n  ", " ,\n"].randomElement(using: &random) ?? ","
      let text: String
      if isTable {
        text =
          "{\"columns\":[\"id\",\"v\"],\"sections\":[{\"id\":\"P\",\"rows\":["
          + rows.joined(separator: gap) + "]},{\"id\":\"Q\",\"rows\":[]}],\"more\":1}"
      } else if round % 3 == 1 {
        text = "[" + rows.joined(separator: gap) + "]"
      } else {
        text = rows.joined(separator: Bool.random(using: &random) ? "\n" : "\r\n\n") + "\n"
      }
      let one = try Self.read(text, minimum: .max)
      let two = try Self.read(text, minimum: 0)
      expectEqual(one.outcome, two.outcome, "seed \(seed), round \(round)")
      expectEqual(
        one.chunk.map { Array($0.allBytes) }, two.chunk.map { Array($0.allBytes) },
        "seed \(seed), round \(round)")
      // Sections that are read when they are met are those that are read at the end.
      let late = try Self.read(text, minimum: .max, isEager: false)
      guard one.chunk != nil || late.chunk != nil else { continue }
      expectEqual(one.outcome, late.outcome, "seed \(seed), round \(round)")
    }
  }

  @Test("text that is not JSON is told before a TABLE that is none")
  func order() {
    let start = "{\"columns\":[\"id\"],\"sections\":[{\"id\":\"P\",\"rows\":["
    for (text, message) in [
      (start + "{\"x\":1},{\"id\":01}]}]}", "t.json:1:63: a number begins with 0"),
      (
        start + "{\"x\":1}]}],\"columns\":1}",
        "t.json:1:60: member 'columns' appears twice in one object"
      ),
      (start + "{\"x\":1}]}]}x", "t.json:1:50: row has a member 'x', which is not among 'columns'"),
    ] {
      expectEqual(failure(text, name: "t.json")?.message, message)
    }
  }

  @Test("numbers that a double keeps are written as numbers")
  func numbers() {
    var texts = [""]
    for _ in 0..<5 {
      texts = texts.flatMap { text in "0159.-".map { text + String($0) } }
      for text in texts {
        let wanted: Bool
        switch Array(text.utf8).withUnsafeBytes({ DecimalNumber.value($0) }) {
        case nil: wanted = false
        case .integer(let value)?: wanted = String(value) == text
        case .real(let value)?: wanted = String(value) == text
        }
        let found = Array(text.utf8).withUnsafeBytes { DecimalNumber.survivesDouble($0) }
        expectEqual(found, wanted, "\(text)")
      }
    }
    var random = SeededGenerator(state: 7)
    for _ in 0..<20_000 {
      let digits = (0..<Int.random(in: 1...14, using: &random)).map { _ in
        String(Int.random(in: 0...9, using: &random))
      }
      let text = ["", "-"].randomElement(using: &random).map { $0 + "0." + digits.joined() } ?? ""
      let value = Array(text.utf8).withUnsafeBytes { DecimalNumber.value($0)?.double }
      let found = Array(text.utf8).withUnsafeBytes { DecimalNumber.survivesDouble($0) }
      expectEqual(found, value.map { String($0) } == text, "\(text)")
    }
  }

  @Test("rows of every length are exported in order, on one thread or two")
  func pieces() throws {
    var text = "id,n\n"
    for i in 0..<40_000 { text += "\(i),\(i % 7 == 0 ? "\"a \"\"b\"\"\"" : "x\(i)")\n" }
    let loaded = try load(text)
    for format in [TableFormat.json, .jsonRows, .ndjson, .yaml] {
      let again = try load(
        try exported(loaded.table, as: format),
        name: format.name == "ndjson" ? "t.ndjson" : format.name == "yaml" ? "t.yaml" : "t.json")
      expectEqual(again.texts, loaded.texts, "\(format.name)")
    }
  }
}
