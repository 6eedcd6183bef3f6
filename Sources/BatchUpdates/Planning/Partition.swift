/// Which part of a difference goes into which stage.
///
/// The parts stay in this order: content, new sections, rows, vanished sections. Sections move
/// with the new ones or with the vanished ones, whichever saves a stage.
///
/// Source: <doc:TheRules>, D18, is the partition in which each part has a stage of its own.
struct Partition: Equatable {
  /// The stage of redrawn rows and sections.
  var content: Int
  /// The stage of sections that appear.
  var inserts: Int
  /// The stage of deleted, inserted and moved rows.
  var rows: Int
  /// The stage of sections that vanish.
  var deletes: Int
  /// The stage of sections that move.
  var moves: Int

  /// Chooses the partition with the fewest stages, then the fewest operations, then the fewest
  /// cuts.
  init(_ difference: Difference) {
    guard difference.changesSections else {
      self.init(cuts: (difference.conflicts.contentAndRows, false, false), movesEarly: false)
      return
    }
    var best = Partition(cuts: (true, true, true), movesEarly: false)
    var bestCost = best.cost(difference)
    // From many cuts to few, so that among equals the one with the fewest cuts is kept.
    for candidate in Self.candidates where candidate.isLegal(difference.conflicts) {
      let cost = candidate.cost(difference)
      if cost <= bestCost {
        best = candidate
        bestCost = cost
      }
    }
    self = best
  }

  private init(cuts: (Bool, Bool, Bool), movesEarly: Bool) {
    content = 0
    inserts = cuts.0 ? 1 : 0
    rows = inserts + (cuts.1 ? 1 : 0)
    deletes = rows + (cuts.2 ? 1 : 0)
    moves = movesEarly ? inserts : deletes
  }

  /// The partition in which sections move with the vanished ones instead of with the new ones, or
  /// the other way round; nil where that is the same, costs more or is not legal.
  func movingElsewhere(_ difference: Difference) -> Partition? {
    var other = self
    other.moves = moves == inserts ? deletes : inserts
    guard inserts != deletes, other.isLegal(difference.conflicts),
      other.cost(difference) <= cost(difference)
    else { return nil }
    return other
  }

  /// The number of stages, empty ones included.
  var stageCount: Int { deletes + 1 }

  private static let candidates: [Partition] = {
    let cuts = [
      (true, true, true), (false, true, true), (true, true, false), (true, false, true),
      (false, true, false), (false, false, true), (true, false, false), (false, false, false),
    ]
    return [true, false].flatMap { early in
      cuts.map { Partition(cuts: $0, movesEarly: early) }
    }
  }()

  private func isLegal(_ conflicts: Conflicts) -> Bool {
    !(conflicts.rowsAndInserts && rows == inserts)
      && !(conflicts.rowsAndDeletes && rows == deletes)
      && !(conflicts.rowsAndMoves && rows == moves)
      && !(conflicts.contentAndRows && content == rows)
      && !(conflicts.contentAndMoves && content == moves)
  }

  /// Stages and operations, compared in this order.
  private func cost(_ difference: Difference) -> Cost {
    // One bit for each stage that is used.
    var used = 0
    if !difference.sectionChanges.isEmpty || !difference.rowChanges.isEmpty {
      used |= 1 << content
    }
    if !difference.sectionInserts.isEmpty { used |= 1 << inserts }
    if !difference.sectionDeletes.isEmpty { used |= 1 << deletes }
    if !difference.sectionMoves.isEmpty { used |= 1 << moves }
    var rowOperations =
      difference.rowDeletes.count + difference.rowInserts.count + difference.rowMoves.count
    if content == rows { rowOperations -= difference.swallowed }
    if rowOperations > 0 { used |= 1 << rows }
    return Cost(stages: used.nonzeroBitCount, operations: rowOperations)
  }

  private struct Cost: Comparable {
    let stages: Int
    let operations: Int

    static func < (a: Cost, b: Cost) -> Bool {
      a.stages != b.stages ? a.stages < b.stages : a.operations < b.operations
    }
  }
}
