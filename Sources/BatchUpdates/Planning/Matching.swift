/// The pairs of two tables: sections by index, rows in runs.
///
/// Rows are numbered through the whole table, section after section. Sections known to hold the
/// same rows in both tables are *skipped*: their rows have no numbers.
@usableFromInline
struct Pairs {
  /// For each section before, its index after, -1 if it vanishes.
  @usableFromInline var newSection: [Int]
  /// For each section after, its index before, -1 if it is new.
  @usableFromInline var oldSection: [Int]
  /// For each section before that survives, true if its header or footer differs.
  @usableFromInline var isRelabelled: [Bool]
  /// For each section after, true if its rows are known to be the same.
  @usableFromInline var isSkipped: [Bool]
  /// The number of each section's first row before, and one more entry for the end.
  @usableFromInline var oldBase: [Int]
  /// The number of each section's first row after, and one more entry for the end.
  @usableFromInline var newBase: [Int]
  /// The rows that are in both tables, by their number after.
  @usableFromInline var runs: [Run] = []
  /// Numbers after of the rows whose content differs.
  @usableFromInline var changed = RowNumbers(count: 0)

  @inlinable
  init(sections old: Int, _ new: Int) {
    newSection = Array(repeating: -1, count: old)
    oldSection = Array(repeating: -1, count: new)
    isRelabelled = Array(repeating: false, count: old)
    isSkipped = Array(repeating: false, count: new)
    oldBase = [0]
    newBase = [0]
  }

  /// Adds a run behind all others, or lengthens the last.
  @inlinable @inline(__always)
  static func append(_ run: Run, to runs: inout [Run], from first: Int) {
    if runs.count > first {
      let last = runs[runs.count - 1]
      if last.isFollowed(by: run.old, run.new) {
        runs[runs.count - 1].count &+= run.count
        runs[runs.count - 1].changes &+= run.changes
        return
      }
    }
    runs.append(run)
  }
}

/// The pairs of two tables, when all are found.
///
/// A class, as unoptimised code copies what it passes on, and takes long for eight arrays.
@usableFromInline
final class Matching {
  let pairs: Pairs

  @usableFromInline
  init(_ pairs: Pairs) { self.pairs = pairs }
}

extension Matching {
  var newSection: [Int] { pairs.newSection }
  var oldSection: [Int] { pairs.oldSection }
  var isRelabelled: [Bool] { pairs.isRelabelled }
  var isSkipped: [Bool] { pairs.isSkipped }
  var oldBase: [Int] { pairs.oldBase }
  var newBase: [Int] { pairs.newBase }
  var runs: [Run] { pairs.runs }
  var changed: RowNumbers { pairs.changed }

  /// The number of rows before that have numbers.
  var oldCount: Int { oldBase[oldBase.count - 1] }
  /// The number of rows after that have numbers.
  var newCount: Int { newBase[newBase.count - 1] }

  /// The path of a row before, from its number.
  func oldPath(_ number: Int) -> RowPath { Self.path(number, oldBase) }

  /// The path of a row after, from its number.
  func newPath(_ number: Int) -> RowPath { Self.path(number, newBase) }

  /// The number of rows that a section before has, none when it is skipped.
  func oldRowCount(_ before: Int) -> Int { oldBase[before + 1] - oldBase[before] }

  /// The number of rows that a section after has, none when it is skipped.
  func newRowCount(_ after: Int) -> Int { newBase[after + 1] - newBase[after] }

  /// Calls `body` with each section after that is not skipped, and the range of its runs.
  func forEachSection(_ body: (_ after: Int, _ runs: Range<Int>) -> Void) {
    var start = 0
    let (runs, isSkipped, newBase) = (runs, isSkipped, newBase)
    let sections = isSkipped.count
    for after in 0..<sections where !isSkipped[after] {
      let limit = newBase[after + 1]
      var end = limit == newBase[sections] ? runs.count : start
      while end < runs.count && Int(runs[end].new) < limit { end += 1 }
      body(after, start..<end)
      start = end
    }
  }

  /// The last section that starts at or before `number` and has rows.
  @usableFromInline
  static func path(_ number: Int, _ bases: [Int]) -> RowPath {
    let section = bases.partitioningIndex { $0 > number } - 1
    return RowPath(section, number - bases[section])
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
  @inlinable @inline(__always)
  func isFollowed(by old: Int32, _ new: Int32) -> Bool {
    self.old &+ count == old && self.new &+ count == new
  }

  /// The numbers before of the rows.
  var oldNumbers: Range<Int> { Int(old)..<Int(old) + Int(count) }
  /// The numbers after of the rows.
  var newNumbers: Range<Int> { Int(new)..<Int(new) + Int(count) }
}

/// A set of row numbers, one bit for each.
@usableFromInline
struct RowNumbers {
  @usableFromInline var words: [UInt64]

  /// Creates an empty set of numbers below `count`.
  @inlinable
  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  /// True if a number is in the set.
  @inlinable @inline(__always)
  subscript(number: Int) -> Bool {
    get { words[number >> 6] >> UInt64(number & 63) & 1 != 0 }
    set {
      if newValue {
        words[number >> 6] |= 1 << UInt64(number & 63)
      } else {
        words[number >> 6] &= ~(1 << UInt64(number & 63))
      }
    }
  }
}
