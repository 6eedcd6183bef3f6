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
/// A report of a stage says whether UIKit would accept it, and what would be stale after it.
/// ``StageMapping`` says where each row goes, ``inverse`` how to get back.
///
/// Source: <doc:TheRules>, D1 to D4.
public struct Stage: Hashable, Codable, Sendable {
  /// Operations on sections, by their indexes. A section's `reconfigures` redraw header and footer
  /// and touch no row; its `reloads` read all its rows again.
  public var sections: Changes<Int>
  /// Operations on rows, by their paths. Those inside a deleted, inserted or reloaded section need
  /// not be listed.
  public var rows: Changes<RowPath>
  /// Whether every row is redrawn in its old cell, as after a change of columns. `rows` then lists no
  /// `reconfigures`. A planner never sets it.
  package var reconfiguresAllRows: Bool

  /// Creates a stage. Parts that you leave out are empty.
  public init(sections: Changes<Int> = Changes(), rows: Changes<RowPath> = Changes()) {
    self.init(sections: sections, rows: rows, reconfiguresAllRows: false)
  }

  /// Creates a stage that may redraw all rows.
  package init(
    sections: Changes<Int> = Changes(), rows: Changes<RowPath> = Changes(),
    reconfiguresAllRows: Bool
  ) {
    self.sections = sections
    self.rows = rows
    self.reconfiguresAllRows = reconfiguresAllRows
  }

  /// The number of operations.
  ///
  /// - Complexity: O(1).
  public var count: Int { sections.count + rows.count + (reconfiguresAllRows ? 1 : 0) }

  /// True if there is no operation.
  public var isEmpty: Bool { count == 0 }
}

extension Stage {
  /// The stage that leads back: deletes become inserts and inserts deletes, moves turn round, and
  /// redraws count in the table after this stage.
  ///
  ///     [a b c d]  →  [d a x c]     delete 0:1, insert 0:2, move 0:3 → 0:0
  ///     [d a x c]  →  [a b c d]     delete 0:2, insert 0:1, move 0:0 → 0:3
  ///
  /// The inverse of a legal stage is legal. Show the data from before the stage with it.
  ///
  /// - Complexity: O(*n* log *n*) for *n* operations, whatever the size of the table.
  public var inverse: Stage {
    // For a redrawn row it matters where it goes, not what UIKit makes of its reload.
    var places = self
    places.sections.reloads = []
    places.rows.reloads = []
    // Of a million moves a mapping is large, and mostly nothing asks for it.
    lazy var mapping = StageMapping(places)
    let paths = { (paths: [RowPath]) in paths.compactMap { mapping.path(after: $0) }.sorted() }
    let indexes = { (indexes: [Int]) in
      indexes.compactMap { mapping.section(after: $0) }.sorted()
    }
    return Stage(
      sections: Changes(
        deletes: sections.inserts, inserts: sections.deletes, moves: sections.moves.turned(),
        reloads: indexes(sections.reloads), reconfigures: indexes(sections.reconfigures)),
      rows: Changes(
        deletes: rows.inserts, inserts: rows.deletes, moves: rows.moves.turned(),
        reloads: paths(rows.reloads), reconfigures: paths(rows.reconfigures)),
      reconfiguresAllRows: reconfiguresAllRows)
  }
}

extension Array {
  /// The moves with source and destination exchanged, sorted by source.
  fileprivate func turned<Index>() -> [Move<Index>] where Element == Move<Index> {
    map { Move(from: $0.to, to: $0.from) }.sorted { $0.from < $1.from }
  }
}

/// What one stage does to sections (`Index` is `Int`) or to rows (`Index` is ``RowPath``).
///
/// Each list counts in one of two tables, whatever the other lists hold and in whatever order the
/// calls are made:
///
///     before  [a b c d e]    deletes, reloads, reconfigures, and where moves start
///     after   [e a x c]      inserts, and where moves end
///
///     Changes(
///       deletes: [RowPath(0, 1), RowPath(0, 3)],               // b and d, before
///       inserts: [RowPath(0, 2)],                              // x, after
///       moves: [Move(from: RowPath(0, 4), to: RowPath(0, 0))]) // e, before and after
///
/// Sections and rows that no list names keep their order and fill the free places: above, a and c.
///
/// The lists of a planner are sorted (moves by `from`) and have no duplicates. A stage that you write
/// by hand may hold anything.
///
/// Source: <doc:TheRules>, D2 to D4.
public struct Changes<Index: Hashable & Comparable & Sendable>: Hashable, Sendable {
  /// Indexes *before* the stage of what vanishes. Rows of a deleted section need not be listed.
  public var deletes: [Index]
  /// Indexes *after* the stage of what appears. Rows of an inserted section need not be listed.
  public var inserts: [Index]
  /// Moves, each from an index *before* the stage to an index *after* it. A move does not redraw.
  public var moves: [Move<Index>]
  /// Indexes *before* the stage of what is replaced by a new cell: selection is lost there.
  public var reloads: [Index]
  /// Indexes *before* the stage of what is redrawn in its old cell: selection stays.
  public var reconfigures: [Index]

  /// Creates changes. Lists that you leave out are empty.
  public init(
    deletes: [Index] = [], inserts: [Index] = [], moves: [Move<Index>] = [], reloads: [Index] = [],
    reconfigures: [Index] = []
  ) {
    self.deletes = deletes
    self.inserts = inserts
    self.moves = moves
    self.reloads = reloads
    self.reconfigures = reconfigures
  }

  /// The number of operations; a move is one.
  ///
  /// - Complexity: O(1).
  public var count: Int {
    deletes.count + inserts.count + moves.count + reloads.count + reconfigures.count
  }

  /// True if there is no operation.
  public var isEmpty: Bool { count == 0 }
}

/// One section or row that changes its place without changing its identity.
///
///     before  [a b c d]      Move(from: 3, to: 0)
///     after   [d a b c]      a, b and c are not moved: they fill what d leaves free
///
/// The cell goes along as it is; it is not redrawn. A section takes its rows with it.
///
/// Source: <doc:TheRules>, D3, D4 and D15.
public struct Move<Index: Hashable & Comparable & Sendable>: Hashable, Sendable {
  /// The source, an index *before* the stage.
  public var from: Index
  /// The destination, an index *after* the stage.
  public var to: Index

  /// Creates a move from an index before the stage to an index after it.
  public init(from: Index, to: Index) {
    self.from = from
    self.to = to
  }
}

extension Changes: Codable where Index: Codable {}
extension Move: Codable where Index: Codable {}
