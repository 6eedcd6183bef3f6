import Expectations
import Foundation
import TableKit
import Testing

@testable import TableShell

/// Texts that are set although something else was probably meant.
struct SetTextTests {
  let folder = TemporaryFolder()

  private func session() throws -> Session {
    let path = try folder.write("id,Qty,Total,Name\n1,2,, ann lee\n2,5,,Bob\n", to: "t.csv")
    let session = Session(nil)
    session.run("open '\(path)'")
    return session
  }

  @Test(
    "a formula or a null that was set as a text is told, with the line that was meant",
    arguments: [
      ("edit * Total=Qty*2", "undo; edit * Total := Qty * 2", "4 10"),
      ("edit where Qty > 2 set Total=Qty+1", "undo; edit where Qty > 2 set Total := Qty + 1", " 6"),
      ("edit * Qty=NULL", "undo; edit --null Qty *", "0 0"),
      ("edit where Qty > 2 set Qty=null", "undo; edit --null Qty where Qty > 2", "2 0"),
    ])
  func told(typed: String, line: String, values: String) throws {
    let session = try session()
    expect(session.run(typed).contains(": \(line)\n"), "\(typed)")
    expect(!session.run(line).contains("error"))
    let column = ["Total", "Name"].first(where: typed.contains) ?? "Qty"
    let cells = session.run("export --format csv - \(column)").split(
      separator: "\n", omittingEmptySubsequences: false)
    expectEqual(
      cells.dropFirst().prefix(2).map { $0.isEmpty && column == "Qty" ? "0" : String($0) }
        .joined(separator: " "), values)
  }

  @Test("a text is a text", arguments: ["'4*2'", "C++", "'Qty (net)'", "x", "Nullarbor"])
  func text(typed: String) throws {
    expect(try !session().run("edit * Total=\(typed)").contains("undo; "))
  }
}
