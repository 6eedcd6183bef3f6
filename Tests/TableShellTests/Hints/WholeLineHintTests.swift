import Expectations
import Testing
import Wording

@testable import TableShell

/// Hints that are one whole line: typed as they stand, they do what was meant.
struct WholeLineHintTests {
  private let folder = TemporaryFolder()

  private func session() throws -> Session {
    try folder.write("count\n", to: "s.tsh")
    try folder.write("id,Region\n1,North\n2,South\n", to: "other.csv")
    let path = try folder.write(
      "Order ID,Order Date,City,Email,Phone,Qty,Price\n"
        + "A00001,01.02.2024,Berlin,ann@x.de,030 12 34,5,12.50\n"
        + "A00002,03.02.2024,Bonn,bob.x.de,0228 1 2,16,7.25\n"
        + "A00003,04.02.2024,Hamburg,,040 99,20,3\n"
        + "A00004,05.03.2024,Berlin,dia@y.org,030 1,2,99\n"
        + "A00005,06.03.2024,Ulm,eva@y.org,0731 5,30,1.50\n", to: "orders.csv")
    let session = Session(nil)
    session.run("open '\(path)'")
    return session
  }

  /// Runs a line that fails and changes nothing, and then its hint, which works.
  private func follow(_ line: String, to meant: String, _ reply: String) throws {
    let session = try session()
    let before = session.run("export --format csv -")
    let told = session.run(line)
    expect(
      told.contains("error: ") && told.withoutEditNote.hasSuffix("\nhint:  \(meant)\n"),
      "\(line): \(told)")
    expectEqual(session.run("export --format csv -"), before, "\(line)")
    try expectEqual(folder.read("orders.csv"), before, "\(line)")
    let answer = session.run(meant)
    // What a program prints is not seen here.
    expect(!answer.contains("error: "), "\(meant): \(answer)")
    if !reply.isEmpty { expect(answer.contains(reply), "\(meant): \(answer)") }
  }

  @Test(
    "a constant that and or or joins is true in every row; it is compared as the last one was",
    arguments: [
      ("delete where Qty > 15 or 1 + 4", "delete where Qty > 15 or Qty > 1 + 4", "deleted 3 rows"),
      ("delete where Qty > 15 or 6", "delete where Qty > 15 or Qty > 6", "deleted 3 rows"),
      ("count where Qty < 3 or 6", "count where Qty < 3 or Qty < 6", "2"),
      (
        "count where City == \"Ulm\" or (\"Bonn\")",
        "count where City == \"Ulm\" or City == \"Bonn\"", "2"
      ),
      (
        "count where City == \"Ulm\" or \"Bo\" .. \"nn\"",
        "count where City == \"Ulm\" or City == \"Bo\" .. \"nn\"", "2"
      ),
      (
        "delete where City ~= \"Bonn\" or \"Ulm\"",
        "delete where City ~= \"Bonn\" and City ~= \"Ulm\"", "deleted 3 rows"
      ),
      (
        "delete where City ~= \"Bonn\" and \"Ulm\"",
        "delete where City ~= \"Bonn\" and City ~= \"Ulm\"", "deleted 3 rows"
      ),
      (
        "count where (City == \"Ulm\" or \"Bonn\") and Qty > 20",
        "count where (City == \"Ulm\" or City == \"Bonn\") and Qty > 20", "1"
      ),
    ])
  func constants(line: String, meant: String, reply: String) throws {
    try follow(line, to: meant, reply)
  }

  @Test(
    "a constant that cannot be compared is refused all the same",
    arguments: [
      "delete where Qty == 5 or {}", "delete where Qty == 5 or (\"a\")",
      "delete where 5 or Qty == 6",
      "delete where Qty == 5 or 6 and City == \"Bonn\"", "delete where Qty == 5 and -1",
      "delete where (5 or Qty == 6) and City == \"Bonn\"",
    ])
  func refused(line: String) throws {
    let session = try session()
    let told = session.run(line)
    expect(told.contains(" is true in every row: "), "\(told)")
    expectEqual(session.run("count"), "5\n")
  }

