import BatchUpdates

/// The least that any engine must say about two lists: what vanished, what is new, and the rows
/// outside a longest common subsequence.
///
/// Counted apart from what it judges, by patience sorting.
struct LeastChange {
  let deletes: Int
  let inserts: Int
  let moves: Int

  /// Counts for two tables of one section; nil for others.
  init?(_ pair: OutlinePair) {
    guard pair.old.sections.count == 1, pair.new.sections.count == 1 else { return nil }
    let old = pair.old.sections[0].rows
    let new = pair.new.sections[0].rows
    var places = [Int](repeating: -1, count: pair.bounds.rows)
    for (place, row) in old.enumerated() { places[row.id] = place }
    var tails: [Int] = []
    var common = 0
    for row in new where places[row.id] >= 0 {
      common += 1
      let place = places[row.id]
      if (tails.last ?? -1) < place {
        tails.append(place)
        continue
      }
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if tails[middle] < place { low = middle + 1 } else { high = middle }
      }
      tails[low] = place
    }
    deletes = old.count - common
    inserts = new.count - common
    moves = common - tails.count
  }

  /// How many removals and insertions make up a shortest edit script without moves.
  var edits: Int { deletes + inserts + 2 * moves }
}
