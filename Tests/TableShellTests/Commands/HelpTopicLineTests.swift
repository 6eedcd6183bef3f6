import Expectations
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// What topics of `help` tell one to type where a line needs more than the README's table: targets, lines of
/// a system's shell, redirections, servers.
struct HelpTopicLineTests {
  private func folder() throws -> TestSupport.TemporaryFolder {
    let folder = try TestSupport.TemporaryFolder()
    try folder.write(
      """
      id,name,age,pay,since,"unit price"
      012,Ann,31,30,2019-04-01,1.50
      A 7,Bob,25,,2023-09-15,2
      1042,Cid,40,600,2024-11-18,3

      """, to: "staff.csv")
    try folder.write(
      """
      {"columns":["id","n"],"key":["id"],"sections":[\
      {"id":"2020","rows":[{"id":"A 7","n":1},{"id":"a","n":1},{"id":"b","n":1},{"id":"c","n":1},\
      {"id":"d","n":1},{"id":"e","n":1}]},\
      {"id":"Pilots","rows":[{"id":"1042","n":1},{"id":"f","n":1}]}]}
      """, to: "sections.json")
    try folder.write("k1,k2\nA,B\nA,C\n", to: "two.csv")
    try folder.write("count\n", to: "clean.tsh")
    return folder
  }

  /// Runs the program, or with `/bin/sh` a line that names it.
  private func run(
    _ arguments: [String], in folder: TestSupport.TemporaryFolder, shellLine: String? = nil
  ) throws -> ChildProcess {
    let program = product("tablesh")
    let folderOfProgram = program.split(separator: "/").dropLast().joined(separator: "/")
    return try ChildProcess.run(
      shellLine == nil ? program : "/bin/sh",
      shellLine.map { ["-c", $0] } ?? ["--no-init", "--quiet"] + arguments,
      environment: ["HOME": folder.path, "PATH": "/\(folderOfProgram):/usr/bin:/bin"],
      directory: folder.path)
  }

  /// The left column of a topic's indented lines, in parts where two blanks part them.
  private func examples(_ topic: HelpTopic, parting: Bool = true) -> [String] {
    topic.text.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.flatMap
    {
      line in
      let parts = line.dropFirst(2).split(separator: "  ", omittingEmptySubsequences: true)
        .map { String($0.drop { $0 == " " }) }
      // The last part tells what the others do, unless a line has one alone.
      return parts.count > 1 ? Array(parts.dropLast()) : parting ? [] : parts
    }
  }

  @Test("each target that help targets names picks rows")
  func targets() throws {
    let folder = try folder()
    let examples = examples(.targets)
    expect(examples.count >= 16)
    for example in examples {
      let target =
        switch example {
        case "where EXPR": "where n == 1"
        case "rule NAME": "rule one"
        case "A,B": "0:0,0:1"
        case "in SECTION TARGET": "in Pilots *"
        default: example
        }
      let before = [
        "lua tablesh.rule { name = 'one', fn = function() return true end }", "select 0:0",
        "mark 0:0",
      ]
      let child = try run(
        [example == "@A/B" ? "two.csv" : "sections.json"]
          + (example == "@A/B" ? ["--key", "k1,k2"] : [])
          + (before + ["count \(target)"]).flatMap { ["-c", $0] }, in: folder)
      expectEqual(child.status, 0, "\(target): \(child.errors)")
      expect(child.output.split(separator: "\n").last != "0", "\(target): \(child.output)")
    }
  }

  @Test("each command of a system's shell that help pipes names runs")
  func batch() throws {
    let lines = examples(.pipes, parting: false).filter { $0.contains("tablesh") }
    expectEqual(lines.count, 5)
    for line in lines {
      let typed = line.replacing(" …", with: " -c count staff.csv")
      let child = try run([], in: try folder(), shellLine: typed)
      expectEqual(child.status, 0, "\(typed): \(child.errors)")
    }
  }

