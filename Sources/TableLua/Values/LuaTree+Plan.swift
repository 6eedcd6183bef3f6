import BatchUpdates

extension LuaTree {
  /// A plan in the shape of the program's JSON: `{stages={{rows={delete={{0,1}}}}}}`, empty lists
  /// left out.
  public init(_ plan: Plan) {
    switch plan {
    case .stages(let stages): self = ["stages": .array(stages.map { LuaTree($0) })]
    case .reloadData(let why): self = ["reloadData": true, "why": .string(why)]
    }
  }

  private init(_ stage: Stage) {
    var members: [Member] = []
    let sections = Self.members(stage.sections) { .int($0) }
    var rows = Self.members(stage.rows) { .array([.int($0.section), .int($0.row)]) }
    if stage.reconfiguresAllRows { rows.append(Member("reconfigure", "all")) }
    if !sections.isEmpty { members.append(Member("sections", .map(sections))) }
    if !rows.isEmpty { members.append(Member("rows", .map(rows))) }
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
