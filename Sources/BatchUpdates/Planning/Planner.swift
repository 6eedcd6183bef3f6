/// Plans the batch updates that turn one table into another.
///
/// Sections and rows that are in both tables are never deleted and inserted, so a view keeps their
/// selection. The plan is *legal* (UIKit accepts each stage), *exact* (the view shows the new data, and
/// nothing is stale) and *least*: it has the fewest moves, and then the fewest stages into which these
/// four parts can be merged, in this order:
///
/// 1. **content**: rows and headers are redrawn at their old place, before they move (a move does not
///    redraw);
/// 2. **new sections**, with the rows that are new in them;
/// 3. **rows**: deleted, inserted, moved;
/// 4. **vanished sections**.
///
/// Sections move with part 2 or 4. Two parts are merged unless a row moves into a new section or out of a
/// vanished one, rows change in a section that moves, something that is redrawn moves, or a reload could
/// land on a move.
///
/// Among plans with the fewest moves, the planner takes one with the fewest stages, and among these one
/// that moves the fewest rows and sections to the index that they had (`a b c → c b a` moves a and c). If
/// a section would have to move to the index that it had, there is one stage more, because collection
/// views have crashed on such a move.
///
///     before  [a b c d]
///     after   [d a x c]     delete 0:1, insert 0:2, move 0:3 → 0:0: one stage
///
/// With ``StagePolicy/one`` a plan has one stage. Sections and rows that it cannot move or redraw beside
/// the rest are deleted and inserted: as few sections as possible, then as few rows.
///
/// Source: <doc:TheRules>, D15 to D18; UIKit, `performBatchUpdates(_:completion:)`.
public struct Planner: Hashable, Codable, Sendable {
  /// How changed rows, headers and footers are redrawn. Reloading a section also reads all its rows
  /// again.
  public var content: ContentChange
  /// The number of batches that the plan may take.
  public var stages: StagePolicy
  /// Whether rows move from section to section. If false, they are deleted and inserted.
  public var movesAcrossSections = true
  /// Whether sections and rows move. If false, they are deleted and inserted.
  public var usesMoves = true
  /// The largest number of operations; a plan with more becomes `reloadData`. Nil for no limit.
  public var mostChanges: Int?
  /// Whether every row is checked for a duplicate identity. Sections that are marked `rowsUnchanged` in
  /// both tables are not.
  ///
  /// If false, only rows that were not found near their old place are checked. The plan is legal and
  /// exact all the same, but may confuse two rows that have the same identity.
  public var checksIdentities = true

  /// Creates a planner.
  public init(content: ContentChange = .reconfigure, stages: StagePolicy = .identity) {
    self.content = content
    self.stages = stages
  }
}

extension Planner {
  /// Plans the way from one table to another.
  ///
  ///     let planner = Planner()
  ///     let old = Outline([.init(id: 1, rows: [.init(id: 1), .init(id: 2), .init(id: 3)])])
  ///     let new = Outline([.init(id: 1, rows: [.init(id: 3), .init(id: 1), .init(id: 2)])])
  ///     try planner.plan(from: old, to: new)  // one stage: move row 0:2 → 0:0
  ///
  /// - Throws: `DuplicateIdentity` when an identity is twice in one of the tables.
  /// - Complexity: O(*n* + *c* log *c*) for *n* sections and rows and *c* changes; sections marked
  ///   `rowsUnchanged` in both tables count as one each.
  package func plan(from: Outline, to: Outline) throws(DuplicateIdentity) -> Plan {
    plan(try Matcher.matching(from.sections, to.sections, checksIdentities: checksIdentities))
  }

  /// Plans the way from one table to another, and tells the table after each stage.
  ///
  /// - Throws: `DuplicateIdentity` when an identity is twice in one of the tables.
  package func stagedPlan(from: Outline, to: Outline) throws(DuplicateIdentity) -> StagedPlan {
    let matching = try Matcher.matching(
      from.sections, to.sections, checksIdentities: checksIdentities)
    return stagedPlan(matching, from, to)
  }

  /// The plan of a matching, with the tables between its stages made of these two.
  func stagedPlan(_ matching: Matching, _ from: Outline, _ to: Outline) -> StagedPlan {
    let draft = Draft(matching, self)
    let tables = TableMaker(from, to).tables(draft)
    let staged = draft.stagedPlan(from, tables.map { Outline($0) })
    staged.checkInvariants()
    return staged
  }

  /// The plan of a matching.
  @usableFromInline
  func plan(_ matching: Matching) -> Plan {
    if matching.isIdentical { return .empty }
    return plan(Staging(Difference(matching, self)).steps().map { $0.stage })
  }

  /// The plan of stages, unless these have too many operations.
  func plan(_ stages: [Stage]) -> Plan {
    let plan = Plan.stages(stages)
    if let why = excess(plan) { return .reloadData(why: why) }
    return plan
  }

  /// The reason why a plan has too many operations; nil if it has not.
  func excess(_ plan: Plan) -> String? {
    guard let mostChanges else { return nil }
    let count = plan.count
    guard count > mostChanges else { return nil }
    return "\(count) operation\(count == 1 ? " is" : "s are") more than the limit of \(mostChanges)"
  }
}

/// How a plan redraws sections and rows whose content has changed.
///
/// In both cases their indexes count in the table *before* the stage.
///
/// Source: <doc:TheRules>, D13, D15 and D17.
public enum ContentChange: String, Hashable, Codable, Sendable, CaseIterable {
  /// A new cell replaces the old one: `reloadRows(at:with:)`. A selected row loses its selection,
  /// and UIKit counts a delete and an insert, which may collide with a move in the same batch.
  case reload
  /// The old cell is filled again: `reconfigureRows(at:)`, iOS 15 and later. The selection stays, and
  /// moves in the same batch do no harm.
  case reconfigure
}

/// The number of batches that a plan may take.
///
/// One batch cannot both move a row and redraw it, and cannot move a row into a section that it inserts.
/// It can only delete and insert such a row, which then loses its identity.
public enum StagePolicy: String, Hashable, Codable, Sendable, CaseIterable {
  /// As many batches as are needed to keep the identity, and so the selection, of each row and section
  /// that is in both tables.
  case identity
  /// Always one batch. Rows and sections that it cannot move or redraw are deleted and inserted.
  case one
}
