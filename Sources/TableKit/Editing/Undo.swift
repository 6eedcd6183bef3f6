/// The undo and redo history, within a memory budget.
package struct Undo: Sendable {
  package private(set) var done = StepStack(isForward: true)
  package private(set) var undone = StepStack(isForward: false)
  /// The approximate number of bytes that each step in `done` keeps alive beyond the table.
  private var costs: [Int] = []
  private var total = 0
  private(set) var dropped = 0
  var budget = 1 << 30

  init(dropped: Int = 0) { self.dropped = dropped }

  /// Returns the newest undoable steps whose costs together are within a budget, and the number of
  /// older ones.
  func newest(within budget: Int) -> (steps: [Transaction], dropped: Int) {
    var rest = budget
    var count = 0
    for cost in costs.reversed() {
      guard rest >= cost else { break }
      rest -= cost
      count += 1
    }
    return (done.suffix(count), dropped + done.count - count)
  }

  /// Adds a step and returns the number of old ones dropped for it.
  mutating func remember(_ transaction: Transaction, cost: Int) -> Int {
    undone.removeAll()
    done.append(transaction)
    costs.append(cost)
    total += cost
    var count = 0
    while total > budget, count < done.count - 1 {
      total -= costs[count]
      count += 1
    }
    if count > 0 {
      done.removeFirst(count)
      costs.removeFirst(count)
      dropped += count
    }
    return count
  }

  /// Removes the newest steps that change no table and returns them, the oldest first.
  mutating func takeOffSelections() -> [Transaction] {
    var steps: [Transaction] = []
    while let last = done.last, !last.changesTable {
      steps.append(last)
      _ = done.popLast()
      total -= costs.removeLast()
    }
    return steps.reversed()
  }

  /// Moves the newest step from the undo to the redo history and returns it; nil if there is none.
  mutating func takeBack() -> Transaction? {
    guard let last = done.popLast() else { return nil }
    total -= costs.removeLast()
    undone.append(last)
    return last
  }

  /// Moves the step undone last back to the undo history and returns it; nil if there is none.
  mutating func doAgain(cost: (Transaction) -> Int) -> Transaction? {
    guard let last = undone.popLast() else { return nil }
    done.append(last)
    costs.append(cost(last))
    total += costs.last ?? 0
    return last
  }

  /// The number of steps ever added and not undone.
  package var position: Int { dropped + done.count }

  /// Returns the steps that were added since a position and not undone.
  package func steps(since position: Int) -> [Transaction] {
    done.suffix(max(0, self.position - position))
  }

  /// Joins all steps since a position into one and returns it; nil if there was none.
  @discardableResult
  package mutating func join(since position: Int, _ join: ([Transaction]) -> Transaction)
    -> Transaction?
  {
    let count = self.position - position
    guard count > 0, count <= done.count else { return nil }
    let joined = join((0..<count).compactMap { _ in done.popLast() }.reversed())
    let cost = costs.suffix(count).reduce(0, +)
    costs.removeLast(count)
    done.append(joined)
    costs.append(cost)
    return joined
  }
}
