import Expectations
import TestSupport
import Testing

/// `tablesh merge` on versions that differ in more than cells.
struct HostileMergeTests {
  private static let base = "id,name,pay\n1,Ann,27\n2,Bob,30\n3,Cy,31\n"
  private static let merged = "id,name,pay\n1,Ann,28\n2,Bob,33\n3,Cy,31\n"

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.base, to: "base.csv")
    try folder.write(Self.base.replacing("30", with: "33"), to: "ours.csv")
    try folder.write(Self.base.replacing("27", with: "28"), to: "theirs.csv")
  }

  private func run(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess.run(home: folder, arguments)
  }

  /// Merges the three, of which one side may be another file.
  private func merge(
    _ options: String..., ours: String = "ours.csv", theirs: String = "theirs.csv",
    outputPath: String? = nil
  ) throws -> ChildProcess {
    try ChildProcess.run(
      product("tablesh"), ["merge", "base.csv", ours, theirs] + options,
      environment: ["HOME": folder.path, "XDG_STATE_HOME": folder.path], directory: folder.path,
      outputPath: outputPath)
  }

  @Test("line ends and a byte order mark are those of OURS, and no change of THEIRS")
  func bytes() throws {
    let (ours, theirs) = (folder.read("ours.csv") ?? "", folder.read("theirs.csv") ?? "")
    for (mark, end) in [("", "\r\n"), ("\u{FEFF}", "\n"), ("\u{FEFF}", "\r\n")] {
      try folder.write(mark + ours.replacing("\n", with: end), to: "o.csv")
      try folder.write(mark + theirs.replacing("\n", with: end), to: "t.csv")
      let wanted = mark + Self.merged.replacing("\n", with: end)
      for other in ["theirs.csv", "t.csv"] {
        try expectEqual(merge(ours: "o.csv", theirs: other).output, wanted)
      }
      try expectEqual(merge(theirs: "t.csv").output, Self.merged)
    }
  }

  @Test("columns in another order are the same columns")
  func columns() throws {
    try folder.write("pay,id,name\n28,1,Ann\n30,2,Bob\n31,3,Cy\n", to: "theirs.csv")
    let child = try merge()
    expectEqual(child.status, 0, "\(child.errors)")
    expectEqual(child.output, "pay,id,name\n28,1,Ann\n33,2,Bob\n31,3,Cy\n")
  }

  @Test("versions of other formats merge into that of OURS")
  func formats() throws {
    for name in ["t.json", "t.yaml", "t.md", "t.db"] {
      let made = try run("theirs.csv", "-c", "save \(name)")
      expectEqual(made.status, 0, "\(made.errors)")
      let child = try merge(theirs: name)
      expect(child.status == 0 && child.output == Self.merged, "\(name): \(child.errors)")
    }
    let database = try merge(ours: "t.db")
    expect(database.status == 2 && database.output == "", "\(database.errors)")
    expect(database.errors.contains("error: 't.db' cannot be written as a whole file"))
  }

  @Test("a key that one version lacks, or has twice, is told with the version's name")
  func keys() throws {
    try folder.write("name,pay\nAnn,28\nBob,30\nCy,31\n", to: "less.csv")
    try folder.write(Self.base.replacing("3,Cy", with: "2,Cy"), to: "twice.csv")
    let hint = "\nhint:  --key COLUMN names a key that all three have"
    for (name, message) in [
      ("less.csv", "error: 'less.csv' has no column 'id', the key of 'base.csv'"),
      ("twice.csv", "error: 'twice.csv' has two rows with '2' in 'id', the key of 'base.csv'"),
    ] {
      for child in [try merge(ours: name), try merge(theirs: name)] {
        expect(child.status == 2 && child.output == "", "\(child.output)")
        expect(child.errors.contains(message + hint), "\(child.errors)")
      }
    }
    let wanted = try merge("--key", "id", theirs: "less.csv")
    expect(wanted.status == 2 && wanted.errors.contains("error: less.csv: no column 'id'"))
    try expectEqual(
      merge("--key", "name", theirs: "less.csv", outputPath: nil).status, 0)
  }

  @Test("an empty version is an error, and one without rows has deleted all")
  func empty() throws {
    try folder.write("", to: "empty.csv")
    for child in [try merge(ours: "empty.csv"), try merge(theirs: "empty.csv")] {
      expect(child.status == 2 && child.errors.contains("'empty.csv' is empty"), "\(child.errors)")
    }
    try folder.write("id,name,pay\n", to: "none.csv")
    let child = try merge(theirs: "none.csv")
    expect(child.status == 1 && child.errors.contains("row '2' is deleted in theirs"))
    try expectEqual(merge(ours: "none.csv", theirs: "base.csv").output, "id,name,pay\n")
  }

  @Test("the result may replace any of the three, and a full disk nothing")
  func outputs() throws {
    for name in ["base.csv", "ours.csv", "theirs.csv"] {
      let former = folder.read(name) ?? ""
      let child = try merge("-o", name)
      expect(child.status == 0 && child.output == "", "\(child.errors)")
      expectEqual(folder.read(name), Self.merged, "\(name)")
      try folder.write(former, to: name)
    }
    let full = try merge("-o", "/dev/full")
    expect(full.status == 2 && full.errors.contains("no space left"), "\(full.errors)")
    let output = try merge(outputPath: "/dev/full")
    expect(output.status == 2 && output.errors.contains("No space left"), "\(output.errors)")
  }

  @Test("marks are written only to a file that opens by its name")
  func marks() throws {
    try folder.write(Self.base.replacing("30", with: "34"), to: "theirs.csv")
    for name in ["m.json", "m.db", "m.csv.gz"] {
      let child = try merge("--conflicts", "mark", "-o", name)
      expectEqual(child.status, 2)
      expect(
        child.errors.contains("error: '\(name)' cannot hold conflict markers"), "\(child.errors)")
      expect(child.errors.contains("hint:  -o FILE.csv, or --conflicts ours"), "\(child.errors)")
      expectNil(folder.read(name))
    }
    for name in ["m.csv", "m"] {
      try expectEqual(merge("--conflicts", "mark", "-o", name).status, 1)
      let opened = try run(name, "-c", "conflicts")
      expect(opened.output.contains("row '2', pay: '33' here, '34'"), "\(opened.errors)")
    }
  }

  @Test("a number and a text that look alike are told apart")
  func kinds() throws {
    for (name, value) in [("b", "5"), ("o", "\"5\""), ("t", "5.0")] {
      try folder.write("[{\"id\":1,\"v\":\(value)}]", to: name + ".json")
    }
    let child = try run("merge", "b.json", "o.json", "t.json")
    expectEqual(child.status, 1)
    expect(
      child.errors.hasPrefix("conflict: row '1', column 'v': base 5, ours '5', theirs 5.0\n"),
      "\(child.errors)")
  }

  private func sections(_ sections: String, to name: String) throws {
    try folder.write(
      #"{"columns":["id","n"],"key":["id"],"sections":["# + sections + "]}", to: name)
  }

  private static let first = #"{"id":"A","rows":[{"id":"1","n":1}]}"#

  @Test("a section that one side deleted goes with its last row, where that side wins")
  func deletedSection() throws {
    try sections(Self.first + #",{"id":"B","rows":[{"id":"3","n":3}]}"#, to: "b.json")
    try sections(Self.first, to: "less.json")
    try sections(Self.first + #",{"id":"B","rows":[{"id":"3","n":4}]}"#, to: "more.json")
    for (ours, theirs) in [("less", "more"), ("more", "less")] {
      for side in ["ours", "theirs"] {
        let child = try run(
          "merge", "b.json", "\(ours).json", "\(theirs).json", "--conflicts", side)
        let isDeleted = (side == "ours" ? ours : theirs) == "less"
        expectEqual(child.output.contains("\"B\""), !isDeleted, "\(child.output)")
        expectEqual(child.output.contains("\"n\":4"), !isDeleted, "\(child.output)")
      }
    }
  }

  @Test("headers and footers that both changed are conflicts, each for itself")
  func texts() throws {
    let rows = #""rows":[{"id":"1","n":1}]}"#
    try sections(#"{"id":"A","title":"T","header":"h","# + rows, to: "b.json")
    try sections(#"{"id":"A","title":"T","header":"ho","footer":"fo","# + rows, to: "o.json")
    try sections(#"{"id":"A","title":"Tt","header":"ht","footer":"ft","# + rows, to: "t.json")
    let child = try run("merge", "b.json", "o.json", "t.json")
    expectEqual(child.status, 1)
    expect(
      child.errors.hasPrefix(
        "conflict: section 'A', header: base 'h', ours 'ho', theirs 'ht'\n"
          + "conflict: section 'A', footer: base nothing, ours 'fo', theirs 'ft'\n"),
      "\(child.errors)")
    for (side, letter) in [("ours", "o"), ("theirs", "t")] {
      let child = try run("merge", "b.json", "o.json", "t.json", "--conflicts", side)
      for text in ["\"h\(letter)\"", "\"f\(letter)\"", "\"Tt\""] {
        expect(child.output.contains(text), "\(child.output)")
      }
    }
    try expectEqual(
      run("merge", "b.json", "o.json", "t.json", "--conflicts", "mark", "-o", "m.json").status, 1)
    let marked = try run(
      "m.json", "-c",
      "conflicts; conflicts keep theirs 1; conflicts keep mine; conflicts; undo; redo; save")
    expectEqual(marked.status, 0, "\(marked.output)\(marked.errors)")
    expect(marked.output.contains("section 'A', header: 'ho' here, 'ht' in the source"))
    let saved = folder.read("m.json") ?? ""
    expect(saved.contains("\"ht\"") && saved.contains("\"fo\""), "\(saved)")
  }
}
