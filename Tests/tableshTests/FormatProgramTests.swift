import Expectations
import TestSupport
import Testing

/// Formats and dialects as the program is told of them.
struct FormatProgramTests {
  private func run(
    _ arguments: [String], input: String = "", in folder: TemporaryFolder
  ) throws -> ChildProcess {
    try ChildProcess.run(
      home: folder, ["--quiet"] + arguments, input: input,
      environment: ["XDG_CONFIG_HOME": "\(folder.path)/config"])
  }

  @Test("dialects are given on the command line, for diff, and to open")
  func dialects() throws {
    let folder = try TemporaryFolder()
    try folder.write("# c\nid,n\n1,'a\\,b'\n", to: "t.csv")
    let options = ["--quote", "'", "--escape", "\\", "--comment", "#"]
    let given = try run(options + ["-c", "edit @1 n=x#; save; count", "t.csv"], in: folder)
    expectEqual(given.status, 0)
    expectEqual(folder.read("t.csv"), "# c\nid,n\n1,'x#'\n")
    let opened = try run(
      ["-c", "open --quote \"'\" --escape '\\' --comment '#' t.csv; show"], in: folder)
    expect(opened.output.contains("x#") && !opened.output.contains("'"))
    try folder.write("#\nid,n\n1,y\n", to: "u.csv")
    let diff = try ChildProcess.run(
      product("tablesh"), ["diff", "--comment", "#", "--quote", "'", "t.csv", "u.csv"],
      directory: folder.path)
    expect(diff.status == 0 && diff.output.contains("reload row"))
  }

  @Test(
    "values that are no characters are bad usage",
    arguments: [["--quote", "ab"], ["--escape", ""], ["--delimiter", "é"]])
  func badValues(_ options: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.write("id\n1\n", to: "t.csv")
    let child = try run(options + ["-c", "show", "t.csv"], in: folder)
    expect(child.status != 0 && child.output == "")
    expect(child.errors.contains("'\(options[1])' is no") && child.errors.contains("hint:"))
    let opened = try run(["-c", "open \(options[0]) '\(options[1])' t.csv"], in: folder)
    expect(opened.errors.contains("'\(options[1])' is no"))
  }

  @Test("info says how a file was read, and why")
  func info() throws {
    let folder = try TemporaryFolder()
    try folder.write("id;n\r\n1;a\r\n2;b", to: "t.csv")
    let child = try run(["-c", "info", "t.csv"], in: folder)
    expectEqual(
      child.output,
      """
      table          t.csv
      source         t.csv, csv
      delimiter      ';' (of , ; tab |, the only one that splits the first 3 records into the \
      same number of cells)
      quote          '"' (the default; --quote sets another)
      escape         none (the default; --escape sets one)
      comment        none (the default; --comment sets one)
      header         the first record; --no-header if it is data
      line ends      CRLF
      BOM            none
      final newline  no
      encoding       utf-8 (the default; --encoding sets another)
      size           2 rows in 1 section, 2 columns
      key            id
      state          no unsaved changes, 0 undo steps

      """)
  }

  @Test("an export to a file of an unknown kind is refused, and done when a format is named")
  func unknownExtension() throws {
    let folder = try TemporaryFolder()
    try folder.write("id,n\n1,a\n", to: "t.csv")
    let refused = try run(["-c", "export foo.xlsx", "t.csv"], in: folder)
    expect(refused.status == 1 && folder.read("foo.xlsx") == nil)
    expect(refused.errors.contains("error: no format has the extension '.xlsx'"))
    expect(refused.errors.contains("hint:  export --bom foo-excel.csv"), "\(refused.errors)")
    let unknown = try run(["-c", "export foo.abc", "t.csv"], in: folder)
    expect(unknown.errors.contains("hint:  --format NAME") && unknown.errors.contains("markdown"))
    let forced = try run(["-c", "export --format csv foo.xlsx; export plain", "t.csv"], in: folder)
    expect(forced.status == 0 && folder.read("foo.xlsx") == "id,n\n1,a\n")
    expectEqual(folder.read("plain"), "id,n\n1,a\n")
  }

