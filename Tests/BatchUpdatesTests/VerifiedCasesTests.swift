import BatchUpdates
import Expectations
import TableRules
import TestSupport
import Testing

/// The cases of the rules D, one by one.
struct VerifiedCasesTests {
  enum Outcome: Sendable {
    /// Applied; where rows go (`a0:1`), and what is stale.
    case applied(_ rows: String, stale: String = "")
    case warned(_ rows: String, _ warning: Verdict.Warning = .rowOperationsInMovedSection)
    case reloadData
    case illegal(Violation)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let old: String
    let new: String
    let operations: String
    let outcome: Outcome
    var testDescription: String { "\(name): \(old) → \(new), \(operations)" }

    init(_ name: String, _ old: String, _ new: String, _ operations: String, _ outcome: Outcome) {
      self.name = name
      self.old = old
      self.new = new
      self.operations = operations
      self.outcome = outcome
    }
  }

  static let cases: [Case] = [
    Case("D-1", "abcd", "acdx", "del 0:1 ins 0:3", .applied("a0:0 b- c0:1 d0:2")),
    Case(
      "D-3", "abcd", "abcd", "del 0:1",
      .illegal(
        .rowCount(
          section: 0, before: 4, after: 4, inserted: 0, deleted: 1, movedIn: 0, movedOut: 0))),
    Case(
      "D-4", "abcd", "a", "del 0:1",
      .illegal(.invalidBatch(before: [4], after: [1], updates: ["Delete row (0 - 1)"]))),
    Case("D-5", "abcd", "acd", "del 0:1 rel 0:1", .illegal(.deleteAndReload(.row(RowPath(0, 1))))),
    Case("D-6", "abcd", "acd", "del 0:1 0:1", .warned("a0:0 b- c0:1 d0:2", .deletedTwice)),
    Case(
      "D-7", "abcd", "acd", "del 0:1 mov 0:1>0:2", .illegal(.deleteAndMove(.row(RowPath(0, 1))))),
    Case(
      "D-8", "abcd", "acbd", "rel 0:1 mov 0:1>0:2",
      .illegal(.deleteAndMove(.row(RowPath(0, 1))))),
    Case(
      "D-9", "abcd", "axcbd", "ins 0:2 mov 0:1>0:2",
      .illegal(.insertAndMove(.row(RowPath(0, 2))))),
    Case(
      "D-10", "abcd", "abcd", "mov 0:1>0:2 0:1>0:3",
      .illegal(
        .moveSameSource(
          from: .row(RowPath(0, 1)), to: .row(RowPath(0, 2)), and: .row(RowPath(0, 3))))),
    Case(
      "D-11", "abcd", "abcd", "mov 0:1>0:3 0:0>0:3",
      .illegal(
        .moveSameDestination(
          from: .row(RowPath(0, 0)), and: .row(RowPath(0, 1)), to: .row(RowPath(0, 3))))),
    Case(
      "D-12", "abcd", "acbd", "mov 0:1>0:2 0:1>0:2", .applied("a0:0 b0:2 c0:1 d0:3")),
    Case(
      "D-13", "abcd", "abc", "del 0:4", .illegal(.deleteRowOutOfBounds(RowPath(0, 4), count: 4))),
    Case(
      "D-14", "abcd", "abcdx", "ins 0:5",
      .illegal(.insertRowOutOfBounds(RowPath(0, 5), count: 5))),
    Case(
      "D-15", "A(a)", "A(a)", "del 1",
      .illegal(.deleteSectionOutOfBounds(section: 1, count: 1))),
    Case(
      "D-16", "A(a)", "A(a) B(b)", "ins 2",
      .illegal(.insertSectionOutOfBounds(section: 2, count: 2))),
    Case(
      "D-17", "A(a) B(b)", "A(a)", "",
      .illegal(.sectionCount(before: 2, after: 1, inserted: 0, deleted: 0))),
    Case(
      "D-18", "A(abc) B(de)", "B(de)", "del 0:1 del 0", .applied("a- b- c- d0:0 e0:1")),
    Case("D-19", "A(ab)", "A(ab) N(xyz)", "ins 1 ins 1:0", .applied("a0:0 b0:1")),
    Case("D-20", "A(ab) B(cd)", "B(cda)", "del 0 mov 0:0>0:2", .reloadData),
    Case(
      "the fallback is a flag", "A(abcd) B(xy)", "B(xdy)", "del 0 ins 0:1 mov 0:3>0:1",
      .illegal(.insertAndMove(.row(RowPath(0, 1))))),
    Case(
      "a section moves to its index", "A(a) B(b) C(c) D(d) E(e)", "D(d) E(e) C(c) A(a) B(b)",
      "mov 3>0 4>1 2>2", .warned("a3:0 b4:0 c2:0 d0:0 e1:0", .sectionMovesToItsIndex)),
    Case("D-21", "A(ab) B(cd)", "A(b) B(cd) N(a)", "ins 2 mov 0:0>2:0", .reloadData),
    Case(
      "D-22", "A(abc) B(def) C(ghi)", "A(ac) C(gxhi)", "del 0:1 del 1 ins 1:1",
      .applied("a0:0 b- c0:1 d- e- f- g1:0 h1:2 i1:3")),
    Case(
      "D-23", "A(abc) B(de)", "B(de) A(abc)", "mov 0>1",
      .applied("a1:0 b1:1 c1:2 d0:0 e0:1")),
    Case(
      "D-24", "A(abc) B(de)", "B(de) A(aBc)", "mov 0>1 rel 0:1",
      .illegal(
        .invalidBatch(
          before: [3, 2], after: [2, 3],
          updates: ["Delete row (0 - 1)", "Insert row (0 - 1)", "Move section (0) to (1)"]))),
    Case(
      "D-24, equal row counts", "A(abc) B(def)", "B(def) A(aBc)", "mov 0>1 rel 0:1",
      .illegal(
        .invalidBatch(
          before: [3, 3], after: [3, 3],
          updates: ["Delete row (0 - 1)", "Insert row (0 - 1)", "Move section (0) to (1)"]))),
    Case(
      "D-25", "A(a) B(b)", "B(b) A(a)", "mov 0>1 rel 0", .illegal(.deleteAndMove(.section(0)))),
    Case(
      "D-26", "A(ab)", "A(Ba)", "rel 0:1 mov 0:0>0:1",
      .illegal(.insertAndMove(.row(RowPath(0, 1))))),
    Case(
      "D-28", "abcd", "xaCd", "rel 0:2 del 0:1 ins 0:0", .applied("a0:1 b- c- d0:3")),
    Case(
      "D-29", "abcd", "aBc", "rel 0:1",
      .illegal(
        .invalidBatch(
          before: [4], after: [3], updates: ["Delete row (0 - 1)", "Insert row (0 - 1)"]))),
    Case(
      "D-30", "A(abc) B(de)", "A(ac) B(dbe)", "mov 0:1>1:1",
      .applied("a0:0 b1:1 c0:1 d1:0 e1:2")),
    Case(
      "D-31", "abcd", "abdc", "", .applied("a0:0 b0:1 c0:2 d0:3", stale: "0:2 0:3")),
    Case(
      "D-34", "P(ab) C(cdefg) Q(hi)", "C(cdefg) P(ab) Q(hi)",
      "del 0:0 0:1 1:0 1:1 1:2 1:3 1:4 ins 0:0 0:1 0:2 0:3 0:4 1:0 1:1",
      .applied("a- b- c- d- e- f- g- h2:0 i2:1", stale: "0 1")),
    Case(
      "D-35", "P(ab) C(cdefg) Q(hi)", "C(cdefg) P(ab) Q(hi)", "mov 0>1",
      .applied("a1:0 b1:1 c0:0 d0:1 e0:2 f0:3 g0:4 h2:0 i2:1")),
    Case(
      "D-36", "A(ab) B(cd)", "A(ab) B(cd) C(ef)", "ins 1",
      .applied("a0:0 b0:1 c2:0 d2:1", stale: "2 2:0 2:1")),
    Case(
      "D-37", "A(ab) B(cd)", "B(cd) A(abx)", "mov 0>1 ins 1:2",
      .warned("a1:0 b1:1 c0:0 d0:1")),
    Case("D-41", "abcd", "dabc", "mov 0:3>0:0", .applied("a0:1 b0:2 c0:3 d0:0")),
    Case(
      "D-43", "A(ab) B(cd)", "A(abx) B(cd)", "rel 0 ins 0:2",
      .applied("a- b- c1:0 d1:1")),
  ]

