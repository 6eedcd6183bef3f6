import BatchUpdates
import Expectations
import TestSupport
import Testing

/// Sections of your own.
struct PlannableSectionTests {
  struct Friend: PlannableRow {
    let id: String
    var picture = "none"
    var displayedContent: String { picture }
  }

  struct Group: PlannableSection {
    let id: String
    var header = ""
    var rows: [Friend]
    var displayedContent: String { header }
  }

  private func group(_ id: String, _ names: [String], header: String = "") -> Group {
    Group(id: id, header: header, rows: names.map { Friend(id: $0) })
  }

  @Test("are planned by identity, content and header")
  func plan() throws {
    let old = [group("about", ["a"]), group("friends", ["ann", "bob", "cid"])]
    var new = [group("friends", ["cid", "dan", "ann"], header: "2"), group("about", ["a"])]
    new[0].rows[2].picture = "beach"
    let plan = text(try Planner().plan(from: old, to: new))
    expectEqual(
      plan, "mov 0>1 rec 1 del 1:1 ins 0:1 mov 1:2>0:0 rec 1:0")
    let staged = try Planner().stagedPlan(from: old, to: new)
    expectReplays(staged, to: staged.after.last ?? staged.before)
    expectReplays(staged.inverse, to: staged.before)
  }

  @Test("whose content came back are not redrawn")
  func sameContent() throws {
    try expect(Planner().plan(from: [group("a", ["x"])], to: [group("a", ["x"])]).isEmpty)
  }

  @Test("name a duplicate by its own identity")
  func duplicate() {
    let good = [group("friends", ["ann"])]
    expect(
      throws: DuplicateIdentity.row("ann", in: .after, first: RowPath(0, 0), second: RowPath(0, 2))
    ) { try Planner().plan(from: good, to: [group("friends", ["ann", "bob", "ann"])]) }
    expect(throws: DuplicateIdentity.section("friends", in: .before, first: 0, second: 1)) {
      try Planner().plan(from: good + good, to: good)
    }
  }

  struct Kept: PlannableSection {
    let id: String
    var rows: [Friend]
    var displayedContent = 0
    var rowsUnchanged = false
  }

  @Test("are skipped where both sides say that their rows did not change, and only there")
  func unchanged() throws {
    func plan(_ areUnchanged: (old: Bool, new: Bool)) throws -> String {
      let old = Kept(id: "a", rows: [Friend(id: "x")], rowsUnchanged: areUnchanged.old)
      let rows = [Friend(id: "x"), Friend(id: "y")]
      let new = Kept(id: "a", rows: rows, rowsUnchanged: areUnchanged.new)
      return text(try Planner().plan(from: [old], to: [new]))
    }
    try expectEqual(plan((false, false)), "ins 0:1")
    try expectEqual(plan((true, false)), "ins 0:1")
    try expectEqual(plan((false, true)), "ins 0:1")
    try expectEqual(plan((true, true)), "")
  }

  @Test("are told apart when all their hash values are one")
  func collisions() throws {
    let from = [Clashing(id: 0, rows: (0..<60).map { Clash(id: Clash.Key(number: $0)) })]
    var to = from
    to[0].rows.append(to[0].rows.remove(at: 3))
    to[0].rows.remove(at: 40)
    expectEqual(text(try Planner().plan(from: from, to: to)), "del 0:41 mov 0:3>0:58")
  }

  /// A model that has a `content` which is not what its row shows.
  struct Message: PlannableRow, Equatable {
    let id: Int
    var content = "the same"
    var isRead = false
  }

  struct Thread: PlannableSection {
    let id = 0
    var rows: [Message]
    var displayedContent: Int { 0 }
  }

  @Test("show their rows whole, where these are equatable and say nothing else")
  func equatable() throws {
    let old = [Thread(rows: [Message(id: 1), Message(id: 2)])]
    var new = old
    new[0].rows[1].isRead = true
    expectEqual(text(try Planner().plan(from: old, to: new)), "rec 0:1")
  }

  struct Clashing: PlannableSection {
    let id: Int
    var rows: [Clash]
    var displayedContent: Int { 0 }
  }

  struct Clash: PlannableRow {
    struct Key: Hashable {
      let number: Int
      func hash(into hasher: inout Hasher) { hasher.combine(0) }
    }
    let id: Key
    var displayedContent: Int { 0 }
  }
}
