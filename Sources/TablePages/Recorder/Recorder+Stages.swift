import BatchUpdates
import TableInteraction
import TableKit

// How a transaction becomes the stages of a recording. Between its stages the table is known as an
// outline, which has identities and contents; at the ends as the table itself, of which only what the
// stage names is looked at.

/// Stages with the reasons for their operations.
struct RecordedStages {
  /// The most reasons that a step has.
  static let mostReasons = 200

  var stages: [Recording.Stage] = []
  var reasons: [Recording.Reason] = []
}

/// A change of the table, as `Recorder` turns it into stages.
struct RecordedChange {
  let before: Table
  let after: Table
  let plan: Plan
  let animations: PlanAnimations
  /// The rows of the table after that may show another version than before.
  let changed: [RowID]
  /// Whether a row that is in both tables has other cells.
  let isUpdated: (RowID) -> Bool
  /// Whether contents in the outlines are those of the table after, for rows that changed.
  let isUndo: Bool
  /// The outcome of hand-written batch updates.
  let batch: BatchOutcome?
  /// The rows that a completion handler selected again.
  let selectedAgain: [RowID]
}

/// The table at one moment of a change.
struct Moment {
  /// The table between two stages; nil: it is the table before or after the change.
  let outline: Outline?
  /// Whether no stage is left.
  let isEnd: Bool
}

extension Recorder {
  /// Returns the stages of a transaction that begins with the table after the last step.
  ///
  /// - Parameter plan: its plan, if that is made already.
  func stages(of transaction: Transaction, _ plan: Plan?) -> RecordedStages {
    let log = transaction.log
    let again =
      transaction.isUndo || log.batch == nil
      ? []
      : transaction.events.filter { $0.name == .selectRow && $0.isSilent }.compactMap {
        $0.path.flatMap(transaction.after.table.row(at:))
      }
    let change = RecordedChange(
      before: table, after: transaction.after.table, plan: plan ?? transaction.plan,
      animations: transaction.animations,
      changed: (log.updated + log.inserted + log.deleted).filter {
        transaction.after.table.contains($0)
      }, isUpdated: log.isUpdated, isUndo: transaction.isUndo,
      batch: log.batch, selectedAgain: again)
    return stages(of: change, selection: transaction.after.selection) {
      transaction.touchedTables(of: change.plan)
    }
  }

  /// Returns the stages that lead to a table of which it is not known how it was made.
  ///
  /// - Complexity: O(rows log rows).
  func stages(comparingWith now: Table) -> RecordedStages {
    guard now.isSnapshot(ofSameTableAs: table) else {
      versions.forgetRows()
      return reloading(now, why: "another table took its place")
    }
    let before = table
    guard now.columns.map(\.id) == before.columns.map(\.id) else {
      return reloading(now, why: "the columns changed")
    }
    var after = Outline(of: now)
    var updated = RowSet()
    var changed: [RowID] = []
    for s in after.sections.indices {
      for r in after.sections[s].rows.indices {
        let row = RowID(UInt32(after.sections[s].rows[r].id))
        guard before.contains(row) else {
          changed.append(row)
          continue
        }
        let content = before.content(of: row)
        let isSame =
          now.reference(to: row) == before.reference(to: row)
          || now.hasSameContent(row, as: before)
        after.sections[s].rows[r].content = isSame ? content : -1 - content
        if isSame { continue }
        updated.insert(row)
        changed.append(row)
      }
    }
    guard
      let staged = try? Planner(content: .reconfigure).stagedPlan(
        from: Outline(of: before), to: after)
    else { return reloading(now, why: "no plan leads there") }
    let change = RecordedChange(
      before: before, after: now, plan: staged.plan, animations: .automatic, changed: changed,
      isUpdated: { updated.contains($0) }, isUndo: false, batch: nil, selectedAgain: [])
    return stages(of: change, selection: Selection()) { [staged.before] + staged.after }
  }

  private func reloading(_ now: Table, why: String) -> RecordedStages {
    state.layout = versions.layout(of: now.columns)
    _ = versions.showAll(of: now, layout: state.layout)
    return RecordedStages(stages: [.reloadData(why: why, table: sections(of: now))])
  }

  /// - Parameter tables: returns the table before the first stage and after each.
  private func stages(
    of change: RecordedChange, selection: Selection, _ tables: () -> [Outline]
  ) -> RecordedStages {
    let newLayout = versions.layout(of: change.after.columns)
    guard case .stages(let stages) = change.plan else {
      if case .reloadData(let why) = change.plan {
        noteVersions(change, newLayout)
        let table = sections(of: change.after)
        return RecordedStages(stages: [.reloadData(why: why, table: table)])
      }
      return RecordedStages()
    }
    if newLayout != state.layout, !stages.contains(where: \.reconfiguresAllRows) {
      return reloading(change.after, why: "the columns changed")
    }
    var moments = [Moment(outline: nil, isEnd: false), Moment(outline: nil, isEnd: true)]
    if stages.count > 1 { moments = tables().map { Moment(outline: $0, isEnd: false) } }
    var recorded = RecordedStages()
    for (number, stage) in stages.enumerated() {
      if stage.reconfiguresAllRows { state.layout = newLayout }
      var maker = StageMaker(
        self, change, number, stage, from: moments[number], to: moments[number + 1])
      let batch = maker.batch(selection: selection)
      recorded.stages.append(.batch(batch))
      recorded.reasons += maker.reasons
    }
    state.layout = newLayout
    noteVersions(change, newLayout)
    return recorded
  }

  /// Notes which versions all rows show after a change.
  private func noteVersions(_ change: RecordedChange, _ layout: Int) {
    guard layout == state.layout else {
      state.layout = layout
      _ = versions.showAll(of: change.after, layout: layout)
      return
    }
    for row in change.changed {
      versions.show(versions.version(of: row, in: change.after, layout: layout), row)
    }
  }

  /// The version that a row shows; one that has none yet gets one.
  func shownVersion(of row: RowID, in table: Table) -> Int {
    if let version = versions.version(of: row) { return version }
    let version = versions.version(of: row, in: table, layout: state.layout)
    versions.show(version, row)
    return version
  }

  /// The sections of a table whose rows show what they showed last.
  ///
  /// - Complexity: O(rows).
  func sections(of table: Table) -> [Recording.Section] {
    table.sections.map { section in
      var ranges = VersionRanges()
      for row in section.rows { ranges.append(shownVersion(of: row, in: table)) }
      return Recording.Section(
        id: Int(section.id.rawValue), label: Recording.Label(section), rows: ranges.ranges)
    }
  }
}

extension Recording.Label {
  /// The texts of a section.
  init(_ section: Section) {
    self.init(title: section.title, header: section.header, footer: section.footer)
  }
}
