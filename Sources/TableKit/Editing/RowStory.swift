import BatchUpdates

/// What happened to a row, as far back as the undo history goes.
///
///     0:2  023 Silva, Rui
///     as it was   at 0:4
///     delete 0:1  0:4 → 0:3, as others came or went
///     edit …      pay: 29 → 35
public struct RowStory: Sendable {
  /// What one step did to the row.
  public struct Event: Sendable {
    /// The title of the step; nil for what came from others between two steps.
    public let title: String?
    /// The number of the step, from 1; of what came from others, that of the step before.
    public let step: Int
    /// Where the row was before; nil: it was not there.
    public let from: RowPath?
    /// Where it was afterwards; nil: it was gone.
    public let to: RowPath?
    /// Whether the step moved it, and not others around it.
    public let isMoved: Bool
    /// The columns whose cells changed, with the cells before and after.
    public let cells: [(column: String, before: Cell, after: Cell)]
  }

  /// Where it was before the oldest step that is kept; nil: it was not there.
  public let first: RowPath?
  /// What happened since, the oldest first.
  public let events: [Event]
  /// The number of older steps that are no longer kept.
  public let dropped: Int
}

extension RowStory {
  /// Creates the story of a row of which no step tells: it stood somewhere until others deleted it.
  public init(deletedByOthersAt path: RowPath) {
    let event = Event(title: nil, step: 0, from: path, to: nil, isMoved: false, cells: [])
    self.init(first: path, events: [event], dropped: 0)
  }
}

extension Transaction {
  /// The row of a key that it deleted, by its identity in `before`; nil: none.
  ///
  /// - Complexity: O(rows deleted).
  public func deletedRow(withKey key: String) -> RowID? {
    log.deleted.last { before.table.contains($0) && before.table.key(of: $0) == key }
  }
}

extension Editor {
  /// Returns a row that a step deleted and that is not there now, with the table that had it last.
  ///
  /// - Complexity: O(rows that all steps deleted).
  public func deletedRow(withKey key: String) -> (row: RowID, table: Table)? {
    for step in undoStack.done.suffix(undoStack.done.count).reversed() {
      if let row = step.deletedRow(withKey: key), !table.contains(row) {
        return (row, step.before.table)
      }
    }
    return nil
  }

  /// Returns what happened to a row.
  ///
  /// - Complexity: O(steps × columns), for each step also what it takes to find a row's index.
  public func story(of row: RowID) -> RowStory {
    let steps = undoStack.done.suffix(undoStack.done.count)
    guard let oldest = steps.first?.before.table else {
      return RowStory(first: table.path(of: row), events: [], dropped: droppedUndoSteps)
    }
    var events: [RowStory.Event] = []
    func compare(
      _ old: Table, _ new: Table, _ title: String?, _ step: Int, isMoved: (RowPath, RowPath) -> Bool
    ) {
      let (from, to) = (old.path(of: row), new.path(of: row))
      var cells: [(column: String, before: Cell, after: Cell)] = []
      if from != nil, to != nil, old.reference(to: row) != new.reference(to: row) {
        for column in new.columns where old.column(column.id) != nil {
          let (a, b) = (old.cell(row, column.id), new.cell(row, column.id))
          if a != b { cells.append((column.name, a, b)) }
        }
      }
      guard from != to || !cells.isEmpty else { return }
      let moves = if let from, let to { from != to && isMoved(from, to) } else { false }
      events.append(
        .init(title: title, step: step, from: from, to: to, isMoved: moves, cells: cells))
    }
    var last = oldest
    for (index, step) in steps.enumerated() {
      let number = droppedUndoSteps + index + 1
      let (before, after) = (step.before.table, step.after.table)
      compare(last, before, nil, number - 1) { old, new in old.section != new.section }
      compare(before, after, step.title, number) { old, new in
        step.log.moved.contains(row) || step.log.sortedCount != nil
          || before.section(of: row) != after.section(of: row)
      }
      last = after
    }
    compare(last, table, nil, droppedUndoSteps + steps.count) { old, new in
      old.section != new.section
    }
    return RowStory(first: oldest.path(of: row), events: events, dropped: droppedUndoSteps)
  }
}
