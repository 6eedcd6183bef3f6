import Expectations
import TableKit
import TestSupport
import Testing

@testable import TablePrinters

/// A table as a document, whose rows are written in one part or in two.
private func printed(_ table: Table, _ printer: any DocumentPrinter) -> String {
  var (text, other) = ("", "")
  printer.print(PrintedTable(table)) { text += $0 }
  let two = Workers(minimum: 1) { first, second in
    first {}
    second { false }
  }
  printer.print(PrintedTable(table, workers: two)) { other += $0 }
  expectEqual(other, text)
  return text
}

/// A table without sections of its own.
private func plain(_ columns: [String], _ rows: [[String]]) -> Table {
  Tables.table(columns: columns, sections: [(name: Section.soleName, rows: rows)])
}

/// A table as a document.
struct DocumentPrinterTests {
  private let odd = plain(
    ["a|b", "n"],
    [
      ["\"x|y*_z_ <b>&\"", "1"], ["\"two\nlines\"", "-20"], ["\u{1B}[2J\\", ""], ["\"\"", "3.5"],
    ])

  @Test("Markdown aligns its columns and escapes its own markup")
  func markdown() {
    expectEqual(
      printed(odd, MarkdownDocumentPrinter()),
      #"""
      | a\|b                       |   n |
      | -------------------------- | --: |
      | x\|y\*\_z\_ &lt;b&gt;&amp; |   1 |
      | two<br>lines               | -20 |
      | \\x1b\[2J\\                |     |
      |                            | 3.5 |

      """#)
    expectEqual(MarkdownDocumentPrinter.markdown("snake_case _x_"), #"snake_case \_x\_"#)
  }

  @Test("sections are headings in Markdown, bodies in HTML")
  func sections() {
    let table = crew
    expectEqual(
      printed(table, MarkdownDocumentPrinter()),
      """
      ## Pilots

      | id  | name | age |
      | --- | ---- | --: |
      | P1  | Ann  |  41 |
      | P2  | Ben  |   9 |

      ## Crew

      Those who work

      | id  | name | age |
      | --- | ---- | --: |
      | C1  | Cy   |     |

      So much for them

      """)
    expectEqual(
      printed(table, HTMLDocumentPrinter(isFragment: true)),
      """
      <table>
        <thead>
          <tr><th scope="col">id</th><th scope="col">name</th>\
      <th scope="col" style="text-align: right">age</th></tr>
        </thead>
        <tbody>
          <tr><th scope="rowgroup" colspan="3">Pilots</th></tr>
          <tr><td>P1</td><td>Ann</td><td style="text-align: right">41</td></tr>
          <tr><td>P2</td><td>Ben</td><td style="text-align: right">9</td></tr>
        </tbody>
        <tbody>
          <tr><th scope="rowgroup" colspan="3">Crew</th></tr>
          <tr><td colspan="3">Those who work</td></tr>
          <tr><td>C1</td><td>Cy</td><td style="text-align: right"></td></tr>
          <tr><td colspan="3">So much for them</td></tr>
        </tbody>
      </table>

      """)
  }

  @Test("HTML escapes what is markup, breaks lines, and shows control characters")
  func html() {
    expectEqual(
      HTMLDocumentPrinter.html("<a href=\"x\">&'\r\n\ty\u{1B}\u{0}"),
      "&lt;a href=&quot;x&quot;&gt;&amp;'<br>\ty\\x1b\\x00")
  }

  @Test("a box has lines around cells, which may have several lines")
  func box() {
    expectEqual(
      printed(odd, BoxDocumentPrinter()),
      #"""
      ┌──────────────┬─────┐
      │ a|b          │ n   │
      ├──────────────┼─────┤
      │ x|y*_z_ <b>& │   1 │
      │ two          │ -20 │
      │ lines        │     │
      │ \x1b[2J\     │     │
      │ ""           │ 3.5 │
      └──────────────┴─────┘

      """#)
  }

  @Test("titles, headers and footers of sections stand across the columns of a box")
  func boxSections() {
    expectEqual(
      printed(crew, BoxDocumentPrinter()),
      """
      ┌────┬──────┬──────┐
      │ id │ name │ age  │
      ├────┴──────┴──────┤
      │ Pilots           │
      ├────┬──────┬──────┤
      │ P1 │ Ann  │   41 │
      │ P2 │ Ben  │    9 │
      ├────┴──────┴──────┤
      │ Crew             │
      │ Those who work   │
      ├────┬──────┬──────┤
      │ C1 │ Cy   │      │
      ├────┴──────┴──────┤
      │ So much for them │
      └──────────────────┘

      """)
  }

  @Test("plain text is aligned by what a terminal shows, one row a line")
  func text() {
    let wide = plain(["名前", "n"], [["東京", "1"], ["q\u{0301}", "22"], ["\"a\nb\t\"", ""]])
    expectEqual(
      printed(wide, TextDocumentPrinter()),
      """
      名前     n
      東京     1
      q\u{0301}       22
      a\\nb\\t

      """)
    expectEqual(
      printed(crew, TextDocumentPrinter()),
      """
      id  name  age

      Pilots
      P1  Ann    41
      P2  Ben     9

      Crew
      Those who work
      C1  Cy
      So much for them

      """)
  }

  @Test("no format passes an escape code, and each has lines of one width where it draws them")
  func safety() {
    var random = SeededGenerator(seed: 11)
    let pieces = ["\u{1B}[31m", "\u{7}", "東", "a", "\u{9B}", "\u{202E}", "👩‍🚀", "|", "\u{8}", "é"]
    for _ in 0..<100 {
      let rows = (0..<3).map { _ in
        (0..<2).map { _ in
          (0..<Int.random(in: 0...4, using: &random)).map { _ in
            pieces.randomElement(using: &random) ?? ""
          }.joined()
        }
      }
      let table = plain(["x", "y"], rows)
      for printer in DocumentPrinters.all {
        let text = printed(table, printer)
        expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x9B })
        if printer is BoxDocumentPrinter {
          let widths = text.split(separator: "\n").map { DisplayText(line: String($0)).width }
          expectEqual(Set(widths).count, 1, "\(text)")
        }
      }
    }
  }

  @Test("what is escaped byte by byte is as what is escaped with a closer look")
  func escapings() {
    let pieces = [
      "a", "_", "1", "é", "東", "*", "|", "<", "&", "\"", "\\", "`", "$", " ", "e\u{301}",
      "\u{1B}[2J",
      "\n", "\r\n", "\t", "\u{85}", "\u{202E}", "👩‍🚀", "\u{7F}", "ß",
    ]
    var random = SeededGenerator(seed: 7)
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      func written(_ escaping: Escaping) -> DisplayText {
        Array(text.utf8).withUnsafeBytes {
          escaping.withText(.text, $0) {
            DisplayText(text: String(decoding: $0, as: UTF8.self), width: $1)
          }
        }
      }
      let markdown = MarkdownDocumentPrinter.shown(text)
      expectEqual(written(MarkdownDocumentPrinter.escaping), markdown, "\(text.debugDescription)")
      expectEqual(written(TextDocumentPrinter.escaping), DisplayText(text))
      expectEqual(written(BoxDocumentPrinter.escaping), BoxDocumentPrinter.shown(text))
      expectEqual(written(HTMLDocumentPrinter.escaping).text, HTMLDocumentPrinter.html(text))
    }
  }

  @Test("a table without rows, sections or columns is a document, too")
  func empty() {
    expectEqual(printed(plain(["a"], []), MarkdownDocumentPrinter()), "| a   |\n| --- |\n")
    expectEqual(printed(plain(["a"], []), BoxDocumentPrinter()), "┌───┐\n│ a │\n├───┤\n└───┘\n")
    expectEqual(printed(plain(["a"], []), TextDocumentPrinter()), "a\n")
    expect(
      printed(plain(["a"], []), HTMLDocumentPrinter(isFragment: true)).hasSuffix(
        "  <tbody>\n  </tbody>\n</table>\n"))
    for printer in DocumentPrinters.all { _ = printed(Table(), printer) }
  }
}
