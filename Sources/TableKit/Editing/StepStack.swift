import BatchUpdates

/// Steps of the history, the newest on top, in little memory.
///
/// The step on top is whole. A step below it that changed a few cells, or inserted or deleted a few
/// rows, and did nothing else keeps what concerns these rows alone; the states around it follow from
/// the step above.
///
///     done     t1: row 4, 17 → 21     t2: row 9, 3 → 22     t3: whole
///     t2       after: t3.before; before: the same with row 9 at 3
package struct StepStack: Sendable {
  /// Whether the step above is the one performed next, as in the undo history; else the one before,
  /// as in the redo history.
  private let isForward: Bool
  private var below: [Kept] = []
  /// The step on top.
  package private(set) var last: Transaction?

  private enum Kept: Sendable {
    /// `isLinked`: whether the state between it and the step above was shared.
    indirect case whole(Transaction, isLinked: Bool)
    case short(any ShortStep)

    var title: String {
      switch self {
      case .whole(let step, _): step.title
      case .short(let step): step.title
      }
    }
  }

  init(isForward: Bool) { self.isForward = isForward }

  /// The number of steps.
  package var count: Int { below.count + (last == nil ? 0 : 1) }

  /// Whether there are no steps.
  var isEmpty: Bool { last == nil }

  /// The titles of all steps, from the bottom.
  package var titles: [String] { below.map(\.title) + (last.map { [$0.title] } ?? []) }

  /// Puts a step on top.
  mutating func append(_ step: Transaction) {
    if let last {
      let (first, next) = isForward ? (last, step) : (step, last)
      below.append(Self.kept(last, isLinked: first.after.isShared(with: next.before)))
    }
    last = step
  }

  /// Removes the step on top and returns it.
  mutating func popLast() -> Transaction? {
    guard let top = last else { return nil }
    last = below.popLast().map { whole($0, below: top) }
    return top
  }

  /// Removes steps from the bottom.
  mutating func removeFirst(_ count: Int) {
    if count >= below.count + 1 { last = nil }
    below.removeFirst(min(count, below.count))
  }

  /// Removes all steps.
  mutating func removeAll() { (below, last) = ([], nil) }

  /// The steps on top, the topmost last.
  package func suffix(_ count: Int) -> [Transaction] {
    guard count > 0, var step = last else { return [] }
    var steps = [step]
    for kept in below.reversed().prefix(count - 1) {
      step = whole(kept, below: step)
      steps.append(step)
    }
    return steps.reversed()
  }

  /// Sets cells that the source has given rows in the states of the steps, the topmost first.
  ///
  /// - Complexity: O(steps, and rows that they changed) as far as there are cells to set.
  mutating func amend(_ amendment: CellAmendment) {
    guard let top = last else { return }
    var amendment = amendment
    var (old, new) = (top, amendment.amended(top, near: nil, isForward: isForward))
    last = new
    for i in below.indices.reversed() {
      if amendment.isDone { return }
      let step = whole(below[i], below: old)
      let isLinked: Bool
      if case .whole(_, isLinked: false) = below[i] { isLinked = false } else { isLinked = true }
      let shared = isForward ? new.before : new.after
      let amended = amendment.amended(
        step, near: isLinked ? shared : nil, isForward: isForward)
      below[i] = Self.kept(amended, isLinked: isLinked)
      (old, new) = (step, amended)
    }
  }

  private static func kept(_ step: Transaction, isLinked: Bool) -> Kept {
    if isLinked, let short: any ShortStep = FewCells(step) ?? FewRows(step) { return .short(short) }
    return .whole(step, isLinked: isLinked)
  }

  private func whole(_ kept: Kept, below above: Transaction) -> Transaction {
    switch kept {
    case .whole(let step, isLinked: false): step
    case .whole(let step, isLinked: true):
      // What was derived from the step above shares no memory with the former state.
      isForward ? step.with(step.before, above.before) : step.with(above.after, step.after)
    case .short(let step):
      isForward ? step.transaction(leadingTo: above.before) : step.transaction(from: above.after)
    }
  }
}

/// A step of which only what concerns its rows is kept.
protocol ShortStep: Sendable {
  var title: String { get }

  /// The step, given the state that it led to.
  func transaction(leadingTo state: EditorState) -> Transaction
  /// The step, given the state that it began with.
  func transaction(from state: EditorState) -> Transaction
}

extension ShortStep {
  /// The most rows for which it takes less memory than what the states around it hold of their own.
  static var mostRows: Int { 256 }
}

extension Transaction {
  /// Whether it is a plain step: nothing is known of it but its states and its log.
  var isPlain: Bool {
    notes.isEmpty && account?.isEmpty ?? true && repeatable == nil && isStep && !isUndo
      && before.hidden == nil && after.hidden == nil
  }
}

extension Transaction {
  /// The same step between equal states.
  fileprivate func with(_ before: EditorState, _ after: EditorState) -> Transaction {
    var step = Transaction(
      title: title, before: before, after: after, log: log, look: look,
      isUndo: isUndo)
    (step.notes, step.account, step.repeatable) = (notes, account, repeatable)
    return step
  }
}
