/// Finds which elements can keep their place, so that the fewest others must move.
///
/// The input names, in the *new* order, where each element was in the *old* order. Elements on an
/// increasing subsequence are already in the right order among themselves; all others move.
///
///     old  A B C D          LongestIncreasingSubsequence.stays([3, 0, 2, 1])
///     new  D A C B          // [false, true, true, false]: A and C stay, D and B move
///
/// Between equally long subsequences the heaviest wins, then the one whose positions come
/// earliest: above, `A C` rather than `A B`.
///
/// Source: Fredman, "On computing the length of longest increasing subsequences", 1975.
package enum LongestIncreasingSubsequence {
  /// Tells for each position whether it lies on the chosen increasing subsequence.
  ///
  ///     LongestIncreasingSubsequence.stays([1, 0])                     // [true, false]
  ///     LongestIncreasingSubsequence.stays([1, 0], startingLate: true) // [false, true]
  ///
  /// - Parameters:
  ///   - sequence: old positions in the new order; a negative number stands for an element that
  ///     was not there, which never stays.
  ///   - startingLate: whether, between equally long subsequences, the one wins that starts with
  ///     the element that was first in the old order: of two rows that change places the lower one
  ///     moves up. Further positions still come earliest.
  /// - Complexity: O(*n*) when the numbers already increase, else O(*n* log *n*).
  package static func stays(_ sequence: [Int], startingLate: Bool = false) -> [Bool] {
    var stays = [Bool](repeating: false, count: sequence.count)
    stays.withUnsafeMutableBufferPointer {
      mark(
        $0, in: 0..<$0.count, value: { sequence[$0] }, length: { _ in 1 }, weight: { _ in 0 },
        startingLate: startingLate)
    }
    return stays
  }

  /// Tells which positions stay, preferring among the longest subsequences the heaviest one.
  ///
  ///     LongestIncreasingSubsequence.stays([1, 0])                   // [true, false]
  ///     LongestIncreasingSubsequence.stays([1, 0], weights: [0, 1])  // [false, true]
  ///
  /// - Parameters:
  ///   - sequence: old positions in the new order, negative where there was none.
  ///   - weights: one number from 0 for each position of `sequence`.
  ///   - startingLate: as in `stays(_:startingLate:)`, among the heaviest.
  /// - Complexity: O(*n*) when the numbers already increase, else O(*n* log *n*).
  package static func stays(
    _ sequence: [Int], weights: [Int], startingLate: Bool = false
  ) -> [Bool] {
    precondition(sequence.count == weights.count, "one weight for each position")
    var stays = [Bool](repeating: false, count: sequence.count)
    stays.withUnsafeMutableBufferPointer {
      mark(
        $0, in: 0..<$0.count, value: { sequence[$0] }, length: { _ in 1 },
        weight: { weights[$0] }, startingLate: startingLate)
    }
    return stays
  }
}

extension LongestIncreasingSubsequence {
  /// Marks which pieces stay, where a piece is a number and those that follow it.
  ///
  /// A longest subsequence holds a piece whole or not at all, because pieces do not overlap.
  ///
  /// - Parameters:
  ///   - stays: one answer for each piece; all false.
  ///   - pieces: which pieces, by their indexes in `stays`, which the closures understand.
  ///   - value: the first number of a piece, negative for one that never stays.
  ///   - length: how many numbers a piece has, at least one.
  ///   - weight: the weight of a piece, from 0.
  /// - Complexity: O(*n*) for *n* numbers when they already increase, else O(*n* + *k* log *k*) for
  ///   *k* pieces.
  @inline(__always)
  static func mark(
    _ stays: UnsafeMutableBufferPointer<Bool>, in pieces: Range<Int>, value: (Int) -> Int,
    length: (Int) -> Int, weight: (Int) -> Int, startingLate: Bool
  ) {
    var last = -1
    var increases = true
    for piece in pieces {
      let value = value(piece)
      if value < 0 { continue }
      if value <= last {
        increases = false
        break
      }
      last = value
    }
    if increases {
      for piece in pieces where value(piece) >= 0 { stays[piece] = true }
      return
    }
    let lengths = UnsafeMutablePointer<Int32>.allocate(capacity: pieces.count)
    defer { lengths.deallocate() }
    let longest = measure(pieces, value: value, length: length, into: lengths)
    choose(
      stays, in: pieces, value: value, length: length, weight: weight, lengths, longest, rests: nil,
      startingLate: startingLate)
    guard
      canBeHeavier(
        stays, in: pieces, value: value, length: length, weight: weight, lengths, longest)
    else { return }
    let rests = UnsafeMutablePointer<Int>.allocate(capacity: pieces.count)
    defer { rests.deallocate() }
    weigh(pieces, value: value, length: length, weight: weight, lengths, longest, into: rests)
    for piece in pieces { stays[piece] = false }
    choose(
      stays, in: pieces, value: value, length: length, weight: weight, lengths, longest,
      rests: rests,
      startingLate: startingLate)
  }

