import Lua
import TableKit

/// A selection policy that a plugin declares.
///
/// A class because it keeps functions of one Lua state; it does not keep the session alive, and
/// allows everything once that is gone.
public final class LuaPolicy: SelectionPolicy {
  /// The name.
  public let name: String
  /// The name or title of the only section that it watches; nil: all.
  public let section: String?
  /// The file that declares it; nil when it was typed.
  public let plugin: String?

  private weak var session: LuaSession?
  private let select: LuaFunction?
  private let deselect: LuaFunction?

  init(
    name: String, section: String?, plugin: String?, session: LuaSession, select: LuaFunction?,
    deselect: LuaFunction?
  ) {
    self.name = name
    self.section = section
    self.plugin = plugin
    self.session = session
    self.select = select
    self.deselect = deselect
  }

  /// Asks `will_select`.
  public func willSelect(
    _ row: RowID, in table: Table, selection: Selection
  ) throws(EditError) -> PolicyAnswer {
    try ask(select, row, table, selection)
  }

  /// Asks `will_deselect`.
  public func willDeselect(
    _ row: RowID, in table: Table, selection: Selection
  ) throws(EditError) -> PolicyAnswer {
    try ask(deselect, row, table, selection)
  }

  private func ask(
    _ function: LuaFunction?, _ row: RowID, _ table: Table, _ selection: Selection
  ) throws(EditError) -> PolicyAnswer {
    guard let function, let session, let objects = session.objects else { return .allow }
    if let section {
      guard let index = table.section(of: row).flatMap(table.index(of:)),
        table.sections[index].name === section || table.sections[index].title === section
      else { return .allow }
    }
    let handle = TableHandle(table, selection: selection.rows)
    let outer = session.judged
    session.judged = handle
    session.rowRunDepth += 1
    defer {
      session.rowRunDepth -= 1
      session.judged = outer
    }
    do throws(LuaFailure) {
      return try session.limited(to: session.hookSeconds) { () throws(LuaError) in
        let answer = try function.call(
          try objects.row(handle, row), try objects.selection(handle))
        return try self.answer(answer, TargetReader(session: session, handle: handle))
      }
    } catch {
      throw .refused("policy '\(name)' failed: \(error)", hint: error.hint)
    }
  }

  /// true or nothing: allowed; false or nil and a reason: refused; a row or path: that one instead.
  private func answer(
    _ values: [LuaValue], _ reader: TargetReader
  ) throws(LuaError) -> PolicyAnswer {
    let reason = values.count > 1 ? values[1].text : nil
    switch values.first ?? .nil {
    case .nil: return reason == nil ? .allow : .refuse(reason: reason)
    case .boolean(let allowed): return allowed ? .allow : .refuse(reason: reason)
    case let other: return .redirect(try reader.row(other))
    }
  }
}
