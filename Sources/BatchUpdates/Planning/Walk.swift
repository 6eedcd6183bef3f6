/// Pairs what stands in the same order in two lists, at a few nanoseconds an element.
///
/// It goes along both lists while they are equal, looks a few elements ahead where they are not,
/// and gives up when that fails too often: then what is equal at the end is paired, and the rest
/// is left over. What it pairs is equal; what it leaves over may be equal to something too.
@usableFromInline
enum Walk {
  /// How far a mismatch is looked past.
  @usableFromInline static let reach = 12
  /// Up to how many elements may be missing on both sides together.
  @usableFromInline static let near = 3
  /// How often looking ahead may fail, less the runs found since, before the walk gives up.
  @usableFromInline static let patience = 64
  /// The longest run that is told at once: small enough to be looked at again at no cost.
  @usableFromInline static let longest = 256

  /// Walks along two lists, and tells what it finds, each in ascending order.
  ///
  /// - Parameters:
  ///   - run: is told the first index before, the first index after, and how many are equal.
  ///   - leftOld: is told indexes before that were not paired.
  ///   - leftNew: is told indexes after that were not paired.
  @inlinable @inline(__always)
  static func along(
    _ oldCount: Int, _ newCount: Int, isSame: (_ old: Int, _ new: Int) -> Bool,
    run: (_ old: Int, _ new: Int, _ count: Int) -> Void, leftOld: (Range<Int>) -> Void,
    leftNew: (Range<Int>) -> Void
  ) {
    var old = 0
    var new = 0
    var failures = 0
    var skippedOld = 0
    var skippedNew = 0
    while old < oldCount && new < newCount && failures <= patience {
      var count = 0
      let most = min(longest, oldCount &- old, newCount &- new)
      while count < most && isSame(old &+ count, new &+ count) { count &+= 1 }
      if count > 0 {
        if skippedOld < old { leftOld(skippedOld..<old) }
        if skippedNew < new { leftNew(skippedNew..<new) }
        run(old, new, count)
        old &+= count
        new &+= count
        skippedOld = old
        skippedNew = new
        failures = max(0, failures &- count)
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
    if skippedOld < oldEnd { leftOld(skippedOld..<oldEnd) }
    if skippedNew < newEnd { leftNew(skippedNew..<newEnd) }
    var start = oldEnd
    while start < oldCount {
      let count = min(longest, oldCount &- start)
      run(start, newEnd &+ (start &- oldEnd), count)
      start &+= count
    }
  }
}
