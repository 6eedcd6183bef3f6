import BatchUpdates
import Lua
import TableKit
import Wording

/// A plan in Lua: the plan of a change, which can be applied
/// again or undone, or a plan alone.
public struct LuaPlan: Sendable {
  /// The origin of the plan.
  public enum Source: Sendable {
    /// A change of a table, or its inverse.
    case change(Transaction, isInverted: Bool)
    /// A plan without contents.
    case plan(Plan)
  }

  /// The origin of the plan.
  public var source: Source

  /// The plan of a change.
  public init(_ change: Transaction) { source = .change(change, isInverted: false) }

  /// A plan alone.
  public init(_ plan: Plan) { source = .plan(plan) }

  /// The plan itself.
  ///
  /// - Complexity: that of `Transaction.plan`.
  public var plan: Plan {
    switch source {
    case .change(let change, let isInverted): isInverted ? change.plan.inverse : change.plan
    case .plan(let plan): plan
    }
  }

  /// The animations of its operations.
  package var animations: PlanAnimations {
    switch source {
    case .change(let change, _): change.animations
    case .plan: .automatic
    }
  }

  /// The plan that undoes it.
  public var inverse: LuaPlan {
    var inverse = self
    switch source {
    case .change(let change, let isInverted):
      inverse.source = .change(change, isInverted: !isInverted)
    case .plan(let plan): inverse.source = .plan(plan.inverse)
    }
    return inverse
  }
}

/// The Swift half of a plan in Lua. A class because Lua holds it.
final class PlanHandle: ObjectHandle {
  let value: LuaPlan
  /// Made when it is first looked at.
  private(set) lazy var plan = value.plan
  /// Its form in the program's JSON, once a script has read it.
  var fields: LuaTable?

  init(_ value: LuaPlan) { self.value = value }

  var count: Int { plan.count }

  var shown: String {
    if case .reloadData = plan { return "plan that reloads the data" }
    return "plan of \(Counts.of(count, "operation"))"
  }
}

/// The methods of a plan in Lua; its fields are those of the program's JSON.
enum PlanMethods {
  static var all: [ObjectMethod<PlanHandle>] {
    [
      // `for operation in plan:operations() do`:
      // `{stage=1, kind="move", of="row", at="0:2", to="1:0"}`.
      ObjectMethod("operations") { call, plan, session throws(LuaError) in
        var stages = Array(plan.plan.stages.enumerated())[...]
        var waiting: [JSONValue] = []
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
      },
      // `plan:text()`, `plan:text("swift")`
      ObjectMethod("text") { call, plan, session throws(LuaError) in
        let form = call.isNil(2) ? "text" : try call.string(2)
        guard let host = session.host else { throw LuaError("the shell is gone") }
        return try call.returning(.string(try raising(host.text(of: plan.value, form: form))))
      },
      ObjectMethod("invert") { call, plan, session throws(LuaError) in
        try call.returning(try session.objects?.plan(plan.value.inverse) ?? .nil)
      },
      // `plan:apply([title])`: the plan of what was done, or nil and the error.
      ObjectMethod("apply") { call, plan, session throws(LuaError) in
        let title = call.isNil(2) ? "plan:apply" : try call.string(2)
        try session.checkMayChange("plan:apply")
        try session.raiseUnseenFailure()
        guard let host = session.host else { throw LuaError("the shell is gone") }
        let change: Transaction
        do throws(LuaFailure) { change = try host.apply(plan.value, title: title) } catch {
          return try session.returning(error.luaError, from: call)
        }
        return try call.returning(try session.objects?.plan(LuaPlan(change)) ?? .nil)
      },
    ]
  }

  /// Operations in the order in which plans list them.
  private static func operations(of stage: Stage, number: Int) -> [JSONValue] {
    var list: [JSONValue] = []
    func add(_ kind: JSONValue, _ of: JSONValue, _ at: JSONValue, to: JSONValue = .null) {
      list.append(["stage": .int(number), "kind": kind, "of": of, "at": at, "to": to])
    }
    func add<Index>(_ changes: Changes<Index>, _ of: JSONValue, _ tree: (Index) -> JSONValue) {
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
}

extension ObjectKinds {
  /// `plan.stages`, `#plan`, `plan:invert()`
  static func plans(_ session: LuaSession) throws(LuaError) -> LuaFunction {
    let each = session.state.function { [unowned session] call throws(LuaError) in
      let plan = try call.object(1, as: PlanHandle.self)
      return try call.returning(.table(try fields(of: plan, session)))
    }
    let names = ["stages", "reloadData", "why"]
    return try kind(session, "plan", "plan", PlanMethods.all, fields: names, each: each) {
      [unowned session] plan, key throws(LuaError) in
      guard let name = key.text, names.contains(name) else { return nil }
      return try fields(of: plan, session)[name]
    }
  }

  /// The form of a plan in the program's JSON.
  private static func fields(
    of plan: PlanHandle, _ session: LuaSession
  ) throws(LuaError) -> LuaTable {
    if let fields = plan.fields { return fields }
    let fields =
      try JSONValue(plan.plan, plan.value.animations).luaValue(in: session.state).table
      ?? session.state.table()
    plan.fields = fields
    return fields
  }
}
