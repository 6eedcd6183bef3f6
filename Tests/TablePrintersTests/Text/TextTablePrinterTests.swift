import Expectations
import TableKit
import Testing

@testable import TablePrinters

/// The lines of a printed view.
private func printed(_ view: TableView, style: Style = .plain) -> String {
  var text = ""
  TextTablePrinter(style: style).print(view, to: &text)
  return text
}

/// A table as text.
struct TextTablePrinterTests {
  @Test("sections have headings, numbers stand on the right, null is blank")
  func sections() {
    expectEqual(
      printed(TableView(crew, selection: selected(1))),
      """
             id  name  age
      0 Pilots (2 rows)
        0:0  P1  Ann    41
      * 0:1  P2  Ben     9
      1 Crew (1 row) · Those who work
        1:0  C1  Cy
        So much for them
      3 rows in 2 sections · 1 selected

      """)
  }

  @Test("the last line names the way to scroll where it has room for it")
  func wayToScroll() {
    let rows = (0..<40).map { ["\($0)", "x"] }
    var view = TableView(makeTable(["a", "b"], [TestSection("", rows)]))
    (view.height, view.tellsHowToScroll) = (8, true)
    view.hidden = [view.table.columns[1].id]
    func lastLine(_ width: Int) -> Substring? {
      view.width = width
      return printed(view).split(separator: "\n").last
    }
    expectEqual(lastLine(49), "40 rows (8 shown) · scroll down · 1 hidden column")
    expectEqual(lastLine(48), "40 rows (8 shown) · 1 hidden column")
    view.selection = Selection(Array(view.table.allRows.suffix(12)))
    expectEqual(lastLine(67), "40 rows (8 shown) · 12 selected, 12 off screen · 1 hidden column")
    expectEqual(lastLine(61), "40 rows (8 shown) · 12 selected, 12 off screen · 1 hidden")
    expectEqual(lastLine(54), "40 rows (8 shown) · 12 selected · 1 hidden column")
    expectEqual(lastLine(48), "40 rows (8 shown) · 12 selected · 1 hidden")
  }

  @Test("columns align behind texts of any script, as wide as terminals show them")
  func scripts() {
    let texts: [(String, Int)] = [
      ("plain", 5), ("東京都", 6), ("ｶﾀｶﾅ", 4), ("Ａ", 2), ("한국어", 6),
      ("q\u{301}", 1), ("q\u{323}\u{308}", 1), ("क्षि", 2), ("👍", 2), ("👍🏽", 2), ("👩‍💻", 2),
      ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("🇩🇪🇫🇷", 4), ("🏴\u{E0067}\u{E0062}\u{E0073}\u{E007F}", 2), ("❤️", 2),
      ("1️⃣", 2), ("a\tb", 4), ("\t", 2), ("שלום", 4), ("naïve", 5), ("…", 1), ("→", 1), ("½", 1),
    ]
    let rows = texts.map { [$0.0, "|"] }
    let view = TableView(
      makeTable(["text", "x"], [TestSection("", rows)]))
    var tall = view
    tall.height = nil
    let lines = printed(tall).split(separator: "\n").dropFirst()
    for (line, (text, width)) in zip(lines, texts) {
      let shown = text.replacing("\t", with: "\\t")
      let blanks = String(repeating: " ", count: 6 - width)
      expect(line.hasSuffix("  \(shown)\(blanks)  |"), "\(line)")
    }
  }

  @Test("the theme follows the background that a terminal tells")
  func themes() {
    let dark = [
      nil, "", "15;0", "7;0", "0;8", "0;default", "7", "15;7;0", "0;6", "0;14", "0;16", "x",
    ]
    for text in dark where text != "7" {
      expectEqual(Style.Theme(colorFGBG: text), .dark, "\(text ?? "none")")
    }
    for text in ["0;15", "0;7", "7", "15", "0;default;15"] {
      expectEqual(Style.Theme(colorFGBG: text), .light, "\(text)")
    }
    expect(!Style(isEnabled: true, theme: .none).isEnabled)
    expect(Style(isEnabled: true, theme: .light).isEnabled)
  }

  @Test("editing shows circles and the Delete button")
  func editing() {
    var view = TableView(crew, selection: selected(0, 2))
    view.isEditing = true
    view.height = 2
    expectEqual(
      printed(view),
      """
               id  name  age
      0 Pilots (2 rows)
      (o) 0:0  P1  Ann    41
      ( ) 0:1  P2  Ben     9
      3 rows in 2 sections (2 shown) · editing · Done · Delete (2), 1 off screen

      """)
    view.selection = Selection()
    expect(printed(view).hasSuffix("(2 shown) · editing · Done · Delete (disabled)\n"))
    view.selectsSeveralInEditing = false
    expect(printed(view).contains("\n  0:0  P1"))
  }

