/// Steps of the history, the newest on top, in little memory.
///
/// The step on top is whole. A step below it that changed a few cells and nothing else keeps the
/// versions of their rows alone; the states around it follow from the step above.
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
    indirect case whole(Transaction)
    /// A step that shares the state between it and the step above.
    indirect case linked(LinkedStep)
    case few(FewCells)

    var title: String {
      switch self {
      case .whole(let step): step.title
      case .linked(let step): step.title
      case .few(let step): step.title
      }
    }

    var command: Int {
      switch self {
      case .whole(let step): step.command
      case .linked(let step): step.command
      case .few(let step): Int(step.command)
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

  /// The numbers of the commands that made the steps, from the bottom.
  var commands: [Int] { below.map(\.command) + (last.map { [$0.command] } ?? []) }

  /// Returns how many steps on top a command made.
  ///
  /// - Complexity: O(steps of it).
  func count(of command: Int) -> Int {
    guard last?.command == command else { return 0 }
    return 1 + below.reversed().prefix { $0.command == command }.count
  }

  /// Puts a step on top.
  mutating func append(_ step: Transaction) {
    if let last {
      let (first, next) = isForward ? (last, step) : (step, last)
      below.append(kept(last, isLinked: first.after.isShared(with: next.before)))
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
      if case .whole = below[i] { isLinked = false } else { isLinked = true }
      let shared = isForward ? new.before : new.after
      let amended = amendment.amended(step, near: isLinked ? shared : nil, isForward: isForward)
      below[i] = kept(amended, isLinked: isLinked)
      (old, new) = (step, amended)
    }
  }

  private func kept(_ step: Transaction, isLinked: Bool) -> Kept {
    guard isLinked else { return .whole(step) }
    return FewCells(step).map(Kept.few)
      ?? .linked(LinkedStep(step, far: isForward ? step.before : step.after))
  }

  private func whole(_ kept: Kept, below above: Transaction) -> Transaction {
    switch kept {
    case .whole(let step): step
    case .linked(let step):
      // What was derived from the step above shares no memory with the former state.
      isForward
        ? step.transaction(step.far, above.before) : step.transaction(above.after, step.far)
    case .few(let step):
      isForward ? step.transaction(leadingTo: above.before) : step.transaction(from: above.after)
    }
  }
}

/// A step without the state that it shares with the one above.
private struct LinkedStep: Sendable {
  let title: String
  let command: Int
  /// The other state.
  let far: EditorState
  private let log: ChangeLog
  private let look: PlanLook
  private let isUndo: Bool
  private let joinedCount: Int
  private let notes: [String]
  private let account: (any TransactionAccount)?
  private let repeatable: [Edit]?

  init(_ step: Transaction, far: EditorState) {
    (title, self.far, log, look) = (step.title, far, step.log, step.look)
    command = step.command
    (isUndo, joinedCount, notes) = (step.isUndo, step.joinedCount, step.notes)
    (account, repeatable) = (step.account, step.repeatable)
  }

  func transaction(_ before: EditorState, _ after: EditorState) -> Transaction {
    var step = Transaction(
      title: title, before: before, after: after, log: log, look: look, isUndo: isUndo)
    (step.joinedCount, step.notes) = (joinedCount, notes)
    (step.account, step.repeatable, step.command) = (account, repeatable, command)
    return step
  }
}

/// A step that changed a few cells and nothing else.
private struct FewCells: Sendable {
  let title: String
  private let look: PlanLook
  private let cellCount: Int32
  let command: Int32
  private let rows: [Change]
  private let before: Cells
  private let after: Cells

  private struct Change: Sendable {
    let row: RowID
    let before: Version
    let after: Version
  }

  /// What a table holds of its cells besides the versions of rows.
  private struct Cells: Sendable {
    let chunks: [Chunk]
    let texts: [ColumnID: Int]
    let bytesWritten: Int

    init(_ table: Table) {
      (chunks, texts, bytesWritten) = (table.chunks, table.textCounts, table.bytesWritten)
    }

    func put(into table: inout Table) {
      (table.chunks, table.textCounts, table.bytesWritten) = (chunks, texts, bytesWritten)
    }
  }

  /// The most rows for which it takes less memory than the pages of their versions.
  private static let mostRows = 256

  /// - Returns: nil if the step changed anything else.
  init?(_ step: Transaction) {
    let (old, new) = (step.before.table, step.after.table)
    let rows = step.log.updated
    guard !rows.isEmpty, rows.count <= Self.mostRows, step.log.changesCellsOnly,
      step.notes.isEmpty, step.account?.isEmpty ?? true, step.repeatable == nil, step.isStep,
      !step.isUndo, step.before.hidden == nil, step.after.hidden == nil,
      step.after.differsOnlyInVersions(from: step.before),
      new.sharesChunks(with: old)
    else { return nil }
    title = step.title
    look = step.look
    cellCount = Int32(step.log.cellCount)
    command = Int32(truncatingIfNeeded: step.command)
    self.rows = rows.map {
      let number = Int($0.rawValue)
      return Change(row: $0, before: old.versions[number], after: new.versions[number])
    }
    (before, after) = (Cells(old), Cells(new))
  }

  /// The step, given the state that it led to.
  func transaction(leadingTo state: EditorState) -> Transaction {
    var former = state
    for change in rows { former.table.versions[Int(change.row.rawValue)] = change.before }
    before.put(into: &former.table)
    return transaction(former, state)
  }

  /// The step, given the state that it began with.
  func transaction(from state: EditorState) -> Transaction {
    var next = state
    for change in rows { next.table.versions[Int(change.row.rawValue)] = change.after }
    after.put(into: &next.table)
    return transaction(state, next)
  }

  private func transaction(_ before: EditorState, _ after: EditorState) -> Transaction {
    var log = ChangeLog()
    for change in rows { log.update(change.row) }
    log.cellCount = Int(cellCount)
    var step = Transaction(title: title, before: before, after: after, log: log, look: look)
    step.command = Int(command)
    return step
  }
}

extension ChangeLog {
  /// Whether rows have other cells and nothing else changed or is redrawn.
  fileprivate var changesCellsOnly: Bool {
    !changesOrder && !redraws && inserted.isEmpty && deleted.isEmpty && relabelled.isEmpty
      && !changesColumns && !repointed && sortedCount == nil && batch == nil
  }
}
