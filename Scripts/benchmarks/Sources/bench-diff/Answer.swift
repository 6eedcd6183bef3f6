import BatchUpdates

/// How much an engine answers.
struct Answer: Equatable {
  var operations = 0
  var moves = 0
  /// Batches to apply one after the other; nil for an engine that knows of none.
  var stages: Int?
}

extension Answer {
  /// What a plan of ours comes to.
  init(_ plan: Plan) {
    operations = plan.count
    moves = plan.stages.reduce(0) { $0 + $1.sections.moves.count + $1.rows.moves.count }
    stages = plan.stages.count
  }
}

extension Plan {
  /// The bytes of its operations.
  var bytes: Int {
    stages.reduce(0) { $0 + $1.sections.bytes + $1.rows.bytes }
  }
}

extension Changes {
  fileprivate var bytes: Int {
    let single = deletes.count + inserts.count + reloads.count + reconfigures.count
    return single * MemoryLayout<Index>.stride + moves.count * MemoryLayout<Move<Index>>.stride
  }
}
