import BatchUpdates
import TableInteraction
import TableKit
import TableLua

extension Shell {
  /// Asks the hooks about a change, which they may refuse unless it comes from others.
  ///
  /// - Parameter document: the table; nil: it is closed.
  func askHooks(
    about change: Transaction, of document: Document?, _ origin: ChangeOrigin
  ) throws(EditError) {
    // Undo and redo have their own events, and restore the edits of hooks.
    if context.stepsBack { return }
    if origin.isOfOthers {
      if let document { tellPush(.beforePush, change, of: document) }
      return
    }
    for event in events(of: change, isWill: true) {
      do throws(LuaFailure) { try lua.ask(event) } catch { throw EditError(error) }
    }
    changesToTell.append(change)
  }

  /// Calls the hooks of what others changed. They cannot refuse it; one that fails is told.
  package func tellPush(_ name: LuaEvent.Name, _ change: Transaction, of document: Document) {
    guard hasLua, lua.hears(name) else { return }
    let isBefore = name == .beforePush
    let state = isBefore ? change.before : change.after
    var event = LuaEvent(name, command: "")
    event.table = state.table
    event.selection = state.selection.rows
    event.rows = (change.insertedRows + change.updatedRows, change.after.table)
    event.change = change
    event.path = document.source.path
    // Before it, the editor is busy.
    if !isBefore { event.conflicts = document.editor.conflicts }
    asPush {
      do throws(LuaFailure) { try lua.tell(event, looksOnly: true) } catch {
        context.reply.warnings.append(error.traced)
      }
    }
  }

  /// Performs actions, calling hooks and policies at the moment of each delegate call. Their edits
  /// join the same undo step.
  func performTelling(
    _ actions: [TableAction], title: String, _ animations: PlanAnimations?, on document: Document
  ) throws(CommandError) -> Transaction {
    var done: Transaction?
    _ = try asOneStep(title: title) { () throws(CommandError) in
      var failure: CommandError?
      var controller = document.controller
      controller.listener = { [unowned self] call, row, controller throws(EditError) in
        document.controller = controller
        do throws(CommandError) {
          try tellHooks()
          try tell(call, row, document.editor.state)
        } catch {
          failure = error
          throw .cancelled
        }
        controller = document.controller
      }
      do throws(EditError) {
        done = try controller.perform(actions, title: title, animations: animations)
      } catch {
        throw failure ?? CommandError(error)
      }
      controller.listener = nil
      document.controller = controller
      return CommandResult(transaction: done)
    }
    guard let done else { throw .noTable }
    return done
  }

  /// Whether hooks or policies are called during actions, not after them.
  func tells(during actions: [TableAction]) -> Bool {
    hasLua && actions.count == 1 && actions[0].isTouch && lua.hearsTouches
  }

  /// Calls the `did` hooks and policies for the queued changes.
  func tellHooks() throws(CommandError) {
    while !changesToTell.isEmpty {
      let change = changesToTell.removeFirst()
      for event in events(of: change, isWill: false) { try tell(event) }
      for call in change.delegateCalls {
        guard let row = call.path.flatMap(change.after.table.row(at:)) else { continue }
        try tell(call, row, change.after)
      }
    }
  }

  /// Calls hooks and policies for a delegate call about a row.
  private func tell(
    _ call: DelegateEvent, _ row: RowID, _ state: EditorState
  ) throws(CommandError) {
    let name: LuaEvent.Name
    switch call.name {
    case .didSelect: name = .didSelect
    case .didDeselect: name = .didDeselect
    case .accessoryButtonTapped: name = .didTapAccessory
    case .performPrimaryAction: name = .didPerformAction
    case .action: name = .didPressAction
    default: return
    }
    var action: String?
    if case .action(let title) = call.argument { action = title }
    try calling(
      lua.tell(
        name, row, in: state.table, selection: state.selection.rows, command: context.line,
        action: action, looksOnly: context.stepsBack))
  }

  /// Returns the events of a change that have a hook.
  ///
  /// - Parameter isWill: whether events before the change are returned, else those after it.
  private func events(of change: Transaction, isWill: Bool) -> [LuaEvent] {
    var events: [LuaEvent] = []
    let (before, after) = (change.before, change.after)
    let shown = isWill ? before : after
    func add(
      _ will: LuaEvent.Name, _ did: LuaEvent.Name, _ rows: () -> (ids: [RowID], table: Table)?
    ) {
      let name = isWill ? will : did
      guard lua.hears(name) else { return }
      var event = LuaEvent(name, command: context.line)
      if let rows = rows() {
        if rows.ids.isEmpty { return }
        event.rows = rows
      }
      event.table = shown.table
      event.selection = shown.selection.rows
      event.change = change
      events.append(event)
    }
    add(.willInsert, .didInsert) { (change.insertedRows, after.table) }
    add(.willDelete, .didDelete) { (change.deletedRows, before.table) }
    add(.willUpdate, .didUpdate) { (change.updatedRows, after.table) }
    add(.willMove, .didMove) { (change.movedRows, after.table) }
    if before.selection != after.selection {
      add(.willChangeSelection, .didChangeSelection) { nil }
    }
    if change.changesTable { add(.willChange, .didChange) { nil } }
    return events
  }
}

// MARK: - What is no edit

extension Shell {
  /// Calls the `will` hooks of an event other than an edit.
  ///
  /// - Throws: the error of a hook that refuses.
  package func ask(
    _ name: LuaEvent.Name, path: String? = nil, isEditing: Bool? = nil
  ) throws(CommandError) {
    guard hasLua, lua.hears(name) else { return }
    let event = event(name, path, isEditing)
    try calling(lua.ask(event))
  }

  /// Calls the `did` hooks of an event other than an edit.
  package func tell(
    _ name: LuaEvent.Name, path: String? = nil, isEditing: Bool? = nil, change: Transaction? = nil
  ) throws(CommandError) {
    guard hasLua, lua.hears(name) else { return }
    var event = event(name, path, isEditing)
    event.change = change
    try tell(event)
  }

  private func tell(_ event: LuaEvent) throws(CommandError) {
    try calling(lua.tell(event, looksOnly: context.stepsBack))
  }

  private func event(_ name: LuaEvent.Name, _ path: String?, _ isEditing: Bool?) -> LuaEvent {
    var event = LuaEvent(name, command: context.line)
    event.table = current?.table
    event.selection = current?.editor.selection.rows ?? []
    event.path = path
    event.isEditing = isEditing
    return event
  }
}