  @Test("marks stand in a column of their own")
  func marks() {
    let view = TableView(crew, selection: selected(0), marks: rows(0, 1))
    expectEqual(
      printed(view).split(separator: "\n")[...3].joined(separator: "\n"),
      """
                 id  name  age
      0 Pilots (2 rows)
      * [x] 0:0  P1  Ann    41
        [x] 0:1  P2  Ben     9
      """)
  }

  @Test("columns stay aligned whatever the cells hold, and empty text is told from null")
  func alignment() {
    let table = makeTable(
      ["city", "note"],
      [
        TestSection(
          "",
          [["東京", "x"], ["q\u{301}", "y"], ["👨‍👩‍👧‍👦", "z"], ["a\tb", "\u{1B}[2J"], ["\"\"", ""]])
      ])
    expectEqual(
      printed(TableView(table)),
      """
             city  note
        0:0  東京  x
        0:1  q\u{301}     y
        0:2  👨‍👩‍👧‍👦    z
        0:3  a\\tb  \\x1b[2J
        0:4  ""
      5 rows

      """)
  }

  @Test("a wide table leaves columns out and names them")
  func wide() {
    var view = TableView(
      makeTable(
        ["id", "name", "place", "mass", "year"],
        [TestSection("", [["1", "a name of many words", "Aachen", "21", "1880"]])]))
    view.width = 32
    expectEqual(
      printed(view),
      """
             id  name
        0:0   1  a name of many words
      … 3 more columns: place, mass, …
      1 row

      """)
    view.width = 26
    expect(printed(view).contains("\n  0:0   1  a name of many…\n"))
    view.width = 3
    expectEqual(printed(view).split(separator: "\n")[1], "  0:0  1")
    view.columns = [ColumnID(4), ColumnID(0)]
    view.width = 80
    expectEqual(printed(view), "       year  id\n  0:0  1880   1\n1 row\n")
  }

  @Test("without a width nothing is cut: long cells hang over and pad no others")
  func uncut() {
    let long = String(repeating: "long ", count: 9) + "end"
    let name = String(repeating: "n", count: 41)
    var view = TableView(
      makeTable(["id", "text", name], [TestSection("T", [["1", "ab", "c"], ["2", long, "d"]])]))
    view.width = nil
    expectEqual(
      printed(view),
      """
             id  text  \(name)
      0 T (2 rows)
        0:0   1  ab    c
        0:1   2  \(long)  d
      2 rows

      """)
    view.width = 80
    expect(printed(view).contains("long long long long long long long long…"))
  }

  @Test("a column's alignment is what the user set, then what is known, then what is visible")
  func alignments() {
    var view = TableView(
      makeTable(["zip", "n"], [TestSection("", [["12", "345"], ["7", "x"]])]))
    expect(printed(view).contains("0:1    7  x\n"))
    view.numberColumns = [ColumnID(1)]
    expect(printed(view).contains("0:1  7      x\n"))
  }

  @Test("a list of rows has paths and no headings")
  func list() {
    let view = TableView(crew, rows: [RowID(2), RowID(0)], selection: selected(0, 1))
    expectEqual(
      printed(view),
      """
             id  name  age
        1:0  C1  Cy
      * 0:0  P1  Ann    41
      2 rows of 3 · 2 selected

      """)
  }

  @Test("colour is written only when asked for, and changes nothing else")
  func color() {
    var view = TableView(crew, selection: selected(0))
    view.isEditing = true
    let text = printed(view, style: Style(isEnabled: true))
    expect(text.contains("\u{1B}[7mAnn\u{1B}[0m"))
    expectEqual(text.replacing(/\u{1B}\[[0-9;]*m/, with: ""), printed(view))
    expect(!printed(view).contains("\u{1B}"))
  }

  @Test("headings and footers are as safe as cells and no wider than the terminal")
  func headings() {
    let long = String(repeating: "long ", count: 40)
    var view = TableView(
      makeTable(["a"], [TestSection("T\u{1B}", header: long, footer: "x\ny" + long, [["1"]])]))
    view.width = 30
    let text = printed(view)
    expect(text.contains("0 T\\x1b (1 row) · long long l…\n"))
    expect(text.contains("\n  x\\nylong "))
    expect(text.split(separator: "\n").allSatisfy { DisplayText(line: String($0)).width <= 30 })
  }

  @Test("a table without rows or columns prints its counts")
  func empty() {
    expectEqual(printed(TableView(Table())), "0 rows in 0 sections\n")
    expectEqual(
      printed(TableView(makeTable(["a"], [TestSection("X", [])]))), "    a\n0 X (0 rows)\n0 rows\n")
  }
}
