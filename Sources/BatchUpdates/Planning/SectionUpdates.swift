/// A plan for sections of your own, with what the table holds after each stage.
///
/// A batch update reads the table once, when it ends. Whoever applies the stages of a plan one
/// after the other shows each its own table:
///
///     before    about(a) friends(x y)
///     stage 0   insert section 0              new() about(a) friends(x y)
///     stage 1   move row 2:1 → 0:0,           new(y) friends(x)
///               delete section 1
public struct SectionUpdates<Section: RebuildableSection> {
  /// The operations.
  public let plan: Plan
  /// The sections after each stage: as many as there are stages. After `reloadData`, one: the
  /// sections to show.
  public let tables: [[Section]]
  /// Sections and rows that survive and are nevertheless deleted and inserted.
  public let replacements: [Replacement]

  /// Makes the sections of a plan whose identities are numbers of sections and rows.
  @usableFromInline
  init(_ staged: StagedPlan, _ from: [Section], _ to: [Section]) {
    plan = staged.plan
    replacements = staged.replacements
    var tables: [[Section]] = []
    if staged.after.count > 1 {
      let rows = Rows(staged, from, to)
      tables = staged.after.dropLast().map { outline in outline.sections.map(rows.section) }
    }
    if !staged.after.isEmpty { tables.append(to) }
    self.tables = tables
  }

  /// Finds sections and rows by number.
  private struct Rows {
    let from: [Section]
    let to: [Section]
    var oldRows: [Section.Row] = []
    var newRows: [Section.Row] = []
    /// For each row and section before, its number or index after.
    var newRow: [Int: Int] = [:]
    var newSection: [Int: Int] = [:]

    init(_ staged: StagedPlan, _ from: [Section], _ to: [Section]) {
      self.from = from
      self.to = to
      for (index, section) in staged.before.sections.enumerated() where !section.rowsUnchanged {
        oldRows += from[index].rows
      }
      for (index, section) in (staged.after.last ?? Outline()).sections.enumerated() {
        if section.id < from.count { newSection[section.id] = index }
        if section.rowsUnchanged { continue }
        for (offset, row) in section.rows.enumerated() where row.id < oldRows.count {
          newRow[row.id] = newRows.count + offset
        }
        newRows += to[index].rows
      }
    }

    func section(_ outline: Outline.Section) -> Section {
      let isNew = outline.id >= from.count
      let after = isNew ? outline.id - from.count : newSection[outline.id]
      // What a section shows is new from the stage on in which it is redrawn.
      let source = after.flatMap { isNew || outline.content == 1 ? to[$0] : nil }
      let section = source ?? from[outline.id]
      if outline.rowsUnchanged { return after.map { section.withRows(to[$0].rows) } ?? section }
      return section.withRows(outline.rows.map(row))
    }

    private func row(_ outline: Outline.Row) -> Section.Row {
      if outline.id >= oldRows.count { return newRows[outline.id - oldRows.count] }
      if outline.content == 1, let new = newRow[outline.id] { return newRows[new] }
      return oldRows[outline.id]
    }
  }
}
