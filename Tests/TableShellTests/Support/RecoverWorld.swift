import Foundation

@testable import TableShell
@testable import TableSources

/// Sessions on one file whose journals are in a folder of their own.
struct RecoverWorld {
  let folder = TemporaryFolder()

  init(_ text: String = "id,name,age\n1,Ann,41\n2,Bob,17\n3,Cid,65\n", name: String = "t.csv")
    throws
  {
    try folder.write(text, to: name)
  }

  /// - Parameter isTyped: whether somebody sits at a terminal while the table is opened.
  func session(
    _ name: String? = "t.csv", isTyped: Bool = false,
    _ configure: (inout ShellOptions) -> Void = { _ in }
  ) -> Session {
    let session = Session(nil) { options in
      options.journalFolder = JournalFolder(path: folder.file("journal"))
      configure(&options)
    }
    session.console.isInteractive = isTyped
    if let name { _ = session.shell.openFirst([folder.file(name)]) }
    session.console.isInteractive = false
    return session
  }

  var journals: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.file("journal"))
    return (names ?? []).filter { $0.hasSuffix(".journal") }.sorted()
  }

  /// Leaves behind what the sessions have written so far, as if they were killed now.
  func kill() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.file("journal"))
    where !name.contains("-9.") {
      let copy = name.replacing(/-\d+\./, with: "-9.", maxReplacements: 1)
      try? FileManager.default.removeItem(atPath: folder.file("journal/\(copy)"))
      try FileManager.default.copyItem(
        atPath: folder.file("journal/\(name)"), toPath: folder.file("journal/\(copy)"))
    }
  }
}
