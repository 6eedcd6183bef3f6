import TableKit

/// A list whose rows have checkmarks: a tap changes the data and leaves no row selected (rules B27,
/// B28).
public enum Checklist: String, Hashable, Sendable, CaseIterable {
  /// Any number of rows is marked; a tap toggles the mark of a row.
  case inclusive
  /// One row is marked; a tap on another one moves the mark, and it cannot be removed.
  case exclusive
}

/// How the marks of rows change.
public enum MarkChange: String, Hashable, Sendable, CaseIterable {
  /// They are marked in addition to others.
  case on
  /// They become the only marked rows.
  case only
  /// They are unmarked.
  case off
  /// Marked rows are unmarked, the others marked.
  case toggle
}

extension TableController {
  /// Makes a section a checklist, or an ordinary section again. An exclusive one always has a
  /// marked row: if there is none the first row is marked, and of several only the first stays
  /// marked.
  ///
  /// - Returns: the transaction that changed marks.
  /// - Throws: as `perform`.
  @discardableResult
  public mutating func setChecklist(
    _ checklist: Checklist?, of section: SectionID, title: String
  ) throws(EditError) -> Transaction {
    let former = settings.checklists[section]
    settings.checklists[section] = checklist
    do throws(EditError) {
      var edits: [TableAction] = []
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

  /// Returns the marked rows of a section, in table order.
  func markedRows(in section: SectionID) -> [RowID] {
    table.inTableOrder(marks.rows.filter { table.section(of: $0) == section })
  }

  /// Changes marks in the data; the selection stays, and no delegate method is called.
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

  /// Performs what the delegate of a checklist does in `didSelect`: deselects the row at once and
  /// changes the marks.
  mutating func check(_ row: RowID, _ draft: inout Draft) {
    guard let section = table.section(of: row), let list = settings.checklists[section] else {
      return
    }
    deselectSilently(row, &draft)
    switch list {
    case .inclusive: if !marks.remove(row) { marks.insert(row) }
    case .exclusive:
      guard !marks.contains(row) else { return }
      for other in markedRows(in: section) { marks.remove(other) }
      marks.insert(row)
    }
  }
}
