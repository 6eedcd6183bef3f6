import BatchUpdates
import Lua
import TableKit

extension JSONValue {
  /// The value in Lua: objects and arrays become tables, and a member that is null is left out.
  func luaValue(in state: LuaState) throws(LuaError) -> LuaValue {
    switch content {
    case .null: return .nil
    case .bool(let value): return .boolean(value)
    case .number(let text): return Int(text).map(LuaValue.integer) ?? .number(Double(text) ?? .nan)
    case .string(let text): return .string(text)
    case .array(let elements):
      var values: [LuaValue] = []
      values.reserveCapacity(elements.count)
      for element in elements { values.append(try element.luaValue(in: state)) }
      return .table(state.table(sequence: values))
    case .object(let members):
      let table = state.table()
      for member in members {
        try table.set(.string(member.name), member.value.luaValue(in: state))
      }
      return .table(table)
    }
  }

  /// A plan in the shape of the program's JSON: `{stages={{rows={delete={{0,1}}}}}}`, empty lists
  /// and automatic animations left out.
  init(_ plan: Plan, _ animations: PlanAnimations) {
    switch plan {
    case .stages(let stages): self = ["stages": .array(stages.map { Self($0, animations) })]
    case .reloadData(let why): self = ["reloadData": true, "why": .string(why)]
    }
  }

  private init(_ stage: Stage, _ animations: PlanAnimations) {
    let sections = Self.members(stage.sections) { .int($0) }
    var rows = Self.members(stage.rows) { .path($0) }
    if stage.reconfiguresAllRows { rows.append(Member("reconfigure", "all")) }
    let chosen = animations.chosen(for: stage).map {
      Member($0.operation, .string($0.animation.rawValue))
    }
    let parts = [("sections", sections), ("rows", rows), ("animation", chosen)]
    self = .object(parts.filter { !$0.1.isEmpty }.map { Member($0.0, .object($0.1)) })
  }

  private static func members<Index>(
    _ changes: Changes<Index>, _ tree: (Index) -> JSONValue
  ) -> [Member] {
    let moves = changes.moves.map { JSONValue.array([tree($0.from), tree($0.to)]) }
    let lists = [
      ("delete", changes.deletes.map(tree)), ("insert", changes.inserts.map(tree)),
      ("move", moves), ("reload", changes.reloads.map(tree)),
      ("reconfigure", changes.reconfigures.map(tree)),
    ]
    return lists.filter { !$0.1.isEmpty }.map { Member($0.0, .array($0.1)) }
  }
}
