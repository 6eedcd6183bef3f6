extension RecordWriter {
  /// Writes how a state of an editor follows from another one: first with all rows shown, then the
  /// hidden rows.
  ///
  /// - Parameters:
  ///   - saved: the table whose rows a replay reads from the source, so that their contents are not
  ///     written; nil: all contents are written.
  ///   - moved: rows that an edit moved by name.
  /// - Complexity: O(differences + pages + blocks + sections) of the tables.
  mutating func state(
    from old: EditorState, to new: EditorState, saved: Table?, moved: RowSet = RowSet()
  ) {
    let (formerlyHidden, hidden) = (old.hidden, new.hidden)
    let (old, new) = (old.whole, new.whole)
    let marksDiffer = old.marks != new.marks
    numbers(of: new.table, marksFollow: marksDiffer)
    columns(from: old.table, to: new.table)
    let arrived = sections(from: old.table, to: new.table, moved: moved)
    versions(from: old.table, to: new.table, arrived: arrived, saved: saved)
    ranks(from: old.table, to: new.table)
    rows(from: old.selection, to: new.selection)
    if marksDiffer { rows(from: old.marks, to: new.marks) }
    count(new.table.rowCount)
    guard let hidden else { return count(0) }
    if let formerlyHidden, hidden.isEqual(to: formerlyHidden) { return count(1) }
    count(2)
    raw(hidden.bytes)
  }

  /// How a table with nothing selected follows from none: as `state` writes it.
  ///
  /// - Parameter isRead: true if all its rows are read from the source again.
  /// - Complexity: O(runs of rows), and one fast look at each row; O(bytes) where they are not read.
  mutating func table(_ table: Table, isRead: Bool) {
    let nothing = Table(columns: [], syntax: table.syntax)
    guard isRead else {
      return state(from: EditorState(table: nothing), to: EditorState(table: table), saved: nil)
    }
    numbers(of: table, marksFollow: false)
    columns(from: nothing, to: table)
    count(table.sections.count)
    var all = RowRuns()
    for section in table.sections {
      let rows = RowRuns(section)
      all.append(rows)
      count(0)
      head(of: section, keepsLabel: false)
      list(rows.count == 0 ? [] : [rows]) { writer, rows in
        writer.count(2)
        writer.rows(rows)
      }
    }
    rows(all.sorted)
    // No row has other cells than there, in its record or apart from it.
    count(0)
    count(0)
    ranks(from: nothing, to: table)
    rows(from: Selection(), to: Selection())
    count(table.rowCount)
    // None is out of sight.
    count(0)
  }

  private mutating func numbers(of table: Table, marksFollow: Bool) {
    count(table.rowIDCount)
    let next = table.identities.next
    count(next.row)
    count(next.section)
    count(next.column)
    count((table.hasOwnOrder ? 1 : 0) | (marksFollow ? 2 : 0))
    count(table.loadedCount)
  }

  private mutating func columns(from old: Table, to new: Table) {
    let isSame =
      old.columns == new.columns && old.keyColumns == new.keyColumns
      && old.sectionColumn == new.sectionColumn
    flag(!isSame)
    if isSame { return }
    list(new.columns) { writer, column in
      writer.count(column.id.rawValue)
      writer.text(column.name)
      switch column.typing {
      case .automatic: writer.count(0)
      case .number: writer.count(1)
      case .text: writer.count(2)
      case .boolean: writer.count(3)
      case .decimal: writer.count(4)
      }
    }
    list(new.keyColumns) { $0.count($1.rawValue) }
    flag(new.sectionColumn != nil)
    if let column = new.sectionColumn { count(column.rawValue) }
  }

  /// Writes runs of unchanged sections, and the changed ones. Returns the rows that the table
  /// before does not have.
  private mutating func sections(from old: Table, to new: Table, moved: RowSet) -> [RowID] {
    var arrived: [RowID] = []
    count(new.sections.count)
    var s = 0
    while s < new.sections.count {
      if let start = old.index(of: new.sections[s].id),
        Self.isKept(old.sections[start], new.sections[s])
      {
        var length = 1
        while s + length < new.sections.count, start + length < old.sections.count,
          Self.isKept(old.sections[start + length], new.sections[s + length])
        {
          length += 1
        }
        count(length)
        count(start)
        s += length
        continue
      }
      count(0)
      section(new.sections[s], from: old, to: new, moved, &arrived)
      s += 1
    }
    return arrived
  }

  private static func isKept(_ old: Section, _ new: Section) -> Bool {
    old.labelVersion == new.labelVersion && old.isShared(with: new)
  }

  private mutating func section(
    _ section: Section, from before: Table, to after: Table, _ moved: RowSet,
    _ arrived: inout [RowID]
  ) {
    let old = before.index(of: section.id).map { before.sections[$0] }
    head(of: section, keepsLabel: old?.label === section.label)
    let steps = SectionSteps(from: old, in: before, to: section, in: after, moved: moved).steps
    list(steps) { writer, step in
      switch step {
      case .keep(let count):
        writer.count(0)
        writer.count(count)
      case .drop(let count):
        writer.count(1)
        writer.count(count)
      case .add(let rows):
        writer.count(2)
        writer.rows(rows)
      }
    }
    for case .add(let rows) in steps { arrived += rows.lazy.filter { !before.contains($0) } }
  }

  private mutating func head(of section: Section, keepsLabel: Bool) {
    number(UInt64(section.id.rawValue))
    count(section.labelVersion)
    flag(!keepsLabel)
    if !keepsLabel {
      text(section.name)
      text(section.title)
      optional(section.header)
      optional(section.footer)
    }
  }

  private mutating func ranks(from old: Table, to new: Table) {
    switch (old.sourceRanks, new.sourceRanks) {
    case (nil, nil): count(0)
    case (_, nil): count(1)
    case (let before?, let ranks?) where before == ranks: count(0)
    case (_, let ranks?):
      count(2)
      list(ranks) { $0.number(UInt64($1 &+ 1)) }
    }
  }

  /// Writes selected or marked rows: the length of the common prefix, and the rows after it.
  mutating func rows(from old: Selection, to new: Selection) {
    var common = 0
    let (before, after) = (old.rows, new.rows)
    while common < before.count, common < after.count, before[common] == after[common] {
      common += 1
    }
    count(common)
    rows(common == after.count ? [] : Array(after[common...]))
  }
}
