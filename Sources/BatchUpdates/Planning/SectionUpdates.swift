/// A plan for sections of your own, with what the table holds after each stage.
///
/// A batch update reads the table once, when it ends. Whoever applies the stages of a plan one
/// after the other shows each its own table:
///
///     before    about(a) friends(x y)
///     stage 0   insert section 0              new() about(a) friends(x y)
///     stage 1   move row 2:1 → 0:0,           new(y) friends(x)
///               delete section 1
///
/// Each header is redrawn in the stages after which its content, that of the section in `tables`,
/// differs from what the view shows; so it may depend on the rows, as a count does.
///
/// It is a value that may be made on any thread, where the sections are `Sendable`: plan in the
/// background, and show the updates on the main actor.
///
/// <doc:ApplyingAPlanToUITableView> and <doc:ApplyingAPlanToUICollectionView> have the code that
/// does it.
public struct SectionUpdates<Section: RebuildableSection> {
  /// The operations.
  public let plan: Plan
  /// The sections after each stage: as many as there are stages. After `reloadData`, one: the
  /// sections to show.
  public let tables: [[Section]]
  /// The sections to show in the end. Take them over even where there is no stage: what is not shown
  /// may differ.
  public let final: [Section]
  /// Sections and rows that survive and are nevertheless deleted and inserted.
  public let replacements: [Replacement]

  @usableFromInline
  init(_ draft: Draft, _ tables: [[Section]], _ final: [Section]) {
    plan = draft.plan
    self.final = final
    let isReload = plan.stages.count < tables.count
    self.tables = isReload ? tables.suffix(1) : tables
    replacements = isReload ? [] : draft.replacements
  }
}

extension SectionUpdates: Sendable where Section: Sendable {}
extension SectionUpdates: Equatable where Section: Equatable {}
extension SectionUpdates: Hashable where Section: Hashable {}
extension SectionUpdates: Encodable where Section: Encodable {}
extension SectionUpdates: Decodable where Section: Decodable {}

extension SectionUpdates: CustomStringConvertible {
  /// The plan as text; see ``Plan/description``.
  public var description: String { plan.description }
}
