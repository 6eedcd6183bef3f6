import BatchUpdates
import Expectations
import TestSupport
import Testing

struct PlannerTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let old: String
    let new: String
    let content: ContentChange
    let plan: String
    var testDescription: String { "\(rule): \(old) → \(new)" }

    init(
      _ rule: String, _ old: String, _ new: String, _ plan: String,
      _ content: ContentChange = .reconfigure
    ) {
      self.rule = rule
      self.old = old
      self.new = new
      self.content = content
      self.plan = plan
    }
  }

  static let cases: [Case] = [
    Case("equal tables need nothing", "A(ab) B(c)", "A(ab) B(c)", ""),
    Case(
      "the states example inserts and deletes rows at once", "acdnw", "zacgnv",
      "del 0:2 0:4 ins 0:0 0:3 0:5"),
    Case(
      "a section goes while rows change around it", "A(abc) B(def) C(ghi)", "A(ac) C(gxhi)",
      "del 1 del 0:1 ins 1:1"),
    Case(
      "a scramble of sections is one move", "P(ab) C(cdefg) Q(hi)", "C(cdefg) P(ab) Q(hi)",
      "mov 0>1"),
    Case(
      "sections outside the longest run move", "A(a) B(b) C(c) D(d)", "D(d) A(a) C(c) B(b)",
      "mov 1>3 3>0"),
    Case("rows that change places move once", "ab", "ba", "mov 0:1>0:0"),
    Case("of two rows that change places the changed one stays", "ab", "Ba", "mov 0:0>0:1 rec 0:1"),
    Case("one far move is one move", "abcdefgh", "bcdefgha", "mov 0:0>0:7"),
    Case("a row goes to another section", "A(abc) B(de)", "A(ac) B(dbe)", "mov 0:1>1:1"),
    Case(
      "a section with changes inside keeps its place", "A(ab) B(cd)", "B(cd) A(abx)",
      "mov 1>0 ins 1:2"),
    Case(
      "two sections with changes inside change places in two stages", "A(ab) B(cd)",
      "B(cdy) A(abx)", "ins 0:2 1:2 | mov 0>1"),
    Case(
      "a new section gets a row of an old one in two stages", "O(a) F(xy)", "N(y) F(x)",
      "ins 0 | del 1 mov 2:1>0:0"),
    Case(
      "a vanishing section gives a row in two stages", "A(ab) B(c)", "B(cb)",
      "mov 0:1>1:1 | del 0"),
    Case(
      "a row crosses from a vanishing to a new section in three stages", "A(ab) C(c)",
      "B(bx) C(c)", "ins 0 | mov 1:1>0:0 | del 1"),
    Case(
      "a new section beside a moved one causes no further move", "A(a) B(b)", "B(b) N(n) A(a)",
      "ins 1 mov 0>2"),
    Case(
      "a changed row is redrawn beside deletes and inserts", "abc", "xaC",
      "del 0:1 ins 0:0 rel 0:2", .reload),
    Case(
      "a changed row is redrawn beside the moves of others", "abCd", "dabc",
      "mov 0:3>0:0 rec 0:2"),
    Case(
      "a reload never stands beside a move in its section", "abCd", "dabc",
      "rel 0:2 | mov 0:3>0:0", .reload),
    Case(
      "a reload may stand beside a move in another section", "A(aB) C(cd)", "A(ab) C(dc)",
      "mov 1:1>1:0 rel 0:1", .reload),
    Case(
      "a reload never stands beside a moving section", "A(a) B(b) C(c)", "B(b) A(a) C(C)",
      "rel 2:0 | mov 0>1", .reload),
    Case(
      "a row that moved and changed is redrawn first", "abcd", "acdB",
      "rel 0:1 | mov 0:1>0:3", .reload),
    Case("so is one that is only reconfigured", "abcd", "acdB", "rec 0:1 | mov 0:1>0:3"),
    Case(
      "a moved section with a changed row is redrawn first", "A(ab) B(cd)", "B(cD) A(aB)",
      "rec 0:1 1:1 | mov 0>1"),
    Case("a changed header is redrawn", "A(ab) B(c)", "A*(ab) B(c)", "rec 0"),
    Case(
      "a changed header is redrawn beside moves of other sections", "A(a) B(b)", "B*(b) A(a)",
      "mov 0>1 rec 1"),
    Case(
      "a moved section's header is redrawn first", "A(a) B(b)", "B*(b) A*(a)",
      "rec 0 1 | mov 0>1"),
    Case(
      "a reloaded section brings its rows", "A(abc) B(d)", "A*(aCx) B(dy)", "rel 0 ins 1:1",
      .reload),
    Case(
      "a row that leaves a reloaded section leaves later", "A(abc) B(d)", "A*(ac) B(db)",
      "rel 0 | mov 0:1>1:1", .reload),
    Case(
      "sections move before the rows when that saves a stage", "A(ab) B(cd) C(ef)",
      "B(cdx) A(aby) N(e) C(f)", "ins 2 mov 0>1 | ins 0:2 1:2 mov 3:0>2:0"),
    Case("everything may go", "A(ab) B(c)", "", "del 0 1"),
    Case("everything may come", "", "A(ab) B(c)", "ins 0 1"),
    Case("e1: reordered friends move", "F(ab)", "F(ba)", "mov 0:1>0:0"),
    Case("e3: swapped sections of different sizes move", "A(a) B(bcd)", "B(bcd) A(a)", "mov 0>1"),
    Case("e4: swapped sections of one size move", "A(a) B(b)", "B(b) A(a)", "mov 0>1"),
    Case(
      "e5: a changed value reloads the old path", "A(abc)", "A(xaBc)", "ins 0:0 rel 0:1",
      .reload),
    Case("e7: a changed header reloads its section", "A(ab)", "A*(ab)", "rel 0", .reload),
  ]

  @Test("plans", arguments: cases)
  func plan(_ example: Case) throws {
    let old = example.old.isEmpty ? Outline() : outline(example.old)
    let new = example.new.isEmpty ? Outline() : outline(example.new)
    let staged = try Planner(content: example.content).stagedPlan(from: old, to: new)
    expectEqual(text(staged.plan), example.plan)
    try expectEqual(Planner(content: example.content).plan(from: old, to: new), staged.plan)
    expectReplays(staged, to: new)
    expectReplays(staged.inverse, to: old)
  }

  @Test("tells the table after each stage")
  func outlines() throws {
    let staged = try Planner().stagedPlan(from: outline("A(ab) C(c)"), to: outline("B(Bx) C(c)"))
    expectEqual(text(staged.plan), "ins 0 rec 0:1 | mov 1:1>0:0 | del 1")
    expectEqual(staged.after.map(text), ["B(x) A(aB) C(c)", "B(Bx) A(a) C(c)", "B(Bx) C(c)"])
  }

  @Test("refuses an identity that is twice in one table, naming both places")
  func duplicates() {
    let good = outline("A(ab) B(c)")
    expect(
      throws: DuplicateIdentity.row("97", in: .before, first: RowPath(0, 0), second: RowPath(1, 1))
    ) { try Planner().plan(from: outline("A(ab) B(ca)"), to: good) }
    expect(
      throws: DuplicateIdentity.row("97", in: .after, first: RowPath(0, 0), second: RowPath(0, 2))
    ) { try Planner().plan(from: good, to: outline("A(aba) B(c)")) }
    expect(throws: DuplicateIdentity.section("65", in: .after, first: 0, second: 1)) {
      try Planner().plan(from: good, to: outline("A(ab) A(c)"))
    }
    // A row that only the new table has, far from the dense identities.
    let far = Outline([.init(id: 65, rows: [.init(id: -7), .init(id: 1 << 40), .init(id: -7)])])
    expect(
      throws: DuplicateIdentity.row("-7", in: .after, first: RowPath(0, 0), second: RowPath(0, 2))
    ) { try Planner().plan(from: good, to: far) }
  }

  @Test("e2: duplicate friends are refused instead of crashing", arguments: ["aba", "ab"])
  func duplicateFriends(old: String) {
    expect(throws: DuplicateIdentity.self) {
      try Planner().plan(from: outline(old), to: outline(old == "ab" ? "aa" : "ba"))
    }
  }

  @Test("plans the example of its documentation")
  func example() throws {
    let old = Outline([.init(id: 1, rows: [.init(id: 1), .init(id: 2), .init(id: 3)])])
    let new = Outline([.init(id: 1, rows: [.init(id: 3), .init(id: 1), .init(id: 2)])])
    expectEqual(text(try Planner().plan(from: old, to: new)), "mov 0:2>0:0")
    expectEqual(
      text(try Planner().plan(from: outline("abcd"), to: outline("daxc"))),
      "del 0:1 ins 0:2 mov 0:3>0:0")
  }

  @Test("words a duplicate identity in one line")
  func duplicateMessage() {
    let error = DuplicateIdentity.row(
      "milk", in: .after, first: RowPath(0, 1), second: RowPath(2, 0))
    expectEqual(error.message, "rows 0:1 and 2:0 of the table after are both 'milk'")
    expect(error.code == "duplicate-row" && error.hint?.isEmpty == false)
  }

  @Test("skips sections that are known to be unchanged, listed or not")
  func unchangedRows() throws {
    func table(_ order: [Int], listed: Bool, extra: Bool) -> Outline {
      Outline(
        order.map { id in
          let rows = (0..<5).map { Outline.Row(id: id * 10 + $0) }
          let isChanged = id == 2
          return Outline.Section(
            id: id, rows: isChanged ? Array(rows.prefix(extra ? 5 : 4)) : listed ? rows : [],
            rowsUnchanged: !isChanged)
        })
    }
    for listed in [true, false] {
      let staged = try Planner().stagedPlan(
        from: table([0, 1, 2, 3], listed: listed, extra: false),
        to: table([3, 0, 1, 2], listed: listed, extra: true))
      expectEqual(text(staged.plan), "mov 3>0 ins 3:4")
      expectReplays(staged, to: table([3, 0, 1, 2], listed: listed, extra: true))
    }
  }

  @Test("a large shuffle moves only what lies outside the longest run", arguments: [21, 22])
  func shuffle(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let ids = Array(0..<3_000).shuffled(using: &generator)
    let from = Outline([.init(id: 0, rows: (0..<3_000).map { .init(id: $0) })])
    let to = Outline([.init(id: 0, rows: ids.map { .init(id: $0) })])
    let plan = try Planner().plan(from: from, to: to)
    expectEqual(plan.stages.count, 1, "seed \(seed)")
    // The patience piles of a shuffled deck are as many as the longest run is long.
    var piles: [Int] = []
    for id in ids {
      if let pile = piles.firstIndex(where: { $0 >= id }) {
        piles[pile] = id
      } else {
        piles.append(id)
      }
    }
    expectEqual(plan.count, ids.count - piles.count, "seed \(seed)")
  }
}
