/// Pairs what stands in the same order in two lists, at a few nanoseconds an element.
///
/// It goes along both lists while they are equal, looks a few elements ahead where they are not,
/// and when that fails too often looks for the end of a long gap, or leaps ahead. When that fails
/// too, equal elements at the end are paired, and the rest is left over. Paired elements are equal;
/// one that is left over may be equal to another one that is.
///
/// Here and in other loops, what is called for each row is `@_transparent` where that helps: within a
/// file it is then part of its caller even where nothing is optimised.
@usableFromInline
enum Walk {
  /// The number of elements looked at past a mismatch.
  @usableFromInline static let reach = 12
  /// Up to how many elements may be missing on both sides together.
  @usableFromInline static let near = 3
  /// How often looking ahead may fail, less the rows paired since, before the walk leaps.
  @usableFromInline static let patience = 64
  /// The longest run that is told at once: small enough to be looked at again at no cost.
  @usableFromInline static let longest = 256

  /// Walks along two lists, and tells what it finds, each in ascending order.
  ///
  /// - Parameters:
  ///   - isIdentical: tells at less cost whether two elements are equal; may deny it.
  ///   - run: is told the first index before, the first index after, and how many are equal.
  ///   - leftOld: is told which indexes before were not paired: the first, and the end.
  ///   - leftNew: is told which indexes after were not paired.
  @inlinable @_transparent
  static func along(
    _ oldCount: Int, _ newCount: Int, isSame: (_ old: Int, _ new: Int) -> Bool,
    isIdentical: (_ old: Int, _ new: Int) -> Bool,
    run: (_ old: Int, _ new: Int, _ count: Int) -> Void,
    leftOld: (_ start: Int, _ end: Int) -> Void, leftNew: (_ start: Int, _ end: Int) -> Void
  ) {
    var old = 0
    var new = 0
    // Few rows are found sooner by their hashes.
    let isShort = max(oldCount, newCount) < 256
    let patience = isShort ? 0 : min(patience, max(oldCount, newCount) / 32)
    let reach = isShort ? near : reach
    var failures = 0
    var skippedOld = 0
    var skippedNew = 0
    // How much further on in the new list, where the two were last in step.
    var lead = 0
    // How many rows may still be looked at for the end of a long gap.
    var budget = min(256, max(oldCount, newCount) / 2)
    while old < oldCount && new < newCount {
      if failures > patience {
        let start = max(old, new &- lead)
        let end = min(oldCount, newCount &- lead)
        let found = leap(from: start, to: end) { isSame($0, $0 &+ lead) }
        let far = found.map { $0 &- start } ?? max(oldCount &- old, newCount &- new)
        let limit = min(budget, far)
        budget &-= limit
        if let gap = gap(
          upTo: limit, oldCount &- old, newCount &- new,
          isSame: { isIdentical(old &+ $0, new &+ $1) })
        {
          old &+= gap.old
          new &+= gap.new
        } else if let step = found {
          old = step
          new = step &+ lead
        } else {
          break
        }
        failures = patience / 2
      }
      var count = 0
      let most = min(longest, min(oldCount &- old, newCount &- new))
      while count < most && isSame(old &+ count, new &+ count) { count &+= 1 }
      if count > 0 {
        if skippedOld < old { leftOld(skippedOld, old) }
        if skippedNew < new { leftNew(skippedNew, new) }
        run(old, new, count)
        old &+= count
        new &+= count
        skippedOld = old
        skippedNew = new
        failures = max(0, failures &- count)
        budget &+= count
        if count >= near { lead = new &- old }
        if count == most { continue }
      }
      // Nearest first: what was deleted, inserted or both, then longer gaps on one side only.
      var isFound = false
      var distance = 1
      while distance <= reach && !isFound {
        var skipped = distance
        let step = distance <= near ? 1 : distance
        while skipped >= 0 {
          let nextOld = old &+ skipped
          let nextNew = new &+ distance &- skipped
          if nextOld < oldCount && nextNew < newCount && isSame(nextOld, nextNew) {
            old = nextOld
            new = nextNew
            isFound = true
            break
          }
          skipped &-= step
        }
        distance &+= 1
      }
      if !isFound {
        old &+= 1
        new &+= 1
        failures &+= 2
      }
    }
    var oldEnd = oldCount
    var newEnd = newCount
    while oldEnd > old && newEnd > new && isSame(oldEnd &- 1, newEnd &- 1) {
      oldEnd &-= 1
      newEnd &-= 1
    }
    if skippedOld < oldEnd { leftOld(skippedOld, oldEnd) }
    if skippedNew < newEnd { leftNew(skippedNew, newEnd) }
    var start = oldEnd
    while start < oldCount {
      let count = min(longest, oldCount &- start)
      run(start, newEnd &+ (start &- oldEnd), count)
      start &+= count
    }
  }

  /// Looks for the end of a gap in one of two lists: for where the one goes on as the other does.
  ///
  /// - Parameters:
  ///   - limit: how long the gap may be.
  ///   - isSame: tells whether elements are equal, counted from where the lists are now.
  /// - Returns: how many elements to skip, in one of the lists.
  @inlinable @_transparent
  static func gap(
    upTo limit: Int, _ oldCount: Int, _ newCount: Int, isSame: (_ old: Int, _ new: Int) -> Bool
  ) -> (old: Int, new: Int)? {
    var skipped = reach &+ 1
    while skipped <= limit {
      if skipped &+ near <= oldCount && near <= newCount && isSame(skipped, 0)
        && isSame(skipped &+ 1, 1) && isSame(skipped &+ 2, 2)
      {
        return (skipped, 0)
      }
      if skipped &+ near <= newCount && near <= oldCount && isSame(0, skipped)
        && isSame(1, skipped &+ 1) && isSame(2, skipped &+ 2)
      {
        return (0, skipped)
      }
      skipped &+= 1
    }
    return nil
  }

