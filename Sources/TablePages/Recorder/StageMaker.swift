import BatchUpdates
import TableKit

/// Makes one stage of a recording: the operations of a plan's stage, with the versions of what they
/// show and the reasons for them.
struct StageMaker {
  private let recorder: Recorder
  private let change: RecordedChange
  private let number: Int
  private let stage: Stage
  private let start: Moment
  private let end: Moment
  private(set) var reasons: [Recording.Reason] = []
  /// Where sections and rows go; only what redraws them asks.
  private lazy var mapping = StageMapping(stage)

  init(
    _ recorder: Recorder, _ change: RecordedChange, _ number: Int, _ stage: Stage,
    from start: Moment, to end: Moment
  ) {
    self.recorder = recorder
    self.change = change
    self.number = number
    self.stage = change.batch == nil ? stage : stage.withoutSwallowed
    (self.start, self.end) = (start, end)
  }

  /// Returns the batch.
  ///
  /// - Parameter selection: the rows that are selected after the step.
  mutating func batch(selection: Selection) -> Recording.Batch {
    var batch = Recording.Batch()
    addSections(to: &batch)
    addRows(to: &batch)
    for (operation, animation) in change.animations.chosen(for: stage) {
      batch.animations[operation] = animation
    }
    if change.batch != nil { addStale(to: &batch) }
    if !change.selectedAgain.isEmpty {
      let again = RowSet(change.selectedAgain)
      let rows = selection.rows
      batch.selection = Recording.ListChange(
        from: recorder.names(of: rows),
        to: recorder.names(of: rows.filter { !again.contains($0) }))
    }
    return batch
  }

  // MARK: - Sections

  private mutating func addSections(to batch: inout Recording.Batch) {
    let changes = stage.sections
    let landings = stage.sectionReloadLandings
    let lying = strayReloads(changes.reloads, landings) { StageMapping($0).section(after: $1) }
    batch.sections.deletes = (changes.deletes + lying).sortedOnce()
    for (index, before) in batch.sections.deletes.explained {
      let isGone = change.after.index(of: section(at: before, start)) == nil
      explain(.delete, index, ofRows: false, isGone ? .vanished : .replaced(.writtenByHand))
    }
    for (index, after) in (changes.inserts + lying.compactMap { landings[$0] }).sortedOnce()
      .enumerated()
    {
      batch.sections.inserts.append(placed(after, at: after))
      let isNew = change.before.index(of: section(at: after, end)) == nil
      explain(.insert, index, ofRows: false, isNew ? .appeared : .replaced(.writtenByHand))
    }
    batch.sections.moves = changes.moves.sortedOnce()
    for (index, _) in batch.sections.moves.explained {
      explain(.move, index, ofRows: false, .outOfOrder)
    }
    for before in changes.reloads.sortedOnce() where !lying.contains(before) {
      guard let after = landings[before] else { continue }
      explain(.reload, batch.sections.reloads.count, ofRows: false, redrawing(section: after))
      batch.sections.reloads.append(placed(after, at: before))
    }
    for before in changes.reconfigures.sortedOnce() {
      guard let after = mapping.section(after: before) else { continue }
      explain(
        .reconfigure, batch.sections.reconfigures.count, ofRows: false, redrawing(section: after))
      batch.sections.reconfigures.append(.init(index: before, label: label(at: after, end)))
    }
  }

  private func redrawing(section after: Int) -> PlannedOperation.Reason {
    let id = section(at: after, end)
    let (old, new) = (change.before.section(id), change.after.section(id))
    guard let old, let new else { return .changed }
    return Recording.Label(old) == Recording.Label(new) ? .asked : .changed
  }

  private func placed(_ after: Int, at index: Int) -> Recording.Batch.PlacedSection {
    var ranges = VersionRanges()
    forEachRow(ofSection: after, end) { ranges.append(version(of: $0, $1)) }
    return .init(
      index: index,
      section: Recording.Section(
        id: Int(section(at: after, end).rawValue), label: label(at: after, end),
        rows: ranges.ranges))
  }

  // MARK: - Rows

