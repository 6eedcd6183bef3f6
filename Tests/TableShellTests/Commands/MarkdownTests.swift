import Expectations
import Foundation
import TableKit
import TableSources
import TestSupport
import Testing
import Wording

@testable import TableShell

/// Tables of Markdown, read and edited in place.
struct MarkdownTests {
  private static let page = """
    # Crew

    | id | name    | note        |
    |---:|:--------|-------------|
    |  1 | **Ann** | `a\\|b` <br> |
    |  2 | a\\*b    |             |

    Text | not a table

    1. item

       a | b
       --|--
       1 | 2
    """

  @Test("the first table of a text is opened, or that of a number, and the rest is kept")
  func opening() throws {
    let file = try OpenedFile(Self.page, name: "README.md")
    expect(file.run("info").contains("1 of 2, lines 3 to 6"))
    expectEqual(
      file.run("export -"), "id,name,note\n1,**Ann**,`a|b` <br>\n2,a*b,\n")
    file.run("edit @2 name=Zoë note=\"c|d\"; insert 0:end id=10 name='*x*'")
    let edited = Self.page
      .replacing(
        "|  2 | a\\*b    |             |",
        with: "|  2 | Zoë     | c\\|d        |\n| 10 | *x*     |             |")
    try expectEqual(file.saved, edited)
    file.run("undo to 0")
    try expectEqual(file.saved, Self.page)

    let second = Session(nil)
    let path = file.folder.file("README.md")
    second.run("open \(path)#2; edit 0:0 a=9; insert 0:0 b='|'; save")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    expectEqual(text, Self.page.replacing("   1 | 2", with: "   |  | \\| |\n   9 | 2"))
  }

  @Test("two tables of a text that are open save beside each other, and beside what others write")
  func beside() throws {
    let file = try OpenedFile(Self.page, name: "README.md")
    let path = file.folder.file("README.md")
    file.run("open \(path)#2; edit 0:0 a=7; save; open README.md; edit @1 name=Bo")
    expect(!file.run("save").contains("error"))
    var text = try String(contentsOfFile: path, encoding: .utf8)
    expect(text.contains("   7 | 2") && text.contains("|  1 | Bo      |"))
    try Data(text.replacing("# Crew", with: "# The crew").utf8).write(
      to: URL(fileURLWithPath: path))
    file.run("edit @2 name=Cy; save")
    text = try String(contentsOfFile: path, encoding: .utf8)
    expect(text.hasPrefix("# The crew\n") && text.contains("|  2 | Cy      |"))
    // What others make of the table itself is not written over.
    try Data(text.replacing("Cy", with: "Di").utf8).write(to: URL(fileURLWithPath: path))
    file.run("edit @1 name=Eve")
    expect(file.run("save").contains("was changed by others"))
  }

  @Test(
    "a text without the table that is meant is refused, and nothing is written",
    arguments: [
      ("no table\n", "", "there is no table\nhint:  a table is a line of names"),
      ("```\n| a |\n|---|\n```\n", "", "there is no table"),
      ("a|b\n-|-\n", "#2", "there is no table 2\nhint:  it has 1: #1\n"),
    ])
  func none(text: String, number: String, message: String) throws {
    let file = try OpenedFile("a\n1\n")
    let path = try file.folder.write(text, to: "x.md")
    expect(file.run("open \(path)\(number)").contains(message))
    expectEqual(try file.folder.read("x.md"), text)
  }

  @Test(
    "columns are added, deleted, moved and renamed in the style of the table",
    arguments: [
      (
        "| id | n  |\n|----|---:|\n| 1  | x  |\n", "column add new; edit @1 new=abcd",
        "| id | n  | new  |\n|----|---:|------|\n| 1  | x  | abcd |\n"
      ),
      ("|id|n|\n|-|-|\n|1|x|\n", "column add new := id", "|id|n|new|\n|-|-|---|\n|1|x|1|\n"),
      ("| id | n |\n|----|---|\n| 1 | x | y |\n", "column delete n", "| id |\n|----|\n| 1 | y |\n"),
      ("id | n\n-- | --\n1 | x\n", "column move n 0", "n | id\n-- | --\nx | 1\n"),
      ("a | n\n-- | --\n1 |\n", "column delete a", "| n |\n| -- |\n|  |\n"),
      (
        "| id | n |\n|----|---|\n| 1 | x |\n", "rename n 'a|b'",
        "| id | a\\|b |\n|----|---|\n| 1 | x |\n"
      ),
    ])
  func columns(text: String, line: String, expected: String) throws {
    let file = try OpenedFile(text, name: "t.md")
    file.run(line)
    try expectEqual(file.saved, expected)
    file.run("undo to 0")
    try expectEqual(file.saved, text)
  }

