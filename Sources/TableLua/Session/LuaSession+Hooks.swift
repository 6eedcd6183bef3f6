import Lua
import TableInteraction
import TableKit
import Wording

extension LuaSession {
  /// Returns true if an event has a hook that would be called.
  public func hears(_ event: LuaEvent.Name) -> Bool {
    registry.heard.contains(event) && !runningEvents.contains(event)
  }

  /// True if any hook or policy is called for touches on rows.
  public var hearsTouches: Bool {
    registry.tellsPolicies
      || [.didSelect, .didDeselect, .didTapAccessory, .didPerformAction, .didPressAction]
        .contains(where: hears)
  }

  /// True if any hook or policy is called after changes.
  public var hearsAnything: Bool { !registry.heard.isEmpty || registry.tellsPolicies }

  /// Calls the hooks of a `will_` event, in the order of declaration.
  ///
  /// - Throws: `vetoed` with the reason of the first that refuses, or the error that one raises.
  public func ask(_ event: LuaEvent) throws(LuaFailure) {
    try call(event) { values, hook throws(LuaFailure) in
      if let reason = Self.refusal(values) {
        let place = hook.place.map { " (\($0))" } ?? ""
        throw LuaFailure(
          code: "vetoed", message: "refused by \(event.name.name)\(place)\(reason)",
          hint: hook.plugin.map { "see the hook, or: plugin disable \(ShellWord.quoted($0))" })
      }
    }
  }

  /// Calls the hooks of a `did_` event.
  ///
  /// - Parameter looksOnly: true if they must not change anything.
  public func tell(_ event: LuaEvent, looksOnly: Bool = false) throws(LuaFailure) {
    try call(event, looksOnly: looksOnly) { _, _ throws(LuaFailure) in }
  }

  /// Calls policies and hooks for a row that was touched.
  ///
  /// - Parameter action: the title of the pressed button, if there was one.
  public func tell(
    _ name: LuaEvent.Name, _ row: RowID, in table: Table, selection: [RowID], command: String,
    action: String? = nil, looksOnly: Bool = false
  ) throws(LuaFailure) {
    for policy in registry.policies { try policy.tell(name, row, table, selection) }
    var event = LuaEvent(name, command: command)
    event.table = table
    event.selection = selection
    event.rows = ([row], table)
    event.action = action
    try tell(event, looksOnly: looksOnly)
  }

  /// Runs a policy or another hook of a plugin, within its time limit.
  func finishingHook<Result>(
    of plugin: String?, _ body: () throws(LuaError) -> Result
  ) throws(LuaFailure) -> Result {
    hookDepth += 1
    defer { hookDepth -= 1 }
    return try finishing(of: plugin, to: hookSeconds, body)
  }

  fileprivate func call(
    _ event: LuaEvent, looksOnly: Bool = false,
    _ judge: ([LuaValue], PluginRegistry.Hook) throws(LuaFailure) -> Void
  ) throws(LuaFailure) {
    guard hears(event.name) else { return }
    runningEvents.insert(event.name)
    defer { runningEvents.remove(event.name) }
    for hook in registry.hooks where hook.event == event.name {
      let values: [LuaValue]
      do throws(LuaFailure) {
        values = try finishingHook(of: hook.plugin) { () throws(LuaError) in
          let object = try self.object(event)
          guard event.name.looksOnly || looksOnly else { return try hook.function.call(object) }
          let handle = event.table.map { TableHandle($0, selection: event.selection) }
          return try asked("in a hook of \(event.name.name)", handle) { () throws(LuaError) in
            try hook.function.call(object)
          }
        }
      } catch {
        var failure = error
        failure.message = "the hook of \(event.name.name) failed: \(error.message)"
        if failure.place == nil { failure.place = hook.place }
        throw failure
      }
      try judge(values, hook)
    }
  }

  /// Returns the refusal in a hook's results, `false`, or `nil` and a reason, with the reason after
  /// a colon; nil: it does not refuse.
  private static func refusal(_ values: [LuaValue]) -> String? {
    let reason = values.count > 1 ? values[1] : .nil
    switch values.first ?? .nil {
    case .boolean(false): break
    case .nil: if reason == .nil { return nil }
    default: return nil
    }
    return reason.shortText.map { ": \($0)" } ?? ""
  }

