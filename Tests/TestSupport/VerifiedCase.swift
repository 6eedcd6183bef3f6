import BatchUpdates
import Testing

/// A batch with its expected result. The rules D list all of them, and tests execute them.
///
/// A table is written as in the rules, `abcd` for one section of four rows. Operations are
/// `del`, `ins`, `rel` and `mov`, each with its indexes.
package struct VerifiedCase: Sendable, CustomTestStringConvertible {
  package enum Outcome: Sendable {
    /// Applied; where rows go (`a0:1`), and what is stale.
    case applied(_ rows: String, stale: String = "")
    case warned(_ rows: String, _ warning: Verdict.Warning = .rowOperationsInMovedSection)
    case reloadData
    case illegal(Violation)
  }

  /// The name, such as `D-20`.
  package let name: String
  /// The number of the rule that it demonstrates.
  package let rule: String
  package let old: String
  package let new: String
  package let operations: String
  package let outcome: Outcome
  package var testDescription: String { "\(name): \(old) → \(new), \(operations)" }

  init(
    _ name: String, _ rule: String, _ old: String, _ new: String, _ operations: String,
    _ outcome: Outcome
  ) {
    (self.name, self.rule, self.old, self.new) = (name, rule, old, new)
    (self.operations, self.outcome) = (operations, outcome)
  }

  /// The new index path of each row, such as `a0:0 b-` if b is deleted, and what is stale or warned
  /// of; or `reloadData`; or the code of the exception.
  package var result: String {
    switch outcome {
    case .applied(let rows, ""): rows
    case .applied(let rows, let stale): "\(rows); stale \(stale)"
    case .warned(let rows, _): "\(rows); warning"
    case .reloadData: "reloadData"
    case .illegal(let violation): violation.code
    }
  }

  package static let all: [VerifiedCase] = [
    VerifiedCase("D-1", "D4", "abcd", "acdx", "del 0:1 ins 0:3", .applied("a0:0 b- c0:1 d0:2")),
    VerifiedCase(
      "D-3", "D12", "abcd", "abcd", "del 0:1",
      .illegal(
        .rowCount(
          section: 0, before: 4, after: 4, inserted: 0, deleted: 1, movedIn: 0, movedOut: 0))),
    VerifiedCase(
      "D-4", "D12", "abcd", "a", "del 0:1",
      .illegal(.invalidBatch(before: [4], after: [1], updates: ["Delete row (0 - 1)"]))),
    VerifiedCase(
      "D-5", "D6", "abcd", "acd", "del 0:1 rel 0:1", .illegal(.deleteAndReload(.row(RowPath(0, 1))))
    ),
    VerifiedCase(
      "D-6", "D7", "abcd", "acd", "del 0:1 0:1", .warned("a0:0 b- c0:1 d0:2", .deletedTwice)),
    VerifiedCase(
      "D-7", "D7", "abcd", "acd", "del 0:1 mov 0:1>0:2",
      .illegal(.deleteAndMove(.row(RowPath(0, 1))))),
    VerifiedCase(
      "D-8", "D7", "abcd", "acbd", "rel 0:1 mov 0:1>0:2",
      .illegal(.deleteAndMove(.row(RowPath(0, 1))))),
    VerifiedCase(
      "D-9", "D8", "abcd", "axcbd", "ins 0:2 mov 0:1>0:2",
      .illegal(.insertAndMove(.row(RowPath(0, 2))))),
    VerifiedCase(
      "D-10", "D9", "abcd", "abcd", "mov 0:1>0:2 0:1>0:3",
      .illegal(
        .moveSameSource(
          from: .row(RowPath(0, 1)), to: .row(RowPath(0, 2)), and: .row(RowPath(0, 3))))),
    VerifiedCase(
      "D-11", "D9", "abcd", "abcd", "mov 0:1>0:3 0:0>0:3",
      .illegal(
        .moveSameDestination(
          from: .row(RowPath(0, 0)), and: .row(RowPath(0, 1)), to: .row(RowPath(0, 3))))),
    VerifiedCase(
      "D-12", "D9", "abcd", "acbd", "mov 0:1>0:2 0:1>0:2", .applied("a0:0 b0:2 c0:1 d0:3")),
    VerifiedCase(
      "D-13", "D7", "abcd", "abc", "del 0:4",
      .illegal(.deleteRowOutOfBounds(RowPath(0, 4), count: 4))),
    VerifiedCase(
      "D-14", "D8", "abcd", "abcdx", "ins 0:5",
      .illegal(.insertRowOutOfBounds(RowPath(0, 5), count: 5))),
    VerifiedCase(
      "D-15", "D7", "A(a)", "A(a)", "del 1",
      .illegal(.deleteSectionOutOfBounds(section: 1, count: 1))),
    VerifiedCase(
      "D-16", "D8", "A(a)", "A(a) B(b)", "ins 2",
      .illegal(.insertSectionOutOfBounds(section: 2, count: 2))),
    VerifiedCase(
      "D-17", "D10", "A(a) B(b)", "A(a)", "",
      .illegal(.sectionCount(before: 2, after: 1, inserted: 0, deleted: 0))),
    VerifiedCase(
      "D-18", "D7", "A(abc) B(de)", "B(de)", "del 0:1 del 0", .applied("a- b- c- d0:0 e0:1")),
    VerifiedCase("D-19", "D8", "A(ab)", "A(ab) N(xyz)", "ins 1 ins 1:0", .applied("a0:0 b0:1")),
    VerifiedCase("D-20", "D16", "A(ab) B(cd)", "B(cda)", "del 0 mov 0:0>0:2", .reloadData),
    VerifiedCase(
      "the fallback is a flag", "D7", "A(abcd) B(xy)", "B(xdy)", "del 0 ins 0:1 mov 0:3>0:1",
      .illegal(.insertAndMove(.row(RowPath(0, 1))))),
    VerifiedCase(
      "a section moves to its index", "D9", "A(a) B(b) C(c) D(d) E(e)", "D(d) E(e) C(c) A(a) B(b)",
      "mov 3>0 4>1 2>2", .warned("a3:0 b4:0 c2:0 d0:0 e1:0", .sectionMovesToItsIndex)),
    VerifiedCase("D-21", "D16", "A(ab) B(cd)", "A(b) B(cd) N(a)", "ins 2 mov 0:0>2:0", .reloadData),
    VerifiedCase(
      "D-22", "D11", "A(abc) B(def) C(ghi)", "A(ac) C(gxhi)", "del 0:1 del 1 ins 1:1",
      .applied("a0:0 b- c0:1 d- e- f- g1:0 h1:2 i1:3")),
    VerifiedCase(
      "D-23", "D4", "A(abc) B(de)", "B(de) A(abc)", "mov 0>1",
      .applied("a1:0 b1:1 c1:2 d0:0 e0:1")),
    VerifiedCase(
      "D-24", "D17", "A(abc) B(de)", "B(de) A(aBc)", "mov 0>1 rel 0:1",
      .illegal(
        .invalidBatch(
          before: [3, 2], after: [2, 3],
          updates: ["Delete row (0 - 1)", "Insert row (0 - 1)", "Move section (0) to (1)"]))),
    VerifiedCase(
      "D-24, equal row counts", "D17", "A(abc) B(def)", "B(def) A(aBc)", "mov 0>1 rel 0:1",
      .illegal(
        .invalidBatch(
          before: [3, 3], after: [3, 3],
          updates: ["Delete row (0 - 1)", "Insert row (0 - 1)", "Move section (0) to (1)"]))),
    VerifiedCase(
      "D-25", "D17", "A(a) B(b)", "B(b) A(a)", "mov 0>1 rel 0",
      .illegal(.deleteAndMove(.section(0)))),
    VerifiedCase(
      "D-26", "D17", "A(ab)", "A(Ba)", "rel 0:1 mov 0:0>0:1",
      .illegal(.insertAndMove(.row(RowPath(0, 1))))),
    VerifiedCase(
      "D-28", "D6", "abcd", "xaCd", "rel 0:2 del 0:1 ins 0:0", .applied("a0:1 b- c- d0:3")),
    VerifiedCase(
      "D-29", "D12", "abcd", "aBc", "rel 0:1",
      .illegal(
        .invalidBatch(
          before: [4], after: [3], updates: ["Delete row (0 - 1)", "Insert row (0 - 1)"]))),
    VerifiedCase(
      "D-30", "D11", "A(abc) B(de)", "A(ac) B(dbe)", "mov 0:1>1:1",
      .applied("a0:0 b1:1 c0:1 d1:0 e1:2")),
    VerifiedCase(
      "D-31", "D5", "abcd", "abdc", "", .applied("a0:0 b0:1 c0:2 d0:3", stale: "0:2 0:3")),
    VerifiedCase(
      "D-34", "G8", "P(ab) C(cdefg) Q(hi)", "C(cdefg) P(ab) Q(hi)",
      "del 0:0 0:1 1:0 1:1 1:2 1:3 1:4 ins 0:0 0:1 0:2 0:3 0:4 1:0 1:1",
      .applied("a- b- c- d- e- f- g- h2:0 i2:1", stale: "0 1")),
    VerifiedCase(
      "D-35", "G9", "P(ab) C(cdefg) Q(hi)", "C(cdefg) P(ab) Q(hi)", "mov 0>1",
      .applied("a1:0 b1:1 c0:0 d0:1 e0:2 f0:3 g0:4 h2:0 i2:1")),
    VerifiedCase(
      "D-36", "D5", "A(ab) B(cd)", "A(ab) B(cd) C(ef)", "ins 1",
      .applied("a0:0 b0:1 c2:0 d2:1", stale: "2 2:0 2:1")),
    VerifiedCase(
      "D-37", "D11", "A(ab) B(cd)", "B(cd) A(abx)", "mov 0>1 ins 1:2",
      .warned("a1:0 b1:1 c0:0 d0:1")),
    VerifiedCase("D-41", "D4", "abcd", "dabc", "mov 0:3>0:0", .applied("a0:1 b0:2 c0:3 d0:0")),
    VerifiedCase(
      "D-43", "D7", "A(ab) B(cd)", "A(abx) B(cd)", "rel 0 ins 0:2",
      .applied("a- b- c1:0 d1:1")),
  ]
}
