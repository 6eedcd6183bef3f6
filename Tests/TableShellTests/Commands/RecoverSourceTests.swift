import Expectations
import TableSources
import TestSupport
import Testing

@testable import TableShell

/// What recovered work is saved to: the file as it is now, written as it is written.
struct RecoverSourceTests {
  /// A file, the same with a record more, and the latter with `Bob` as `Bo`, and then `Ann` as `An`.
  struct Form: Sendable {
    var name: String
    var text: String
    var more: String
    var saved: String
    var later: String
  }

  static let forms = [
    Form(
      name: "t.csv", text: "id,name\r\n1,\"Ann\"\r\n2,Bob\r\n",
      more: "id,name\r\n1,\"Ann\"\r\n2,Bob\r\n3,\"Cid\"\r\n",
      saved: "id,name\r\n1,\"Ann\"\r\n2,Bo\r\n3,\"Cid\"\r\n",
      later: "id,name\r\n1,\"An\"\r\n2,Bo\r\n3,\"Cid\"\r\n"),
    Form(
      name: "t.json",
      text: "[\n  {\"id\": 1,  \"name\":\"Ann\"},\n  {\"id\":2, \"name\": \"Bob\"}]\n",
      more:
        "[\n  {\"id\": 1,  \"name\":\"Ann\"},\n  {\"id\":2, \"name\": \"Bob\"},\n  {\"id\" :3,\"name\": \"Cid\"}]\n",
      saved:
        "[\n  {\"id\": 1,  \"name\":\"Ann\"},\n  {\"id\":2, \"name\": \"Bo\"},\n  {\"id\" :3,\"name\": \"Cid\"}]\n",
      later:
        "[\n  {\"id\": 1,  \"name\":\"An\"},\n  {\"id\":2, \"name\": \"Bo\"},\n  {\"id\" :3,\"name\": \"Cid\"}]\n"
    ),
    Form(
      name: "t.yaml", text: "# all\n- id: 1 # first\n  name: Ann\n- id: 2\n  name:   Bob\n",
      more:
        "# all\n- id: 1 # first\n  name: Ann\n- id: 2\n  name:   Bob\n- id: 3 # third\n  name: 'Cid'\n",
      saved:
        "# all\n- id: 1 # first\n  name: Ann\n- id: 2\n  name:   Bo\n- id: 3 # third\n  name: 'Cid'\n",
      later:
        "# all\n- id: 1 # first\n  name: An\n- id: 2\n  name:   Bo\n- id: 3 # third\n  name: 'Cid'\n"
    ),
  ]

  /// When another program adds a record.
  enum Moment: CaseIterable { case beforeOpening, beforeRecovering }

  @Test(
    "work recovered onto a changed file is saved to it, and the rest of it stays as it is written",
    arguments: forms, Moment.allCases)
  func changed(_ form: Form, _ moment: Moment) throws {
    let world = try RecoverWorld(form.text, name: form.name)
    let first = world.session(form.name)
    first.run("edit @2 name=Bo")
    try world.kill()
    if moment == .beforeOpening { try world.folder.write(form.more, to: form.name) }
    let session = world.session(form.name)
    if moment == .beforeRecovering { try world.folder.write(form.more, to: form.name) }
    expect(session.run("recover").contains("recovered 1 change"))
    expect(session.run("reload").contains("nothing changed"))
    let saved = session.run("save")
    expect(!saved.contains("error"), "\(saved)")
    try expectEqual(world.folder.read(form.name), form.saved)
    let later = session.run("edit @1 name=An; save")
    expect(!later.contains("error"), "\(later)")
    try expectEqual(world.folder.read(form.name), form.later)
    expect(session.run("reload").contains("nothing changed"))
  }

  @Test("work that was saved to another file is kept for that file alone")
  func otherFile() throws {
    let world = try RecoverWorld()
    let first = world.session()
    first.run("edit @1 name=Anna")
    expectEqual(world.journals.count, 1)
    let saved = first.run("save --as \(world.folder.file("u.csv"))")
    expect(!saved.contains("error"), "\(saved)")
    expect(world.journals.isEmpty)
    first.run("edit @2 name=Bo")
    expectEqual(world.journals.count, 1)
    try world.kill()
    expect(!world.session("t.csv").console.take().contains("unsaved work"))
    let second = world.session("u.csv")
    expect(second.console.take().contains("unsaved work of"))
    expect(second.run("recover").contains("recovered 1 change"))
    expectEqual(second.run("save -"), "id,name,age\n1,Anna,41\n2,Bo,17\n3,Cid,65\n")
  }
}
