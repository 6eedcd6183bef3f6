import Expectations
import TestSupport
import Testing

/// Lua loaders and savers as the program uses them.
struct LuaLoaderProgramTests {
  private static let plugin = """
    tablesh.loader { name = "kv", extensions = {"kv"}, columns = {"key", "value"}, key = "key",
      load = function(source, emit)
        for line in source:lines() do
          local key, value = line:match("^(%w+)=(.*)$")
          if not key then error("no '=' here") end
          emit("all", { key, value })
        end
      end,
      save = function(table, write)
        for row in table:rows() do
          if row.text.value == "fail" then error("a value I cannot write") end
          while row.text.value == "loop" do end
          write(row.key, "=", row.value or "", "\\n")
        end
      end }
    tablesh.loader { name = "only", extensions = {"only"}, columns = {"key", "value"},
      load = function(source, emit)
        for line in source:lines() do emit(nil, { line, "x" }) end
      end }
    """

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.plugin, to: "kv.lua")
    try folder.write("a=1\nb=2\n", to: "t.kv")
  }

  private func run(_ arguments: String..., input: String = "") throws -> ChildProcess {
    try ChildProcess.run(
      home: folder, ["--quiet", "--plugin", "kv.lua"] + arguments, input: input,
      environment: ["XDG_CONFIG_HOME": "\(folder.path)/config"])
  }

  @Test("a loader reads a file, a packed one, standard input and a pipe")
  func sources() throws {
    let file = try run("-c", "export -", "t.kv")
    expectEqual(file.status, 0, "\(file.errors)")
    expectEqual(file.output, "key,value\na,1\nb,2\n")
    let packed = try run("-c", "export --format kv t.kv.gz", "-c", "export --format csv -", "t.kv")
    expectEqual(packed.status, 0, "\(packed.errors)")
    expect(folder.read("t.kv.gz") != "a=1\nb=2\n")
    try expectEqual(run("-c", "export -", "t.kv.gz").output, "key,value\na,1\nb,2\n")
    let input = try run("--loader", "kv", "-c", "export -", "-", input: "c=3\n")
    expectEqual(input.output, "key,value\nc,3\n", "\(input.errors)")
    let words = "--quiet --plugin kv.lua --loader kv -c 'export -' /dev/stdin"
    let pipe = try ChildProcess.run(
      "/bin/sh", ["-c", "cat t.kv | \"$0\" \(words)", product("tablesh")],
      directory: folder.path)
    expectEqual(pipe.output, "key,value\na,1\nb,2\n", "\(pipe.errors)")
  }

  @Test("a tree that is read from standard input, or from a file, is written as a tree")
  func tree() throws {
    let text = #"{"b":{"x":{"n":3,"o":null}},"a":{"k1":{"n":1},"k2":{"n":2}}}"#
    try folder.write(text, to: "t.json")
    let commands = ["--loader", "firebase", "-c", "edit @a/k1 n=5; delete @a/k2"]
    _ = try run("--loader", "firebase", "-c", commands[3], "-c", "save; quit", "t.json")
    let saved = try require(folder.read("t.json"))
    expect(saved.contains("\"k1\": {\n      \"n\": 5\n    }\n  },\n  \"b\": {\n"), "\(saved)")
    try expectEqual(run("-c", "save -", "--loader", "firebase", "t.json").output, saved)
    for target in ["-", "copy.json"] {
      try folder.write(text, to: "t.json")
      for (file, input) in [("-", text), ("t.json", "")] {
        let child = try run(
          "--loader", "firebase", "-c", commands[3], "-c",
          "save \(target == "-" ? "-" : "--overwrite copy.json"); quit!",
          file, input: input)
        expectEqual(child.status, 0, "\(child.errors)")
        let written = target == "-" ? child.output : folder.read(target) ?? ""
        expect(written.hasSuffix(saved), "\(file) \(target): \(written)")
      }
    }
    let plain = try run(
      "--loader", "firebase", "-c", "save", "-", input: text)
    expect(plain.errors.contains("no source"), "\(plain.errors)")
  }

  @Test("save writes through the saver, keeps a backup, and the table counts as saved")
  func save() throws {
    let child = try run("-c", "edit @b value=9; save --backup", "-c", "quit", "t.kv")
    expectEqual(child.status, 0, "\(child.errors)")
    expectEqual(folder.read("t.kv"), "a=1\nb=9\n")
    expectEqual(folder.read("t.kv~"), "a=1\nb=2\n")
    let again = try run("-c", "edit @b value=3; save; edit @a value=4; save; quit", "t.kv")
    expectEqual(again.status, 0, "\(again.errors)")
    expectEqual(folder.read("t.kv"), "a=4\nb=3\n")
  }

  @Test("a saver writes copies by extension, and becomes the table's format with --as")
  func copies() throws {
    try folder.write("key,value\nz,1\n", to: "t.csv")
    let child = try run(
      "-c", "save copy.kv; save --as moved.kv; edit 0:0 value=2; save; export --format kv -; quit",
      "t.csv")
    expectEqual(child.status, 0, "\(child.errors)")
    expectEqual(folder.read("copy.kv"), "z=1\n")
    expectEqual(folder.read("moved.kv"), "z=2\n")
    expectEqual(child.output, "z=2\n")
    let back = try run("-c", "save --as back.csv; edit @a value=5; save; quit", "t.kv")
    expectEqual(back.status, 0, "\(back.errors)")
    expectEqual(folder.read("back.csv"), "key,value\na,5\nb,2\n")
    expectEqual(folder.read("t.kv"), "a=1\nb=2\n")
    try expectEqual(run("-c", "save -; quit", "t.kv").output, "a=1\nb=2\n")
  }

  @Test("a file that others have changed is not overwritten, unless --force says so")
  func changed() throws {
    try folder.write("#!/bin/sh\nprintf 'a=1\\nb=2\\nc=3\\n' > t.kv\n", to: "change.sh")
    let child = try run(
      "-c", "edit @a value=7; echo x | sh change.sh", "-c", "save", "t.kv")
    expectEqual(child.status, 1)
    expect(child.errors.contains("t.kv"))
    expectEqual(folder.read("t.kv"), "a=1\nb=2\nc=3\n")
    try folder.write("a=1\nb=2\n", to: "t.kv")
    let forced = try run(
      "-c", "edit @a value=7; echo x | sh change.sh", "-c", "save --force; quit", "t.kv")
    expectEqual(forced.status, 0, "\(forced.errors)")
    expectEqual(folder.read("t.kv"), "a=7\nb=2\n")
  }

  @Test("an error in the saver is told with its place and leaves the file as it was")
  func failing() throws {
    let child = try run("-c", "edit @b value=fail", "-c", "save", "t.kv")
    expectEqual(child.status, 1)
    expect(child.errors.contains("kv.lua:11: a value I cannot write"), "\(child.errors)")
    expectEqual(folder.read("t.kv"), "a=1\nb=2\n")
    expect(!folder.names().contains { $0.hasPrefix(".") || $0.hasSuffix("~") })
    let copy = try run("-c", "edit @b value=fail", "-c", "save copy.kv", "t.kv")
    expect(copy.status == 1 && folder.read("copy.kv") == nil)
  }

  @Test("a loader without save= refuses, and says what to do")
  func cannotSave() throws {
    try folder.write("a\n", to: "t.only")
    let own = try run("-c", "edit 0:0 value=y", "-c", "save", "t.only")
    expectEqual(own.status, 1)
    expect(own.errors.contains("loader 'only' cannot save"), "\(own.errors)")
    expect(own.errors.contains("hint:  save --as FILE.csv"))
    expectEqual(folder.read("t.only"), "a\n")
    for command in ["save copy.only", "export copy.only", "export --format only -"] {
      let child = try run("-c", command, "t.kv")
      expect(child.status == 1 && child.errors.contains("cannot save"), "\(command)")
    }
    let moved = try run("-c", "edit 0:0 value=y; save --as t.csv; quit", "t.only")
    expectEqual(moved.status, 0, "\(moved.errors)")
    expectEqual(folder.read("t.csv"), "key,value\na,y\n")
  }

  @Test("an error in the source is told with loader, line and place; no table is open then")
  func malformed() throws {
    try folder.write("a=1\nbroken\n", to: "bad.kv")
    let child = try run("-c", "count", "bad.kv")
    expectEqual(child.status, 1)
    expect(
      child.errors.contains("kv.lua:5: error: loader 'kv' at line 2 of 'bad.kv': no '=' here"),
      "\(child.errors)")
    let missing = try run("-c", "count", "none.kv")
    expect(missing.status == 1 && missing.errors.contains("none.kv"), "\(missing.errors)")
    let reload = try run(
      "-c", "open t.kv", "-c", "echo broken > t.kv", "-c", "reload", "-c", "count", "--keep-going")
    expect(reload.output.contains("2 rows"), "\(reload.output) \(reload.errors)")
  }

  @Test("reload brings in what has changed, with the loader that read the file")
  func reload() throws {
    let child = try run(
      "-c", "edit @a value=5; echo b=7 > t.kv", "-c", "reload; export -; quit!", "t.kv")
    expectEqual(child.status, 0, "\(child.errors)")
    expect(child.output.contains("b,7"), "\(child.output)")
  }
}
