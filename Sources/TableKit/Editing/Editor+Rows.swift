extension Editor {
  func index(of section: SectionID) throws(EditError) -> Int {
    guard let index = table.index(of: section) else {
      throw .noSuchSection(Int(section.rawValue), count: table.sections.count)
    }
    return index
  }

  private func checkPresent(_ rows: [RowID]) throws(EditError) {
    for row in rows where !table.contains(row) { throw .rowIsGone(number: row.number) }
  }

  mutating func insert(
    _ rows: [[ColumnID: Cell]], _ section: SectionID, at index: Int, _ log: inout ChangeLog
  ) throws(EditError) {
    let s = try self.index(of: section)
    guard index >= 0, index <= table.sections[s].count else {
      throw .noSuchRow(
        .init(s, index), count: table.sections[s].count, section: table.sections[s].title)
    }
    var new: [RowID] = []
    new.reserveCapacity(rows.count)
    for var cells in rows {
      if let column = table.sectionColumn {
        let own = table.sectionCell(s)
        if let given = cells[column], given.text != own.text {
          throw .sectionDisagrees(
            column: table.column(column)?.name ?? "", value: given.text,
            section: table.sections[s].title)
        }
        cells[column] = own
      }
      for (column, cell) in cells { try checkWritable(cell, column) }
      let row = table.newRow(table.appendRecord(former: nil, changes: cells))
      new.append(row)
    }
    table.place(new, inSection: s, at: index)
    for row in new { table.indexKey(of: row) }
    log.inserted += new
  }

  mutating func update(_ changes: [CellChange], _ log: inout ChangeLog) throws(EditError) {
    var byRow: [(row: RowID, cells: [ColumnID: Cell])] = []
    var position: [RowID: Int] = [:]
    for change in changes {
      guard table.contains(change.row) else { throw .rowIsGone(number: change.row.number) }
      try checkWritable(change.cell, change.column)
      if byRow.last?.row == change.row {
        byRow[byRow.count - 1].cells[change.column] = change.cell
      } else if let known = position[change.row] {
        byRow[known].cells[change.column] = change.cell
      } else {
        position[change.row] = byRow.count
        byRow.append((change.row, [change.column: change.cell]))
      }
    }
    for (row, cells) in byRow {
      let different = cells.filter { table.cell(row, $0.key) != $0.value }
      guard !different.isEmpty else { continue }
      table.setVersion(table.appendRecord(former: row, changes: different), of: row)
      log.update(row)
      log.cellCount += different.count
      if let column = table.sectionColumn, let value = different[column] {
        try moveToSection(of: value, row, &log)
      }
    }
  }

  /// Moves a row whose section cell has changed behind the rows of the section it names now.
  private mutating func moveToSection(
    of value: Cell, _ row: RowID, _ log: inout ChangeLog
  ) throws(EditError) {
    let s: Int
    if let known = table.sections.firstIndex(where: { $0.name == value.text }) {
      s = known
    } else {
      try insertSection(value.text, at: table.sections.count, &log)
      s = table.sections.count - 1
    }
    table.take([row])
    table.place([row], inSection: s, at: table.sections[s].count)
    log.move(row)
  }

  mutating func delete(_ rows: [RowID], _ log: inout ChangeLog) throws(EditError) {
    try checkPresent(rows)
    table.take(rows)
    log.deleted += rows
  }

  mutating func move(
    _ rows: [RowID], _ section: SectionID, at index: Int, _ log: inout ChangeLog
  ) throws(EditError) {
    try checkPresent(rows)
    let s = try self.index(of: section)
    let leaving = rows.filter { table.section(of: $0) == section }.count
    let rest = table.sections[s].count - leaving
    guard index >= 0, index <= rest else {
      throw .noSuchRow(.init(s, index), count: rest + rows.count, section: table.sections[s].title)
    }
    if let column = table.sectionColumn {
      let value = table.sectionCell(s)
      for row in rows where table.section(of: row) != section {
        table.setVersion(table.appendRecord(former: row, changes: [column: value]), of: row)
        log.update(row)
        log.cellCount += 1
      }
    }
    let old = rows.map { table.path(of: $0) }
    table.take(rows)
    table.place(rows, inSection: s, at: index)
    var changed = false
    for (row, path) in zip(rows, old) where table.path(of: row) != path {
      log.move(row)
      changed = true
    }
    if changed { table.hasOwnOrder = true }
  }

  mutating func arrange(
    _ section: SectionID, _ rows: [RowID], _ log: inout ChangeLog
  ) throws(EditError) {
    let s = try index(of: section)
    let old = Array(table.sections[s].rows)
    guard old.count == rows.count, RowSet(rows) == RowSet(old), RowSet(rows).count == rows.count
    else { throw .notAnOrder("\(rows.count) rows are no order of the \(old.count) in the section") }
    let changed = zip(old, rows).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
    log.sortedCount = (log.sortedCount ?? 0) + changed
    guard changed > 0 else { return }
    table.setRows(rows, inSection: s)
    table.hasOwnOrder = true
    log.arranged.insert(section)
  }

  mutating func sort(
    by keys: [SortKey], _ section: SectionID?, _ log: inout ChangeLog
  ) throws(EditError) {
    let sections =
      try section.map { id throws(EditError) in [try index(of: id)] }
      ?? Array(table.sections.indices)
    for s in sections {
      let rows = table.sortedRows(Array(table.sections[s].rows), by: keys)
      try arrange(table.sections[s].id, rows, &log)
    }
  }

  mutating func reload(_ rows: [RowID], _ log: inout ChangeLog) throws(EditError) {
    try checkPresent(rows)
    log.reloaded += rows
    if settings.holding == .view {
      let gone = RowSet(rows)
      selection.removeAll { gone.contains($0) }
    }
  }

  private func checkWritable(_ cell: Cell, _ column: ColumnID) throws(EditError) {
    guard table.syntax.canEncode(cell) else {
      throw .cannotWrite(cell.text, column: table.column(column)?.name ?? "")
    }
  }
}
