import BatchUpdates
import Lua
import TableKit
import Wording

/// `tablesh.edit`
enum EditFunction: LibraryFunction {
  static let reference = FunctionReference(
    "edit",
    #"tablesh.edit(function(t) t:set("0:2", "pay", 3) end [, how]) → plan, or nil and an error"#,
    """
    changes the table as one step. After an error or a refused edit, nothing changes. Errors of \
    the table and error values are returned; other errors are raised again
    < change  fun(t: tablesh.Edit)  makes the edits
    < how?  string|table  what it is called in undo list, or {title=, animation="fade" or \
    {delete="fade"}}
    > plan?  tablesh.Plan  the plan of all edits
    > error?  tablesh.Error  why nothing has changed
    """,
    example: """
      local plan = tablesh.edit(function(t)
        for row in t:where("age > 40") do t:set(row, "age", row.age + 1) end
      end)
      print(#plan)
      """)

  static func call(_ call: borrowing LuaCall, _ session: LuaSession) throws(LuaError) -> Int32 {
    let function = try call.function(1)
    let (title, animations) = try options(call)
    try session.checkMayChange("tablesh.edit")
    try session.raiseUnseenFailure()
    let handle = try session.currentHandle()
    let transaction: Transaction?
    do throws(LuaError) {
      transaction = try perform(function, on: handle, title, animations, session)
    } catch {
      guard error.kind == .runtime, error.scriptCode != nil else { throw error }
      return try session.returning(error, from: call)
    }
    let plan = transaction.map { LuaPlan($0) } ?? LuaPlan(Plan.empty)
    return try call.returning(try session.objects?.plan(plan) ?? .nil)
  }

  /// Reads the title, or the table with title and animations.
  private static func options(
    _ call: borrowing LuaCall
  ) throws(LuaError) -> (title: String, animations: PlanAnimations?) {
    var (title, animations) = ("tablesh.edit", PlanAnimations?.none)
    if call.isNil(2) { return (title, animations) }
    guard case .table(let options) = call.value(2) else { return (try call.string(2), nil) }
    for (key, value) in try options.pairs() {
      switch (key.text, value) {
      case ("title", let value) where value.text != nil: title = value.text ?? title
      case ("animation", let value): animations = try self.animations(value)
      default:
        throw LuaError(
          "edit takes title and animation", code: "bad-argument",
          hint: #"tablesh.edit(f, {title = "pay rise", animation = "fade"})"#)
      }
    }
    return (title, animations)
  }

  /// Reads `"fade"` or `{insert = "top", delete = "fade"}`.
  private static func animations(_ value: LuaValue) throws(LuaError) -> PlanAnimations {
    guard case .table(let table) = value else { return PlanAnimations(all: try animation(value)) }
    var animations = PlanAnimations.automatic
    for (key, value) in try table.pairs() {
      guard let operation = key.text.flatMap(PlanAnimations.Operation.init) else {
        throw LuaError("only insert, delete and reload take an animation", code: "bad-argument")
      }
      animations[operation] = try animation(value)
    }
    return animations
  }

  private static func animation(_ value: LuaValue) throws(LuaError) -> RowAnimation {
    if let animation = value.text.flatMap(RowAnimation.init) { return animation }
    let names = RowAnimation.allCases.map(\.rawValue)
    throw LuaError(
      value.text.map { "no animation '\($0)'" } ?? "an animation is a name", code: "bad-argument",
      hint: value.text.flatMap { Nearest.hint(for: $0, in: names) }
        ?? "animations: " + names.joined(separator: ", "))
  }

  private static func perform(
    _ function: LuaFunction, on handle: TableHandle, _ title: String, _ animations: PlanAnimations?,
    _ session: LuaSession
  ) throws(LuaError) -> Transaction? {
    guard let host = session.host, let objects = session.objects else {
      throw LuaFailure.noTable.luaError
    }
    let edit = EditHandle(handle.table, selection: handle.selection, session.numberReads)
    session.openEdit = edit
    defer {
      edit.isOpen = false
      session.openEdit = nil
    }
    try function.call(try objects.table(edit))
    try edit.finish()
    session.openEdit = nil
    guard !edit.actions.isEmpty else { return nil }
    return try raising(host.perform(edit.actions, title: title, animations: animations))
  }
}
