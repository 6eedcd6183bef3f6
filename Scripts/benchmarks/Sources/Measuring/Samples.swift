/// Nanoseconds measured in the rounds of a race.
public struct Samples: Sendable {
  private let sorted: [UInt64]

  /// Creates samples; there is at least one.
  public init(_ values: [UInt64]) {
    precondition(!values.isEmpty, "no round was run")
    sorted = values.sorted()
  }

  /// The time in the middle; between the middle two of an even number.
  public var median: Double {
    let middle = sorted.count / 2
    if sorted.count % 2 == 1 { return Double(sorted[middle]) }
    return (Double(sorted[middle - 1]) + Double(sorted[middle])) / 2
  }

  /// How far the middle half of the times reaches, as a share of the median.
  public var spread: Double {
    let quarter = sorted.count / 4
    return Double(sorted[sorted.count - 1 - quarter] - sorted[quarter]) / max(median, 1)
  }
}
