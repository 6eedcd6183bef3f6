/// A stage that moves one section, so that no section moves to its own index in the following
/// stage.
///
///     before  a b c d e      d e c a b in one batch moves c from 2 to 2
///     detour  a b d e c      move 2 → 4
///     after   d e c a b      move 0 → 3, move 1 → 4
///
/// Collection views have crashed on a section that moves to its own index. There is always a detour:
/// what moves passes at least one section that stays, so alone it changes its index; and no detour
/// adds a move.
struct SectionDetour {
  /// The stage with the one move.
  let stage: Stage
  /// The rest of the stage that it goes before.
  let rest: Stage
  /// The sections after the detour, by their indexes before it.
  let order: [Int]

  /// Takes one of the sections that move to their own index out of a stage; nil where none does.
  ///
  /// The one is taken, and the place for it, with which the fewest are left that do; nearly always
  /// none is.
  ///
  /// - Parameter count: how many sections there are before the stage.
  /// - Complexity: O(*s*) for *s* sections, times the number of those tried.
  init?(_ stage: Stage, sections count: Int) {
    var best: (move: Move<Int>, place: Int, left: Int)?
    for move in stage.sections.moves where move.from == move.to {
      let (place, left) = Self.place(for: move, in: stage.sections, count)
      if left < best?.left ?? Int.max { best = (move, place, left) }
      if left == 0 { break }
    }
    guard let (move, place, _) = best else { return nil }
    var order = Array(0..<count)
    order.remove(at: move.from)
    order.insert(move.from, at: place)
    self.order = order
    self.stage = Stage(sections: Changes(moves: [Move(from: move.from, to: place)]))
    var rest = stage
    rest.sections.moves.removeAll { $0 == move }
    self.rest = rest.reading(order)
  }

  /// Returns the index of a section that puts it in order with those that stay, and the number of
  /// others that then move to their own index.
  private static func place(
    for move: Move<Int>, in changes: Changes<Int>, _ count: Int
  ) -> (place: Int, left: Int) {
    let goals = Dictionary(
      changes.moves.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
    let gone = Set(changes.deletes).union(goals.keys)
    let others = (0..<count).filter { $0 != move.from }
    // How many that stay come before it in the end.
    let before =
      move.to - changes.inserts.count { $0 < move.to } - changes.moves.count { $0.to < move.to }
    // lefts[p]: how many more move to their own index with place p than with the one before.
    var lefts = [Int](repeating: 0, count: count + 1)
    for (index, other) in others.enumerated() {
      guard let goal = goals[other] else { continue }
      if goal == index { lefts[index + 1] += 1 }
      if goal == index + 1 {
        lefts[0] += 1
        lefts[index + 1] -= 1
      }
    }
    var best = (place: move.from, left: Int.max)
    var left = 0
    var staying = 0
    for place in 0..<count {
      left += lefts[place]
      if staying == before, place != move.from, left < best.left { best = (place, left) }
      if place < others.count, !gone.contains(others[place]) { staying += 1 }
    }
    return best
  }
}

extension Stage {
  /// The stage for a table whose sections were put in another order, by their indexes before.
  fileprivate func reading(_ order: [Int]) -> Stage {
    var index = [Int](repeating: 0, count: order.count)
    for (new, old) in order.enumerated() { index[old] = new }
    func paths(_ list: [RowPath]) -> [RowPath] {
      list.map { RowPath(index[$0.section], $0.row) }.sorted()
    }
    var stage = self
    stage.sections.deletes = sections.deletes.map { index[$0] }.sorted()
    stage.sections.reloads = sections.reloads.map { index[$0] }.sorted()
    stage.sections.reconfigures = sections.reconfigures.map { index[$0] }.sorted()
    stage.sections.moves = sections.moves.map { Move(from: index[$0.from], to: $0.to) }
    stage.sections.moves.sort { $0.from < $1.from }
    stage.rows.deletes = paths(rows.deletes)
    stage.rows.reloads = paths(rows.reloads)
    stage.rows.reconfigures = paths(rows.reconfigures)
    stage.rows.moves = rows.moves.map {
      Move(from: RowPath(index[$0.from.section], $0.from.row), to: $0.to)
    }
    stage.rows.moves.sort { $0.from < $1.from }
    return stage
  }
}
