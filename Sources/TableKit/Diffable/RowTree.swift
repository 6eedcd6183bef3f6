/// Which rows stand in which others, and which are open: the sections' trees of an editor
/// (rule J8).
///
/// A row that stands in a closed one is in the tree and not in the table, whose rows are those that
/// are shown. Invariant: the rows of a section, in order, are what walking its tree shows.
///
///     fruit            children  fruit: apple pear
///       apple          expanded  fruit
///       pear
///     nuts
public struct RowTree: Hashable, Sendable {
  private(set) var children: [RowID: [RowID]] = [:]
  private(set) var parents: [RowID: RowID] = [:]
  private(set) var expanded: Set<RowID> = []

  /// Creates a tree of nothing: every row stands in its section and in no row.
  public init() {}

  /// Whether no row stands in another one, or was opened.
  public var isEmpty: Bool { children.isEmpty && expanded.isEmpty }

  /// Whether there are rows that are not shown.
  public var hidesRows: Bool { children.keys.contains { !expanded.contains($0) } }

  /// Whether a row is not shown, because one above it is closed.
  public func hides(_ row: RowID) -> Bool {
    var row = row
    while let parent = parents[row] {
      if !expanded.contains(parent) { return true }
      row = parent
    }
    return false
  }

  /// The closed rows that are shown and hold others, in the order of their numbers.
  public var collapsed: [RowID] {
    children.keys.filter { !expanded.contains($0) && !hides($0) }.sorted()
  }

  /// All rows that are not shown.
  public var hidden: [RowID] { collapsed.flatMap { descendants(of: $0) } }

  /// The rows in a row, at any depth, each above what is in it.
  public func descendants(of row: RowID) -> [RowID] {
    var result: [RowID] = []
    var open = Array((children[row] ?? []).reversed())
    while let next = open.popLast() {
      result.append(next)
      open += (children[next] ?? []).reversed()
    }
    return result
  }

  /// The first closed row above a row.
  func closedRow(above row: RowID) -> RowID? {
    var row = row
    while let parent = parents[row] {
      if !expanded.contains(parent) { return parent }
      row = parent
    }
    return nil
  }

  /// Puts a row behind the others in a row.
  mutating func hang(_ row: RowID, in parent: RowID) {
    parents[row] = parent
    children[parent, default: []].append(row)
  }

  mutating func open(_ row: RowID) { expanded.insert(row) }

  /// Forgets rows, whose parents are forgotten with them or keep none of them.
  mutating func forget(_ rows: [RowID]) {
    for row in rows {
      children[row] = nil
      expanded.remove(row)
      if let parent = parents.removeValue(forKey: row) {
        children[parent]?.removeAll { $0 == row }
        if children[parent]?.isEmpty == true { children[parent] = nil }
      }
    }
  }
}

extension RowTree {
  /// The tree after rows came, went and moved: a row stays in what it stood in as long as it stands
  /// among the rows of that, and else in what surrounds it. A closed row brings along what is in it,
  /// wherever it goes.
  ///
  ///     p[a b] q        a moves behind q:  p[b] q a
  ///                     x comes before b:  p[a x b] q
  ///                     p goes:            a b q
  ///
  /// - Parameter loose: rows that came or moved; where they stand decides what they stand in.
  /// - Complexity: O(rows).
  func fitted(to table: Table, loose: RowSet) -> RowTree {
    var new = RowTree()
    for section in table.sections { new.append(section.rows.list, from: self, loose: loose) }
    new.expanded = expanded.filter { table.contains($0) || new.parents[$0] != nil }
    return new
  }

  private mutating func append(_ rows: [RowID], from old: RowTree, loose: RowSet) {
    var above: [RowID] = []
    /// The end of the last run of loose rows.
    var end = 0
    for (index, row) in rows.enumerated() {
      var parent = old.nearest(above: row, in: above)
      if parent == nil, !above.isEmpty, loose.contains(row) {
        if end <= index {
          end = rows[(index + 1)...].firstIndex { !loose.contains($0) } ?? rows.count
        }
        if end < rows.count { parent = old.nearest(above: rows[end], in: above) }
      }
      while let last = above.last, last != parent { above.removeLast() }
      if let parent { hang(row, in: parent) }
      if old.expanded.contains(row) {
        if old.children[row] != nil { above.append(row) }
      } else {
        for hidden in old.descendants(of: row) {
          if let parent = old.parents[hidden] { hang(hidden, in: parent) }
        }
      }
    }
  }

  /// The lowest row above a row that is among others.
  private func nearest(above row: RowID, in others: [RowID]) -> RowID? {
    var parent = parents[row]
    while let candidate = parent, !others.contains(candidate) { parent = parents[candidate] }
    return parent
  }
}

extension EditorState {
  /// The state with all rows shown, each in its section and in no row: what is saved and written
  /// down.
  ///
  /// - Complexity: O(1) where none is hidden, else O(hidden rows + blocks of their sections).
  var whole: EditorState {
    guard tree.hidesRows else { return self }
    var state = self
    var groups = tree.collapsed.compactMap { row in table.path(of: row).map { ($0, row) } }
    groups.sort { $0.0 > $1.0 }
    for (path, row) in groups {
      state.table.place(tree.descendants(of: row), inSection: path.section, at: path.row + 1)
    }
    state.tree = RowTree()
    return state
  }
}

extension Editor {
  /// The table with the rows that are collapsed in others: what is saved.
  ///
  /// - Complexity: O(1) where none is, else O(collapsed rows + blocks of their sections).
  public var wholeTable: Table { state.whole.table }
}

extension Transaction {
  /// The collapsed rows that went with the rows that they were in.
  public var goneCollapsedRows: [RowID] {
    before.tree.hidden.filter { !after.table.contains($0) && !after.tree.hides($0) }
  }

  /// How many rows and sections are drawn anew that have not changed.
  public var redrawn: (reloadedRows: Int, reconfiguredRows: Int, reloadedSections: Int) {
    (log.reloaded.count, log.reconfigured.count, log.reloadedSections.count)
  }

  /// The transaction as it is with all rows shown: opening and closing rows is none of it.
  var whole: Transaction {
    guard before.tree.hidesRows || after.tree.hidesRows else { return self }
    let (old, new) = (before.whole, after.whole)
    var log = log
    // What only hidden rows do is not in the log.
    for row in before.tree.hidden + after.tree.hidden {
      switch (old.table.contains(row), new.table.contains(row)) {
      case (true, false): log.deleted.append(row)
      case (false, true): log.inserted.append(row)
      default: log.move(row)
      }
    }
    var whole = Transaction(
      title: title, before: old, after: new, events: events,
      log: ChangeLog(joining: [log], from: old.table, to: new.table),
      contentChange: contentChange, isUndo: isUndo)
    whole.notes = notes
    whole.manner.again = manner.again
    return whole
  }
}
