import TableInteraction
import TableKit
import Wording

/// The text of snapshots, trees of rows and reorderings.
enum SnapshotText {
  /// The largest number of rows listed on a line.
  private static let most = 20

  /// Returns a line per section with its rows and their marks, and a line of the rows that go.
  ///
  ///     Crew         P1  P2 (reload)  X1 (new)
  ///     -- gone --   P3
  ///
  /// - Parameter base: the snapshot it is compared with.
  static func text(of snapshot: Snapshot, from base: Snapshot) -> String {
    var lines = AlignedText(columnWidth: 10_000)
    for section in snapshot.sections {
      var marks = base.sections.contains(section) ? [] : ["new"]
      if snapshot.reloadedSections.contains(section) { marks.append("reload") }
      let names = snapshot.rows(in: section).map { row in
        var marks = base.section(of: row) == nil ? ["new"] : []
        if snapshot.reloaded.contains(row) { marks.append("reload") }
        if snapshot.reconfigured.contains(row) { marks.append("reconfigure") }
        return marked(row, marks)
      }
      lines.add(marked(section, marks), cut(names))
    }
    let gone = base.rows.filter { snapshot.section(of: $0) == nil }
    if !gone.isEmpty { lines.add("-- gone --", cut(gone)) }
    return lines.text(indent: 2)
  }

  /// Returns the tree of a section, a row per line: `▾` expanded, `▸` collapsed, `·` without
  /// children.
  static func text(of tree: SectionSnapshot) -> String {
    var lines = AlignedText(columnWidth: 10_000)
    for row in tree.all {
      let sign = tree.hasChildren(row) ? (tree.isExpanded(row) ? "▾" : "▸") : "·"
      lines.add(String(repeating: "  ", count: tree.level(of: row)) + "\(sign) \(row)")
    }
    return lines.text(indent: 2)
  }

  /// Returns `difference  remove P1 at 0, insert P1 at 2`, and a line like it for each section.
  static func lines(of reorder: ReorderTransaction) -> [String] {
    ["difference  \(text(of: reorder.difference))"]
      + reorder.sectionTransactions.map { "  \($0.section): \(text(of: $0.difference))" }
  }

  private static func text(of difference: CollectionDifference<String>) -> String {
    if difference.isEmpty { return "none" }
    return difference.map { change in
      switch change {
      case .remove(let offset, let row, _): "remove \(row) at \(offset)"
      case .insert(let offset, let row, _): "insert \(row) at \(offset)"
      }
    }.joined(separator: ", ")
  }

  private static func marked(_ name: String, _ marks: [String]) -> String {
    marks.isEmpty ? name : "\(name) (\(marks.joined(separator: ", ")))"
  }

  private static func cut(_ names: [String]) -> String {
    let more = names.count > most ? ["… \(Counts.grouped(names.count - most)) more"] : []
    return (names.prefix(most) + more).joined(separator: "  ")
  }
}

extension Invocation {
  /// Returns the pending snapshot, else a new one of the rows shown.
  func begunSnapshot() throws(CommandError) -> PendingSnapshot {
    let document = try document()
    if let begun = document.controller.snapshots.pending { return begun }
    return try taking(Snapshot(), PendingSnapshot(of: document.table))
  }

  /// Returns the text of the pending snapshot, or of the rows shown.
  func snapshotText() throws(CommandError) -> String {
    let document = try document()
    let pending = document.controller.snapshots.pending
    let shown = try begunSnapshot()
    let snapshot = shown.snapshot
    let counts =
      Counts.of(snapshot.sections.count, "section") + ", " + Counts.of(snapshot.rowCount, "row")
    let title = pending == nil ? "as the table shows" : "begun, not applied"
    return "\(title): \(counts)\n" + SnapshotText.text(of: snapshot, from: shown.base)
  }

  /// Returns the trees of the form's section, or of all.
  func treeText() throws(CommandError) -> String {
    let table = try document().table
    let sections = try optional(.section).map { [table.sections[$0]] }
    var text = ""
    for section in sections ?? table.sections {
      text += section.name + "\n" + SnapshotText.text(of: try tree(of: section.id))
    }
    return text
  }
}

extension Shell {
  /// Applies a snapshot; until the command ends, none is applied beside it.
  func apply(
    _ snapshot: Snapshot, _ how: SnapshotApplying, title: String, on document: Document
  ) throws(CommandError) -> Transaction {
    guard !context.appliesSnapshot else { throw .edit(.applying) }
    context.appliesSnapshot = true
    return try perform([.apply(snapshot, applying(how))], title: title, on: document)
  }

  /// What a way of applying is on the iOS that is set: without animation, older ones read
  /// everything again.
  func applying(_ how: SnapshotApplying) -> SnapshotApplying {
    how == .unanimated && diffableIOS < 15 ? .reloadData : how
  }
}
