import Expectations
import LiveSupport
import TableRules
import TestSupport
import Testing

@testable import TableLive
@testable import TableFirebase
@testable import TableShell

/// Every rule of A to J is cited by a command that it applies to.
struct RuleCitationTests {
  /// Runs the commands of a case and returns the last reply.
  private func reply(_ citation: RuleCitation) throws -> String {
    let folder = try TestSupport.TemporaryFolder()
    for (name, text) in RuleCitation.files { try folder.write(text, to: name) }
    let commands = citation.commands.replacing("DIR", with: folder.path)
    if commands.hasPrefix("tablesh ") {
      let words = commands.split(separator: " ").dropFirst().map(String.init)
      return try ChildProcess.run(product("tablesh"), words, directory: folder.path).output
    }
    let session = Session(citation.table.isEmpty ? nil : citation.table)
    // What is typed behind the last semicolon is what is looked at.
    let last = commands.range(of: "; explain", options: .backwards)
    guard let last else { return session.run(commands) }
    session.run(String(commands[..<last.lowerBound]))
    return session.run(String(commands[last.lowerBound...].dropFirst(2)))
  }

  @Test("because they apply there", arguments: RuleCitation.all)
  func cited(_ citation: RuleCitation) throws {
    let text = try reply(citation)
    let lines = text.split(separator: "\n").filter { line in
      line.split(separator: " ").contains { $0 == citation.rule }
    }
    expect(
      lines.contains { citation.what.isEmpty || $0.contains(citation.what) },
      "\(citation.rule): \(citation.commands)\n\(text)")
  }

  @Test("I1: a connection is a request whose answer does not end; what comes over it says so")
  func connection() throws {
    let served = try ServedTree(#"{"ann":{"age":41},"bob":{"age":12}}"#)
    let token = served.token.text
    let session = Session(nil) { options in
      options.environment = { $0 == "FIREBASE_TOKEN" ? token : nil }
    }
    session.run("open firebase://127.0.0.1:\(served.service.port)/")
    expect(session.run("watch on").contains("is watched, connected"))
    expect(session.run("explain").contains("connected  I1  a live table is one request"))
    session.awaitLive()
    served.change(.put(try FirebasePath("/bob/age"), try FirebaseNode.read("13")))
    _ = session.awaitPush()
    expect(session.run("explain").contains(/over the connection +I1/))
  }

  @Test("each, with none left out")
  func complete() {
    let cited = Set(RuleCitation.all.map(\.rule)).union(["I1"])
    let numbers = TableRule.all.map(\.number)
    expectEqual(numbers.filter { !cited.contains($0) && RuleCitation.definitions[$0] == nil }, [])
    expectEqual(cited.subtracting(numbers), [])
    expectEqual(RuleCitation.definitions.keys.filter(cited.contains), [])
  }
}
