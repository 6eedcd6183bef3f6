import BatchUpdates

/// The positions of the headers and rows of a table, in points from the top of its content (rule A8
/// and H).
///
/// Rows are counted through all sections, from 0; `path(of:)` and `row(at:)` convert. Sections with
/// rows of equal height take no memory for each row.
public struct TableGeometry: Sendable {
  private let spans: [SectionSpan]
  /// The number of rows.
  public let rowCount: Int
  /// The height of the content.
  public let contentHeight: Double
  /// The height of all rows, without headers and footers.
  public let rowsHeight: Double

  /// Computes the positions of sections, one below the other.
  ///
  /// - Complexity: O(sections + rows with individual heights).
  public init(_ sections: [SectionGeometry]) {
    var spans: [SectionSpan] = []
    spans.reserveCapacity(sections.count)
    var top = 0.0
    var rowsHeight = 0.0
    var first = 0
    for section in sections {
      let span = SectionSpan(section, top: top, firstRow: first)
      spans.append(span)
      top = span.bottom
      rowsHeight += span.rowTop(span.rowCount) - span.rowTop(0)
      first += span.rowCount
    }
    self.spans = spans
    rowCount = first
    contentHeight = top
    self.rowsHeight = rowsHeight
  }

  /// Returns the row at an index path; nil if there is none.
  public func row(at path: RowPath) -> Int? {
    guard spans.indices.contains(path.section), path.row >= 0,
      path.row < spans[path.section].rowCount
    else { return nil }
    return spans[path.section].firstRow + path.row
  }

  /// Returns the index path of a row.
  ///
  /// - Complexity: O(log sections).
  public func path(of row: Int) -> RowPath {
    let section = section(of: row)
    return RowPath(section, row - spans[section].firstRow)
  }

  /// Returns the section of a row.
  public func section(of row: Int) -> Int {
    // The last section that begins at or before the row and is not empty.
    spans.partitioningIndex { $0.firstRow > row } - 1
  }

  /// Returns the rows of a section.
  public func rows(inSection section: Int) -> Range<Int> {
    spans[section].firstRow..<spans[section].firstRow + spans[section].rowCount
  }

  /// Returns the top of a section, where its header begins.
  public func top(ofSection section: Int) -> Double { spans[section].top }

  /// Returns the height of a section's header; 0 if it has none.
  public func headerHeight(ofSection section: Int) -> Double { spans[section].header }

  /// Returns the upper and the lower edge of a row.
  public func edges(of row: Int) -> (top: Double, bottom: Double) {
    let span = spans[section(of: row)]
    return (span.rowTop(row - span.firstRow), span.rowTop(row - span.firstRow + 1))
  }

  /// Returns the row at a height of the content; nil on a header or a footer, and above or below
  /// all rows.
  ///
  /// - Complexity: O(log sections + log rows with individual heights).
  public func row(atHeight y: Double) -> Int? {
    let section = spans.partitioningIndex { $0.bottom > y }
    guard section < spans.count, y >= 0 else { return nil }
    let span = spans[section]
    guard span.rowCount > 0, y >= span.rowTop(0), y < span.rowTop(span.rowCount) else { return nil }
    return span.firstRow + span.row(at: y)
  }

  /// Returns the row nearest to a height of the content, the upper one of two; nil in an empty
  /// table.
  public func nearestRow(toHeight y: Double) -> Int? {
    if let row = row(atHeight: y) { return row }
    // Between rows: the last one above, and the first one below.
    let below = firstRow(below: y)
    guard below > 0 else { return rowCount > 0 ? 0 : nil }
    guard below < rowCount else { return rowCount - 1 }
    let above = y - edges(of: below - 1).bottom
    return edges(of: below).top - y < above ? below : below - 1
  }

  /// Returns the first row that begins at or below a height; the last row if there is none.
  public func firstWholeRow(below y: Double) -> Int {
    let row = row(atHeight: y) ?? firstRow(below: y)
    guard row < rowCount, edges(of: row).top < y else { return min(row, max(0, rowCount - 1)) }
    return min(row + 1, rowCount - 1)
  }

  /// Returns the rows that overlap a part of the content by more than an edge (rule H5).
  public func rows(from top: Double, to bottom: Double) -> Range<Int> {
    guard bottom > top, rowCount > 0 else { return 0..<0 }
    let first = row(atHeight: max(top, 0)) ?? firstRow(below: top)
    var end = row(atHeight: bottom) ?? firstRow(below: bottom)
    if end < rowCount, edges(of: end).top < bottom { end += 1 }
    return first..<max(first, end)
  }

  /// Returns the first row whose upper edge is at or below a height that no row covers.
  private func firstRow(below y: Double) -> Int {
    let section = spans.partitioningIndex { $0.rowCount > 0 && $0.rowTop(0) >= y || $0.top >= y }
    return spans[min(section, spans.count)...].first?.firstRow ?? rowCount
  }

  /// Returns the number of steps forward from a row to another, with an empty section between them
  /// counting as one; nil if the other is above. TableViewScrollAndSelect counts in this way (rule
  /// F5).
  func steps(from row: Int, to other: Int) -> Int? {
    guard other >= row else { return nil }
    let empty = (section(of: row)...section(of: other)).count { spans[$0].rowCount == 0 }
    return other - row + empty
  }
}

/// The heights in one section, in points.
public struct SectionGeometry: Hashable, Sendable {
  /// The height of the header; 0 for none.
  public var header: Double
  /// The height of the footer; 0 for none.
  public var footer: Double
  /// The heights of the rows.
  public var rows: RowHeights

  /// Creates the heights of a section.
  public init(header: Double = 0, rows: RowHeights, footer: Double = 0) {
    self.header = header
    self.footer = footer
    self.rows = rows
  }
}

/// The heights of a section's rows, in points.
public enum RowHeights: Hashable, Sendable {
  /// This number of rows of one height.
  case equal(Int, Double)
  /// One height for each row.
  case each([Double])

  /// The default height of a row.
  public static let standard = 44.0
}

/// The position of a section.
private struct SectionSpan: Sendable {
  let top, header, bottom: Double
  let firstRow, rowCount: Int
  private let height: Double
  /// The upper edges of rows of individual heights, and the lower edge of the last one.
  private let tops: [Double]

  init(_ section: SectionGeometry, top: Double, firstRow: Int) {
    self.top = top
    self.firstRow = firstRow
    header = section.header
    var end = top + section.header
    switch section.rows {
    case .equal(let count, let height):
      rowCount = count
      self.height = height
      tops = []
      end += Double(count) * height
    case .each(let heights):
      rowCount = heights.count
      height = 0
      var tops = [end]
      for height in heights {
        end += height
        tops.append(end)
      }
      self.tops = tops
    }
    bottom = end + section.footer
  }

  /// Returns the upper edge of a row of the section; for the row count, the lower edge of the last.
  func rowTop(_ row: Int) -> Double {
    tops.isEmpty ? top + header + Double(row) * height : tops[row]
  }

  /// Returns the row of the section that covers a height.
  func row(at y: Double) -> Int {
    guard tops.isEmpty else { return tops.partitioningIndex { $0 > y } - 1 }
    return min(rowCount - 1, Int((y - top - header) / height))
  }
}
