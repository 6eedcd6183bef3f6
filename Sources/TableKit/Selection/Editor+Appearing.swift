/// What becomes of the selection when the table appears again (rule B17).
public enum Reappearance: String, Hashable, Sendable, CaseIterable {
  /// A table view controller clears it, as `clearsSelectionOnViewWillAppear` says; not where several
  /// rows can be selected.
  case clear
  /// The program deselects the row that the singular query answers: the topmost one.
  case topmost
  /// Nothing.
  case keep
}

extension Editor {
  /// The table appears again. Nobody is told.
  mutating func reappear(_ appearance: Reappearance, _ events: inout [DelegateEvent]) {
    let leaving: [RowID]
    switch appearance {
    case .keep: return
    case .clear: leaving = selectionMode == .multiple ? [] : table.inTableOrder(selection.rows)
    case .topmost: leaving = topmostSelected.map { [$0] } ?? []
    }
    for row in leaving { deselectSilently(row, &events) }
  }

  /// A program's `deselectRow`.
  mutating func deselectSilently(_ row: RowID, _ events: inout [DelegateEvent]) {
    guard let path = table.path(of: row), selection.remove(row) else { return }
    events.append(DelegateEvent(.deselectRow, path, isSilent: true))
  }
}
