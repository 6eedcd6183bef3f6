import Lua
import TableInteraction
import TableKit
import Wording

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

  private(set) weak var session: LuaSession?
  let functions: Functions
  /// True if it was called for a row yet.
  private var wasAsked = false

  /// The functions that it declares.
  struct Functions {
    var willSelect: LuaFunction?
    var willDeselect: LuaFunction?
    var didSelect: LuaFunction?
    var didDeselect: LuaFunction?
    var traits: [(field: PolicyTrait, function: LuaFunction)] = []
    var targetForMove: LuaFunction?
    var commit: LuaFunction?
  }

  init(name: String, section: String?, plugin: String?, session: LuaSession, functions: Functions) {
    self.name = name
    self.section = section
    self.plugin = plugin
    self.session = session
    self.functions = functions
  }

  /// True if it has `did` functions for selecting or deselecting.
  var isTold: Bool { functions.didSelect != nil || functions.didDeselect != nil }

  /// Calls `will_select`, which may deselect rows.
  public func willSelect(
    _ row: RowID, in table: Table, deselectingFrom selection: inout Selection
  ) throws(EditError) -> PolicyAnswer {
    let handle = SelectionHandle(TableHandle(table, selection: selection.rows))
    handle.canDeselect = true
    defer { handle.canDeselect = false }
    let answer = try ask(functions.willSelect, row, table, handle)
    guard handle.owner.selection.count < selection.count else { return answer }
    let left = RowSet(handle.owner.selection)
    for row in selection.rows where !left.contains(row) { selection.remove(row) }
    return answer
  }

  /// Calls `will_select`, and ignores the rows it deselects.
  public func willSelect(
    _ row: RowID, in table: Table, selection: Selection
  ) throws(EditError) -> PolicyAnswer {
    var selection = selection
    return try willSelect(row, in: table, deselectingFrom: &selection)
  }

  /// Calls `will_deselect`.
  public func willDeselect(
    _ row: RowID, in table: Table, selection: Selection
  ) throws(EditError) -> PolicyAnswer {
    try ask(
      functions.willDeselect, row, table,
      SelectionHandle(TableHandle(table, selection: selection.rows)))
  }

  private func ask(
    _ function: LuaFunction?, _ row: RowID, _ table: Table, _ selection: SelectionHandle
  ) throws(EditError) -> PolicyAnswer {
    guard let function, let session, let objects = session.objects, watches(row, table) else {
      return .allow
    }
    let handle = selection.owner
    do throws(LuaFailure) {
      return try session.finishing(to: session.hookSeconds) { () throws(LuaError) in
        try session.asked("by a policy", handle) { () throws(LuaError) in
          let values = try function.call(
            try objects.row(handle, row), try objects.selection(selection))
          return try PolicyAnswer(values, TargetReader(session: session, handle: handle))
        }
      }
    } catch {
      if error.code == "lua-interrupted" { throw .cancelled }
      throw .refused(
        "policy '\(name)' failed: \(error)",
        hint: error.hint
          ?? plugin.map { "see the policy, or: plugin disable \(ShellWord.quoted($0))" })
    }
  }

  /// Calls the function for a row that a touch selected or deselected.
  func tell(
    _ event: LuaEvent.Name, _ row: RowID, _ table: Table, _ selection: [RowID]
  ) throws(LuaFailure) {
    let function: LuaFunction?
    switch event {
    case .didSelect: function = functions.didSelect
    case .didDeselect: function = functions.didDeselect
    default: function = nil
    }
    guard let function, let session, let objects = session.objects, watches(row, table) else {
      return
    }
    let handle = TableHandle(table, selection: selection)
    do throws(LuaFailure) {
      try session.finishing(to: session.hookSeconds) { () throws(LuaError) in
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
      "policy '\(self.name)' watches section '\(name)', which this table has not\(near)")
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
