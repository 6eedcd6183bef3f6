import TestSupport

@testable import TableShell

extension Session {
  /// A session on the table of the examples of help, with its files in a folder.
  static func staff(
    in folder: TemporaryFolder, configure: (inout ShellOptions) -> Void = { _ in }
  ) throws -> Session {
    for (name, text) in try StaffFiles.texts() { try folder.write(text, to: name) }
    let session = Session(nil) { options in
      options.reading.key = ["id"]
      options.sectionColumn = "team"
      configure(&options)
    }
    _ = session.shell.openFirst([folder.file("staff.csv")])
    _ = session.console.take()
    return session
  }
}

extension Command {
  /// Its first example, with the files that it names in a folder.
  func example(in folder: TemporaryFolder) -> String {
    example.replacing(/[\w-]+\.(?:csv|tsh|lua|json|html|svg|txt|db|md)\b/) {
      folder.file(String($0.output))
    }
  }
}
