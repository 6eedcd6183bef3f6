import Expectations
import Foundation
import Glibc
import TestSupport
import Testing

/// The program where memory is short. A shell sets each limit, because limits are inherited.
///
/// Each command fails with a sentence, and the next one works on the table that was open before. One
/// test after the other: together they would need more memory than a small machine has.
@Suite("memory", .serialized) struct MemoryTests {
  /// Kilobytes of address space, several times what the program alone takes.
  private static let limit = 400_000

  /// Runs commands on a small table under a limit, and expects the first to fail.
  private func expectShort(
    _ command: String, in folder: TemporaryFolder, limit: Int = limit,
    _ options: [String] = [], sentence: String = "not enough memory: ",
    file: StaticString = #filePath, line: Int = #line
  ) throws {
    try folder.write("id,a\n1,x\n", to: "small.csv")
    let child = try ChildProcess.run(
      "/bin/sh",
      [
        "-c", "ulimit -v \(limit); exec \"$@\"", "sh", product("tablesh"), "--quiet",
        "--keep-going", "small.csv",
      ] + options + ["-c", "\(command)\nshow"], directory: folder.path)
    expectEqual(child.status, 1, "\(child.errors.suffix(400))", file: file, line: line)
    expect(
      child.errors.contains(sentence), "\(child.errors.prefix(400))",
      file: file, line: line)
    let row = options.contains("json") ? "\"x\"" : "0:0   1  x"
    expect(
      child.output.contains(row), "\(child.output.suffix(400))", file: file, line: line)
  }

  @Test(
    "a packed file that unpacks to more than there is memory for is an error, and says how much")
  func packed() throws {
    let folder = try TemporaryFolder()
    _ = try ChildProcess.run(
      "/bin/sh",
      [
        "-c",
        "{ printf 'id,a\\n'; head -c 900000000 /dev/zero | tr '\\0' 'x'; } | gzip -1 >big.csv.gz",
      ],
      directory: folder.path)
    try expectShort("open big.csv.gz", in: folder, sentence: "this takes 90")
  }

  @Test("thousands of steps on a large table take little memory")
  func steps() throws {
    let folder = try TemporaryFolder()
    var text = "id,name\n"
    for row in 0..<100_000 { text += "\(row),name \(row)\n" }
    try folder.write(text, to: "large.csv")
    var script = ""
    for step in 0..<6_000 {
      script += "insert 0:\(step % 3 == 0 ? "end" : "\(step * 7919 % 100_000)") id=new\(step)\n"
    }
    // Undone as far as the first step.
    script += String(repeating: "undo\n", count: 6_000) + "info\n"
    try folder.write(script, to: "steps")
    let child = try ChildProcess.run(
      "/bin/sh",
      [
        "-c", "ulimit -v \(Self.limit); exec \"$@\"", "sh", product("tablesh"), "--quiet", "run",
        "steps", "large.csv",
      ], directory: folder.path)
    expectEqual(child.status, 0, "\(child.errors.suffix(400))")
    expect(!child.output.contains("undo memory is full"))
  }

  @Test(
    "all tables of a database that take over half of what is free are refused before they are read")
  func allTables() throws {
    let folder = try TemporaryFolder()
    try folder.write("id\n1\n", to: "one.csv")
    _ = try ChildProcess.run(
      product("tablesh"),
      ["one.csv", "--quiet", "-c", "export wide.db#few"], directory: folder.path)
    let many = try ChildProcess.run(
      product("tablesh"),
      [
        "wide.db#WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000) "
          + "SELECT i AS id, hex(randomblob(450)) AS text FROM n",
        "--quiet", "-c", "export wide.db#many",
      ], directory: folder.path)
    expectEqual(many.status, 0, "\(many.errors)")
    try expectShort(
      "open --section-by table wide.db", in: folder,
      sentence: "'wide.db' is too large: the 2 tables")
    try expectShort(
      "open --section-by table wide.db", in: folder,
      sentence: "hint:  open --section-by table wide.db#few, or all with --whole")
    let few = try ChildProcess.run(
      "/bin/sh",
      [
        "-c", "ulimit -v \(Self.limit); exec \"$@\"", "sh", product("tablesh"), "--quiet",
        "--section-by", "table", "wide.db#few", "-c", "sections",
      ], directory: folder.path)
    expect(few.status == 0 && few.output.contains("few"), "\(few.errors)")
  }

  @Test("a query without an end is an error")
  func query() throws {
    let folder = try TemporaryFolder()
    try folder.write("id\n1\n", to: "one.csv")
    _ = try ChildProcess.run(
      product("tablesh"), ["one.csv", "--quiet", "-c", "export one.db"], directory: folder.path)
    try expectShort(
      """
      open 'one.db#with recursive c(x) as (select 1 union all select x+1 from c) \
      select x, hex(zeroblob(20000)) y from c'
      """, in: folder)
  }

