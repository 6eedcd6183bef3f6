extension Transaction {
  /// Creates a transaction with the combined changes of consecutive ones.
  ///
  /// - Parameter steps: at least one, each beginning where the one before ended.
  package init(joining steps: [Transaction], title: String) {
    let before = steps[0].before
    let after = steps[steps.count - 1].after
    var log = ChangeLog(joining: steps.map(\.log), from: before.table, to: after.table)
    // A reload without changes is no step, yet rows have other records since.
    if zip(steps, steps.dropFirst()).contains(where: {
      !$0.after.table.versions.isShared(with: $1.before.table.versions)
    }) {
      log.repointed = true
    }
    self.init(title: title, before: before, after: after, log: log, look: steps[0].look)
    notes = steps.flatMap(\.notes)
    joinedCount = steps.count
    command = steps[steps.count - 1].command
    let accounts = steps.compactMap(\.account)
    account = accounts.first.map { type(of: $0).joining(accounts, isOne: steps.count == 1) }
  }
}

extension ChangeLog {
  /// Combines consecutive logs that lead from one table to another; omits what was both inserted
  /// and deleted on the way.
  init(joining logs: [ChangeLog], from old: Table, to new: Table) {
    self.init()
    if logs.count == 1 { batch = logs[0].batch }
    var seen = RowSet()
    for log in logs {
      for row in log.inserted + log.deleted where seen.insert(row) {
        switch (old.contains(row), new.contains(row)) {
        case (false, true): inserted.append(row)
        case (true, false): deleted.append(row)
        case (true, true): move(row)
        case (false, false): break
        }
      }
    }
    var comparer = RowComparer(from: old, to: new)
    for log in logs {
      for row in log.updated where old.contains(row) && new.contains(row) {
        // A row can be as it was and yet have another version, as where an edited column is gone.
        if comparer.isSame(row) { repointed = true } else { update(row) }
      }
      for row in log.moved where old.contains(row) && new.contains(row) { move(row) }
      for section in log.arranged
      where old.index(of: section) != nil && new.index(of: section) != nil {
        arranged.insert(section)
      }
      if log.sortedCount != nil { sortedCount = 0 }
      for section in log.insertedSections
      where old.index(of: section) == nil && new.index(of: section) != nil
        && !insertedSections.contains(section)
      {
        insertedSections.append(section)
      }
      for section in log.deletedSections
      where old.index(of: section) != nil && new.index(of: section) == nil
        && !deletedSections.contains(section)
      {
        deletedSections.append(section)
      }
      relabelled += log.relabelled.filter {
        old.index(of: $0) != nil && new.index(of: $0) != nil && !relabelled.contains($0)
      }
      arrangesSections = arrangesSections || log.arrangesSections
      changesColumns = changesColumns || log.changesColumns
      repointed = repointed || log.repointed
      reloaded += log.reloaded.filter { old.contains($0) && new.contains($0) }
      reconfigured += log.reconfigured.filter { old.contains($0) && new.contains($0) }
      reloadedSections += log.reloadedSections.filter {
        old.index(of: $0) != nil && new.index(of: $0) != nil && !reloadedSections.contains($0)
      }
      reloadsData = reloadsData || log.reloadsData
    }
    if logs.count == 1 {
      (sortedCount, cellCount) = (logs[0].sortedCount, logs[0].cellCount)
      return
    }
    var cells = 0
    for row in updated { comparer.forEachChange(of: row) { _ in cells += 1 } }
    cellCount = cells
    let passed = RowSet(moved)
    for section in arranged {
      let rows = [(old, new), (new, old)].map { here, there in
        guard let index = here.index(of: section) else { return [RowID]() }
        return here.sections[index].rows.list.filter {
          there.section(of: $0) == section && !passed.contains($0)
        }
      }
      sortedCount = (sortedCount ?? 0) + zip(rows[0], rows[1]).count { $0 != $1 }
    }
  }
}
