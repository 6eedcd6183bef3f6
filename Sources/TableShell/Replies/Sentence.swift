import TableKit
import TablePrinters
import Wording

extension Shell {
  /// Returns what a command did, in one line.
  func sentence(for result: CommandResult, on document: Document?) -> String {
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
    let shown = rows(shownNumbers(of: document), of: document).filter { selection.contains($0) }
      .count
    let off = selection.count - shown
    return "\(Counts.grouped(selection.count)) selected"
      + (off > 0 ? ", \(Counts.grouped(off)) off screen" : "")
  }

  private static func sentence(for transaction: Transaction) -> String {
    let summary = transaction.summary
    var parts: [String] = []
    let sections = " in " + Counts.of(summary.touchedSections, "section")
    func rows(_ verb: String, _ count: Int) {
      if count > 0 { parts.append("\(verb) \(Counts.of(count, "row"))") }
    }
    rows("inserted", summary.insertedRows)
    rows("deleted", summary.deletedRows)
    if summary.updatedRows > 0 {
      parts.append(
        summary.updatedCells == summary.updatedRows
          ? "changed \(Counts.of(summary.updatedCells, "cell"))"
          : "changed \(Counts.of(summary.updatedCells, "cell")) of \(Counts.of(summary.updatedRows, "row"))"
      )
    }
    rows("moved", summary.movedRows)
    rows("reordered", summary.arrangedRows)
    if !parts.isEmpty, summary.touchedSections > 0 { parts[parts.count - 1] += sections }
    if summary.insertedSections > 0 {
      parts.append("added \(Counts.of(summary.insertedSections, "section"))")
    }
    if summary.deletedSections > 0 {
      parts.append("removed \(Counts.of(summary.deletedSections, "section"))")
    }
    if summary.renamedSections > 0 {
      parts.append("renamed \(Counts.of(summary.renamedSections, "section"))")
    }
    if summary.arrangesSections { parts.append("reordered the sections") }
    if summary.changesColumns {
      parts +=
        ColumnWords(
          before: transaction.before.table.columns, after: transaction.after.table.columns
        ).parts
    }
    if !transaction.changesTable {
      rows("selected", summary.newlySelected)
      rows("deselected", summary.newlyDeselected)
      rows("marked", summary.newlyMarked)
      rows("unmarked", summary.newlyUnmarked)
    }
    return parts.isEmpty ? "nothing changed" : parts.joined(separator: ", ")
  }
}
