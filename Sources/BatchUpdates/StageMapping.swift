/// Where sections and rows go in a stage, as a view remaps its selection.
///
///     before  [a b c d]      delete 0:1, insert 0:3
///     after   [a c d X]      0:2 → 0:1, 0:1 → nil
///
/// No table and no row count is needed: survivors fill what operations leave free, in order. The
/// answers hold for a legal stage and for sections and rows that exist; after a fallback to
/// `reloadData`, nothing is mapped and the caller drops all selection.
///
/// Source: SEMANTICS D4, B18, B19.
public struct StageMapping: Sendable {
  private let sectionsGone: Set<Int>
  private let sectionsMoved: [Int: Int]
  private let rowsGone: Set<RowPath>
  private let rowsMoved: [RowPath: RowPath]
  private let oldSections: TakenIndexes
  private let newSections: TakenIndexes
  private let oldRows: TakenRows
  private let newRows: TakenRows

  /// Creates the mapping of a stage; what is reloaded goes nowhere.
  public init(_ stage: Stage) { self.init(Batch(stage)) }

  /// Creates the mapping of a batch whose reloads are resolved.
  init(_ batch: Batch) {
    sectionsGone = Set(batch.sectionDeletes.indexes)
    sectionsMoved = Dictionary(
      batch.sectionMoves.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
    rowsGone = Set(batch.rowDeletes)
    rowsMoved = Dictionary(
      batch.rowMoves.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
    oldSections = TakenIndexes(
      batch.sectionDeletes.indexes + batch.sectionMoves.map(\.from))
    newSections = TakenIndexes(batch.sectionInserts.indexes + batch.sectionMoves.map(\.to))
    oldRows = TakenRows(batch.rowDeletes + batch.rowMoves.map(\.from))
    newRows = TakenRows(batch.rowInserts + batch.rowMoves.map(\.to))
  }

  /// The index after the stage of a section before it, nil if it is deleted or reloaded.
  public func section(after before: Int) -> Int? {
    if let to = sectionsMoved[before] { return to }
    if sectionsGone.contains(before) { return nil }
    return newSections.free(oldSections.rank(of: before))
  }

  /// The path after the stage of a row before it, nil if the row or its section is deleted or
  /// reloaded.
  public func path(after before: RowPath) -> RowPath? {
    if let to = rowsMoved[before] { return to }
    guard let section = section(after: before.section), !rowsGone.contains(before) else {
      return nil
    }
    let rank = oldRows[before.section].rank(of: before.row)
    return RowPath(section, newRows[section].free(rank))
  }
}
