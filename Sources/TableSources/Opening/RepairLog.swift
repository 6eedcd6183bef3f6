/// Lists what was repaired: the first twenty by place, the rest by number.
struct RepairLog {
  private static let limit = 20
  private var first: [SourceNote] = []
  private(set) var count = 0

  /// Adds a repair; its place is only worked out for those that are listed.
  mutating func add(_ text: @autoclosure () -> String, at place: @autoclosure () -> SourcePlace) {
    count += 1
    if count <= Self.limit { first.append(SourceNote(.repair, text(), at: place())) }
  }

  /// The repairs as notes.
  var notes: [SourceNote] {
    guard count > Self.limit else { return first }
    return first + [SourceNote(.repair, "and \(count - Self.limit) more repairs")]
  }
}
