/// The steps that turn the rows of a section before into its rows after. Both are walked in
/// parallel; shared blocks and parts of them are skipped as a whole.
///
///     before  a b c d e       keep 1, drop 1, keep 2, add x, drop 1
///     after   a c d x
struct SectionSteps {
  /// A step at the current position: keep or drop a number of rows, or add rows.
  enum Step: Equatable {
    case keep(Int)
    case drop(Int)
    case add([RowID])
  }

  private(set) var steps: [Step] = []

  /// - Parameters:
  ///   - old: the section in the table before; nil if it is new.
  ///   - moved: rows that an edit moved by name; the others are taken to have stayed.
  /// - Complexity: O(blocks), and the parts and rows of those that are not shared.
  init(from old: Section?, in before: Table, to new: Section, in after: Table, moved: RowSet) {
    guard let old else {
      add(Array(new.rows))
      return
    }
    var mine = RowWalk(old)
    var theirs = RowWalk(new)
    // Rows that moved forward: met in the section after before they are met in the one before.
    var early = RowSet()
    while true {
      if early.isEmpty, let length = mine.sharedLength(with: theirs) {
        keep(length)
        mine.advance(length)
        theirs.advance(length)
        continue
      }
      if let row = mine.row, theirs.row != row,
        early.contains(row) || moved.contains(row) || after.section(of: row) != new.id
      {
        early.remove(row)
        drop()
        mine.advance()
        continue
      }
      guard let row = theirs.row else { return }
      if row == mine.row {
        let length = mine.equalLength(with: theirs)
        keep(length)
        mine.advance(length)
        theirs.advance(length)
        continue
      }
      if !moved.contains(row), before.section(of: row) == old.id { early.insert(row) }
      add([row])
      theirs.advance()
    }
  }

  private mutating func keep(_ count: Int) {
    if case .keep(let known)? = steps.last {
      steps[steps.count - 1] = .keep(known + count)
    } else {
      steps.append(.keep(count))
    }
  }

  private mutating func drop() {
    if case .drop(let known)? = steps.last {
      steps[steps.count - 1] = .drop(known + 1)
    } else {
      steps.append(.drop(1))
    }
  }

  private mutating func add(_ rows: [RowID]) {
    guard !rows.isEmpty else { return }
    if case .add(var known)? = steps.last {
      // In place, so that the list is not copied for every row.
      steps[steps.count - 1] = .drop(0)
      known += rows
      steps[steps.count - 1] = .add(known)
    } else {
      steps.append(.add(rows))
    }
  }
}
