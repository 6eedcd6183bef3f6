import Expectations
import TestSupport
import Testing

@testable import TableShell

/// A key that was given to a row here, and that others gave to a row of their own in the file.
struct TakenKeysTests {
  private let folder = TemporaryFolder()
  private let session = Session(nil)
  private static let message = """
    row '7' ('2' in the source) has a key here that another row of the source has, which others \
    added; keep mine deletes that row, keep theirs gives this one the key '2' back
    """

  init() throws {
    try folder.write("id,e,v\n1,a,1\n2,b,2\n3,c,3\n", to: "k.csv")
    session.run("open --key id '\(folder.path)/k.csv'")
    session.run("edit @2 id=7")
    try folder.write("id,e,v\n1,a,1\n2,b,2\n3,c,3\n7,oth,9\n", to: "k.csv")
    let reload = session.run("reload")
    expect(reload.contains("conflict: \(Self.message)\n"), "\(reload)")
  }

  private var table: String { session.run("export -") }

  @Test("the conflict says what it is and what either answer does, and save refuses with it")
  func told() {
    expectEqual(session.run("conflicts"), "1  \(Self.message)\n")
    let refused = session.run("save")
    expect(
      refused.contains("error: 1 conflict with the source: \(Self.message)\n"), "\(refused)")
  }

  @Test("keep theirs deletes nothing: the row has its key again, and theirs is here")
  func theirs() {
    let kept = session.run("conflicts keep theirs")
    expect(kept.hasPrefix("kept theirs in 1 conflict, none is left"), "\(kept)")
    expectEqual(session.run("changes"), "no unsaved changes\n")
    expectEqual(table, "id,e,v\n1,a,1\n2,b,2\n3,c,3\n7,oth,9\n")
    session.run("undo")
    expectEqual(table, "id,e,v\n1,a,1\n7,b,2\n3,c,3\n")
    expectEqual(session.run("conflicts"), "1  \(Self.message)\n")
    session.run("redo")
    expectEqual(table, "id,e,v\n1,a,1\n2,b,2\n3,c,3\n7,oth,9\n")
    expect(session.run("save").contains("nothing to save"))
  }

  @Test("keep mine and save write mine over theirs")
  func mine() throws {
    session.run("conflicts keep mine")
    expect(!session.run("save").contains("error"))
    try expectEqual(folder.read("k.csv"), "id,e,v\n1,a,1\n7,b,2\n3,c,3\n")
  }

  @Test("save --force says whose row it has deleted")
  func forced() throws {
    let saved = session.run("save --force")
    expect(
      saved.contains(
        "note: row '7', which others added, was deleted in the source: row '2' has its key now\n"),
      "\(saved)")
    try expectEqual(folder.read("k.csv"), "id,e,v\n1,a,1\n7,b,2\n3,c,3\n")
  }

  @Test("it is named by either key, by the row that has the key, and in JSON")
  func named() {
    for target in ["@7", "@2", "0:1", "1"] {
      let kept = session.run("conflicts keep theirs \(target)")
      expect(kept.contains("none is left"), "\(kept)")
      session.run("undo")
    }
    session.shell.options.format = .json
    let reply = session.run("conflicts")
    let conflict =
      #"{"kind":"added","key":"7","sourceKey":"2","base":null,"local":null,"remote":null}"#
    expect(reply.contains(#""conflicts":["# + conflict + "]"), "\(reply)")
  }

  @Test("a key that another row has by now cannot be given back, which says what to do")
  func taken() {
    session.run("edit @3 id=2")
    let refused = session.run("conflicts keep theirs")
    expect(
      refused.contains(
        """
        error: row '2' of the source cannot keep its key here: another row has it
        hint:  give that row another key first (edit @2 COL=VALUE), or keep mine

        """), "\(refused)")
    expectEqual(table, "id,e,v\n1,a,1\n7,b,2\n2,c,3\n")
    expectEqual(session.run("conflicts"), "1  \(Self.message)\n")
  }

  @Test("a row that others added is not deleted where the key was taken back instead")
  func undone() {
    session.run("undo")
    let refused = session.run("save")
    expect(refused.contains("error: 1 conflict with the source: row '7', which others added,"))
    session.run("conflicts keep theirs")
    expectEqual(table, "id,e,v\n1,a,1\n2,b,2\n3,c,3\n7,oth,9\n")
    expect(session.run("save").contains("nothing to save"))
  }
}