  private func object(_ conflict: MergeConflict) throws(LuaError) -> LuaValue {
    let table = state.table([
      "kind": .string(conflict.kind.name), "key": .string(conflict.key),
    ])
    if let key = conflict.sourceKey { try table.set("source_key", .string(LuaString(key))) }
    if let column = conflict.column { try table.set("column", .string(LuaString(column))) }
    let cells = [
      ("base", conflict.base), ("local", conflict.local), ("remote", conflict.remote),
    ]
    for (name, cell) in cells {
      guard let cell, !cell.isNull else { continue }
      try table.set(.string(LuaString(name)), .string(LuaString(cell.text)))
    }
    return .table(table)
  }

  /// The argument of a hook.
  private func object(_ event: LuaEvent) throws(LuaError) -> LuaValue {
    let table = state.table([
      "event": .string(event.name.name), "command": .string(event.command),
    ])
    if host?.isDryRun == true { try table.set("dry_run", true) }
    if let path = event.path { try table.set("path", .string(path)) }
    if let action = event.action { try table.set("action", .string(action)) }
    if let isEditing = event.isEditing { try table.set("editing", .boolean(isEditing)) }
    if let change = event.change, change.hasPlan {
      try table.set("plan", try objects?.plan(LuaPlan(change)) ?? .nil)
    }
    if !event.conflicts.isEmpty {
      try table.set("conflicts", .table(state.table(sequence: try event.conflicts.map(object))))
    }
    if let snapshot = event.table {
      let handle = TableHandle(snapshot, selection: event.selection)
      try table.set("table", try objects?.table(handle) ?? .nil)
    }
    guard let rows = event.rows else { return .table(table) }
    let handle = TableHandle(rows.table, selection: event.selection)
    try table.set("count", .integer(rows.ids.count))
    let ids = rows.ids
    if ids.count == 1 { try table.set("row", try objects?.row(handle, ids[0]) ?? .nil) }
    let each = state.function("rows") { [unowned self] call throws(LuaError) in
      var next = 0
      call.push(iterator: { [unowned self] () throws(LuaError) in
        guard next < ids.count, let objects = self.objects else { return nil }
        defer { next += 1 }
        return [try objects.row(handle, ids[next])]
      })
      return 1
    }
    try table.set("rows", .function(each))
    return .table(table)
  }
}

/// The hooks of touches as a selection policy. A class because it refers weakly to the session.
final class HookPolicy: SelectionPolicy {
  private weak var session: LuaSession?

  init(_ session: LuaSession) { self.session = session }

  func willSelect(
    _ row: RowID, in table: Table, deselectingFrom selection: inout Selection
  ) throws(EditError) -> PolicyAnswer {
    try ask(.willSelect, row, table, selection)
  }

  func willDeselect(
    _ row: RowID, in table: Table, selection: Selection
  ) throws(EditError) -> PolicyAnswer {
    try ask(.willDeselect, row, table, selection)
  }

  private func ask(
    _ name: LuaEvent.Name, _ row: RowID, _ table: Table, _ selection: Selection
  ) throws(EditError) -> PolicyAnswer {
    guard let session, session.hears(name) else { return .allow }
    do throws(LuaFailure) { return try session.ask(name, row, table, selection) } catch {
      throw EditError(error)
    }
  }
}

extension LuaSession {
  /// Calls the hooks of a touch: they may allow, refuse, or name another row.
  fileprivate func ask(
    _ name: LuaEvent.Name, _ row: RowID, _ table: Table, _ selection: Selection
  ) throws(LuaFailure) -> PolicyAnswer {
    var event = LuaEvent(name, command: "")
    event.table = table
    event.selection = selection.rows
    event.rows = ([row], table)
    let handle = TableHandle(table, selection: selection.rows)
    var answer = PolicyAnswer.allow
    try call(event) { values, _ throws(LuaFailure) in
      guard answer == .allow else { return }
      do throws(LuaError) {
        answer = try PolicyAnswer(values, TargetReader(session: self, handle: handle))
      } catch { throw LuaFailure(error) }
    }
    return answer
  }
}

extension PolicyAnswer {
  /// True or nothing: allowed; false, or nil and a reason: refused; a row or path: that one
  /// instead.
  init(_ values: [LuaValue], _ reader: TargetReader) throws(LuaError) {
    let reason = values.count > 1 ? values[1].shortText : nil
    switch values.first ?? .nil {
    case .nil: self = reason == nil ? .allow : .refuse(reason: reason)
    case .boolean(let allowed): self = allowed ? .allow : .refuse(reason: reason)
    case let other: self = .redirect(try reader.row(other))
    }
  }
}
