import BatchUpdates
import Expectations
import TestSupport
import Testing

/// What goes wrong with the article's rules (rule E4), and what the planner does instead (E6).
struct ArticleTests {
  private typealias Section = ArticleDiffCalculator.Section
  private typealias Cell = ArticleDiffCalculator.Cell

  private func friends(_ names: String..., header: String = "") -> [Section] {
    [Section(key: "friends", header: header, cells: names.map { Cell($0) })]
  }

  private func operations(_ outcome: ArticleOutcome) -> String {
    text(.stages([outcome.stage]))
  }

  /// The planner's way between the same tables.
  private func plan(
    _ old: [Section], _ new: [Section], _ content: ContentChange = .reload
  ) throws -> String {
    var numbers: [String: Int] = [:]
    let from = ArticleOutcome.outline(old, &numbers)
    let to = ArticleOutcome.outline(new, &numbers)
    let staged = try Planner(content: content).stagedPlan(from: from, to: to)
    expectReplays(staged, to: to)
    return text(staged.plan)
  }

  @Test("E2: is right about deleted, inserted and changed cells and sections")
  func example() throws {
    let old = [
      Section(key: "about", cells: [Cell("a")]),
      Section(key: "attrs", cells: [Cell("age"), Cell("city")]),
      Section(key: "friends", cells: [Cell("ann"), Cell("bob"), Cell("cid")]),
    ]
    let new = [
      Section(key: "about", cells: [Cell("a")]),
      Section(key: "friends", cells: [Cell("ann"), Cell("cid", shown: "beach"), Cell("dan")]),
    ]
    let outcome = ArticleOutcome(from: old, to: new)
    expectEqual(operations(outcome), "del 1 del 2:1 ins 1:2 rel 2:2")
    expectEqual(outcome.kind, .right)
    try expectEqual(plan(old, new), "del 1 del 2:1 ins 1:2 rel 2:2")
  }

  @Test("e1: a new order is not seen, and both cells are stale")
  func order() throws {
    let (old, new) = (friends("ann", "bob"), friends("bob", "ann"))
    let outcome = ArticleOutcome(from: old, to: new)
    expect(outcome.stage.isEmpty)
    expectEqual(outcome.replay?.stale, [RowPath(0, 0), RowPath(0, 1)])
    expectEqual(outcome.kind, .silentlyWrong)
    try expectEqual(plan(old, new), "mov 0:1>0:0")
  }

  @Test("e2: a duplicate key that goes is not seen, and UIKit raises an exception")
  func duplicateGoes() {
    let (old, new) = (friends("ann", "bob", "ann"), friends("bob", "ann"))
    let outcome = ArticleOutcome(from: old, to: new)
    expect(outcome.stage.isEmpty)
    expectEqual(outcome.violation, .invalidBatch(before: [3], after: [2], updates: []))
    expect(throws: DuplicateIdentity.self) { try plan(old, new) }
  }

  @Test("e2b: a duplicate key that comes is not seen, and UIKit raises an exception")
  func duplicateComes() {
    let (old, new) = (friends("ann"), friends("ann", "ann"))
    let outcome = ArticleOutcome(from: old, to: new)
    expect(outcome.stage.isEmpty)
    expectEqual(
      outcome.violation,
      .rowCount(
        section: 0, before: 1, after: 2, inserted: 0, deleted: 0, movedIn: 0, movedOut: 0))
    expect(throws: DuplicateIdentity.self) { try plan(old, new) }
  }

  @Test("e3: exchanged sections of different sizes are not seen, and UIKit raises an exception")
  func sizes() throws {
    let old = [
      Section(key: "about", cells: [Cell("a")]),
      Section(key: "friends", cells: [Cell("ann"), Cell("bob"), Cell("cid")]),
    ]
    let outcome = ArticleOutcome(from: old, to: old.reversed())
    expect(outcome.stage.isEmpty)
    expectEqual(outcome.violation, .invalidBatch(before: [1, 3], after: [3, 1], updates: []))
    try expectEqual(plan(old, old.reversed()), "mov 0>1")
  }

  @Test("e4: exchanged sections of one size are not seen, and both are stale")
  func sameSizes() throws {
    let old = [
      Section(key: "about", cells: [Cell("a")]), Section(key: "friends", cells: [Cell("ann")]),
    ]
    let outcome = ArticleOutcome(from: old, to: old.reversed())
    expect(outcome.stage.isEmpty)
    expectEqual(outcome.replay?.staleHeaders, [0, 1])
    expectEqual(outcome.replay?.stale, [RowPath(0, 0), RowPath(1, 0)])
    expectEqual(outcome.kind, .silentlyWrong)
    try expectEqual(plan(old, old.reversed()), "mov 0>1")
  }

  @Test("e5, E7: a changed value reloads the old path, which is right")
  func value() throws {
    let old = friends("ann", "bob", "cid")
    var new = friends("xen", "ann", "bob", "cid")
    new[0].cells[2] = Cell("bob", shown: "beach")
    let outcome = ArticleOutcome(from: old, to: new)
    expectEqual(operations(outcome), "ins 0:0 rel 0:1")
    expectEqual(outcome.kind, .right)
    // The new path, read as an old one, redraws cid.
    var numbers: [String: Int] = [:]
    let replay = try stage("ins 0:0 rel 0:2").replay(
      shown: ArticleOutcome.outline(old, &numbers), data: ArticleOutcome.outline(new, &numbers))
    expectEqual(replay.stale, [RowPath(0, 2)])
    try expectEqual(plan(old, new), "ins 0:0 rel 0:1")
  }

  @Test("E3: a cell that equals the old one is not reloaded, whatever the prose says")
  func equal() {
    let old = friends("ann", "bob")
    var new = old
    new[0].cells[1] = Cell("bob", shown: "beach")
    expectEqual(operations(ArticleOutcome(from: old, to: new)), "rel 0:1")
  }

  @Test("E5: an insert above is one operation; a move for each index that shifts is legal, too")
  func needlessMoves() throws {
    let (old, new) = (outline("abcde"), outline("xabcde"))
    let moves = stage("ins 0:0 mov 0:0>0:1 0:1>0:2 0:2>0:3 0:3>0:4 0:4>0:5")
    try expect(moves.replay(shown: old, data: new).isExact)
    expectEqual(text(try Planner().stagedPlan(from: old, to: new).plan), "ins 0:0")
  }

  @Test("e7: a changed header is not seen, and is stale")
  func header() throws {
    let (old, new) = (friends("ann", header: "Friends"), friends("ann", header: "1 friend"))
    let outcome = ArticleOutcome(from: old, to: new)
    expect(outcome.stage.isEmpty)
    expectEqual(outcome.replay?.staleHeaders, [0])
    expectEqual(outcome.replay?.stale, [])
    try expectEqual(plan(old, new), "rel 0")
    try expectEqual(plan(old, new, .reconfigure), "rec 0")
  }

  @Test("e8: another picture under one description is not seen, and is stale")
  func description() throws {
    // The article's friend describes itself as the word "pictureUrl", whatever the picture.
    let cells = ["finn", "sawyer"].map { Cell("huck", shown: $0, description: "pictureUrl") }
    let old = [Section(key: "friends", cells: [cells[0]])]
    let new = [Section(key: "friends", cells: [cells[1]])]
    let outcome = ArticleOutcome(from: old, to: new)
    expect(outcome.stage.isEmpty)
    expectEqual(outcome.replay?.stale, [RowPath(0, 0)])
    expectEqual(outcome.kind, .silentlyWrong)
    try expectEqual(plan(old, new), "rel 0:0")
  }
}
