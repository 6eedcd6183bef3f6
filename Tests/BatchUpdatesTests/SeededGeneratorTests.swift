import Expectations
import TestSupport
import Testing

/// Seeded random numbers.
struct SeededGeneratorTests {
  private func numbers(_ seed: UInt64) -> [UInt64] {
    var generator = SeededGenerator(seed: seed)
    return (0..<1_000).map { _ in generator.next() }
  }

  @Test("are repeated by their seed")
  func repeated() {
    expectEqual(numbers(7), numbers(7))
  }

  @Test("of neighbouring seeds share none, so that each seed is a test of its own")
  func neighbours() {
    expectEqual(Set((0..<20).flatMap { numbers($0) }).count, 20_000)
  }
}
