import BatchUpdates
import TableKit
import TableRules
import Wording

// What became of the selection and of the marks, each with its rule, for `explain`.

extension Transaction {
  /// Returns the rules that explain the selection, beyond the delegate calls.
  ///
  /// - Parameter holding: who owns the selection.
  /// - Complexity: O(selection).
  public func explainedSelection(heldBy holding: SelectionHolding) -> [Explanation] {
    var reasons = explainedMarks
    if let mode = explainedMode(heldBy: holding) { return reasons + [mode] }
    if let batch, !isUndo {
      guard batch.lost > 0 else { return reasons }
      let gone = before.selection.rows.count { !after.table.contains($0) }
      if batch.whyReloaded != nil {
        reasons.add("\(Counts.of(batch.lost, "row")) lost", .fallback)
      } else {
        if gone > 0 { reasons.add("\(Counts.of(gone, "row")) dropped out", .followed) }
        let shifted = batch.shiftedCount(from: before.selection, to: after.selection)
        if shifted > 0 {
          reasons.add(
            "\(Counts.of(shifted, "row")) selected in place of others", .uncheckedIdentity)
        }
        let lost = batch.lost - gone - shifted
        if lost > 0 {
          reasons.add(
            "\(Counts.of(lost, "row")) lost", batch.stale.isEmpty ? .scrambled : .uncheckedIdentity)
        }
      }
      guard batch.selectedAgain > 0 else { return reasons }
      reasons.add("\(Counts.of(batch.selectedAgain, "row")) selected again", .selectedAgain)
      reasons.add("by the completion", .completion)
      return reasons
    }
    let old = before.selection.rows
    let come = after.selection.count - old.count { after.selection.contains($0) }
    if come > 1, !isUndo, events.allSatisfy(\.isSilent) {
      reasons.add("\(Counts.of(come, "row")) selected", .selectionOrder)
    }
    guard !old.isEmpty else { return reasons }
    let gone = old.filter { !after.table.contains($0) }
    let kept = old.count { after.selection.contains($0) }
    if log.reloadsData {
      reasons.add(
        "\(Counts.of(kept, "row")) of \(old.count) still selected",
        holding == .view ? .reloadedData : .heldByData)
    }
    let reloaded = RowSet(log.reloaded + (contentChange == .reload ? log.updated : []))
    let sections = Set(log.reloadedSections)
    let dropped = old.count { row in
      !after.selection.contains(row)
        && (reloaded.contains(row)
          || before.table.section(of: row).map(sections.contains) ?? false)
    }
    if dropped > 0 {
      reasons.add("\(Counts.of(dropped, "reloaded row")) left the selection", .droppedByReload)
    }
    let refilled = log.reconfigured.count { after.selection.contains($0) }
    if refilled > 0, snapshotStep == nil {
      reasons.add("\(Counts.of(refilled, "reconfigured row")) stayed selected", .droppedByReload)
    }
    if !isStep, !log.changesTable, kept < old.count { reasons.add("cleared", .changedMode) }
    if isClearing { reasons.add("none is selected any more", .sectionPath) }
    if log.changesTable, kept > 0 || !gone.isEmpty {
      let drop = gone.isEmpty ? "" : ", \(gone.count) dropped out"
      reasons.add("\(Counts.of(kept, "selected row")) followed\(drop)", .followed)
    }
    return reasons
  }

  /// Whether a program deselected all rows, and did nothing else.
  private var isClearing: Bool {
    isStep && !isUndo && !log.changesTable && !log.redraws && after.selection.isEmpty
      && !events.isEmpty && events.allSatisfy { $0.name == .deselectRow && $0.isSilent }
  }

  /// What became of a selection when editing mode was entered or left, or the table appeared again; nil:
  /// neither was, or nothing was selected, or entering cleared it.
  private func explainedMode(heldBy holding: SelectionHolding) -> Explanation? {
    let count = before.selection.count
    if actions.appearance != nil, count == 0 {
      return Explanation("none was selected", .reappeared)
    }
    guard actions.setsMode || actions.appearance != nil, count > 0 else { return nil }
    let kept = before.selection.rows.count { after.selection.contains($0) }
    let what = kept == count ? "\(Counts.of(count, "row")) kept" : "\(kept) of \(count) rows kept"
    switch actions.appearance {
    case .clear?: return Explanation(what, .reappeared)
    case .topmost?, .keep?: return Explanation(what, .silentSelection)
    case nil where kept < count: return nil
    case nil: return Explanation(what, holding == .data ? .heldByData : .changedMode)
    }
  }

  /// The rules that explain the marks.
  private var explainedMarks: [Explanation] {
    let (old, new) = (before.marks, after.marks)
    if old == new {
      guard log.changesTable || log.reloadsData, !new.isEmpty else { return [] }
      let shifted = new.rows.first { before.table.path(of: $0) != after.table.path(of: $0) }
      if let shifted, let from = before.table.path(of: shifted),
        let to = after.table.path(of: shifted)
      {
        return [
          Explanation("\(Counts.of(new.count, "mark")) kept", .redrawnMarks),
          Explanation("the mark of \(from) is at \(to)", .rememberedRow),
        ]
      }
      return [Explanation("\(Counts.of(new.count, "mark")) kept", .redrawnMarks)]
    }
    let names = { (rows: [RowID], table: Table) in
      rows.prefix(5).map { table.path(of: $0)?.description ?? "?" }.joined(separator: " ")
        + (rows.count > 5 ? " …" : "")
    }
    var reasons: [Explanation] = []
    let gone = old.rows.filter { !new.contains($0) }
    let come = new.rows.filter { !old.contains($0) }
    let isTap = events.contains { $0.name == .didSelect }
    let rule: TableRule =
      !isTap ? .marks : gone.isEmpty || come.isEmpty ? .checklist : .exclusiveChecklist
    if !gone.isEmpty { reasons.add("unmarked \(names(gone, before.table))", rule) }
    if !come.isEmpty { reasons.add("marked \(names(come, after.table))", rule) }
    return reasons
  }
}

extension BatchOutcome {
  /// The number of rows that are selected because the view followed a batch which the data did not:
  /// they stand where it took the selected ones to.
  public func shiftedCount(from old: Selection, to new: Selection) -> Int {
    guard selectedAgain == 0 else { return 0 }
    return min(lost, new.rows.count { !old.contains($0) })
  }
}