  @Test(
    "a file of any format that is too large for the memory is an error",
    arguments: ["csv", "json", "ndjson", "yaml", "db", "lines"])
  func formats(_ name: String) throws {
    let folder = try TemporaryFolder()
    let rows = 400_000
    let line: (Int) -> String =
      switch name {
      case "csv": { "\($0),abc,def,ghi,jkl,mno\n" }
      case "json":
        { #"{"i":\#($0),"a":"b","c":"d","e":"f","g":"h"}\#($0 == rows - 1 ? "]" : ",")"# + "\n" }
      case "ndjson": { #"{"i":\#($0),"a":"b","c":"d","e":"f","g":"h"}"# + "\n" }
      default: { "- {i: \($0), a: b}\n" }
      }
    let head = name == "csv" ? "a,b,c,d,e,f\n" : name == "json" ? "[" : ""
    var text = head
    for row in 0..<rows { text += line(row) }
    if name == "db" {
      try writeDatabase(in: folder)
    } else {
      try folder.write(text, to: "big.\(name)")
    }
    try folder.write(
      """
      tablesh.loader { name = "lines", extensions = {"lines"}, columns = {"a", "b"},
        load = function(source, emit)
          while true do emit { ("x"):rep(1000), "y" } end
        end }
      """, to: "lines.lua")
    // The file alone would fit beside the memory that is kept free.
    let limit = try own(in: folder) + text.utf8.count / 1024 + 18_000
    try expectShort(
      "open big.\(name)", in: folder, limit: name == "lines" ? 300_000 : limit,
      ["--plugin", "lines.lua"])
  }

  /// The kilobytes of address space that the program takes with a small table.
  private func own(in folder: TemporaryFolder) throws -> Int {
    try folder.write("id,a\n1,x\n", to: "small.csv")
    let child = try ChildProcess.run(
      product("tablesh"),
      ["--quiet", "small.csv", "-c", "show | grep VmPeak /proc/$PPID/status"],
      directory: folder.path)
    return try require(child.output.split { $0 == " " || $0 == "\t" }.compactMap { Int($0) }.first)
  }

  /// A database of about as many bytes as the files of text.
  private func writeDatabase(in folder: TemporaryFolder) throws {
    let program = """
      import sqlite3
      sqlite3.connect("big.db").execute(\"\"\"create table many as with recursive c(i) as
      (select 1 union all select i+1 from c where i < 400000)
      select i, 'abc' a, 'def' d, 'ghi' g from c\"\"\")
      """
    let child = try ChildProcess.run(
      "/usr/bin/env", ["python3", "-c", program], directory: folder.path)
    expectEqual(child.status, 0, "\(child.errors)")
  }

  @Test(
    "what Lua writes without an end is an error, whoever holds it",
    arguments: [
      "plan forever", "shows", "prints >out", "writes | cat >out", "fails", "inserts", "sets",
      "lists",
      "export --format forever - >out", "select @1; vetoes",
      "save copy.csv", "reload",
    ])
  func scripts(_ command: String) throws {
    let folder = try writeForever()
    try expectShort(
      "edit @1 a=y; undo\n\(command)", in: folder, ["--plugin", "forever.lua"],
      sentence: "error: ")
  }

  @Test("a reply that holds what a script prints holds no more than there is memory for")
  func replies() throws {
    let folder = try writeForever()
    try expectShort(
      "prints", in: folder,
      ["--plugin", "forever.lua", "--format", "json"],
      sentence: "the script writes and does not end: it may write ")
  }

  private func writeForever() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      local big = ("\\1"):rep(10000000)
      local function many()
        local t = setmetatable({}, {__tostring = function() return big end})
        for i = 1, 20 do t[i] = {} for j = 1, 20 do t[i][j] = big end end
        return t
      end
      local function command(name, run) tablesh.command { name = name, run = run } end
      tablesh.printer { name = "forever", print = function(plan, table, write)
        while true do write(big) end
      end }
      tablesh.on("will_save", function() return false, big:rep(10) end)
      tablesh.on("will_reload", function() error(many()) end)
      command("shows", many)
      command("prints", function() while true do print(big) end end)
      command("writes", function() while true do io.write(big) end end)
      command("fails", function() error(many()) end)
      command("vetoes", function() return nil, big end)
      command("inserts", function()
        local i = 1
        tablesh.edit(function(t)
          while true do i = i + 1 t:insert(0, {id = tostring(i), a = big}) end
        end)
      end)
      command("sets", function()
        tablesh.edit(function(t)
          for i = 1, 300 do t:set(0, "a", big .. i) t:insert(0, {id = tostring(i + 1)}) end
        end)
      end)
      command("lists", function()
        local t = {}
        for i = 1, 100000 do t[i] = big end
        tablesh.table():select(t)
      end)
      tablesh.loader { name = "forever", extensions = {"forever"},
        load = function(source, emit) end,
        save = function(table, write) while true do write(big) end end }
      """, to: "forever.lua")
    return folder
  }

  @Test("what a saver writes to a file is not counted, because it is not held")
  func streamed() throws {
    let folder = try TemporaryFolder()
    try folder.write("id\n1\n", to: "small.csv")
    try folder.write(
      """
      tablesh.loader { name = "long", extensions = {"long"}, load = function(source, emit) end,
        save = function(table, write)
          for i = 1, 600 do write(("x"):rep(1000000)) end
        end }
      """, to: "long.lua")
    let child = try ChildProcess.run(
      "/bin/sh",
      [
        "-c",
        "ulimit -v \(Self.limit); exec \"$0\" --quiet --plugin long.lua small.csv "
          + "-c 'export out.long'", product("tablesh"),
      ], directory: folder.path)
    expectEqual(child.status, 0, "\(child.errors)")
    expect(child.output.contains("600,000,000 bytes"))
  }
}