  @Test("what help output, plans, live, terminal, values and scripting name does what it says")
  func lines() throws {
    let words = [
      "COMMAND > FILE": "show > o.txt; show >> o.txt", "COMMAND >> FILE": "show >> o.txt",
      "COMMAND | PROGRAM": "show | cat", "(COMMAND) > FILE": "(count where pay > 5) > o.txt",
      "scroll right": "scroll right",
    ]
    let keys = try Regex(#"^(?:\^|M-|TAB|plan$|(?:delete|move) |edit --editor|set --save|clip )"#)
    var count = 0
    for topic in [HelpTopic.output, .plans, .live, .terminal, .values, .scripting] {
      for example in examples(topic) where example.prefixMatch(of: keys) == nil {
        guard topic.name != "scripting" || example.first.map({ "=se".contains($0) }) == true else {
          continue
        }
        count += 1
        let line = words[example] ?? example
        let child = try run(
          ["staff.csv"] + [line, "quit!"].flatMap { ["-c", $0] }, in: try folder())
        expectEqual(child.status, 0, "\(topic.name): \(line): \(child.errors)")
      }
    }
    expect(count >= 16, "\(count)")
    let dry = try run(["staff.csv", "-c", "sort --dry-run by pay desc"], in: try folder())
    expect(
      dry.status == 0 && dry.output.hasPrefix("dry run: reordered"), "\(dry.output)\(dry.errors)")
    for line in [
      "set content reload", "edit @012 pay=1.50", "edit --null pay @012", "edit @012 name=",
      #"edit @012 name="O'Brien""#, #"edit @012 name="a\n\t\u{a0}\"\\""#,
      #"assert every row["unit price"] ~= nil"#, "assert every row.text.age ~= ''",
    ] {
      let child = try run(
        ["staff.csv"] + [line, "quit!"].flatMap { ["-c", $0] }, in: try folder())
      expectEqual(child.status, 0, "\(line): \(child.errors)")
    }
    try expectEqual(
      run(["staff.csv", "-c", #"count where age == "5""#], in: try folder()).status, 1)
  }

  @Test("each command that help on PostgreSQL and windows names runs on a server")
  func servers() throws {
    let server = PostgresServer.shared
    let tables = """
      CREATE TABLE orders (id int PRIMARY KEY, name text, role text, pay int);
      INSERT INTO orders VALUES (1, 'a stove', 'cook', 0), (90210, 'b', 'pilot', 600);
      INSERT INTO orders SELECT n, 'row ' || n, 'cook', n FROM generate_series(2, 2500) n;
      CREATE VIEW names AS SELECT name FROM orders;
      CREATE SCHEMA sales; CREATE TABLE sales.orders (id int PRIMARY KEY);
      """
    var count = 0
    for (topic, options) in [
      (HelpTopic.postgres, [String]()), (.postgresSave, []), (.postgresWatch, []),
      (.window, ["--window"]),
    ] {
      for (number, example) in examples(topic).enumerated() {
        count += 1
        let database = try server.database(
          "helped_\(topic.name.replacing("-", with: "_"))_\(number)", tables)
        let folder = try folder()
        try folder.write(
          "[shop]\nhost=\(server.folder)\nuser=tester\ndbname=\(database)\n", to: "services")
        let line = example.replacing("SELECT …", with: "SELECT id FROM orders")
          .replacing(
            "query \"SELECT id FROM orders FROM orders\"", with: "query \"SELECT id FROM orders\""
          )
          .replacing("postgres://ann@host/shop", with: "postgres:///shop")
          .replacing("save FILE", with: "save feed.csv")
          .replacing("postgres:///shop", with: server.address(database).split(separator: "#")[0])
        // psql is no part of this: what it would read is.
        let typed = line.replacing("| psql -d shop", with: "> feed.sql")
        let address = server.address(database, part: "orders")
        let child = try ChildProcess.run(
          home: folder,
          ["--no-init", "--quiet"] + options + [address]
            + [typed, "quit!"].flatMap { ["-c", $0] },
          environment: ["PGSERVICEFILE": folder.path + "/services", "PATH": "/usr/bin:/bin"])
        expectEqual(child.status, 0, "\(typed): \(child.errors)")
      }
    }
    expect(count >= 24, "\(count)")
  }
}
