import BatchUpdates
import TableKit

extension TableController {
  /// Begins the drag of a row by its handle (rule G1): only this row is asked, not those that it
  /// passes.
  mutating func take(_ row: RowID, _ draft: inout Draft) throws(EditError) {
    let home = try path(of: row)
    func none(_ reason: ControlObstacle.Reason) -> EditError {
      .interaction(.noControl(.missing(.handle, row: table.key(of: row), at: home, reason)))
    }
    guard isEditing else { throw none(.notEditing) }
    guard traitSettings.moves else { throw none(.movesNothing) }
    touchElsewhere(&draft)
    let canMove = try traits(of: row).canMove
    draft.record(.canMove, home, answer: canMove ? .allowed : .refused)
    guard canMove else { throw none(.cannotBeMoved) }
    touches.drag = TouchState.Drag(row: row, home: home, gap: home)
  }

  /// Moves the dragged row over an index path: asks the delegate where the gap opens (rule G3).
  mutating func hover(over place: RowPath, _ draft: inout Draft) throws(EditError) {
    guard let drag = touches.drag else { throw Self.nothingInHand }
    guard table.sections.indices.contains(place.section), place.row >= 0 else {
      throw .noSuchSection(place.section, count: table.sections.count)
    }
    // A position after the end is clamped to the end.
    let proposed = RowPath(
      place.section, min(place.row, room(in: place.section, without: drag.home)))
    var target = proposed
    if traitSettings.staysInSection, proposed.section != drag.home.section {
      target = RowPath(
        drag.home.section,
        proposed < drag.home ? 0 : room(in: drag.home.section, without: drag.home))
    }
    for policy in policies {
      guard
        let answer = try policy.targetForMove(
          drag.row, to: proposed, in: table, selection: selection)
      else { continue }
      target = answer
      break
    }
    guard table.sections.indices.contains(target.section), target.row >= 0,
      target.row <= room(in: target.section, without: drag.home)
    else {
      throw .refused("a policy lets the row land at \(target), where no row can be", hint: nil)
    }
    draft.record(.targetIndexPathForMove, drag.home, .to(proposed), answer: .path(target))
    touches.drag?.gap = target
  }

  /// Returns the last index of a section in the table without the dragged row.
  private func room(in section: Int, without home: RowPath) -> Int {
    table.sections[section].count - (section == home.section ? 1 : 0)
  }

  /// Drops the row: calls nothing at its old index path, and `moveRow` once elsewhere (rule G5).
  mutating func drop(_ draft: inout Draft) throws(EditError) {
    guard let drag = touches.drag else { throw Self.nothingInHand }
    touches.drag = nil
    guard drag.gap != drag.home else { return }
    guard table.sections.indices.contains(drag.gap.section),
      drag.gap.row <= room(in: drag.gap.section, without: drag.home)
    else { throw Self.nothingInHand }
    draft.record(.moveRow, drag.home, .to(drag.gap))
    try editor.move([drag.row], table.sections[drag.gap.section].id, at: drag.gap.row, &draft.log)
  }

  private static let nothingInHand = EditError.interaction(.noControl(.nothingInHand))

  /// Cancels a drag if the table has changed meanwhile, and reports what closes with a deleted row
  /// (rules A7, D24, G12).
  ///
  /// - Returns: notes for the user, whether a drag was cancelled, and whether an open row is gone.
  mutating func endTouches(
    _ log: ChangeLog
  ) -> (notes: [String], cancelsDrag: Bool, closesOpenRow: Bool) {
    var notes: [String] = []
    let isBatch =
      log.changesTable || log.reloadsData || !log.reloaded.isEmpty || !log.reloadedSections.isEmpty
    let cancelled = isBatch ? touches.drag : nil
    if let cancelled {
      touches.drag = nil
      notes.append(
        "the drag of \(cancelled.home) is cancelled: the table was updated before the row was "
          + "dropped")
    }
    let closes = touches.open.map { !table.contains($0) } ?? false
    if closes { notes.append("what was open is closed: its row is gone") }
    return (notes, cancelled != nil, closes)
  }
}

/// A reordering of sections that each touch on the first row schedules, whichever row that is.
///
/// Source: rule G10.
public struct ReorderTrigger: Hashable, Sendable {
  /// The delay in seconds.
  public var seconds: Double
  /// The sections in the order after.
  public var sections: [SectionID]
  /// Whether it uses row updates, as TableSectionsAndAnimatedUpdate does.
  public var byRows: Bool

  /// Creates a trigger.
  public init(seconds: Double, sections: [SectionID], byRows: Bool) {
    self.seconds = seconds
    self.sections = sections
    self.byRows = byRows
  }
}
