import Expectations
import TestSupport
import Testing

@testable import TableKit
@testable import TableSources

/// Random sequences of mappings in YAML.
struct YAMLRandomTests {
  private func yaml(_ text: String) throws -> LoadedTable { try load(text, name: "t.yaml") }

  @Test("random documents are kept, and an edit changes one row or is refused")
  func random() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(state: seed)
    let values = [
      "x", "\"q: #\"", "'it''s'", "12", "~", "", "[a, {b: c}]", "|\n    one\n\n    two",
      ">-\n    f\n    g", "two\n    lines", "{k: v}  # c", "\n    deep:\n    - 1", "é 東 # d",
      "!!str 5", "\"two\n    lines\"",
    ]
    let news = ["n", "yes", "5", "a: b", "", "two\nlines", " x ", "[1, 2]", "- a", "#", "é😀", "'"]
    var refused = 0
    for _ in 0..<400 {
      let rows = (0..<Int.random(in: 1...5, using: &random)).map { _ -> String in
        let names = ["a", "b", "c d"].shuffled(using: &random)
          .prefix(Int.random(in: 1...3, using: &random))
        let members = names.map { "\($0): \(values.randomElement(using: &random) ?? "")" }
        return "- " + members.joined(separator: "\n  ")
      }
      let gaps = rows.map { _ in
        ["\n", "\n\n", "\n# c\n", "\n\n  # d\n"].randomElement(using: &random) ?? ""
      }
      let text = zip(rows, gaps).map { $0 + $1 }.joined()
      var loaded = try yaml(text)
      try expectEqual(loaded.saved(), text, "seed \(seed)")
      let row = Int.random(in: rows.indices, using: &random)
      let name = loaded.table.columns.randomElement(using: &random)?.name ?? ""
      let new = news.randomElement(using: &random) ?? ""
      loaded.set(row, name, new)
      guard let saved = try? loaded.saved() else {
        refused += 1
        continue
      }
      let before = zip(rows, gaps).prefix(row).map { $0 + $1 }.joined()
      let after = zip(rows, gaps).dropFirst(row + 1).map { $0 + $1 }.joined()
      expect(
        saved.hasPrefix(before) && saved.hasSuffix(after), "seed \(seed):\n\(text)\n->\n\(saved)")
      let victim = rows.indices.randomElement(using: &random) ?? 0
      if victim != row { loaded.delete(victim) }
      loaded.insert(["new", "x: y"], at: 0)
      let final = try loaded.saved()
      try expectEqual(yaml(final).table.rowCount, loaded.table.rowCount, "seed \(seed):\n\(final)")
    }
    expect(refused < 20, "seed \(seed)")
  }
}
