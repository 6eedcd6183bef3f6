extension Plan {
  /// The plan that leads back: the inverse stages in reversed order.
  ///
  /// Undoing is applying the inverse. A full reload is undone by a full reload.
  ///
  ///     [a b c]  →  [c a]      delete 0:1, move 0:2 → 0:0
  ///     [c a]  →  [a b c]      insert 0:1, move 0:0 → 0:2
  ///
  /// - Complexity: O(*n* log *n*) for *n* operations.
  public var inverse: Plan {
    switch self {
    case .stages(let stages): .stages(stages.reversed().map(\.inverse))
    case .reloadData: self
    }
  }
}