  @Test(
    "what a constant is compared with is not guessed, so that no other rows are deleted",
    arguments: [
      "not City == \"Berlin\" or \"Bonn\"", "5 == Qty or 6",
      "Email == \"a\" or City:match(\"B\") or \"Ulm\"",
      "City == \"Berlin\" and \"Ulm\"", "row.Qty > row.Phone",
    ])
  func unknown(condition: String) throws {
    let session = try session()
    let told = session.run("delete where \(condition)")
    expect(told.contains("error: "), "\(told)")
    expect(!told.contains("hint:  delete where") && !told.contains("hint:  (delete"), "\(told)")
  }

  @Test(
    "constants in values, calls and choices are none of a condition",
    arguments: [
      "Qty == (City == \"Ulm\" and 30 or 5)", "City == (Email or \"Ulm\")", "Qty > 5 or true",
      "math.max(Qty or 0, 7) > 7", "Qty == 5 or 1 == 1", "Qty > 5 or nil", "not (Qty == 5)",
    ])
  func legal(condition: String) throws {
    let session = try session()
    let reply = session.run("count where \(condition)")
    expect(!reply.contains("error: "), "\(reply)")
  }

  @Test(
    "comparisons of other languages",
    arguments: [
      ("count where Qty == 2 or 5 or 20", "count where Qty == 2 or Qty == 5 or Qty == 20", "3"),
      ("count where 2 < Qty < 20", "count where 2 < Qty and Qty < 20", "2"),
      ("count where 2 <= Qty <= 20", "count where 2 <= Qty and Qty <= 20", "4"),
      ("delete where 30 > Qty > 5", "delete where 30 > Qty and Qty > 5", "deleted 2 rows"),
      ("show City=Berlin, Qty > 2", "show where City == \"Berlin\" and Qty > 2", "A00001"),
      ("show City=Berlin,Qty>2", "show where City == \"Berlin\" and Qty > 2", "A00001"),
      ("where City ILIKE '%ber%'", "show where City:lower():match(\"ber\")", "A00004"),
      ("where City LIKE 'Ber%'", "show where City:match(\"^Ber\")", "A00004"),
    ])
  func comparisons(line: String, meant: String, reply: String) throws {
    try follow(line, to: meant, reply)
  }

  @Test(
    "programs behind a condition",
    arguments: [
      ("show where Qty > 5 | wc -l", "count where Qty > 5", "3"),
      ("show where Qty > 5 | less", "show where Qty > 5", "A00005"),
      ("show where Qty > 5 | cat", "(show where Qty > 5) | cat", ""),
      ("show where Qty > 5 | head -n 3", "(show where Qty > 5) | head -n 3", ""),
      ("show City where Qty > 5 | grep Ulm", "(show City where Qty > 5) | grep Ulm", ""),
      ("show where Qty > 5 | sort -r", "(show where Qty > 5) | sort -r", ""),
      ("grep -v @ Email", "show where not (Email and Email:match(\"@\"))", "A00003"),
      ("grep -v Berlin City", "show where not (City:match(\"Berlin\"))", "A00005"),
    ])
  func programs(line: String, meant: String, reply: String) throws {
    try follow(line, to: meant, reply)
  }

