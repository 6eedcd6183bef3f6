import TableKit
import TableSources

/// What a source made of a save, as every source tells it.
package struct SavedRows {
  /// What others had changed, which came in before.
  package var arrived: [Transaction] = []
  /// Cells that are stored otherwise than they were written: parts of the steps that wrote them.
  package var stored: [CellChange] = []
  /// What foreign keys did to other rows.
  package var effects = ForeignKeyEffects()
  /// The rows of the table that are there now, where others are not; nil: all are, or it is not known
  /// row by row.
  package var own: Delta?
  /// What others, or triggers, made of rows of the table as it is when that is known; nil: nothing.
  package var changed: (Table) -> Delta? = { _ in nil }
  /// The table as the source has it now; nil: it was not read again.
  package var fresh: Document?
  /// Why it could not be read again; nil: it was, or need not be.
  package var problem: CommandError?
  /// Whether all of the table is there now; if not, the caller marks it once that is so.
  package var isWhole = true
  /// Whether the table still comes from there, or does so from now on; if not, that is a copy.
  var isSource = true
  /// What comes in is called so.
  package var title = "save"

  /// Creates what came of a save, with nothing in it.
  package init() {}
}

extension Document {
  /// Takes over what its source made of a save.
  ///
  /// Values that were written here become a part of the step that wrote them, as does what foreign keys
  /// did with deleted rows; the rest comes in as changes of others do. All of it is saved by then, so an
  /// error ends nothing: it is noted in the result.
  ///
  /// - Returns: what came in of others; nil: nothing did, or not all of it could.
  @discardableResult
  package func take(
    _ saved: SavedRows, in shell: Shell, _ result: inout CommandResult
  ) -> Transaction? {
    var transactions = saved.arrived
    var (others, problem) = (Transaction?.none, saved.problem)
    func attempt(_ change: () throws(CommandError) -> Transaction?) -> Transaction? {
      do throws(CommandError) {
        guard let transaction = try change() else { return nil }
        transactions.append(transaction)
        return transaction
      } catch {
        problem = problem ?? error
        return nil
      }
    }
    func takeOver(_ cells: [CellChange]) {
      guard !cells.isEmpty else { return }
      _ = attempt { () throws(CommandError) in try editing(editor.takeOver(cells)) }
    }
    // After a crash there is nothing to do again.
    journal?.hold()
    /// What foreign keys made of cells by which rows refer to others is a part of other steps.
    let references = saved.effects.referringColumns
    func isReference(_ change: CellChange) -> Bool {
      !table.keyColumns.contains(change.column)
        && table.column(change.column).map { references.contains($0.name) } ?? false
    }
    takeOver(saved.stored.filter { !isReference($0) })
    transactions += follow(saved.effects, saved.fresh?.table, shell, &result)
    takeOver(saved.stored.filter(isReference))
    source.deleted(saved.effects.deletedRows)
    if saved.isWhole { markSaved(toSource: saved.isSource) }
    if let own = saved.own { _ = try? editor.merge(delta: own, title: saved.title, isOwn: true) }
    if let changed = saved.changed(table) {
      others = attempt { () throws(CommandError) in
        try editing(controller.merge(delta: changed, title: saved.title).transaction)
      }
    }
    if let fresh = saved.fresh {
      others = attempt { () throws(CommandError) in
        try shell.merge(fresh, into: self, title: saved.title).transaction
      }
    }
    journal?.forget()
    if !transactions.isEmpty { journal?.markStale() }
    if saves.keepsState { saves.controller = controller }
    if let problem {
      result.noteUnread(problem)
    } else if saved.effects.reachRows, saved.fresh == nil {
      // Why it was not read is told with the save.
      result.notes.append("reload shows what the source holds now")
    }
    show(transactions, in: &result)
    return problem == nil ? others : nil
  }

  /// Shows what a save has brought in.
  package func show(_ transactions: [Transaction], in result: inout CommandResult) {
    guard !transactions.isEmpty else { return }
    let joined =
      transactions.count == 1 ? transactions[0] : Transaction(joining: transactions, title: "save")
    if joined.hasPlan { past.change = joined }
    result.transaction = joined
    result.showsTable = joined.changesTable
    result.conflicts = editor.conflicts
  }

  /// Marks the table as saved, to its source or as a copy.
  package func markSaved(toSource: Bool) {
    if toSource { editor.markSaved() } else { editor.markCopied() }
    saves.count += 1
    if saves.keepsState { saves.controller = controller }
  }

  /// Makes what foreign keys did to rows that are here a part of the steps that deleted others. What was
  /// written is not marked as saved yet.
  ///
  /// - Parameter fresh: the table as the source has it now; nil: what they did is not here.
  /// - Returns: the changes.
  private func follow(
    _ effects: ForeignKeyEffects, _ fresh: Table?, _ shell: Shell, _ result: inout CommandResult
  ) -> [Transaction] {
    var transactions: [Transaction] = []
    var counts: [ForeignKeyEffect: Int] = [:]
    var idle: Set<ForeignKeyEffect> = []
    if let fresh, !source.isPaged {
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
      $0.note(count: counts[$0], isUndoable: counts[$0] != nil)
    }
    for other in shell.documents {
      guard other !== self,
        effects.list.contains(where: {
          !$0.isOpen && other.source.isTable($0.table, besides: source)
        })
      else { continue }
      result.notes.append("'\(other.shortName)' is open, too: reload brings that in there")
    }
    return transactions
  }
}

extension CommandResult {
  /// Notes that all is saved, but that what the source made of it did not come in, and why.
  mutating func noteUnread(_ error: CommandError) {
    notes.append(
      "it is saved, but the values that the source has now could not be read: \(error.message); "
        + "reload reads them")
  }
}
