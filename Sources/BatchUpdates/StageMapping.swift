/// Where each section and row goes in a stage, as a view works it out for its selection.
///
///     before  [a b c d]      delete 0:1, insert 0:3
///     after   [a c d X]      0:2 → 0:1, 0:1 → nil
///
/// It needs neither a table nor a number of rows. The answers are right for a legal stage, and for
/// sections and rows that exist. Where a view reloads everything instead, drop what you keep by index
/// path.
///
///     let mapping = StageMapping(
///       Stage(rows: Changes(deletes: [RowPath(0, 1)], inserts: [RowPath(0, 3)])))
///     mapping.path(after: RowPath(0, 2))  // 0:1
///     mapping.path(after: RowPath(0, 1))  // nil
///
/// Use it for whatever you keep by index path: a selection, a row being edited, a row to redraw when
/// the stage is over. A row that is *reconfigured* keeps its cell, and its new path is returned. A row
/// that is *reloaded* gets a new cell and loses its selection: the answer is nil.
///
/// Source: <doc:TheRules>, D4 and D13.
public struct StageMapping: Hashable, Sendable {
  private let sectionsGone: Set<Int>
  private let sectionsMoved: [Int: Int]
  private let rowsGone: Set<RowPath>
  private let rowsMoved: [RowPath: RowPath]
  private let oldSections: TakenIndexes
  private let newSections: TakenIndexes
  private let oldRows: TakenRows
  private let newRows: TakenRows

  /// Creates the mapping of a stage.
  ///
  /// - Complexity: O(*n* log *n*) for *n* operations, whatever the size of the table.
  public init(_ stage: Stage) { self.init(Batch(stage)) }

  /// Creates the mapping of a batch whose reloads are resolved.
  init(_ batch: Batch) {
    sectionsGone = Set(batch.sectionDeletes.indexes)
    sectionsMoved = Dictionary(
      batch.sectionMoves.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
    rowsGone = Set(batch.rowDeletes)
    rowsMoved = Dictionary(
      batch.rowMoves.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
    oldSections = TakenIndexes(batch.sectionDeletes.indexes + batch.sectionMoves.map(\.from))
    newSections = TakenIndexes(batch.sectionInserts.indexes + batch.sectionMoves.map(\.to))
    oldRows = TakenRows(batch.rowDeletes + batch.rowMoves.map(\.from))
    newRows = TakenRows(batch.rowInserts + batch.rowMoves.map(\.to))
  }

  /// The index after the stage of a section before it, nil if it is deleted or reloaded.
  ///
  /// - Parameter before: the index of a section *before* the stage.
  /// - Complexity: O(log *n*) for *n* operations.
  public func section(after before: Int) -> Int? {
    if let to = sectionsMoved[before] { return to }
    if sectionsGone.contains(before) { return nil }
    return newSections.free(oldSections.rank(of: before))
  }

  /// The path after the stage of a row before it, nil if the row or its section is deleted or
  /// reloaded.
  ///
  /// - Parameter before: the path of a row *before* the stage.
  /// - Complexity: O(log *n*) for *n* operations.
  public func path(after before: RowPath) -> RowPath? {
    if let to = rowsMoved[before] { return to }
    guard let section = section(after: before.section), !rowsGone.contains(before) else {
      return nil
    }
    let rank = oldRows[before.section].rank(of: before.row)
    return RowPath(section, newRows[section].free(rank))
  }
}

/// Indexes that are taken, in order and each once: what lies between them is filled in order.
///
///     taken    [1, 3]
///     indexes  0 1 2 3 4 5
///     free     0 . 1 . 2 3      the free place number 2 is index 4
struct TakenIndexes: Hashable {
  private(set) var indexes: [Int]

  /// Creates a list from indexes in any order, duplicates dropped.
  init(_ indexes: [Int] = []) { self.indexes = indexes.sortedOnce() }

  /// Adds an index that is larger than all others, or equal to the last.
  mutating func append(_ index: Int) { if index != indexes.last { indexes.append(index) } }

  var count: Int { indexes.count }

  /// The number of taken indexes below an index.
  func count(below index: Int) -> Int { indexes.partitioningIndex { $0 >= index } }

  func contains(_ index: Int) -> Bool {
    let place = count(below: index)
    return place < indexes.count && indexes[place] == index
  }

  /// The number of a free index among the free ones.
  func rank(of index: Int) -> Int { index - count(below: index) }

  /// The free index with a number; no index is larger than `Int.max`.
  func free(_ rank: Int) -> Int {
    rank.addingClamped(indexes.indices.partitioningIndex { indexes[$0] > rank.addingClamped($0) })
  }
}

extension Int {
  /// The sum, at most `Int.max`, with a number that is not negative.
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}

/// Rows that are taken, section by section.
struct TakenRows: Hashable {
  private(set) var sections: [Int: TakenIndexes] = [:]

  /// Creates a list from paths in any order, duplicates dropped.
  init(_ paths: [RowPath] = []) {
    for path in paths.sorted() { sections[path.section, default: TakenIndexes()].append(path.row) }
  }

  /// The rows that are taken in a section.
  subscript(section: Int) -> TakenIndexes { sections[section] ?? TakenIndexes() }

  func contains(_ path: RowPath) -> Bool { sections[path.section]?.contains(path.row) ?? false }
}
