/// A hand-written plan, judged and replayed stage by stage.
///
/// Each stage starts from what the stage before it left on the screen. The tables between stages
/// are known by identity only: a row's content there may be the old one or the new one, so what a
/// stage redraws is taken to show the new content, and what no stage has redrawn yet the old. What
/// is stale is then:
///
/// - after a stage that is not the last, a cell that shows another row, or a section that shows
///   another section, than the stage's table has there;
/// - after the last stage, also what shows an old content.
///
///     before  [a b c]      stage 0: delete 0:0       after it [b c]
///     after   [b C]        stage 1: reload 0:1       nothing is stale
///
/// Source: <doc:TheRules>, D5.
package struct PlanCheck: Hashable, Sendable {
  /// One stage and what comes of it.
  package struct Step: Hashable, Sendable {
    /// The operations as they were written.
    package let stage: Stage
    /// The table shown before the stage.
    package let shown: Outline
    /// The table after the stage; the contents are those of the last table.
    package let data: Outline
    /// What a view shows after the stage; nil where UIKit raises an exception.
    package let replay: Replay?
    /// The violation for which UIKit raises an exception; nil if it raises none.
    package let violation: Violation?
    /// Paths after the stage of cells that are stale.
    package let stale: [RowPath]
    /// Indexes after the stage of sections whose header or footer is stale.
    package let staleSections: [Int]

    /// True if the stage is legal and nothing is stale after it.
    package var isExact: Bool { violation == nil && stale.isEmpty && staleSections.isEmpty }
  }

  /// The stages that were judged: all, or those up to the one that is illegal.
  package let steps: [Step]

  /// Judges and replays stages.
  ///
  /// - Parameters:
  ///   - stages: the stages in order; none counts as one without operations.
  ///   - before: the table before the first stage.
  ///   - between: the table after each stage but the last, its rows with the contents that they
  ///     have in `after`, or in `before` where they are not there.
  ///   - after: the table after the last stage.
  ///   - isOfCollectionView: true for the batches of a collection view, which raises an exception where
  ///     a table view reads everything again, D16.
  /// - Precondition: there is one table in `between` less than there are stages.
  /// - Complexity: O(rows) for each stage.
  package init(
    stages: [Stage], before: Outline, between: [Outline], after: Outline,
    isOfCollectionView: Bool = false
  ) {
    let stages = stages.isEmpty ? [Stage()] : stages
    precondition(
      between.count == stages.count - 1,
      "\(between.count) tables between \(stages.count) stages")
    var shown = before
    var steps: [Step] = []
    for (stage, data) in zip(stages, between + [after]) {
      let step = Step(
        stage, shown, data, isLast: steps.count == between.count,
        isOfCollectionView: isOfCollectionView)
      steps.append(step)
      guard let replay = step.replay else { break }
      shown = replay.shown
    }
    self.steps = steps
  }

  /// The index of the stage that is illegal, and why.
  package var violation: (stage: Int, violation: Violation)? {
    steps.last?.violation.map { (steps.count - 1, $0) }
  }

  /// The index of the first stage instead of which UIKit reads the whole table, and why.
  package var reloadData: (stage: Int, why: String)? {
    for (i, step) in steps.enumerated() {
      if let why = step.replay?.reloadedData { return (i, why) }
    }
    return nil
  }

  /// The warnings, each once.
  package var warnings: [Verdict.Warning] {
    var warnings: [Verdict.Warning] = []
    for warning in steps.flatMap({ $0.replay?.warnings ?? [] }) where !warnings.contains(warning) {
      warnings.append(warning)
    }
    return warnings
  }

  /// True if every stage is legal and nothing is stale after any of them.
  package var isExact: Bool { steps.allSatisfy(\.isExact) }
}

extension PlanCheck.Step {
  fileprivate init(
    _ stage: Stage, _ shown: Outline, _ data: Outline, isLast: Bool, isOfCollectionView: Bool
  ) {
    self.stage = stage
    self.shown = shown
    self.data = data
    do throws(Violation) {
      let replay = try stage.replay(shown: shown, data: data)
      if isOfCollectionView, replay.reloadedData != nil, let crossing = Batch(stage).crossing {
        throw crossing
      }
      self.replay = replay
      violation = nil
      let seen = replay.shown.sections
      stale = replay.stale.filter { path in
        let row = seen[path.section].rows[path.row]
        return isLast || row.id != data.sections[path.section].rows[path.row].id
      }
      staleSections = replay.staleHeaders.filter { section in
        isLast || seen[section].id != data.sections[section].id
      }
    } catch {
      replay = nil
      violation = error
      stale = []
      staleSections = []
    }
  }
}
