import BatchUpdates

extension Editor {
  /// Whether `isEditing` of the table answers true: in editing mode, and while a row is swiped
  /// open (rule C7).
  public var readsAsEditing: Bool { isEditing || touches.swiped != nil }

  /// What a touch on a control does.
  mutating func touch(
    _ touch: ControlTouch, _ log: inout ChangeLog, _ events: inout [DelegateEvent]
  ) throws(EditError) {
    switch touch {
    case .appear(let rows): for row in rows { try askControl(of: row, &events) }
    case .minus(let row): try tapMinus(row, &log, &events)
    case .plus(let row, let cells): try tapPlus(row, cells, &log, &events)
    case .swipe(let row, let edge, let isFull):
      try swipe(row, edge, isFull: isFull, &log, &events)
    case .confirm(let title): try press(title, &log, &events)
    case .elsewhere: touchElsewhere(&events)
    case .drag(let row): try take(row, &events)
    case .hover(let place): try hover(over: place, &events)
    case .drop: try drop(&log, &events)
    }
  }

  /// Asks a row what it shows in editing mode: whether it can be edited; then, where several rows
  /// cannot be selected, how, and whether it is indented; and whether it can be moved (rules
  /// C1 to C3, C8, C14).
  private func askControl(of row: RowID, _ events: inout [DelegateEvent]) throws(EditError) {
    let (path, traits) = (try path(of: row), try traits(of: row))
    func ask(_ name: DelegateEvent.Name, _ isAllowed: Bool) {
      events.append(DelegateEvent(name, path, answer: isAllowed ? .allowed : .refused))
    }
    ask(.canEdit, traits.canEdit)
    if traits.canEdit {
      if !settings.flags.allowsMultipleSelectionDuringEditing {
        try askStyle(of: row, traits, &events)
      }
      ask(.shouldIndent, traits.indentsInEditing)
    }
    if traitSettings.moves { ask(.canMove, traits.canMove) }
  }

  private func askEditable(
    _ row: RowID, _ events: inout [DelegateEvent]
  ) throws(EditError) -> Bool {
    let canEdit = try traits(of: row).canEdit
    events.append(
      DelegateEvent(.canEdit, try path(of: row), answer: canEdit ? .allowed : .refused))
    return canEdit
  }

  private func askStyle(
    of row: RowID, _ traits: RowTraits, _ events: inout [DelegateEvent]
  ) throws(EditError) {
    events.append(
      DelegateEvent(.editingStyle, try path(of: row), answer: .style(traits.style)))
  }

  private func askTitle(
    of row: RowID, _ events: inout [DelegateEvent]
  ) throws(EditError) -> String {
    let title = try traits(of: row).confirmation
    events.append(
      DelegateEvent(
        .titleForDeleteConfirmation, try path(of: row), answer: title.map { .text($0) } ?? .nothing)
    )
    return title ?? ""
  }

  func path(of row: RowID) throws(EditError) -> RowPath {
    guard let path = table.path(of: row) else { throw .rowIsGone(number: row.number) }
    return path
  }

  // MARK: - Minus and plus

  /// Why a row shows neither minus nor plus; nil where it shows this one.
  private func reasonAgainst(
    _ style: RowTraits.EditingStyle, _ row: RowID
  ) throws(EditError) -> EditError? {
    let what = style == .delete ? "minus" : "plus"
    func none(_ why: String, _ hint: String? = nil) -> EditError {
      .noControl("row '\(table.key(of: row))' has no \(what): \(why)", hint: hint)
    }
    guard isEditing else { return none("the table is not in editing mode", "edit on") }
    guard !settings.flags.allowsMultipleSelectionDuringEditing else {
      return none(
        "several rows can be selected, so it has a circle", "selection single --editing")
    }
    let traits = try traits(of: row)
    let place = table.path(of: row)?.description ?? ""
    guard traits.canEdit else { return none("it cannot be edited", "traits \(place) can-edit=on") }
    guard traits.style == style else {
      return none(
        "its style is \(traits.style.rawValue)", "traits \(place) style=\(style.rawValue)")
    }
    return nil
  }

  /// The minus shows what a swipe would show (rules C4, C15).
  private mutating func tapMinus(
    _ row: RowID, _ log: inout ChangeLog, _ events: inout [DelegateEvent]
  ) throws(EditError) {
    let path = try path(of: row)
    if let reason = try reasonAgainst(.delete, row) { throw reason }
    let wasOpen = touches.confirming == row
    touchElsewhere(&events)
    guard !wasOpen else { return }
    let traits = try traits(of: row)
    guard let own = try askActions(of: row, path, .trailing, traits, &log, &events) else { return }
    touches.confirming = row
    try show(own, of: row, &events)
  }

  /// Shows own buttons, or where there are none the one that deletes.
  private mutating func show(
    _ own: [String], of row: RowID, _ events: inout [DelegateEvent]
  ) throws(EditError) {
    touches.buttons = own
    if own == Self.default {
      let title = try askTitle(of: row, &events)
      (touches.buttons, touches.deleting) = ([title], title)
    } else if traitSettings.commits {
      touches.deleting = try traits(of: row).confirmation ?? ""
    }
  }

