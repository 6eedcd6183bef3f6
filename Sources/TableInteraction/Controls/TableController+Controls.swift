import BatchUpdates
import TableKit

extension TableController {
  /// Whether `isEditing` of the table view returns true: in editing mode, and while a row is swiped
  /// open (rule C7).
  public var readsAsEditing: Bool { isEditing || touches.swiped != nil }

  /// Performs a touch on a control.
  mutating func touch(_ touch: ControlTouch, _ draft: inout Draft) throws(EditError) {
    switch touch {
    case .appear(let rows): for row in rows { try askControl(of: row, &draft) }
    case .minus(let row): try tapMinus(row, &draft)
    case .plus(let row, let cells): try tapPlus(row, cells, &draft)
    case .swipe(let row, let edge, let isFull):
      try swipe(row, edge, isFull: isFull, &draft)
    case .confirm(let title): try press(title, &draft)
    case .elsewhere: touchElsewhere(&draft)
    case .drag(let row): try take(row, &draft)
    case .hover(let place): try hover(over: place, &draft)
    case .drop: try drop(&draft)
    }
  }

  /// Asks which controls a row shows in editing mode: whether it can be edited; if multiple
  /// selection is off, its style and whether it is indented; and whether it can be moved (rules C1
  /// to C3, C8, C14).
  private func askControl(of row: RowID, _ draft: inout Draft) throws(EditError) {
    let (path, traits) = (try path(of: row), try traits(of: row))
    func ask(_ name: DelegateEvent.Name, _ isAllowed: Bool) {
      draft.record(name, path, answer: isAllowed ? .allowed : .refused)
    }
    ask(.canEdit, traits.canEdit)
    if traits.canEdit {
      if !settings.flags.allowsMultipleSelectionDuringEditing {
        try askStyle(of: row, traits, &draft)
      }
      ask(.shouldIndent, traits.indentsInEditing)
    }
    if traitSettings.moves { ask(.canMove, traits.canMove) }
  }

  private func askEditable(_ row: RowID, _ draft: inout Draft) throws(EditError) -> Bool {
    let canEdit = try traits(of: row).canEdit
    draft.record(.canEdit, try path(of: row), answer: canEdit ? .allowed : .refused)
    return canEdit
  }

  private func askStyle(
    of row: RowID, _ traits: RowTraits, _ draft: inout Draft
  ) throws(EditError) {
    draft.record(.editingStyle, try path(of: row), answer: .style(traits.style))
  }

  private func askTitle(of row: RowID, _ draft: inout Draft) throws(EditError) -> String {
    let title = try traits(of: row).confirmation
    draft.record(
      .titleForDeleteConfirmation, try path(of: row), answer: title.map { .text($0) } ?? .nothing)
    return title ?? ""
  }

  func path(of row: RowID) throws(EditError) -> RowPath {
    guard let path = table.path(of: row) else { throw .rowIsGone(number: row.number) }
    return path
  }

  // MARK: - Minus and plus

  /// Returns why a row shows neither minus nor plus; nil if it shows this one.
  private func reasonAgainst(
    _ style: RowTraits.EditingStyle, _ row: RowID
  ) throws(EditError) -> EditError? {
    let path = try path(of: row)
    func none(_ reason: ControlObstacle.Reason) -> EditError {
      let control: ControlObstacle.Control = style == .delete ? .minus : .plus
      return .interaction(.noControl(.missing(control, row: table.key(of: row), at: path, reason)))
    }
    guard isEditing else { return none(.notEditing) }
    guard !settings.flags.allowsMultipleSelectionDuringEditing else { return none(.hasCircle) }
    let traits = try traits(of: row)
    guard traits.canEdit else { return none(.cannotBeEdited) }
    return traits.style == style ? nil : none(.style(traits.style, wanted: style))
  }

  /// Taps the minus, which shows what a swipe would show (rules C4, C15).
  private mutating func tapMinus(_ row: RowID, _ draft: inout Draft) throws(EditError) {
    let path = try path(of: row)
    if let reason = try reasonAgainst(.delete, row) { throw reason }
    let wasOpen = touches.confirming == row
    touchElsewhere(&draft)
    guard !wasOpen else { return }
    let traits = try traits(of: row)
    guard let own = try askActions(of: row, path, .trailing, traits, &draft) else { return }
    touches.confirming = row
    try show(own, of: row, &draft)
  }

  /// Shows the row's own buttons or, without any, the delete button.
  private mutating func show(
    _ own: [String], of row: RowID, _ draft: inout Draft
  ) throws(EditError) {
    touches.buttons = own
    if own == Self.default {
      let title = try askTitle(of: row, &draft)
      (touches.buttons, touches.deleting) = ([title], title)
    } else if traitSettings.commits {
      touches.deleting = try traits(of: row).confirmation ?? ""
    }
  }

  private mutating func tapPlus(
    _ row: RowID, _ cells: [ColumnID: Cell], _ draft: inout Draft
  ) throws(EditError) {
    let path = try path(of: row)
    if let reason = try reasonAgainst(.insert, row) { throw reason }
    touchElsewhere(&draft)
    guard let section = table.section(of: row),
      let given = try commit(.insert, row, &draft)
    else { return }
    try editor.insert(
      [given.merging(cells) { _, typed in typed }], section, at: path.row, &draft.log)
  }

