import Expectations
import TestSupport
import Testing

@testable import TableShell

/// Columns that are kept, moved, hidden and renamed.
struct ColumnCommandTests {
  private static let text = "id,a,b,amt_1,amt_2\n1,\"x\",,5,6\n2,,y,7,8\n"

  @Test("keep deletes all others and takes the order of the list, in one step")
  func keep() throws {
    let file = try OpenedFile(Self.text)
    expectEqual(
      file.run("column keep b,id,a"), "removed columns 'amt_1', 'amt_2', moved column 'b'\n")
    expectEqual(file.run("save -"), "b,id,a\n,1,\"x\"\ny,2,\n")
    expect(file.run("undo").hasPrefix("took back: column keep b,id,a"))
    expectEqual(try file.saved, Self.text)
    file.run("redo")
    expectEqual(try file.saved, "b,id,a\n,1,\"x\"\ny,2,\n")
  }

  @Test("what tells rows apart, or makes the sections, is not lost by keeping others")
  func used() throws {
    let file = try OpenedFile(Self.text)
    expectEqual(
      file.run("column keep b a"),
      "error: column 'id' identifies the rows and cannot be deleted\nhint:  column keep id,b,a\n")
    let sectioned = try OpenedFile(Self.text, options: "--section-by a")
    expectEqual(
      sectioned.run("column keep id,b"),
      "error: column 'a' makes the sections and cannot be deleted\nhint:  column keep a,id,b\n")
    expect(sectioned.run("column keep a,id,b").hasPrefix("removed columns"))
    // Rows with numbers need no column.
    let numbered = try OpenedFile("a,b\nx,y\nx,z\n")
    expect(numbered.run("column keep b").hasPrefix("removed column 'a'"))
    expectEqual(try numbered.saved, "b\ny\nz\n")
  }

  @Test(
    "columns move beside another, as a block in the order of the list",
    arguments: [
      ("a before id", "a,id,b,amt_1,amt_2"), ("a after amt_1", "id,b,amt_1,a,amt_2"),
      ("amt_2,a before id", "amt_2,a,id,b,amt_1"), ("id..b after amt_2", "amt_1,amt_2,id,a,b"),
      ("\"/^amt/\" before a", "id,amt_1,amt_2,a,b"), ("a after id", "id,a,b,amt_1,amt_2"),
      ("b 0", "b,id,a,amt_1,amt_2"), ("b to 4", "id,a,amt_1,amt_2,b"),
    ])
  func move(typed: String, order: String) throws {
    let file = try OpenedFile(Self.text)
    let said = file.run("column move \(typed)")
    expect(!said.contains("error"), "\(said)")
    expectEqual(file.run("save -").split(separator: "\n").first, order[...])
    if order != "id,a,b,amt_1,amt_2" { file.run("undo") }
    expectEqual(try file.saved, Self.text)
  }

  @Test("columns cannot move beside themselves")
  func moveBesideItself() throws {
    let file = try OpenedFile(Self.text)
    let said = file.run("column move a,b after b")
    expect(said.hasPrefix("error: 'b' is one of the columns that move\n"), "\(said)")
    expect(file.run("column move a after zz").hasPrefix("error: no column 'zz'"))
  }

  @Test("a hidden column is not printed, but edited, saved and exported")
  func hide() throws {
    let file = try OpenedFile(Self.text)
    expect(file.run("column hide a amt_1..amt_2").hasPrefix("hid columns 'a', 'amt_1', 'amt_2'"))
    expectEqual(
      file.run("show"),
      "       id  b\n  0:0   1\n  0:1   2  y\n2 rows · 3 hidden columns\n")
    expect(!file.run("show --record 0:0").contains("amt"))
    expect(file.run("show a 0:0").contains("x"))
    expect(file.run("show * * ").contains("amt_2"))
    expect(file.run("columns").contains("a      text    hidden\n"))
    let exported = file.run("export -")
    expect(exported.contains(Self.text.replacing("\"", with: "")), "\(exported)")
    expect(exported.contains("note: hidden columns are in it, too: a, amt_1, amt_2\n"))
    expectEqual(file.run("export - id,b"), "id,b\n1,\n2,y\n")
    // It is no step, which is said.
    expect(
      file.run("column hide b").hasPrefix(
        "hid column 'b'; it is saved all the same; column unhide b shows it again, undo does not\n")
    )
    file.run("column unhide b")
    expect(file.run("undo").contains("nothing to undo"))
    expectEqual(
      file.run("edit 0:0 a=z"),
      "note: a is hidden: column unhide a\nchanged 1 cell in 1 section\n")
    expect(file.run("column unhide a").hasPrefix("unhid column 'a'"))
    expect(file.run("column unhide *").hasPrefix("unhid columns 'amt_1', 'amt_2'"))
    expect(file.run("show").hasSuffix("2 rows\n"))
    expectEqual(file.run("column unhide b"), "'b' is not hidden\n")
    expect(file.run("column hide *").hasPrefix("error: no column would be left to print\n"))
    expectEqual(try file.saved, Self.text.replacing("x", with: "z"))
  }

  @Test("a hidden column stays hidden through undo and reload, and scrolling counts it not")
  func hiddenLater() throws {
    let file = try OpenedFile(Self.text)
    file.run("column hide a; column delete a; undo")
    expect(file.run("show").contains("1 hidden column"))
    file.run("column rename a q")
    expect(file.run("columns").contains("q      text    hidden"))
    file.run("undo; reload")
    expect(file.run("columns").contains("a      text    hidden"))
    expect(file.run("scroll right 1").contains("of 3 besides the key"))
  }