  @Test(
    "sentences",
    arguments: [
      ("replace all \" \" with \"\" in Phone", "replace Phone \" \" \"\"", "changed 5 cells"),
      ("replace every 030 in Phone with 031", "replace Phone 030 031", "changed 2 cells"),
      ("replace all Ulm with Bonn", "replace * Ulm Bonn", "changed 1 cell"),
      ("replace Phone all \" \" \"\"", "replace Phone \" \" \"\"", "changed 5 cells"),
      ("trim whitespace", "trim *", "nothing changed"),
      ("trim spaces in City", "trim City", "nothing changed"),
      ("trim in City", "trim City", "nothing changed"),
      ("trim whitespace from Order Date", "trim \"Order Date\"", "nothing changed"),
      (
        "date from DD.MM.YYYY to YYYY-MM-DD in \"Order Date\"",
        "date \"Order Date\" DD.MM.YYYY YYYY-MM-DD", "changed 5 cells"
      ),
      (
        "date \"Order Date\" from DD.MM.YYYY to YYYY-MM-DD",
        "date \"Order Date\" DD.MM.YYYY YYYY-MM-DD", "changed 5 cells"
      ),
      (
        "date DD.MM.YYYY YYYY-MM-DD \"Order Date\"",
        "date \"Order Date\" DD.MM.YYYY YYYY-MM-DD", "changed 5 cells"
      ),
      (
        "edit A00005 Price 12.5", "edit where row[\"Order ID\"] == \"A00005\" set Price=12.5",
        "changed 1 cell"
      ),
      (
        "edit A00005 Price := Qty + 1",
        "edit where row[\"Order ID\"] == \"A00005\" set Price := Qty + 1", "changed 1 cell"
      ),
      ("scroll 100", "scroll 0:-1  # the last row", "0:4"),
      ("select City=Berlin Qty=5", "select where City == \"Berlin\" and Qty == 5", "1"),
      ("trim City whitespace", "trim City", "nothing changed"),
    ])
  func sentences(line: String, meant: String, reply: String) throws {
    try follow(line, to: meant, reply)
  }

  @Test("save with a redirection saves nothing, neither the table nor its reply")
  func savingReply() throws {
    let session = try session()
    let before = try folder.read("orders.csv")
    let copy = folder.file("clean.csv")
    session.run("edit 0:0 Qty=6")
    let told = session.run("save > \(copy)")
    expect(told.hasSuffix("\nhint:  save \(copy)\n"), "\(told)")
    try expectEqual(folder.read("orders.csv"), before)
    expect((try? folder.read("clean.csv")) == nil)
    expect(session.run("save | cat").hasSuffix("\nhint:  save - | cat\n"))
    try expectEqual(folder.read("orders.csv"), before)
    expect(!session.run("save \(copy)").contains("error: "))
    try expect(folder.read("clean.csv").contains("A00001,01.02.2024,Berlin,ann@x.de,030 12 34,6"))
    expect(!session.run("save - > \(folder.file("other2.csv"))").contains("error: "))
    expect(!session.run("save > /dev/null").contains("error: "))
  }

  @Test("a script with a file behind it is run on the table of that file")
  func scripts() throws {
    let session = try session()
    let (script, other) = (folder.file("s.tsh"), folder.file("other.csv"))
    let meant = "open \(other); source \(script)"
    for line in ["run \(script) < \(other)", "run \(script) \(other)", "source \(script) \(other)"]
    {
      expect(session.run(line).hasSuffix("\nhint:  \(meant)\n"), "\(line)")
    }
    expect(session.run(meant).hasSuffix("\n2\n"))
  }

  @Test("a condition that was typed is not left out of a hint")
  func wholeCondition() throws {
    let told = try session().run("show City Phone Qty, Price > 20")
    expect(!told.contains("hint:  show where Price > 20\n"), "\(told)")
  }

  @Test("a history that is to be saved leads to the script, also when it is typed again")
  func savedHistory() {
    let session = Session(nil)
    session.run("new t.csv id,City; insert 0 id=1 City=Bonn")
    for _ in 0..<2 {
      expectEqual(
        session.run("history save steps.tsh"),
        "error: history TEXT searches, and saves nothing\nhint:  history --script > steps.tsh\n")
    }
    expectEqual(session.run("history saving"), "no command contains 'saving'\n")
  }
}
