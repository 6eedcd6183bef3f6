import BatchUpdates
import TableKit
import TableSources
import Wording

// Checks that the table is as a stage expects.
extension PatchedTable {
  /// Checks columns, sections, rows and cells against those of a stage.
  ///
  /// - Throws: the first difference.
  func check(_ stage: PatchStage) throws(PatchError) {
    let (sectionChanges, rows) = (stage.operations.sections, stage.operations.rows)
    if let columns = stage.columns, columns.before !== self.columns.map(\.name) {
      throw .columns(stage: stage.number, expected: columns.before, found: self.columns.map(\.name))
    }
    for (number, (index, section)) in stage.formerSections.enumerated() {
      let hasRows = number < sectionChanges.deletes.count + sectionChanges.reloads.count
      try check(section, with: hasRows, at: index, stage)
    }
    for (move, name) in zip(sectionChanges.moves, stage.movedSections)
    where sections[move.from].label.name !== name {
      throw .section(
        stage: stage.number, move.from, expected: "'\(name)'",
        found: sections[move.from].label.description)
    }
    for (path, row) in zip(rows.deletes, stage.deleted) { try check(row, at: path, stage) }
    for (move, mark) in zip(rows.moves, stage.moved) {
      switch mark {
      case .key(let key): try check(key, at: move.from, stage)
      case .row(let row): try check(row, at: move.from, stage)
      }
    }
    for change in stage.changed {
      if let path = change.path { try check(change, at: path, stage) }
    }
    try checkChangedRows(stage)
    try checkInserted(stage)
  }

  /// - Parameter rows: whether the section's rows are checked, too.
  private func check(
    _ section: PatchSection, with rows: Bool, at index: Int, _ stage: PatchStage
  ) throws(PatchError) {
    let found = sections[index]
    // Of a section made from a column, a file stores only the name.
    let isSame =
      table.sectionColumn == nil
      ? found.label.hasSameLabel(as: section) : found.label.name === section.name
    guard isSame else {
      throw .section(
        stage: stage.number, index, expected: section.description,
        found: found.label.description)
    }
    guard rows else { return }
    guard found.rows.count == section.rows.count else {
      throw .section(
        stage: stage.number, index,
        expected: "'\(section.name)' with \(Counts.of(section.rows.count, "row"))",
        found: Counts.of(found.rows.count, "row"))
    }
    for (r, row) in section.rows.enumerated() { try check(row, at: RowPath(index, r), stage) }
  }

  private func check(
    _ row: PatchFileRow, at path: RowPath, _ stage: PatchStage
  ) throws(PatchError) {
    try checkColumns(of: row, stage)
    let found = sections[path.section].rows[path.row]
    let wanted = key.compactMap { number in
      columns.first { $0.number == number }.map { row[$0.name].map(cell(for:))?.text ?? "" }
    }.joined(separator: "/")
    if !key.isEmpty, wanted != name(of: found) {
      throw .row(stage: stage.number, path, expected: wanted, found: name(of: found))
    }
    for column in columns {
      let expected = row[column.name].map(cell(for:)) ?? .null
      try check(expected, in: column.name, of: found, at: path, stage)
    }
  }

  private func check(
    _ change: PatchChange, at path: RowPath, _ stage: PatchStage
  ) throws(PatchError) {
    try check(change.key, at: path, stage)
    let found = sections[path.section].rows[path.row]
    for changed in change.cells {
      // New columns have no old value.
      if column(named: changed.column) == nil, stage.columns != nil { continue }
      try check(cell(for: changed.old), in: changed.column, of: found, at: path, stage)
    }
  }

  private func check(_ key: PatchKey, at path: RowPath, _ stage: PatchStage) throws(PatchError) {
    guard case .text(let text) = key else { return }
    guard !self.key.isEmpty else {
      throw .noKey(stage: stage.number, path, expected: text)
    }
    let found = name(of: sections[path.section].rows[path.row])
    guard found == text else {
      throw .row(stage: stage.number, path, expected: text, found: found)
    }
  }

  private func check(
    _ expected: Cell, in name: String, of row: Int, at path: RowPath, _ stage: PatchStage
  ) throws(PatchError) {
    guard let column = column(named: name) else {
      throw .columns(stage: stage.number, expected: [name], found: columns.map(\.name))
    }
    let found = cell(row, column)
    guard !Self.isSame(found, expected) else { return }
    throw .cell(
      stage: stage.number, path, key: self.name(of: row), column: name,
      expected: Self.shown(expected), found: Self.shown(found))
  }

  /// Checks that a list of changed rows has every row of the table.
  private func checkChangedRows(_ stage: PatchStage) throws(PatchError) {
    guard let changes = stage.changedRows else { return }
    let count = sections.reduce(0) { $0 + $1.rows.count }
    guard changes.count == count else {
      throw .rowCount(stage: stage.number, expected: changes.count, found: count)
    }
    var next = changes.makeIterator()
    for (s, section) in sections.enumerated() {
      for r in section.rows.indices {
        if let change = next.next() { try check(change, at: RowPath(s, r), stage) }
      }
    }
  }

  /// Checks that inserted rows have the columns of the table.
  private func checkInserted(_ stage: PatchStage) throws(PatchError) {
    for row in stage.inserted { try checkColumns(of: row, stage) }
    for section in stage.insertedSections + stage.reloadedSections.map(\.new) {
      for row in section.rows { try checkColumns(of: row, stage) }
    }
  }

  /// Checks that a row has a value for every column, unless members may be missing, and no other
  /// but its number.
  private func checkColumns(of row: PatchFileRow, _ stage: PatchStage) throws(PatchError) {
    let names = (row.members ?? []).map(\.name)
    let known = columns.map(\.name)
    let isKnown = names.allSatisfy { $0 == "#" || known.contains($0) }
    let isWhole = table.syntax.isTyped || known.allSatisfy { row[$0] != nil }
    guard isKnown, isWhole else {
      let listed = names.filter { $0 != "#" || known.contains("#") }
      throw .columns(stage: stage.number, expected: listed, found: known)
    }
  }

  private static func shown(_ cell: Cell) -> String {
    cell.isNull ? "null" : "'\(cell.text)'"
  }
}
