extension Stage {
  /// The stage that leads back: deletes and inserts change places, moves turn round, and what is
  /// redrawn is named by its index after this stage.
  ///
  ///     [a b c d]  →  [d a x c]     delete 0:1, insert 0:2, move 0:3 → 0:0
  ///     [d a x c]  →  [a b c d]     delete 0:2, insert 0:1, move 0:0 → 0:3
  ///
  /// The inverse of a legal and exact stage is legal, and exact when the table it leads to is
  /// the one this stage began with. Its indexes before are this stage's indexes after, and the
  /// other way round.
  ///
  /// - Complexity: O(*n* log *n*) for *n* operations, whatever the size of the table.
  public var inverse: Stage {
    // For a redrawn row it matters where it goes, not what UIKit makes of its reload.
    var places = self
    places.sections.reloads = []
    places.rows.reloads = []
    let mapping = StageMapping(places)
    let paths = { (paths: [RowPath]) in paths.compactMap(mapping.path(after:)).sorted() }
    let indexes = { (indexes: [Int]) in indexes.compactMap(mapping.section(after:)).sorted() }
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
