import Lua
import TableKit
import Wording

extension ObjectKinds {
  /// `plan.stages`, `#plan`, `plan:invert()`
  static func plans(_ session: LuaSession) throws(LuaError) -> LuaFunction {
    let methods = session.state.table()
    for method in PlanMethods.all {
      let body = session.state.function(method.name) { [unowned session] call throws(LuaError) in
        guard case .object(let object) = call.value(1).table?[LuaPrelude.handle] ?? .nil,
          let plan = object as? PlanHandle
        else {
          throw LuaError("call it with a colon: plan:\(method.name)(…)", code: "bad-argument")
        }
        return try method.body(call, plan, session)
      }
      try methods.set(.string(method.name), .function(body))
    }
    let index = session.state.function { [unowned session] call throws(LuaError) in
      let plan = try call.object(1, as: PlanHandle.self)
      let name = try call.display(2)
      let method = methods[name]
      if method != .nil { return try call.returning(method) }
      let field = try fields(of: plan, session)[name]
      guard field == .nil, !["stages", "reloadData", "why"].contains(name) else {
        return try call.returning(field)
      }
      let names = ["stages", "reloadData", "why"] + PlanMethods.all.map(\.name)
      throw LuaError(
        "a plan has no '\(name)'", code: "no-such-function",
        hint: Nearest.hint(for: name, in: names) ?? names.joined(separator: ", "))
    }
    let length = session.state.function { call throws(LuaError) in
      try call.returning(.integer(try call.object(1, as: PlanHandle.self).plan.count))
    }
    let each = session.state.function { [unowned session] call throws(LuaError) in
      let plan = try call.object(1, as: PlanHandle.self)
      return try call.returning(.table(try fields(of: plan, session)))
    }
    return try kind(session, "plan", index, length: length, each: each)
  }

  /// What the program's JSON says of a plan.
  private static func fields(
    of plan: PlanHandle, _ session: LuaSession
  ) throws(LuaError) -> LuaTable {
    if let fields = plan.fields { return fields }
    let fields =
      try LuaTree(plan.plan).luaValue(in: session.state).table ?? session.state.table()
    plan.fields = fields
    return fields
  }
}
