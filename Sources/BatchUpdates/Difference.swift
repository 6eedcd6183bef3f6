/// All that differs between two outlines, before it is cut into stages.
///
/// Everything is said in the indexes of the two outlines: what goes, moves away or changes by its
/// index *before* the whole plan, what comes or arrives by its index *after* it.
struct Difference {
  let matching: Matching
  let content: ContentChange

  /// Indexes before of sections that vanish.
  private(set) var sectionDeletes: [Int] = []
  /// Indexes after of sections that appear.
  private(set) var sectionInserts: [Int] = []
  /// Sections outside the longest increasing subsequence.
  private(set) var sectionMoves: [Move<Int>] = []
  /// Indexes before of surviving sections whose header or footer differs.
  private(set) var sectionChanges: [Int] = []
  /// For each section after, whether it was there and keeps its place among those that stay.
  private(set) var stays: [Bool] = []

  /// Paths before of rows that vanish from sections that survive.
  private(set) var rowDeletes: [RowPath] = []
  /// Paths after of rows that appear in sections that survive.
  private(set) var rowInserts: [RowPath] = []
  /// Rows that change section, or their place among the rows of their section.
  private(set) var rowMoves: [Move<RowPath>] = []
  /// Paths before of surviving rows whose content differs; with `.reload` without those of a
  /// section that is itself reloaded.
  private(set) var rowChanges: [RowPath] = []

  /// What keeps these operations out of one batch.
  private(set) var conflicts = Conflicts()
  /// How many row operations vanish when the sections they lie in are reloaded beside them.
  private(set) var swallowed = 0

  /// Pairs of parts of a plan that no batch can hold together.
  struct Conflicts {
    /// A row moves into a section that appears.
    var rowsAndInserts = false
    /// A row moves out of a section that vanishes.
    var rowsAndDeletes = false
    /// A row operation lies inside a section that moves.
    var rowsAndMoves = false
    /// A redrawn row moves, or a row move can hit a reload.
    var contentAndRows = false
    /// A redrawn section or row is or lies in a section that moves, or a reload is anywhere
    /// beside such a move.
    var contentAndMoves = false
  }

  /// Compares two outlines.
  init(_ from: Outline, _ to: Outline, _ content: ContentChange) throws(DuplicateIdentity) {
    matching = try Matching(from, to)
    self.content = content
    for before in from.sections.indices {
      let after = matching.newSection[before]
      if after < 0 {
        sectionDeletes.append(before)
      } else if from.sections[before].content != to.sections[after].content {
        sectionChanges.append(before)
      }
    }
    sectionInserts = to.sections.indices.filter { matching.oldSection[$0] < 0 }
    var touches = Touches(count: from.sections.count)
    findDeletedRows(&touches)
    for after in to.sections.indices where !matching.isSkipped[after] {
      findRows(of: after, from, to, &touches)
    }
    rowMoves.sort { $0.from < $1.from }
    rowChanges.sort()
    settleContent(&touches)
    findSectionMoves(touches)
  }
}

extension Difference {
  /// What happens in each section before.
  private struct Touches {
    /// Whether a row is deleted, inserted, or moves in, out or within.
    var byOperations: [Bool]
    /// Whether a row moves in, out or within.
    var byMoves: [Bool]
    /// Whether header, footer or a row is redrawn.
    var byContent: [Bool]
    /// How many row deletes and inserts there are.
    var counts: [Int]

    init(count: Int) {
      byOperations = Array(repeating: false, count: count)
      byMoves = byOperations
      byContent = byOperations
      counts = Array(repeating: 0, count: count)
    }
  }

  private mutating func findDeletedRows(_ touches: inout Touches) {
    for before in matching.newSection.indices where matching.newSection[before] >= 0 {
      let base = matching.oldBase[before]
      for number in base..<matching.oldBase[before + 1] where matching.newRow[number] < 0 {
        rowDeletes.append(RowPath(before, number - base))
        touches.byOperations[before] = true
        touches.counts[before] += 1
      }
    }
  }