  /// Finds for each piece how long an increasing subsequence can be that starts with it, 0 for one
  /// that never stays, and returns the largest of these lengths.
  @inline(__always)
  private static func measure(
    _ pieces: Range<Int>, value: (Int) -> Int, length: (Int) -> Int,
    into lengths: UnsafeMutablePointer<Int32>
  ) -> Int {
    let offset = pieces.lowerBound
    var numbers = 0
    for piece in pieces where value(piece) >= 0 { numbers &+= length(piece) }
    lengths.initialize(repeating: 0, count: pieces.count)
    // starts[l]: the largest number with which a subsequence of length l + 1 can start.
    let starts = UnsafeMutablePointer<Int>.allocate(capacity: numbers)
    defer { starts.deallocate() }
    var longest = 0
    var low = 0
    var piece = pieces.upperBound
    while piece > offset {
      piece &-= 1
      let value = value(piece)
      if value < 0 { continue }
      var number = value &+ length(piece) &- 1
      // Nearly always this piece comes right before the last one.
      if low == longest
        ? longest > 0 && starts[longest &- 1] <= number
        : starts[low] > number || low > 0 && starts[low &- 1] <= number
      {
        // After a piece that moved, the next one mostly goes on where the others were.
        let isLongest = longest > 0 && starts[longest &- 1] > number
        low =
          isLongest
          ? longest
          : partition(UnsafeBufferPointer(start: starts, count: longest), above: number)
      }
      // The numbers of a piece follow each other here too.
      while number >= value {
        starts[low] = number
        number &-= 1
        low &+= 1
      }
      longest = max(longest, low)
      lengths[piece &- offset] = Int32(truncatingIfNeeded: low)
    }
    return longest
  }

  /// Marks the pieces of one of the longest subsequences, the earliest that can be.
  ///
  /// - Parameter rests: the weight of the heaviest of the longest subsequences that start with each
  ///   piece; nil where weights do not count.
  @inline(__always)
  private static func choose(
    _ stays: UnsafeMutableBufferPointer<Bool>, in pieces: Range<Int>, value: (Int) -> Int,
    length: (Int) -> Int, weight: (Int) -> Int, _ lengths: UnsafeMutablePointer<Int32>,
    _ longest: Int, rests: UnsafeMutablePointer<Int>?, startingLate: Bool
  ) {
    let offset = pieces.lowerBound
    var wanted = longest
    var rest = 0
    if let rests {
      for place in 0..<pieces.count where Int(lengths[place]) == longest {
        rest = max(rest, rests[place])
      }
    }
    var last = -1
    var piece = offset
    if startingLate {
      // Of the pieces that can start, the last one was first in the old order.
      piece = pieces.upperBound &- 1
      while piece > offset {
        let place = piece &- offset
        if Int(lengths[place]) == longest, rests.map({ $0[place] == rest }) ?? true { break }
        piece &-= 1
      }
    }
    while wanted > 0 && piece < pieces.upperBound {
      let value = value(piece)
      if value > last && Int(lengths[piece &- offset]) == wanted,
        rests.map({ $0[piece &- offset] == rest }) ?? true
      {
        stays[piece] = true
        last = value
        wanted &-= length(piece)
        if rests != nil { rest &-= weight(piece) }
      }
      piece &+= 1
    }
  }

  /// True if a piece that has a weight and does not stay is on another of the longest
  /// subsequences.
  ///
  /// Pieces that leave as much to come have falling numbers, so a piece follows one of them if it
  /// follows the last.
  @inline(__always)
  private static func canBeHeavier(
    _ stays: UnsafeMutableBufferPointer<Bool>, in pieces: Range<Int>, value: (Int) -> Int,
    length: (Int) -> Int, weight: (Int) -> Int, _ lengths: UnsafeMutablePointer<Int32>,
    _ longest: Int
  ) -> Bool {
    let offset = pieces.lowerBound
    var piece = offset
    while piece < pieces.upperBound && (stays[piece] || value(piece) < 0 || weight(piece) == 0) {
      piece &+= 1
    }
    if piece == pieces.upperBound { return false }
    // ends[l]: the last number of those that can stay and leave l numbers to come.
    let ends = UnsafeMutablePointer<Int>.allocate(capacity: longest + 1)
    ends.initialize(repeating: Int.max, count: longest + 1)
    defer { ends.deallocate() }
    ends[longest] = -1
    for piece in pieces {
      let rest = Int(lengths[piece &- offset])
      if rest == 0 { continue }
      let value = value(piece)
      if ends[rest] >= value { continue }
      if !stays[piece] && weight(piece) > 0 { return true }
      ends[rest &- length(piece)] = value &+ length(piece) &- 1
    }
    return false
  }

