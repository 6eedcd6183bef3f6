import Expectations
import TestSupport
import Testing

/// Files as other programs write them, through the program: nothing that loses nothing is refused.
struct OrdinaryFilesTests {
  private func run(
    _ arguments: [String], in folder: TemporaryFolder
  ) throws -> (output: String, errors: String, status: Int32) {
    let child = try ChildProcess.run(home: folder, ["--no-init"] + arguments)
    return (child.output, child.errors, child.status)
  }

  private func session(in folder: TemporaryFolder) throws -> LiveProcess {
    try LiveProcess(home: folder, ["--quiet", "--no-init", "old.csv"], errorPath: "/dev/null")
  }

  @Test("what R and pandas write opens with one note, and an edit changes one cell")
  func nameless() throws {
    let folder = try TemporaryFolder()
    try folder.write("\"\",\"mpg\"\n\"Fiat\",21\n\"Mazda\",22\n", to: "cars.csv")
    let cars = try run(["cars.csv", "-c", "edit @Fiat mpg=30; save"], in: folder)
    expect(
      cars.errors.hasPrefix("note: cars.csv:1:1: a column has no name: it is column1\n")
        && cars.status == 0, "\(cars)")
    expectEqual(folder.read("cars.csv"), "\"\",\"mpg\"\n\"Fiat\",30\n\"Mazda\",22\n")
    try folder.write(",a\r\n0,x\r\n1,y\r\n", to: "frame.csv")
    let frame = try run(["frame.csv", "-c", "count where column1 == 1; columns"], in: folder)
    expect(frame.output.hasPrefix("1\ncolumn1  number"), "\(frame)")
    expect(!frame.output.contains("key"))
    try expectEqual(run(["--strict", "frame.csv", "-c", "count"], in: folder).status, 1)
    try expectEqual(
      run(["--strict", "--lenient", "frame.csv", "-c", "count"], in: folder).status, 64)
    let opened = try run(["-c", "open --strict frame.csv"], in: folder)
    expect(
      opened.errors.contains("frame.csv:1:1: column 1 of the header has no name"), "\(opened)")
    expectEqual(opened.status, 1)
    let rows = try run(
      ["--no-header", "frame.csv", "-c", "count where column2 == 'x'"], in: folder)
    expectEqual(rows.output, "1\n", "\(rows)")
  }

  @Test("short rows keep their bytes, packed and with tabs as well")
  func short() throws {
    let folder = try TemporaryFolder()
    let text = "id\ta\tb\r\n1\r\n2\tx\ty\r\n3\tz\r\n"
    try folder.write(text, to: "t.tsv")
    try expectEqual(
      run(["-c", "edit @1 a=n; undo; edit @2 a=v; save", "t.tsv"], in: folder).status, 0)
    expectEqual(folder.read("t.tsv"), "id\ta\tb\r\n1\r\n2\tv\ty\r\n3\tz\r\n")
    let packed = try ChildProcess.run(
      home: folder, program: "/bin/sh",
      [
        "-c",
        "gzip t.tsv && \"$0\" --no-init t.tsv.gz -c 'edit @1 a=n; save' 2>&1 && zcat t.tsv.gz",
        product("tablesh"),
      ])
    expect(
      packed.output.hasSuffix("id\ta\tb\r\n1\tn\r\n2\tv\ty\r\n3\tz\r\n"), "\(packed.output)")
    expect(
      packed.output.hasPrefix(
        "note: t.tsv.gz:2: 2 rows are shorter than the header, this one first: their missing cells "
          + "are null\n"))
  }

