import Expectations
import PostgresSupport
import TestSupport
import Testing

/// Passwords that a server wants, asked for on a real terminal.
struct PostgresPasswordTests {
  private static let server = PostgresServer.shared
  private static let database = Result {
    try server.database(
      "passwords",
      """
      CREATE ROLE secret LOGIN PASSWORD 'open sesame';
      CREATE TABLE crew (id int PRIMARY KEY, name text);
      INSERT INTO crew VALUES (1, 'Ann');
      GRANT ALL ON crew TO secret;
      """)
  }

  private func address() throws -> String {
    "postgres:///\(try Self.database.get())?host=\(Self.server.folder)&user=secret#crew"
  }

  @Test("is asked for, not shown, and used for all tables of the server")
  func asks() throws {
    let folder = try TemporaryFolder()
    let address = try address()
    let terminal = try PseudoTerminal(home: folder, ["--no-init", address], columns: 160)
    try terminal.expect("Password for postgres:///passwords?")
    try terminal.enter("open sesame", expecting: "1 row", "crew> ")
    try terminal.enter("edit @1 name=Bo; save", expecting: "changed 1 row")
    try terminal.enter(
      "open \"\(address.replacing("#crew", with: "#SELECT 7 AS n"))\"", expecting: "1 column")
    try expectEqual(terminal.leave("quit"), 0)
    expect(!terminal.transcript.contains("sesame"))
    try expectEqual(Self.server.psql("TABLE crew", in: "passwords"), "1|Bo\n")
    for name in folder.names() {
      expect(folder.read(name)?.contains("sesame") != true, "\(name)")
    }
  }

  @Test(
    "^C at the question, and a wrong one, end in an error; the terminal shows what is typed again")
  func refused() throws {
    let folder = try TemporaryFolder()
    let terminal = try PseudoTerminal(
      home: folder, program: "/bin/sh", [], columns: 160,
      environment: ["PS1": "sh> ", "A": try address()])
    let call = "\(product("tablesh")) --no-init -c 'quit!' \"$A\"; echo st=$?\r"
    try terminal.expect("sh> ")
    try terminal.type(call, expecting: "Password for ")
    try terminal.type("\u{3}", expecting: "wants a password", "st=1")
    try terminal.type(call, expecting: "Password for ")
    try terminal.enter("falsch", expecting: "password authentication failed", "st=1")
    try terminal.enter("echo shown", expecting: "echo shown")
    expect(!terminal.transcript.contains("falsch"))
  }

  @Test("without a terminal it is an error that says where it is looked for")
  func batch() throws {
    let child = try ChildProcess.run(
      "/usr/bin/setsid", ["-w", product("tablesh"), "--no-init", "-c", "quit!", try address()])
    expectEqual(child.status, 1)
    expect(child.errors.contains("wants a password"), "\(child.errors)")
    expect(child.errors.contains("~/.pgpass"), "\(child.errors)")
  }
}
