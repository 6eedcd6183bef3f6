import BatchUpdates
import Lua

/// A tree of plain values, passed between the shell and Lua. Keys keep their order.
public indirect enum LuaTree: Hashable, Sendable {
  /// No value; a member of that kind is left out of a Lua table.
  case null
  /// A truth value.
  case bool(Bool)
  /// An integer.
  case int(Int)
  /// A float.
  case number(Double)
  /// Text.
  case string(String)
  /// Values 1, 2, … of a Lua table.
  case array([LuaTree])
  /// Named values.
  case map([Member])

  /// One named value.
  public struct Member: Hashable, Sendable {
    /// The name.
    public var key: String
    /// The value.
    public var value: LuaTree

    /// Creates a member.
    public init(_ key: String, _ value: LuaTree) {
      self.key = key
      self.value = value
    }
  }
}

extension LuaTree: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  /// A map in the order written.
  public init(dictionaryLiteral elements: (String, LuaTree)...) {
    self = .map(elements.map { Member($0.0, $0.1) })
  }
  /// An array.
  public init(arrayLiteral elements: LuaTree...) { self = .array(elements) }
  /// Text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An integer.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// A float.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// No value.
  public init(nilLiteral: ()) { self = .null }
}

extension LuaTree {
  /// The value in Lua: maps and arrays become tables.
  func luaValue(in state: LuaState) throws(LuaError) -> LuaValue {
    switch self {
    case .null: return .nil
    case .bool(let value): return .boolean(value)
    case .int(let value): return .integer(value)
    case .number(let value): return .number(value)
    case .string(let text): return .string(text)
    case .array(let elements):
      var values: [LuaValue] = []
      values.reserveCapacity(elements.count)
      for element in elements { values.append(try element.luaValue(in: state)) }
      return .table(state.table(sequence: values))
    case .map(let members):
      let table = state.table()
      for member in members { try table.set(.string(member.key), member.value.luaValue(in: state)) }
      return .table(table)
    }
  }
}

extension LuaTree {
  /// A plan in the shape of the program's JSON: `{stages={{rows={delete={{0,1}}}}}}`, empty lists
  /// and automatic animations left out.
  package init(_ plan: Plan, _ animations: PlanAnimations) {
    switch plan {
    case .stages(let stages): self = ["stages": .array(stages.map { LuaTree($0, animations) })]
    case .reloadData(let why): self = ["reloadData": true, "why": .string(why)]
    }
  }

  private init(_ stage: Stage, _ animations: PlanAnimations) {
    var members: [Member] = []
    let sections = Self.members(stage.sections) { .int($0) }
    var rows = Self.members(stage.rows) { .array([.int($0.section), .int($0.row)]) }
    if stage.reconfiguresAllRows { rows.append(Member("reconfigure", "all")) }
    if !sections.isEmpty { members.append(Member("sections", .map(sections))) }
    if !rows.isEmpty { members.append(Member("rows", .map(rows))) }
    let chosen = animations.chosen(for: stage).map {
      Member($0.operation, .string($0.animation.rawValue))
    }
    if !chosen.isEmpty { members.append(Member("animation", .map(chosen))) }
    self = .map(members)
  }

  private static func members<Index>(
    _ changes: Changes<Index>, _ tree: (Index) -> LuaTree
  ) -> [Member] {
    let moves = changes.moves.map { LuaTree.array([tree($0.from), tree($0.to)]) }
    let lists = [
      ("delete", changes.deletes.map(tree)), ("insert", changes.inserts.map(tree)),
      ("move", moves), ("reload", changes.reloads.map(tree)),
      ("reconfigure", changes.reconfigures.map(tree)),
    ]
    return lists.filter { !$0.1.isEmpty }.map { Member($0.0, .array($0.1)) }
  }
}