  @Test(
    "rename --regex renames each column whose name fits",
    arguments: [
      ("'^amt_(\\d)$' 'sum$1'", "id,a,b,sum1,sum2"), ("^amt_ \"\"", "id,a,b,1,2"),
      ("'(?i)^A' X", "id,X,b,Xmt_1,Xmt_2"), ("'^(?<n>[ab])$' '${n}${n}'", "id,aa,bb,amt_1,amt_2"),
      ("a a", "id,a,b,amt_1,amt_2"),
    ])
  func rename(typed: String, names: String) throws {
    for verb in ["rename", "column rename"] {
      let file = try OpenedFile(Self.text)
      let said = file.run("\(verb) --regex \(typed)")
      expect(!said.contains("error"), "\(said)")
      expectEqual(file.run("save -").split(separator: "\n").first, names[...])
      file.run("undo")
      expectEqual(try file.saved, Self.text)
    }
  }

  @Test("names move up in a row, as each is free when its turn comes")
  func renameInARow() throws {
    let file = try OpenedFile("x,xx,xxx,id\n1,2,3,4\n")
    expect(file.run("rename --regex '^x' 'xx'").hasPrefix("renamed columns"))
    expectEqual(file.run("save -"), "xx,xxx,xxxx,id\n1,2,3,4\n")
    file.run("undo")
    expectEqual(try file.saved, "x,xx,xxx,id\n1,2,3,4\n")
  }

  @Test(
    "names that would be there twice, or would be blank, are refused",
    arguments: [
      ("'^amt_.' x", "'amt_1' and 'amt_2' would both be called 'x'"),
      ("'^a$' b", "'a' and 'b' would both be called 'b'"), ("'^a$' \"\"", "'a' would have no name"),
      ("zz x", "no column's name fits 'zz'"), ("'(' x", "the pattern is wrong here"),
    ])
  func renameRefused(typed: String, error: String) throws {
    let file = try OpenedFile(Self.text)
    let said = file.run("rename --regex \(typed)")
    expect(said.hasPrefix("error: \(error)"), "\(said)")
    expectEqual(file.run("save -"), Self.text)
    expect(file.run("undo").contains("nothing to undo"))
  }

  @Test(
    "a change of columns is recovered after a kill, and the same bytes are saved",
    arguments: [
      "column keep id,name", "column keep age,id", "column move age before id",
      "column move id,name after age", "rename --regex '^(n|a)' 'x_$1'", "trim",
      "column delete * but id",
    ])
  func recovery(line: String) throws {
    var saved: [String] = []
    for isKilled in [false, true] {
      let world = try RecoverWorld("id,name,age\n1, Ann,41\n2,Bob,17\n")
      var session = world.session()
      session.run("edit @2 name=first")
      session.run(line)
      session.run("edit @2 id=7")
      if isKilled {
        try world.kill()
        session = world.session()
        expect(session.run("recover").contains("recovered"))
      }
      expect(session.run("save").contains("saved"))
      saved.append(try world.folder.read("t.csv"))
    }
    expectEqual(saved[0], saved[1])
    expect(!saved[0].contains("Bob") && saved[0].contains("7"))
  }

  @Test(
    "other formats keep the columns, and say it where they cannot keep their order",
    arguments: [
      ("t.json", #"[{"id":1,"a":"x","b":2},{"id":2,"a":"z","b":3}]"#, false),
      ("t.ndjson", "{\"id\":1,\"a\":\"x\",\"b\":2}\n", false),
      ("t.yaml", "- id: 1\n  a: x\n  b: 2\n", true),
      ("t.tsv", "id\ta\tb\n1\tx\t2\n", false),
    ])
  func formats(name: String, text: String, isNoted: Bool) throws {
    let file = try OpenedFile(text, name: name)
    file.run("column keep b,id")
    let said = file.run("save")
    expectEqual(said.contains("the order of columns is not kept"), isNoted, "\(said)")
    expect(!(try file.saved).contains("x"))
    let other = try OpenedFile(text, name: name)
    other.run("column keep b,id; undo")
    expectEqual(try other.saved, text)
  }

  @Test("a database keeps columns, and says that it keeps no order of them")
  func database() throws {
    let folder = TemporaryFolder()
    let session = Session(nil) { $0.isQuiet = true }
    session.run("open \(try folder.write(Self.text, to: "t.csv"))")
    let path = folder.file("t.db")
    session.run("export \(path); open \(path); column keep amt_2,id,b")
    let said = session.run("save")
    expect(said.contains("the order of columns is not saved"), "\(said)")
    session.run("close; open \(path)")
    expect(session.run("export - * *").hasPrefix("id,b,amt_2\n1,,6\n2,y,8\n"))
  }

  @Test("columns are exported to every format, also without the key or the column of the sections")
  func exportSome() throws {
    let file = try OpenedFile(Self.text, options: "--section-by a")
    for (format, text) in [
      ("csv", "b,amt_1\n,5\ny,7\n"),
      ("ndjson", "{\"b\":null,\"amt_1\":5}\n{\"b\":\"y\",\"amt_1\":7}\n"),
    ] {
      expectEqual(file.run("export --format \(format) - b,amt_1"), text)
    }
    for format in ["json", "yaml", "markdown", "html", "text", "tsv"] {
      let said = file.run("export --format \(format) - b,amt_1")
      expect(
        !said.contains("error") && said.contains("amt_1") && !said.contains("amt_2"), "\(said)")
    }
    expectEqual(file.run("save -"), Self.text)
  }
}
