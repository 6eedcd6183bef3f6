import Expectations
import TestSupport
import Testing
import Wording

@testable import TableSources

/// Where the tables of a text of Markdown are, and what their cells mean.
struct MarkdownScannerTests {
  /// The lines of each table.
  private func tables(_ text: String) -> [String] {
    Array(text.utf8).withUnsafeBytes { bytes in
      MarkdownScanner(bytes).tables.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    }
  }

  private static let table = "| a | b |\n|---|:-:|\n| 1 | 2 |\n"

  @Test(
    "a table stands where GitHub shows one",
    arguments: [
      ("", ""), ("text\n", ""), ("---\nt: 1\n---\n", ""), ("\u{FEFF}", ""), ("- item\n\n", "  "),
      ("1. item\n\n", "   "), ("- item\n  - item\n\n", "    "), ("", "> "), ("> text\n>\n", "> "),
      ("<b>x</b>\n\n", ""), ("<div>\n\n", ""), ("```\ncode\n```\n", ""), ("~~~~\n~~~\n~~~~\n", ""),
      ("<!-- x -->\n", ""), ("    code\n\n", ""), ("***\n", ""), ("# Title\n", "   "),
    ])
  func tables(before: String, lead: String) {
    let table = Self.table.split(separator: "\n").map { lead + $0 + "\n" }.joined()
    expectEqual(tables(before + table + "\nend\n"), [table])
    let wide = table.replacing("\n", with: "\r\n")
    expectEqual(tables(before.replacing("\n", with: "\r\n") + wide), [wide])
  }

  @Test(
    "what is code, a comment, HTML or no table is none",
    arguments: [
      "```\n\(table)```\n", "~~~ x\n\(table)", "    | a | b |\n    |---|---|\n",
      "<!--\n\(table)-->\n",
      "<pre>\n\n\(table)</pre>\n", "<div>\n\(table)", "<script>\n\n\(table)</script>", "a | b\n",
      "| a | b |\n|---|\n", "a\n---\n", "# a | b\n---|---\n", "- a | b\n---|---\n",
      "| a |\n| x |\n",
      "| a | b |\n\n|---|---|\n", "|---|---|\n", "> | a | b |\n|---|---|\n",
    ])
  func none(text: String) { expectEqual(tables(text), []) }

  @Test(
    "rows end at a blank line, or where another block begins",
    arguments: ["\n", "# x\n", "> x\n", "- x\n", "```\n", "<div>\n", "***\n", "1. x\n"])
  func end(line: String) { expectEqual(tables(Self.table + line + "| 3 | 4 |\n"), [Self.table]) }

  @Test("rows may be short, long or without pipes")
  func ragged() throws {
    let text = "a|b\n-|-\n1\n|2|3|4|\nx y\n\\||5"
    expectEqual(tables(text), [text])
    let loaded = try load(text, name: "t.md")
    expectEqual(
      loaded.table.allRows.map { row in
        loaded.table.columns.map { loaded.table.cell(row, $0.id).text }
      },
      [["1", ""], ["2", "3"], ["x y", ""], ["|", "5"]])
    expectEqual(
      loaded.notes.map(\.description),
      ["t.md:4: 1 row has more cells than there are names: they are kept, but not shown"])
    expectEqual(try loaded.origin.bytes(of: loaded.table), Array(text.utf8))
  }

  @Test(
    "a cell is shown as what it means where that is written so again, else as it stands",
    arguments: [
      ("a", "a"), ("a\\*b", "a*b"), ("**b**", "**b**"), ("`a\\|b`", "`a|b`"), ("x<br>y", "x\ny"),
      ("x<br/>y", "x<br/>y"), ("&lt;b&gt;", "<b>"), ("&nbsp;", "&nbsp;"), ("a\\\\", "a\\"),
      ("**a\\*b**", "**a\\*b**"), ("<kbd>x</kbd>", "<kbd>x</kbd>"), ("snake_case", "snake_case"),
    ])
  func cells(cell: String, text: String) {
    expectEqual(MarkdownText.text(ofCell: cell), text)
    expectEqual(MarkdownText.cell(for: text, like: cell), cell)
    expectEqual(MarkdownText.text(ofCell: MarkdownText.escaped(text)), text)
  }

  @Test("each text without blanks around it is written so that it is read again")
  func texts() {
    var random = SeededGenerator(seed: 7)
    let pieces = Array("ab \\|*_`<>&~$[]\n#é").map(String.init) + ["<br>", "&lt;", "&amp;", "\\|"]
    for _ in 0..<4000 {
      let count = Int.random(in: 1...6, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      if text.hasPrefix(" ") || text.hasSuffix(" ") { continue }
      let cell = MarkdownText.cell(for: text)
      expectEqual(MarkdownText.text(ofCell: cell), text, "\(text.debugDescription) as \(cell)")
      let line = Array("|\(cell)|".utf8)
      let count2 = line.withUnsafeBytes { MarkdownLine($0, 0..<$0.count).cells.count }
      expectEqual(count2, 1, "\(text.debugDescription) as \(cell)")
    }
  }
}
