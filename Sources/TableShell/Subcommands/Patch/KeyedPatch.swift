import TableKit
import Wording

/// Applies a patch to a table whose rows stand elsewhere: each row is found by its key, and index
/// paths count only for rows that come in.
///
/// A change that exists already is none. What differs from both what the patch says of before and
/// of after is a conflict; all of them are found, and with one nothing is to be applied.
struct KeyedPatch {
  private var editor: Editor
  private let holdsBytes: Bool
  /// The edits so far.
  private(set) var edits: [Edit] = []
  /// What does not fit, in one line each: `@2 status: expected 'open', found 'closed'`.
  private(set) var conflicts: [String] = []
  /// The number of changes that were there already.
  private(set) var doneCount = 0
  /// The number of rows and sections that the patch moves and that stay where they are.
  private(set) var unmovedCount = 0
  /// The rows by key, as before the current stage.
  private var rows: NameTable<RowID> = [:]
  /// The cells that the current stage sets.
  private var updates: [CellChange] = []
  /// The sections by their index after the current stage, as far as they are here.
  private var sections: [Int: SectionID] = [:]

  /// - Parameter holdsBytes: whether texts such as `x'00ff'` are blobs, which JSON has no type for.
  init(_ table: Table, holdsBytes: Bool) {
    editor = Editor(table: table.rehearsal())
    editor.undoBudget = 0
    self.holdsBytes = holdsBytes
  }

  private var table: Table { editor.table }

  /// Applies a stage to the copy, as far as it fits.
  ///
  /// - Throws: `noKey` if the patch names rows by number; the errors of the editor, such as a key
  ///   that would come twice.
  /// - Complexity: O(rows), and that of the edits.
  mutating func apply(_ stage: PatchStage) throws(CommandError) {
    try changeColumns(stage)
    (rows, updates) = ([:], [])
    for row in table.allRows { rows[table.key(of: row)] = row }
    var (gone, come) = (NameTable<PatchFileRow>(), NameTable<PatchFileRow>())
    let leaving =
      stage.deleted + stage.deletedSections.flatMap(\.rows)
      + stage.reloadedSections.flatMap(\.old.rows)
    for row in leaving { gone[table.key(of: row)] = row }
    for (_, row) in arriving(stage) { come[table.key(of: row)] = row }
    for change in stage.changed + (stage.changedRows ?? []) { try add(change, of: stage) }
    var deleted: [RowID] = []
    for row in leaving {
      let (key, new) = (table.key(of: row), come[table.key(of: row)])
      if let known = rows[key] {
        if merge(known, key, from: row, to: new), new == nil { deleted.append(known) }
      } else if new == nil {
        doneCount += 1
      } else {
        conflicts.append("@\(key): no such row")
      }
    }
    if !deleted.isEmpty { try add(.delete(deleted)) }
    if !updates.isEmpty { try add(.update(updates)) }
    let places = stage.operations.places
    sections = [:]
    for (index, section) in table.sections.enumerated() {
      if let after = places.section(after: index) { sections[after] = section.id }
    }
    try insertSections(stage)
    for (section, row) in arriving(stage) where gone[table.key(of: row)] == nil {
      try insert(row, section: section)
    }
    try moveRows(stage)
    try labelSections(stage)
    try deleteSections(stage)
  }

  private mutating func add(_ edit: Edit) throws(CommandError) {
    _ = try editing(editor.perform([edit], title: ""))
    edits.append(edit)
  }

  // MARK: Columns

