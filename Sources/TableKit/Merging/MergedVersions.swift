// Three versions of one table, made one: what `tablesh merge` does, and `open` with a file that holds
// git's conflict markers.

/// Two versions of a table that were made from a common one, merged.
///
///     base     a=1 b=2 c=3
///     mine     a=1 b=5 c=3       theirs   a=1 b=2 d=4
///     table    a=1 b=5 d=4       saved    a=1 b=2 d=4
///
/// Where both changed the same, the values of `mine` stay, and the editor has a conflict. Rows that only
/// `theirs` has changed, or nobody, are its records, so that a save keeps their bytes.
package struct MergedVersions {
  /// The merged table; what is saved is `theirs`.
  package let editor: Editor
  /// What both were before, with the identities of the editor's table.
  package let base: Table

  /// - Parameters:
  ///   - mine: a freshly loaded table.
  ///   - theirs: likewise.
  ///   - base: what both were before, freshly loaded; one without columns is a table without rows.
  /// - Throws: `duplicateKey` and `sourceLostKey`, where rows have a key; `cannotWrite` for a text that
  ///   cells of the base cannot hold; `cancelled`.
  /// - Complexity: O(cells) of the three tables.
  package init(
    mine: Table, theirs: Table, base: Table, progress: Progress = .none
  ) throws(EditError) {
    let base = base.columns.isEmpty ? theirs.withoutRows(sharing: mine) : base
    var editor = Editor(table: base)
    editor.progress = progress
    var other = editor
    try other.merge(incoming: mine, base: base, title: "merge")
    let former = editor
    editor.table = other.table
    let deleted = try editor.keepEditedColumns(of: theirs, before: former)
    try editor.merge(incoming: theirs, base: base, title: "merge")
    editor.table.adoptRecords(of: editor.saved)
    editor.openConflicts = deleted + editor.openConflicts
    editor.files.save(editor.saved, view: editor.table)
    // What is to be undone are steps of a user.
    editor.undoStack = Undo()
    (self.editor, self.base) = (editor, base)
  }

  /// Returns the merged table with what was there before where both sides conflict.
  ///
  /// - Throws: as `Editor.perform`.
  package func tableBefore() throws(EditError) -> Table {
    var editor = editor
    let conflicts = editor.conflicts
    let missing = conflicts.filter { $0.kind == .deletedHere }
    if !missing.isEmpty { try editor.resolve(missing, keeping: .theirs, title: "merge") }
    for conflict in conflicts {
      try editor.perform(editor.edits(settling: conflict, asIn: base), title: "merge")
    }
    return editor.table
  }
}

extension Editor {
  /// Keeps columns that were deleted in the table, if the source has other cells there than the base.
  ///
  /// - Parameter former: an editor of the base.
  /// - Returns: a conflict for each.
  fileprivate mutating func keepEditedColumns(
    of source: Table, before former: Editor
  ) throws(EditError) -> [MergeConflict] {
    let base = former.table
    let gone = base.columns.enumerated().filter { table.column($0.element.id) == nil }
    if gone.isEmpty { return [] }
    var other = former
    try other.merge(incoming: source, base: base, title: "merge")
    let changed = other.table
    var conflicts: [MergeConflict] = []
    for (i, column) in gone {
      guard let known = changed.column(column.id) else { continue }
      let isEdited = changed.allRows.contains { row in
        changed.cell(row, column.id) != (base.contains(row) ? base.cell(row, column.id) : .null)
      }
      guard isEdited else { continue }
      table.columns.insert(column, at: min(i, table.columns.count))
      conflicts.append(
        MergeConflict(
          kind: .column, key: "", column: known.name, remote: Cell(known.name),
          columnID: column.id))
      // Records of the file that lacks it lack its cells.
      let cells = table.allRows.filter(base.contains).map {
        CellChange($0, column.id, base.cell($0, column.id))
      }
      var log = ChangeLog()
      try apply(.update(cells), &log)
    }
    return conflicts
  }

  /// Returns the edits that give the subject of a conflict what it was.
  fileprivate func edits(settling conflict: MergeConflict, asIn base: Table) -> [Edit] {
    func cells(_ rows: [RowID], _ columns: [ColumnID]) -> Edit {
      .update(
        rows.flatMap { row in
          columns.compactMap { column in
            guard table.contains(row), table.column(column) != nil else { return nil }
            let known = base.contains(row) && base.column(column) != nil
            let old = known ? base.cell(row, column) : .null
            return old == table.cell(row, column) ? nil : CellChange(row, column, old)
          }
        })
    }
    switch conflict.kind {
    case .changed:
      guard let row = conflict.row, let column = conflict.columnID else { return [] }
      return [cells([row], [column])]
    case .added:
      guard let row = conflict.row, table.contains(row) else { return [] }
      return [.delete([row])]
    case .deletedHere, .deletedThere:
      guard let row = conflict.row, table.contains(row) else { return [] }
      let keys = Set(table.keyColumns)
      return [cells([row], table.columns.map(\.id).filter { !keys.contains($0) })]
    case .moved:
      guard let row = conflict.row, table.contains(row), let section = base.section(of: row),
        let s = table.index(of: section)
      else { return [] }
      return [.move([row], section: section, at: table.sections[s].count)]
    case .section:
      guard let id = conflict.section, let now = table.index(of: id), let old = base.index(of: id)
      else { return [] }
      return [
        .labelSections([
          SectionLabel(
            id, table.sections[now].label, taking: conflict.sectionText,
            from: base.sections[old].label)
        ])
      ]
    case .column:
      guard let id = conflict.columnID, let old = base.column(id), table.column(id) != nil else {
        return []
      }
      if conflict.local != nil, conflict.remote != nil { return [.renameColumn(id, old.name)] }
      return [cells(Array(table.allRows), [id])]
    }
  }
}

extension MergeConflict {
  /// Whether a column was deleted here and edited in the source: it stays until that is resolved.
  package var isOfDeletedColumn: Bool { kind == .column && local == nil && remote != nil }
}

extension Table {
  /// Gives rows that say the same in another table the records that they have there.
  ///
  /// - Complexity: O(cells).
  fileprivate mutating func adoptRecords(of other: Table) {
    let columns = columns.map { (id: $0.id, isOld: other.column($0.id) != nil) }
    for row in Array(allRows) where other.contains(row) {
      let isSame = columns.allSatisfy { column in
        cell(row, column.id) == (column.isOld ? other.cell(row, column.id) : .null)
      }
      if isSame { setVersion(version(of: row, in: other), of: row) }
    }
  }

  /// Returns the table without rows, and without the columns that another one lacks: what both were
  /// before if there was nothing.
  fileprivate func withoutRows(sharing other: Table) -> Table {
    var copy = self
    copy.take(Array(allRows))
    for column in columns where other.column(named: column.name) == nil {
      if !keyColumns.contains(column.id) { copy.removeColumn(column.id) }
    }
    return copy
  }
}
