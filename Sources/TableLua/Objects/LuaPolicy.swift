import Lua
import TableInteraction
import TableKit
import Wording

/// A selection policy that a plugin declares.
///
/// A class because it keeps functions of one Lua state; it does not keep the session alive, and
/// allows everything once that is gone.
public final class LuaPolicy: SelectionPolicy, PluginPart {
  /// The name.
  public let name: String
  /// The name or title of the only section that it watches; nil: all.
  public let section: String?
  /// The file that declares it; nil when it was typed.
  public let plugin: String?

  private(set) weak var session: LuaSession?
  /// The functions that it declares, by field.
  private let functions: [String: LuaFunction]
  /// The traits that it has functions for.
  let traits: [PolicyTrait]
  /// True if it was called for a row yet.
  private var wasAsked = false

  init(
    name: String, section: String?, plugin: String?, session: LuaSession,
    functions: [String: LuaFunction]
  ) {
    self.name = name
    self.section = section
    self.plugin = plugin
    self.session = session
    self.functions = functions
    traits = PolicyTrait.all.filter { functions[$0.reference.name] != nil }
  }

  /// True if it has `did` functions for selecting or deselecting, or draws the cells of touched rows.
  var isTold: Bool {
    functions["did_select"] != nil || functions["did_deselect"] != nil || drawsCells
  }

  /// True if it draws cells.
  var drawsCells: Bool { functions["update_cell"] != nil }

  /// Calls `will_select`, which may deselect rows.
  public func willSelect(
    _ row: RowID, in table: Table, deselectingFrom selection: inout Selection
  ) throws(EditError) -> PolicyAnswer {
    let handle = SelectionHandle(table, selection)
    handle.canDeselect = true
    defer { handle.canDeselect = false }
    let answer = try ask("will_select", row, table, handle)
    guard handle.owner.selection.count < selection.count else { return answer }
    let left = RowSet(handle.owner.selection)
    for row in selection.rows where !left.contains(row) { selection.remove(row) }
    return answer
  }

  /// Calls `will_deselect`.
  public func willDeselect(
    _ row: RowID, in table: Table, selection: Selection
  ) throws(EditError) -> PolicyAnswer {
    try ask("will_deselect", row, table, SelectionHandle(table, selection))
  }

  private func ask(
    _ field: String, _ row: RowID, _ table: Table, _ selection: @autoclosure () -> SelectionHandle
  ) throws(EditError) -> PolicyAnswer {
    let advice = plugin.map { "see the policy, or: plugin disable \(ShellWord.quoted($0))" }
    let answer = try call(field, row, table, selection(), advice: advice) {
      values, reader throws(LuaError) in
      try PolicyAnswer(values, reader)
    }
    return answer ?? .allow
  }

  /// Calls one of its functions with a row and something else, the selection unless it is given,
  /// while nothing can be changed; nil if it has none, or does not watch the row.
  ///
  /// - Parameter advice: the hint where the error has none.
  func call<Answer>(
    _ field: String, _ row: RowID, _ table: Table, _ selection: @autoclosure () -> SelectionHandle,
    _ other: LuaValue? = nil, advice: String? = nil,
    reading read: ([LuaValue], TargetReader) throws(LuaError) -> Answer
  ) throws(EditError) -> Answer? {
    guard let function = functions[field], let session, let objects = session.objects,
      watches(row, table)
    else { return nil }
    let selection = selection()
    let handle = selection.owner
    do throws(LuaFailure) {
      return try session.finishingHook(of: plugin) { () throws(LuaError) in
        try session.asked("by a policy", handle) { () throws(LuaError) in
          var second = LuaValue.nil
          if let other { second = other } else { second = try objects.selection(selection) }
          let values = try function.call(try objects.row(handle, row), second)
          return try read(values, TargetReader(session: session, handle: handle))
        }
      }
    } catch {
      if error.code == "lua-interrupted" { throw .cancelled }
      throw .vetoed(
        code: "refused", message: "policy '\(name)' failed: \(error)", hint: error.hint ?? advice,
        trace: error.traceback)
    }
  }

  /// Calls the function for a row that a touch selected or deselected.
  func tell(
    _ event: LuaEvent.Name, _ row: RowID, _ table: Table, _ selection: [RowID]
  ) throws(LuaFailure) {
    guard let function = functions[event.name], let session, let objects = session.objects,
      watches(row, table)
    else { return }
    let handle = TableHandle(table, selection: selection)
    do throws(LuaFailure) {
      try session.finishingHook(of: plugin) { () throws(LuaError) in
        _ = try function.call(try objects.row(handle, row), try objects.selection(handle))
      }
    } catch {
      var failure = error
      failure.message = "policy '\(name)' failed: \(error.message)"
      throw failure
    }
  }

  /// Warns once if a table lacks the policy's section. It is not an error: the table may not be
  /// open yet, or the policy may be for other tables.
  private func checkSection(_ name: String, _ table: Table) {
    guard table.sectionIndexes(named: name).isEmpty else { return }
    let names = table.sections.flatMap { [$0.name, $0.title] }
    let near = Nearest.hint(for: name, in: names).map { ": \($0)" } ?? ""
    session?.host?.warn(
      "policy '\(shown: self.name)' watches section '\(shown: name)', which this table has not\(near)"
    )
  }

  /// True if a row is in the section that it watches.
  func watches(_ row: RowID, _ table: Table) -> Bool {
    guard let section else { return true }
    if !wasAsked {
      wasAsked = true
      checkSection(section, table)
    }
    guard let index = table.section(of: row).flatMap(table.index(of:)) else { return false }
    return table.sections[index].name === section || table.sections[index].title === section
  }
}
