/// What UIKit makes of a stage: each reload has become a delete and an insert, duplicates are
/// gone, and sections have swallowed the deletes and inserts of rows inside them.
///
/// A reload's insert lands where the explicit deletes and inserts before it carry it. Moves and
/// other reloads are not considered, which is why a reload beside a move may land wrong:
///
///     before  [a b c d]      reload 0:2, delete 0:1, insert 0:0
///     after   [X a C d]      c: one delete before it (1), one insert before that (2)
///
/// Source: <doc:TheRules>, D6 to D9.
struct Batch {
  var sectionDeletes: TakenIndexes
  var sectionInserts: TakenIndexes
  var sectionMoves: [Move<Int>]
  var rowDeletes: [RowPath]
  var rowInserts: [RowPath]
  var rowMoves: [Move<RowPath>]

  init(_ stage: Stage) {
    let sectionReloads = TakenIndexes(stage.sections.reloads).indexes
    let rowReloads = stage.rows.reloads.sortedOnce()
    var sectionDestinations: [Int] = []
    var rowDestinations: [RowPath] = []
    if !sectionReloads.isEmpty || !rowReloads.isEmpty {
      let reloads = Reloads(stage)
      sectionDestinations = sectionReloads.map(reloads.destination(ofSection:))
      rowDestinations = rowReloads.map(reloads.destination(of:))
    }
    sectionDeletes = TakenIndexes(stage.sections.deletes + sectionReloads)
    sectionInserts = TakenIndexes(stage.sections.inserts + sectionDestinations)
    sectionMoves = stage.sections.moves.sortedOnce()
    rowDeletes = (stage.rows.deletes + rowReloads).sortedOnce()
    rowInserts = (stage.rows.inserts + rowDestinations).sortedOnce()
    rowMoves = stage.rows.moves.sortedOnce()
    if sectionDeletes.count > 0 {
      rowDeletes.removeAll { [sectionDeletes] in sectionDeletes.contains($0.section) }
    }
    if sectionInserts.count > 0 {
      rowInserts.removeAll { [sectionInserts] in sectionInserts.contains($0.section) }
    }
  }

  /// The indexes after a stage at which its reloads land.
  struct Reloads {
    private let sectionDeletes: TakenIndexes
    private let sectionInserts: TakenIndexes
    private let rowDeletes: TakenRows
    private let rowInserts: TakenRows
    /// Sections that carry an operation of their own: their rows are not shifted.
    private let busySections: Set<Int>

    init(_ stage: Stage) {
      sectionDeletes = TakenIndexes(stage.sections.deletes)
      sectionInserts = TakenIndexes(stage.sections.inserts)
      let needsRows = !stage.rows.reloads.isEmpty
      rowDeletes = TakenRows(needsRows ? stage.rows.deletes : [])
      rowInserts = TakenRows(needsRows ? stage.rows.inserts : [])
      busySections = Set(
        stage.sections.deletes + stage.sections.reloads + stage.sections.moves.map(\.from))
    }

    func destination(ofSection section: Int) -> Int {
      sectionInserts.free(sectionDeletes.rank(of: section))
    }

    func destination(of path: RowPath) -> RowPath {
      let section = destination(ofSection: path.section)
      if busySections.contains(path.section) { return RowPath(section, path.row) }
      let rank = rowDeletes[path.section].rank(of: path.row)
      return RowPath(section, rowInserts[section].free(rank))
    }
  }
}

extension Array where Element: Comparable {
  /// The elements in order, each once.
  func sortedOnce() -> [Element] {
    if count < 2 { return self }
    var result: [Element] = []
    result.reserveCapacity(count)
    for element in sorted() where element != result.last { result.append(element) }
    return result
  }
}

extension Array {
  /// The moves in order of their source, then their destination, each once.
  func sortedOnce<Index>() -> [Move<Index>] where Element == Move<Index> {
    if count < 2 { return self }
    var result: [Move<Index>] = []
    result.reserveCapacity(count)
    for move in sorted(by: { ($0.from, $0.to) < ($1.from, $1.to) }) where move != result.last {
      result.append(move)
    }
    return result
  }
}

extension Batch {
  /// For each section after, the section before that it is: moved sections first, then the
  /// survivors fill what is free, in order.
  ///
  ///     before    A B C      delete 1, insert 0
  ///     after     N A C      [nil, 0, 2]
  ///
  /// Source: <doc:TheRules>, D4.
  func counterparts(before: Int, after: Int) -> [Int?] {
    var counterparts: [Int?] = Array(repeating: nil, count: after)
    var isTaken = [Bool](repeating: false, count: after)
    var isGone = [Bool](repeating: false, count: before)
    for section in sectionInserts.indexes { isTaken[section] = true }
    for section in sectionDeletes.indexes { isGone[section] = true }
    for move in sectionMoves {
      counterparts[move.to] = move.from
      isTaken[move.to] = true
      isGone[move.from] = true
    }
    var survivors = isGone.indices.filter { !isGone[$0] }[...]
    for section in isTaken.indices where !isTaken[section] {
      counterparts[section] = survivors.popFirst()
    }
    return counterparts
  }

  /// The operations as UIKit lists them in its exception.
  var updateTexts: [String] {
    sectionDeletes.indexes.map { "Delete section (\($0))" }
      + rowDeletes.map { "Delete row (\($0.section) - \($0.row))" }
      + sectionInserts.indexes.map { "Insert section (\($0))" }
      + rowInserts.map { "Insert row (\($0.section) - \($0.row))" }
      + sectionMoves.map { "Move section (\($0.from)) to (\($0.to))" }
      + rowMoves.map {
        "Move row (\($0.from.section) - \($0.from.row)) to (\($0.to.section) - \($0.to.row))"
      }
  }
}
