import BatchUpdates
import TableKit
import TablePrinters
import Wording

extension ReplyPrinter {
  /// Returns what a command did, in one line.
  package func sentence(for result: CommandResult, on document: Document?) -> String {
    guard let transaction = result.transaction else { return "nothing changed" }
    var text = Self.sentence(for: transaction)
    if let document, !document.editor.selection.isEmpty, transaction.changesTable {
      text += "; " + selectionNote(of: document)
    }
    return text
  }

  /// Returns `12 selected, 9 off screen`.
  private func selectionNote(of document: Document) -> String {
    let selection = document.editor.selection
    let shown = shell.rows(shell.shownNumbers(of: document), of: document).filter {
      selection.contains($0)
    }
    .count
    let off = selection.count - shown
    return "\(Counts.grouped(selection.count)) selected"
      + (off > 0 ? ", \(Counts.grouped(off)) off screen" : "")
  }

  private static func sentence(for transaction: Transaction) -> String {
    let summary = transaction.summary
    var parts: [String] = []
    let sections = " in " + Counts.of(summary.touchedSections, "section")
    func add(_ verb: String, _ count: Int, _ noun: String = "row") {
      if count > 0 { parts.append("\(verb) \(Counts.of(count, noun))") }
    }
    add("inserted", summary.insertedRows)
    add("deleted", summary.deletedRows)
    if summary.updatedRows > 0 {
      let rows = Counts.of(summary.updatedRows, "row")
      parts.append(
        "changed \(Counts.of(summary.updatedCells, "cell"))"
          + (summary.updatedCells == summary.updatedRows ? "" : " of \(rows)"))
    }
    add("moved", summary.movedRows)
    add("reordered", summary.arrangedRows)
    if !parts.isEmpty, summary.touchedSections > 0 { parts[parts.count - 1] += sections }
    add("added", summary.insertedSections, "section")
    add("removed", summary.deletedSections, "section")
    add("renamed", summary.renamedSections, "section")
    if summary.arrangesSections { parts.append("reordered the sections") }
    if summary.changesColumns {
      parts +=
        ColumnWords(
          before: transaction.before.table.columns, after: transaction.after.table.columns
        ).parts
    }
    if !transaction.changesTable {
      add("selected", summary.newlySelected)
      add("deselected", summary.newlyDeselected)
      add("marked", summary.newlyMarked)
      add("unmarked", summary.newlyUnmarked)
    }
    return parts.isEmpty ? "nothing changed" : parts.joined(separator: ", ")
  }
}

/// What became of the columns of a table, in words.
struct ColumnWords {
  /// Columns are named one by one up to so many of a kind.
  private static let mostNamed = 3

  let before: [Column]
  let after: [Column]

