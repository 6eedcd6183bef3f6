import Wording

/// Cells that the source has given rows when they were saved, to be set in the states of the history
/// as well.
///
/// A cell is set in the states in which it holds what it held when it was saved, from the current one
/// on: as far as the step that gave it that value or inserted its row. A cell that no step has written
/// goes with the last one that wrote its row, as what a trigger made of that.
///
///     done     insert a=2      edit a=5               the source gives the row the key 7
///     after    key 7, a=2      key 7, a=5
struct CellAmendment {
  private struct NewCell {
    let column: ColumnID
    let old: Cell
    let new: Cell
    /// Whether it was written here: it is not what the source had.
    let isWritten: Bool
  }

  /// A record that stands for another one.
  private struct Replacement {
    let old, new: (chunk: Chunk, record: UInt32)
  }

  private let current: (before: EditorState, after: EditorState)
  /// The cells that are still to be set.
  private var cells: [RowID: [NewCell]] = [:]
  /// The rows whose cells the source has changed because another one was deleted or got another key, by
  /// that.
  private var followers: [RowID: [RowID]]
  /// The columns of such keys.
  private let keys: [ColumnID]
  private var replacements: [RowID: Replacement] = [:]
  /// How many more of them are no numbers, by column.
  private var moreTexts: [ColumnID: Int] = [:]

  /// - Parameters:
  ///   - old: the current state as it was saved.
  ///   - new: as the source has it; it differs in cells only.
  ///   - changes: what differs.
  ///   - source: the table as the source was known to have it.
  ///   - causes: the rows that were changed because others were deleted or got other values in `keys`,
  ///     each with that one.
  init(
    from old: EditorState, to new: EditorState, _ changes: [CellChange], source: Table,
    causes: [RowID: RowID] = [:], keys: [ColumnID] = []
  ) {
    current = (old, new)
    self.keys = keys
    followers = Dictionary(grouping: causes.keys) { causes[$0] ?? $0 }
    let (before, after) = (old.table, new.table)
    for change in changes {
      let (row, column) = (change.row, change.column)
      let (mine, theirs) = (before.cell(row, column), after.cell(row, column))
      if mine == theirs || cells[row]?.contains(where: { $0.column == column }) ?? false {
        continue
      }
      let isKnown = Int(row.rawValue) < source.rowIDCount && source.contains(row)
      let isWritten =
        causes[row] != nil || !isKnown || source.column(column) == nil
        || source.cell(row, column) != mine
      add(NewCell(column: column, old: mine, new: theirs, isWritten: isWritten), row)
      replacements[row] = Replacement(old: before.place(of: row), new: after.place(of: row))
    }
  }

  /// Whether no former state is to be changed any more.
  var isDone: Bool { cells.isEmpty }

  /// Returns a step between states with the cells.
  ///
  /// - Parameters:
  ///   - near: the state of the step that is nearer to the current one, as it is now; nil: no step that
  ///     was changed shares it.
  ///   - isForward: whether the step leads towards the current state.
  /// - Complexity: O(rows that the step changed); O(cells to set) for each state where it follows
  ///   changes of others.
  mutating func amended(_ step: Transaction, near: EditorState?, isForward: Bool) -> Transaction {
    let (oldNear, oldFar) = isForward ? (step.after, step.before) : (step.before, step.after)
    let newNear = near ?? amended(oldNear)
    let count = cells.count
    // Records of other columns lack cells.
    if step.log.changesColumns { replacements = [:] }
    var log = step.log
    dropFollowers(of: &log, from: step.before.table, to: step.after.table)
    let newFar = amended(oldFar, log, from: oldNear, newNear)
    let (before, after) = isForward ? (newFar, newNear) : (newNear, newFar)
    // What the step wrote may be what was there before it.
    if cells.count < count, log.batch == nil {
      log = ChangeLog(joining: [log], from: before.table, to: after.table)
    }
    // A chunk may have different numbers in both.
    if step.log.changesColumns || !before.table.sharesChunks(with: after.table) {
      log.repointed = true
    }
    var new = step.between(before, after, log, isUndo: step.isUndo)
    (new.notes, new.account, new.joinedCount) = (step.notes, step.account, step.joinedCount)
    new.checkInvariants()
    return new
  }

  // MARK: - States

  /// Returns a state with the cells that it holds as they were saved.
  private mutating func amended(_ state: EditorState) -> EditorState {
    var new = state
    if state.isShared(with: current.before) {
      new.table = current.after.table
      return new
    }
    narrow(to: state, Array(cells.keys))
    for row in cells.keys {
      new.table.setVersion(version(for: row, in: &new.table), of: row)
    }
    return new
  }

