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
    stays(
      sequence, weights: Array(repeating: 0, count: sequence.count), startingLate: startingLate)
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
    let pieces = zip(sequence, weights).map { Piece(value: Int32($0), length: 1, weight: $1) }
    var stays = [Bool](repeating: false, count: sequence.count)
    stays.withUnsafeMutableBufferPointer { stays in
      pieces.withUnsafeBufferPointer { pieces in
        guard let stays = stays.baseAddress, let first = pieces.baseAddress else { return }
        mark(stays, first, count: pieces.count, startingLate: startingLate)
      }
    }
    return stays
  }
}

extension LongestIncreasingSubsequence {
  /// A number and those that follow it.
  struct Piece {
    /// The first number, negative for a piece that never stays.
    let value: Int32
    /// The number of numbers, at least one.
    let length: Int32
    /// The weight, from 0.
    let weight: Int

    /// The last number.
    @_transparent
    var last: Int { Int(value) &+ Int(length) &- 1 }
  }

  /// Marks which pieces stay.
  ///
  /// A longest subsequence holds a piece whole or not at all, because pieces do not overlap.
  ///
  /// Here and below are plain loops over pointers: these are quick even where nothing is optimised.
  ///
  /// - Parameter stays: one answer for each piece; all false.
  /// - Complexity: O(*n*) for *n* numbers when they already increase, else O(*n* + *k* log *k*) for
  ///   *k* pieces.
  static func mark(
    _ stays: UnsafeMutablePointer<Bool>, _ pieces: UnsafePointer<Piece>, count: Int,
    startingLate: Bool
  ) {
    if increase(pieces, count) {
      var piece = 0
      while piece < count {
        stays[piece] = pieces[piece].value >= 0
        piece &+= 1
      }
      return
    }
    let lengths = UnsafeMutablePointer<Int32>.allocate(capacity: count)
    defer { lengths.deallocate() }
    let longest = measure(pieces, count, into: lengths)
    choose(stays, pieces, count, lengths, longest, rests: nil, startingLate: startingLate)
    guard canBeHeavier(stays, pieces, count, lengths, longest) else { return }
    let rests = UnsafeMutablePointer<Int>.allocate(capacity: count)
    defer { rests.deallocate() }
    weigh(pieces, count, lengths, longest, into: rests)
    stays.update(repeating: false, count: count)
    choose(stays, pieces, count, lengths, longest, rests: rests, startingLate: startingLate)
  }

  /// True if all pieces that can stay are in order.
  private static func increase(_ pieces: UnsafePointer<Piece>, _ count: Int) -> Bool {
    var last: Int32 = -1
    var piece = 0
    while piece < count {
      let value = pieces[piece].value
      if value >= 0 {
        if value <= last { return false }
        last = value
      }
      piece &+= 1
    }
    return true
  }

  /// Finds for each piece how long an increasing subsequence can be that starts with it, 0 for one
  /// that never stays, and returns the largest of these lengths.
  private static func measure(
    _ pieces: UnsafePointer<Piece>, _ count: Int, into lengths: UnsafeMutablePointer<Int32>
  ) -> Int {
    var numbers = 0
    var piece = 0
    while piece < count {
      if pieces[piece].value >= 0 { numbers &+= Int(pieces[piece].length) }
      piece &+= 1
    }
    // starts[l]: the largest number with which a subsequence of length l + 1 can start.
    let starts = UnsafeMutablePointer<Int>.allocate(capacity: numbers)
    defer { starts.deallocate() }
    var longest = 0
    var low = 0
    while piece > 0 {
      piece &-= 1
      lengths[piece] = 0
      let value = Int(pieces[piece].value)
      if value < 0 { continue }
      var number = pieces[piece].last
      // Nearly always this piece comes right before the last one.
      if low == longest
        ? longest > 0 && starts[longest &- 1] <= number
        : starts[low] > number || low > 0 && starts[low &- 1] <= number
      {
        // After a piece that moved, the next one mostly goes on where the others were.
        let isLongest = longest > 0 && starts[longest &- 1] > number
        low = isLongest ? longest : partition(starts, longest, above: number)
      }
      // The numbers of a piece follow each other here too.
      while number >= value {
        starts[low] = number
        number &-= 1
        low &+= 1
      }
      if low > longest { longest = low }
      lengths[piece] = Int32(truncatingIfNeeded: low)
    }
    return longest
  }

