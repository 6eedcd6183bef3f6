import BatchUpdates
import Expectations
import TestSupport
import Testing

/// The longest increasing subsequence.
struct LongestIncreasingSubsequenceTests {
  /// Tries every choice of positions; the earliest positions win between equals.
  private func bruteForce(_ sequence: [Int], _ weights: [Int]) -> [Bool] {
    var best: (length: Int, weight: Int, stays: [Bool]) = (0, 0, sequence.map { _ in false })
    // The highest bit is the first position, so larger masks have earlier positions.
    for mask in (0..<(1 << sequence.count)).reversed() {
      let stays = sequence.indices.map { mask >> (sequence.count - 1 - $0) & 1 == 1 }
      let values = zip(sequence, stays).filter(\.1).map(\.0)
      guard values.allSatisfy({ $0 >= 0 }), zip(values, values.dropFirst()).allSatisfy(<) else {
        continue
      }
      let weight = zip(weights, stays).filter(\.1).map(\.0).reduce(0, +)
      if (values.count, weight) > (best.length, best.weight) {
        best = (values.count, weight, stays)
      }
    }
    return best.stays
  }

  @Test("every sequence of up to six small numbers agrees with trying everything")
  func smallSequences() {
    for count in 0...6 {
      let base = count < 6 ? 5 : 4
      var total = 1
      for _ in 0..<count { total *= base }
      for code in stride(from: 0, to: total, by: count < 5 ? 1 : 3) {
        var rest = code
        let sequence = (0..<count).map { _ in
          defer { rest /= base }
          return rest % base - 1
        }
        let expected = bruteForce(sequence, sequence.map { _ in 0 })
        expectEqual(LongestIncreasingSubsequence.stays(sequence), expected, "\(sequence)")
      }
    }
  }

  @Test("weights choose among the longest, then the earliest positions do", arguments: [7, 8])
  func weights(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let count = Int.random(in: 0...8, using: &generator)
      let sequence = Array(-1..<9).shuffled(using: &generator).prefix(count).map { $0 }
      let weights = sequence.map { _ in Int.random(in: 0...2, using: &generator) }
      expectEqual(
        LongestIncreasingSubsequence.stays(sequence, weights: weights),
        bruteForce(sequence, weights), "seed \(seed): \(sequence) \(weights)")
      expectEqual(
        LongestIncreasingSubsequence.stays(sequence),
        LongestIncreasingSubsequence.stays(sequence, weights: sequence.map { _ in 0 }))
    }
  }

  @Test("what is not there never stays and does not disturb")
  func absent() {
    expectEqual(LongestIncreasingSubsequence.stays([]), [])
    expectEqual(LongestIncreasingSubsequence.stays([-1, -1]), [false, false])
    expectEqual(LongestIncreasingSubsequence.stays([0, -1, 1]), [true, false, true])
    expectEqual(LongestIncreasingSubsequence.stays([1, -1, 0]), [true, false, false])
  }

  @Test("of A B C D → D A C B, A and C stay")
  func example() {
    expectEqual(LongestIncreasingSubsequence.stays([3, 0, 2, 1]), [false, true, true, false])
    expectEqual(LongestIncreasingSubsequence.stays([1, 0]), [true, false])
    expectEqual(LongestIncreasingSubsequence.stays([1, 0], weights: [0, 1]), [false, true])
    expectEqual(LongestIncreasingSubsequence.stays([1, 0], startingLate: true), [false, true])
  }

  @Test("starting late is as long, and starts where the old order did", arguments: [11, 12])
  func startingLate(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let count = Int.random(in: 1...9, using: &generator)
      let sequence = Array(0..<count).shuffled(using: &generator)
      let early = LongestIncreasingSubsequence.stays(sequence)
      let late = LongestIncreasingSubsequence.stays(sequence, startingLate: true)
      let values = zip(sequence, late).filter(\.1).map(\.0)
      expectEqual(values, values.sorted(), "seed \(seed): \(sequence)")
      expectEqual(values.count, early.filter { $0 }.count, "seed \(seed): \(sequence)")
      let first = zip(sequence, early).first(where: \.1)?.0 ?? 0
      expect((values.first ?? 0) <= first, "seed \(seed): \(sequence)")
    }
  }
}
