/// What a task may take at most.
struct Goal {
  /// Beside which engine it is measured.
  let peer: Engine
  /// The time of tablesh, in times of the peer.
  let time: Double
  /// Its peak memory, in sizes of the file.
  let memory: Double

  init(_ time: Double, of peer: Engine, memory: Double) {
    (self.peer, self.time, self.memory) = (peer, time, memory)
  }

  /// `≤ 0.2 × duckdb, 2 × file`.
  var text: String { "≤ \(Self.digits(time)) × \(peer.rawValue), \(Self.digits(memory)) × file" }

  private static func digits(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(value)
  }
}
