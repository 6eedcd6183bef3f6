import BatchUpdates
import BatchUpdatesTesting
import Expectations
import TestSupport
import Testing

/// Headers whose content depends on the rows, as a count does.
struct HeaderContentTests {
  struct Mail: PlannableRow, Equatable {
    let id: Int
    var isRead = false
    var displayedContent: Bool { isRead }
  }

  struct Mailbox: RebuildableSection, Equatable {
    let id: String
    var title = ""
    var rows: [Mail]

    /// The number of mails, and of those that are not read.
    var displayedContent: [String] {
      [title, "\(rows.count)", "\(rows.filter { !$0.isRead }.count)"]
    }

    func withRows(_ rows: [Mail]) -> Mailbox { Mailbox(id: id, title: title, rows: rows) }
  }

  /// Mailboxes with a title, and with mails that were read, where an outline has a content.
  private func mailboxes(_ outline: Outline) -> [Mailbox] {
    outline.sections.map { section in
      Mailbox(
        id: "s\(section.id)", title: "\(section.content)",
        rows: section.rows.map { Mail(id: $0.id, isRead: $0.content > 0) })
    }
  }

  private func plan(_ from: String, _ to: String, _ planner: Planner = Planner()) throws -> String {
    let (from, to) = (mailboxes(outline(from)), mailboxes(outline(to)))
    let updates = try planner.updates(from: from, to: to)
    expectLegal(updates, from: from, to: to)
    return text(updates.plan)
  }

  @Test("is redrawn in the stages that change it")
  func worked() throws {
    // A mail is read in the first stage and moves in the second.
    try expectEqual(plan("U(ab) R()", "U(b) R(A)"), "rec 0 rec 0:0 | rec 0 1 mov 0:0>1:0")
    // The new section is there before the mails that move into it.
    try expectEqual(plan("U(abc)", "U(b) R(ac)"), "ins 1 | rec 0 1 mov 0:0>1:0 0:2>1:1")
    // The section vanishes after its mails have left.
    try expectEqual(
      plan("U(ab) R(cd)", "U(abc)"), "rec 0 1 mov 1:0>0:2 | del 1")
    // A section with a new mail moves: the header is redrawn with the mail.
    try expectEqual(plan("A(a) B(bcd) C(e)", "B(bcdx) A(a) C(e)"), "mov 0>1 rec 1 ins 0:3")
  }

  @Test("is not redrawn where the rows do not change it")
  func independent() throws {
    try expectEqual(plan("U(ab) R(c)", "U(cb) R(a)"), "mov 0:0>1:0 1:0>0:0")
  }

  @Test("of reloaded sections is reconfigured beside moves")
  func reloaded() throws {
    try expectEqual(
      plan("U(ab) R()", "U(b) R(A)", Planner(content: .reload)),
      "rel 0 | rec 0 1 mov 0:0>1:0")
  }

  @Test("is never stale, whatever changes in three sections", arguments: [1, 2, 3, 4])
  func threeSections(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let pools = RandomTables.Pools(sections: 4, rows: 9)
    for _ in 0..<500 {
      let start = table(&generator)
      var end = start
      for _ in 0...generator.below(4) {
        end = RandomTables.edited(end, pools, &generator)
      }
      try check(mailboxes(start), mailboxes(end), Planner())
    }
  }

  /// Three sections with up to eight rows.
  private func table(_ generator: inout SeededGenerator) -> Outline {
    var outline = Outline((0..<3).map { Outline.Section(id: $0) })
    for row in 0..<generator.below(9) {
      outline.sections[generator.below(3)].rows.append(
        Outline.Row(id: row, content: generator.below(2)))
    }
    return outline
  }

  @Test("is never stale, for random tables and every setting", arguments: [5, 6, 7])
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      let (from, to) = RandomTables.pair(&generator)
      var planner = Planner(content: generator.oneIn(2) ? .reload : .reconfigure)
      planner.stages = generator.oneIn(4) ? .one : .identity
      planner.usesMoves = !generator.oneIn(5)
      planner.movesAcrossSections = !generator.oneIn(4)
      planner.checksIdentities = generator.oneIn(2)
      try check(mailboxes(from), mailboxes(to), planner)
    }
  }

  private func check(_ from: [Mailbox], _ to: [Mailbox], _ planner: Planner) throws {
    let updates = try planner.updates(from: from, to: to)
    expectLegal(updates, from: from, to: to)
    let between = Array(updates.tables.dropLast())
    expectLegal(updates.plan.inverse, from: to, between: between.reversed(), to: from)
    try expectEqual(planner.plan(from: from, to: to), updates.plan)
    let staged = try planner.stagedPlan(from: from, to: to)
    expectEqual(staged.plan, updates.plan)
    expectReplays(staged, to: staged.after.last ?? staged.before)
    expectReplays(staged.inverse, to: staged.before)
    for stage in updates.plan.stages { expect(!stage.isEmpty) }
  }
}
