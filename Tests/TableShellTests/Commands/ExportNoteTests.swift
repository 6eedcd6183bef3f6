import Expectations
import TestSupport
import Testing

@testable import TableShell

/// What a database does not keep of a table that is exported to it.
struct ExportNoteTests {
  @Test("that a key is not kept is said where it is not")
  func keys() throws {
    let note = "the key is not kept, because a row has no value in it"
    for (text, isLost) in [("id,n\n1,a\n2,b\n", false), ("id,n\n1,a\n,b\n", true)] {
      let folder = TemporaryFolder()
      let session = Session(nil) { $0.reading.key = ["id"] }
      session.run("open \(try folder.write(text, to: "t.csv"))")
      let reply = session.run("export \(folder.file("t.sqlite"))")
      expect(!reply.contains("error"), "\(reply)")
      expectEqual(reply.contains(note), isLost, "\(reply)")
    }
  }
}