  @Test("is judged, mapped and replayed as the table says", arguments: cases)
  func verdict(_ example: Case) throws {
    let old = outline(example.old)
    let new = outline(example.new)
    let stage = stage(example.operations)
    let verdict = Judge().verdict(on: stage, before: old, after: new)
    switch example.outcome {
    case .applied(let rows, let stale):
      expectEqual(verdict, .legal(warnings: []))
      expectEqual(mapping(stage, old, like: rows), rows)
      try expectEqual(staleness(stage, old, new), stale)
    case .warned(let rows, let warning):
      expectEqual(verdict, .legal(warnings: [warning]))
      expectEqual(mapping(stage, old, like: rows), rows)
      try expectEqual(staleness(stage, old, new), "")
    case .reloadData:
      guard case .reloadData = verdict else {
        Issue.record("\(verdict)")
        return
      }
      let replay = try stage.replay(shown: old, data: new)
      expect(replay.shown == new && replay.reloadedData != nil)
    case .illegal(let violation):
      expectEqual(verdict, .illegal(violation))
      expect(throws: violation) { try stage.replay(shown: old, data: new) }
    }
    expect(Witnesses(shown: old, data: new).fate(of: stage) != nil)
  }

  @Test("are those that the rules list, with their results")
  func listed() {
    let listed = WorkedCase.all.map {
      [$0.name, $0.before, $0.after, $0.operations, $0.result]
    }
    let executed = Self.cases.map { example in
      let result =
        switch example.outcome {
        case .applied(let rows, ""): rows
        case .applied(let rows, let stale): "\(rows); stale \(stale)"
        case .warned(let rows, _): "\(rows); warning"
        case .reloadData: "reloadData"
        case .illegal(let violation): violation.code
        }
      return [example.name, example.old, example.new, example.operations, result]
    }
    expectEqual(listed, executed)
  }

  /// Where the rows named in `rows` go.
  private func mapping(_ stage: Stage, _ old: Outline, like rows: String) -> String {
    let names = Set(rows.split(separator: " ").compactMap { $0.unicodeScalars.first?.value })
    let mapping = StageMapping(stage)
    var words: [String] = []
    for (section, content) in old.sections.enumerated() {
      for (row, cell) in content.rows.enumerated() where names.contains(UInt32(cell.id)) {
        let name = Character(UnicodeScalar(UInt8(cell.id)))
        let after = mapping.path(after: RowPath(section, row))
        words.append("\(name)\(after.map(\.description) ?? "-")")
      }
    }
    return words.joined(separator: " ")
  }

  /// Stale headers, then stale rows.
  private func staleness(_ stage: Stage, _ old: Outline, _ new: Outline) throws -> String {
    let replay = try stage.replay(shown: old, data: new)
    return (replay.staleHeaders.map { "\($0)" } + replay.stale.map { "\($0)" })
      .joined(separator: " ")
  }
}
