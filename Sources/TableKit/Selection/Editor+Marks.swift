/// A list whose rows carry checkmarks: a tap changes the data and selects nothing for longer than
/// the tap (rules B27, B28).
public enum Checklist: String, Hashable, Sendable, CaseIterable {
  /// Any number of rows is marked; a tap marks a row or takes its mark away.
  case inclusive
  /// One row is marked; a tap on another one moves the mark, and it cannot be taken away.
  case exclusive
}

/// What happens to the marks of the rows named.
public enum MarkChange: String, Hashable, Sendable, CaseIterable {
  /// They are marked too.
  case on
  /// They alone are marked.
  case only
  /// Their marks are taken away.
  case off
  /// Marked ones lose their marks, the others are marked.
  case toggle
}

extension Editor {
  /// Makes a section a checklist, or an ordinary section again. An exclusive one needs a marked row
  /// from the start: where there is none the first row is, and of several the first stays.
  ///
  /// - Returns: what marks changed.
  /// - Throws: as `perform`.
  @discardableResult
  public mutating func setChecklist(
    _ checklist: Checklist?, of section: SectionID, title: String
  ) throws(EditError) -> Transaction {
    let former = settings.checklists[section]
    settings.checklists[section] = checklist
    do throws(EditError) {
      var edits: [Edit] = []
      if checklist == .exclusive {
        let marked = markedRows(in: section)
        if let first = marked.first {
          edits = [.mark(Array(marked.dropFirst()), .off), .mark([first], .on)]
        } else if let row = firstRow(of: section) {
          edits = [.mark([row], .on)]
        }
      }
      return try perform(edits, title: title)
    } catch {
      settings.checklists[section] = former
      throw error
    }
  }

  /// Whether a tap on a row changes its mark.
  public func isChecklist(_ row: RowID) -> Bool {
    table.section(of: row).map { settings.checklists[$0] != nil } ?? false
  }

  private func firstRow(of section: SectionID) -> RowID? {
    guard let index = table.index(of: section), table.sections[index].count > 0 else { return nil }
    return table.sections[index].row(at: 0)
  }

  /// The marked rows of a section, in table order.
  func markedRows(in section: SectionID) -> [RowID] {
    table.inTableOrder(marks.rows.filter { table.section(of: $0) == section })
  }

  /// Changes what the data holds; the selection stays, and nobody is asked.
  mutating func mark(_ rows: [RowID], _ change: MarkChange) throws(EditError) {
    for row in rows where !table.contains(row) { throw .rowIsGone(number: row.number) }
    switch change {
    case .on: for row in rows { marks.insert(row) }
    case .only:
      marks.removeAll()
      for row in rows { marks.insert(row) }
    case .off:
      let gone = RowSet(rows)
      marks.removeAll { gone.contains($0) }
    case .toggle:
      let gone = RowSet(rows.filter { marks.contains($0) })
      marks.removeAll { gone.contains($0) }
      for row in rows where !gone.contains(row) { marks.insert(row) }
    }
  }

  /// What the delegate of a checklist does in `didSelect`: it deselects the row at once, and changes
  /// the marks.
  mutating func check(_ row: RowID, _ events: inout [DelegateEvent]) {
    guard let section = table.section(of: row), let list = settings.checklists[section] else {
      return
    }
    deselectSilently(row, &events)
    switch list {
    case .inclusive: if !marks.remove(row) { marks.insert(row) }
    case .exclusive:
      guard !marks.contains(row) else { return }
      for other in markedRows(in: section) { marks.remove(other) }
      marks.insert(row)
    }
  }
}
