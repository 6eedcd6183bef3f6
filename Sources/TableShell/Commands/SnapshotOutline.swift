import TableInteraction
import TableKit
import Wording

/// What `snapshot` does to trees of rows, and a user's reordering.
extension Invocation {
  /// Puts rows into others, opens and closes them, at once.
  func outline(_ verb: SnapshotVerb, _ words: [Word]) throws(CommandError) -> CommandResult {
    let document = try document()
    try checkNothingPending()
    let shown = try taking(Snapshot()) { () throws(SnapshotError) in
      try Snapshot(of: document.table)
    }
    var trees: [(section: SectionID, tree: SectionSnapshot)] = []
    func edit(
      _ rows: [String], in section: SectionID,
      _ body: (inout SectionSnapshot, [String]) throws(SnapshotError) -> Void
    ) throws(CommandError) {
      var tree = try tree(of: section)
      if let known = trees.firstIndex(where: { $0.section == section }) {
        tree = trees.remove(at: known).tree
      }
      let changed = try taking(shown) { () throws(SnapshotError) in
        var changed = tree
        try body(&changed, rows)
        return changed
      }
      trees.append((section, changed))
    }
    let count: Int
    switch verb {
    case .nest:
      let (before, _, behind) = try parts(words, at: ["in"])
      let parent = try identifier(behind, in: shown)
      let section = try self.section(ofRow: parent, shown)
      let rows = try some(before).map { word throws(CommandError) in
        try identifier(word, in: shown)
      }
      count = rows.count
      try edit(rows, in: section) { tree, rows throws(SnapshotError) in
        try tree.append(rows.filter { !tree.contains($0) })
        try tree.move(rows, to: parent)
      }
    default:
      var rows = words.isEmpty && verb == .expand ? [] : try identifiers(words, in: shown)
      if words.isEmpty {
        for section in document.table.sections {
          let tree = try tree(of: section.id)
          rows += tree.all.filter { tree.hasChildren($0) && !tree.isExpanded($0) }
        }
      }
      count = rows.count
      for row in rows {
        try edit([row], in: try section(ofRow: row, shown)) { tree, rows throws(SnapshotError) in
          switch verb {
          case .expand, .collapse:
            guard tree.hasChildren(row) else { throw .noRowsInside(row) }
            if verb == .expand { try tree.expand(rows) } else { try tree.collapse(rows) }
          default:
            guard tree.level(of: row) > 0 else { throw .notInside(row) }
            try tree.move(rows, to: nil)
          }
        }
      }
    }
    let selected = document.editor.selection.count
    var result = try perform(trees.map { .applySection($0.tree, to: $0.section) })
    let verbs: [SnapshotVerb: String] = [
      .nest: "nested", .unnest: "unnested", .expand: "expanded", .collapse: "collapsed",
    ]
    var text = "\(verbs[verb] ?? "") \(Counts.of(count, "row"))"
    if let summary = result.transaction?.summary {
      if summary.insertedRows > 0 { text += ": \(Counts.of(summary.insertedRows, "row")) shown" }
      if summary.deletedRows > 0 { text += ": \(Counts.of(summary.deletedRows, "row")) hidden" }
    }
    let dropped = selected - document.editor.selection.count
    if dropped > 0 { text += "; \(Counts.grouped(dropped)) dropped from the selection" }
    result.sentence = text
    return result
  }

  /// A user's drag of a row.
  func reorder(_ words: [Word]) throws(CommandError) -> CommandResult {
    let document = try document()
    try checkNothingPending()
    let shown = try taking(Snapshot()) { () throws(SnapshotError) in
      try Snapshot(of: document.table)
    }
    let (rows, side, neighbour) = try beside(words, in: shown)
    guard rows.count == 1 else { throw usage("'snapshot reorder' moves one row") }
    var ids: [RowID] = []
    for name in [rows[0], neighbour] {
      guard let row = document.table.allRows.first(where: { document.table.key(of: $0) == name })
      else {
        let error = SnapshotError.noSuchRow(name)
        throw .edit(.snapshot(error, in: shown))
      }
      ids.append(row)
    }
    var result = try perform([.reorder(ids[0], side, ids[1])])
    if let refusal = result.transaction?.refusal {
      result.sentence = "reordering refused: \(refusal)"
    } else if let reorder = document.controller.snapshots.lastReorder {
      result.sentence = "reordered \(rows[0]) \(side.rawValue) \(neighbour)"
      result.details = SnapshotText.lines(of: reorder)
    }
    return result
  }

  func tree(of section: SectionID) throws(CommandError) -> SectionSnapshot {
    let controller = try document().controller
    do throws(EditError) { return try controller.sectionSnapshot(of: section) } catch {
      throw CommandError(error)
    }
  }

  /// What is applied at once would undo a snapshot that was begun before, or be undone by it.
  private func checkNothingPending() throws(CommandError) {
    guard try document().controller.snapshots.pending == nil else {
      throw .outside(
        code: "snapshot-pending", message: "a snapshot was begun and is not applied yet",
        hint: "snapshot apply, or: snapshot discard")
    }
  }

  private func section(
    ofRow name: String, _ shown: Snapshot
  ) throws(CommandError) -> SectionID {
    guard let section = try document().controller.sectionOfRow(named: name) else {
      let error = SnapshotError.noSuchRow(name)
      throw .edit(.snapshot(error, in: shown))
    }
    return section
  }
}
