extension Plan {
  /// The plan that leads back: the inverse stages in reversed order.
  ///
  /// Undoing is applying the inverse. A full reload is undone by a full reload.
  public var inverse: Plan {
    switch self {
    case .stages(let stages): .stages(stages.reversed().map(\.inverse))
    case .reloadData: self
    }
  }
}
