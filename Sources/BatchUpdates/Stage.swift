/// The operations that one `performBatchUpdates` block can apply.
public struct Stage: Hashable, Sendable {
  /// Operations on sections. A section's `reconfigures` redraw header and footer and touch no row.
  public var sections: Changes<Int>
  /// Operations on rows.
  public var rows: Changes<RowPath>
  /// Whether every row is redrawn in its old cell, as after a change of columns; `rows` then
  /// lists no `reconfigures`.
  public var reconfiguresAllRows: Bool

  /// Creates a stage; what is left out is empty.
  public init(
    sections: Changes<Int> = Changes(), rows: Changes<RowPath> = Changes(),
    reconfiguresAllRows: Bool = false
  ) {
    self.sections = sections
    self.rows = rows
    self.reconfiguresAllRows = reconfiguresAllRows
  }

  /// How many operations there are; reconfiguring all rows counts as one.
  public var count: Int { sections.count + rows.count + (reconfiguresAllRows ? 1 : 0) }

  /// Whether there is no operation.
  public var isEmpty: Bool { count == 0 }
}
