import Expectations
import Testing

@testable import TableShell

/// `discard` typed by somebody who means the edits of the session.
struct DiscardTests {
  @Test("without kept work it leads to the line that drops the edits, which undo brings back")
  func edits() throws {
    let world = try RecoverWorld()
    let session = world.session()
    session.run("edit @1 age=1; undo; edit @2 age=2")
    expect(
      session.run("discard").hasSuffix(
        "\nhint:  reload --discard  # drops the edits of this session; undo brings them back\n"))
    session.run("reload --discard  # drops the edits of this session; undo brings them back")
    expectEqual(session.run("changes"), "no unsaved changes\n")
    session.run("undo")
    expectEqual(session.run("changes"), "~ @2 age: '17' → '2'\n")
  }

  @Test("with kept work it says, before it asks, that the edits stay")
  func keptWork() throws {
    let world = try RecoverWorld()
    let first = world.session()
    first.run("edit @1 age=1")
    try world.kill()
    let session = world.session()
    session.run("edit @2 age=2")
    session.console.isInteractive = true
    let reply = session.run("discard")
    let question = try require(session.console.questions.last)
    expect(
      question.contains(" (the edits of this session stay: reload --discard)"), "\(question)")
    expect(reply.contains("nothing was done"), "\(reply)")
    session.console.answers = [true]
    expect(
      session.run("discard").contains("note: the edits of this session stay: reload --discard\n"))
    expectEqual(session.run("changes"), "~ @2 age: '17' → '2'\n")
  }
}
