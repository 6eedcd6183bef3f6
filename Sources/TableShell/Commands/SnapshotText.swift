import TableInteraction
import TableKit
import Wording

/// Prints snapshots, trees and reorderings.
enum SnapshotText {
  /// Longer lists of rows are cut.
  private static let most = 20

  /// A line for each section, marks behind its rows, and what goes.
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

  /// The rows of a section, each below what it stands in: `▾` open, `▸` closed.
  static func text(of tree: SectionSnapshot) -> String {
    var lines = AlignedText(columnWidth: 10_000)
    for row in tree.all {
      let sign = tree.hasChildren(row) ? (tree.isExpanded(row) ? "▾" : "▸") : "·"
      lines.add(String(repeating: "  ", count: tree.level(of: row)) + "\(sign) \(row)")
    }
    return lines.text(indent: 2)
  }

  /// `difference  remove P1 at 0, insert P1 at 2`, and the same for each section.
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
  /// The snapshot that was begun, else one that begins with what the table shows.
  func begunSnapshot() throws(CommandError) -> PendingSnapshot {
    let document = try document()
    if let begun = document.controller.snapshots.pending { return begun }
    return try taking(Snapshot(), PendingSnapshot(of: document.table))
  }

  /// The pending snapshot, or what the table shows.
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

  /// The trees of all sections, or of one.
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