  /// One part for each kind of change: `added column 'note'`.
  ///
  /// - Complexity: O(columns).
  var parts: [String] {
    let old = Dictionary(before.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let new = Dictionary(after.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var parts: [String] = []
    parts += named("added", after.filter { old[$0.id] == nil }) { "'\(shown: $0.name)'" }
    parts += named("removed", before.filter { new[$0.id] == nil }) { "'\(shown: $0.name)'" }
    let common = after.compactMap { column in old[column.id].map { (old: $0, new: column) } }
    let renamed = common.filter { $0.old.name !== $0.new.name }
    parts += named("renamed", renamed) { "'\(shown: $0.old.name)' to '\(shown: $0.new.name)'" }
    let typed = common.filter { $0.old.typing != $0.new.typing }
    parts += named("typed", typed) { "'\(shown: $0.new.name)' \($0.new.typing.word)" }
    let order = before.filter { new[$0.id] != nil }.map(\.id)
    if order != common.map(\.new.id) {
      let moved = Self.moved(order, common.map(\.new.id)).compactMap {
        new[$0].map { "'\(shown: $0.name)'" }
      }
      switch moved.count {
      case 0: parts.append("reordered the columns")
      case 1: parts.append("moved column \(moved[0])")
      default: parts.append("swapped columns \(moved.joined(separator: " and "))")
      }
    }
    return parts
  }

  private func named<Change>(
    _ verb: String, _ changes: [Change], _ words: (Change) -> String
  ) -> [String] {
    if changes.isEmpty { return [] }
    if changes.count > Self.mostNamed { return ["\(verb) \(Counts.of(changes.count, "column"))"] }
    let nouns = Counts.word(changes.count, "column")
    return ["\(verb) \(nouns) \(changes.map(words).joined(separator: ", "))"]
  }

  /// The elements each of which alone may have been moved: one, or two neighbours that changed
  /// places; none if no single move makes the new order.
  private static func moved(_ old: [ColumnID], _ new: [ColumnID]) -> [ColumnID] {
    guard let first = old.indices.first(where: { old[$0] != new[$0] }) else { return [] }
    return [new[first], old[first]].filter { column in
      old.filter { $0 != column } == new.filter { $0 != column }
    }
  }
}

extension Column.Typing {
  /// As `column type` takes it.
  var word: String { self == .automatic ? "auto" : "\(self)" }
}

extension ReplyPrinter {
  /// Returns the effect of hand-written batch updates as lines: reloads, warnings, the lost
  /// selection and stale rows.
  func fate(of transaction: Transaction) -> [String] {
    guard let batch = transaction.batch else { return [] }
    var lines: [String] = []
    if let why = batch.whyReloaded { lines.append("reloadData instead: \(why)") }
    for warning in batch.warnings { lines.append("warning: \(warning.rawValue)") }
    let count = transaction.before.selection.count
    if count > 0 {
      let (old, new) = (transaction.before.selection, transaction.after.selection)
      let shifted = batch.shiftedCount(from: old, to: new)
      let lost = batch.lost - shifted
      if shifted > 0 {
        lines.append(
          "selection: \(shifted) of \(Counts.grouped(count)) on other rows now: the view followed the"
            + " batch, the data did not")
      }
      if lost > 0 || shifted == 0 {
        var line = "selection: \(lost) of \(Counts.grouped(count)) lost at the batch"
        if lost > 0 {
          line += ", \(Counts.grouped(batch.selectedAgain)) selected again in the completion"
        }
        lines.append(line)
      }
    }
    let (old, new) = (transaction.before.table, transaction.after.table)
    let stale = batch.stale.prefix(20).map { stale in
      let (row, shown) = (
        new.row(at: stale.index).map { new.key(of: $0) } ?? "", old.key(of: stale.shown)
      )
      return row == shown
        ? "stale: \(stale.index) shows the former cells of '\(shown: row)'"
        : "stale: \(stale.index) shows '\(shown: shown)', the data say '\(shown: row)'"
    }
    lines += stale
    if batch.stale.count > stale.count {
      lines.append("… \(Counts.of(batch.stale.count - stale.count, "stale row")) more")
    }
    lines += batch.staleHeaders.map { stale in
      let shown = old.index(of: stale.shown).map { old.sections[$0].title } ?? ""
      return "stale: header \(stale.index) shows '\(shown: shown)',"
        + " the data say '\(shown: new.sections[stale.index].title)'"
    }
    return lines + comparison(with: batch, transaction)
  }

  /// Returns a line on the shortest plan for the same change, if it has fewer operations.
  private func comparison(with batch: BatchOutcome, _ transaction: Transaction) -> [String] {
    guard transaction.changesTable, batch.whyReloaded == nil else { return [] }
    let planner = Planner(content: shell.contentChange)
    let least = try? planner.plan(
      from: Outline(of: transaction.before.table), to: Outline(of: transaction.after.table))
    guard let least, least.count < batch.stage.count else { return [] }
    var text = ""
    TextPlanPrinter(style: .plain).text(least).map { text = $0 }
    let moves = text.split(separator: "\n").dropFirst().map {
      $0.split(separator: " ").joined(separator: " ")
    }
    return [
      "the least: \(Counts.of(least.count, "operation")) instead of"
        + " \(Counts.grouped(batch.stage.count)), nothing lost: \(moves.joined(separator: "; "))"
    ]
  }
}