  /// Finds for each piece the weight of the heaviest of the longest subsequences that start with
  /// it.
  ///
  /// What can follow a piece, seen from the end, is a window that only moves on: of those that
  /// leave as much to come, the ones seen last have the largest numbers. So each level keeps a
  /// queue of falling weights, whose front is the heaviest that can follow.
  ///
  /// - Complexity: O(*k*) for *k* pieces.
  @inline(__always)
  private static func weigh(
    _ pieces: Range<Int>, value: (Int) -> Int, length: (Int) -> Int, weight: (Int) -> Int,
    _ lengths: UnsafeMutablePointer<Int32>, _ longest: Int, into rests: UnsafeMutablePointer<Int>
  ) {
    let offset = pieces.lowerBound
    var queues = Queues(levels: longest + 1, pieces: pieces.count)
    var piece = pieces.upperBound
    while piece > offset {
      piece &-= 1
      let place = piece &- offset
      let level = Int(lengths[place])
      rests[place] = 0
      if level == 0 { continue }
      let length = length(piece)
      var rest = weight(piece)
      if level > length {
        let end = value(piece) &+ length &- 1
        while let front = queues.front(level &- length), value(front &+ offset) <= end {
          queues.dropFront(level &- length)
        }
        if let front = queues.front(level &- length) { rest &+= rests[front] }
      }
      rests[place] = rest
      while let back = queues.back(level), rests[back] <= rest { queues.dropBack(level) }
      queues.append(place, level)
    }
  }

  /// One queue of pieces for each level.
  private struct Queues {
    /// The first and the last of each level, -1 for none.
    private var fronts: [Int32]
    private var backs: [Int32]
    /// For each piece, those beside it in its queue.
    private var next: [Int32]
    private var previous: [Int32]

    init(levels: Int, pieces: Int) {
      fronts = Array(repeating: -1, count: levels)
      backs = fronts
      next = Array(repeating: -1, count: pieces)
      previous = next
    }

    func front(_ level: Int) -> Int? { fronts[level] < 0 ? nil : Int(fronts[level]) }

    func back(_ level: Int) -> Int? { backs[level] < 0 ? nil : Int(backs[level]) }

    mutating func append(_ piece: Int, _ level: Int) {
      let piece = Int32(truncatingIfNeeded: piece)
      previous[Int(piece)] = backs[level]
      if let back = back(level) { next[back] = piece } else { fronts[level] = piece }
      backs[level] = piece
    }

    mutating func dropFront(_ level: Int) {
      let second = next[Int(fronts[level])]
      if second < 0 { backs[level] = -1 } else { previous[Int(second)] = -1 }
      fronts[level] = second
    }

    mutating func dropBack(_ level: Int) {
      let second = previous[Int(backs[level])]
      if second < 0 { fronts[level] = -1 } else { next[Int(second)] = -1 }
      backs[level] = second
    }
  }

  /// The number of a falling list's numbers that are larger than `value`, none of them negative.
  ///
  /// The loops are branch-free, because the branches would be unpredictable: the sign of a
  /// difference is a mask. Three numbers are compared at once, so that they are waited for
  /// together.
  @inline(__always)
  private static func partition(_ numbers: UnsafeBufferPointer<Int>, above value: Int) -> Int {
    func isAbove(_ index: Int) -> Int { (value &- numbers[index]) >> (Int.bitWidth - 1) }
    var low = 0
    var length = numbers.count
    while length > 3 {
      let quarter = length >> 2
      let first = low &+ quarter &- 1
      let second = first &+ quarter
      let third = second &+ quarter
      low &-= quarter &* (isAbove(first) &+ isAbove(second) &+ isAbove(third))
      length &-= 3 &* quarter
    }
    while length > 0 {
      let half = (length &+ 1) >> 1
      low &+= half & isAbove(low &+ half &- 1)
      length &-= half
    }
    return low
  }
}