  /// Looks ever further ahead for where two lists are in step again, and goes back to the start of
  /// what is equal there.
  @inlinable @_transparent
  static func leap(from start: Int, to end: Int, isSame: (Int) -> Bool) -> Int? {
    var step = 64
    while start &+ step < end && !isSame(start &+ step) { step &*= 2 }
    guard start &+ step < end else { return nil }
    while step > 0 && isSame(start &+ step &- 1) { step &-= 1 }
    return start &+ step
  }
}

/// The smaller number. Not generic, as that of the standard library is, which takes long where nothing
/// is optimised.
@inlinable @inline(__always)
func min(_ a: Int, _ b: Int) -> Int { a < b ? a : b }

/// The larger number.
@inlinable @inline(__always)
func max(_ a: Int, _ b: Int) -> Int { a > b ? a : b }

extension Matcher {
  /// Walks along the sections that are in both tables, and tells which rows are left over.
  @inlinable
  func walk(_ leftOld: inout LeftRows<Row>, _ leftNew: inout LeftRows<Row>) {
    let (pairs, starts) = (pairs, starts)
    let newStarts = starts + pairs.oldSections
    var before = 0
    while before < pairs.oldSections {
      if pairs.newSection[before] < 0 {
        leftOld.append(
          starts[before], section: before, from: 0, count: pairs.oldRowCount(before))
      }
      before &+= 1
    }
    var after = 0
    while after < pairs.newSections {
      let before = pairs.oldSection[after]
      let newCount = pairs.newRowCount(after)
      let oldCount = before < 0 || pairs.isSkipped[after] ? 0 : pairs.oldRowCount(before)
      if oldCount > 0, newCount > 0, let old = starts[before], let new = newStarts[after] {
        walk(before, old, oldCount, after, new, newCount, &leftOld, &leftNew)
      } else {
        if oldCount > 0 {
          leftOld.append(starts[before], section: before, from: 0, count: oldCount)
        }
        leftNew.append(newStarts[after], section: after, from: 0, count: newCount)
      }
      after &+= 1
    }
    leftOld.finish()
    leftNew.finish()
  }

  /// - Parameters:
  ///   - old: where the rows of the section before start.
  ///   - new: where those of the section after do.
  @inlinable
  func walk(
    _ before: Int, _ old: UnsafePointer<Row>, _ oldCount: Int, _ after: Int,
    _ new: UnsafePointer<Row>, _ newCount: Int, _ leftOld: inout LeftRows<Row>,
    _ leftNew: inout LeftRows<Row>
  ) {
    let pairs = pairs
    let oldBase = pairs.oldBase[before]
    let newBase = pairs.newBase[after]
    let firstRun = pairs.runCount
    // Pointers instead of buffers, from which unoptimised code would copy each row.
    let oldRow = UnsafeMutablePointer(mutating: old)
    let newRow = UnsafeMutablePointer(mutating: new)
    Walk.along(
      oldCount, newCount, isSame: { RowReader.isSame(&oldRow[$0], &newRow[$1]) },
      isIdentical: { RowReader.isIdentical(&oldRow[$0], &newRow[$1]) },
      run: { first, firstNew, count in
        var changes: Int32 = 0
        var offset = 0
        while offset < count {
          if RowReader.isChanged(&oldRow[first &+ offset], &newRow[firstNew &+ offset]) {
            pairs.change(newBase &+ firstNew &+ offset)
            changes &+= 1
          }
          offset &+= 1
        }
        pairs.append(
          Run(
            old: Int32(truncatingIfNeeded: oldBase &+ first),
            new: Int32(truncatingIfNeeded: newBase &+ firstNew),
            count: Int32(truncatingIfNeeded: count), changes: changes),
          from: firstRun)
      },
      leftOld: { leftOld.append(old, section: before, from: $0, count: $1 &- $0) },
      leftNew: { leftNew.append(new, section: after, from: $0, count: $1 &- $0) })
  }
}

/// Reads rows where they are.
///
/// A row is `inout`, though nothing changes it: unoptimised code would copy it for any other call,
/// which takes as long as all else.
@usableFromInline
enum RowReader {
  /// True if two rows have the same identity.
  @inlinable @inline(__always)
  static func isSame<Row: PlannableRow>(_ a: inout Row, _ b: inout Row) -> Bool {
    #if DEBUG
      return a.id == b.id
    #else
      return Fingerprint.isSame(a.id, b.id)
    #endif
  }

  /// True if two rows have the same identity, kept in the same place where it is text.
  @inlinable @inline(__always)
  static func isIdentical<Row: PlannableRow>(_ a: inout Row, _ b: inout Row) -> Bool {
    Fingerprint.isIdentical(a.id, b.id)
  }

  /// True if two rows have different contents.
  @inlinable @inline(__always)
  static func isChanged<Row: PlannableRow>(_ a: inout Row, _ b: inout Row) -> Bool {
    a.displayedContent != b.displayedContent
  }
}