  private mutating func changeColumns(_ stage: PatchStage) throws(CommandError) {
    guard let change = stage.columns else { return }
    for (old, new) in change.renamed {
      if let column = table.column(named: old), table.column(named: new) == nil {
        try add(.renameColumn(column.id, new))
      } else if table.column(named: new) != nil, table.column(named: old) == nil {
        doneCount += 1
      } else {
        conflicts.append(
          "column '\(shown: old)': expected it to rename to '\(shown: new)', found neither or both")
      }
    }
    let renamed = (change.renamed.map(\.old), change.renamed.map(\.new))
    for name in change.before
    where !change.after.contains(name: name) && !renamed.0.contains(name: name) {
      if let column = table.column(named: name) {
        try add(.deleteColumn(column.id))
      } else {
        doneCount += 1
      }
    }
    for (index, name) in change.after.enumerated()
    where !change.before.contains(name: name) && !renamed.1.contains(name: name) {
      guard table.column(named: name) == nil else {
        doneCount += 1
        continue
      }
      let names = table.columns.map(\.name)
      let before = change.after[..<index].last { names.contains(name: $0) }
      let place = before.flatMap { name in names.firstIndex { $0 === name } }
      try add(.insertColumn(name: name, at: place.map { $0 + 1 } ?? 0))
    }
  }

  // MARK: Rows

  /// The rows that a stage inserts, each with the index of its section *after* the stage.
  private func arriving(_ stage: PatchStage) -> [(section: Int, row: PatchFileRow)] {
    let changes = stage.operations.sections
    let places = stage.operations.places
    return zip(stage.operations.rows.inserts.map(\.section), stage.inserted).map { ($0, $1) }
      + zip(changes.inserts, stage.insertedSections).flatMap { section, label in
        label.rows.map { (section, $0) }
      }
      + zip(changes.reloads, stage.reloadedSections).flatMap { section, change in
        change.new.rows.map { (places.section(after: section) ?? section, $0) }
      }
  }

  private func cell(_ value: JSONValue) -> Cell {
    value.cell(in: table.syntax, holdsBytes: holdsBytes)
  }

  /// Adds the cells of a changed row that are to be set.
  private mutating func add(_ change: PatchChange, of stage: PatchStage) throws(CommandError) {
    guard case .text(let key) = change.key, case .text(let newKey) = change.newKey else {
      throw .noKeyInPatch(stage)
    }
    guard let row = rows[key] ?? rows[newKey] else {
      // A list of all rows has also those that only a new column without values changes.
      if change.cells.contains(where: { $0.new.content != .null }) {
        conflicts.append("@\(key): no such row")
      }
      return
    }
    for cell in change.cells {
      let isNew = stage.columns.map { !$0.before.contains(name: cell.column) } ?? false
      // A list of all rows sets the cells of new columns only.
      if stage.changedRows != nil, !isNew { continue }
      set(cell.column, of: row, key, from: self.cell(cell.old), to: self.cell(cell.new))
    }
  }

  /// Sets what a patch changed of a row; where the patch lacks it before or after (nil), all cells must
  /// be those of the other side. Returns whether it fits.
  private mutating func merge(
    _ row: RowID, _ key: String, from old: PatchFileRow?, to new: PatchFileRow?
  ) -> Bool {
    let count = conflicts.count
    let isChange = old != nil && new != nil
    for (name, value) in (new ?? old)?.cells ?? [] {
      let latter = cell(value)
      let former = isChange ? old?[name].map(cell) ?? .null : latter
      if isChange && former == latter { continue }
      set(name, of: row, key, from: former, to: latter)
    }
    return conflicts.count == count
  }

  /// Sets a cell that is as before; notes a conflict where it is neither as before nor as after.
  private mutating func set(
    _ name: String, of row: RowID, _ key: String, from old: Cell, to new: Cell
  ) {
    guard let column = table.column(named: name) else {
      if old != new || !new.isNull { conflicts.append("@\(key) \(name): no such column") }
      return
    }
    let found = table.cell(row, column.id)
    if PatchedTable.isSame(found, new) {
      if old != new { doneCount += 1 }
    } else if PatchedTable.isSame(found, old) {
      updates.append(CellChange(row, column.id, new))
    } else {
      conflicts.append(
        "@\(key) \(name): expected \(PatchedTable.shown(old)), "
          + "found \(PatchedTable.shown(found))")
    }
  }

