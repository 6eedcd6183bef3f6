import BatchUpdates
import TableKit

extension TableController {
  /// Performs hand-written batch updates: first on the data, then on the view, which sees only
  /// counts.
  ///
  /// - Throws: `illegalBatch`, if UIKit would raise an exception.
  mutating func update(by batch: HandWrittenBatch, _ draft: inout Draft) throws(EditError) {
    let old = table
    let selected = selection.rows
    switch batch.data {
    case .asTold: try follow(batch.stage, deleting: nil, &draft)
    case .deleting(let rows): try follow(batch.stage, deleting: rows, &draft)
    case .unchanged: break
    case .arranged(let order): try editor.arrangeSections(order, &draft.log)
    }
    let replay: Replay
    do throws(Violation) {
      replay = try batch.stage.replay(shown: Outline(of: old), data: Outline(of: table))
    } catch {
      throw .interaction(.illegalBatch(error))
    }
    if editor.holding == .view {
      keep(selected, of: old, replay.reloadedData == nil ? StageMapping(batch.stage) : nil)
    }
    let kept = selected.count { selection.contains($0) && table.contains($0) }
    if batch.selectsAgain { selectAgain(selected, &draft) }
    draft.log.batch = BatchOutcome(
      stage: batch.stage, whyReloaded: replay.reloadedData, warnings: replay.warnings,
      lost: selected.count - kept,
      selectedAgain: selected.count { selection.contains($0) && table.contains($0) } - kept,
      stale: replay.stale.map { path in
        let shown = replay.shown.sections[path.section].rows[path.row].id
        return .init(index: path, shown: RowID(UInt32(shown)))
      },
      staleHeaders: replay.staleHeaders.map { section in
        .init(index: section, shown: SectionID(UInt32(replay.shown.sections[section].id)))
      })
  }

  /// Sets the selection that the view keeps: it knows only index paths (rules B18 to B20).
  private mutating func keep(_ rows: [RowID], of old: Table, _ mapping: StageMapping?) {
    selection.removeAll()
    guard let mapping else { return }
    for path in old.paths(of: rows) {
      if let after = mapping.path(after: path), let row = table.row(at: after) {
        selection.insert(row)
      }
    }
  }

  /// Reselects rows by identity, silently, as a completion handler does (rule B21).
  private mutating func selectAgain(_ rows: [RowID], _ draft: inout Draft) {
    for row in rows where !selection.contains(row) {
      guard let path = table.path(of: row) else { continue }
      selection.insert(row)
      draft.record(.selectRow, path, isSilent: true)
    }
  }

  /// Applies a stage to the data; index paths outside the table are left to the validation.
  private mutating func follow(
    _ stage: Stage, deleting others: [RowID]?, _ draft: inout Draft
  ) throws(EditError) {
    let old = table
    let gone = Set(stage.sections.deletes.filter(old.sections.indices.contains))
    var leaving = RowSet()
    for row in others ?? stage.rows.deletes.compactMap(old.row(at:)) { leaving.insert(row) }
    var moving: [(row: RowID, to: RowPath)] = []
    var taken = RowSet()
    for move in stage.rows.moves {
      guard let row = old.row(at: move.from), !leaving.contains(row), taken.insert(row) else {
        continue
      }
      moving.append((row, move.to))
    }
    for section in gone {
      for row in old.sections[section].rows where !taken.contains(row) { leaving.insert(row) }
    }
    let deleted = old.rowList.filter { leaving.contains($0) }
    table.take(deleted + moving.map(\.row))
    draft.log.deleted += deleted
    try arrangeSections(stage.sections, gone, &draft)
    let arrivals =
      moving.map { (path: $0.to, row: Optional($0.row)) }
      + Set(stage.rows.inserts).map { (path: $0, row: nil) }
    for (path, row) in arrivals.sorted(by: { $0.path < $1.path }) {
      // The validation refuses insertions without a section.
      guard !table.sections.isEmpty else { break }
      let s = min(max(0, path.section), table.sections.count - 1)
      let index = min(max(0, path.row), table.sections[s].count)
      if let row {
        try arrive(row, inSection: s, at: index, from: old, &draft)
      } else {
        try editor.insert([[:]], table.sections[s].id, at: index, &draft.log)
      }
    }
    if draft.log.changesTable { table.hasOwnOrder = true }
  }

  /// Puts a row that was taken out into a section and, if sections are a view of a column, sets its
  /// cell.
  private mutating func arrive(
    _ row: RowID, inSection s: Int, at index: Int, from old: Table, _ draft: inout Draft
  ) throws(EditError) {
    if let column = table.sectionColumn, old.section(of: row) != table.sections[s].id {
      let value = table.sectionCell(s)
      try editor.checkWritable(value, column)
      table.update(row, [column: value])
      draft.log.update(row)
      draft.log.cellCount += 1
    }
    table.place([row], inSection: s, at: index)
    draft.log.move(row)
  }

  /// Deletes, inserts and moves sections; the others fill the free positions.
  private mutating func arrangeSections(
    _ changes: Changes<Int>, _ gone: Set<Int>, _ draft: inout Draft
  ) throws(EditError) {
    let old = table.sections.map(\.id)
    let leaving = gone.sorted().map { old[$0] }
    table.removeEmptySections(Set(leaving))
    draft.log.deletedSections += leaving
    var placed: [(index: Int, id: SectionID)] = []
    // A section that moves twice moves once here; the validation refuses the stage.
    var taken = gone
    for move in changes.moves
    where old.indices.contains(move.from) && taken.insert(move.from).inserted {
      placed.append((move.to, old[move.from]))
    }
    for index in Set(changes.inserts).sorted() {
      try editor.insertSection(newSectionName, at: table.sections.count, &draft.log)
      placed += draft.log.insertedSections.suffix(1).map { (index, $0) }
    }
    guard !placed.isEmpty else { return }
    let named = Set(placed.map(\.id))
    var rest = table.sections.map(\.id).filter { !named.contains($0) }
    for (index, id) in placed.sorted(by: { $0.index < $1.index }) {
      rest.insert(id, at: min(max(0, index), rest.count))
    }
    let order = rest.compactMap { table.index(of: $0) }
    guard order != Array(table.sections.indices) else { return }
    table.arrangeSections(order)
    draft.log.arrangesSections = true
  }

  private var newSectionName: String {
    let names = Set(table.sections.map(\.name))
    var number = 1
    var name = "new"
    while names.contains(name) {
      number += 1
      name = "new \(number)"
    }
    return name
  }
}