  @Test("what a cell cannot hold is said; line breaks become <br>, and are read as such")
  func losses() throws {
    let file = try OpenedFile("| id | a |\n|---|---|\n| 1 | x |\n", name: "t.md")
    file.run("edit @1 a=\"l1\\nl2\"")
    expect(file.run("save").contains("a Markdown table has <br> for the line breaks of 1 cell"))
    expect(file.run("reload").contains("nothing changed"))
    try expectEqual(file.folder.read("t.md"), "| id | a |\n|---|---|\n| 1 | l1<br>l2 |\n")
    file.run("edit @1 a=\" x\"")
    expect(
      file.run("save").contains(
        "cannot keep blanks around a text, tabs and control characters: 1 cell"))
    file.run("edit @1 a=")
    expect(file.run("save").contains("cannot tell empty text from null: 1 cell"))
  }

  @Test("a table of another format moves to Markdown and back, with all its texts")
  func moving() throws {
    let text = "id,a\n1,a*b\n2,x|y\n3,<b>\n4,\"l1\nl2\"\n5,`c`\n6,a\\|b\n7,\\\n8,&lt;\n"
    let file = try OpenedFile(text)
    file.run("save --as \(file.folder.file("t.md")); edit @1 a=\"*c*\"; save; reload")
    let other = Session(nil)
    other.run("open \(file.folder.file("t.md"))")
    expectEqual(other.run("export -"), text.replacing("a*b", with: "*c*"))
    other.run("new \(file.folder.file("n.md")) id,b; insert 0 id=1 b=x; save; edit @1 b=yy; save")
    try expectEqual(file.folder.read("n.md"), "|  id | b   |\n| --: | --- |\n|   1 | yy  |\n")
  }

  @Test(
    "copies keep the text around, exports the markup; input and other names are told by their lines"
  )
  func copies() throws {
    let file = try OpenedFile(Self.page, name: "README.md")
    file.run("save \(file.folder.file("copy.md"))")
    try expectEqual(file.folder.read("copy.md"), Self.page)
    expectEqual(
      file.run("export --format markdown - @1").split(separator: "note").first.map(String.init),
      "|  id | name    | ")
    expect(file.run("export --format markdown -").contains("| **Ann** | `a\\|b` <br> |"))
    let table = "| id | n |\n|----|---|\n| 1 | x |\n"
    let text = try file.folder.write(table, to: "t.txt")
    file.run("open \(text); edit @1 n=y")
    file.run("save")
    try expectEqual(file.folder.read("t.txt"), table.replacing("x", with: "y"))
    let csv = try file.folder.write(table, to: "t.csv")
    expect(
      file.run("open \(csv)").contains(
        "a Markdown table, which is not read\nhint:  --loader markdown reads it")
        || file.run("open \(csv)").contains("hint:  --loader markdown reads it"))
    expect(file.run("open --loader markdown \(csv)").contains("1 row"))
  }
}

// MARK: - Random texts

extension MarkdownTests {
  /// Pieces of cells that could be read otherwise.
  private static let texts = [
    "x", "10", "a b", "", "*y*", "p|q", "`r|s`", "# t", "- u", "> v", "w\\", "a\\|b", "<br>",
    "<b>c</b>",
    "&amp;", "---", "|", "~~~", "snake_case", "_z_", "ü😀", "\\*d\\*", "$1", "1. e",
  ]

  /// A table as it should be, beside the lines that rows had.
  private struct Model {
    var columns: [String]
    var rows: [(cells: [String], line: String?)]
  }

