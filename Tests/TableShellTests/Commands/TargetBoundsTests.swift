import Expectations
import TestSupport
import Testing

@testable import TableShell

/// What just is a target, and what just is not.
struct TargetBoundsTests {
  private let folder = TemporaryFolder()

  @Test("more than half of the rows are asked about, half of them are not", arguments: 1...7)
  func half(total: Int) {
    for count in 1...total {
      for verb in ["delete 0:0-\(count - 1)", "section delete P --rows"] {
        let isSection = verb.hasPrefix("section")
        let rows = (0..<total).map { "r\($0)" }
        let session = Session(
          isSection
            ? "P(\(rows.prefix(count).joined(separator: " "))) Q(\(rows.dropFirst(count).joined(separator: " ")))"
            : "P(\(rows.joined(separator: " ")))")
        session.console.isInteractive = true
        let drawing = session.drawing
        let reply = session.run(isSection ? "section delete P" : verb)
        guard count > 1, count * 2 > total else {
          expect(session.console.questions.isEmpty, "\(verb) \(count) \(total)")
          expect(session.drawing != drawing, "\(reply)")
          continue
        }
        expectEqual(session.console.questions, ["Delete \(count) of \(total) rows?"])
        expectEqual(session.drawing, drawing)
      }
    }
  }

  @Test("columns from one to another come in the order in which the two are named")
  func columns() throws {
    let session = Session(nil)
    session.run("open \(try folder.write("a,b,c,d\n1,2,3,4\n", to: "t.csv"))")
    let names = ["a", "b", "c", "d"]
    for first in 0..<4 {
      for last in 0..<4 {
        let chosen = stride(from: first, through: last, by: first <= last ? 1 : -1)
        let text = session.run("show \(names[first])..\(names[last])")
        let shown = text.split(separator: "\n")[0].split(separator: " ").map(String.init)
        expectEqual(
          shown.filter(names.contains), chosen.map { names[$0] },
          "\(names[first])..\(names[last])")
      }
    }
  }

  @Test("a name that two sections have is of neither, what each alone is called is of it")
  func names() throws {
    let text = """
      {"sections":[{"id":"A","title":"T","rows":[{"k":"a"},{"k":"b"}]},
       {"id":"B","title":"T","rows":[{"k":"c"}]},{"id":"C","title":"U","rows":[{"k":"d"}]}],
       "key":["k"],"columns":["k"]}
      """
    let session = Session(nil)
    session.run("open \(try folder.write(text, to: "t.json"))")
    let drawing = session.drawing
    for line in [
      "move @d to T:0", "delete T:0", "section delete T", "section move T to 0", "insert T:0 k=x",
      "duplicate T:0", "show T:*",
    ] {
      let reply = session.run(line)
      expect(reply.contains("2 sections are called 'T'"), "\(line): \(reply)")
      expectEqual(session.drawing, drawing, "\(line)")
    }
    expect(!session.run("move @a to B:0").contains("error"))
    expect(!session.run("move @b to U:0").contains("error"))
    expectEqual(session.run("count B:*; count C:*"), "2\n2\n")
  }

  @Test("null is no cell of a pivot, and two others for one place are refused")
  func pivot() throws {
    func pivot(_ cells: [String]) throws -> String {
      let rows = cells.enumerated().map { #"{"id":\#($0),"g":"x","h":"y","v":\#($1)}"# }
      let path = try folder.write("[\(rows.joined(separator: ","))]", to: "t.json")
      let session = Session(nil)
      let reply = session.run("open \(path); pivot g h v")
      if reply.contains("several cells") { return "several" }
      return session.run("export --format csv -").contains("g,y\nx,7\n") ? "one" : reply
    }
    for cells in [["null", "7"], ["7", "null"], ["null", "7", "null"], ["7"]] {
      try expectEqual(pivot(cells), "one", "\(cells)")
    }
    for cells in [["7", "8"], ["null", "7", "7"], ["7", "null", "8"], ["\"\"", "7"]] {
      try expectEqual(pivot(cells), "several", "\(cells)")
    }
  }
}
