import BatchUpdates

/// A stage of one list of rows as calls that are made one after the other, each with the indexes that
/// the call before it leaves. A table view of AppKit takes them so; one of UIKit takes them together.
///
///     [a b c d]  →  [d a x c]    delete 1     [a c d]
///                                move 2 → 0   [d a c]
///                                insert 2     [d a x c]
struct ListSteps: Hashable, Sendable {
  /// The indexes to delete at once, in the list as it is.
  let deletes: [Int]
  /// The moves, one after the other, in the list without what is deleted.
  private(set) var moves: [Move<Int>]
  /// The indexes to insert at once, in the list after the stage.
  let inserts: [Int]
  /// The indexes after the stage of what to redraw.
  let redraws: [Int]

  /// Takes a stage that has no operation on sections but a redraw.
  ///
  /// - Parameters:
  ///   - stage: the operations, all in section 0.
  ///   - count: the number of rows before the stage.
  /// - Complexity: O(*n* *m*) for *n* rows and *m* moves.
  init(_ stage: Stage, count: Int) {
    // Whether a row is reloaded or reconfigured, it is drawn again where it is after the stage.
    var places = stage
    places.rows.reloads = []
    let mapping = StageMapping(places)
    let redraws = stage.rows.reconfigures + stage.rows.reloads
    self.redraws = redraws.compactMap { mapping.path(after: $0)?.row }.sorted()
    deletes = stage.rows.deletes.map(\.row).sorted()
    inserts = stage.rows.inserts.map(\.row).sorted()
    moves = []
    if stage.rows.moves.isEmpty { return }

    // Rows are their indexes before the stage. In the order of destinations, each goes behind the row
    // that it will follow, which is at its place among the others by then.
    let gone = Set(deletes)
    var list = (0..<count).filter { !gone.contains($0) }
    let target = list.compactMap { row in
      mapping.path(after: RowPath(0, row)).map { (row: row, place: $0.row) }
    }.sorted { $0.place < $1.place }.map(\.row)
    let moved = Set(stage.rows.moves.map(\.from.row))
    for (place, row) in target.enumerated() where moved.contains(row) {
      guard let from = list.firstIndex(of: row) else { continue }
      list.remove(at: from)
      let leader = place > 0 ? list.firstIndex(of: target[place - 1]) : nil
      let to = leader.map { $0 + 1 } ?? 0
      list.insert(row, at: to)
      if from != to { moves.append(Move(from: from, to: to)) }
    }
  }
}