  /// A random table in one of the ways people write them, with what it should read as.
  private static func table(
    _ random: inout SeededGenerator, lead: String, end: String
  ) -> (text: String, model: Model) {
    let columns = Array(["a", "b", "c"].prefix(Int.random(in: 1...3, using: &random)))
    let style = Int.random(in: 0...3, using: &random)
    let isOpen = style == 3 && columns.count > 1
    func line(_ cells: [String]) -> String {
      let cells =
        style == 1
        ? cells : cells.map { $0.padding(toLength: max($0.count, 5), withPad: " ", startingAt: 0) }
      let gap = style == 1 ? "|" : " | "
      let text = cells.joined(separator: gap)
      return lead + (isOpen ? text : style == 1 ? "|\(text)|" : "| \(text) |")
    }
    var lines = [line(columns), line(columns.map { _ in style == 2 ? "---:" : "---" })]
    var rows: [(cells: [String], line: String?)] = []
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let cells = columns.map { _ in
        ["x", "10", "*y*", "p|q", "n", "`k`"].randomElement(using: &random) ?? ""
      }
      lines.append(line(cells.map { MarkdownText.cell(for: $0) }))
      rows.append((cells, lines.last))
    }
    return (lines.joined(separator: end), Model(columns: columns, rows: rows))
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// Makes a random edit, in the session and in the model.
  private static func edit(
    _ file: OpenedFile, _ model: inout Model, _ random: inout SeededGenerator
  ) {
    let text = texts.randomElement(using: &random) ?? ""
    let column = model.columns.indices.randomElement(using: &random) ?? 0
    let row = model.rows.indices.randomElement(using: &random)
    func run(_ line: String) {
      let reply = file.run(line)
      expect(!reply.contains("error"), "\(line): \(reply)")
    }
    switch Int.random(in: 0...9, using: &random) {
    case 0...3:
      guard let row else { return }
      run(
        text.isEmpty
          ? "edit --null \(model.columns[column]) 0:\(row)"
          : "edit 0:\(row) \(model.columns[column])=\(quoted(text))")
      if model.rows[row].cells[column] != text { model.rows[row].line = nil }
      model.rows[row].cells[column] = text
    case 4, 5:
      let place = Int.random(in: 0...model.rows.count, using: &random)
      var cells = model.columns.map { _ in "" }
      cells[column] = text.isEmpty ? "k" : text
      run("insert 0:\(place) \(model.columns[column])=\(quoted(cells[column]))")
      model.rows.insert((cells, nil), at: place)
    case 6:
      guard let row else { return }
      run("delete 0:\(row)")
      model.rows.remove(at: row)
    case 7:
      guard model.columns.count < 5 else { return }
      let name = ["d", "e", "f", "g"].first { !model.columns.contains($0) } ?? "h"
      run("column add \(name)")
      model.columns.append(name)
      for row in model.rows.indices { model.rows[row] = (model.rows[row].cells + [""], nil) }
    case 8:
      guard model.columns.count > 1 else { return }
      run("column delete \(model.columns[column])")
      model.columns.remove(at: column)
      for row in model.rows.indices {
        model.rows[row].cells.remove(at: column)
        model.rows[row].line = nil
      }
    default:
      guard let row else { return }
      let place = Int.random(in: 0..<model.rows.count, using: &random)
      run("move 0:\(row) to 0:\(place)")
      model.rows.insert(model.rows.remove(at: row), at: place)
    }
  }

  @Test("random edits of random texts are read back, and nothing else changes", arguments: 0..<60)
  func random(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let end = Bool.random(using: &random) ? "\n" : "\r\n"
    let lead = ["", "  ", "> ", "> > "].randomElement(using: &random) ?? ""
    let (text, start) = Self.table(&random, lead: lead, end: end)
    let other = Self.table(&random, lead: "", end: end).text
    let before =
      [
        "", "# T\(end)\(end)", "```\(end)\(other)\(end)```\(end)",
        "<!--\(end)\(other)\(end)-->\(end)", "text | x\(end)\(end)",
      ]
      .randomElement(using: &random) ?? ""
    let after =
      ["", end, "\(end)\(end)\(other)\(end)", "\(end)\(end)End"].randomElement(using: &random) ?? ""
    let whole = before + text + after
    let file = try OpenedFile(whole, name: "t.md")
    var model = start
    for _ in 0..<Int.random(in: 1...6, using: &random) { Self.edit(file, &model, &random) }
    let saved = try file.saved
    expect(saved.utf8.starts(with: before.utf8), "\(seed): \(saved)")
    expect(saved.utf8.reversed().starts(with: after.utf8.reversed()), "\(seed): \(saved)")
    let read = try LoadedTable(path: file.folder.file("t.md")).table
    expectEqual(read.columns.map(\.name), model.columns, "\(seed): \(saved)")
    let cells = read.allRows.map { row in read.columns.map { read.cell(row, $0.id).text } }
    expectEqual(cells, model.rows.map(\.cells), "\(seed): \(whole)\n\(saved)")
    let lines = saved.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map { String($0) }
    if model.columns == start.columns {
      for case let line? in model.rows.map(\.line) {
        expect(lines.contains(line), "\(seed): '\(line)' is not in\n\(saved)")
      }
    }
    file.run("undo to 0")
    try expectEqual(file.saved, whole, "\(seed)")
  }
}
