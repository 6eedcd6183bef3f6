import Expectations
import TestSupport
import Testing

/// What `tablesh diff` and `changes` leave out and print, and `insert from --update`.
struct ComparingProgramTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("id,name,pay,at\n1,Ann,27,x\n2,Bob,30,x\n3,Cy,31,x\n", to: "old.csv")
    try folder.write(
      "id,name,pay,at\n1,ANN,27,y\n2, Bob,30.0000000001,y\n4,O'Dee,5,y\n", to: "new.csv")
  }

  private func run(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess.run(home: folder, arguments)
  }

  private func changes(_ options: String...) throws -> String {
    try ChildProcess.run(
      home: folder, ["diff", "--format", "changes"] + options + ["old.csv", "new.csv"]
    ).output
  }

  private static let rows =
    "- @3  id='3'  name='Cy'  pay='31'\n+ @4  id='4'  name='O\\'Dee'  pay='5'\n"

  @Test("--ignore, --ignore-case, --ignore-blanks and --tolerance leave out what does not count")
  func alike() throws {
    let all = try changes("--ignore", "at")
    for line in [
      "~ @1 name: 'Ann' → 'ANN'\n", "~ @2 name: 'Bob' → ' Bob'\n",
      "~ @2 pay: '30' → '30.0000000001'\n",
    ] { expect(all.contains(line), "\(all)") }
    expect(!all.contains("at:") && !all.contains("at="), "\(all)")
    let fewer = try changes("--ignore", "at", "--ignore-case", "--tolerance", "1e-9")
    expect(
      !fewer.contains("ANN") && !fewer.contains("30.0") && fewer.contains("' Bob'"), "\(fewer)")
    let none = try changes(
      "--ignore", "at", "--ignore-case", "--ignore-blanks", "--tolerance", "1e-9")
    expect(!none.contains("~") && none.contains("- @3") && none.contains("+ @4"), "\(none)")
    let unknown = try run("diff", "--ignore", "att", "old.csv", "new.csv")
    expect(unknown.status == 2 && unknown.errors.contains("no column 'att'"), "\(unknown.errors)")
    try expectEqual(run("diff", "--tolerance", "-1", "old.csv", "new.csv").status, 64)
    let shell = try run(
      "new.csv", "-c", "changes --ignore at --ignore-case --ignore-blanks --tolerance 1e-9 old.csv")
    expect(!shell.output.contains("~") && shell.output.contains("@4"), "\(shell.output)")
    let alone = try run("new.csv", "-c", "changes --ignore-case")
    expect(alone.status == 0 && alone.output.contains("no unsaved changes"), "\(alone.errors)")
    let unsaved = try run(
      "new.csv", "-c", "edit 0:0 name=ANNA", "-c", "changes --format summary",
      "-c", "changes --format sql --ignore at", "-c", "quit!")
    expect(
      unsaved.output.contains("cells    name 1") && unsaved.output.contains("UPDATE"),
      "\(unsaved.output)\(unsaved.errors)")
  }

  @Test("--format summary counts rows, cells by column, and columns")
  func summary() throws {
    try folder.write("id,name,wage\n1,Ann,27\n2,Bo,30\n4,Dee,5\n", to: "new.csv")
    try folder.write("id,name,pay\n1,Ann,27\n2,Bob,30\n3,Cy,31\n", to: "old.csv")
    let child = try run("diff", "--format", "summary", "old.csv", "new.csv")
    expectEqual(
      child.output,
      "rows     1 inserted, 1 deleted, 1 changed, of 3\ncells    name 1\n"
        + "columns  pay → wage\n", "\(child.errors)")
    try expectEqual(
      run("diff", "--format", "summary", "old.csv", "old.csv").output, "no difference\n")
    let shell = try run("new.csv", "-c", "changes --format summary old.csv")
    expect(shell.output.hasPrefix("rows     1 inserted"), "\(shell.output)\(shell.errors)")
  }

  @Test("--format sql prints statements that make the same changes")
  func sql() throws {
    let child = try run("diff", "--format", "sql", "--ignore", "at", "old.csv", "new.csv")
    expectEqual(
      child.output,
      """
      BEGIN;
      DELETE FROM "new" WHERE "id" = 3;
      UPDATE "new" SET "name" = 'ANN' WHERE "id" = 1;
      UPDATE "new" SET "name" = ' Bob', "pay" = 30.0000000001 WHERE "id" = 2;
      INSERT INTO "new" ("id", "name", "pay") VALUES (4, 'O''Dee', 5);
      COMMIT;

      """)
  }

  @Test("--format html prints one page with both sides and no script")
  func html() throws {
    try folder.write("id,name,pay,at\n1,<b>,27,x\n2,Bob,30,x\n4,Dee,5,y\n", to: "new.csv")
    let child = try run("diff", "--format", "html", "old.csv", "new.csv")
    expect(child.output.hasPrefix("<!DOCTYPE html>\n") && !child.output.contains("<script"))
    expect(
      child.output.contains(
        "<tr><td>1</td><td class=\"chg\">Ann</td><td>27</td><td>x</td><td class=\"gap\">~</td>"
          + "<td>1</td><td class=\"chg\">&lt;b&gt;</td><td>27</td><td>x</td></tr>\n"),
      "\(child.output)")
    expect(child.output.contains("<td class=\"del\">Cy</td>"))
    expect(child.output.contains("<td class=\"ins\">Dee</td>"))
  }

  @Test("insert from --update changes the rows that the table has, and adds the others")
  func update() throws {
    try folder.write("pay,id,at\n27,1,x\n33,2,\n9,7,z\n", to: "night.csv")
    let child = try run("old.csv", "-c", "insert from --update night.csv; save")
    expectEqual(child.status, 0, "\(child.errors)")
    expect(child.output.hasPrefix("1 new row, 1 changed, 1 as before\n"), "\(child.output)")
    expectEqual(
      folder.read("old.csv"),
      "id,name,pay,at\n1,Ann,27,x\n2,Bob,33,\n3,Cy,31,x\n7,,9,z\n")
    let again = try run("old.csv", "-c", "insert from --update night.csv")
    expect(again.status == 0 && again.output.contains("0 new rows, 0 changed, 3 as before"))
    let undone = try run("old.csv", "-c", "insert from --update new.csv; undo; assert true")
    expectEqual(undone.status, 0, "\(undone.errors)")
    let sections = try run(
      "--section-by", "at", "old.csv", "-c", "insert from --update night.csv; sections; quit!")
    expectEqual(sections.status, 0, "\(sections.errors)")
    try folder.write("id,pay\n1,2\n1,3\n", to: "twice.csv")
    let twice = try run("old.csv", "-c", "insert from --update twice.csv")
    expect(
      twice.status == 1 && twice.errors.contains("two rows with the key '1'"), "\(twice.errors)")
    try folder.write("a,b\n1,2\n", to: "plain.csv")
    let none = try run("plain.csv", "-c", "insert from --update plain.csv")
    expect(none.status == 1 && none.errors.contains("the table has none"), "\(none.errors)")
  }

  @Test("insert from --update leaves members that a row of JSON lacks, and takes null")
  func lackingMembers() throws {
    try folder.write(
      #"[{"id":1,"pay":9},{"id":2,"pay":null},{"id":7,"name":"Z"}]"#, to: "n.json")
    let child = try run("old.csv", "-c", "insert from --update n.json; save")
    expectEqual(child.status, 0, "\(child.errors)")
    expect(child.output.hasPrefix("1 new row, 2 changed, 0 as before\n"), "\(child.output)")
    expectEqual(
      folder.read("old.csv"), "id,name,pay,at\n1,Ann,9,x\n2,Bob,,x\n3,Cy,31,x\n7,Z,,\n")
  }

  @Test(
    "insert from --update tells keys that differ in blanks or case, and refuses a row without one")
  func doubtfulKeys() throws {
    try folder.write("id,pay\nann,1\nbob,2\n", to: "staff.csv")
    try folder.write("id,pay\n\"bob \",3\nANN,4\nCy,5\n", to: "night.csv")
    let child = try run("staff.csv", "-c", "insert from --update night.csv; quit!")
    expectEqual(child.status, 0, "\(child.errors)")
    expect(child.output.hasPrefix("3 new rows, 0 changed, 0 as before\n"), "\(child.output)")
    expect(
      (child.output + child.errors).contains(
        "2 new rows have keys that differ from one here only in blanks or case: "
          + "'bob ' ('bob' here) and 'ANN' ('ann' here)"), "\(child.output)\(child.errors)")
    try folder.write("id,pay\nann,7\n,8\n", to: "night.csv")
    let none = try run("staff.csv", "-c", "insert from --update night.csv; save")
    expect(
      none.status == 1 && none.errors.contains("a row of the file has no key: row 2"),
      "\(none.errors)")
    try folder.write("ID,pay\nann,7\n", to: "night.csv")
    let other = try run("staff.csv", "-c", "insert from --update night.csv; save")
    expect(
      other.status == 1
        && other.errors.contains(
          "error: night.csv: no column 'id'\nhint:  --update finds rows by 'id', the key here"),
      "\(other.errors)")
    expectEqual(folder.read("staff.csv"), "id,pay\nann,1\nbob,2\n")
  }
}
