import Expectations
import Foundation
import Testing

@testable import TableLessons
@testable import TableShell

/// The text of a lesson reaches nothing but its own table, whatever it holds.
struct LessonSafetyTests {
  private func task(_ setup: String) throws -> LessonWorld {
    try LessonWorld(
      """
      - task: Do it.
        goal: {editing: true}
        solution: edit on
        hint: none
      """, head: "setup: [\(setup)]")
  }

  @Test(
    "what reaches files, programs, the network or the user's settings is refused, and not done",
    arguments: [
      "open /etc/passwd", "save out.csv", "export out.csv", "source /tmp/x.tsh",
      "plugin load x.lua",
      "alias show delete", "record start out.html", "serve", "present", "watch on",
      "echo x > out.txt", "echo x | touch out.txt", "set --save table none", "set pager cat",
      "set journal off", "set prompt x", "insert from /etc/passwd", "changes /etc/passwd",
      "select matching /etc/passwd on id", "edit --editor 0:0", "clip", "query select 1",
      "play save out.csv", #"lua tablesh.run("save out.csv")"#,
      #"lua tablesh.run("open /etc/passwd")"#, #"lua io.open("out.txt", "w")"#,
      #"lua os.execute("touch out.txt")"#, #"lua os.remove("staff.csv")"#,
      #"lua require("x")"#, "quit!", "wait 1e9", "history", "join x.csv on id", "recover",
      "push ../x.csv", "push /etc/passwd", "reload", "lesson new x",
    ])
  func refused(line: String) throws {
    let world = try task("'\(line.replacing("'", with: "''"))'")
    let before = try FileManager.default.contentsOfDirectory(atPath: world.folder.path).sorted()
    let reply = world.run("lesson try-1")
    expect(reply.contains("error: "), "\(reply)")
    expect(!reply.contains("root:"), "\(reply)")
    expectNil(world.session.shell.part(Lessons.self)?.lesson)
    let after = try FileManager.default.contentsOfDirectory(atPath: world.folder.path).sorted()
    expectEqual(after, before)
    expect(!FileManager.default.fileExists(atPath: "out.txt"))
    expect(!FileManager.default.fileExists(atPath: "out.csv"))
    expect(world.run("lesson check \(world.folder.path)").contains("error: "))
  }

  @Test("tables and lessons outside the folder are not read, links resolved")
  func outside() throws {
    let world = try task("edit off")
    let other = TemporaryFolder()
    try other.write("id,secret\n1,hidden\n", to: "secret.csv")
    let (files, path) = (FileManager.default, world.folder.path)
    for name in [
      "/etc/passwd.csv", "../secret.csv", other.file("secret.csv"), "link.csv", "folder/secret.csv",
    ] {
      try? files.createSymbolicLink(
        atPath: "\(path)/link.csv", withDestinationPath: other.file("secret.csv"))
      try? files.createSymbolicLink(atPath: "\(path)/folder", withDestinationPath: other.path)
      let text = try world.folder.read("try-1.yaml")
      try world.folder.write(
        text.replacing(#/table: .*/#, with: "table: \(name)"), to: "try-1.yaml")
      let reply = world.run("lesson try-1")
      expect(reply.contains("error: ") && !reply.contains("hidden"), "\(reply)")
    }
    try files.createSymbolicLink(
      atPath: "\(path)/far-1.yaml", withDestinationPath: other.file("secret.csv"))
    expect(world.run("lesson far-1").contains("is not in the folder of the lesson"))
  }

  @Test("a pipe, a device or a folder in place of a table is refused at once")
  func noFiles() throws {
    let world = try task("edit off")
    mkfifo(world.folder.file("pipe.csv"), 0o600)
    mkdir(world.folder.file("folder.csv"), 0o700)
    for name in ["pipe.csv", "folder.csv"] {
      let text = try world.folder.read("try-1.yaml")
      try world.folder.write(
        text.replacing(#/table: .*/#, with: "table: \(name)"), to: "try-1.yaml")
      expect(world.run("lesson try-1").contains("it is no file"))
    }
  }

  @Test(
    "endless Lua ends after a second, wherever it stands",
    arguments: [
      "lua while true do end", "select where (function() while true do end end)()",
      "= (function() while true do end end)()",
      "edit * name := (function() while true do end end)()",
    ])
  func endless(line: String) throws {
    let world = try task("'\(line)'")
    expect(world.run("lesson try-1").contains("error: "))
    let assert = try LessonWorld(
      """
      - task: Do it.
        goal: {assert: "(function() while true do end end)()"}
        solution: edit on
        hint: none
      """)
    assert.run("lesson try-1")
    expect(assert.run("select 0:0").contains("error: "))
  }

  @Test("a table that grows without end is refused")
  func growing() throws {
    let lines = Array(repeating: "duplicate *", count: 40).joined(separator: ", ")
    let world = try LessonWorld(
      """
      - task: Do it.
        goal: {editing: true}
        solution: edit on
        hint: none
      """, head: "setup: [\(lines)]")
    // Keys would be twice there, which is refused before.
    expect(world.run("lesson try-1").contains("error: "))
    let text = try world.folder.read("try-1.yaml")
    let table = "name\n" + String(repeating: "x\n", count: 100)
    try world.folder.write(table, to: "names.csv")
    try world.folder.write(
      text.replacing("table: staff.csv", with: "table: names.csv").replacing(
        "section-by: team", with: ""), to: "try-1.yaml")
    expect(world.run("lesson try-1").contains("at most 10,000"))
  }

  @Test("aliases of YAML that make a large text of a small one are refused")
  func bomb() throws {
    let world = try task("edit off")
    var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<12 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      bomb += "a\(level): &a\(level) [\(aliases)]\n"
    }
    try world.folder.write(bomb, to: "bomb-1.yaml")
    expect(world.run("lesson bomb-1").contains("more than 100000 values"))
  }

  @Test("a packed table, and one that is too long, are refused")
  func size() throws {
    let world = try task("edit off")
    let path = world.folder.file("staff.csv")
    try "id,team\n\((0..<10_001).map { "\($0),a\n" }.joined())".write(
      toFile: path, atomically: true, encoding: .utf8)
    expect(world.run("lesson try-1").contains("at most 10,000"))
    try Data([0x1F, 0x8B, 8, 0]).write(to: URL(fileURLWithPath: path))
    expect(world.run("lesson try-1").contains("it is packed"))
  }

  @Test("control characters of a lesson and of its table are printed as text")
  func control() throws {
    let world = try LessonWorld(
      #"""
      - say: "a\e[2Jb\u009b31mc\u202Ed"
        run: ["echo 'e\e]0;title\aq'"]
      - say: "x\e[2J"
        predict: "delete @a"
        rules: [D3]
        wrong: [{answer: "delete 0:1", say: "no\e[31m"}]
        hint: "h\e[31m"
        after: "f\e[0m"
      """#
    ) {
      $0.theme = .dark
    }
    try world.folder.write(
      "id,name,team\na,A\u{1B}[2Jnn,Dock\nb,Ben,Dock\n", to: "staff.csv")
    world.session.console.size = (80, 40)
    var text = world.run("lesson try-1")
    for line in ["hint", "solution", "delete 0:1", "play", "delete 0:0", "lesson show try-1"] {
      text += world.run(line)
    }
    text += world.run("lesson") + world.run("lesson check \(world.folder.path)")
    let bad = text.unicodeScalars.filter {
      $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) || $0.value == 0x202E
    }
    expect(bad.isEmpty, "\(text.debugDescription)")
    expect(text.contains(#"a\x1b[2Jb"#))
  }

  @Test("Lua of who learns has no permission in a lesson, and nobody is asked for one")
  func learner() throws {
    let world = try task("edit off")
    world.session.console.isInteractive = true
    world.run("lesson try-1")
    expect(world.run("lua io.open('/etc/passwd')").contains("--allow-read"))
    expect(world.session.console.questions.isEmpty)
  }
}
