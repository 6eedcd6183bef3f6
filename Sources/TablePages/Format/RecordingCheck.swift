import Wording

/// The facts of a recording that holds together: it was replayed from its start to its end.
public struct RecordingCheck: Sendable {
  /// The number of steps, stages and rows.
  public let steps: Int, stages: Int, rows: Int
  /// The table at the end.
  public let end: RecordedTable

  /// Replays every stage of a recording.
  ///
  /// - Throws: `invalid` for the first thing that does not fit.
  /// - Complexity: O(versions), and that of each stage.
  public init(_ recording: Recording) throws(RecordingError) {
    for (version, row) in recording.identities.sorted(by: { $0.key < $1.key }) {
      guard version < recording.rows.count, row < version, recording.identities[row] == nil else {
        throw .invalid(
          place: "ident.\(version)", problem: "row \(row) is not named by its first version")
      }
    }
    try Self.check(recording.geometry, "geometry")
    try Self.check(recording.heights, recording, "heights")
    var table = try RecordedTable(recording)
    let start = recording.start
    try Self.check(start.selection, recording, "start.selection")
    try Self.check(start.marks, recording, "start.marks")
    try Self.check(start.traits.keys.sorted(), recording, "start.traits")
    var (selection, marks) = (Set(start.selection), Set(start.marks))
    var stages = 0
    // What was before the last step.
    var former = (table, selection, marks)
    for (number, step) in recording.steps.enumerated() {
      let place = "steps[\(number)]"
      if step.follows {
        guard number > 0 else {
          throw .invalid(place: place + ".follows", problem: "there is no step before it")
        }
        (table, selection, marks) = former
      }
      former = (table, selection, marks)
      try Self.follow(step.selection, &selection, recording, place + ".selection")
      try Self.follow(step.marks, &marks, recording, place + ".marks")
      for (i, stage) in step.stages.enumerated() {
        try table.apply(stage, at: "\(place).stages[\(i)]")
        if case .batch(let batch) = stage, batch.selection != nil {
          var after = selection
          try Self.follow(batch.selection, &after, recording, "\(place).stages[\(i)].selection")
        }
      }
      stages += step.stages.count
      if let geometry = step.geometry { try Self.check(geometry, place + ".geometry") }
      try Self.check(step.heights, recording, place + ".heights")
      try Self.check(step.traits.keys.sorted(), recording, place + ".traits")
      if let touch = step.touch {
        let rows = [touch.highlighted, touch.swiped, touch.minus, touch.drag?.row]
        try Self.check(rows.compactMap { $0 } + touch.expanded, recording, place + ".touch")
      }
      for (i, reason) in step.reasons.enumerated() where reason.stage >= step.stages.count {
        throw .invalid(
          place: "\(place).why[\(i)]", problem: "the step has no stage \(reason.stage)")
      }
    }
    (steps, self.stages, rows) = (recording.steps.count, stages, recording.rowCount)
    end = table
  }

  /// What is said of it: `12 steps, 14 stages, 30 rows: valid`.
  public var sentence: String {
    "\(Counts.of(steps, "step")), \(Counts.of(stages, "stage")), \(Counts.of(rows, "row")): valid"
  }

  /// Checks that measures are sizes that a page can draw.
  private static func check(
    _ geometry: Recording.Geometry, _ place: String
  ) throws(RecordingError) {
    let heights = Recording.Geometry.heights
    guard heights.contains(geometry.row), heights.contains(geometry.viewport),
      (0...heights.upperBound).contains(geometry.header)
    else { throw .invalid(place: place, problem: "its measures are no sizes") }
  }

  /// Checks that heights are those of versions.
  private static func check(
    _ heights: [Int: Double?], _ recording: Recording, _ place: String
  ) throws(RecordingError) {
    for version in heights.keys.sorted() where version >= recording.rows.count {
      throw .invalid(place: "\(place).\(version)", problem: "there is no version \(version)")
    }
    for (version, height) in heights.sorted(by: { $0.key < $1.key }) {
      guard let height, !Recording.Geometry.heights.contains(height) else { continue }
      throw .invalid(place: "\(place).\(version)", problem: "no row can be \(height) points high")
    }
  }

  /// Checks that a list follows from the one before, and makes that of it.
  private static func follow(
    _ change: Recording.ListChange?, _ rows: inout Set<Int>, _ recording: Recording,
    _ place: String
  ) throws(RecordingError) {
    switch change {
    case nil: return
    case .whole(let list):
      try check(list, recording, place)
      rows = Set(list)
    case .edited(let removed, let added):
      for row in removed where rows.remove(row) == nil {
        throw .invalid(place: place + ".remove", problem: "\(row) is not in the list before")
      }
      try check(added, recording, place + ".add")
      for row in added where !rows.insert(row).inserted {
        throw .invalid(place: place + ".add", problem: "\(row) is in the list already")
      }
    }
  }

  /// Checks that numbers name rows.
  private static func check(
    _ rows: [Int], _ recording: Recording, _ place: String
  ) throws(RecordingError) {
    for row in rows where row >= recording.rows.count || recording.identities[row] != nil {
      throw .invalid(place: place, problem: "\(row) is no row")
    }
  }
}
