/// A batch with its expected result, which a test executes.
///
/// A table is written as in the rules, `abcd` for one section of four rows. Operations are
/// `del`, `ins`, `rel` and `mov`, each with its indexes.
public struct WorkedCase: Sendable {
  /// The name, such as `D-20`.
  public let name: String
  /// The rule that it demonstrates.
  public let rule: TableRule
  /// The table before and after the batch.
  public let before, after: String
  /// The operations of the batch; empty: none.
  public let operations: String
  /// The new index path of each row, such as `a0:0 b-` if b is deleted, and what is stale or warned
  /// of; or `reloadData`; or the code of the exception.
  public let result: String

  init(
    _ name: String, _ rule: TableRule, _ before: String, _ after: String, _ operations: String,
    _ result: String
  ) {
    self.name = name
    self.rule = rule
    self.before = before
    self.after = after
    self.operations = operations
    self.result = result
  }

  /// All cases of batch updates.
  public static let all: [WorkedCase] = [
    WorkedCase("D-1", .survivors, "abcd", "acdx", "del 0:1 ins 0:3", "a0:0 b- c0:1 d0:2"),
    WorkedCase("D-3", .reportedCount, "abcd", "abcd", "del 0:1", "E-ROW-COUNT"),
    WorkedCase("D-4", .reportedCount, "abcd", "a", "del 0:1", "E-INVALID-BATCH"),
    WorkedCase("D-5", .reloadsFirst, "abcd", "acd", "del 0:1 rel 0:1", "E-DEL-REL"),
    WorkedCase("D-6", .deletesSecond, "abcd", "acd", "del 0:1 0:1", "a0:0 b- c0:1 d0:2; warning"),
    WorkedCase("D-7", .deletesSecond, "abcd", "acd", "del 0:1 mov 0:1>0:2", "E-DEL-MOV"),
    WorkedCase("D-8", .deletesSecond, "abcd", "acbd", "rel 0:1 mov 0:1>0:2", "E-DEL-MOV"),
    WorkedCase("D-9", .insertsThird, "abcd", "axcbd", "ins 0:2 mov 0:1>0:2", "E-INS-MOV"),
    WorkedCase("D-10", .movesFourth, "abcd", "abcd", "mov 0:1>0:2 0:1>0:3", "E-MOV-SAME-SRC"),
    WorkedCase("D-11", .movesFourth, "abcd", "abcd", "mov 0:1>0:3 0:0>0:3", "E-MOV-SAME-DST"),
    WorkedCase("D-12", .movesFourth, "abcd", "acbd", "mov 0:1>0:2 0:1>0:2", "a0:0 b0:2 c0:1 d0:3"),
    WorkedCase("D-13", .deletesSecond, "abcd", "abc", "del 0:4", "E-DEL-ROW-OOB"),
    WorkedCase("D-14", .insertsThird, "abcd", "abcdx", "ins 0:5", "E-INS-ROW-OOB"),
    WorkedCase("D-15", .deletesSecond, "A(a)", "A(a)", "del 1", "E-DEL-SEC-OOB"),
    WorkedCase("D-16", .insertsThird, "A(a)", "A(a) B(b)", "ins 2", "E-INS-SEC-OOB"),
    WorkedCase("D-17", .sectionCount, "A(a) B(b)", "A(a)", "", "E-SECTION-COUNT"),
    WorkedCase(
      "D-18", .deletesSecond, "A(abc) B(de)", "B(de)", "del 0:1 del 0", "a- b- c- d0:0 e0:1"),
    WorkedCase("D-19", .insertsThird, "A(ab)", "A(ab) N(xyz)", "ins 1 ins 1:0", "a0:0 b0:1"),
    WorkedCase("D-20", .readAgain, "A(ab) B(cd)", "B(cda)", "del 0 mov 0:0>0:2", "reloadData"),
    WorkedCase(
      "the fallback is a flag", .deletesSecond, "A(abcd) B(xy)", "B(xdy)",
      "del 0 ins 0:1 mov 0:3>0:1", "E-INS-MOV"),
    WorkedCase(
      "a section moves to its index", .movesFourth, "A(a) B(b) C(c) D(d) E(e)",
      "D(d) E(e) C(c) A(a) B(b)", "mov 3>0 4>1 2>2", "a3:0 b4:0 c2:0 d0:0 e1:0; warning"),
    WorkedCase(
      "D-21", .readAgain, "A(ab) B(cd)", "A(b) B(cd) N(a)", "ins 2 mov 0:0>2:0", "reloadData"),
    WorkedCase(
      "D-22", .rowCount, "A(abc) B(def) C(ghi)", "A(ac) C(gxhi)", "del 0:1 del 1 ins 1:1",
      "a0:0 b- c0:1 d- e- f- g1:0 h1:2 i1:3"),
    WorkedCase(
      "D-23", .survivors, "A(abc) B(de)", "B(de) A(abc)", "mov 0>1", "a1:0 b1:1 c1:2 d0:0 e0:1"),
    WorkedCase(
      "D-24", .reloadBesideMove, "A(abc) B(de)", "B(de) A(aBc)", "mov 0>1 rel 0:1",
      "E-INVALID-BATCH"),
    WorkedCase(
      "D-24, equal row counts", .reloadBesideMove, "A(abc) B(def)", "B(def) A(aBc)",
      "mov 0>1 rel 0:1", "E-INVALID-BATCH"),
    WorkedCase("D-25", .reloadBesideMove, "A(a) B(b)", "B(b) A(a)", "mov 0>1 rel 0", "E-DEL-MOV"),
    WorkedCase("D-26", .reloadBesideMove, "A(ab)", "A(Ba)", "rel 0:1 mov 0:0>0:1", "E-INS-MOV"),
    WorkedCase("D-28", .reloadsFirst, "abcd", "xaCd", "rel 0:2 del 0:1 ins 0:0", "a0:1 b- c- d0:3"),
    WorkedCase("D-29", .reportedCount, "abcd", "aBc", "rel 0:1", "E-INVALID-BATCH"),
    WorkedCase(
      "D-30", .rowCount, "A(abc) B(de)", "A(ac) B(dbe)", "mov 0:1>1:1", "a0:0 b1:1 c0:1 d1:0 e1:2"),
    WorkedCase(
      "D-31", .uncheckedIdentity, "abcd", "abdc", "", "a0:0 b0:1 c0:2 d0:3; stale 0:2 0:3"),
    WorkedCase(
      "D-34", .scrambled, "P(ab) C(cdefg) Q(hi)", "C(cdefg) P(ab) Q(hi)",
      "del 0:0 0:1 1:0 1:1 1:2 1:3 1:4 ins 0:0 0:1 0:2 0:3 0:4 1:0 1:1",
      "a- b- c- d- e- f- g- h2:0 i2:1; stale 0 1"),
    WorkedCase(
      "D-35", .reordered, "P(ab) C(cdefg) Q(hi)", "C(cdefg) P(ab) Q(hi)", "mov 0>1",
      "a1:0 b1:1 c0:0 d0:1 e0:2 f0:3 g0:4 h2:0 i2:1"),
    WorkedCase(
      "D-36", .uncheckedIdentity, "A(ab) B(cd)", "A(ab) B(cd) C(ef)", "ins 1",
      "a0:0 b0:1 c2:0 d2:1; stale 2 2:0 2:1"),
    WorkedCase(
      "D-37", .rowCount, "A(ab) B(cd)", "B(cd) A(abx)", "mov 0>1 ins 1:2",
      "a1:0 b1:1 c0:0 d0:1; warning"),
    WorkedCase("D-41", .survivors, "abcd", "dabc", "mov 0:3>0:0", "a0:1 b0:2 c0:3 d0:0"),
    WorkedCase(
      "D-43", .deletesSecond, "A(ab) B(cd)", "A(abx) B(cd)", "rel 0 ins 0:2", "a- b- c1:0 d1:1"),
  ]
}
