extension Batch {
  /// For each section after, the section before that it is: moved sections first, then the
  /// survivors fill what is free, in order.
  ///
  ///     before    A B C      delete 1, insert 0
  ///     after     N A C      [nil, 0, 2]
  ///
  /// Source: <doc:TheRules>, D4.
  func counterparts(before: Int, after: Int) -> [Int?] {
    var counterparts: [Int?] = Array(repeating: nil, count: after)
    var isTaken = [Bool](repeating: false, count: after)
    var isGone = [Bool](repeating: false, count: before)
    for section in sectionInserts.indexes { isTaken[section] = true }
    for section in sectionDeletes.indexes { isGone[section] = true }
    for move in sectionMoves {
      counterparts[move.to] = move.from
      isTaken[move.to] = true
      isGone[move.from] = true
    }
    var survivors = isGone.indices.filter { !isGone[$0] }[...]
    for section in isTaken.indices where !isTaken[section] {
      counterparts[section] = survivors.popFirst()
    }
    return counterparts
  }

  /// The operations as UIKit lists them in its exception.
  var updateTexts: [String] {
    sectionDeletes.indexes.map { "Delete section (\($0))" }
      + rowDeletes.map { "Delete row (\($0.section) - \($0.row))" }
      + sectionInserts.indexes.map { "Insert section (\($0))" }
      + rowInserts.map { "Insert row (\($0.section) - \($0.row))" }
      + sectionMoves.map { "Move section (\($0.from)) to (\($0.to))" }
      + rowMoves.map {
        "Move row (\($0.from.section) - \($0.from.row)) to (\($0.to.section) - \($0.to.row))"
      }
  }
}
