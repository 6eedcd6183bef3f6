/// The pairs of two tables: sections by index, rows in runs.
///
/// Rows are numbered through the whole table, section after section. Sections known to hold the
/// same rows in both tables are *skipped*: their rows have no numbers.
///
/// A class with pointers instead of arrays, which unoptimised code would copy and look up again for
/// each section and each run.
@usableFromInline
final class Matching {
  /// The number of sections before.
  @usableFromInline let oldSections: Int
  /// The number of sections after.
  @usableFromInline let newSections: Int
  /// For each section before, its index after, -1 if it vanishes.
  @usableFromInline let newSection: UnsafeMutablePointer<Int>
  /// For each section after, its index before, -1 if it is new.
  @usableFromInline let oldSection: UnsafeMutablePointer<Int>
  /// The number of each section's first row before, and one more entry for the end.
  @usableFromInline let oldBase: UnsafeMutablePointer<Int>
  /// The number of each section's first row after, and one more entry for the end.
  @usableFromInline let newBase: UnsafeMutablePointer<Int>
  /// The index of the first run in each section after, and one more entry for the end.
  let firstRun: UnsafeMutablePointer<Int>
  /// For each section before that survives, true if its header or footer differs.
  @usableFromInline let isRelabelled: UnsafeMutablePointer<Bool>
  /// For each section after, true if its rows are known to be the same.
  @usableFromInline let isSkipped: UnsafeMutablePointer<Bool>
  /// The rows that are in both tables, by their number after.
  @usableFromInline private(set) var runs: UnsafeMutablePointer<Run>
  /// The number of runs.
  @usableFromInline var runCount = 0
  /// Numbers after of the rows whose content differs, one bit for each row.
  @usableFromInline private(set) var changed: UnsafeMutablePointer<UInt64>
  /// For each run, true if its rows keep their place among the rows of their section.
  private(set) var stays: UnsafeMutablePointer<Bool>

  /// Creates a matching of tables in which nothing is paired, and no row has a number yet.
  @usableFromInline
  init(sections old: Int, _ new: Int) {
    (oldSections, newSections) = (old, new)
    newSection = .allocate(capacity: 2 &* old &+ 3 &* new &+ 3)
    newSection.initialize(repeating: -1, count: old &+ new)
    oldSection = newSection + old
    oldBase = oldSection + new
    newBase = oldBase + (old &+ 1)
    firstRun = newBase + (new &+ 1)
    oldBase.pointee = 0
    newBase.pointee = 0
    isRelabelled = .allocate(capacity: old &+ new)
    isRelabelled.initialize(repeating: false, count: old &+ new)
    isSkipped = isRelabelled + old
    runs = .allocate(capacity: 0)
    changed = .allocate(capacity: 0)
    stays = .allocate(capacity: 0)
  }

  deinit {
    newSection.deallocate()
    isRelabelled.deallocate()
    runs.deallocate()
    changed.deallocate()
    stays.deallocate()
  }

  /// Makes room for the pairs of rows, when all rows have their numbers.
  @usableFromInline
  func takeRows() {
    let words = newCount &>> 6 &+ 1
    runs.deallocate()
    changed.deallocate()
    stays.deallocate()
    runs = .allocate(capacity: min(oldCount, newCount))
    stays = .allocate(capacity: min(oldCount, newCount))
    changed = .allocate(capacity: words)
    changed.initialize(repeating: 0, count: words)
  }

  /// Adds a run behind all others, or lengthens the last if that is one of those from `first` on.
  @inlinable @inline(__always)
  func append(_ run: Run, from first: Int) {
    let end = runs + runCount
    if runCount > first {
      let last = end - 1
      if last.pointee.isFollowed(by: run.old, run.new) {
        last.pointee.count &+= run.count
        last.pointee.changes &+= run.changes
        return
      }
    }
    end.pointee = run
    runCount &+= 1
  }

  /// Puts runs between the others, in the order of their numbers after.
  @usableFromInline
  func merge(_ others: UnsafeMutablePointer<Run>, _ count: Int) {
    let runs = runs
    var (mine, other) = (runCount, count)
    runCount &+= count
    var place = runCount
    while other > 0 {
      place &-= 1
      if mine > 0 && runs[mine &- 1].new > others[other &- 1].new {
        mine &-= 1
        runs[place] = runs[mine]
      } else {
        other &-= 1
        runs[place] = others[other]
      }
    }
  }

  /// Makes it known which runs lie in which section, when all are found.
  @usableFromInline
  func finish() {
    let (runs, runCount, firstRun) = (runs, runCount, firstRun)
    var index = 0
    var after = 0
    while after < newSections {
      firstRun[after] = index
      after &+= 1
      let limit = newBase[after]
      if after == newSections { break }
      while index < runCount && Int(runs[index].new) < limit { index &+= 1 }
    }
    firstRun[newSections] = runCount
  }

