import Expectations
import TestSupport
import Testing

/// `tablesh merge` on files, and the marked file in the shell.
struct MergeProgramTests {
  private static let base = "id,name,pay\n1,\"Ann\",27\n2,Bob,30\n3,Cy,31\n4,\"D, E\",5\n"
  private static let ours =
    "id,name,pay\r\n1,\"Ann\",27\r\n2,Bob,33\r\n3,Cy,31\r\n5,New,1\r\n4,\"D, E\",5\r\n"
  private static let theirs = "id,name,pay,note\n1,Anna,27,\n2,Bob,34,x\n4,\"D, E\",5,\n6,Six,6,\n"

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.base, to: "base.csv")
    try folder.write(Self.ours, to: "ours.csv")
    try folder.write(Self.theirs, to: "theirs.csv")
  }

  private func run(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess.run(home: folder, arguments)
  }

  private func merge(_ options: String...) throws -> ChildProcess {
    try ChildProcess.run(home: folder, ["merge", "base.csv", "ours.csv", "theirs.csv"] + options)
  }

  @Test("a conflict is named by key and column with all three values, and nothing is written")
  func conflict() throws {
    let child = try merge("-o", "out.csv")
    expectEqual(child.status, 1)
    expectEqual(child.output, "")
    expectEqual(
      child.errors,
      "conflict: row '2', column 'pay': base '30', ours '33', theirs '34'\n"
        + "error: 1 conflict, and nothing was written\n"
        + "hint:  --conflicts ours or --conflicts theirs takes one side, --conflicts mark marks them in "
        + "the file\n")
    expectNil(folder.read("out.csv"))
  }

  @Test(
    "rows, cells and columns of both sides come in, and lines that nobody changed keep their bytes")
  func both() throws {
    let child = try merge("--conflicts", "ours")
    expectEqual(child.status, 0)
    expectEqual(
      child.output,
      "id,name,pay,note\r\n1,Anna,27,\r\n2,Bob,33,x\r\n5,New,1,\r\n4,\"D, E\",5,\r\n6,Six,6,\r\n")
    try folder.write(Self.base.replacing("31", with: "32"), to: "theirs.csv")
    try folder.write(Self.ours.replacing("33", with: "30"), to: "ours.csv")
    let clean = try merge("-o", "out.csv")
    expect(clean.status == 0 && clean.output == "" && clean.errors == "", "\(clean.errors)")
    expectEqual(
      folder.read("out.csv"),
      "id,name,pay\r\n1,\"Ann\",27\r\n2,Bob,30\r\n3,Cy,32\r\n5,New,1\r\n4,\"D, E\",5\r\n")
  }

  @Test("a marked file opens with its conflicts, and is saved when they are settled")
  func marked() throws {
    let child = try merge("--conflicts", "mark", "-o", "m.csv")
    expectEqual(child.status, 1)
    expect(child.errors.hasSuffix("note: 1 conflict marked in m.csv: tablesh m.csv opens it\n"))
    let marks =
      "id,name,pay,note\r\n1,Anna,27,\r\n<<<<<<< ours\r\n2,Bob,33,x\r\n||||||| base\r\n2,Bob,30,x\r\n"
      + "=======\r\n2,Bob,34,x\r\n>>>>>>> theirs\r\n5,New,1,\r\n4,\"D, E\",5,\r\n6,Six,6,\r\n"
    expectEqual(folder.read("m.csv"), marks)
    let seen = try run("m.csv", "-c", "conflicts")
    expectEqual(seen.status, 0, "\(seen.errors)")
    expectEqual(seen.output, "1  row '2', pay: '33' here, '34' in the source\n")
    expectEqual(seen.errors, "note: m.csv holds 1 conflict: conflicts lists them\n")
    let early = try run("m.csv", "-c", "save")
    expect(early.status == 1 && early.errors.contains("conflict"))
    expectEqual(folder.read("m.csv"), marks)
    for (side, pay) in [("mine", "33"), ("theirs", "34")] {
      try folder.write(marks, to: "m.csv")
      let unsaved = try run("m.csv", "-c", "conflicts keep \(side)")
      expect(unsaved.status == 1 && unsaved.errors.contains("unsaved"), "\(unsaved.errors)")
      let settled = try run("m.csv", "-c", "conflicts keep \(side); save")
      expectEqual(settled.status, 0, "\(settled.errors)")
      expectEqual(
        folder.read("m.csv"),
        "id,name,pay,note\r\n1,Anna,27,\r\n2,Bob,\(pay),x\r\n5,New,1,\r\n4,\"D, E\",5,\r\n6,Six,6,\r\n"
      )
    }
  }

  @Test("only open reads a marked file, and only one that says what was before")
  func refused() throws {
    let two = "id,a\n<<<<<<< HEAD\n1,x\n=======\n1,y\n>>>>>>> other\n"
    try folder.write(two, to: "two.csv")
    expect(try run("two.csv", "-c", "show").errors.contains("lines 2, 4 and 6"))
    try folder.write(two.replacing("=======", with: "||||||| a\n1,z\n======="), to: "three.csv")
    try expectEqual(run("three.csv", "-c", "conflicts").status, 0)
    expect(try run("diff", "base.csv", "three.csv").errors.contains("lines 2, 4, 6 and 8"))
    let sections = try run("--section-by", "a", "three.csv", "-c", "show")
    expect(sections.errors.contains("hint:  open it without --section-by"), "\(sections.errors)")
  }

  @Test(
    "rows and columns that one side deleted and the other changed are conflicts, whoever did what")
  func deleted() throws {
    let less = "id,name\n1,\"Ann\"\n2,Bob\n4,\"D, E\"\n"
    let more = Self.base.replacing("31", with: "32")
    let lines = [
      "column 'pay' is deleted in SIDE, and edited in OTHER",
      "row '3' is deleted in SIDE, and changed in OTHER: pay '31' → '32'",
    ]
    for (side, other) in [("ours", "theirs"), ("theirs", "ours")] {
      try folder.write(less, to: side + ".csv")
      try folder.write(more, to: other + ".csv")
      let child = try merge()
      expectEqual(child.status, 1)
      for line in lines {
        let line = line.replacing("SIDE", with: side).replacing("OTHER", with: other)
        expect(child.errors.contains("conflict: \(line)\n"), "\(child.errors)")
      }
      try expectEqual(merge("--conflicts", side).output, less)
      try expectEqual(merge("--conflicts", other).output, more)
    }
  }

  @Test("sections of JSON merge as rows do, and an empty base is none")
  func sections() throws {
    let base =
      #"{"sections":[{"id":"A","rows":[{"id":"1","n":1}]},{"id":"B","rows":[{"id":"2","n":2}]}]}"#
    try folder.write(base, to: "base.json")
    try folder.write(base.replacing("\"n\":1", with: "\"n\":5"), to: "ours.json")
    try folder.write(
      base.replacing("]}]}", with: #"]},{"id":"C","rows":[{"id":"3","n":3}]}]}"#), to: "theirs.json"
    )
    let child = try run("merge", "base.json", "ours.json", "theirs.json")
    expectEqual(child.status, 0, "\(child.errors)")
    expect(child.output.contains("\"n\":5") && child.output.contains("\"C\""), "\(child.output)")
    try folder.write("", to: "base.csv")
    try folder.write("id,a\n1,x\n2,y\n", to: "ours.csv")
    try folder.write("id,a\n1,x\n3,z\n", to: "theirs.csv")
    try expectEqual(merge().output, "id,a\n1,x\n3,z\n2,y\n")
    try folder.write("id,a\n1,w\n", to: "theirs.csv")
    expect(try merge().errors.contains("row '1', column 'a': base nothing, ours 'x', theirs 'w'"))
  }

  @Test("trouble is status 2, and a wrong command line 64")
  func trouble() throws {
    try expectEqual(run("merge", "none.csv", "ours.csv", "theirs.csv").status, 2)
    try expectEqual(run("merge", "base.csv", "ours.csv").status, 64)
    try expectEqual(
      run("merge", "--section-by", "pay", "base.csv", "ours.csv", "theirs.csv").status, 64)
    try folder.write("id,a\n1,x\n1,y\n", to: "theirs.csv")
    let twice = try merge("--key", "id")
    expect(twice.status == 2 && twice.output == "", "\(twice.errors)")
  }
}
