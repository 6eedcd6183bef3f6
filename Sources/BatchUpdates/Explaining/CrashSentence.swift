/// The sentences of UIKit, and what each says.
struct CrashSentence {
  typealias Finding = CrashMessage.Finding

  let pattern: CrashPattern
  /// Makes the finding from the numbers in the pattern's holes.
  let finding: @Sendable ([Int]) -> Finding

  private init(_ pattern: String, _ finding: @escaping @Sendable ([Int]) -> Finding) {
    self.pattern = CrashPattern(pattern)
    self.finding = finding
  }

  private static func violation(
    _ pattern: String, _ violation: @escaping @Sendable ([Int]) -> Violation
  ) -> CrashSentence {
    CrashSentence(pattern) { .violation(violation($0)) }
  }

  private static func path(_ numbers: [Int], _ at: Int = 0) -> RowPath {
    RowPath(numbers[at], numbers[at + 1])
  }

  private static func row(_ numbers: [Int], _ at: Int = 0) -> SectionOrRow {
    .row(path(numbers, at))
  }

  /// The sentences that name an index, from the most special to the least.
  static let all = outOfBounds + conflicts + moves + doubleMoves + fallbacks

  private static let outOfBounds: [CrashSentence] = [
    .violation("attempt to delete row # from section # which|that only contains # row|rows") {
      .deleteRowOutOfBounds(RowPath($0[1], $0[0]), count: $0[2])
    },
    .violation(
      "attempt to delete row # from section # but there are|is only # section|sections before"
    ) {
      .deleteRowSectionOutOfBounds(RowPath($0[1], $0[0]), count: $0[2])
    },
    .violation("attempt to delete section # but there are|is only # section|sections before") {
      .deleteSectionOutOfBounds(section: $0[0], count: $0[1])
    },
    .violation(
      "attempt to insert row # into section # but there are|is only # row|rows in section # after"
    ) {
      .insertRowOutOfBounds(RowPath($0[1], $0[0]), count: $0[2])
    },
    .violation(
      "attempt to insert row # into section # but there are|is only # section|sections after"
    ) {
      .insertRowSectionOutOfBounds(RowPath($0[1], $0[0]), count: $0[2])
    },
    .violation("attempt to insert section # but there are|is only # section|sections after") {
      .insertSectionOutOfBounds(section: $0[0], count: $0[1])
    },
  ]

  private static let conflicts: [CrashSentence] = [
    .violation("attempt to delete and reload the same section #") {
      .deleteAndReload(.section($0[0]))
    },
    .violation("attempt to delete and reload the same index|row ~ @") { .deleteAndReload(row($0)) },
    .violation("delete and a move from the same section #") { .deleteAndMove(.section($0[0])) },
    .violation("delete and a move from the same index path @") { .deleteAndMove(row($0)) },
    .violation("insert and a move to the same section #") { .insertAndMove(.section($0[0])) },
    .violation("insert and a move to the same index path @") { .insertAndMove(row($0)) },
  ]

  private static let moves: [CrashSentence] = [
    CrashSentence("move index path @ from a section that does not exist ~ only # sections") {
      .partial("E-MOV-ROW-SRC", ("from", .path(path($0))), ("count", .number($0[2])))
    },
    CrashSentence("move index path @ that does not exist ~ only # rows in section # before") {
      .partial("E-MOV-ROW-SRC", ("from", .path(path($0))), ("count", .number($0[2])))
    },
    .violation(
      "move index path @ to index path @ in ~ section that does not exist ~ only # sections"
    ) {
      .moveRowDestination(from: path($0), to: path($0, 2), missing: .section, count: $0[4])
    },
    .violation(
      "move index path @ to index path @ that does not exist ~ only # rows in section # after"
    ) {
      .moveRowDestination(from: path($0), to: path($0, 2), missing: .row, count: $0[4])
    },
    .violation("move section # to section|to # but ~ only # sections after") {
      .moveSectionDestination(from: $0[0], to: $0[1], count: $0[2])
    },
    .violation("move section # to # but ~ only # sections after") {
      .moveSectionDestination(from: $0[0], to: $0[1], count: $0[2])
    },
    CrashSentence("move section # but there are|is only # sections before") {
      .partial("E-MOV-SEC-SRC", ("from", .number($0[0])), ("count", .number($0[1])))
    },
    CrashSentence("move section # that doesnt exist # sections before") {
      .partial("E-MOV-SEC-SRC", ("from", .number($0[0])), ("count", .number($0[1])))
    },
  ]

  private static let doubleMoves: [CrashSentence] = [
    .violation("attempt to move section # to both section # and section #") {
      .moveSameSource(from: .section($0[0]), to: .section($0[1]), and: .section($0[2]))
    },
    .violation("attempt to move ~ path @ to both @ and @") {
      .moveSameSource(from: row($0), to: row($0, 2), and: row($0, 4))
    },
    .violation("attempt to move both section # and section # to section #") {
      .moveSameDestination(from: .section($0[0]), and: .section($0[1]), to: .section($0[2]))
    },
    .violation("attempt to move both ~ path @ and @ to @") {
      .moveSameDestination(from: row($0), and: row($0, 2), to: row($0, 4))
    },
  ]

  /// The sentences that are cut off before their facts.
  static let cut: [CrashSentence] = [
    CrashSentence("invalid number of rows in section #") {
      .partial("E-ROW-COUNT", ("section", .number($0[0])))
    },
    CrashSentence("invalid number of sections") { _ in .partial("E-SECTION-COUNT") },
    CrashSentence("invalid batch updates detected") { _ in .partial("E-INVALID-BATCH") },
    CrashSentence("attempt to delete and reload the same") { _ in .partial("E-DEL-REL") },
    CrashSentence("delete and a move from the same") { _ in .partial("E-DEL-MOV") },
    CrashSentence("insert and a move to the same") { _ in .partial("E-INS-MOV") },
  ]

  private static let fallbacks: [CrashSentence] = [
    CrashSentence("cannot move a|an row from a deleted section #") {
      .moveOutOfDeleted(section: $0[0])
    },
    CrashSentence("cannot move a|an row into a newly inserted section #") {
      .moveIntoInserted(section: $0[0])
    },
  ]
}