  @Test("short rows are compared, reloaded, merged, exported and recovered as nulls")
  func elsewhere() throws {
    let folder = try TemporaryFolder()
    try folder.write("id,a,b,c\n1,x\n2,y,z,w\n3\n", to: "old.csv")
    try folder.write("id,a,b,c\n1,x,,\n2,y,z,w\n3,,,v\n", to: "new.csv")
    let diff = try run(["diff", "old.csv", "new.csv", "--format", "json"], in: folder)
    expect(diff.output.contains("\"reload\":[[0,2]]"), "\(diff)")
    let exported = try run(["old.csv", "-c", "export out.json"], in: folder)
    expectEqual(exported.status, 0)
    expect((folder.read("out.json") ?? "").contains("{\"id\":3,\"a\":null,\"b\":null,\"c\":null}"))
    let merging = try session(in: folder)
    merging.write("edit @1 b=mine; echo one\n")
    expect(merging.expect("one"))
    try folder.write("id,a,b,c\n1,x2\n2,y,z,w\n3,q\n", to: "old.csv")
    merging.write("reload; save; echo two\n")
    expect(merging.expect("two"))
    expectEqual(folder.read("old.csv"), "id,a,b,c\n1,x2,mine\n2,y,z,w\n3,q\n")
    merging.write("edit @3 b=kept; echo three\n")
    expect(merging.expect("three"))
    _ = merging.end(with: 15)
    let next = try ChildProcess.run(
      home: folder, ["--no-init", "--quiet", "old.csv", "-c", "recover; save"])
    expectEqual(next.status, 0, "\(next.errors)")
    expectEqual(folder.read("old.csv"), "id,a,b,c\n1,x2,mine\n2,y,z,w\n3,q,kept\n")
  }

  @Test("a copy under the source's own extension keeps its dialect, whatever the delimiter")
  func copies() throws {
    let folder = try TemporaryFolder()
    let text = "\u{FEFF}id\t\"a\"\r\n1\tx\r\n2\t\"y\""
    try folder.write(text, to: "a.csv")
    let edited = "\u{FEFF}id\t\"a\"\r\n1\tn\r\n2\t\"y\""
    _ = try run(
      ["a.csv", "-c", "edit @1 a=n; save b.csv; save --as c.csv; save d.tsv"], in: folder)
    expectEqual(folder.read("b.csv"), edited)
    expectEqual(folder.read("c.csv"), edited)
    expectEqual(folder.read("d.tsv"), edited)
    expectEqual(folder.read("a.csv"), text)
    try folder.write("id,a\n1,x\n", to: "commas.tsv")
    _ = try run(["--delimiter", ",", "commas.tsv", "-c", "edit @1 a=n; save e.tsv"], in: folder)
    expectEqual(folder.read("e.tsv"), "id,a\n1,n\n")
    _ = try run(["--delimiter", ",", "commas.tsv", "-c", "edit @1 a=n; save f.csv"], in: folder)
    expectEqual(folder.read("f.csv"), "id,a\n1,n\n")
    let packed = try ChildProcess.run(
      home: folder, program: "/bin/sh",
      [
        "-c", "\"$0\" --no-init a.csv -c 'edit @1 a=n; save g.csv.gz' >/dev/null && zcat g.csv.gz",
        product("tablesh"),
      ])
    expectEqual(packed.output, edited)
  }

  @Test("names stand in lists and hints as they are typed")
  func quoted() throws {
    let folder = try TemporaryFolder()
    try folder.write("'popul','unit price',Sepal.Length\n1,2,3\n", to: "t.csv")
    let columns = try run(["t.csv", "-c", "columns"], in: folder)
    let names = columns.output.split(separator: "\n").map { line in
      String(line.prefix(upTo: (line.range(of: "  ") ?? line.endIndex..<line.endIndex).lowerBound))
    }
    expectEqual(names, ["\"'popul'\"", "\"'unit price'\"", "Sepal.Length"])
    let commands = names.map { "edit 0:0 \($0)=9" }.joined(separator: "; ")
    try expectEqual(run(["t.csv", "-c", "\(commands); save"], in: folder).status, 0)
    expectEqual(folder.read("t.csv"), "'popul','unit price',Sepal.Length\n9,9,9\n")
    let near = try run(["t.csv", "-c", "sort by popul"], in: folder)
    expect(
      near.errors.contains("hint:  columns  # \"'popul'\", \"'unit price'\", Sepal.Length"),
      "\(near.errors)")
    let key = try run(["--key", "zzzzzz", "t.csv", "-c", "count"], in: folder)
    expect(key.errors.contains("columns: \"'popul'\", \"'unit price'\", Sepal.Length"), "\(key)")
  }
}
