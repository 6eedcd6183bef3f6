import DatabaseSupport
import Expectations
import Glibc
import TestSupport
import Testing

/// Others remove, replace or hide a source between two looks at it.
struct SQLiteRaceTests {
  /// The bytes of a database.
  private let database: [UInt8]

  init() throws {
    let folder = try TemporaryFolder()
    let database = try PlainDatabase(path: "\(folder.path)/t.db")
    try database.run(
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO p VALUES (1, 'Ann');
      CREATE TABLE q (id INTEGER PRIMARY KEY, x); INSERT INTO q VALUES (1, 2)
      """)
    database.close()
    self.database = try require(folder.bytes("t.db"))
  }

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    mkdir(folder.path + "/d", 0o700)
    for path in ["d/t.db", "other.db"] { try folder.write(database, to: path) }
    try folder.write("id,name\n1,Ann\n", to: "d/t.csv")
    try folder.write("[{\"id\":1,\"name\":\"Ann\"}]", to: "d/t.json")
    return folder
  }

  /// Opens, edits and saves a source; whatever happens is an answer or a sentence.
  ///
  /// - Returns: whether the fault, if its sign is `met`, was met.
  @discardableResult
  private func expectSentence(_ source: String, _ fault: Fault) throws -> Bool {
    let folder = try folder()
    let child = try ChildProcess.run(
      home: folder, ["--no-init", "--quiet", source, "-c", "edit 0:0 name=X; save"],
      environment: fault.environment)
    expect(
      child.status == 0 || child.status == 1 && child.errors.contains("error: "),
      "\(source), \(fault): status \(child.status), \(child.errors)")
    return folder.bytes("met") != nil
  }

  @Test(
    "one look that fails ends in an answer or a sentence",
    arguments: ["d/t.db", "d/t.db#p", "d/t.csv", "d/t.json"])
  func status(_ source: String) throws {
    var count = 0
    for call in ["stat", "lstat", "fstat"] {
      for error in call == "stat" ? [ENOENT, EACCES, EIO] : [ENOENT] {
        for number in 0... {
          let fault = Fault(call, error, path: "d/t", number: number, sign: "met")
          guard try expectSentence(source, fault) else { break }
          count += 1
        }
      }
    }
    expect(count >= 5, "only \(count) looks were met")
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