  private mutating func tapPlus(
    _ row: RowID, _ cells: [ColumnID: Cell], _ log: inout ChangeLog,
    _ events: inout [DelegateEvent]
  ) throws(EditError) {
    let path = try path(of: row)
    if let reason = try reasonAgainst(.insert, row) { throw reason }
    touchElsewhere(&events)
    guard let section = table.section(of: row),
      let given = try commit(.insert, row, &log, &events)
    else { return }
    try insert(
      [given.merging(cells) { _, typed in typed }], section, at: path.row, &log)
  }

  // MARK: - Swipes

  private mutating func swipe(
    _ row: RowID, _ edge: SwipeEdge, isFull: Bool, _ log: inout ChangeLog,
    _ events: inout [DelegateEvent]
  ) throws(EditError) {
    let path = try path(of: row)
    touchElsewhere(&events)
    guard let buttons = try askButtons(row, path, edge, &log, &events) else { return }
    events.append(DelegateEvent(.willBeginEditing, path))
    touches.swiped = row
    touches.edge = edge
    try show(buttons, of: row, &events)
    if isFull { try press(nil, &log, &events) }
  }

  /// The button that deletes, before it is asked what it says.
  private static let `default` = [""]

  /// What a swipe shows; nil where it shows nothing, and the log says why (rules C7, C15).
  private func askButtons(
    _ row: RowID, _ path: RowPath, _ edge: SwipeEdge, _ log: inout ChangeLog,
    _ events: inout [DelegateEvent]
  ) throws(EditError) -> [String]? {
    guard !isEditing else {
      log.refusal = "rows are not swiped in editing mode"
      return nil
    }
    guard try askEditable(row, &events) else {
      log.refusal = "the row cannot be edited"
      return nil
    }
    let traits = try traits(of: row)
    let own = try askActions(of: row, path, edge, traits, &log, &events)
    guard own == Self.default else { return own }
    guard edge == .trailing else {
      log.refusal = "nothing is at that edge"
      return nil
    }
    guard traitSettings.commits else {
      log.refusal = "the data source commits nothing"
      return nil
    }
    try askStyle(of: row, traits, &events)
    guard traits.style == .delete else {
      log.refusal = "its style is \(traits.style.rawValue)"
      return nil
    }
    return Self.default
  }

  /// The row's own buttons at an edge; `default` where it has none, and nil where its list is
  /// empty, and the log says so.
  private func askActions(
    of row: RowID, _ path: RowPath, _ edge: SwipeEdge, _ traits: RowTraits,
    _ log: inout ChangeLog, _ events: inout [DelegateEvent]
  ) throws(EditError) -> [String]? {
    let own = edge == .trailing ? traits.trailingActions : traits.leadingActions
    events.append(
      DelegateEvent(
        edge == .trailing ? .trailingSwipeActions : .leadingSwipeActions, path,
        answer: own.map { .texts($0) } ?? .nothing))
    guard own?.isEmpty == true else { return own ?? Self.default }
    log.refusal = "its list of actions is empty"
    return nil
  }

  // MARK: - Buttons

  /// Presses a button of the open row: what deletes commits, everything else is told and done
  /// elsewhere.
  private mutating func press(
    _ title: String?, _ log: inout ChangeLog, _ events: inout [DelegateEvent]
  ) throws(EditError) {
    guard let row = touches.open else {
      throw .noControl("no row shows a button", hint: "minus PATH, or swipe PATH")
    }
    let shown = touches.buttons
    guard let button = title.map({ title in shown.first { $0 == title } }) ?? shown.first else {
      throw .noControl(
        "no button '\(title ?? "")' is shown",
        hint: shown.map { "confirm \(ShellWord.quoted($0))" }.joined(separator: ", or "))
    }
    let path = try path(of: row)
    // What it was when it was shown, whatever the delegate would answer by now.
    let deletes = button == touches.deleting
    let wasSwiped = touches.swiped != nil
    close()
    if !deletes {
      try tell(.action, row, &events, .action(button))
    } else if try commit(.delete, row, &log, &events) != nil {
      try delete([row], &log)
    }
    if wasSwiped { events.append(DelegateEvent(.didEndEditing, table.path(of: row) ?? path)) }
  }

  /// Tells the data source to commit; nil where it refuses, and the log says why.
  private func commit(
    _ style: RowTraits.EditingStyle, _ row: RowID, _ log: inout ChangeLog,
    _ events: inout [DelegateEvent]
  ) throws(EditError) -> [ColumnID: Cell]? {
    guard traitSettings.commits else {
      log.refusal = "the data source commits nothing"
      return nil
    }
    events.append(DelegateEvent(.commit, try path(of: row), .style(style)))
    var cells: [ColumnID: Cell] = [:]
    for policy in policies {
      switch try policy.commit(style, row, in: table, selection: selection) {
      case .cells(let given): cells.merge(given) { first, _ in first }
      case .refuse(let reason):
        log.refusal = reason ?? "a policy commits nothing"
        return nil
      }
    }
    return cells
  }

  /// A touch elsewhere closes what is open and takes nothing with it.
  mutating func touchElsewhere(_ events: inout [DelegateEvent]) {
    if let row = touches.swiped, let path = table.path(of: row) {
      events.append(DelegateEvent(.didEndEditing, path))
    }
    close()
    touches.drag = nil
  }

  private mutating func close() {
    (touches.swiped, touches.confirming) = (nil, nil)
    (touches.buttons, touches.deleting) = ([], nil)
  }
}
