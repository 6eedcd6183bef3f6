/// A section between two stages of a plan, described by what it takes from the tables before and after
/// the plan. `StagedTables` makes them, and `TableMaker` makes sections of them.
@usableFromInline
struct SectionSketch: Equatable {
  /// The section's index before the plan, -1 if it is new.
  @usableFromInline let before: Int
  /// The section's index after the plan, -1 if it vanishes.
  @usableFromInline let after: Int
  /// True if everything but the rows comes from the section after the plan; else from the one before.
  @usableFromInline let isNew: Bool
  /// The rows.
  @usableFromInline let rows: Rows

  /// The rows of a section between two stages.
  @usableFromInline
  enum Rows: Equatable {
    /// All rows of the section before the plan.
    case before
    /// All rows of the section after the plan.
    case after
    /// Rows of either table, in this order.
    case spans([RowSpan])
  }

  /// The section as it is before the plan.
  init(before: Int, after: Int) {
    self.init(before: before, after: after, isNew: false, rows: .before)
  }

  /// The section as it is after the plan.
  init(after: Int, before: Int) {
    self.init(before: before, after: after, isNew: true, rows: .after)
  }

  init(before: Int, after: Int, isNew: Bool, rows: Rows) {
    self.before = before
    self.after = after
    self.isNew = isNew
    self.rows = rows
  }
}

/// Rows that follow each other in a section of the table before or after a plan.
@usableFromInline
struct RowSpan: Equatable {
  /// True if the rows are those of the table after the plan.
  @usableFromInline let isNew: Bool
  /// The section's index in that table.
  @usableFromInline let section: Int
  /// The rows' indexes in that section.
  @usableFromInline let rows: Range<Int>
}

/// Makes the sections between the stages of a plan from those before and after it.
@usableFromInline
struct TableMaker<Section: RebuildableSection> {
  @usableFromInline let from: [Section]
  @usableFromInline let to: [Section]
  /// The rows of each section, which is asked for them once.
  @usableFromInline let oldRows: [[Section.Row]]
  @usableFromInline let newRows: [[Section.Row]]

  @inlinable
  init(_ matcher: Matcher<Section>) {
    from = matcher.from
    to = matcher.to
    oldRows = matcher.oldRows
    newRows = matcher.newRows
  }

  /// Finds the headers that each stage redraws, and returns the tables after the stages.
  ///
  /// A header is redrawn in every stage after which its content, that of the section as it is then,
  /// differs from what the view shows: tables and plan agree whatever the content depends on.
  ///
  /// - Complexity: O(*s*) for *s* sections, and the rows of the sections that change, for each stage
  ///   of a plan that has several.
  @inlinable
  func tables(_ draft: Draft) -> [[Section]] {
    guard draft.stages.count > 1 else { return draft.stages.isEmpty ? [] : [to] }
    var tables: [[Section]] = []
    for number in draft.stages.indices {
      let shown = tables.last ?? from
      let isLast = number == draft.stages.count - 1
      let table = isLast ? to : draft.tables[number + 1].map(section)
      let redrawn = draft.changedSections(number).filter {
        shown[$0.before].displayedContent != table[$0.after].displayedContent
      }
      draft.redraw(redrawn.map { $0.before }, number)
      tables.append(table)
    }
    let kept = draft.dropEmptyStages()
    return kept.count == tables.count ? tables : kept.map { tables[$0] }
  }

  /// Makes a section.
  @inlinable
  func section(_ sketch: SectionSketch) -> Section {
    let section = sketch.isNew ? to[sketch.after] : from[sketch.before]
    switch sketch.rows {
    case .before: return sketch.isNew ? section.withRows(oldRows[sketch.before]) : section
    case .after: return sketch.isNew ? section : section.withRows(newRows[sketch.after])
    case .spans(let spans):
      var count = 0
      for span in spans { count += span.rows.count }
      let rows = [Section.Row](unsafeUninitializedCapacity: count) { buffer, written in
        guard var place = buffer.baseAddress else { return }
        for span in spans {
          let list = span.isNew ? newRows[span.section] : oldRows[span.section]
          list.withUnsafeBufferPointer {
            guard let first = $0.baseAddress else { return }
            place.initialize(from: first + span.rows.lowerBound, count: span.rows.count)
          }
          place += span.rows.count
        }
        written = count
      }
      return section.withRows(rows)
    }
  }
}

extension TableMaker<Outline.Section> {
  init(_ from: Outline, _ to: Outline) {
    self.from = from.sections
    self.to = to.sections
    oldRows = from.sections.map(\.rows)
    newRows = to.sections.map(\.rows)
  }
}
