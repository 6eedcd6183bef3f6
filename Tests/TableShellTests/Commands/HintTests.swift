import TestSupport
import Testing

@Suite("hints that can be typed as they stand")
struct HintTests {
  @Test("a column name is quoted where that needs it")
  func quotes() throws {
    let session = Session(nil)
    session.run("new t.csv id,'unit price',where,b")
    session.run("insert 0 id=1")
    #expect(session.run("columns").contains("\"where\""))
    #expect(session.run("sort by \"where\"").contains("error") == false)
    #expect(
      session.run("replace 'unit price' '' 0").contains(
        "hint:  replace --whole \"unit price\" \"\" NEW  |  edit where row[\"unit price\"] == nil"
          + " set \"unit price\"=VALUE\n"))
    session.run("edit where row[\"unit price\"] == nil set \"unit price\"=7")
    #expect(session.run("count where row[\"unit price\"] == 7") == "1\n")
  }

  @Test("what is nearly right is said as it would be")
  func nearly() {
    let session = Session(nil)
    session.run("new t.csv id,pay; insert 0 id=1 pay=2")
    #expect(session.run("edit @1 pay = 3").hasSuffix("hint:  without: pay=3\n"))
    #expect(session.run("sort pay").hasSuffix("hint:  sort by pay\n"))
    #expect(session.run("sort by pay").contains("error") == false)
  }

  @Test("help on a word that is no command names the commands that tell of it")
  func helpOnWords() {
    let session = Session(nil)
    #expect(session.run("help port").hasPrefix("'port' is told in\n  help serve "))
    #expect(session.run("help Firebase").contains("help open"))
    #expect(session.run("help slect").hasSuffix("hint:  did you mean 'select'?\n"))
  }

  @Test("a text column that is compared with a number")
  func textsAndNumbers() {
    let session = Session(nil)
    session.run("new t.csv id,since")
    session.run("insert 0 id=1 since=2019-04-01; insert 0 id=2 since=2023-09-15")
    let told = session.run("count where since >= 2023")
    #expect(told.contains("hint:  compare it with a text in quotes, such as \"2019-04-01\""))
    #expect(session.run("count where since >= \"2019-04-02\"") == "1\n")
  }

  @Test(
    "operators of other languages",
    arguments: [
      ("id like \"S%\"", "name:match"), ("id == 1 AND id == 2", "write 'and'"),
      ("id is null", "null is nil"), ("id <> 1", "'~=' is not equal"),
      ("id in (1)", "or name =="),
    ])
  func operators(_ condition: String, _ hint: String) {
    let session = Session()
    #expect(session.run("count where " + condition).contains(hint))
  }

  @Test("settings tell what they can be")
  func settings() {
    let session = Session()
    #expect(session.run("set pan.width foo").contains("set pan.width POINTS|custom POINTS"))
    #expect(session.run("set viewport.height foo").contains("POINTS|auto"))
    #expect(
      session.run("set").contains(
        "how much a finger sees of the table: points, or auto for what is printed"))
  }

  @Test("an unsaved table that is to be closed")
  func closing() throws {
    let session = Session(nil)
    session.run("new t.csv id; insert 0 id=1")
    let origin = Session().run("count")
    #expect(origin == "5\n")
    #expect(session.run("close").contains("hint:  save, or close without saving: close --force"))
  }

  @Test("one that is meant is named once, and single letters are no slips")
  func nearest() {
    let session = Session()
    #expect(session.run("help edt").contains("did you mean 'edit'?"))
    #expect(!session.run("w").contains("did you mean '='"))
    #expect(session.run("echo name=O'Brien").contains("an apostrophe stands in double quotes"))
  }

  @Test("a value of another kind than its cell says how one of that kind is typed")
  func kinds() throws {
    let folder = TemporaryFolder()
    let path = try folder.write("[{\"id\": 1, \"b\": true, \"x\": {\"a\": 1}}]", to: "t.json")
    let session = Session(nil)
    session.run("open '\(path)'")
    #expect(session.run("edit @1 b=1").contains("'1' is no true or false for column 'b'"))
    #expect(session.run("edit @1 b=1").contains("hint:  b=true or b=false"))
    let hint = "hint:  type it as JSON: x='{\"a\": 1}' or x='[1]'"
    #expect(session.run("edit @1 x=5").contains(hint))
    session.run("edit @1 b=false x='[1]'; save")
    #expect(try folder.read("t.json") == "[{\"id\": 1, \"b\": false, \"x\": [1]}]")
  }
}
