/// The operations that one `performBatchUpdates` block can apply.
///
///     before  A(a b c) B(d)      delete row 0:1, move row 1:0 → 0:2, delete section 1
///     after   A(a c d)           a reload of the table: a row leaves a deleted section
///
///     before  A(a b c) B(d)      delete row 0:1, move row 1:0 → 0:2
///     after   A(a c d) B()       legal
///
///     Stage(
///       rows: Changes(
///         deletes: [RowPath(0, 1)],
///         moves: [Move(from: RowPath(1, 0), to: RowPath(0, 2))]))
///
/// Indexes of deletes, reloads, reconfigures and sources of moves are those *before* the stage,
/// indexes of inserts and destinations of moves those *after* it, for sections and rows alike: a
/// row path before has the index that its section had before.
///
/// ``Judge`` says whether UIKit would accept it, ``replay(shown:data:)`` what a view would show,
/// ``StageMapping`` where each row goes, ``inverse`` how to get back.
///
/// Source: <doc:TheRules>, D1 to D4.
public struct Stage: Hashable, Sendable {
  /// Operations on sections, by their indexes. A section's `reconfigures` redraw header and footer
  /// and touch no row; its `reloads` read all its rows again.
  public var sections: Changes<Int>
  /// Operations on rows, by their paths. Those inside a deleted, inserted or reloaded section need
  /// not be listed.
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
  ///
  /// - Complexity: O(1).
  public var count: Int { sections.count + rows.count + (reconfiguresAllRows ? 1 : 0) }

  /// Whether there is no operation.
  public var isEmpty: Bool { count == 0 }
}
