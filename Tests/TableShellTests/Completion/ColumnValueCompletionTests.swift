import Expectations
import Testing
import Wording

@testable import TableShell

/// Completion by what a column holds, the commonest first.
struct ColumnValueCompletionTests {
  private let folder = TemporaryFolder()
  private let session = Session(nil)

  init() throws {
    let path = try folder.write(
      "id,City,Last Name\n1,Ulm,Miller\n2,Bonn,Smith\n3,Bonn,De Wit\n4,Bad Ems,Kay\n5,Bonn,Kay\n",
      to: "orders.csv")
    session.run("open '\(path)'")
  }

  private func complete(_ line: String) -> [String] {
    let completion = session.shell.complete(line, cursor: line.utf8.count)
    let kept = String(decoding: line.utf8.prefix(completion.start), as: UTF8.self)
    guard case .candidates(let candidates) = completion.choices else { return ["FILES"] }
    return candidates.map { kept + $0.text }
  }

  @Test("behind the column of replace, its values are offered; behind those nothing is")
  func replace() {
    let values = ["Bonn", "\"Bad Ems\"", "Ulm"]
    expectEqual(complete("replace City ").prefix(3), values.map { "replace City \($0)" }[...])
    expectEqual(complete("replace City U"), ["replace City Ulm"])
    expectEqual(complete("replace --whole City U"), ["replace --whole City Ulm"])
    expectEqual(
      complete("replace \"Last Name\" D"), ["replace \"Last Name\" \"De Wit\""])
    expectEqual(complete("replace City Ulm "), [])
    expectEqual(complete("rename --regex U"), [])
  }

  @Test("values of a column that is set or compared")
  func others() {
    for start in ["edit * City=", "edit @3 City=", "edit where id == 3 set City="] {
      expectEqual(
        complete(start), ["Bonn", "\"Bad Ems\"", "Ulm"].map { start + $0 }, "\(start)")
    }
    for start in ["count where City == ", "tally City where City == ", "show where City == "] {
      expectEqual(
        Array(complete(start).prefix(3)), ["Bonn", "Bad Ems", "Ulm"].map { "\(start)\"\($0)\"" },
        "\(start)")
    }
    expectEqual(
      complete("count where row[\""),
      ["id", "City", "Last Name"].map { "count where row[\"\($0)\"]" })
    expectEqual(complete("count where row[\"Last N"), ["count where row[\"Last Name\"]"])
  }
}
