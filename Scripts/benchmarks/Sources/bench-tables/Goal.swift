/// What a task may take at most.
struct Goal {
  /// Beside which engine it is measured; nil if its time is in seconds.
  let peer: Engine?
  /// The time of tablesh, in times of the peer, or in seconds.
  let time: Double
  /// Its peak memory, in sizes of the file.
  let memory: Double

  init(_ time: Double, of peer: Engine, memory: Double) {
    (self.peer, self.time, self.memory) = (peer, time, memory)
  }

  init(seconds: Double, memory: Double) {
    (peer, time, self.memory) = (nil, seconds, memory)
  }

  /// `≤ 0.2 × duckdb, 2 × file`.
  var text: String {
    let most = Self.digits(time) + (peer.map { " × \($0.rawValue)" } ?? " s")
    return "≤ \(most), \(Self.digits(memory)) × file"
  }

  private static func digits(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(value)
  }
}
