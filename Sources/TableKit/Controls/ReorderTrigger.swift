/// What each touch on the first row starts some time later, whatever row is there.
///
/// Source: rule G10.
public struct ReorderTrigger: Hashable, Sendable {
  /// How much later.
  public var seconds: Double
  /// The sections in the order in which they are to stand.
  public var sections: [SectionID]
  /// Whether it is done with rows, as TableSectionsAndAnimatedUpdate does.
  public var byRows: Bool

  /// Creates a trigger.
  public init(seconds: Double, sections: [SectionID], byRows: Bool) {
    self.seconds = seconds
    self.sections = sections
    self.byRows = byRows
  }
}
