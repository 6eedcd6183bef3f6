import Expectations
import Glibc
import TestSupport
import Testing

/// `~` in the paths that are typed.
struct HomeFolderTests {
  private func run(
    _ arguments: [String], in folder: TemporaryFolder
  ) throws -> ChildProcess {
    try ChildProcess.run(
      product("tablesh"), ["--quiet"] + arguments,
      environment: ["HOME": folder.path, "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": ""],
      directory: "/")
  }

  @Test("an unquoted ~ at the start of a path is the home folder, wherever a path is typed")
  func everywhere() throws {
    let folder = try TemporaryFolder()
    try folder.write("id,a\n1,x\n", to: "t.csv")
    try folder.write("id,a\n2,y\n", to: "more.csv")
    try folder.write("echo sourced\n", to: "s.tsh")
    try folder.write("print('plugin')\n", to: "p.lua")
    let child = try run(
      [
        "-c", "open ~/t.csv; insert from ~/more.csv; source ~/s.tsh; plugin load ~/p.lua",
        "-c", "export ~/e.json; export ~/b.db#people; count > ~/n.txt; count >> ~/n.txt",
        "-c", "save ~/'two words'.csv; save --as ~/as.csv; open ~/t.csv ~/b.db#people; count",
        "-c", "lua tablesh.run('source ~/s.tsh')", "--allow-read",
      ], in: folder)
    expectEqual(child.errors, "")
    expectEqual(child.status, 0)
    expect(child.output.contains("sourced\n"))
    expect(child.output.contains("plugin\n"))
    expect(child.output.contains("saved 2 rows to \(folder.path)/as.csv"))
    expectEqual(folder.read("n.txt"), "2\n2\n")
    expectEqual(folder.read("two words.csv"), "id,a\n1,x\n2,y\n")
    for name in ["e.json", "b.db", "as.csv"] { expect(folder.bytes(name) != nil, "\(name)") }
  }

  @Test("~NAME is that user's home folder; who is nobody's, and what is quoted, is a name")
  func names() throws {
    let folder = try TemporaryFolder()
    let user = try require(getpwuid(geteuid())).pointee
    let (name, home) = (String(cString: user.pw_name), String(cString: user.pw_dir))
    for (path, told) in [
      ("~\(name)/no such", "'\(home)/no'"), ("~no-such-user/x", "'~no-such-user/x'"),
      ("'~/x.csv'", "'~/x.csv'"), ("~'/x.csv'", "'~/x.csv'"), ("a~/x", "'a~/x'"),
    ] {
      let child = try run(["-c", "open \(path)"], in: folder)
      expect(child.errors.contains("no file \(told)"), "\(child.errors)")
    }
    try expectEqual(
      run(["-c", "new t a; insert 0 a=~/x; show a > ~/x; quit!"], in: folder).status, 0)
    expectEqual(folder.read("x")?.contains("~/x"), true)
  }

  @Test("behind = in an option, where a shell leaves it, ~ is the home folder as well")
  func options() throws {
    let folder = try TemporaryFolder()
    try folder.write("print('plugin')\n", to: "p.lua")
    try folder.write("secret", to: "s.txt")
    let child = try run(
      [
        "--plugin=~/p.lua", "--allow-read=/nowhere,~/s.txt",
        "-c", "lua print(io.open('\(folder.path)/s.txt'):read('a'))",
      ], in: folder)
    expectEqual(child.errors, "")
    expectEqual(child.output, "plugin\nsecret\n")
  }
}
