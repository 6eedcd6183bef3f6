import Expectations
import TableSources
import TestSupport
import Testing

@testable import TableShell

/// The kinds of values that are typed where nothing, or a value that goes, tells their kind.
struct NewValueTests {
  private let folder = TemporaryFolder()
  private let session = Session(nil)

  /// Opens a text as a file, runs commands, and returns what is saved.
  private func saved(_ text: String, _ name: String, _ commands: String) throws -> String {
    try folder.write(text, to: name)
    session.run("open '\(folder.path)/\(name)'")
    session.run(commands)
    let output = session.run("save -")
    session.run("close --force")
    return output
  }

  @Test(
    "a row of values has a kind of its own, and null takes the one that a text reads as",
    arguments: [
      ("edit @next value=https://x", #"{"ok":true,"next":"https://x","n":1,"items":[{"id":1}]}"#),
      ("edit @next value=12", #"{"ok":true,"next":12,"n":1,"items":[{"id":1}]}"#),
      ("edit @next value=007", #"{"ok":true,"next":"007","n":1,"items":[{"id":1}]}"#),
      ("edit @next value='[1]'", #"{"ok":true,"next":[1],"n":1,"items":[{"id":1}]}"#),
      ("edit @n value=2", #"{"ok":true,"next":null,"n":2,"items":[{"id":1}]}"#),
      ("edit @n value=true", #"{"ok":true,"next":null,"n":1,"items":[{"id":1}]}"#),
      (
        "column type value text; edit @next value=12",
        #"{"ok":true,"next":"12","n":1,"items":[{"id":1}]}"#
      ),
      (
        "insert 0 key=m value=x",
        #"{"ok":true,"next":null,"n":1,"items":[{"id":1}],"m":"x"}"#
      ),
    ])
  func ownKinds(commands: String, expected: String) throws {
    let text = #"{"ok":true,"next":null,"n":1,"items":[{"id":1}]}"#
    try expectEqual(saved(text, "t.json", commands), expected)
  }

  @Test("a value that fits neither its kind is refused by that kind")
  func refused() throws {
    try folder.write(#"{"s":"x","n":1,"items":[{"id":1}]}"#, to: "t.json")
    session.run("open '\(folder.path)/t.json'")
    expect(session.run("edit @n value=abc").contains("'abc' is not a number for column 'value'"))
  }

  @Test("in YAML, too, null among values takes the kind that a text reads as")
  func yaml() throws {
    let text = "ok: true\nnext: null\nrows:\n- id: 1\n"
    for (value, kind) in [("https://x", "\"https://x\""), ("12", "12")] {
      try expectEqual(
        saved(text, "t.yaml", "edit @next value=\(value)"), text.replacing("null", with: value))
      session.run("open '\(folder.path)/t.yaml'; edit @next value=\(value)")
      expect(session.run("export --format json -").contains("\"value\":\(kind)"))
      session.run("close --force")
    }
  }

  @Test(
    "after the rows are gone a column has the kind that it was loaded with",
    arguments: [
      ("delete *; insert 0 a=3", "{\"a\":3}\n"),
      ("delete *; insert 0 t=3", "{\"t\":\"3\"}\n"),
      ("edit --null a *; edit 0:0 a=3", "{\"a\":3,\"t\":\"x\",\"z\":null}\n"),
      ("delete *; insert 0 t=x; delete *; insert 0 a=3", "{\"a\":3}\n"),
    ])
  func deleted(commands: String, expected: String) throws {
    let text = "{\"a\":1,\"t\":\"x\",\"z\":null}\n"
    try expectEqual(saved(text, "t.ndjson", commands), expected)
    try expectEqual(
      saved("[\(text)]", "t.json", commands).filter { !$0.isWhitespace }, "[\(expected.dropLast())]"
    )
  }

  @Test(
    "in a column without values of JSON a text is what it reads as",
    arguments: [
      ("3", "3"), ("1.50", "1.50"), ("true", "true"), ("x", "\"x\""), ("007", "\"007\""),
      ("''", "\"\""), ("'{\"b\":1}'", "{\"b\":1}"), ("None", "\"None\""),
    ])
  func new(typed: String, written: String) throws {
    let text = "{\"a\":null}\n"
    try expectEqual(saved(text, "t.ndjson", "edit * a=\(typed)"), "{\"a\":\(written)}\n")
    try expectEqual(
      saved(text, "t.ndjson", "column add b; edit * b=\(typed)"), "{\"a\":null,\"b\":\(written)}\n")
    try expectEqual(
      saved(text, "t.ndjson", "column type a text; edit * a=3"), "{\"a\":\"3\"}\n")
  }
}
