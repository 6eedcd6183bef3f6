import BatchUpdates
import TableKit
import TestSupport
import Testing

/// SEMANTICS F in an editor: who is asked, who is told, and what may be panned over at all.
@Suite("Pans in a table") struct PanRulesTests {
  private func desk(_ table: String = "A(a b c d e f g h i j)") throws -> SelectionDesk {
    var desk = SelectionDesk(table, flags: .multiple)
    try desk.edit(true)
    return desk
  }

  private func gesture(
    _ kind: PanGesture.Kind, _ keys: String, in desk: SelectionDesk
  ) throws -> PanGesture {
    let sections = desk.editor.table.sections.map { SectionGeometry(rows: .equal($0.count, 44)) }
    let viewport = Viewport(TableGeometry(sections), height: 1000)
    return PanGesture(
      kind, try keys.split(separator: " ").map { .row(try desk.row(String($0))) }, in: viewport)
  }

  private func pan(
    _ kind: PanGesture.Kind, _ keys: String, in desk: inout SelectionDesk
  ) throws -> String {
    try desk.perform(.pan(try gesture(kind, keys, in: desk)))
  }

  @Test("F3: a pan wants editing mode, and several rows to be selectable in it")
  func preconditions() throws {
    for kind in [PanGesture.Kind.strip, .exactStrip] {
      var desk = SelectionDesk("A(a b)", flags: .multiple)
      #expect(throws: EditError.self) { _ = try self.pan(kind, "a b", in: &desk) }
      desk.editor.settings.flags.allowsMultipleSelectionDuringEditing = false
      try desk.edit(true)
      #expect(throws: EditError.self) { _ = try self.pan(kind, "a b", in: &desk) }
      #expect(desk.selected == "")
    }
  }

  @Test(
    "F5i, B26: the code of the source text asks nobody; the repaired pan leaves out what is refused"
  )
  func asked() throws {
    var exact = try desk("P(p q) C(c)")
    exact.editor.settings.limits[exact.section(0)] = .exclusive
    #expect(
      try pan(.exactStrip, "p q", in: &exact)
        == "selectRow p, didSelect p, selectRow q, didSelect q")
    #expect(exact.selected == "p q" && exact.editor.overLimits().count == 1)
    var repaired = try desk("P(p q) C(c)")
    repaired.editor.settings.limits[repaired.section(0)] = .maximum(1)
    #expect(
      try pan(.strip, "p q c", in: &repaired)
        == "willSelect p, didSelect p, willSelect q no, willSelect c, didSelect c")
    #expect(repaired.selected == "p c")
    #expect(repaired.editor.lastPan?.refusals == ["limit 1 reached in section 'P'"])
  }

  @Test("F6: rows are passed one by one, and a pan is one undo step")
  func strip() throws {
    var desk = try desk()
    _ = try pan(.strip, "a d", in: &desk)
    #expect(desk.selected == "a b c d")
    try desk.editor.undo()
    #expect(desk.selected == "")
  }

  @Test("F11: the system's pan enters editing mode by itself, and asks about every row")
  func system() throws {
    var desk = SelectionDesk("A(a b c d e f)", flags: .multiple)
    desk.editor.policies = [FixedPolicy(select: [try desk.row("e"): .refuse(reason: "not e")])]
    #expect(
      try pan(.system, "c f", in: &desk)
        == "willSelect c, didSelect c, willSelect d, didSelect d, willSelect e no, "
        + "willSelect f, didSelect f")
    #expect(desk.selected == "c d f" && desk.editor.isEditing)
  }

  @Test("F13: in an exclusive section the row under the fingers is the one that stays")
  func exclusive() throws {
    var desk = try desk()
    desk.editor.settings.limits[desk.section(0)] = .exclusive
    _ = try pan(.system, "b c d e", in: &desk)
    #expect(desk.selected == "e")
  }

  @Test("F14: a pan that is taken away leaves everything as it was")
  func cancelled() throws {
    var desk = try desk()
    try desk.tap("i")
    var gesture = try gesture(.system, "c g", in: desk)
    gesture.isCancelled = true
    try desk.perform(.pan(gesture))
    #expect(desk.selected == "i")
  }
}
