import BatchUpdates
import TableKit
import TablePrinters
import Wording

extension Shell {
  /// Returns the effect of hand-written batch updates as lines: reloads, warnings, the lost
  /// selection and stale rows.
  func fate(of transaction: Transaction) -> [String] {
    guard let batch = transaction.batch else { return [] }
    var lines: [String] = []
    if let why = batch.whyReloaded { lines.append("reloadData instead: \(why)") }
    for warning in batch.warnings { lines.append("warning: \(warning.rawValue)") }
    let count = transaction.before.selection.count
    if count > 0 {
      var line = "selection: \(batch.lost) of \(Counts.grouped(count)) lost at the batch"
      if batch.lost > 0 {
        line += ", \(Counts.grouped(batch.selectedAgain)) selected again in the completion"
      }
      lines.append(line)
    }
    let (old, new) = (transaction.before.table, transaction.after.table)
    let stale = batch.stale.prefix(20).map { stale in
      let row = new.row(at: stale.index).map { new.key(of: $0) } ?? ""
      return "stale: \(stale.index) shows '\(old.key(of: stale.shown))', the data say '\(row)'"
    }
    lines += stale
    if batch.stale.count > stale.count {
      lines.append("… \(Counts.of(batch.stale.count - stale.count, "stale row")) more")
    }
    lines += batch.staleHeaders.map { stale in
      let shown = old.index(of: stale.shown).map { old.sections[$0].title } ?? ""
      return "stale: header \(stale.index) shows '\(shown)',"
        + " the data say '\(new.sections[stale.index].title)'"
    }
    return lines + comparison(with: batch, transaction)
  }

  /// Returns a line on the shortest plan for the same change, if it has fewer operations.
  private func comparison(with batch: BatchOutcome, _ transaction: Transaction) -> [String] {
    guard transaction.changesTable, batch.whyReloaded == nil else { return [] }
    let planner = Planner(content: contentChange)
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
