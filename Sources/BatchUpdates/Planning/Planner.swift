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
/// Of the choices with the fewest moves, that is taken which needs the fewest stages, and then
/// that which moves the fewest to their own place (`a b c → c b a` moves a and c). A row that must
/// move to its own place does; a section takes a stage before that, because collection views have
/// crashed on such a move.
///
///     before  [a b c d]
///     after   [d a x c]     delete 0:1, insert 0:2, move 0:3 → 0:0: one stage
///
/// Where one stage must do, `stages` is `.one`: then what cannot be said beside the rest is deleted
/// and inserted. Which sections these are is chosen first, as few as can be, then which rows.
///
/// Source: <doc:TheRules>, D15 to D18; UIKit, `performBatchUpdates(_:completion:)`.
public struct Planner: Hashable, Codable, Sendable {
  /// How changed rows, headers and footers are redrawn. A reloaded section is read again with
  /// all its rows.
  public var content: ContentChange
  /// The number of batches that the plan may take.
  public var stages: StagePolicy
  /// True if a row that changes its section moves; else it is deleted and inserted.
  public var movesAcrossSections = true
  /// True if anything moves; else what would move is deleted and inserted.
  public var usesMoves = true
  /// The most operations of a plan: one that has more is `reloadData`. Nil for any number.
  public var mostChanges: Int?
  /// True if every row is checked for a duplicate identity in its table, except in sections that are
  /// marked `rowsUnchanged` in both tables.
  ///
  /// If false, only rows that were not found near their old place are checked. A plan is legal and
  /// exact in any case: of two rows with one identity, either may be taken for the other.
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
  public func plan(from: Outline, to: Outline) throws(DuplicateIdentity) -> Plan {
    plan(try Matcher.matching(from.sections, to.sections, checksIdentities: checksIdentities))
  }

  /// Plans the way from one table to another, and tells the table after each stage.
  ///
  /// - Throws: `DuplicateIdentity` when an identity is twice in one of the tables.
  public func stagedPlan(from: Outline, to: Outline) throws(DuplicateIdentity) -> StagedPlan {
    let matching = try Matcher.matching(
      from.sections, to.sections, checksIdentities: checksIdentities)
    return stagedPlan(matching, from, to)
  }

  /// The plan of a matching, with the tables between its stages made of these two.
  func stagedPlan(_ matching: Matching, _ from: Outline, _ to: Outline) -> StagedPlan {
    var draft = Draft(matching, self)
    let tables = TableMaker(from, to).tables(&draft)
    let staged = draft.stagedPlan(from, tables.map { Outline($0) })
    staged.checkInvariants()
    return staged
  }

  /// The plan of a matching.
  @usableFromInline
  func plan(_ matching: consuming Matching) -> Plan {
    let staging = Staging(Difference(matching, self))
    let plan = Plan.stages(staging.steps().map(\.stage))
    return excess(plan.count).map { .reloadData(why: $0) } ?? plan
  }

  /// The reason why a number of operations is too large; nil if it is not.
  func excess(_ count: Int) -> String? {
    guard let mostChanges, count > mostChanges else { return nil }
    return "\(count) operation\(count == 1 ? " is" : "s are") more than the limit of \(mostChanges)"
  }
}

/// The way in which a plan redraws sections and rows that survive with another content.
///
/// Either way the index of what is redrawn is one *before* the stage.
///
/// Source: <doc:TheRules>, D13, D15 and D17.
public enum ContentChange: String, Hashable, Codable, Sendable, CaseIterable {
  /// A new cell replaces the old one: `reloadRows(at:with:)`. A selected row loses its selection,
  /// and UIKit counts a delete and an insert, which may collide with a move in the same batch.
  case reload
  /// The old cell is filled again: `reconfigureRows(at:)`, iOS 15 and later. Selection stays, and
  /// no move is in its way.
  case reconfigure
}

/// The number of batches that a plan may take.
///
/// A row that moves and changes, or moves into a section that is new in the same batch, cannot be
/// said in one batch without losing its identity.
public enum StagePolicy: String, Hashable, Codable, Sendable, CaseIterable {
  /// Nothing that survives is deleted and inserted, so that a view keeps its selection; that may
  /// take several batches.
  case identity
  /// Always one batch: what cannot be said in it is deleted and inserted, and every plan can tell
  /// which rows and sections these are, and why.
  case one
}
