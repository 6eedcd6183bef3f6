import Expectations
import Testing

@testable import TableShell

/// Regular expressions in conditions, and what they must not become.
struct ForeignRegexTests {
  @Test(
    "a regular expression is the patterns of Lua that match the same",
    arguments: [
      ("Bonn|Ulm", ["Bonn", "Ulm"]), ("^(Bonn|Ulm)$", ["^Bonn$", "^Ulm$"]),
      ("(?:a|b)c", ["ac", "bc"]), ("ab(cd)?", ["abcd", "ab"]), (#"^\+49"#, ["^%+49"]),
      (#"B\w+n"#, ["B[%w_]+n"]), (#"\d{4}/"#, ["%d%d%d%d/"]), (#"\d{1,2}\."#, ["%d%d?%."]),
      (#"\d{2,}"#, ["%d%d%d*"]), ("a.*?b", ["a.-b"]), ("a+?", ["aa-"]),
      (#"[\w.]+@[a-z]+"#, ["[%w_.]+@[a-z]+"]), ("5%", ["5%%"]), ("a-b", ["a%-b"]),
      (#"\bUlm\b"#, ["%f[%w_]Ulm%f[^%w_]"]), (#"[^\d]"#, ["[^%d]"]), ("(?i)BoNN", ["bonn"]),
    ])
  func patterns(regex: String, patterns: [String]) throws {
    expectEqual(try ForeignRegex(regex).patterns, patterns)
  }

  @Test(
    "one without a like is no pattern",
    arguments: [
      "(ab)+", "a(?=b)", #"(a)\1"#, "a|", "|a", "a{2", "ö+", "[äö]", "a^b", "a$b", "*a", "a++",
      #"\p{L}"#, "(a", "a)", "[a", "x{99}", "",
    ])
  func unreadable(regex: String) {
    expect((try? ForeignRegex(regex)) == nil)
  }

  @Test("text that only looks like one is none")
  func plain() {
    for text in ["$", "St. Gallen", "(0171)", "C++", "+49", "a b", "5$", "[x]", "what?", "1*"] {
      expect(!ForeignRegex.isOne(text), "\(text)")
    }
    for text in ["a|b", "b.*n", #"b\w"#, "^a", "a$", #"\."#, "a{2}", "[a-z]x"] {
      expect(ForeignRegex.isOne(text), "\(text)")
    }
  }

  @Test("one character of several bytes is not asked for with Lua's dot, which is a byte")
  func wideLetters() throws {
    let folder = TemporaryFolder()
    let path = try folder.write("id,City\n1,Köln\n2,Ulm\n", to: "o.csv")
    let session = Session(nil)
    session.run("open '\(path)'")
    for line in ["keep where City ~ \"K.ln\"", "keep where City like \"K_ln\""] {
      expect(!session.run(line).contains("hint:  keep"), "\(line)")
    }
    expect(session.run("keep where City ~ \"K.*n\"").contains("City:match(\"K.*n\")"))
  }

  @Test("what fails on all rows is not offered without them, as keep would delete all")
  func allRows() throws {
    let folder = TemporaryFolder()
    let path = try folder.write("id,City,Qty\n1,Ulm,3\n2,Bonn,4\n", to: "o.csv")
    let session = Session(nil)
    session.run("open '\(path)'")
    for line in [
      "keep where City.unheard() == 3", "keep where Qty[1] > 2 and City.x.y",
      "edit * City := City:unheard()",
    ] {
      let told = session.run(line)
      expect(told.contains("error: "), "\(told)")
      expect(!told.contains("--skip-errors"), "\(told)")
    }
    expect(
      session.run("keep where (City == \"Ulm\" and City or nil):len() > 1")
        .contains("hint:  keep --skip-errors where"))
  }

  @Test("the name of another column is set as a text, with a note of how its cells are")
  func columnsName() throws {
    let folder = TemporaryFolder()
    let path = try folder.write("id,City,Notes,Last Name\n1,Ulm,,Kay\n2,Bonn,,Ray\n", to: "o.csv")
    let session = Session(nil)
    session.run("open '\(path)'")
    let told = session.run("edit * Notes=City")
    expect(
      told.contains(
        "note: the text City was set; for the cells of that column: undo; edit * Notes := City"),
      "\(told)")
    session.run("undo; edit * Notes := City")
    expectEqual(session.run("export --format csv - Notes"), "Notes\nUlm\nBonn\n")
    // A text that the column holds is meant, and one in quotes.
    session.run("undo; edit 0:0 Notes='City'")
    expect(!session.run("edit 0:1 Notes=City").contains("note:"))
  }
}