  /// The same pairs of sections, and other pairs of rows.
  func with(_ runs: [Run], stays: [Bool]) -> Matching {
    let copy = Matching(sections: oldSections, newSections)
    copy.newSection.update(from: newSection, count: 2 * oldSections + 2 * newSections + 2)
    copy.isRelabelled.update(from: isRelabelled, count: oldSections + newSections)
    copy.takeRows()
    copy.changed.update(from: changed, count: newCount >> 6 + 1)
    copy.runCount = runs.count
    for (index, run) in runs.enumerated() { copy.runs[index] = run }
    copy.finish()
    for (index, stays) in stays.enumerated() { copy.stays[index] = stays }
    return copy
  }
}

extension Matching {
  /// The number of rows before that have numbers.
  @usableFromInline var oldCount: Int { oldBase[oldSections] }
  /// The number of rows after that have numbers.
  @usableFromInline var newCount: Int { newBase[newSections] }

  /// The indexes after of the sections before.
  var newSectionList: [Int] { (0..<oldSections).map { newSection[$0] } }
  /// The indexes before of the sections after.
  var oldSectionList: [Int] { (0..<newSections).map { oldSection[$0] } }
  /// The runs as a list.
  @usableFromInline var runList: UnsafeMutableBufferPointer<Run> {
    UnsafeMutableBufferPointer(start: runs, count: runCount)
  }

  /// For each run, true if it stays.
  var staysList: UnsafeMutableBufferPointer<Bool> {
    UnsafeMutableBufferPointer(start: stays, count: runCount)
  }

  /// True if nothing differs.
  var isIdentical: Bool {
    if oldSections != newSections { return false }
    var section = 0
    while section < oldSections {
      if newSection[section] != section || isRelabelled[section] { return false }
      section &+= 1
      if oldBase[section] != newBase[section] { return false }
    }
    let (runs, runCount) = (runs, runCount)
    var (number, index) = (0, 0)
    while index < runCount {
      let run = runs[index]
      if Int(run.old) != number || Int(run.new) != number || run.changes > 0 { return false }
      number &+= Int(run.count)
      index &+= 1
    }
    return number == newCount
  }

  /// True if the content of a row differs.
  @inlinable @inline(__always)
  func isChanged(_ number: Int) -> Bool {
    changed[number &>> 6] &>> UInt64(truncatingIfNeeded: number & 63) & 1 != 0
  }

  /// Notes that the content of a row differs.
  @inlinable @inline(__always)
  func change(_ number: Int) {
    changed[number &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: number & 63)
  }

  /// The path of a row before, from its number.
  @usableFromInline
  func oldPath(_ number: Int) -> RowPath { Self.path(number, oldBase, oldSections) }

  /// The path of a row after, from its number.
  func newPath(_ number: Int) -> RowPath { Self.path(number, newBase, newSections) }

  /// The number of rows that a section before has, none when it is skipped.
  @usableFromInline
  func oldRowCount(_ before: Int) -> Int { oldBase[before &+ 1] &- oldBase[before] }

  /// The number of rows that a section after has, none when it is skipped.
  @usableFromInline
  func newRowCount(_ after: Int) -> Int { newBase[after &+ 1] &- newBase[after] }

  /// The last section that starts at or before `number` and has rows.
  private static func path(
    _ number: Int, _ bases: UnsafeMutablePointer<Int>, _ count: Int
  ) -> RowPath {
    var low = 0
    var high = count
    while low < high {
      let middle = (low &+ high) &>> 1
      if bases[middle] > number { high = middle } else { low = middle &+ 1 }
    }
    return RowPath(low &- 1, number &- bases[low &- 1])
  }
}

/// Rows that follow each other in both tables: in one section before, and in one section after.
///
/// Rows are numbered through the whole table, section after section, which keeps the place of a
/// row in one integer.
///
///     before  [a b c d e]      a run of 1, one of 2 and one of 1:
///     after   [x a d e c]      a; d e; c
@usableFromInline
struct Run: Equatable {
  /// The number before of the first row.
  @usableFromInline var old: Int32
  /// The number after of the first row.
  @usableFromInline var new: Int32
  /// The number of rows, at least one.
  @usableFromInline var count: Int32
  /// The number of rows with another content.
  @usableFromInline var changes: Int32

  @inlinable
  init(old: Int32, new: Int32, count: Int32, changes: Int32) {
    self.old = old
    self.new = new
    self.count = count
    self.changes = changes
  }

  /// True if a run with these first numbers follows this one in both tables.
  @inlinable @_transparent
  func isFollowed(by old: Int32, _ new: Int32) -> Bool {
    self.old &+ count == old && self.new &+ count == new
  }

  /// The numbers before of the rows.
  var oldNumbers: Range<Int> { Int(old)..<Int(old) + Int(count) }
  /// The numbers after of the rows.
  var newNumbers: Range<Int> { Int(new)..<Int(new) + Int(count) }
}
