import BatchUpdates
import TableKit
import Wording

// Checks that the table is as a stage expects.
extension PatchedTable {
  /// Checks columns, sections, rows and cells against those of a stage.
  ///
  /// - Throws: the first difference.
  func check(_ stage: PatchStage) throws(CommandError) {
    let (sectionChanges, rows) = (stage.operations.sections, stage.operations.rows)
    if let columns = stage.columns, columns.before !== self.columns.map(\.name) {
      throw .unfitColumns(stage, expected: columns.before, found: self.columns.map(\.name))
    }
    for (number, (index, section)) in stage.formerSections.enumerated() {
      let hasRows = number < sectionChanges.deletes.count + sectionChanges.reloads.count
      try check(section, with: hasRows, at: index, stage)
    }
    for (move, name) in zip(sectionChanges.moves, stage.movedSections)
    where sections[move.from].label.name !== name {
      throw .unfitSection(
        stage, move.from, expected: "'\(shown: name)'",
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
  ) throws(CommandError) {
    let found = sections[index]
    // Of a section made from a column, a file stores only the name.
    let isSame =
      table.sectionColumn == nil
      ? found.label.hasSameLabel(as: section) : found.label.name === section.name
    guard isSame else {
      throw .unfitSection(
        stage, index, expected: section.description,
        found: found.label.description)
    }
    guard rows else { return }
    guard found.rows.count == section.rows.count else {
      throw .unfitSection(
        stage, index,
        expected: "'\(shown: section.name)' with \(Counts.of(section.rows.count, "row"))",
        found: Counts.of(found.rows.count, "row"))
    }
    for (r, row) in section.rows.enumerated() { try check(row, at: RowPath(index, r), stage) }
  }

  private func check(
    _ row: PatchFileRow, at path: RowPath, _ stage: PatchStage
  ) throws(CommandError) {
    try checkColumns(of: row, stage)
    let found = sections[path.section].rows[path.row]
    let wanted = key.compactMap { number in
      columns.first { $0.number == number }.map { row[$0.name].map(cell(for:))?.text ?? "" }
    }.joined(separator: "/")
    if !key.isEmpty, wanted != name(of: found) {
      throw .unfitRow(stage, path, expected: wanted, found: name(of: found))
    }
    for column in columns {
      let expected = row[column.name].map(cell(for:)) ?? .null
      try check(expected, in: column.name, of: found, at: path, stage)
    }
  }

  private func check(
    _ change: PatchChange, at path: RowPath, _ stage: PatchStage
  ) throws(CommandError) {
    try check(change.key, at: path, stage)
    let found = sections[path.section].rows[path.row]
    for changed in change.cells {
      // New columns have no old value.
      if column(named: changed.column) == nil, stage.columns != nil { continue }
      try check(cell(for: changed.old), in: changed.column, of: found, at: path, stage)
    }
  }

  private func check(_ key: PatchKey, at path: RowPath, _ stage: PatchStage) throws(CommandError) {
    guard case .text(let text) = key else { return }
    guard !self.key.isEmpty else {
      throw .unfit(
        stage, ", row \(path): expected '\(shown: text)', and rows have no key here",
        "--key COLUMN names the column that identifies a row")
    }
    let found = name(of: sections[path.section].rows[path.row])
    guard found == text else { throw .unfitRow(stage, path, expected: text, found: found) }
  }

  private func check(
    _ expected: Cell, in name: String, of row: Int, at path: RowPath, _ stage: PatchStage
  ) throws(CommandError) {
    guard let column = column(named: name) else {
      throw .unfitColumns(stage, expected: [name], found: columns.map(\.name))
    }
    let found = cell(row, column)
    guard !Self.isSame(found, expected) else { return }
    throw .unfit(
      stage,
      ", row \(path) ('\(shown: self.name(of: row))'), column '\(shown: name)': "
        + "expected \(Self.shown(expected)), found \(Self.shown(found))")
  }

  /// Checks that a list of changed rows has every row of the table.
  private func checkChangedRows(_ stage: PatchStage) throws(CommandError) {
    guard let changes = stage.changedRows else { return }
    let count = sections.reduce(0) { $0 + $1.rows.count }
    guard changes.count == count else {
      throw .unfit(stage, ": expected \(Counts.of(changes.count, "row")), found \(count)")
    }
    var next = changes.makeIterator()
    for (s, section) in sections.enumerated() {
      for r in section.rows.indices {
        if let change = next.next() { try check(change, at: RowPath(s, r), stage) }
      }
    }
  }

  /// Checks that inserted rows have the columns of the table.
  private func checkInserted(_ stage: PatchStage) throws(CommandError) {
    for row in stage.inserted { try checkColumns(of: row, stage) }
    for section in stage.insertedSections + stage.reloadedSections.map(\.new) {
      for row in section.rows { try checkColumns(of: row, stage) }
    }
  }

  /// Checks that a row has a value for every column, unless members may be missing, and no other
  /// but its number.
  private func checkColumns(of row: PatchFileRow, _ stage: PatchStage) throws(CommandError) {
    let names = (row.members ?? []).map(\.name)
    let known = columns.map(\.name)
    let isKnown = names.allSatisfy { $0 == "#" || known.contains($0) }
    let isWhole = table.syntax.isTyped || known.allSatisfy { row[$0] != nil }
    guard isKnown, isWhole else {
      let listed = names.filter { $0 != "#" || known.contains("#") }
      throw .unfitColumns(stage, expected: listed, found: known)
    }
  }

  static func shown(_ cell: Cell) -> String { cell.isNull ? "null" : "'\(shown: cell.text)'" }
}

// Errors of patches that were not applied; nothing has changed.
extension CommandError {
  static let differing = "tablesh diff shows what differs from the table that the patch was made of"

  /// The table is not as a stage expects.
  static func unfit(
    _ stage: PatchStage, _ problem: String, _ hint: String = differing
  ) -> CommandError {
    .outside(code: "patch-does-not-fit", message: "stage \(stage.number)\(problem)", hint: hint)
  }

  /// Another row is at the index path.
  static func unfitRow(
    _ stage: PatchStage, _ path: RowPath, expected: String, found: String
  ) -> CommandError {
    .unfit(stage, ", row \(path): expected '\(shown: expected)', found '\(shown: found)'")
  }

  /// Another section is at the index, or its name, title, header or footer differs.
  static func unfitSection(
    _ stage: PatchStage, _ index: Int, expected: String, found: String
  ) -> CommandError {
    .unfit(
      stage, ", section \(index): expected \(expected), found \(found)",
      "--section-by COLUMN if the patch was made so; tablesh diff shows what differs")
  }

  /// The columns differ.
  static func unfitColumns(
    _ stage: PatchStage, expected: [String], found: [String]
  ) -> CommandError {
    func list(_ names: [String]) -> String {
      names.isEmpty ? "none" : Counts.list(names.map { "'\(shown: $0)'" })
    }
    return .unfit(stage, ": expected the columns \(list(expected)), found \(list(found))")
  }

  /// The patch names rows by number, so that they cannot be found by key.
  static func noKeyInPatch(_ stage: PatchStage) -> CommandError {
    .outside(
      code: "no-key",
      message: "stage \(stage.number) names rows by number, which says nothing here",
      hint: "make the patch with a key: tablesh diff --key COLUMN --format patch")
  }
}