  private mutating func addRows(to batch: inout Recording.Batch) {
    let changes = stage.rows
    let landings = stage.reloadLandings
    let lying = strayReloads(changes.reloads, landings) { StageMapping($0).path(after: $1) }
    batch.rows.deletes = (changes.deletes + lying).sortedOnce()
    for (index, before) in batch.rows.deletes.explained {
      let isGone = row(at: before, start).map { !change.after.contains($0.id) } ?? true
      explain(.delete, index, ofRows: true, isGone ? .vanished : .replaced(.writtenByHand))
    }
    for after in (changes.inserts + lying.compactMap { landings[$0] }).sortedOnce() {
      guard let row = row(at: after, end) else { continue }
      let isNew = !change.before.contains(row.id)
      explain(
        .insert, batch.rows.inserts.count, ofRows: true,
        isNew ? .appeared : .replaced(.writtenByHand))
      batch.rows.inserts.append(.init(path: after, version: version(of: row.id, row.content)))
    }
    batch.rows.moves = changes.moves.sortedOnce()
    for (index, move) in batch.rows.moves.explained {
      let isCrossing = section(at: move.from.section, start) != section(at: move.to.section, end)
      explain(.move, index, ofRows: true, isCrossing ? .changedSection : .outOfOrder)
    }
    for before in changes.reloads.sortedOnce() where !lying.contains(before) {
      guard let after = landings[before], let row = row(at: after, end) else { continue }
      explain(.reload, batch.rows.reloads.count, ofRows: true, redrawing(row.id))
      batch.rows.reloads.append(.init(path: before, version: version(of: row.id, row.content)))
    }
    if stage.reconfiguresAllRows {
      batch.rows.all = versionsOfAll()
      return
    }
    for before in changes.reconfigures.sortedOnce() {
      guard let after = mapping.path(after: before), let row = row(at: after, end) else { continue }
      explain(.reconfigure, batch.rows.reconfigures.count, ofRows: true, redrawing(row.id))
      batch.rows.reconfigures.append(.init(path: before, version: version(of: row.id, row.content)))
    }
  }

  private func redrawing(_ row: RowID) -> PlannedOperation.Reason {
    change.isUpdated(row) ? .changed : .asked
  }

  /// Gives every row a version of the layout that is in force now.
  private func versionsOfAll() -> [Recording.VersionRange] {
    if change.isUndo {
      return recorder.versions.showAll(of: change.after, layout: recorder.state.layout)
    }
    let (before, after) = (change.before, change.after)
    // A column that came from others brings cells with it, and none of their rows counts as updated.
    let gained = before.allRows.filter { row in
      after.contains(row) && !change.isUpdated(row)
        && after.reference(to: row) != before.reference(to: row)
        && !after.hasSameContent(row, as: before)
    }
    if !gained.isEmpty, change.changed.isEmpty, before.rowList == after.rowList {
      return recorder.versions.showAll(of: after, layout: recorder.state.layout)
    }
    let ranges = recorder.versions.showAll(of: before, layout: recorder.state.layout)
    if gained.isEmpty { return ranges }
    for row in gained { recorder.versions.show(newVersion(of: row), row) }
    var list = VersionRanges()
    for row in before.allRows { list.append(recorder.shownVersion(of: row, in: before)) }
    return list.ranges
  }

  /// The reloads whose new cells do not land where the old ones are carried, beside a move.
  private func strayReloads<Index: Hashable & Comparable & Sendable>(
    _ reloads: [Index], _ landings: [Index: Index], _ place: (Stage, Index) -> Index?
  ) -> [Index] {
    guard change.batch != nil, !reloads.isEmpty else { return [] }
    var others = stage
    others.rows.reloads = []
    others.sections.reloads = []
    return reloads.sortedOnce().filter { place(others, $0) != landings[$0] }
  }

  /// Adds what a view shows that errs.
  private func addStale(to batch: inout Recording.Batch) {
    guard
      let replay = try? stage.replay(
        shown: Outline(of: change.before), data: Outline(of: change.after)),
      !replay.isExact
    else { return }
    for path in replay.stale {
      let shown = RowID(UInt32(replay.shown.sections[path.section].rows[path.row].id))
      guard let data = row(at: path, end) else { continue }
      batch.stale.append(
        .init(
          path: path, shown: recorder.shownVersion(of: shown, in: change.before),
          data: version(of: data.id, data.content)))
    }
    for index in replay.staleHeaders {
      batch.staleHeaders.append(
        .init(index: index, id: Int(section(at: index, end).rawValue), label: label(at: index, end))
      )
    }
  }

  // MARK: - Reasons

  private mutating func explain(
    _ verb: PlannedOperation.Verb, _ index: Int, ofRows: Bool, _ reason: PlannedOperation.Reason
  ) {
    guard reasons.count < RecordedStages.mostReasons else { return }
    reasons.append(
      Recording.Reason(
        stage: number, isOfRows: ofRows, verb: verb, index: index, rule: reason.rule,
        text: reason.message))
  }
}

// MARK: - The table before and after the stage

