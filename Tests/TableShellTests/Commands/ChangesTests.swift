import Expectations
import Foundation
import TestSupport
import Testing

@testable import TableShell

@Suite("changes with a file", .ends)
struct ChangesTests {
  private let folder = TemporaryFolder()

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  private func session() throws -> Session {
    let session = Session(nil)
    try folder.write("order id,n\nA,1\nB,2\nC,3\nC,4\n", to: "old.csv")
    session.run("open \(try folder.write("order id,n\nC,3\nB,5\nA,1\n", to: "new.csv"))")
    return session
  }

  @Test("--key names the columns by which rows are paired")
  func key() throws {
    let session = try session()
    let (old, one) = (path("old.csv"), path("one.csv"))
    try folder.write("order id,n\nA,1\nB,2\nC,3\n", to: "one.csv")
    expectEqual(
      session.run("changes --key \"order id\" \(one)").split(separator: "\n").dropFirst().first,
      "~ @B n: '2' → '5'")
    expectEqual(session.run("changes --key \"order id\",n \(old)").contains("note:"), false)
    expect(
      session.run("changes \(old)").contains(
        "; to pair them by a column: changes --key \"order id\" \(old)\n"))
    // Of rows with the same key, equal ones are paired first.
    expectEqual(
      session.run("changes --key \"order id\" \(old)"),
      "note: rows with the same 'order id' are paired in order, equal ones first\n"
        + "1 cell in 1 row changed, 1 row deleted, 1 other change\n"
        + "- @4  order id='C'  n='4'\n~ @2 n: '2' → '5'\n"
        + "~ the order of the rows in section rows\n")
    // Rows of the table itself are known, whatever their cells.
    session.run("edit 0:1 n=7; delete 0:0")
    expectEqual(
      session.run("changes \(path("new.csv"))"),
      "1 cell in 1 row changed, 1 row deleted\n- @1  order id='C'  n='3'\n~ @2 n: '5' → '7'\n")
    session.run("undo 2")
    expect(session.run("changes --key nr \(old)").contains("no column 'nr'"))
    expect(session.run("changes --key n").contains("no unsaved changes"))
  }

  @Test("without a key, a column that tells all rows of both apart pairs them")
  func telling() throws {
    let session = Session(nil)
    try folder.write("order id,n\nA,1\nB,2\nC,3\n", to: "old.csv")
    session.run("open \(try folder.write("order id,n\nC,3\nB,5\nA,1\n", to: "new.csv"))")
    let reply = session.run("changes \(path("old.csv"))")
    expect(
      reply.hasPrefix("note: rows are paired by \"order id\", which tells them apart in both\n"),
      "\(reply)")
    expect(reply.contains("~ @B n: '2' → '5'\n") && !reply.contains("order id:"), "\(reply)")
    // Not by values that are others in both.
    try folder.write("order id,n\nX,1\nY,2\nC,3\n", to: "old.csv")
    expect(!session.run("changes \(path("old.csv"))").contains("paired by \"order id\""))
  }

  @Test("the name of the table itself is its file, and a column of words gets no hint to empty it")
  func itself() throws {
    let session = Session(nil)
    session.run("open \(try folder.write("id,n\na,Ulm\nb,Bonn\n", to: "own.csv"))")
    session.run("edit 0:0 n=Kiel")
    expect(session.run("changes \(path("own.csv"))").contains("n: 'Ulm' → 'Kiel'"))
    expect(!session.run("number n").contains("--null"))
  }

  @Test("what is left out of the list says how to see it")
  func all() throws {
    let session = Session(nil)
    let rows = (0..<30).map { "r\($0),\($0)\n" }.joined()
    session.run("open \(try folder.write("id,n\n" + rows, to: "many.csv")); edit * n=x")
    expect(session.run("changes").hasSuffix("… 10 more: --all lists every one\n"))
    expectEqual(session.run("changes --all").split(separator: "\n").count, 31)
  }

  @Test("a copy leaves the file of the table as it was, and says so")
  func copy() throws {
    let session = try session()
    session.console.isInteractive = true
    let (own, copy) = (path("new.csv"), path("copy.json"))
    expect(!session.run("save \(copy)").contains("is as it was"))
    session.run("edit 0:0 n=9")
    for name in ["copy.json", "copy.html"] {
      expect(
        session.run("save --overwrite \(path(name))").contains(
          "bytes); \(own) is as it was: save writes it, too\n"))
    }
    expect(!session.run("save").contains("is as it was"))
    session.run("edit 0:0 n=8")
    expect(!session.run("save --as \(path("moved.csv"))").contains("is as it was"))
  }

  @Test("numbers of a column that is set to be one of numbers are numbers in JSON")
  func typedNumbers() throws {
    let session = Session(nil)
    session.run("open \(try folder.write("id,p\n1,103.40\n2,.5\n", to: "p.csv"))")
    let plain = session.run("export --format json-rows -")
    expect(plain.contains("\"103.40\""))
    expect(
      plain.contains(
        "; the others as numbers: column type p number; export --format json-rows -\n"), "\(plain)")
    let typed = session.run("column type p number; export --format ndjson -")
    expect(typed.contains("\"p\":103.40}") && typed.contains("\"p\":\".5\"}"), "\(typed)")
  }

  @Test("rows that are ordered by amounts as texts are noted")
  func amounts() throws {
    let session = Session(nil)
    session.run(
      "open \(try folder.write("id,p,d\n1,9.5,2024-01-02\n2,$10,n/a\n3,$8,x\n4,7,y\n", to: "m.csv"))"
    )
    let way = "open \(folder.file("m.csv")); number p; top 2 by p"
    for (line, mend) in [("sort by p desc", "number p"), ("top 2 by p", way)] {
      let reply = session.run(line)
      expect(
        reply.contains(
          "note: p: 2 of 4 cells are no numbers, the first '$8' in @3; all are compared as texts: \(mend)\n"
        ),
        "\(reply)")
    }
    expect(!session.run("open m.csv; sort by d").contains("note:"))
  }

  @Test("a column that is moved to the place of its neighbour is the one that is named")
  func neighbours() throws {
    let session = try session()
    expect(session.run("column move \"order id\" to 1").hasPrefix("moved column 'order id'\n"))
    expect(session.run("undo").contains("swapped columns 'order id' and 'n'"))
    expect(session.run("redo").contains("swapped columns 'n' and 'order id'"))
  }

  @Test("the ends of texts are seen in describe, in all its forms")
  func describe() throws {
    let session = Session(nil)
    session.run("open \(try folder.write("id,c\n1, Ham\n2,Bon\n", to: "d.csv"))")
    expect(session.run("describe c").contains("\" Ham\""))
  }
}
