/// The undo and redo history, within a memory budget.
package struct Undo: Sendable {
  package private(set) var done = StepStack(isForward: true)
  package private(set) var undone = StepStack(isForward: false)
  /// The number of bytes that each step in `done` keeps alive beyond what the one after it does, and
  /// what came from others between it and the step before.
  private var costs: [Int] = []
  private var total = 0
  private(set) var dropped = 0
  /// The commands that made the dropped steps, each once, the oldest first.
  package private(set) var droppedCommands: [Int] = []
  var budget = 1 << 30
  /// What came from others, the oldest first; positions ascend.
  package internal(set) var arrivals: [Arrival] = []
  /// How many steps at the bottom of `undone` were undone before something came from others.
  package internal(set) var staleUndone = 0

  /// What others changed between two steps or since the last one.
  package struct Arrival: Sendable {
    /// The number of steps, dropped ones included, that were done before.
    package internal(set) var position: Int
    /// The base before it; the table, if others wrote into that.
    package let before: Table
    /// The base after it, if the user has saved since; nil: the base now. The table, if others wrote
    /// into that.
    package internal(set) var after: Table?
    /// Whether others wrote into the table itself, the base staying as it was.
    package var isWrite = false
    /// The number of bytes that it keeps alive; nil: not counted yet.
    fileprivate var cost: Int?

    package init(position: Int, before: Table, after: Table?, isWrite: Bool = false) {
      self.position = position
      self.before = before
      self.after = after
      self.isWrite = isWrite
    }

    /// Counts what it keeps alive.
    ///
    /// - Parameter base: the base now.
    fileprivate mutating func count(base: Table) {
      // The tables that others wrote into are those of the steps around.
      cost = isWrite ? 0 : before.bytesApart(from: after ?? base)
    }
  }

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

  /// Adds a step.
  mutating func remember(_ transaction: Transaction, cost: Int) {
    undone.removeAll()
    staleUndone = 0
    let others = done.last.map { $0.after.bytesApart(from: transaction.before) } ?? 0
    push(transaction, cost: cost + others)
  }

  /// Drops the oldest steps, and what came from others before the ones that stay, as far as all take
  /// more memory than the budget. The newest step stays.
  ///
  /// - Parameter base: the base now.
  /// - Returns: the number of dropped steps.
  /// - Complexity: O(arrivals + steps dropped).
  mutating func keepToBudget(base: Table) -> Int {
    for i in arrivals.indices.reversed() where arrivals[i].cost == nil {
      arrivals[i].count(base: base)
    }
    var rest = total + arrivals.reduce(0) { $0 + ($1.cost ?? 0) }
    var (count, arrived) = (0, 0)
    while rest > budget, count < done.count - 1 {
      (total, rest) = (total - costs[count], rest - costs[count])
      count += 1
      while arrived < arrivals.count, arrivals[arrived].position <= dropped + count {
        rest -= arrivals[arrived].cost ?? 0
        arrived += 1
      }
    }
    if count > 0 {
      for command in done.commands.prefix(count) where command != droppedCommands.last {
        droppedCommands.append(command)
      }
      done.removeFirst(count)
      costs.removeFirst(count)
      arrivals.removeFirst(arrived)
      dropped += count
    }
    return count
  }

  /// Sets cells that the source has given rows in the states of the history.
  mutating func amend(_ amendment: CellAmendment) {
    done.amend(amendment)
    undone.amend(amendment)
  }

  /// Moves the newest step from the undo to the redo history and returns it; nil if there is none.
  mutating func takeBack() -> Transaction? {
    guard let last = done.popLast() else { return nil }
    total -= costs.removeLast()
    undone.append(last)
    clampArrivals()
    return last
  }

  /// Moves the step undone last back to the undo history and returns it; nil if there is none.
  mutating func doAgain(cost: (Transaction) -> Int) -> Transaction? {
    guard let last = undone.popLast() else { return nil }
    staleUndone = min(staleUndone, undone.count)
    push(last, cost: cost(last))
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
    clampArrivals()
    done.append(joined)
    costs.append(cost)
    return joined
  }
}

extension Undo {
  /// Whether something came from others since the last step was done.
  var isDoneStale: Bool { !done.isEmpty && arrivals.last.map { $0.position >= position } ?? false }

