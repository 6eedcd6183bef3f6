import Expectations
import Foundation
import TestSupport
import Testing

@testable import TableShell

/// Verbs that were not saved, or not finished.
struct VerbJournalTests {
  private static let text = #"""
    id,city,day,amount,note
    1,Oslo,2024-02-01,"1,234.50"," x "
    2,,2024-02-29,7,
    3,Oslo,2023-12-31,"12.5",""
    4,"Rome",,,"a, ""b"""

    """#

  @Test(
    "a verb is recovered from the journal, and the same bytes are saved",
    arguments: [
      "join PARTNERS on city", "join PARTNERS on city inner", "dedupe by city",
      "dedupe by city keep last", "fill down city,note", "split day by - into y,m,d",
      "combine city,note into both with /", "date day YYYY-MM-DD D.M.YYYY", "number amount",
      "trim note", "upper city", "replace --regex city '^(.)s' '$1z'",
      "edit where id > 2 set note=new", "column add twice := id * 2",
      "delete matching PARTNERS on city", "keep matching PARTNERS on city",
    ])
  func recovery(verb: String) throws {
    var saved: [String] = []
    for isKilled in [false, true] {
      let world = try RecoverWorld(Self.text)
      try world.folder.write("city,land\nOslo,Norway\nBern,\n", to: "partners.csv")
      var session = world.session()
      session.run("edit @3 note=first")
      let reply = session.run(
        verb.replacing("PARTNERS", with: world.folder.file("partners.csv")))
      expect(reply.contains("changed") || reply.contains("deleted"), "\(reply)")
      if isKilled {
        try world.kill()
        session = world.session()
        expect(session.run("recover").contains("recovered"))
        let after = session.drawing
        session.run("undo")
        session.run("redo")
        expectEqual(session.drawing, after)
      }
      expect(session.run("save").contains("saved"))
      saved.append(try world.folder.read("t.csv"))
    }
    expectEqual(saved[0], saved[1])
    expect(saved[0] != Self.text)
  }

  private static let many =
    "id,city,day,amount\n"
    + (0..<9000).map { "\($0),c\($0 % 40),2024-01-\(10 + $0 % 20),\($0 % 70).\($0 % 9)\n" }
    .joined()

  @Test(
    "^C at any look leaves everything as it was, whatever the verb was doing",
    arguments: [
      "join PARTNERS on id", "join PARTNERS on id inner", "join PARTNERS on city=supplier",
      "delete matching PARTNERS on id", "dedupe by city", "group by city sum amount median amount",
      "group by id count max day", "pivot id city amount", "unpivot city,day into f,v",
      "top 2 by amount in each city", "top 8000 by amount", "sample 8000", "describe", "tally id",
      "fill down amount", "split day by - into y,m,d", "combine id,city into both with -",
      "upper city", "number amount", "date day YYYY-MM-DD D.M.YYYY",
      "replace --regex city '^(.)' 'x$1'", "edit where id > 9 set city=x",
      "column add twice := id * 2", "assert every id < 5",
      "query 'SELECT city, count(*) FROM t GROUP BY city'",
    ])
  func interruption(verb: String) throws {
    let world = try RecoverWorld(Self.many)
    let partners = (0..<9000).map { "\(8999 - $0),c\($0 % 60)\n" }.joined()
    try world.folder.write("id,supplier\n" + partners, to: "partners.csv")
    let session = world.session()
    let before = session.run("export --format csv -")
    let line = verb.replacing("PARTNERS", with: world.folder.file("partners.csv"))
    var isDone = false
    // All of the first, then some.
    for looks in Array(0..<30) + stride(from: 30, to: 2000, by: 41)
    where !isDone {
      session.console.looksUntilInterrupt = looks
      let reply = session.run(line)
      session.console.looksUntilInterrupt = nil
      guard reply.contains("interrupted") else {
        isDone = true
        continue
      }
      expectEqual(session.shell.documents.count, 1, "\(looks)")
      expect(session.run("info").contains("no unsaved changes, 0 undo steps"), "\(looks)")
      if looks < 9 || looks > 30 {
        expectEqual(session.run("export --format csv -"), before, "\(looks)")
      }
    }
    expect(isDone)
  }
}
