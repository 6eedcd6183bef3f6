import BatchUpdates
import TableKit

/// The pictures with which a terminal shows the stages of a plan, one after the other: what is about
/// to change is marked in a gutter, then whole lines glide to where they stand after the stage.
///
///     − 0:1  012  Baker, Tom      deleted
///     + 0:1  050  New, One        inserted
///     ↕ 0:2  023  Silva, Rui      moved
///     ↻ 0:3  031  Berg, Ada       reloaded
///     ✎ 0:3  031  Berg, Ada       reconfigured
///     ! 0:3  031  Berg, Ada       stale: the data have another row there
///
/// - Complexity: to make it, O(operations), and O(table) if there are several stages; a picture costs
///   the visible rows, and between stages O(table).
public struct PlanMotion {
  private let stages: [StageMotion]

  /// Creates the pictures of a plan.
  ///
  /// - Parameters:
  ///   - stages: the stages, at least one.
  ///   - between: the table after each stage but the last.
  ///   - before: the table before the plan as it is shown, without rows of its own.
  ///   - after: the table after it, of the same size.
  ///   - batch: the outcome of a hand-written batch, if the stage is one: what glides is what the
  ///     view shows, and what is stale is marked then.
  ///   - style: the colours.
  package init(
    _ stages: [Stage], between: [Outline], before: TableView, after: TableView,
    batch: BatchOutcome? = nil, style: Style
  ) {
    precondition(
      between.count == stages.count - 1, "\(stages.count) stages, \(between.count) between")
    var ends = (before: before, after: after)
    // The gutter takes the front.
    ends.before.width = before.width.map { max(20, $0 - Self.gutterWidth) }
    ends.after.width = after.width.map { max(20, $0 - Self.gutterWidth) }
    let states =
      [StageState(ends, isAfter: false)] + between.map { StageState(ends, between: $0) }
      + [batch.map { StageState(ends, after: $0) } ?? StageState(ends, isAfter: true)]
    self.stages = stages.indices.map { index in
      StageMotion(stages[index], from: states[index], to: states[index + 1], ends, style)
    }
  }

  /// The width of the gutter.
  static let gutterWidth = 2

  /// The number of stages.
  public var stageCount: Int { stages.count }

  /// Returns the table before a stage, with what the stage changes marked.
  public func marked(_ stage: Int) -> [String] { stages[stage].marked }

  /// Returns the table while a stage is shown.
  ///
  /// - Parameter time: 0 at its beginning, 1 at its end.
  public func picture(_ stage: Int, at time: Double) -> [String] { stages[stage].picture(at: time) }

  /// Returns the table after a stage, with what the stage has changed marked.
  public func finalPicture(_ stage: Int) -> [String] { stages[stage].finalPicture }
}
