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
    if isIncreasing(sequence) { return sequence.map { $0 >= 0 } }
    // lengths[k]: how long an increasing subsequence can be that starts at position k.
    var lengths = [Int](repeating: 0, count: sequence.count)
    // starts[l]: the largest number with which a subsequence of length l + 1 can start.
    var starts: [Int] = []
    for position in sequence.indices.reversed() where sequence[position] >= 0 {
      let value = sequence[position]
      var low = 0
      var high = starts.count
      while low < high {
        let middle = (low + high) / 2
        if starts[middle] > value { low = middle + 1 } else { high = middle }
      }
      lengths[position] = low + 1
      if low == starts.count { starts.append(value) } else { starts[low] = value }
    }
    var stays = [Bool](repeating: false, count: sequence.count)
    var length = starts.count
    var last = -1
    // Of the positions that can start, the last one was first in the old order.
    let start = startingLate ? lengths.lastIndex(of: length) ?? 0 : 0
    for position in sequence.indices[start...] where length > 0 {
      guard sequence[position] > last, lengths[position] == length else { continue }
      stays[position] = true
      last = sequence[position]
      length -= 1
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
  public static func stays(
    _ sequence: [Int], weights: [Int], startingLate: Bool = false
  ) -> [Bool] {
    precondition(sequence.count == weights.count, "one weight for each position")
    if isIncreasing(sequence) { return sequence.map { $0 >= 0 } }
    var best = Heaviest(values: sequence)
    var rests = [Heaviest.Value](repeating: Heaviest.Value(), count: sequence.count)
    for position in sequence.indices.reversed() where sequence[position] >= 0 {
      var rest = best.maximum(above: sequence[position])
      rest.length += 1
      rest.weight += weights[position]
      rests[position] = rest
      best.insert(rest, at: sequence[position])
    }
    var stays = [Bool](repeating: false, count: sequence.count)
    var wanted = best.maximum(above: -1)
    var last = -1
    let start = startingLate ? rests.lastIndex(of: wanted) ?? 0 : 0
    for position in sequence.indices[start...] where wanted.length > 0 {
      guard sequence[position] > last, rests[position] == wanted else { continue }
      stays[position] = true
      last = sequence[position]
      wanted.length -= 1
      wanted.weight -= weights[position]
    }
    return stays
  }

  /// Whether the numbers that are not negative increase: then all of them stay.
  private static func isIncreasing(_ sequence: [Int]) -> Bool {
    var last = -1
    for value in sequence where value >= 0 {
      if value <= last { return false }
      last = value
    }
    return true
  }
}

extension LongestIncreasingSubsequence {
  /// The best subsequence that starts above a number: a Fenwick tree over the numbers, largest
  /// first.
  private struct Heaviest {
    /// A subsequence judged by its length, then by its weight.
    struct Value: Equatable {
      var length = 0
      var weight = 0
    }

    /// The numbers in order, each once.
    private let values: [Int]
    private var tree: [Value]

    init(values all: [Int]) {
      var values: [Int] = []
      for value in all.sorted() where value >= 0 && value != values.last { values.append(value) }
      self.values = values
      tree = Array(repeating: Value(), count: values.count + 1)
    }

    /// How many numbers are larger than `value`.
    private func rank(_ value: Int) -> Int {
      var low = 0
      var high = values.count
      while low < high {
        let middle = (low + high) / 2
        if values[middle] <= value { low = middle + 1 } else { high = middle }
      }
      return values.count - low
    }

    func maximum(above value: Int) -> Value {
      var node = rank(value)
      var best = Value()
      while node > 0 {
        best = Self.larger(best, tree[node])
        node &= node - 1
      }
      return best
    }

    mutating func insert(_ entry: Value, at value: Int) {
      var node = rank(value) + 1
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
