/// Rows in an order, each once, as runs of those that follow one another: a large table that was
/// edited in some places has few.
///
///     rows 4 5 6 7 2        4..<8, 2..<3
struct RowRuns {
  private(set) var runs: [Range<UInt32>] = []
  /// The number of rows.
  private(set) var count = 0

  /// Creates the runs of rows.
  init(_ rows: [RowID] = []) { append(rows) }

  /// Creates the runs of a section.
  ///
  /// - Complexity: O(rows), but a block without gaps costs one fast look.
  init(_ section: Section) {
    for block in section.blocks {
      for part in block.rows.parts { append(part) }
    }
  }

  /// The rows in ascending order.
  var sorted: RowRuns {
    var sorted = RowRuns()
    for run in runs.sorted(by: { $0.lowerBound < $1.lowerBound }) { sorted.append(run) }
    return sorted
  }

  /// Every so many rows one, beginning with the first.
  func rows(every step: Int) -> [RowID] {
    var rows: [RowID] = []
    var (start, next) = (0, 0)
    for run in runs {
      while next < start + run.count {
        rows.append(RowID(run.lowerBound + UInt32(next - start)))
        next += step
      }
      start += run.count
    }
    return rows
  }

  /// The row at a place; nil beyond the last one.
  ///
  /// - Complexity: O(runs).
  subscript(place: Int) -> RowID? {
    var rest = place
    for run in runs {
      if rest < run.count { return RowID(run.lowerBound + UInt32(rest)) }
      rest -= run.count
    }
    return nil
  }

  mutating func append(_ other: RowRuns) { for run in other.runs { append(run) } }

  private mutating func append(_ rows: [RowID]) {
    rows.withUnsafeBufferPointer { rows in
      if let first = rows.first?.rawValue, Self.isRun(rows) {
        return append(first..<first + UInt32(rows.count))
      }
      for row in rows { append(row.rawValue..<row.rawValue + 1) }
    }
  }

  private mutating func append(_ run: Range<UInt32>) {
    count += run.count
    if let last = runs.last, last.upperBound == run.lowerBound {
      runs[runs.count - 1] = last.lowerBound..<run.upperBound
    } else {
      runs.append(run)
    }
  }

  /// True if rows follow one another. All are looked at without a branch, which the compiler makes
  /// vector instructions of.
  private static func isRun(_ rows: UnsafeBufferPointer<RowID>) -> Bool {
    guard let first = rows.first?.rawValue, first <= UInt32.max - UInt32(rows.count) else {
      return false
    }
    var difference: UInt32 = 0
    for i in rows.indices {
      difference |= rows[i].rawValue ^ (first &+ UInt32(truncatingIfNeeded: i))
    }
    return difference == 0
  }
}