  /// Inserts a row at the end of a section, unless it is there.
  private mutating func insert(_ row: PatchFileRow, section: Int) throws(CommandError) {
    let key = table.key(of: row)
    if let known = rows[key] {
      if merge(known, key, from: nil, to: row) { doneCount += 1 }
      return
    }
    var cells: [ColumnID: Cell] = [:]
    for (name, value) in row.cells {
      guard let column = table.column(named: name) else {
        return conflicts.append("@\(key) \(name): no such column")
      }
      cells[column.id] = cell(value)
    }
    var target = sections[section].flatMap(table.index(of:))
    if let column = table.sectionColumn {
      let name = cells[column]?.text ?? ""
      target = table.sections.firstIndex { $0.name === name }
      if target == nil {
        try add(.insertSection(name: name, at: table.sections.count))
        target = table.sections.count - 1
      }
    }
    guard let target else { return conflicts.append("@\(key): no section \(section) to insert it") }
    let place = table.sections[target]
    try add(.insert([cells], section: place.id, at: place.count))
  }

  /// Moves rows that change their section to its end; others stay where they are.
  private mutating func moveRows(_ stage: PatchStage) throws(CommandError) {
    let places = stage.operations.places
    for (move, mark) in zip(stage.operations.rows.moves, stage.moved) {
      guard table.sectionColumn == nil, places.section(after: move.from.section) != move.to.section
      else {
        unmovedCount += 1
        continue
      }
      let key =
        switch mark {
        case .key(.text(let key)): key
        case .key(.number): throw CommandError.noKeyInPatch(stage)
        case .row(let row): table.key(of: row)
        }
      guard let row = rows[key] else {
        conflicts.append("@\(key): no such row")
        continue
      }
      guard let index = sections[move.to.section].flatMap(table.index(of:)) else {
        conflicts.append("@\(key): no section \(move.to.section) to move it to")
        continue
      }
      let place = table.sections[index]
      if table.section(of: row) == place.id {
        doneCount += 1
      } else {
        try add(.move([row], section: place.id, at: place.count))
      }
    }
  }

  // MARK: Sections

  private func section(named name: String) -> Section? { table.sections.first { $0.name === name } }

  private mutating func insertSections(_ stage: PatchStage) throws(CommandError) {
    unmovedCount += stage.movedSections.count
    for (index, section) in zip(stage.operations.sections.inserts, stage.insertedSections) {
      if let known = self.section(named: section.name) {
        sections[index] = known.id
        doneCount += 1
        continue
      }
      let place = min(index, table.sections.count)
      try add(.insertSection(name: section.name, at: place))
      let new = table.sections[place]
      sections[index] = new.id
      if table.sectionColumn == nil, !PatchSection(new).hasSameLabel(as: section) {
        try add(.labelSections([section.label(of: new.id)]))
      }
    }
  }

  private mutating func labelSections(_ stage: PatchStage) throws(CommandError) {
    guard table.sectionColumn == nil else { return }
    for (old, new) in stage.redrawnSections + stage.reloadedSections
    where !old.hasSameLabel(as: new) {
      guard let found = section(named: old.name) ?? section(named: new.name) else {
        conflicts.append("section '\(shown: old.name)': no such section")
        continue
      }
      let current = PatchSection(found)
      if current.hasSameLabel(as: new) {
        doneCount += 1
      } else if current.hasSameLabel(as: old) {
        try add(.labelSections([new.label(of: found.id)]))
      } else {
        conflicts.append("section: expected \(old.description), found \(current.description)")
      }
    }
  }

  private mutating func deleteSections(_ stage: PatchStage) throws(CommandError) {
    for label in stage.deletedSections {
      guard let found = section(named: label.name) else {
        doneCount += 1
        continue
      }
      guard found.count == 0 else {
        // Conflicts of its rows are told already.
        if conflicts.isEmpty {
          conflicts.append(
            "section '\(shown: label.name)': expected no other rows, found "
              + "\(Counts.of(found.count, "row"))")
        }
        continue
      }
      try add(.deleteSections([found.id]))
    }
  }
}

extension PatchFileRow {
  /// Its cells by the names of their columns, without the number of the row.
  fileprivate var cells: [(name: String, value: JSONValue)] {
    (members ?? []).filter { $0.name != "#" }.map { ($0.name, $0.value) }
  }
}
