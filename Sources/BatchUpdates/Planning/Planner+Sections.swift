extension Planner {
  /// Plans the way from one list of sections to another.
  ///
  ///     let plan = try Planner().plan(from: oldSections, to: newSections)
  ///
  /// Identities that are text, bytes or integers cannot be chosen so that planning is slow; others
  /// are as good as their `hashValue`.
  ///
  /// - Throws: `DuplicateIdentity` when two sections, or two rows of the table, are one.
  /// - Complexity: O(*n* + *c* log *c*) for *n* sections and rows and *c* changes; sections that
  ///   share the storage of their rows count as one each.
  @inlinable
  public func plan<Section: PlannableSection>(
    from: [Section], to: [Section]
  ) throws(DuplicateIdentity) -> Plan {
    plan(try Matcher.matching(from, to, checksIdentities: checksIdentities))
  }

  /// Plans the way from one list of sections to another, and tells what each stage's table holds
  /// as integers that stand for identities and contents.
  ///
  /// Sections that share the storage of their rows come without rows.
  ///
  /// - Throws: `DuplicateIdentity` when two sections, or two rows of the table, are one.
  @inlinable
  public func stagedPlan<Section: PlannableSection>(
    from: [Section], to: [Section]
  ) throws(DuplicateIdentity) -> StagedPlan {
    stagedPlan(try Matcher.matching(from, to, checksIdentities: checksIdentities))
  }

  /// Plans the way from one list of sections to another, and gives the sections after each stage.
  ///
  ///     let updates = try Planner().updates(from: sections, to: newSections)
  ///     for (stage, table) in zip(updates.plan.stages, updates.tables) {
  ///       // in one performBatchUpdates: set the data to `table`, then say the operations
  ///     }
  ///
  /// - Throws: `DuplicateIdentity` when two sections, or two rows of the table, are one.
  @inlinable
  public func updates<Section: RebuildableSection>(
    from: [Section], to: [Section]
  ) throws(DuplicateIdentity) -> SectionUpdates<Section> {
    SectionUpdates(try stagedPlan(from: from, to: to), from, to)
  }

  /// The plan of a matching, with tables of numbers.
  @usableFromInline
  func stagedPlan(_ matching: consuming Matching) -> StagedPlan {
    let from = matching.outlineBefore
    let to = matching.outlineAfter
    return stagedPlan(matching, from, to)
  }
}

extension Matching {
  /// The table before: sections and rows are their indexes and numbers, all contents are 0.
  var outlineBefore: Outline {
    Outline(
      newSection.indices.map { before in
        let isSkipped = newSection[before] >= 0 && isSkipped[newSection[before]]
        return Outline.Section(
          id: before,
          rows: (oldBase[before]..<oldBase[before + 1]).map { Outline.Row(id: $0) },
          rowsUnchanged: isSkipped)
      })
  }

  /// The table after: what was there before has the number it had, what is new a larger one;
  /// contents that changed are 1.
  var outlineAfter: Outline {
    var rows = (0..<newCount).map { Outline.Row(id: oldCount + $0) }
    for run in runs {
      for (old, new) in zip(run.oldNumbers, run.newNumbers) {
        rows[new] = Outline.Row(id: old, content: changed[new] ? 1 : 0)
      }
    }
    return Outline(
      oldSection.indices.map { after in
        let before = oldSection[after]
        return Outline.Section(
          id: before >= 0 ? before : newSection.count + after,
          content: before >= 0 && isRelabelled[before] ? 1 : 0,
          rows: Array(rows[newBase[after]..<newBase[after + 1]]), rowsUnchanged: isSkipped[after])
      })
  }
}

/// A plan for sections of your own, with what the table holds after each stage.
///
/// A batch update reads the table once, when it ends. Whoever applies the stages of a plan one
/// after the other shows each its own table:
///
///     before    about(a) friends(x y)
///     stage 0   insert section 0              new() about(a) friends(x y)
///     stage 1   move row 2:1 → 0:0,           new(y) friends(x)
///               delete section 1
///
/// <doc:ApplyingAPlanToUITableView> and <doc:ApplyingAPlanToUICollectionView> have the code that
/// does it.
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
