import TableKit
import TableSources
import Wording

// What foreign keys of a server or a database did to other rows when rows were saved.

extension ForeignKeyEffect {
  /// One line that says what would happen.
  package var trialNote: String {
    "\(Counts.of(count, "row")) of '\(table)' would \(isDeletion ? "go" : "be changed") with them "
      + "(\(clause))"
  }

  /// One line that says what happened.
  ///
  /// - Parameters:
  ///   - found: to how many rows that are here; nil: as many as the source said.
  ///   - isUndoable: whether undo takes it back, too.
  package func note(count found: Int? = nil, isUndoable: Bool) -> String {
    let count = found ?? count
    let what =
      isDeletion
      ? "went with them" : count == 1 ? "was changed with them" : "were changed with them"
    let start = "\(Counts.of(count, "row")) of '\(table)' \(what) (\(clause))"
    // Undoing a change of a key lets the foreign key follow it again.
    if !isOnDelete, !isUndoable { return start }
    let it = isDeletion ? (count == 1 ? "brings it back" : "brings them back") : "takes that back"
    let not = isDeletion ? (count == 1 ? "bring it back" : "bring them back") : "take that back"
    return start + (isUndoable ? "; undo \(it), too" : "; undo cannot \(not)")
  }
}

extension ForeignKeyEffects {
  /// The columns by which rows refer to others that were deleted or got other keys.
  var referringColumns: Set<String> {
    Set(list.filter { !$0.isDeletion }.flatMap(\.references).flatMap(\.columns))
  }
}

/// The rows of a table to which foreign keys did something when others were deleted.
struct RowFollowers {
  /// The rows that are gone, each with the row that was deleted here because of which it is.
  private(set) var causes: [RowID: RowID] = [:]
  /// What they deleted of those.
  private(set) var deletions: [ForeignKeyEffect] = []
  /// The cells of rows that referred to deleted ones.
  private(set) var changes: [CellChange] = []
  /// What they changed so.
  private(set) var updates: [ForeignKeyEffect] = []
  /// What they did that is here already.
  private(set) var idle: Set<ForeignKeyEffect> = []
  /// To how many rows that are here they did something.
  private(set) var counts: [ForeignKeyEffect: Int] = [:]
  /// The rows of those cells, each with the row that was deleted here, or got another key, because of
  /// which they changed.
  private(set) var causesOfChanges: [RowID: RowID] = [:]
  /// The columns to which rows refer.
  var keys: [ColumnID] {
    Set(updates.flatMap(\.references).flatMap(\.referred)).compactMap {
      table.column(named: $0)?.id
    }
  }

  private let table, base: Table
  private let deleted, changed: [RowID]
  /// The column with the table of each row; nil: there is one table.
  private let tableColumn: ColumnID?
  private var gone: [RowID: ForeignKeyEffect] = [:]
  /// The rows that are gone, by their tables and the texts of some columns.
  private var known: [[String]: RowID] = [:]

  init(_ effects: ForeignKeyEffects, base: Table, table: Table, fresh: Table) {
    (self.base, self.table) = (base, table)
    deleted = effects.deletedRows
    changed = effects.changedRows
    tableColumn = effects.tableColumn
    for consequence in effects.list where consequence.isOpen {
      if consequence.isDeletion {
        let missing = rows(of: consequence).filter { table.theirRow($0, in: fresh) == nil }
        if missing.isEmpty { idle.insert(consequence) }
        counts[consequence] = missing.count
        // Of more others have deleted some.
        guard !missing.isEmpty, missing.count <= consequence.count else { continue }
        for row in missing { gone[row] = consequence }
        deletions.append(consequence)
      } else {
        let changed = rows(of: consequence).map { cells(of: $0, consequence, fresh) }
          .filter { !$0.isEmpty }
        if changed.isEmpty { idle.insert(consequence) }
        counts[consequence] = changed.count
        guard !changed.isEmpty, changed.count <= consequence.count else { continue }
        changes += changed.joined()
        updates.append(consequence)
      }
    }
    findCauses()
  }

  private func rows(of consequence: ForeignKeyEffect) -> [RowID] {
    table.rowList.filter { row in
      tableColumn.map { table.cell(row, $0).text == consequence.table } ?? true
    }
  }

  /// The cells of a row by which it refers to others, where they have others now.
  private func cells(
    of row: RowID, _ consequence: ForeignKeyEffect, _ fresh: Table
  ) -> [CellChange] {
    guard let theirs = table.theirRow(row, in: fresh) else { return [] }
    let names = Set(consequence.references.flatMap(\.columns))
    return table.columns.compactMap { column in
      guard names.contains(column.name), let other = fresh.column(named: column.name) else {
        return nil
      }
      let cell = fresh.cell(theirs, other.id)
      return cell == table.cell(row, column.id) ? nil : CellChange(row, column.id, cell)
    }
  }

  private mutating func findCauses() {
    let moved = updates.isEmpty ? [] : changed + changes.map(\.row)
    let parents = (deleted + moved).map { ($0, base) } + gone.keys.map { ($0, table) }
    let references = Set((Array(gone.values) + updates).flatMap(\.references))
    for reference in references {
      for (row, table) in parents {
        guard table.contains(row),
          tableColumn.map({ table.cell(row, $0).text == reference.table }) ?? true,
          let texts = table.texts(of: row, reference.referred)
        else { continue }
        known[[reference.table] + reference.referred + texts] = row
      }
    }
    let isDeleted = Set(deleted)
    for row in gone.keys {
      // What is not found by its texts has the same value in another form.
      causes[row] = cause(of: row, isDeleted) ?? deleted.last
    }
    let isCause = isDeleted.union(changed)
    let followers = Set(changes.map(\.row))
    for row in followers {
      var parent = row
      // A row may follow one that follows another.
      for _ in 0...followers.count {
        let start = parent
        let next = updates.flatMap(\.references).compactMap { referred(by: start, $0) }
          .first { $0 != start }
        guard let next else { break }
        parent = causes[next] ?? next
        if isCause.contains(parent) { break }
      }
      causesOfChanges[row] = isCause.contains(parent) && parent != row ? parent : deleted.last
    }
  }

  /// The row that is gone to which another one referred.
  private func referred(by row: RowID, _ reference: ForeignKeyEffect.Reference) -> RowID? {
    table.texts(of: row, reference.columns).flatMap {
      known[[reference.table] + reference.referred + $0]
    }
  }

  /// Goes from a row to the one to which it referred, until that was deleted here.
  private func cause(of row: RowID, _ isDeleted: Set<RowID>) -> RowID? {
    var row = row
    for _ in 0...gone.count {
      guard let consequence = gone[row] else { return nil }
      let start = row
      let parent = consequence.references.lazy.compactMap { referred(by: start, $0) }
        .first { $0 != start }
      guard let parent else { return nil }
      if isDeleted.contains(parent) { return parent }
      row = parent
    }
    return nil
  }
}

extension Table {
  /// The texts of some cells; nil: one of them is null, or there is no such column.
  fileprivate func texts(of row: RowID, _ names: [String]) -> [String]? {
    var texts: [String] = []
    for name in names {
      guard let column = column(named: name)?.id else { return nil }
      let cell = cell(row, column)
      if cell.isNull { return nil }
      texts.append(cell.text)
    }
    return texts
  }

  /// The row of another table that has the key of a row.
  fileprivate func theirRow(_ row: RowID, in other: Table) -> RowID? {
    other.row(withKey: keyColumns.map { cell(row, $0).text })
  }
}
