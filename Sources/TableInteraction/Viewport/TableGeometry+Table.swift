import TableKit

/// The heights of the parts of a table, in points (rule A8).
public struct TableHeights: Hashable, Sendable {
  /// The default height of rows.
  public var row = RowHeights.standard
  /// The height of section headers and footers, if present; a title that is drawn is a header.
  public var header = 28.0
  /// The column with the heights of rows; rows without a number above 0 in it have the default
  /// height.
  public var rowColumn: ColumnID?

  /// Creates the default heights.
  public init() {}
}

extension TableGeometry {
  /// Computes the geometry of a table.
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
        guard kind != .null, let height = DecimalNumber.value(bytes)?.double, height > 0 else {
          return row
        }
        if height != row { hasOwn = true }
        return height
      }
    }
    return hasOwn ? .each(each) : equal
  }
}