  /// Finds what appears, moves and changes in one section after.
  private mutating func findRows(
    of after: Int, _ from: Outline, _ to: Outline, _ touches: inout Touches
  ) {
    let before = matching.oldSection[after]
    let base = matching.newBase[after]
    let rows = to.sections[after].rows
    let home = rows.indices.map { row in
      let old = matching.oldRow[base + row]
      return old >= 0 && matching.isHome(old, after) ? old - matching.oldBase[before] : -1
    }
    let stays = stayingRows(home, rows, before, from)
    for row in rows.indices {
      let old = matching.oldRow[base + row]
      guard old >= 0 else {
        if before >= 0 {
          rowInserts.append(RowPath(after, row))
          touches.byOperations[before] = true
          touches.counts[before] += 1
        }
        continue
      }
      let path = home[row] >= 0 ? RowPath(before, home[row]) : matching.oldPath(old)
      let isChanged = from.sections[path.section].rows[path.row].content != rows[row].content
      if isChanged { rowChanges.append(path) }
      if stays[row] { continue }
      rowMoves.append(Move(from: path, to: RowPath(after, row)))
      touches.byOperations[path.section] = true
      touches.byMoves[path.section] = true
      if before >= 0 {
        touches.byOperations[before] = true
        touches.byMoves[before] = true
      } else {
        conflicts.rowsAndInserts = true
      }
      if matching.newSection[path.section] < 0 { conflicts.rowsAndDeletes = true }
      if isChanged { conflicts.contentAndRows = true }
    }
  }

  /// Chooses which rows of a section move: the fewest, and among those none that changed where
  /// that can be had, because what moved and changed needs a stage more.
  private func stayingRows(
    _ home: [Int], _ rows: [Outline.Row], _ before: Int, _ from: Outline
  ) -> [Bool] {
    let weights = rows.indices.map { row in
      home[row] >= 0 && from.sections[before].rows[home[row]].content != rows[row].content ? 1 : 0
    }
    return weights.contains(1)
      ? LongestIncreasingSubsequence.stays(home, weights: weights, startingLate: true)
      : LongestIncreasingSubsequence.stays(home, startingLate: true)
  }

  /// Drops redraws that a reloaded section brings anyway, and sees what row moves can hit.
  private mutating func settleContent(_ touches: inout Touches) {
    if content == .reload {
      let reloaded = Set(sectionChanges)
      rowChanges.removeAll { reloaded.contains($0.section) }
      conflicts.contentAndRows =
        rowChanges.contains { touches.byMoves[$0.section] }
        || sectionChanges.contains { touches.byMoves[$0] }
      swallowed = sectionChanges.reduce(0) { $0 + touches.counts[$1] }
    }
    for section in sectionChanges { touches.byContent[section] = true }
    for path in rowChanges { touches.byContent[path.section] = true }
  }

  /// Chooses which sections move: the fewest, and among those none in which something else
  /// happens where that can be had.
  private mutating func findSectionMoves(_ touches: Touches) {
    let countsContent = content == .reconfigure && !conflicts.contentAndRows
    let weights = matching.oldSection.map { before in
      guard before >= 0 else { return 0 }
      return touches.byOperations[before] || (countsContent && touches.byContent[before]) ? 1 : 0
    }
    stays = LongestIncreasingSubsequence.stays(matching.oldSection, weights: weights)
    for (after, before) in matching.oldSection.enumerated() where before >= 0 && !stays[after] {
      sectionMoves.append(Move(from: before, to: after))
      if touches.byOperations[before] { conflicts.rowsAndMoves = true }
      if touches.byContent[before] { conflicts.contentAndMoves = true }
    }
    sectionMoves.sort { $0.from < $1.from }
    if content == .reload && !sectionMoves.isEmpty { conflicts.contentAndMoves = true }
  }
}