  /// Marks the pieces of one of the longest subsequences, the earliest that can be.
  ///
  /// - Parameter rests: the weight of the heaviest of the longest subsequences that start with each
  ///   piece; nil where weights do not count.
  private static func choose(
    _ stays: UnsafeMutablePointer<Bool>, _ pieces: UnsafePointer<Piece>, _ count: Int,
    _ lengths: UnsafeMutablePointer<Int32>, _ longest: Int, rests: UnsafeMutablePointer<Int>?,
    startingLate: Bool
  ) {
    var rest = 0
    var piece = 0
    if let rests {
      while piece < count {
        if Int(lengths[piece]) == longest && rests[piece] > rest { rest = rests[piece] }
        piece &+= 1
      }
    }
    piece = 0
    if startingLate {
      // Of the pieces that can start, the last one was first in the old order.
      piece = count &- 1
      while piece > 0 {
        if Int(lengths[piece]) == longest {
          guard let rests, rests[piece] != rest else { break }
        }
        piece &-= 1
      }
    }
    var wanted = longest
    var last = -1
    while wanted > 0 && piece < count {
      if Int(lengths[piece]) == wanted {
        let value = Int(pieces[piece].value)
        var isChosen = value > last
        if isChosen, let rests { isChosen = rests[piece] == rest }
        if isChosen {
          stays[piece] = true
          last = value
          wanted &-= Int(pieces[piece].length)
          rest &-= pieces[piece].weight
        }
      }
      piece &+= 1
    }
  }

  /// True if a piece that has a weight and does not stay is on another of the longest
  /// subsequences.
  ///
  /// Pieces that leave as much to come have falling numbers, so a piece follows one of them if it
  /// follows the last.
  private static func canBeHeavier(
    _ stays: UnsafeMutablePointer<Bool>, _ pieces: UnsafePointer<Piece>, _ count: Int,
    _ lengths: UnsafeMutablePointer<Int32>, _ longest: Int
  ) -> Bool {
    var piece = 0
    while piece < count
      && (stays[piece] || pieces[piece].value < 0 || pieces[piece].weight == 0)
    {
      piece &+= 1
    }
    if piece == count { return false }
    // ends[l]: the last number of those that can stay and leave l numbers to come.
    let ends = UnsafeMutablePointer<Int>.allocate(capacity: longest + 1)
    ends.initialize(repeating: Int.max, count: longest + 1)
    defer { ends.deallocate() }
    ends[longest] = -1
    piece = 0
    while piece < count {
      let rest = Int(lengths[piece])
      if rest > 0 && ends[rest] < Int(pieces[piece].value) {
        if !stays[piece] && pieces[piece].weight > 0 { return true }
        ends[rest &- Int(pieces[piece].length)] = pieces[piece].last
      }
      piece &+= 1
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
  private static func weigh(
    _ pieces: UnsafePointer<Piece>, _ count: Int, _ lengths: UnsafeMutablePointer<Int32>,
    _ longest: Int, into rests: UnsafeMutablePointer<Int>
  ) {
    // The first and the last piece of each level's queue, -1 for none; then for each piece those
    // beside it in its queue.
    let fronts = UnsafeMutablePointer<Int32>.allocate(capacity: 2 * (longest + 1 + count))
    defer { fronts.deallocate() }
    fronts.initialize(repeating: -1, count: 2 * (longest + 1 + count))
    let backs = fronts + (longest + 1)
    let next = backs + (longest + 1)
    let previous = next + count
    var piece = count
    while piece > 0 {
      piece &-= 1
      rests[piece] = 0
      let level = Int(lengths[piece])
      if level == 0 { continue }
      var rest = pieces[piece].weight
      let below = level &- Int(pieces[piece].length)
      if below > 0 {
        let end = pieces[piece].last
        var front = Int(fronts[below])
        while front >= 0 && Int(pieces[front].value) <= end { front = Int(next[front]) }
        fronts[below] = Int32(truncatingIfNeeded: front)
        if front >= 0 {
          previous[front] = -1
          rest &+= rests[front]
        } else {
          backs[below] = -1
        }
      }
      rests[piece] = rest
      var back = Int(backs[level])
      while back >= 0 && rests[back] <= rest { back = Int(previous[back]) }
      let link = Int32(truncatingIfNeeded: piece)
      if back >= 0 { next[back] = link } else { fronts[level] = link }
      previous[piece] = Int32(truncatingIfNeeded: back)
      backs[level] = link
    }
  }

  /// The number of a falling list's numbers that are larger than `value`, none of them negative.
  ///
  /// The loops are branch-free, because the branches would be unpredictable: the sign of a
  /// difference is a mask. Three numbers are compared at once, so that they are waited for
  /// together.
  @_transparent
  private static func partition(
    _ numbers: UnsafeMutablePointer<Int>, _ count: Int, above value: Int
  ) -> Int {
    let shift = Int.bitWidth &- 1
    var low = 0
    var length = count
    while length > 3 {
      let quarter = length &>> 2
      let first = low &+ quarter &- 1
      let second = first &+ quarter
      let third = second &+ quarter
      low &-=
        quarter
        &* ((value &- numbers[first]) &>> shift &+ (value &- numbers[second]) &>> shift
          &+ (value &- numbers[third]) &>> shift)
      length &-= 3 &* quarter
    }
    while length > 0 {
      let half = (length &+ 1) &>> 1
      low &+= half & (value &- numbers[low &+ half &- 1]) &>> shift
      length &-= half
    }
    return low
  }
}
