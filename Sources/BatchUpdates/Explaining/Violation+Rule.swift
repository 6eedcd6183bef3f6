extension Violation {
  /// The rule of the step in which it is found, such as `D7`: the order of evaluation is that of rules D6
  /// to D12.
  public var rule: String {
    switch self {
    case .deleteAndReload: "D6"
    case .deleteAndReconfigure, .deleteAndMove, .deleteSectionOutOfBounds,
      .deleteRowSectionOutOfBounds, .deleteRowOutOfBounds, .reconfigureOutOfBounds:
      "D7"
    case .insertAndMove, .insertSectionOutOfBounds, .insertRowSectionOutOfBounds,
      .insertRowOutOfBounds:
      "D8"
    case .moveSectionSource, .moveSectionDestination, .moveRowSource, .moveRowDestination,
      .moveSameSource, .moveSameDestination:
      "D9"
    case .sectionCount: "D10"
    case .rowCount, .invalidBatch: "D12"
    }
  }
}
