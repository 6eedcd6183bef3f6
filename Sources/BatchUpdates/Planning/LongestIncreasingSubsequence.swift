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
public enum LongestIncreasingSubsequence {
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
  public static func stays(_ sequence: [Int], startingLate: Bool = false) -> [Bool] {
    var stays = [Bool](repeating: false, count: sequence.count)
    mark(
      &stays[...], value: { sequence[$0] }, length: { _ in 1 }, weight: { _ in 0 },
      startingLate: startingLate)
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
  public static func stays(
    _ sequence: [Int], weights: [Int], startingLate: Bool = false
  ) -> [Bool] {
    precondition(sequence.count == weights.count, "one weight for each position")
    var stays = [Bool](repeating: false, count: sequence.count)
    mark(
      &stays[...], value: { sequence[$0] }, length: { _ in 1 }, weight: { weights[$0] },
      startingLate: startingLate)
    return stays
  }
}

extension LongestIncreasingSubsequence {
  /// Marks which pieces stay, where a piece is a number and those that follow it.
  ///
  /// A longest subsequence holds a piece whole or not at all, because pieces do not overlap.
  ///
  /// - Parameters:
  ///   - stays: one answer for each piece, at indexes that the closures understand; all false.
  ///   - value: the first number of a piece, negative for one that never stays.
  ///   - length: how many numbers a piece has, at least one.
  ///   - weight: the weight of a piece, from 0.
  /// - Complexity: O(*n*) for *n* numbers when they already increase, else O(*n* + *k* log *k*) for
  ///   *k* pieces.
  @inline(__always)
  static func mark(
    _ stays: inout ArraySlice<Bool>, value: (Int) -> Int, length: (Int) -> Int,
    weight: (Int) -> Int, startingLate: Bool
  ) {
    let pieces = stays.indices
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
    markLongest(&stays, value: value, length: length, startingLate: startingLate)
    // Who has a weight and stays anyway needs no choice among equals.
    guard pieces.contains(where: { !stays[$0] && value($0) >= 0 && weight($0) > 0 }) else { return }
    for piece in pieces { stays[piece] = false }
    markHeaviest(&stays, value: value, length: length, weight: weight, startingLate: startingLate)
  }

  @inline(__always)
  private static func markLongest(
    _ stays: inout ArraySlice<Bool>, value: (Int) -> Int, length: (Int) -> Int, startingLate: Bool
  ) {
    let pieces = stays.indices
    let offset = pieces.lowerBound
    var numbers = 0
    for piece in pieces where value(piece) >= 0 { numbers &+= length(piece) }
    // lengths[k]: how long an increasing subsequence can be that starts with piece k.
    let lengths = UnsafeMutablePointer<Int32>.allocate(capacity: pieces.count)
    lengths.initialize(repeating: 0, count: pieces.count)
    // starts[l]: the largest number with which a subsequence of length l + 1 can start.
    let starts = UnsafeMutablePointer<Int>.allocate(capacity: numbers)
    defer {
      lengths.deallocate()
      starts.deallocate()
    }
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
        low = partition(UnsafeBufferPointer(start: starts, count: longest), above: number)
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
    var wanted = longest
    var last = -1
    piece = offset
    if startingLate {
      // Of the pieces that can start, the last one was first in the old order.
      piece = pieces.upperBound &- 1
      while piece > offset && Int(lengths[piece &- offset]) != longest { piece &-= 1 }
    }
    while wanted > 0 && piece < pieces.upperBound {
      let value = value(piece)
      if value > last && Int(lengths[piece &- offset]) == wanted {
        stays[piece] = true
        last = value
        wanted &-= length(piece)
      }
      piece &+= 1
    }
  }

  /// How many of a falling list's numbers are larger than `value`.
  ///
  /// Without a branch in the loop, because nobody could predict it.
  @inline(__always)
  private static func partition(_ numbers: UnsafeBufferPointer<Int>, above value: Int) -> Int {
    var low = 0
    var length = numbers.count
    while length > 1 {
      let half = length >> 1
      low &+= numbers[low &+ half &- 1] > value ? half : 0
      length &-= half
    }
    return length == 1 && numbers[low] > value ? low &+ 1 : low
  }

  @inline(__always)
  private static func markHeaviest(
    _ stays: inout ArraySlice<Bool>, value: (Int) -> Int, length: (Int) -> Int,
    weight: (Int) -> Int, startingLate: Bool
  ) {
    let pieces = stays.indices
    let offset = pieces.lowerBound
    let ordered = pieces.filter { value($0) >= 0 }.sorted { value($0) > value($1) }
    // How many pieces are larger; equal ones share the rank.
    var ranks = [Int](repeating: 0, count: pieces.count)
    for (rank, piece) in ordered.enumerated() {
      let isEqual = rank > 0 && value(ordered[rank - 1]) == value(piece)
      ranks[piece - offset] = isEqual ? ranks[ordered[rank - 1] - offset] : rank
    }
    var best = Heaviest(count: ordered.count)
    var rests = [Heaviest.Value](repeating: Heaviest.Value(), count: pieces.count)
    for piece in pieces.reversed() where value(piece) >= 0 {
      let rank = ranks[piece - offset]
      var rest = best.maximum(above: rank)
      rest.length += length(piece)
      rest.weight += weight(piece)
      rests[piece - offset] = rest
      best.insert(rest, at: rank)
    }
    var wanted = best.maximum(above: ordered.count)
    var last = -1
    let start = startingLate ? rests.lastIndex(of: wanted) ?? 0 : 0
    for piece in pieces.dropFirst(start) where wanted.length > 0 {
      let value = value(piece)
      guard value > last, rests[piece - offset] == wanted else { continue }
      stays[piece] = true
      last = value
      wanted.length -= length(piece)
      wanted.weight -= weight(piece)
    }
  }

  /// The best subsequence that starts above a number: a Fenwick tree over the ranks of the
  /// numbers, largest first.
  private struct Heaviest {
    /// A subsequence judged by its length, then by its weight.
    struct Value: Equatable {
      var length = 0
      var weight = 0
    }

    private var tree: [Value]

    init(count: Int) { tree = Array(repeating: Value(), count: count + 1) }

    /// The best of those whose rank is below `rank`.
    func maximum(above rank: Int) -> Value {
      var node = rank
      var best = Value()
      while node > 0 {
        best = Self.larger(best, tree[node])
        node &= node - 1
      }
      return best
    }

    mutating func insert(_ entry: Value, at rank: Int) {
      var node = rank + 1
      while node < tree.count {
        tree[node] = Self.larger(tree[node], entry)
        node += node & -node
      }
    }

    private static func larger(_ a: Value, _ b: Value) -> Value {
      a.length != b.length ? (a.length > b.length ? a : b) : (a.weight >= b.weight ? a : b)
    }
  }
}