  /// Whether something came from others since the step undone last was undone.
  var isUndoneStale: Bool { staleUndone > 0 && staleUndone == undone.count }

  /// Whether something came from others since a step behind this position was done.
  func isStale(since position: Int) -> Bool {
    arrivals.last.map { $0.position > position } ?? false
  }

  /// Notes that something came from others.
  ///
  /// - Parameters:
  ///   - base: the base before it.
  ///   - position: after so many steps.
  mutating func arrive(at position: Int, base: Table) {
    staleUndone = undone.count
    guard position > dropped else { return }
    if let last = arrivals.last, last.position == position, last.after == nil {
      arrivals[arrivals.count - 1].cost = nil
      return
    }
    arrivals.append(Arrival(position: position, before: base, after: nil))
  }

  /// Notes that others wrote into the table itself.
  ///
  /// - Parameters:
  ///   - before: the table before it.
  ///   - after: the table after it.
  mutating func arrive(writing before: Table, to after: Table) {
    staleUndone = undone.count
    guard !done.isEmpty else { return }
    if let last = arrivals.last, last.isWrite, last.position == position,
      last.after?.isSame(as: before) == true
    {
      (arrivals[arrivals.count - 1].after, arrivals[arrivals.count - 1].cost) = (after, nil)
    } else {
      arrivals.append(Arrival(position: position, before: before, after: after, isWrite: true))
    }
  }

  /// Notes that the user saves, which changes the base, too.
  ///
  /// - Parameter base: the base so far.
  mutating func save(base: Table) {
    for i in arrivals.indices where arrivals[i].after == nil {
      arrivals[i].after = base
      arrivals[i].count(base: base)
    }
  }

  /// Drops the newest step.
  mutating func dropLast() {
    guard done.popLast() != nil else { return }
    total -= costs.removeLast()
    clampArrivals()
  }

  /// Drops the step undone last.
  mutating func dropUndone() {
    _ = undone.popLast()
    staleUndone = min(staleUndone, undone.count)
  }

  /// Replaces the newest steps by what is left of them now that others have changed the table.
  mutating func replace(_ count: Int, with steps: [Transaction], cost: (Transaction) -> Int) {
    for _ in 0..<count { dropLast() }
    for step in steps { push(step, cost: cost(step)) }
  }

  /// Removes steps from both histories, wherever they stand, so that the steps above one must be fitted to
  /// the table when they are undone: something must have come from others since the last step.
  ///
  /// - Returns: the removed ones that could be undone, the oldest first, and how many of them are newer
  ///   than all that stay.
  mutating func remove(
    where isGone: (Transaction) -> Bool, cost: (Transaction) -> Int
  ) -> (steps: [Transaction], newestCount: Int) {
    let steps = done.suffix(done.count)
    let areGone = steps.map(isGone)
    if areGone.contains(true) {
      // As many of the steps that stay stood before an arrival.
      var kept = arrivals
      for i in kept.indices {
        let removed = areGone.prefix(max(0, kept[i].position - dropped)).count { $0 }
        kept[i].position -= removed
      }
      replace(steps.count, with: zip(steps, areGone).compactMap { $1 ? nil : $0 }, cost: cost)
      arrivals = done.isEmpty ? [] : kept
    }
    let redoable = undone.suffix(undone.count)
    let rest = redoable.filter { !isGone($0) }
    if rest.count < redoable.count {
      undone.removeAll()
      for step in rest { undone.append(step) }
      staleUndone = undone.count
    }
    let removed = zip(steps, areGone).compactMap { $1 ? $0 : nil }
    return (removed, areGone.reversed().prefix { $0 }.count)
  }

  /// Replaces the newest step by what is left of it now that others have changed the table.
  mutating func replaceLast(with step: Transaction, cost: Int) {
    dropLast()
    push(step, cost: cost)
  }

  /// Replaces the step undone last likewise.
  mutating func replaceUndone(with step: Transaction) {
    dropUndone()
    undone.append(step)
  }

  private mutating func push(_ step: Transaction, cost: Int) {
    done.append(step)
    costs.append(cost)
    total += cost
  }

  /// Arrivals behind steps that are no longer there came after the steps that are.
  private mutating func clampArrivals() {
    for i in arrivals.indices.reversed() where arrivals[i].position > position {
      arrivals[i].position = position
    }
    if done.isEmpty { arrivals = [] }
  }
}