extension StageMaker {
  /// Returns the row at a path with its content in the outline; nil: it is known by its table.
  private func row(at path: RowPath, _ moment: Moment) -> (id: RowID, content: Int?)? {
    guard let outline = moment.outline else {
      return (moment.isEnd ? change.after : change.before).row(at: path).map { ($0, nil) }
    }
    guard outline.sections.indices.contains(path.section) else { return nil }
    let section = outline.sections[path.section]
    if section.rowsUnchanged {
      let id = SectionID(UInt32(section.id))
      guard let index = change.before.index(of: id) else { return nil }
      return change.before.row(at: RowPath(index, path.row)).map { ($0, nil) }
    }
    guard section.rows.indices.contains(path.row) else { return nil }
    return (RowID(UInt32(section.rows[path.row].id)), section.rows[path.row].content)
  }

  private func forEachRow(ofSection index: Int, _ moment: Moment, _ body: (RowID, Int?) -> Void) {
    guard let outline = moment.outline else {
      for row in (moment.isEnd ? change.after : change.before).sections[index].rows {
        body(row, nil)
      }
      return
    }
    let section = outline.sections[index]
    if section.rowsUnchanged {
      for row in change.before.section(SectionID(UInt32(section.id)))?.rows.list ?? [] {
        body(row, nil)
      }
      return
    }
    for row in section.rows { body(RowID(UInt32(row.id)), row.content) }
  }

  /// Returns the version that a row shows after the stage.
  ///
  /// - Parameter content: its content in the outline; nil: it is as at the end of the change.
  private func version(of row: RowID, _ content: Int?) -> Int {
    let (before, after) = (change.before, change.after)
    guard before.contains(row) else { return newVersion(of: row) }
    guard after.contains(row), change.isUpdated(row) else {
      return recorder.shownVersion(of: row, in: before)
    }
    guard let content else { return newVersion(of: row) }
    let isNew =
      change.isUndo ? content == after.content(of: row) : content != before.content(of: row)
    return isNew ? newVersion(of: row) : recorder.shownVersion(of: row, in: before)
  }

  private func newVersion(of row: RowID) -> Int {
    recorder.versions.version(of: row, in: change.after, layout: recorder.state.layout)
  }

  private func section(at index: Int, _ moment: Moment) -> SectionID {
    if let outline = moment.outline { return SectionID(UInt32(outline.sections[index].id)) }
    return (moment.isEnd ? change.after : change.before).sections[index].id
  }

  private func label(at index: Int, _ moment: Moment) -> Recording.Label {
    guard let outline = moment.outline else {
      return Recording.Label((moment.isEnd ? change.after : change.before).sections[index])
    }
    let id = SectionID(UInt32(outline.sections[index].id))
    let (old, new) = (change.before.section(id), change.after.section(id))
    if let new, old == nil || new.labelVersion == outline.sections[index].content {
      return Recording.Label(new)
    }
    return old.map(Recording.Label.init) ?? Recording.Label(title: "")
  }
}

extension Table {
  /// Returns the section with an identity.
  fileprivate func section(_ id: SectionID) -> Section? { index(of: id).map { sections[$0] } }
}

extension Stage {
  /// The stage without the operations on rows that its sections swallow (rules D7 and D8).
  fileprivate var withoutSwallowed: Stage {
    var stage = self
    let gone = Set(sections.deletes + sections.reloads)
    let come = Set(sections.inserts + sectionReloadLandings.values)
    stage.rows.deletes.removeAll { gone.contains($0.section) }
    stage.rows.reloads.removeAll { gone.contains($0.section) }
    stage.rows.reconfigures.removeAll { gone.contains($0.section) }
    stage.rows.inserts.removeAll { come.contains($0.section) }
    return stage
  }
}

extension Array {
  /// The first elements, of which a step may tell the reasons, with their indexes.
  fileprivate var explained: EnumeratedSequence<ArraySlice<Element>> {
    prefix(RecordedStages.mostReasons).enumerated()
  }
}

extension Array where Element: Comparable {
  /// The elements in order, each once.
  fileprivate func sortedOnce() -> [Element] {
    var result: [Element] = []
    for element in sorted() where element != result.last { result.append(element) }
    return result
  }
}

extension Array {
  /// The moves in the order of their sources, each once.
  fileprivate func sortedOnce<Index>() -> [Move<Index>] where Element == Move<Index> {
    var result: [Move<Index>] = []
    for move in sorted(by: { ($0.from, $0.to) < ($1.from, $1.to) }) where move != result.last {
      result.append(move)
    }
    return result
  }
}
