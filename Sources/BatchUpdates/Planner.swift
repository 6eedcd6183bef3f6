/// Plans the batch updates that turn one table into another.
///
/// Nothing that survives is deleted and inserted: sections and rows keep their identity, so a
/// view keeps their selection. The plan is *legal* (each stage passes `Judge`), *exact* (replayed
/// from the old table it gives the new one, nothing stale) and *least*: the fewest moves, then as
/// few stages as these parts can be merged into, in this order:
///
/// 1. **content**: what changed is redrawn at its old place, before it moves (a move does not
///    redraw);
/// 2. **new sections**, with the rows that are new in them;
/// 3. **rows**: deleted, inserted, moved;
/// 4. **vanished sections**.
///
/// Sections move with part 2 or 4. Parts are merged unless a row moves into a new section or out
/// of a vanished one, a section moves in which rows change, something redrawn moves, or a reload
/// stands beside a move that can hit it.
///
///     before  [a b c d]
///     after   [d a x c]     delete 0:1, insert 0:2, move 0:3 → 0:0: one stage
///
/// Source: SEMANTICS D15 to D18; UIKit, `performBatchUpdates(_:completion:)`.
public struct Planner: Hashable, Sendable {
  /// How changed rows, headers and footers are redrawn. A reloaded section is read again with
  /// all its rows.
  public var content: ContentChange

  /// Creates a planner.
  public init(content: ContentChange = .reconfigure) { self.content = content }

  /// Plans the way from one table to another.
  ///
  ///     let planner = Planner()
  ///     let old = Outline([.init(id: 1, rows: [.init(id: 1), .init(id: 2), .init(id: 3)])])
  ///     let new = Outline([.init(id: 1, rows: [.init(id: 3), .init(id: 1), .init(id: 2)])])
  ///     try planner.plan(from: old, to: new)  // one stage: move row 0:2 → 0:0
  ///
  /// - Throws: `DuplicateIdentity` when an identity is twice in one of the tables.
  /// - Complexity: O(*n* log *n*) for *n* sections and rows; sections marked `rowsUnchanged` in
  ///   both tables count as one each.
  public func plan(from: Outline, to: Outline) throws(DuplicateIdentity) -> Plan {
    let staging = try Staging(from, to, content)
    let plan = Plan.stages(staging.stages().map(\.stage))
    checkInvariants(staging)
    return plan
  }

  /// Plans the way from one table to another, and tells the table after each stage.
  ///
  /// - Throws: `DuplicateIdentity` when an identity is twice in one of the tables.
  public func stagedPlan(from: Outline, to: Outline) throws(DuplicateIdentity) -> StagedPlan {
    let staging = try Staging(from, to, content)
    checkInvariants(staging)
    return staging.stagedPlan()
  }
}

extension Staging {
  /// The stages with the tables between them.
  func stagedPlan() -> StagedPlan {
    let stages = stages()
    var after = stages.dropLast().map { outline(after: $0.number) }
    if !stages.isEmpty { after.append(to) }
    return StagedPlan(plan: .stages(stages.map(\.stage)), before: from, after: after)
  }
}
