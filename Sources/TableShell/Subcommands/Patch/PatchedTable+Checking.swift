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
        stage: stage.number, move.from, expected: "'\(shown: name)'",
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
        expected: "'\(shown: section.name)' with \(Counts.of(section.rows.count, "row"))",
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

  static func shown(_ cell: Cell) -> String {
    cell.isNull ? "null" : "'\(shown: cell.text)'"
  }
}

/// The error of a patch that was not applied; nothing has changed.
enum PatchError: Error {
  /// A stage has operations, but no contents.
  case noContents(stage: Int)
  /// The plan is `reloadData`, without operations.
  case reloadData(why: String)
  /// A stage is illegal for this table.
  case illegal(stage: Int, Violation)
  /// UIKit would reload the whole table instead of applying the stage.
  case wouldReload(stage: Int, why: String)
  /// Another row is at the index path.
  case row(stage: Int, RowPath, expected: String, found: String)
  /// The row has a key in the patch, but not in the table.
  case noKey(stage: Int, RowPath, expected: String)
  /// The patch names rows by number, so that they cannot be found by key.
  case noKeyInPatch(stage: Int)
  /// Rows that are found by key are not as the patch says.
  case conflicts([String])
  /// The row is there with another cell.
  case cell(stage: Int, RowPath, key: String, column: String, expected: String, found: String)
  /// The rows of changed columns are not those of the table.
  case rowCount(stage: Int, expected: Int, found: Int)
  /// Another section is at the index, or its name, title, header or footer differs.
  case section(stage: Int, Int, expected: String, found: String)
  /// The columns differ.
  case columns(stage: Int, expected: [String], found: [String])
  /// The table cannot become the goal, as its sections come from a column.
  case notAsPlanned
}

extension PatchError {
  /// The stable code for scripts.
  var code: String { text.code }

  /// The error in one line.
  var message: String { text.message }

  /// What to type next; nil: nothing helps.
  var hint: String? { text.hint }

  private var text: ErrorText {
    switch self {
    case .noContents(let stage):
      ErrorText(
        "no-contents", "stage \(stage) has no contents, so that nobody knows its rows",
        "plan patch, or tablesh diff --format patch, writes a plan with contents")
    case .reloadData(let why):
      ErrorText(
        "reloads-data", "the plan is reloadData (\(why)), which says nothing of rows",
        "make a plan of stages: tablesh diff --format patch")
    case .illegal(let stage, let violation):
      ErrorText("illegal-plan", "stage \(stage): \(violation.message)", Self.differing)
    case .wouldReload(let stage, let why):
      ErrorText(
        "reloads-data", "stage \(stage): UIKit would read the whole table again: \(why)",
        Self.differing)
    case .row(let stage, let path, let expected, let found):
      unfit("\(stage), row \(path): expected '\(shown: expected)', found '\(shown: found)'")
    case .noKey(let stage, let path, let expected):
      unfit(
        "\(stage), row \(path): expected '\(shown: expected)', and rows have no key here",
        "--key COLUMN names the column that identifies a row")
    case .noKeyInPatch(let stage):
      ErrorText(
        "no-key", "stage \(stage) names rows by number, which says nothing here",
        "make the patch with a key: tablesh diff --key COLUMN --format patch")
    case .conflicts(let conflicts):
      ErrorText(
        "conflicts",
        "\(Counts.of(conflicts.count, "conflict")), and nothing was changed: "
          + conflicts.prefix(3).joined(separator: "; ") + (conflicts.count > 3 ? "; …" : ""),
        "edit the file or the patch where they differ")
    case .cell(let stage, let path, let key, let column, let expected, let found):
      unfit(
        "\(stage), row \(path) ('\(shown: key)'), column '\(shown: column)': "
          + "expected \(expected), found \(found)")
    case .rowCount(let stage, let expected, let found):
      unfit("\(stage): expected \(Counts.of(expected, "row")), found \(found)")
    case .section(let stage, let index, let expected, let found):
      unfit(
        "\(stage), section \(index): expected \(expected), found \(found)",
        "--section-by COLUMN if the patch was made so; tablesh diff shows what differs")
    case .columns(let stage, let expected, let found):
      unfit(
        "\(stage): expected the columns \(Self.list(expected)), found \(Self.list(found))")
    case .notAsPlanned:
      ErrorText(
        "patch-does-not-fit",
        "the patch moves rows where the sections of this table cannot have them",
        "--section-by COLUMN as it was when the patch was made, or leave it out")
    }
  }

  private static let differing =
    "tablesh diff shows what differs from the table that the patch was made of"

  /// What is told of a stage that does not fit.
  private func unfit(_ problem: String, _ hint: String = differing) -> ErrorText {
    ErrorText("patch-does-not-fit", "stage " + problem, hint)
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : Counts.list(names.map { "'\(shown: $0)'" })
  }
}

extension CommandError {
  /// Creates the error for one of a patch.
  ///
  /// - Parameter hint: a hint in place of the error's own.
  init(_ error: PatchError, hint: String? = nil) {
    self = .outside(code: error.code, message: error.message, hint: hint ?? error.hint)
  }
}
