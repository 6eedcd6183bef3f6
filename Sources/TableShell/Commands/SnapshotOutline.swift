import TableInteraction
import TableKit
import Wording

/// The forms of `snapshot` that are applied at once: trees of rows, and a user's reordering.
extension Invocation {
  /// Runs `snapshot nest ROW … in ROW`.
  func nestRows() throws(CommandError) -> CommandResult {
    try checkNothingPending()
    let shown = try shownSnapshot()
    let names = try words(of: .snapshotRow).map { (word) throws(CommandError) in
      try identifier(word, in: shown)
    }
    let parent = names[names.count - 1]
    let section = try section(ofRow: parent, shown)
    var tree = try tree(of: section)
    let rows = Array(names.dropLast())
    let new = rows.filter { !tree.contains($0) }
    try taking(shown, tree.append(new))
    try taking(shown, tree.move(rows, to: parent))
    return try apply([(section, tree)], "nested \(Counts.of(rows.count, "row"))")
  }

  /// Runs `snapshot unnest`, `expand` and `collapse`; without rows it expands all that are
  /// collapsed.
  func changeTrees() throws(CommandError) -> CommandResult {
    let document = try document()
    try checkNothingPending()
    let shown = try shownSnapshot()
    let (opens, closes) = (has("expand"), has("collapse"))
    var rows: [String] = []
    if words(of: .snapshotRow).isEmpty, lua == nil {
      for section in document.table.sections {
        let tree = try tree(of: section.id)
        rows += tree.all.filter { tree.hasChildren($0) && !tree.isExpanded($0) }
      }
    } else {
      rows = try identifiers(in: shown)
    }
    var trees: [(section: SectionID, tree: SectionSnapshot)] = []
    for row in rows {
      let section = try section(ofRow: row, shown)
      var tree = try tree(of: section)
      if let known = trees.firstIndex(where: { $0.section == section }) {
        tree = trees.remove(at: known).tree
      }
      if opens || closes {
        guard tree.hasChildren(row) else { throw .edit(.snapshot(.noRowsInside(row), in: shown)) }
        try taking(shown, opens ? tree.expand([row]) : tree.collapse([row]))
      } else {
        guard tree.level(of: row) > 0 else { throw .edit(.snapshot(.notInside(row), in: shown)) }
        try taking(shown, tree.move([row], to: nil))
      }
      trees.append((section, tree))
    }
    let verb = opens ? "expanded" : closes ? "collapsed" : "unnested"
    return try apply(trees, "\(verb) \(Counts.of(rows.count, "row"))")
  }

  private func apply(
    _ trees: [(section: SectionID, tree: SectionSnapshot)], _ what: String
  ) throws(CommandError) -> CommandResult {
    let document = try document()
    let selected = document.editor.selection.count
    var result = try perform(trees.map { .applySection($0.tree, to: $0.section) })
    var text = what
    if let summary = result.transaction?.summary {
      if summary.insertedRows > 0 { text += ": \(Counts.of(summary.insertedRows, "row")) shown" }
      if summary.deletedRows > 0 { text += ": \(Counts.of(summary.deletedRows, "row")) hidden" }
    }
    let dropped = selected - document.editor.selection.count
    if dropped > 0 { text += "; \(Counts.grouped(dropped)) dropped from the selection" }
    result.sentence = text
    return result
  }

  /// Returns a snapshot of the rows shown.
  private func shownSnapshot() throws(CommandError) -> Snapshot {
    let table = try document().table
    return try taking(Snapshot(), Snapshot(of: table))
  }

  /// Runs `snapshot reorder`: a user's drag of a row.
  func reorder() throws(CommandError) -> CommandResult {
    let document = try document()
    try checkNothingPending()
    let shown = try shownSnapshot()
    let (row, side, neighbour) = try oneBeside(in: shown)
    var ids: [RowID] = []
    for name in [row, neighbour] {
      guard let id = document.table.allRows.first(where: { document.table.key(of: $0) == name })
      else { throw .edit(.snapshot(.noSuchRow(name), in: shown)) }
      ids.append(id)
    }
    var result = try perform([.reorder(ids[0], side, ids[1])])
    if let refusal = result.transaction?.refusal {
      result.sentence = "reordering refused: \(refusal)"
    } else if let reorder = document.controller.snapshots.lastReorder {
      result.sentence = "reordered \(row) \(side.rawValue) \(neighbour)"
      result.details = SnapshotText.lines(of: reorder)
    }
    return result
  }

  func tree(of section: SectionID) throws(CommandError) -> SectionSnapshot {
    let controller = try document().controller
    return try editing(controller.sectionSnapshot(of: section))
  }

  /// Throws if a snapshot is pending: a change that is applied at once would conflict with it.
  private func checkNothingPending() throws(CommandError) {
    guard try document().controller.snapshots.pending == nil else {
      throw .outside(
        code: "snapshot-pending", message: "a snapshot was begun and is not applied yet",
        hint: "snapshot apply, or: snapshot discard")
    }
  }

  private func section(ofRow name: String, _ shown: Snapshot) throws(CommandError) -> SectionID {
    guard let section = try document().controller.sectionOfRow(named: name) else {
      throw .edit(.snapshot(.noSuchRow(name), in: shown))
    }
    return section
  }
}
