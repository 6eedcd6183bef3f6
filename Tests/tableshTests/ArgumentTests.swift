import Expectations
import TestSupport
import Testing

/// The arguments as the program gets them.
struct ArgumentTests {
  /// Runs a line of the shell in a folder in which `$T` is the program.
  private func run(
    _ line: String, in folder: TemporaryFolder, environment: [String: String] = [:]
  ) throws -> ChildProcess {
    try ChildProcess.run(
      "/bin/sh", ["-c", line],
      environment: environment.merging(["T": product("tablesh")]) { $1 }, directory: folder.path)
  }

  @Test("a name that is not UTF-8 is refused, and the file whose name it looks like is untouched")
  func badNames() throws {
    let folder = try TemporaryFolder()
    try folder.write("a\n1\n", to: "b\u{FFFD}.csv")
    let lines = [
      #""$T" "$(printf 'b\377.csv')" -c 'edit * a=WRONG; save'"#,
      #""$T" -c "open '$(printf 'b\377.csv')'; edit * a=WRONG; save""#,
      #""$T" --init "$(printf 'b\377.csv')""#,
    ]
    for line in lines {
      let child = try run(line, in: folder)
      expectEqual(child.status, 64, "\(line)")
      expect(child.errors.contains("is not UTF-8: '"), "\(child.errors)")
      expect(child.errors.contains(#"b\xff.csv"#) && child.errors.contains("hint:"))
    }
    expectEqual(folder.read("b\u{FFFD}.csv"), "a\n1\n")
    expectEqual(folder.names(), ["b\u{FFFD}.csv"])
  }

  @Test("a link to a name that is not UTF-8 is not followed to the file whose name it looks like")
  func badLinks() throws {
    let folder = try TemporaryFolder()
    try folder.write("a\n1\n", to: "b\u{FFFD}.csv")
    let line = #"""
      printf 'a\n2\n' >"$(printf 'b\377.csv')" && ln -s "$(printf 'b\377.csv')" l.csv &&
      "$T" --quiet l.csv -c 'edit * a=3; save'; echo $?; cat "$(printf 'b\377.csv')"
      """#
    let child = try run(line, in: folder)
    expectEqual(folder.read("b\u{FFFD}.csv"), "a\n1\n")
    expect(child.output.hasSuffix("1\na\n2\n"), "\(child.output)\(child.errors)")
    expect(child.errors.contains("is not UTF-8"))
  }

  @Test(
    "-f names no script, and the hint is the line that runs it",
    arguments: [
      ("-f my.tsh", "run my.tsh"), ("-f my.tsh a.csv", "run my.tsh a.csv"),
      ("--quiet a.csv -f my.tsh", "--quiet run my.tsh a.csv"), ("-f", "run SCRIPT"),
      ("run -f 'my one.tsh'", "run 'my one.tsh'"),
    ])
  func scripts(typed: String, hint: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("a\n1\n", to: "a.csv")
    for name in ["my.tsh", "my one.tsh"] { try folder.write("echo ran\n", to: name) }
    let child = try run("\"$T\" " + typed, in: folder)
    expectEqual(child.status, 64)
    expectEqual(
      child.errors.split(separator: "\n").prefix(2),
      ["error: Unknown option '-f'", "hint:  tablesh \(hint)"])
    if hint.hasSuffix("SCRIPT") { return }
    try expectEqual(run("\"$T\" " + hint, in: folder).output, "ran\n")
  }

  @Test("an argument that is no file gets no hint about files")
  func hints() throws {
    let folder = try TemporaryFolder()
    try folder.write("a\n1\n", to: "a.csv")
    for line in [
      #""$T" a.csv -c "$(printf 'show \377')""#, #""$T" --key "$(printf '\377')" a.csv"#,
    ] {
      let child = try run(line, in: folder)
      expect(child.status == 64 && !child.errors.contains("rename"), "\(child.errors)")
    }
    let child = try run(#"f="$(printf 'b\377.csv')"; echo >"$f"; "$T" "$f""#, in: folder)
    expect(child.status == 64 && child.errors.contains("rename the file"), "\(child.errors)")
  }

  @Test(
    "a variable that names a folder and is not UTF-8 is refused",
    arguments: ["HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "TMPDIR"])
  func badVariables(_ name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("a\n1\n", to: "a.csv")
    let child = try run(
      #"\#(name)="$PWD/$(printf 'H\377')" "$T" a.csv -c 'edit 0:0 a=2; count'"#, in: folder)
    expect(child.status == 64 && child.output == "", "\(child)")
    expect(child.errors.hasPrefix("error: \(name) is not UTF-8: '"))
    expect(child.errors.contains(#"H\xff'"#) && child.errors.contains("\nhint: "))
    expectEqual(folder.names(), ["a.csv"])
  }

  @Test("Lua gets the bytes of a variable")
  func variableBytes() throws {
    let folder = try TemporaryFolder()
    let line =
      #"X="$(printf 'a\377')" "$T" --allow-env -c 'lua print(#os.getenv("X"), os.getenv("X"))' | od -c"#
    let child = try run(line, in: folder)
    expect(child.output.contains(#"2  \t   a 377  \n"#), "\(child)")
  }

  /// `libFaults.so` sets a variable when it is loaded, as `libfaketime` does.
  @Test("a preloaded library that sets a variable takes no argument away")
  func preloaded() throws {
    let folder = try TemporaryFolder()
    try folder.write("a\n1\n", to: "t.csv")
    let preload = Fault(before: "none", run: "true", path: "none").environment
    let child = try run(#""$T" --quiet t.csv -c 'count *'"#, in: folder, environment: preload)
    expect(child.status == 0 && child.output == "1\n", "\(child.output)\(child.errors)")
  }
}