  /// Returns a state on the other side of a step.
  ///
  /// - Parameters:
  ///   - oldNear: the state on this side, as it was.
  ///   - newNear: as it is now.
  private mutating func amended(
    _ state: EditorState, _ log: ChangeLog, from oldNear: EditorState, _ newNear: EditorState
  ) -> EditorState {
    let old = state.table
    guard !log.repointed, !log.changesColumns, newNear.table.hasChunks(of: old),
      newNear.table.hasChunks(of: oldNear.table)
    else {
      narrow(log.updated) { $0.isWritten }
      return amended(state)
    }
    let changed = log.updated + log.inserted + log.deleted
    narrow(log.updated) { $0.isWritten }
    narrow(to: state, changed)
    if cells.isEmpty { return state }

    var new = state
    new.table.chunks = newNear.table.chunks
    new.table.versions = newNear.table.versions
    new.table.versions.resize(like: old.versions)
    for row in changed where Int(row.rawValue) < old.versions.count {
      new.table.versions[Int(row.rawValue)] = old.versions[Int(row.rawValue)]
    }
    for row in changed where cells[row] != nil {
      new.table.versions[Int(row.rawValue)] = version(for: row, in: &new.table)
    }
    for (column, count) in old.textCounts {
      new.table.textCounts[column] = count + moreTexts[column, default: 0]
    }
    #if TABLE_INTERNAL_CHECKS
      check(new.table, from: old)
    #endif
    return new
  }

  #if TABLE_INTERNAL_CHECKS
    private func check(_ table: Table, from old: Table) {
      guard table.rowCount <= 1000 else { return }
      for row in table.rowList {
        for column in table.columns {
          let new = cells[row]?.first { $0.column == column.id }?.new
          precondition(
            table.cell(row, column.id) == new ?? old.cell(row, column.id),
            "row \(row.number) of a former state has another cell in '\(shown: column.name)'")
        }
      }
    }
  #endif

  // MARK: - Cells

  private mutating func add(_ cell: NewCell, _ row: RowID) {
    cells[row, default: []].append(cell)
    moreTexts[cell.column, default: 0] += cell.new.countOfTexts - cell.old.countOfTexts
  }

  /// Forgets the cells of rows that hold something else in a state.
  private mutating func narrow(to state: EditorState, _ rows: [RowID]) {
    let table = state.table
    for row in rows where cells[row] != nil {
      let isThere =
        Int(row.rawValue) < table.versions.count && (table.contains(row) || state.hides(row))
      narrow([row]) { cell in
        isThere && table.column(cell.column) != nil && table.cell(row, cell.column) == cell.old
      }
    }
  }

  /// Forgets the cells of rows that are not kept.
  private mutating func narrow(_ rows: [RowID], _ isKept: (NewCell) -> Bool) {
    for row in rows {
      guard let known = cells[row], !known.allSatisfy(isKept) else { continue }
      cells[row] = nil
      for cell in known {
        moreTexts[cell.column, default: 0] -= cell.new.countOfTexts - cell.old.countOfTexts
      }
      for cell in known where isKept(cell) { add(cell, row) }
      replacements[row] = nil
    }
  }

  /// Forgets the cells of rows that the source changed because the step deleted others or gave them
  /// other keys, and notes that it changed them.
  private mutating func dropFollowers(of log: inout ChangeLog, from old: Table, to new: Table) {
    if followers.isEmpty { return }
    let rekeyed = log.updated.filter { row in
      followers[row] != nil && keys.contains { old.cell(row, $0) != new.cell(row, $0) }
    }
    for row in (log.deleted + rekeyed).flatMap({ followers[$0] ?? [] }) {
      guard let known = cells[row] else { continue }
      log.update(row)
      log.cellCount += known.count
      narrow([row]) { _ in false }
    }
  }

  /// Returns the version of a row with its new cells.
  private mutating func version(for row: RowID, in table: inout Table) -> Version {
    let old = table.place(of: row)
    if let known = replacements[row], known.old.chunk === old.chunk,
      known.old.record == old.record
    {
      return table.version(of: Int(known.new.record), in: known.new.chunk)
    }
    let changes = (cells[row] ?? []).map { ($0.column, $0.new) }
    let version = table.appendRecord(former: row, changes: Dictionary(changes) { _, last in last })
    replacements[row] = Replacement(
      old: old, new: (table.chunks[Int(version.chunk)], version.record))
    return version
  }
}

extension Cell {
  /// 1 for a text that is no number, as columns of numbers count them.
  fileprivate var countOfTexts: Int { isNull || DecimalNumber.matches(text) ? 0 : 1 }
}

extension Table {
  /// The record of a row, and the chunk in which it is.
  fileprivate func place(of row: RowID) -> (chunk: Chunk, record: UInt32) {
    let version = versions[Int(row.rawValue)]
    return (chunks[Int(version.chunk)], version.record)
  }
}
