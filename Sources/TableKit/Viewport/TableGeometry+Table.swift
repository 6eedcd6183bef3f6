import BatchUpdates

/// How high things in a table are, in points (rule A8).
public struct TableHeights: Hashable, Sendable {
  /// Rows of which nothing else is said.
  public var row = RowHeights.standard
  /// The header and the footer of a section, where it has one; a title that is drawn is a header.
  public var header = 28.0
  /// The column that says how high its rows are; rows in which it is no number above 0 are as
  /// high as others.
  public var rowColumn: ColumnID?

  /// Creates the heights of a table of which nothing is said.
  public init() {}
}

extension TableGeometry {
  /// Lays a table out.
  ///
  /// - Complexity: O(sections); with a column of heights O(rows).
  public init(of table: Table, _ heights: TableHeights) {
    let isOnly = table.sections.count == 1
    self.init(
      table.sections.map { section in
        SectionGeometry(
          header: section.hasHeader(isOnly: isOnly) ? heights.header : 0,
          rows: heights.ofRows(of: section, in: table),
          footer: section.footer == nil ? 0 : heights.header)
      })
  }
}

extension TableHeights {
  fileprivate func ofRows(of section: Section, in table: Table) -> RowHeights {
    let equal = RowHeights.equal(section.count, row)
    guard let rowColumn else { return equal }
    var hasOwn = false
    let each = section.rows.map { id in
      table.withCell(id, rowColumn) { kind, bytes in
        guard kind != .null, let height = PlainNumber.value(bytes)?.double, height > 0 else {
          return row
        }
        if height != row { hasOwn = true }
        return height
      }
    }
    return hasOwn ? .each(each) : equal
  }
}

extension Table {
  /// Whether another table has the same rows with the same cells in the same places because
  /// nothing was written since one was copied from the other; false where that is not known.
  ///
  /// - Complexity: O(1).
  public func sharesContent(with other: Table) -> Bool {
    let sharesSections = sections.withUnsafeBufferPointer { x in
      other.sections.withUnsafeBufferPointer { $0.baseAddress == x.baseAddress }
    }
    return sharesSections && sections.count == other.sections.count
      && versions.isShared(with: other.versions)
  }
}
