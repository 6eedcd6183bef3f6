/// The steps that can be taken back and done again, within a memory budget.
struct Undo: Sendable {
  private(set) var done: [Transaction] = []
  private(set) var undone: [Transaction] = []
  /// Bytes that the steps in `done` keep alive beyond the table, roughly.
  private var costs: [Int] = []
  private var total = 0
  private(set) var dropped = 0
  var budget = 1 << 30

  /// Remembers a step; answers how many old ones were dropped for it.
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

  mutating func takeBack() -> Transaction? {
    guard let last = done.popLast() else { return nil }
    total -= costs.removeLast()
    undone.append(last)
    return last
  }

  mutating func doAgain(cost: (Transaction) -> Int) -> Transaction? {
    guard let last = undone.popLast() else { return nil }
    done.append(last)
    costs.append(cost(last))
    total += costs.last ?? 0
    return last
  }
}