  // MARK: - Swipes

  private mutating func swipe(
    _ row: RowID, _ edge: SwipeEdge, isFull: Bool, _ draft: inout Draft
  ) throws(EditError) {
    let path = try path(of: row)
    touchElsewhere(&draft)
    guard let buttons = try askButtons(row, path, edge, &draft) else { return }
    draft.record(.willBeginEditing, path)
    touches.swiped = row
    touches.edge = edge
    try show(buttons, of: row, &draft)
    if isFull { try press(nil, &draft) }
  }

  /// The delete button, before its title is asked for.
  private static let `default` = [""]

  /// Returns what a swipe shows; nil if nothing: the account then has the reason (rules C7, C15).
  private func askButtons(
    _ row: RowID, _ path: RowPath, _ edge: SwipeEdge, _ draft: inout Draft
  ) throws(EditError) -> [String]? {
    guard !isEditing else { return draft.refuse(.noSwipeInEditing) }
    guard try askEditable(row, &draft) else { return draft.refuse(.notEditable) }
    let traits = try traits(of: row)
    let own = try askActions(of: row, path, edge, traits, &draft)
    guard own == Self.default else { return own }
    guard edge == .trailing else { return draft.refuse(.nothingAtEdge) }
    guard traitSettings.commits else { return draft.refuse(.commitsNothing) }
    try askStyle(of: row, traits, &draft)
    guard traits.style == .delete else { return draft.refuse(.style(traits.style)) }
    return Self.default
  }

  /// Returns the row's own buttons at an edge; `default` if it has none, and nil if its list is
  /// empty: the account then has the reason.
  private func askActions(
    of row: RowID, _ path: RowPath, _ edge: SwipeEdge, _ traits: RowTraits, _ draft: inout Draft
  ) throws(EditError) -> [String]? {
    let own = edge == .trailing ? traits.trailingActions : traits.leadingActions
    draft.record(
      edge == .trailing ? .trailingSwipeActions : .leadingSwipeActions, path,
      answer: own.map { .texts($0) } ?? .nothing)
    guard own?.isEmpty == true else { return own ?? Self.default }
    return draft.refuse(.noActions)
  }

  // MARK: - Buttons

  /// Presses a button of the open row: the delete button commits; every other one is reported and
  /// handled by the caller.
  private mutating func press(_ title: String?, _ draft: inout Draft) throws(EditError) {
    guard let row = touches.open else { throw .interaction(.noControl(.noButtonShown)) }
    let shown = touches.buttons
    guard let button = title.map({ title in shown.first { $0 == title } }) ?? shown.first else {
      throw .interaction(.noControl(.noSuchButton(title ?? "", shown: shown)))
    }
    let path = try path(of: row)
    // As when it was shown, whatever the delegate would return now.
    let deletes = button == touches.deleting
    let wasSwiped = touches.swiped != nil
    close()
    if !deletes {
      try tell(.action, row, &draft, .action(button))
    } else if try commit(.delete, row, &draft) != nil {
      try editor.delete([row], &draft.log)
    }
    if wasSwiped { draft.record(.didEndEditing, table.path(of: row) ?? path) }
  }

  /// Asks the data source to commit; nil if it refuses: the account then has the reason.
  private func commit(
    _ style: RowTraits.EditingStyle, _ row: RowID, _ draft: inout Draft
  ) throws(EditError) -> [ColumnID: Cell]? {
    guard traitSettings.commits else { return draft.refuse(.commitsNothing) }
    draft.record(.commit, try path(of: row), .style(style))
    var cells: [ColumnID: Cell] = [:]
    for policy in policies {
      switch try policy.commit(style, row, in: table, selection: selection) {
      case .cells(let given): cells.merge(given) { first, _ in first }
      case .refuse(let reason):
        return draft.refuse(.policy(reason ?? "a policy commits nothing"))
      }
    }
    return cells
  }

  /// Closes the open row when the user touches elsewhere, and does nothing else.
  mutating func touchElsewhere(_ draft: inout Draft) {
    if let row = touches.swiped, let path = table.path(of: row) {
      draft.record(.didEndEditing, path)
    }
    close()
    if touches.drag != nil { draft.account.cancelsDrag = true }
    touches.drag = nil
  }

  private mutating func close() {
    (touches.swiped, touches.confirming) = (nil, nil)
    (touches.buttons, touches.deleting) = ([], nil)
  }
}

/// A user's touch on an editing control, on a swiped row or on a dragged row.
///
/// Source: rules C1, C4, C7, C15, G1 to G5.
public enum ControlTouch: Hashable, Sendable {
  /// Rows appear in editing mode and are asked for their controls.
  case appear([RowID])
  /// The minus: shows or hides the button to confirm.
  case minus(RowID)
  /// The plus: inserts a row with these cells in its place, unless a policy gives others.
  case plus(RowID, cells: [ColumnID: Cell])
  /// A swipe over a row; a full swipe presses the first button at once.
  case swipe(RowID, SwipeEdge, isFull: Bool)
  /// A button of the open row; nil for the first.
  case confirm(String?)
  /// A touch elsewhere: closes the open row and cancels a drag.
  case elsewhere
  /// A row is grabbed by its handle.
  case drag(RowID)
  /// The dragged row is over an index path, in the table without it.
  case hover(RowPath)
  /// The dragged row is dropped.
  case drop
}
