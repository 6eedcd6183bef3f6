import Expectations
import Testing

@testable import TableKit
@testable import TableSources

/// What a file without sections, or with their names alone, loses of them: each part by itself.
struct SectionLossTests {
  private func table(_ labels: [(name: String, title: String, header: String?, footer: String?)])
    throws -> Table
  {
    let loaded = try load("[{\"id\":1},{\"id\":2}]", name: "t.json")
    var editor = Editor(table: loaded.table)
    for (index, label) in labels.enumerated() {
      if index > 0 { try editor.perform([.insertSection(name: "\(index)", at: index)], title: "") }
      let id = editor.table.sections[index].id
      try editor.perform(
        [
          .labelSections([
            SectionLabel(
              id, name: label.name, title: label.title, header: label.header, footer: label.footer)
          ])
        ], title: "")
    }
    return editor.table
  }

  @Test("the name, the header and the footer of the only section are each told")
  func only() throws {
    for name in [Section.soleName, "A"] {
      for title in [name, "T", ""] {
        for header in [nil, "h"] {
          for footer in [nil, "f"] {
            let table = try table([(name, title, header, footer)])
            var wanted: [String] = []
            if !title.isEmpty, title != Section.soleName {
              wanted.append("X cannot keep the name of section '\(title)'")
            }
            if header != nil || footer != nil {
              wanted.append("X cannot keep the header and footer of a section")
            }
            let comment = Comment("\([name, title]) \(header ?? "-") \(footer ?? "-")")
            expectEqual(SectionLoss.notes(table, what: "X").map(\.text), wanted, comment)
            let hasMore = header != nil || footer != nil || title != name
            expectEqual(
              SectionLoss.titles(table, what: "X").map(\.text),
              hasMore ? ["X cannot keep titles, headers and footers of sections"] : [],
              comment)
          }
        }
      }
    }
  }

  @Test("several sections are told by their number, and one label among them is seen")
  func several() throws {
    for count in 2...4 {
      let plain = (0..<count).map { ("s\($0)", "s\($0)", String?.none, String?.none) }
      let text =
        "X cannot keep the \(count) sections: rows are written in their order, without them"
      expectEqual(SectionLoss.notes(try table(plain), what: "X").map(\.text), [text])
      expect(SectionLoss.titles(try table(plain), what: "X").isEmpty)
      for place in 0..<count {
        for label in [("t", String?.none, String?.none), ("", "h", nil), ("", nil, "f")] {
          var labels = plain
          labels[place] = (
            "s\(place)", label.0.isEmpty ? "s\(place)" : label.0, label.1, label.2
          )
          expectEqual(SectionLoss.titles(try table(labels), what: "X").count, 1)
        }
      }
    }
  }

  @Test("of sections that are views of a column, only the empty ones are lost")
  func views() throws {
    let loaded = try load("[{\"g\":\"a\"},{\"g\":\"b\"}]", name: "t.json")
    var editor = Editor(table: loaded.table)
    try editor.perform([.sectionBy(editor.table.columns[0].id)], title: "")
    for (index, wanted) in [
      [], ["X cannot keep the empty section 'e0'"],
      ["X cannot keep the empty section 'e0' and 1 more"],
      ["X cannot keep the empty section 'e0' and 2 more"],
    ].enumerated() {
      expectEqual(SectionLoss.notes(editor.table, what: "X").map(\.text), wanted)
      let count = editor.table.sections.count
      try editor.perform([.insertSection(name: "e\(index)", at: count)], title: "")
    }
  }
}
