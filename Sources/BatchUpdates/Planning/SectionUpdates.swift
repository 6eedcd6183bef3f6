/// A plan for sections of your own, with the sections after each stage.
///
/// A view reads the data once for each batch, when the batch ends. So each stage needs its own data:
///
///     before    about(a) friends(x y)
///     stage 0   insert section 0              new() about(a) friends(x y)
///     stage 1   move row 2:1 → 0:0,           new(y) friends(x)
///               delete section 1
///
/// The content of a header may depend on the rows, as a count does: the header is redrawn in each stage
/// that changes it.
///
/// If your sections are `Sendable`, so are the updates: plan in the background, and show them on the main
/// actor (<doc:PlanningInTheBackground>).
///
/// <doc:ApplyingAPlanToUITableView> and <doc:ApplyingAPlanToUICollectionView> have the code that shows
/// them.
public struct SectionUpdates<Section: RebuildableSection> {
  /// The operations.
  public let plan: Plan
  /// The sections after each stage, as many lists as there are stages. For `reloadData` one list: the
  /// sections to show.
  public let tables: [[Section]]
  /// The sections to show in the end. Use them even if there is no stage: parts that are not displayed
  /// may differ.
  public let final: [Section]
  /// Sections and rows that survive and are nevertheless deleted and inserted.
  package let replacements: [Replacement]

  @usableFromInline
  init(_ draft: Draft, _ tables: [[Section]], _ final: [Section]) {
    plan = draft.plan
    self.final = final
    guard case .reloadData = plan else {
      self.tables = tables
      replacements = draft.replacements
      return
    }
    self.tables = tables.suffix(1)
    replacements = []
  }

  /// Takes a plan of at most one stage.
  @usableFromInline
  init(_ plan: Plan, _ tables: [[Section]], _ final: [Section]) {
    self.plan = plan
    self.tables = tables
    self.final = final
    replacements = []
  }
}

extension SectionUpdates: Sendable where Section: Sendable {}
extension SectionUpdates: Equatable where Section: Equatable {}
extension SectionUpdates: Hashable where Section: Hashable {}
extension SectionUpdates: Encodable where Section: Encodable {}
extension SectionUpdates: Decodable where Section: Decodable {}

extension SectionUpdates: CustomStringConvertible {
  /// The plan as text.
  public var description: String { plan.description }
}
