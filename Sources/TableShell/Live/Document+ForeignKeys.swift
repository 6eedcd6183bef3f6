import TableInteraction
import TableKit
import TableLive
import TableSources
import Wording

// What foreign keys of a server or a database did to other rows when rows were saved. What they deleted is a part of
// the step that made them do so; the rest comes in as changes of others do.

extension Document {
  /// Reads the server's rows again if foreign keys have changed some of those that are here.
  ///
  /// - Returns: nil if they have not, or if that fails, which a note says.
  func readAgain(
    after effects: ForeignKeyEffects, _ server: PostgresSource, _ shell: Shell,
    _ result: inout CommandResult
  ) -> Document? {
    guard effects.reachRows else { return nil }
    do throws(CommandError) { return try shell.readAgain(self, server.name) } catch {
      result.noteUnread(error)
      return nil
    }
  }

  /// Makes what foreign keys did to rows that are here a part of the steps that deleted others. Call it
  /// before what was written is marked as saved.
  ///
  /// - Parameter fresh: the table as the source has it now; nil: what they did is not here.
  /// - Returns: the changes.
  func follow(
    _ effects: ForeignKeyEffects, _ fresh: Table?, _ shell: Shell,
    _ result: inout CommandResult
  ) -> [Transaction] {
    var transactions: [Transaction] = []
    var counts: [ForeignKeyEffect: Int] = [:]
    var idle: Set<ForeignKeyEffect> = []
    if let fresh, server?.window == nil {
      let followers = RowFollowers(effects, base: editor.saved, table: wholeTable, fresh: fresh)
      idle = followers.idle
      do throws(EditError) {
        let change = try controller.update { (editor) throws(EditError) in
          try editor.deleteFollowers(followers.causes, title: "save")
        }
        if let change {
          source.deleted(followers.causes.keys.filter { !table.contains($0) })
          transactions.append(change)
          for effect in followers.deletions { counts[effect] = followers.counts[effect] }
        }
        if !followers.changes.isEmpty {
          transactions.append(
            try editor.takeOver(
              followers.changes, causes: followers.causesOfChanges, keys: followers.keys))
          for effect in followers.updates { counts[effect] = followers.counts[effect] }
        }
      } catch {
        result.notes.append("undo does not bring back what foreign keys did: \(error.message)")
      }
    }
    result.notes += effects.list.filter { !idle.contains($0) }.map {
      $0.told(count: counts[$0], isUndoable: counts[$0] != nil)
    }
    for other in shell.documents {
      guard other !== self,
        effects.list.contains(where: { !$0.isOpen && other.isTable($0.table, besides: self) })
      else { continue }
      result.notes.append("'\(other.shortName)' is open, too: reload brings that in there")
    }
    return transactions
  }
}

extension Document {
  /// Reads the database again before rows go with deleted ones, so that undo brings back what others
  /// made of them.
  func mergeAgain(_ shell: Shell) throws(CommandError) -> Transaction {
    guard let path = origin?.path else { throw .noSource("to reload from") }
    let file = isOfLua ? try shell.permitted(reading: path) : nil
    let fresh = try shell.readAgain(self, path, as: file)
    return try shell.merge(fresh, into: self, title: "save").transaction
  }

  /// Takes over what the database made of a save, besides what was written, and marks it as saved.
  ///
  /// - Parameter arrived: what others had changed before.
  func take(
    _ report: SaveReport, _ arrived: [Transaction], _ shell: Shell, _ result: inout CommandResult
  ) {
    var transactions = arrived
    var problem: CommandError?
    // All of this is saved: after a crash there is nothing to do again.
    journal?.hold()
    /// Cells by which rows refer to others: what foreign keys made of them is a part of other steps.
    let names = Set(
      report.effects.list.filter { !$0.isDeletion }.flatMap(\.references).flatMap(\.columns))
    func isReference(_ change: CellChange) -> Bool {
      !table.keyColumns.contains(change.column)
        && table.column(change.column).map { names.contains($0.name) } ?? false
    }
    func takeOver(_ changes: [CellChange]) {
      guard !changes.isEmpty else { return }
      do throws(EditError) { transactions.append(try editor.takeOver(changes)) } catch {
        problem = CommandError(error)
      }
    }
    takeOver(report.stored.filter { !isReference($0) })
    transactions += follow(report.effects, report.fresh?.table, shell, &result)
    takeOver(report.stored.filter(isReference))
    markSaved(toSource: true)
    if let loaded = report.fresh {
      let fresh = Document(
        name: name, table: loaded.table, origin: loaded.origin, reading: reading)
      do throws(CommandError) {
        if let sectionColumn { try shell.makeSections(of: fresh, by: sectionColumn) }
        let merged = try shell.merge(fresh, into: self, title: "save").transaction
        let counts = merged.summary
        let count = counts.insertedRows + counts.deletedRows + counts.updatedRows
        if count > 0 {
          result.notes.append(
            "\(Counts.of(count, "row")) that triggers or others changed came in")
        }
        transactions.append(merged)
      } catch {
        problem = error
      }
    }
    journal?.forget()
    if keepsSaves { controllerAtSave = controller }
    if let problem {
      result.noteUnread(problem)
    } else if report.effects.reachRows, report.fresh == nil {
      // Why it was not read is told with the save.
      result.notes.append("reload shows what the source holds now")
    }
    show(transactions, in: &result)
  }

  /// Whether it is a table of the server or the database of another document.
  fileprivate func isTable(_ name: String, besides other: Document) -> Bool {
    if let server {
      return server.address.server == other.server?.address.server && server.shape?.name == name
    }
    return other.origin.map { origin?.hasTable(name, ofDatabaseOf: $0) ?? false } ?? false
  }
}

extension ForeignKeyEffect {
  /// One line that says what would happen.
  var toldAsTrial: String {
    "\(Counts.of(count, "row")) of '\(table)' would \(isDeletion ? "go" : "be changed") with them "
      + "(\(clause))"
  }

  /// One line that says what happened.
  ///
  /// - Parameters:
  ///   - found: to how many rows that are here; nil: as many as the source said.
  ///   - isUndoable: whether undo takes it back, too.
  func told(count found: Int? = nil, isUndoable: Bool) -> String {
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

/// The rows of a table to which foreign keys did something when others were deleted.
private struct RowFollowers {
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

extension CommandResult {
  /// Notes that all is saved, but that what the source made of it did not come in, and why.
  mutating func noteUnread(_ error: CommandError) {
    notes.append(
      "it is saved; what the source made of it did not come in: \(error.message): reload shows it")
  }
}
