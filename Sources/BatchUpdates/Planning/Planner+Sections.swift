extension Planner {
  /// Plans the way from one list of sections to another.
  ///
  ///     let plan = try Planner().plan(from: oldSections, to: newSections)
  ///
  /// Nobody can choose texts, bytes or integers as identities that make planning slow. With other types
  /// that depends on their `hashValue`.
  ///
  /// - Throws: `DuplicateIdentity` when two sections or two rows of a table have the same identity.
  /// - Complexity: O(*n* + *c* log *c*) for *n* sections and rows and *c* changes. In sections that
  ///   share the storage of their rows, only identities are read.
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
  /// - Throws: `DuplicateIdentity` when two sections or two rows of a table have the same identity.
  @inlinable
  package func stagedPlan<Section: PlannableSection>(
    from: [Section], to: [Section]
  ) throws(DuplicateIdentity) -> StagedPlan {
    stagedPlan(try Matcher.matching(from, to, checksIdentities: checksIdentities))
  }

  /// The plan of a matching, with tables of numbers.
  @usableFromInline
  func stagedPlan(_ matching: Matching) -> StagedPlan {
    stagedPlan(matching, matching.outlineBefore, matching.outlineAfter)
  }
}

extension Planner {
  /// Plans the way from one list of sections to another, and gives the sections after each stage.
  ///
  ///     let updates = try Planner().updates(from: sections, to: newSections)
  ///     for (stage, table) in zip(updates.plan.stages, updates.tables) {
  ///       // in one performBatchUpdates: set the data to `table`, and make the calls of the stage
  ///     }
  ///
  /// - Throws: `DuplicateIdentity` when two sections or two rows of a table have the same identity.
  /// - Complexity: as `plan(from:to:)`. Each stage of a plan of several adds O(*s*) for *s* sections, and
  ///   the rows of those that change.
  @inlinable
  public func updates<Section: RebuildableSection>(
    from: [Section], to: [Section]
  ) throws(DuplicateIdentity) -> SectionUpdates<Section> {
    let matcher = try Matcher.matched(from, to, checksIdentities: checksIdentities)
    let draft = draft(matcher.pairs)
    let count = draft.stages.count
    let tables = count > 1 ? TableMaker(matcher).tables(draft) : count == 0 ? [] : [to]
    draft.checkInvariants()
    return SectionUpdates(draft, tables, to)
  }

  /// Plans the way from one list of sections to another. It is the plan of `updates(from:to:)`: a header
  /// that depends on its rows is redrawn in each stage that changes it.
  ///
  /// - Throws: `DuplicateIdentity` when two sections or two rows of a table have the same identity.
  @inlinable
  public func plan<Section: RebuildableSection>(
    from: [Section], to: [Section]
  ) throws(DuplicateIdentity) -> Plan {
    try updates(from: from, to: to).plan
  }

  /// Plans the way from one list of sections to another, and tells what each of the tables of their
  /// `updates` holds as integers that stand for identities and contents.
  ///
  /// - Throws: `DuplicateIdentity` when two sections or two rows of a table have the same identity.
  @inlinable
  package func stagedPlan<Section: RebuildableSection>(
    from: [Section], to: [Section]
  ) throws(DuplicateIdentity) -> StagedPlan {
    let matcher = try Matcher.matched(from, to, checksIdentities: checksIdentities)
    let draft = draft(matcher.pairs)
    _ = TableMaker(matcher).tables(draft)
    draft.checkInvariants()
    return draft.stagedPlan
  }

  @usableFromInline
  func draft(_ matching: Matching) -> Draft { Draft(matching, self) }
}

extension Matching {
  /// The table before: sections and rows are their indexes and numbers, all contents are 0.
  var outlineBefore: Outline {
    Outline(
      newSectionList.enumerated().map { before, after in
        Outline.Section(
          id: before,
          rows: (oldBase[before]..<oldBase[before + 1]).map { Outline.Row(id: $0) },
          rowsUnchanged: after >= 0 && isSkipped[after])
      })
  }

  /// The table after: what was there before has the number it had, what is new a larger one;
  /// contents that changed are 1.
  var outlineAfter: Outline {
    var rows = (0..<newCount).map { Outline.Row(id: oldCount + $0) }
    for run in runList {
      for (old, new) in zip(run.oldNumbers, run.newNumbers) {
        rows[new] = Outline.Row(id: old, content: isChanged(new) ? 1 : 0)
      }
    }
    return Outline(
      oldSectionList.enumerated().map { after, before in
        Outline.Section(
          id: before >= 0 ? before : oldSections + after,
          content: before >= 0 && isRelabelled[before] ? 1 : 0,
          rows: Array(rows[newBase[after]..<newBase[after + 1]]), rowsUnchanged: isSkipped[after])
      })
  }
}
