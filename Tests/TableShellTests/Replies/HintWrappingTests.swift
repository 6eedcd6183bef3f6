import Expectations
import TablePrinters
import Testing

@testable import TableShell

/// Hints and columns of text on narrow terminals.
struct HintWrappingTests {
  private let folder = TemporaryFolder()

  private func session(_ text: String, columns: Int) throws -> Session {
    let session = Session(nil)
    session.console.size = (columns: columns, rows: 40)
    session.console.errorWidth = columns
    session.console.isInteractive = true
    session.run("open \(try folder.write(text, to: "t.csv"))")
    return session
  }

  /// The lines of a terminal of a width, which goes on in the next one.
  private func screen(_ text: Substring, _ columns: Int) -> [String] {
    text.split(separator: "\n").flatMap { line in
      stride(from: 0, to: line.count, by: columns).map {
        String(line.dropFirst($0).prefix(columns))
      }
    }
  }

  @Test("a comment of a hint that takes several lines is a comment in each of them")
  func comments() throws {
    for columns in 40...100 {
      let session = try session("id,Price\n1,5\n2,USD 6\n3,7\n", columns: columns)
      let reply = session.run("number Price")
      let hint = try require(reply.firstRange(of: "hint:"), "\(reply)").upperBound
      let lines = reply[hint...].split(separator: "\n").map { $0.drop { $0 == " " } }
      let first = lines[0]
      expect(first.hasPrefix("replace Price USD \"\"; number Price"), "\(reply)")
      for line in lines.dropFirst() { expect(line.hasPrefix("# "), "\(columns): \(reply)") }
      // All of it can be typed.
      for line in lines { expect(!session.run(String(line)).contains("error: "), "\(line)") }
    }
    for columns in 50...75 {
      let session = try session("id,p\n1,5\n2,n/a\n3,7\n", columns: columns)
      let reply = session.run("number p")
      let hint = try require(reply.firstRange(of: "hint:"), "\(reply)").upperBound
      let lines = reply[hint...].split(separator: "\n").dropFirst().map { $0.drop { $0 == " " } }
      for line in lines where !line.hasPrefix("edit ") {
        expect(line.hasPrefix("-- "), "\(columns): \(reply)")
      }
    }
  }

  @Test(
    "a hint that is wider than the terminal goes on between its words, and is copied as one line")
  func words() throws {
    let names = ["order id", "Customer", "City", "Order Date", "Category", "Price", "Qty"]
    let meant =
      "delete where "
      + names.map { $0.contains(" ") ? "row[\"\($0)\"] == nil" : "\($0) == nil" }
      .joined(separator: " and ")
    for columns in 40...120 {
      let session = try session(
        names.joined(separator: ",") + "\n1,a,b,c,d,e,f\n", columns: columns)
      let reply = session.run("delete empty rows")
      let hint = try require(reply.firstRange(of: "hint:\n"), "\(reply)").upperBound
      let copied = reply[hint...].split(separator: "\n")
      expectEqual(copied.count, 1)
      let lines = screen(copied[0], columns)
      expect(lines.count > 1)
      expectEqual(
        lines.map { $0.trimmingBlanks }.joined(separator: " "), meant, "\(columns): \(lines)")
      expect(!lines.contains { $0.hasPrefix(" ") }, "\(columns): \(lines)")
      expect(!session.run(String(copied[0])).contains("error: "))
    }
  }

  @Test("the mark below a line stands where it belongs on a narrow terminal")
  func mark() throws {
    let session = try session("id,Name\n1,a\n", columns: 40)
    let reply = session.run("edit 0:0 Name=a b and many further words that have no room Name=c")
    let lines = reply.split(separator: "\n")
    let mark = try require(lines.firstIndex { $0.contains("^") }, "\(reply)")
    expect(lines[mark - 1].count <= 40, "\(reply)")
    let place = try require(lines[mark].firstIndex(of: "^"))
    let offset = lines[mark].distance(from: lines[mark].startIndex, to: place)
    expect(lines[mark - 1].dropFirst(offset).hasPrefix("b and"), "\(reply)")
  }

  @Test("columns wraps its notes, with what mends them as one line")
  func columns() throws {
    let text = "id,Price\n" + (1...40).map { "\($0),\($0)\n" }.joined() + "41,USD 6\n"
    let wide = try session(text, columns: 200)
    let note = try require(
      wide.run("columns").split(separator: "\n").first { $0.hasPrefix("Price") })
    expect(!note.contains("…") && note.hasSuffix(": column type Price number"), "\(note)")
    let narrow = try session(text, columns: 60)
    let lines = narrow.run("columns").split(separator: "\n").dropFirst()
    expect(lines.allSatisfy { $0.count <= 60 && !$0.contains("…") }, "\(lines)")
    expectEqual(
      lines.map { String($0).trimmingBlanks }.joined(separator: " "), String(note), "\(lines)")
  }

  @Test("of the commands of one line only the last one has a plan and a table")
  func severalCommands() throws {
    let session = try session("id,City\n1,Ulm\n2,Bonn\n", columns: 80)
    session.shell.options.tableMode = .viewport
    let reply = session.run("edit 0:0 City=a; edit 0:1 City=b; undo; undo; redo")
    let lines = reply.split(separator: "\n")
    expectEqual(lines.count { $0.hasPrefix("plan  ") }, 1, "\(reply)")
    expect(lines[4].hasPrefix("did again: ") && lines[5].hasPrefix("plan  "), "\(reply)")
  }

  @Test(
    "help on narrow terminals: paragraphs are filled, and what a target does stands in its column")
  func help() throws {
    let session = try session("id\n1\n", columns: 60)
    session.run("set pager off")
    let targets = session.run("help targets")
    expect(
      targets.contains("  0:2  0:-1            row 2 of section 0; the last row of\n")
        && targets.contains("\n                       section 0\n"), "\(targets)")
    let scripting = session.run("help scripting")
    expect(scripting.contains("Integers\nhave 64 bits. If a result from cells"), "\(scripting)")
    let reference = session.run("help reference")
    expect(
      reference.contains(
        "    declares a rule that picks rows: select rule NAME. The\n    function gets"),
      "\(reference)")
    expect(
      reference.contains(
        "\n    code     what scripts can rely on: no-such-row\n    message  what is wrong"),
      "\(reference)")
    let rule = session.run("help tablesh.rule")
    expect(
      rule.contains("\n    prepare = function() seen = {} end,\n    fn = function(name)\n"),
      "\(rule)")
    expect(reference.split(separator: "\n").allSatisfy { $0.count <= 60 }, "\(reference)")
  }
}
