import BatchUpdates

extension Editor {
  /// Takes a row by its handle (rule G1): only the row itself is asked, not those that it
  /// pushes aside.
  mutating func take(_ row: RowID, _ events: inout [DelegateEvent]) throws(EditError) {
    let home = try path(of: row)
    func none(_ why: String, _ hint: String?) -> EditError {
      .noControl("row '\(table.key(of: row))' has no handle: \(why)", hint: hint)
    }
    guard isEditing else { throw none("the table is not in editing mode", "edit on") }
    guard traitSettings.moves else {
      throw none("the data source moves nothing", "traits moves=on")
    }
    touchElsewhere(&events)
    let canMove = try traits(of: row).canMove
    events.append(DelegateEvent(.canMove, home, answer: canMove ? .allowed : .refused))
    guard canMove else { throw none("it cannot be moved", "traits \(home) can-move=on") }
    touches.drag = TouchState.Drag(row: row, home: home, gap: home)
  }

  /// The row in the hand is over a place: the delegate is asked where the gap opens (rule
  /// G3).
  mutating func hover(
    over place: RowPath, _ events: inout [DelegateEvent]
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
    events.append(
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
    _ log: inout ChangeLog, _ events: inout [DelegateEvent]
  ) throws(EditError) {
    guard let drag = touches.drag else { throw Self.nothingInHand }
    touches.drag = nil
    guard drag.gap != drag.home else { return }
    guard table.sections.indices.contains(drag.gap.section),
      drag.gap.row <= room(in: drag.gap.section, without: drag.home)
    else { throw Self.nothingInHand }
    events.append(DelegateEvent(.moveRow, drag.home, .to(drag.gap)))
    try move([drag.row], table.sections[drag.gap.section].id, at: drag.gap.row, &log)
  }

  private static let nothingInHand = EditError.noControl(
    "no row is in the hand", hint: "drag PATH")

  /// Lets go of a drag that a batch has cancelled, and tells what has closed with its row
  /// (rules A7, D24, G12).
  mutating func endTouches(_ log: ChangeLog) -> [String] {
    var notes: [String] = []
    let isBatch =
      log.changesTable || log.reloadsData || !log.reloaded.isEmpty || !log.reloadedSections.isEmpty
    if isBatch, let drag = touches.drag {
      touches.drag = nil
      notes.append(
        "the drag of \(drag.home) is cancelled: the table was updated before the row was dropped")
    }
    if let row = touches.open, !table.contains(row) {
      notes.append("what was open is closed: its row is gone")
    }
    return notes
  }
}
