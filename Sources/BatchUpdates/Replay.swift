/// What a table view shows after a stage, and where that differs from the data.
///
/// A view moves its cells about and asks the data only for those that are inserted, reloaded or
/// reconfigured. Whatever else changed is *stale*: wrong on the screen until it is scrolled out
/// and in again, and no exception tells.
///
///     shown  [a b c d]      an empty stage, which is legal by count
///     data   [a b d c]      shows [a b c d]: 0:2 and 0:3 are stale
///
/// ``Stage/replay(shown:data:)`` makes it for one stage, ``StagedPlan/replay()`` checks a whole
/// plan. All paths and indexes in it are those *after* the stage.
///
/// Source: <doc:TheRules>, D4 and D5.
package struct Replay: Hashable, Sendable {
  /// The identity and content that each cell, header and footer shows after the stage; has as
  /// many sections and rows as the data.
  package var shown: Outline
  /// Paths after the stage of cells that show something else than the data.
  package var stale: [RowPath]
  /// Indexes after the stage of sections whose header or footer shows something else.
  package var staleHeaders: [Int]
  /// The warnings of the stage, each once.
  package var warnings: [Verdict.Warning]
  /// Why UIKit would have read the whole table again, nil if it applied the stage. Nothing is
  /// stale then, and no selection is left.
  package var reloadedData: String?

  /// True if the view shows the data.
  package var isExact: Bool { stale.isEmpty && staleHeaders.isEmpty }

  /// Creates a result by comparing what is shown with the data.
  init(
    shown: Outline, data: Outline, warnings: [Verdict.Warning] = [], reloadedData: String? = nil
  ) {
    self.shown = shown
    self.warnings = warnings
    self.reloadedData = reloadedData
    stale = []
    staleHeaders = []
    for (section, (seen, wanted)) in zip(shown.sections, data.sections).enumerated() {
      if seen.id != wanted.id || seen.content != wanted.content { staleHeaders.append(section) }
      if seen.rows == wanted.rows { continue }
      for row in wanted.rows.indices where seen.rows[row] != wanted.rows[row] {
        stale.append(RowPath(section, row))
      }
    }
  }
}

extension Stage {
  /// Applies the stage as UIKit would to a view that shows `shown`, while the table becomes
  /// `data`.
  ///
  ///     shown  [a b c d]      delete 0:1, insert 0:3
  ///     data   [a c d X]      shows [a c d X]: exact
  ///     data   [a d c X]      shows [a c d X]: 0:1 and 0:2 are stale
  ///
  /// - Parameters:
  ///   - shown: what each cell shows before the stage.
  ///   - data: the table after the stage; its indexes are those of inserts.
  /// - Returns: what each cell shows after the stage, and which of them are stale.
  /// - Throws: the ``Violation`` that makes the stage illegal between these two tables.
  /// - Complexity: O(*s* + *n* log *n*) for *s* sections and *n* operations, and the rows of the
  ///   sections that they touch.
  package func replay(shown: Outline, data: Outline) throws(Violation) -> Replay {
    let warnings: [Verdict.Warning]
    let validation = StageValidation(self, shown.rowCounts, data.rowCounts)
    switch validation.verdict() {
    case .illegal(let violation): throw violation
    case .reloadData(let why): return Replay(shown: data, data: data, reloadedData: why)
    case .legal(let found): warnings = found
    }
    var result = validation.batch.cells(from: shown, data: data)
    if !sections.reconfigures.isEmpty || !rows.reconfigures.isEmpty {
      reconfigure(&result, data, StageMapping(validation.batch))
    }
    if reconfiguresAllRows {
      for section in result.sections.indices {
        result.sections[section].rows = data.sections[section].rows
      }
    }
    return Replay(shown: result, data: data, warnings: warnings)
  }

  /// Redraws cells, headers and footers where they are after the stage.
  private func reconfigure(_ result: inout Outline, _ data: Outline, _ mapping: StageMapping) {
    for before in sections.reconfigures {
      guard let after = mapping.section(after: before) else { continue }
      result.sections[after].id = data.sections[after].id
      result.sections[after].content = data.sections[after].content
    }
    for before in rows.reconfigures {
      guard let after = mapping.path(after: before) else { continue }
      result.sections[after.section].rows[after.row] = data.sections[after.section].rows[after.row]
    }
  }
}

extension Batch {
  /// What each cell shows after a legal batch.
  fileprivate func cells(from shown: Outline, data: Outline) -> Outline {
    let gone = TakenRows(rowDeletes + rowMoves.map(\.from))
    let inserts = TakenRows(rowInserts)
    let arrivals = Dictionary(
      rowMoves.map { ($0.to, $0.from) }, uniquingKeysWith: { first, _ in first })
    let entered = TakenRows(rowMoves.map(\.to))
    let counterparts = counterparts(before: shown.sections.count, after: data.sections.count)
    return Outline(
      counterparts.enumerated().map { after, before in
        guard let before else { return data.sections[after] }
        var section = shown.sections[before]
        let free = gone[before]
        if free.count + inserts[after].count + entered[after].count == 0 { return section }
        var survivors = section.rows.indices.lazy.filter { !free.contains($0) }.makeIterator()
        section.rows = data.sections[after].rows.indices.compactMap { row in
          let path = RowPath(after, row)
          if inserts.contains(path) { return data.sections[after].rows[row] }
          if let from = arrivals[path] { return shown.sections[from.section].rows[from.row] }
          return survivors.next().map { shown.sections[before].rows[$0] }
        }
        return section
      })
  }
}

extension StagedPlan {
  /// An error in a plan.
  package enum Fault: Error, Hashable, Sendable {
    /// A stage is illegal.
    case illegal(stage: Int, Violation)
    /// UIKit would reload the table instead of applying a stage.
    case reloadData(stage: Int, why: String)
    /// A stage is legal and unwise.
    case warning(stage: Int, Verdict.Warning)
    /// After a stage, a view does not show the stage's table.
    case stale(stage: Int, rows: [RowPath], headers: [Int])
    /// The number of tables is not the number of stages.
    case tables(stages: Int, tables: Int)
  }

  /// Judges and replays each stage from the table that the stage before it left on the screen.
  ///
  ///     let staged = try Planner().stagedPlan(from: old, to: new)
  ///     try staged.replay() == new  // true, whatever the tables
  ///
  /// - Returns: what is shown in the end.
  /// - Throws: the first ``Fault``; a plan of the planner has none. Stages are counted from 0.
  /// - Complexity: as ``Stage/replay(shown:data:)`` for each stage, and the size of the table for
  ///   each stage.
  package func replay() throws(Fault) -> Outline {
    if case .reloadData = plan { return after.last ?? before }
    guard plan.stages.count == after.count else {
      throw .tables(stages: plan.stages.count, tables: after.count)
    }
    var shown = before
    for (number, (stage, data)) in zip(plan.stages, after).enumerated() {
      let replay: Replay
      do {
        replay = try stage.replay(shown: shown, data: data)
      } catch {
        throw .illegal(stage: number, error)
      }
      if let why = replay.reloadedData { throw .reloadData(stage: number, why: why) }
      if let warning = replay.warnings.first { throw .warning(stage: number, warning) }
      guard replay.isExact else {
        throw .stale(stage: number, rows: replay.stale, headers: replay.staleHeaders)
      }
      shown = replay.shown
    }
    return shown
  }
}