  @Test("a packed file is edited like any other; one that is as the table is not written")
  func packed() throws {
    let folder = try TemporaryFolder()
    try folder.write("id,n\n1,a\n", to: "t.csv")
    let packed = try run(["-c", "export t.csv.gz; export u.json.gz", "t.csv"], in: folder)
    expectEqual(packed.status, 0)
    let nothing = try ChildProcess.run(
      product("tablesh"), ["--no-init", "-c", "save", "t.csv.gz"], directory: folder.path)
    expect(nothing.output.contains("nothing to save: t.csv.gz is up to date"))
    let child = try run(
      ["-c", "edit @1 n=b; save; save plain.csv; save -", "t.csv.gz"], in: folder)
    expectEqual(child.output, "id,n\n1,b\n")
    expectEqual(folder.read("plain.csv"), "id,n\n1,b\n")
    let again = try run(["-c", "show", "t.csv.gz", "u.json.gz"], in: folder)
    expect(again.output.contains("b"))
  }

  @Test("each format that export knows is written, and each that is read back is")
  func exports() throws {
    let folder = try TemporaryFolder()
    try folder.write("id,n\n1,<a>\n2,b\n", to: "t.csv")
    for format in ["csv", "tsv", "json", "json-rows", "ndjson", "yaml", "markdown"] {
      let child = try run(["-c", "export --format \(format) -", "t.csv"], in: folder)
      let loader = format == "yaml" ? ["--loader", "yaml"] : []
      let back = try run(
        loader + ["-c", "export --format csv -", "-"], input: child.output, in: folder)
      expectEqual(back.output, "id,n\n1,<a>\n2,b\n", "\(format)")
    }
    for (format, name) in [
      ("markdown", "t.md"), ("html", "t.html"), ("text", "t.txt"), ("yaml", "t.yml"),
      ("ndjson", "t.jsonl"),
    ] {
      let child = try run(
        ["-c", "export \(name); save copy-\(name); export --format \(format) -", "t.csv"],
        in: folder)
      expectEqual(child.status, 0, "\(child.errors)")
      expect(child.output.hasSuffix(folder.read(name) ?? "no file"))
      expectEqual(folder.read("copy-\(name)"), folder.read(name))
      let isForPeople = !["yaml", "ndjson"].contains(format)
      expectEqual(child.errors.contains("is for reading"), isForPeople)
    }
    let box = try run(["-c", "export --format box -", "t.csv"], in: folder)
    expect(box.output.hasPrefix("┌────┬─────┐\n│ id │ n   │\n"))
    let unknown = try run(["-c", "export --format markdwn -", "t.csv"], in: folder)
    expect(unknown.errors.contains("hint:  export --format markdown -\n"))
    let moved = try run(["-c", "save --as t2.html", "t.csv"], in: folder)
    expect(moved.status == 1 && moved.errors.contains("a table cannot live in html"))
  }

  @Test("a source in plain text is copied in its own dialect")
  func plainText() throws {
    let folder = try TemporaryFolder()
    try folder.write("id|n\n1|a\n", to: "t.txt")
    let child = try run(["-c", "save u.txt", "t.txt"], in: folder)
    expectEqual(child.status, 0)
    expectEqual(folder.read("u.txt"), "id|n\n1|a\n")
  }

  @Test("what a format cannot keep is said")
  func losses() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "{\"P\":[{\"id\":1,\"n\":\"1\"},{\"id\":2}],\"C\":[{\"id\":\"3\"}]}", to: "t.json")
    let child = try run(
      ["-c", "export t.csv; export t.yaml; export t.ndjson", "t.json"], in: folder)
    expectEqual(child.status, 0)
    expect(child.errors.contains("delimited text cannot keep the 2 sections"))
    expect(child.errors.contains("not that some are numbers"))
    expect(child.errors.contains("members that are missing"))
    expect(child.errors.contains("NDJSON cannot keep the 2 sections"))
    expectEqual(folder.read("t.yaml")?.hasPrefix("P:\n  - id: 1\n    n: \"1\"\n"), true)
  }

  @Test("a character that the file's encoding lacks is refused with its cell")
  func encodings() throws {
    let folder = try TemporaryFolder()
    try folder.write("id,n\n1,a\n", to: "t.csv")
    let child = try run(
      ["--encoding", "latin1", "-c", "edit @1 n=Ω; save; quit!", "t.csv"], in: folder)
    expectEqual(child.status, 1)
    expect(
      child.errors.contains("cannot write 'Ω' of column 'n' of row '1' to 't.csv'"))
    expectEqual(folder.read("t.csv"), "id,n\n1,a\n")
  }
}
