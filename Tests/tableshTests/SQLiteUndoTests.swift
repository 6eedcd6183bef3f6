import TestSupport
import Testing

/// Undo of what was saved to a database, and saved again.
@Suite struct SQLiteUndoTests {
  @Test("a column whose deletion was saved and undone is saved with its values")
  func column() throws {
    let folder = try TemporaryFolder()
    try folder.write("id,a,b\n1,11,q\n2,22,w\n", to: "s.csv")
    func run(_ words: String...) throws -> ChildProcess {
      try ChildProcess.run(product("tablesh"), ["--quiet"] + words, directory: folder.path)
    }
    #expect(try run("-c", "export c.db#t", "s.csv").status == 0)
    let child = try run("-c", "column delete a; save; undo; save", "c.db#t")
    #expect(child.status == 0, "\(child.errors)")
    let table = try run("-c", "export --format csv -", "c.db#t").output
    #expect(table == "id,a,b\n1,11,q\n2,22,w\n" || table == "id,b,a\n1,q,11\n2,w,22\n")
  }
}
