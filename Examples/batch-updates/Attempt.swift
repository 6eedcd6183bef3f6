import BatchUpdates

/// A batch that was written by hand to get from the one board to the other.
struct Attempt {
  let title: String
  let stage: Stage

  /// Each mends what the one before it was blamed for.
  static let all = [
    Attempt(
      title: "what vanished and what appeared, Warsaw at the end of the old list",
      stage: Stage(
        sections: Changes(deletes: [0], inserts: [1]),
        rows: Changes(inserts: [RowPath(2, 3)]))),
    Attempt(
      title: "Warsaw at its place in the new list",
      stage: Stage(
        sections: Changes(deletes: [0], inserts: [1]),
        rows: Changes(inserts: [RowPath(2, 1)]))),
    Attempt(
      title: "and what moved",
      stage: Stage(
        sections: Changes(deletes: [0], inserts: [1]),
        rows: Changes(
          inserts: [RowPath(2, 1)],
          moves: [
            Move(from: RowPath(2, 0), to: RowPath(0, 2)),
            Move(from: RowPath(2, 1), to: RowPath(1, 0)),
          ]))),
    Attempt(
      title: "no move into the new section, and Amsterdam reloaded for its new gate",
      stage: Stage(
        sections: Changes(deletes: [0], inserts: [1]),
        rows: Changes(
          deletes: [RowPath(2, 1)], inserts: [RowPath(2, 1)],
          moves: [Move(from: RowPath(2, 0), to: RowPath(0, 2))],
          reloads: [RowPath(2, 0)]))),
    Attempt(
      title: "no reload",
      stage: Stage(
        sections: Changes(deletes: [0], inserts: [1]),
        rows: Changes(
          deletes: [RowPath(2, 1)], inserts: [RowPath(2, 1)],
          moves: [Move(from: RowPath(2, 0), to: RowPath(0, 2))]))),
  ]
}
