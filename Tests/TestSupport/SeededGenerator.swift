/// Random numbers that a seed repeats (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator; equal seeds give equal numbers, neighbouring seeds unrelated ones.
  public init(seed: UInt64) {
    // The state counts up in equal steps: it must not begin a step further for the next seed, or
    // both would give one sequence.
    state = seed
    state = next()
  }

  /// Creates a generator that goes on from a state, as one does whose samples are known.
  public init(state: UInt64) { self.state = state }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number below `bound`.
  public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  /// True once in `times`.
  public mutating func oneIn(_ times: Int) -> Bool { below(times) == 0 }

  /// One of a list that is not empty.
  public mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}
