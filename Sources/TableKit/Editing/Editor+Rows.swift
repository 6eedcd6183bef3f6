extension Editor {
  /// Returns the index of a section.
  ///
  /// - Throws: `noSuchSection`.
  package func index(of section: SectionID) throws(EditError) -> Int {
    guard let index = table.index(of: section) else {
      throw .noSuchSection(Int(section.rawValue), count: table.sections.count)
    }
    return index
  }

  /// Rows that are all in the table, each once.
  ///
  /// - Parameter orHidden: whether rows that a layer above keeps out of sight count, too.
  package func present(_ rows: [RowID], orHidden: Bool = false) throws(EditError) -> [RowID] {
    var seen = RowSet()
    for (i, row) in rows.enumerated() {
      try progress.check(at: i)
      guard table.contains(row) || orHidden && state.hides(row) else {
        throw .rowIsGone(number: row.number)
      }
      seen.insert(row)
    }
    if seen.count == rows.count { return rows }
    return rows.filter { seen.remove($0) }
  }

  /// Inserts rows with these values, the first at an index of the section after the edit.
  ///
  /// - Parameter index: 0 ... row count of the section.
  /// - Throws: `noSuchSection`, `noSuchRow`, `sectionDisagrees`, and what `checkWritable` throws.
  package mutating func insert(
    _ rows: [[ColumnID: Cell]], _ section: SectionID, at index: Int, _ log: inout ChangeLog
  ) throws(EditError) {
    let s = try self.index(of: section)
    guard index >= 0, index <= table.sections[s].count else {
      throw .noSuchRow(
        .init(s, index), count: table.sections[s].count, section: table.sections[s].title)
    }
    var new: [RowID] = []
    new.reserveCapacity(rows.count)
    progress.begin("inserting", .rows, total: rows.count)
    defer { progress.end() }
    for (i, row) in rows.enumerated() {
      try progress.check(at: i)
      new.append(try newRow(row, inSection: s))
    }
    table.place(new, inSection: s, at: index)
    log.inserted += new
  }

  /// Creates a row for a section, without placing it.
  package mutating func newRow(
    _ row: [ColumnID: Cell], inSection s: Int
  ) throws(EditError) -> RowID {
    var cells = row
    if let column = table.sectionColumn {
      let own = table.sectionCell(s)
      if let given = cells[column], given.text != own.text {
        throw .sectionDisagrees(
          column: table.column(column)?.name ?? "", value: given.text,
          section: table.sections[s].title)
      }
      cells[column] = own
    }
    for (column, cell) in cells.sorted(by: { $0.key < $1.key }) {
      try checkWritable(cell, column)
      cells[column] = normal(cell)
    }
    return table.newRow(table.appendRecord(former: nil, changes: cells))
  }

  /// Sets the values of cells. If the section column changes, rows move to the sections that they
  /// now name.
  ///
  /// - Throws: `rowIsGone`, and what `checkWritable` throws.
  package mutating func update(_ changes: [CellChange], _ log: inout ChangeLog) throws(EditError) {
    if Self.isMany(changes.count, changes.first?.row), let columns = try byColumn(changes) {
      for (column, rows, values) in columns { try update(column, of: rows, to: values, &log) }
      return
    }
    var byRow: [(row: RowID, cells: [ColumnID: Cell])] = []
    var position: [RowID: Int] = [:]
    for (i, change) in changes.enumerated() {
      try progress.check(at: i)
      try checkUpdatable(change.row)
      try checkWritable(change.cell, change.column, change.row)
      let cell = normal(change.cell)
      if byRow.last?.row == change.row {
        byRow[byRow.count - 1].cells[change.column] = cell
      } else if let known = position[change.row] {
        byRow[known].cells[change.column] = cell
      } else {
        position[change.row] = byRow.count
        byRow.append((change.row, [change.column: cell]))
      }
    }
    var movers: [(row: RowID, section: String)] = []
    progress.begin("editing", .rows, total: byRow.count)
    defer { progress.end() }
    for (i, (row, cells)) in byRow.enumerated() {
      try progress.check(at: i)
      let different = cells.filter { column, cell in
        !table.cell(row, column, is: cell) || cell.isNull && table.isLeftToSource(row, column)
      }
      guard !different.isEmpty else { continue }
      try table.demandRecord(of: row, with: different.values.reduce(0) { $0 + $1.text.utf8.count })
      table.update(row, different)
      log.update(row, keepsKey: !table.keyColumns.contains { different[$0] != nil })
      log.cellCount += different.count
      if let column = table.sectionColumn, let value = different[column] {
        movers.append((row, value.text))
      }
    }
    if !movers.isEmpty { moveToSections(movers, &log) }
  }

  /// Whether so many cells are changed column by column. With internal checks few are, too, now and
  /// then, so that tests know both ways.
  private static func isMany(_ count: Int, _ first: RowID?) -> Bool {
    #if TABLE_INTERNAL_CHECKS
      if count > 2, let first, first.rawValue & 1 == 0 { return true }
    #endif
    return count >= 256
  }

  /// Changes as a list of values for each column; nil where a cell is changed twice, or rows go to
  /// other sections.
  private func byColumn(
    _ changes: [CellChange]
  ) throws(EditError) -> [(ColumnID, [RowID], CellList)]? {
    var columns: [(column: ColumnID, rows: [RowID], values: CellList, seen: RowSet)] = []
    var last = 0
    for (i, change) in changes.enumerated() {
      try progress.check(at: i)
      if change.column == table.sectionColumn { return nil }
      if !columns.indices.contains(last) || columns[last].column != change.column {
        last = columns.firstIndex { $0.column == change.column } ?? columns.count
        if last == columns.count { columns.append((change.column, [], CellList(), RowSet())) }
      }
      guard columns[last].seen.insert(change.row) else { return nil }
      columns[last].rows.append(change.row)
      columns[last].values.append(change.cell)
    }
    return columns.map { ($0.column, $0.rows, $0.values) }
  }

  /// Gives the cells of rows in one column other values.
  package mutating func update(
    _ column: ColumnID, of rows: [RowID], to values: CellList, _ log: inout ChangeLog
  ) throws(EditError) {
    precondition(rows.count == values.count, "\(values.count) values for \(rows.count) rows")
    guard Self.isMany(rows.count, rows.first), column != table.sectionColumn,
      try present(rows, orHidden: true).count == rows.count
    else {
      return try update(rows.indices.map { CellChange(rows[$0], column, values[$0]) }, &log)
    }
    try checkWritable(values, column, rows)
    progress.begin("editing", .rows, total: rows.count)
    defer { progress.end() }
    let changed = try table.update(
      column, in: rows, to: table.syntax.isTyped ? values : values.asTexts, progress)
    let keepsKey = !table.keyColumns.contains(column)
    for row in changed { log.update(row, keepsKey: keepsKey) }
    log.cellCount += changed.count
  }

  private func checkUpdatable(_ row: RowID) throws(EditError) {
    guard table.contains(row) || state.hides(row) else {
      throw .rowIsGone(number: row.number)
    }
  }

  /// Moves rows whose section cells have changed behind the rows of the sections they name now,
  /// and makes sections that are new.
  private mutating func moveToSections(
    _ movers: [(row: RowID, section: String)], _ log: inout ChangeLog
  ) {
    var indexes: NameTable<Int> = [:]
    for (s, section) in table.sections.enumerated() { indexes[section.name] = s }
    var arriving: [Int: [RowID]] = [:]
    for (row, name) in movers {
      if indexes[name] == nil {
        indexes[name] = table.sections.count
        let label = Section.Label(name)
        log.insertedSections.append(table.insertSection(label, at: table.sections.count))
      }
      guard let s = indexes[name], table.section(of: row) != table.sections[s].id else { continue }
      arriving[s, default: []].append(row)
    }
    for (s, rows) in arriving.sorted(by: { $0.key < $1.key }) {
      table.take(rows)
      table.place(rows, inSection: s, at: table.sections[s].count)
      for row in rows { log.move(row) }
    }
  }

  /// Deletes rows.
  ///
  /// - Throws: `rowIsGone`, `cancelled`.
  package mutating func delete(_ rows: [RowID], _ log: inout ChangeLog) throws(EditError) {
    progress.begin("deleting", .rows, total: rows.count)
    defer { progress.end() }
    let rows = try present(rows)
    try table.take(rows, progress)
    log.deleted += rows
  }

  /// Moves rows as a block, in the order given. If sections are a view of a column, cells follow.
  ///
  /// - Parameter index: the index of the first row after the edit, 0 ... row count of the section
  ///   without these rows.
  /// - Throws: `rowIsGone`, `noSuchSection`, `noSuchRow`, `cancelled`.
  package mutating func move(
    _ rows: [RowID], _ section: SectionID, at index: Int, _ log: inout ChangeLog
  ) throws(EditError) {
    progress.begin("moving", .rows, total: rows.count)
    defer { progress.end() }
    let rows = try present(rows)
    let s = try self.index(of: section)
    let leaving = rows.filter { table.section(of: $0) == section }.count
    let rest = table.sections[s].count - leaving
    guard index >= 0, index <= rest else {
      throw .noSuchRow(.init(s, index), count: rest + rows.count, section: table.sections[s].title)
    }
    if let column = table.sectionColumn {
      let value = table.sectionCell(s)
      try checkWritable(value, column)
      for (i, row) in rows.enumerated() where table.section(of: row) != section {
        try progress.check(at: i)
        table.update(row, [column: value])
        log.update(row)
        log.cellCount += 1
      }
    }
    let old = table.paths(of: rows)
    try table.take(rows, progress)
    table.place(rows, inSection: s, at: index)
    // A row of the block may end at its old index and still have passed others.
    guard table.paths(of: rows) != old else { return }
    for (i, row) in rows.enumerated() {
      try progress.check(at: i)
      log.move(row)
    }
    table.hasOwnOrder = true
  }

  /// Reorders the rows of a section: all of them, each once.
  ///
  /// - Throws: `noSuchSection`, `notAnOrder`.
  package mutating func arrange(
    _ section: SectionID, _ rows: [RowID], _ log: inout ChangeLog
  ) throws(EditError) {
    let s = try index(of: section)
    let old = table.sections[s].rows.list
    guard old.count == rows.count, RowSet(rows) == RowSet(old), RowSet(rows).count == rows.count
    else { throw .notAnOrder("\(rows.count) rows are no order of the \(old.count) in the section") }
    arrange(s, old, rows, &log)
  }

  private mutating func arrange(_ s: Int, _ old: [RowID], _ rows: [RowID], _ log: inout ChangeLog) {
    let changed = zip(old, rows).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
    log.sortedCount = (log.sortedCount ?? 0) + changed
    guard changed > 0 else { return }
    table.setRows(rows, inSection: s)
    table.hasOwnOrder = true
    log.arranged.insert(table.sections[s].id)
  }

  /// Sorts the rows of one section, or of all if nil, stably.
  ///
  /// - Throws: `noSuchColumn`, `noSuchSection`, `cancelled`.
  package mutating func sort(
    by keys: [SortKey], _ section: SectionID?, _ log: inout ChangeLog
  ) throws(EditError) {
    for key in keys { try checkPresent(key.column) }
    let sections =
      try section.map { id throws(EditError) in [try index(of: id)] }
      ?? Array(table.sections.indices)
    let kinds = table.kinds(of: keys, workers: workers)
    for s in sections {
      let old = table.sections[s].rows.list
      let rows = try table.sortedRows(
        old, by: keys, kinds: kinds, workers: workers, progress: progress)
      arrange(s, old, rows, &log)
    }
  }

  /// Deselects the rows that the plan reloads, if the view holds the selection (rule B19).
  package mutating func dropReloaded(_ log: ChangeLog) {
    guard holding == .view, contentChange == .reload, !selection.isEmpty,
      !log.updated.isEmpty || !log.relabelled.isEmpty
    else { return }
    let sections = Set(log.relabelled)
    let table = table
    selection.removeAll { row in
      log.isUpdated(row) || table.section(of: row).map(sections.contains) ?? false
    }
  }

  /// Refuses a value that the source cannot hold.
  ///
  /// - Throws: `noSuchColumn`, `cannotWrite`, `valueDoesNotFit`.
  package func checkWritable(
    _ cell: Cell, _ column: ColumnID, _ row: RowID? = nil
  ) throws(EditError) {
    try table.checkWritable(cell, column, row)
  }

  /// Refuses values that the source could not hold.
  private func checkWritable(
    _ values: CellList, _ column: ColumnID, _ rows: [RowID]
  ) throws(EditError) {
    let syntax = table.syntax
    let wrong = values.firstIndex { kind, text in
      !syntax.canEncode(kind, text) || syntax.isTyped && !JSONText.fits(text, kind)
    }
    guard let wrong else { return try checkPresent(column) }
    try checkWritable(values[wrong], column, rows[wrong])
  }

  /// A value as the source reads it back.
  private func normal(_ cell: Cell) -> Cell { table.normal(cell) }

  /// Inserts the rows of many records.
  ///
  /// - Throws: `noSuchColumn`, `noSuchSection`, `rowIsGone`, `sectionDisagrees`, `notAnOrder`,
  ///   `cancelled`.
  /// - Complexity: O(records).
  package mutating func insert(
    _ records: RecordList, _ places: RecordPlaces, _ log: inout ChangeLog
  ) throws(EditError) {
    precondition(records.syntax == table.syntax, "records in the syntax of another table")
    for column in records.columns { try checkPresent(column) }
    progress.begin("inserting", .rows, total: records.count)
    defer { progress.end() }
    let rows = table.newRows(records)
    switch places {
    case .behind(let others):
      precondition(others.count == rows.count, "\(rows.count) records for \(others.count) rows")
      for (i, row) in others.enumerated() {
        try progress.check(at: i)
        guard table.contains(row) else { throw .rowIsGone(number: row.number) }
      }
      try checkSections(of: rows) { table.section(of: others[$0]) }
      guard table.place(rows, behind: others) else {
        throw .notAnOrder("the rows to insert behind are not in table order")
      }
    case .ending(let runs):
      var arriving: [Int: [RowID]] = [:]
      var start = 0
      for (section, count) in runs {
        arriving[try index(of: section), default: []] += rows[start..<start + count]
        start += count
      }
      precondition(start == rows.count, "\(rows.count) records for \(start) places")
      for (s, rows) in arriving.sorted(by: { $0.key < $1.key }) {
        let id = table.sections[s].id
        try checkSections(of: rows) { _ in id }
        table.place(rows, inSection: s, at: table.sections[s].count)
      }
    }
    log.inserted += rows
  }

  /// Refuses rows whose cells name another section than the one they go to.
  ///
  /// - Throws: `sectionDisagrees`, `cancelled`.
  private func checkSections(of rows: [RowID], _ section: (Int) -> SectionID?) throws(EditError) {
    guard let column = table.sectionColumn else { return }
    var reader = CellReader(table, column)
    var own: [SectionID: String] = [:]
    for (i, row) in rows.enumerated() {
      try progress.check(at: i)
      guard let id = section(i), let s = table.index(of: id) else { continue }
      let name = own[id] ?? table.sectionCell(s).text
      own[id] = name
      let text = reader.withCell(row) { String(decoding: $1, as: UTF8.self) }
      guard text.utf8.elementsEqual(name.utf8) else {
        throw .sectionDisagrees(
          column: table.column(column)?.name ?? "", value: text,
          section: table.sections[s].title)
      }
    }
  }
}
