import BatchUpdates
import TableKit

extension TableController {
  /// Takes a row by its handle (rule G1): only the row itself is asked, not those that it
  /// pushes aside.
  mutating func take(_ row: RowID, _ draft: inout Draft) throws(EditError) {
    let home = try path(of: row)
    func none(_ reason: ControlObstacle.Reason) -> EditError {
      .noControl(.missing(.handle, row: table.key(of: row), at: home, reason))
    }
    guard isEditing else { throw none(.notEditing) }
    guard traitSettings.moves else { throw none(.movesNothing) }
    touchElsewhere(&draft)
    let canMove = try traits(of: row).canMove
    draft.events.append(DelegateEvent(.canMove, home, answer: canMove ? .allowed : .refused))
    guard canMove else { throw none(.cannotBeMoved) }
    touches.drag = TouchState.Drag(row: row, home: home, gap: home)
  }

  /// The row in the hand is over a place: the delegate is asked where the gap opens (rule
  /// G3).
  mutating func hover(
    over place: RowPath, _ draft: inout Draft
  ) throws(EditError) {
    guard let drag = touches.drag else { throw Self.nothingInHand }
    guard table.sections.indices.contains(place.section), place.row >= 0 else {
      throw .noSuchSection(place.section, count: table.sections.count)
    }
    // What is behind the end is the end.
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
    draft.events.append(
      DelegateEvent(
        .targetIndexPathForMove, drag.home, .to(proposed), answer: .path(target)))
    touches.drag?.gap = target
  }

  /// The last place of a section in the table without the row in the hand.
  private func room(in section: Int, without home: RowPath) -> Int {
    table.sections[section].count - (section == home.section ? 1 : 0)
  }

  /// Lets the row go: at home nothing is called, elsewhere `moveRow` once (rule G5).
  mutating func drop(
    _ draft: inout Draft
  ) throws(EditError) {
    guard let drag = touches.drag else { throw Self.nothingInHand }
    touches.drag = nil
    guard drag.gap != drag.home else { return }
    guard table.sections.indices.contains(drag.gap.section),
      drag.gap.row <= room(in: drag.gap.section, without: drag.home)
    else { throw Self.nothingInHand }
    draft.events.append(DelegateEvent(.moveRow, drag.home, .to(drag.gap)))
    try editor.move(
      [drag.row], table.sections[drag.gap.section].id, at: drag.gap.row, &draft.log)
  }

  private static let nothingInHand = EditError.noControl(.nothingInHand)

  /// Puts the row in the hand back where the table has changed meanwhile, and tells what closes
  /// with its row (rules A7, D24, G12).
  ///
  /// - Returns: what the user should hear of it, and true if a drag was cancelled.
  mutating func endTouches(_ log: ChangeLog) -> (notes: [String], cancelsDrag: Bool) {
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
    if let row = touches.open, !table.contains(row) {
      notes.append("what was open is closed: its row is gone")
    }
    return (notes, cancelled != nil)
  }
}

/// What each touch on the first row starts some time later, whatever row is there.
///
/// Source: rule G10.
public struct ReorderTrigger: Hashable, Sendable {
  /// How much later.
  public var seconds: Double
  /// The sections in the order in which they are to stand.
  public var sections: [SectionID]
  /// Whether it is done with rows, as TableSectionsAndAnimatedUpdate does.
  public var byRows: Bool

  /// Creates a trigger.
  public init(seconds: Double, sections: [SectionID], byRows: Bool) {
    self.seconds = seconds
    self.sections = sections
    self.byRows = byRows
  }
}
