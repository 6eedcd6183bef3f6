extension Merger {
  /// Merges the columns: in source order unless reordered locally; added columns appear, and
  /// deleted ones disappear unless edited locally.
  mutating func mergeColumns() {
    let mine = local.columns.map(\.id)
    let remote = columnIDs
    let gone = base.columns.map(\.id).filter { local.column($0) == nil }
    var kept: Set<ColumnID> = []
    for column in local.columns where !remote.contains(column.id) {
      guard base.column(column.id) != nil else {
        kept.insert(column.id)
        continue
      }
      if isEdited(column.id) {
        kept.insert(column.id)
        conflicts.append(
          MergeConflict(kind: .column, key: "", column: column.name, columnID: column.id))
      }
    }
    let isMember = { (id: ColumnID) in
      remote.contains(id) ? !gone.contains(id) : kept.contains(id)
    }
    let isOrdered = !haveOneOrder(base.columns.map(\.id), mine, by: Set.self)
    let order =
      isOrdered
      ? mergedOrder(mine, remote, by: Set.self, where: isMember)
      : mergedOrder(remote, mine, by: Set.self, where: isMember)
    var taken = NameSet(local.columns.filter { order.contains($0.id) }.map(\.name))
    let columns = order.map { id in
      let old = local.column(id)
      let name = mergedName(of: id, old)
      if let old, old.name === name { return old }
      if let old { taken.remove(old.name) }
      let known = old ?? base.column(id)
      var column = Column(id: id, name: unique(name, &taken), typing: known?.typing ?? .automatic)
      column.textOrder = known?.textOrder ?? .bytes
      return column
    }
    if columns != local.columns {
      table.columns = columns
      log.changesColumns = true
    }
  }

  private mutating func mergedName(of id: ColumnID, _ mine: Column?) -> String {
    let remote = columnIDs.firstIndex(of: id).map { incoming.columns[$0].name }
    guard let mine else { return remote ?? "" }
    guard let remote, let old = base.column(id)?.name else { return remote ?? mine.name }
    let merged = MergedValue(base: Exact(old), mine: Exact(mine.name), theirs: Exact(remote))
    if merged == .theirs { return remote }
    if merged == .conflict {
      conflicts.append(
        MergeConflict(
          kind: .column, key: "", column: old, base: Cell(old), local: Cell(mine.name),
          remote: Cell(remote), columnID: id))
    }
    return mine.name
  }

  /// Returns a name that no column has, numbered if necessary.
  private func unique(_ name: String, _ taken: inout NameSet) -> String {
    var candidate = name
    var number = 2
    while !taken.insert(candidate).inserted {
      candidate = "\(name) \(number)"
      number += 1
    }
    return candidate
  }

  private func isEdited(_ column: ColumnID) -> Bool {
    local.allRows.contains { row in
      base.contains(row)
        ? !isSameVersion(row) && local.cell(row, column) != base.cell(row, column)
        : !local.cell(row, column).isNull
    }
  }

  /// Whether a row of the base has the same record locally.
  func isSameVersion(_ row: RowID) -> Bool {
    local.reference(to: row) == base.reference(to: row)
  }
}

/// A text that only equals one of the same bytes.
private struct Exact: Equatable {
  let text: String
  init(_ text: String) { self.text = text }
  static func == (a: Exact, b: Exact) -> Bool { a.text === b.text }
}
