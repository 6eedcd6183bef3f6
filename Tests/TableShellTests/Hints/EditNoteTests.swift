import Expectations
import Testing

@testable import TableShell

extension String {
  /// Without the comment of a hint that changes cells before it shows something; `EditNoteTests` hold it.
  var withoutEditNote: String {
    replacing(#/  (?:#|--) changes cells first(?:; undo(?: \d+)? takes that back)?/#, with: "")
  }
}

struct EditNoteTests {
  @Test("a hint for who looks says that it changes cells first, and how that is taken back")
  func note() throws {
    let folder = TemporaryFolder()
    let path = try folder.write("id,City,Price\n1,Ulm,USD 3\n2,Bonn,$4\n", to: "o.csv")
    let note = "changes cells first; undo 2 takes that back"
    for (line, sign) in [
      ("show where Price > $3", "--"), ("count where Price > $3", "--"), ("avg Price", "#"),
    ] {
      let session = Session(nil)
      session.run("open '\(path)'")
      let before = session.run("export --format csv -")
      let told = session.run(line)
      expect(told.hasSuffix("  \(sign) \(note)\n"), "\(told)")
      let hint = told.components(separatedBy: "hint:  ").last ?? ""
      expect(!session.run(hint).contains("error: "), "\(hint)")
      session.run("open '\(path)'; undo 2")
      expectEqual(session.run("export --format csv -"), before, "\(line)")
    }
    // Who sorts, changes anyway, and one command needs no word.
    let session = Session(nil)
    session.run("open '\(path)'")
    for line in ["sort Price", "column add T = Price * 2", "show City Price", "top 1 Price"] {
      expect(!session.run(line).contains(note), "\(line)")
    }
  }
}
