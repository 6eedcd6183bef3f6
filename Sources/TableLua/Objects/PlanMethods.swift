import BatchUpdates
import Lua
import TableKit

/// What a plan can be asked in Lua: its fields are those of the program's JSON, its methods these.
/// Argument 1 is the plan.
enum PlanMethods {
  typealias Body = (borrowing LuaCall, PlanHandle, LuaSession) throws(LuaError) -> Int32

  static var all: [(name: String, body: Body)] {
    [("operations", operations), ("text", text), ("invert", invert), ("apply", apply)]
  }

  /// `for operation in plan:operations() do`: `{stage=1, kind="move", of="row", at="0:2", to="1:0"}`.
  private static func operations(
    _ call: borrowing LuaCall, _ plan: PlanHandle, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    var stages = Array(plan.plan.stages.enumerated())[...]
    var waiting: [LuaTree] = []
    var next = 0
    call.push(iterator: { [unowned session] () throws(LuaError) in
      while next == waiting.count {
        guard let (number, stage) = stages.popFirst() else { return nil }
        waiting = operations(of: stage, number: number + 1)
        next = 0
      }
      defer { next += 1 }
      return [try waiting[next].luaValue(in: session.state)]
    })
    return 1
  }

  /// Operations in the order in which plans list them.
  private static func operations(of stage: Stage, number: Int) -> [LuaTree] {
    var list: [LuaTree] = []
    func add(_ kind: LuaTree, _ of: LuaTree, _ at: LuaTree, to: LuaTree = .null) {
      list.append(["stage": .int(number), "kind": kind, "of": of, "at": at, "to": to])
    }
    func add<Index>(_ changes: Changes<Index>, _ of: LuaTree, _ tree: (Index) -> LuaTree) {
      for index in changes.deletes { add("delete", of, tree(index)) }
      for index in changes.inserts { add("insert", of, tree(index)) }
      for move in changes.moves { add("move", of, tree(move.from), to: tree(move.to)) }
      for index in changes.reloads { add("reload", of, tree(index)) }
      for index in changes.reconfigures { add("reconfigure", of, tree(index)) }
    }
    add(stage.sections, "section") { .int($0) }
    add(stage.rows, "row") { .string($0.description) }
    if stage.reconfiguresAllRows { add("reconfigure", "row", "*") }
    return list
  }

  /// `plan:text()`, `plan:text("swift")`
  private static func text(
    _ call: borrowing LuaCall, _ plan: PlanHandle, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    let form = call.isNil(2) ? "text" : try call.string(2)
    guard let host = session.host else { throw LuaError("the shell is gone") }
    let text: String
    do throws(LuaFailure) { text = try host.text(of: plan.value, form: form) } catch {
      throw error.luaError
    }
    return try call.returning(.string(text))
  }

  /// `plan:invert()`
  private static func invert(
    _ call: borrowing LuaCall, _ plan: PlanHandle, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    try call.returning(try session.objects?.plan(plan.value.inverse) ?? .nil)
  }

  /// `plan:apply([title])`: the plan of what was done, or nil and the error.
  private static func apply(
    _ call: borrowing LuaCall, _ plan: PlanHandle, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    let title = call.isNil(2) ? "plan:apply" : try call.string(2)
    try session.checkMayChange("plan:apply")
    try session.raiseUnseenFailure()
    guard let host = session.host else { throw LuaError("the shell is gone") }
    let change: Transaction
    do throws(LuaFailure) { change = try host.apply(plan.value, title: title) } catch {
      return try session.returning(error.luaError, from: call)
    }
    return try call.returning(try session.objects?.plan(LuaPlan(change)) ?? .nil)
  }
}
