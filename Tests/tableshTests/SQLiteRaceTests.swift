import DatabaseSupport
import Expectations
import Glibc
import TestSupport
import Testing

/// Others remove, replace or hide a source between two looks at it.
struct SQLiteRaceTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    mkdir(folder.path + "/d", 0o700)
    for path in ["d/t.db", "other.db"] {
      let database = try PlainDatabase(path: "\(folder.path)/\(path)")
      try database.run(
        """
        CREATE TABLE p (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO p VALUES (1, 'Ann');
        CREATE TABLE q (id INTEGER PRIMARY KEY, x); INSERT INTO q VALUES (1, 2)
        """)
    }
    try folder.write("id,name\n1,Ann\n", to: "d/t.csv")
    try folder.write("[{\"id\":1,\"name\":\"Ann\"}]", to: "d/t.json")
    return folder
  }

  /// Opens, edits and saves a source; whatever happens is an answer or a sentence.
  private func expectSentence(_ source: String, _ fault: Fault) throws {
    let folder = try folder()
    let child = try ChildProcess.run(
      home: folder, ["--no-init", "--quiet", source, "-c", "edit 0:0 name=X; save"],
      environment: fault.environment)
    expect(
      child.status == 0 || child.status == 1 && child.errors.contains("error: "),
      "\(source), \(fault): status \(child.status), \(child.errors)")
  }

  @Test(
    "one look that fails ends in an answer or a sentence",
    arguments: ["d/t.db", "d/t.db#p", "d/t.csv", "d/t.json"])
  func status(_ source: String) throws {
    for call in ["stat", "lstat", "fstat"] {
      for number in 0..<20 {
        try expectSentence(source, Fault(call, ENOENT, path: "d/t", number: number))
      }
    }
    for number in 0..<5 {
      for error in [EACCES, EIO] {
        try expectSentence(source, Fault("stat", error, path: "d/t", number: number))
      }
    }
  }

  @Test(
    "a database that is removed or replaced between two looks ends in an answer or a sentence",
    arguments: ["rm -f d/t.db", "cp other.db n && mv n d/t.db"], ["d/t.db", "d/t.db#p"])
  func removed(_ command: String, _ source: String) throws {
    for number in 0..<12 {
      try expectSentence(
        source, Fault(before: "stat", run: command, path: "d/t", skipping: number))
    }
  }
}
