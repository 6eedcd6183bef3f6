import PostgresSupport
import TestSupport
import Testing

/// Passwords that a server wants, asked for on a real terminal.
@Suite struct PostgresPasswordTests {
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
    let terminal = try PseudoTerminal(
      product("tablesh"), ["--no-init", address], columns: 160,
      environment: ["HOME": folder.path], directory: folder.path)
    try terminal.expect("Password for postgres:///passwords?")
    terminal.type("open sesame\r")
    try terminal.expect("1 row")
    try terminal.expect("crew> ")
    terminal.type("edit @1 name=Bo; save\r")
    try terminal.expect("changed 1 row")
    terminal.type("open \"\(address.replacing("#crew", with: "#SELECT 7 AS n"))\"\r")
    try terminal.expect("1 column")
    terminal.type("quit\r")
    #expect(try terminal.status() == 0)
    #expect(!terminal.transcript.contains("sesame"))
    #expect(try Self.server.psql("TABLE crew", in: "passwords") == "1|Bo\n")
    for name in folder.names() {
      #expect(folder.read(name)?.contains("sesame") != true, "\(name)")
    }
  }

  @Test(
    "^C at the question, and a wrong one, end in an error; the terminal shows what is typed again")
  func refused() throws {
    let folder = try TemporaryFolder()
    let terminal = try PseudoTerminal(
      "/bin/sh", [], columns: 160,
      environment: ["HOME": folder.path, "PS1": "sh> ", "A": try address()],
      directory: folder.path)
    let call = "\(product("tablesh")) --no-init -c 'quit!' \"$A\"; echo st=$?\r"
    try terminal.expect("sh> ")
    terminal.type(call)
    try terminal.expect("Password for ")
    terminal.type("\u{3}")
    try terminal.expect("wants a password")
    try terminal.expect("st=1")
    terminal.type(call)
    try terminal.expect("Password for ")
    terminal.type("falsch\r")
    try terminal.expect("password authentication failed")
    try terminal.expect("st=1")
    terminal.type("echo shown\r")
    try terminal.expect("echo shown")
    #expect(!terminal.transcript.contains("falsch"))
  }

  @Test("without a terminal it is an error that says where it is looked for")
  func batch() throws {
    let child = try ChildProcess.run(
      "/usr/bin/setsid", ["-w", product("tablesh"), "--no-init", "-c", "quit!", try address()])
    #expect(child.status == 1)
    #expect(child.errors.contains("wants a password"), "\(child.errors)")
    #expect(child.errors.contains("~/.pgpass"), "\(child.errors)")
  }
}
