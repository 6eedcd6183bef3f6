import TableKit

/// The number of cells to write for each row: a row that lacks cells in the source gets only those
/// it needs, unless the text would then be refused when read again.
struct RowWidths {
  /// The number of cells of a whole row.
  let width: Int
  /// The number of cells of each row, in order; empty if all rows are whole.
  private var counts: [Int] = []
  /// The indexes of rows that get more cells than they need.
  private(set) var padded: Set<Int> = []

  private let isLenient: Bool
  private let table: Table
  private let rows: [RowID]

  /// - Parameters:
  ///   - rows: the rows in the order of writing.
  ///   - columns: the columns in the order of writing.
  /// - Complexity: O(rows) if some are short, else O(1).
  init(_ table: Table, _ rows: [RowID], _ columns: [ColumnID], _ layout: DelimitedLayout) {
    width = columns.count
    isLenient = layout.reasons.isLenient && !layout.dialect.isUncommon
    self.table = table
    self.rows = rows
    // The first record sets the number of cells.
    if layout.header.isEmpty, layout.chunk.hasEmptyEnds, let first = rows.first,
      !layout.emptyEnd(of: first).isEmpty
    {
      padded.insert(0)
    }
    guard width > 1, table.hasShortRecords, !table.hasDefaultsInSource else { return }
    counts = rows.map { Self.need($0, table, columns) }
    guard counts.contains(where: { $0 < width }) else {
      counts = []
      return
    }
    guard !layout.reasons.isLenient else { return }
    if layout.header.isEmpty { pad(0) }
    padTorn()
    let isNamed = !layout.header.isEmpty && HeaderNames.arePlain(layout.writtenNames(of: table))
    if layout.reasons.isDetected, !isNamed { padSample(layout) }
  }

  /// Whether no row is short.
  var isWhole: Bool { counts.isEmpty }

  /// Returns the number of cells of the row at an index.
  subscript(place: Int) -> Int { counts.isEmpty ? width : counts[place] }

  /// Whether the last row needs a line end: without one it would look cut off.
  var wantsLineEnd: Bool { !isLenient && counts.last.map { $0 < width } ?? false }

  /// Returns the number of cells that a row needs. An empty line would be no row.
  private static func need(_ row: RowID, _ table: Table, _ columns: [ColumnID]) -> Int {
    guard table.lacksCells(row) else { return columns.count }
    var count = columns.count
    while count > 1, !table.hasCell(row, columns[count - 1]) { count -= 1 }
    return count == 1 && table.raw(row, columns[0]).isEmpty ? 2 : count
  }

  private mutating func pad(_ place: Int) {
    guard counts[place] < width else { return }
    counts[place] = width
    padded.insert(place)
  }

  /// Pads one row of each two neighbours that would look like a torn row: preferably an edited one,
  /// else the first.
  private mutating func padTorn() {
    var torn = TornRecords(width: width)
    var place = 0
    while place < counts.count {
      if counts[place] < width, let part = torn.part(record: place, cells: counts[place]) {
        let edited = (part.record...place).first { table.record(of: rows[$0]).chunk.holdsEdits }
        place = edited ?? part.record
        pad(place)
        torn = TornRecords(width: width)
      }
      place += 1
    }
  }

  /// Pads rows if the delimiter would otherwise not be detected again: one row must be whole, and
  /// most of the first rows, unless the file name implies the delimiter.
  private mutating func padSample(_ layout: DelimitedLayout) {
    let header = layout.header.isEmpty ? 0 : 1
    let sample = counts.indices.prefix(Dialect.sampleRecords - header)
    let short = sample.filter { counts[$0] < width }
    if !layout.reasons.isNatural, (sample.count - short.count - 1 + header) < short.count {
      for place in short { pad(place) }
    }
    let whole = counts.count { $0 == width }
    if whole < 2 - header { pad(short.first ?? 0) }
  }
}

extension DelimitedLayout {
  /// Returns the delimiters to write behind the last cell of a row: those it had, or of a new row
  /// those of most.
  func emptyEnd(of row: RowID) -> [UInt8] {
    guard chunk.hasEmptyEnds else { return [] }
    return record(of: row).map { Array(chunk.emptyEnd(record: $0)) } ?? emptyEnd
  }

  /// Returns the delimiters to write behind the last cell of a row, which are none where they would
  /// begin further cells.
  func emptyEnd(of row: RowID, _ widths: RowWidths, _ place: Int) -> [UInt8] {
    guard chunk.hasEmptyEnds, widths[place] == widths.width, place > 0 || !header.isEmpty else {
      return []
    }
    return emptyEnd(of: row)
  }
}

/// Detects torn records: consecutive short records whose cells together are those of a whole
/// record.
///
/// A line end inside an unquoted cell splits a record into two with one more cell in total; one in
/// place of a delimiter, into two with equally many cells in total:
///
///     id,name,note                    id,name,note
///     1,first                         1
///     line,3                          first,3
///
/// Lines of one cell may lie between two such parts, if the cell has several lines.
struct TornRecords {
  private let width: Int
  /// The previous short record, with its number of cells.
  private var last: (record: Int, cells: Int) = (-2, 0)
  /// The last short record of several cells that is followed only by records of one cell.
  private var open: (record: Int, cells: Int) = (-2, 0)

  /// - Parameter width: the number of cells of a whole record.
  init(width: Int) { self.width = width }

  /// Adds the next short record and returns the first record that it may be torn from.
  ///
  /// - Parameters:
  ///   - record: its index; whole records in between need not be added.
  ///   - cells: its number of cells.
  mutating func part(record: Int, cells: Int) -> (record: Int, cells: Int)? {
    var whole: (record: Int, cells: Int)?
    if last.record == record - 1 {
      let sum = last.cells + cells
      if sum == width || sum == width + 1 {
        whole = last
      } else if open.record >= 0, open.cells + cells == width + 1 {
        whole = open
      }
    } else {
      open = (-2, 0)
    }
    last = (record, cells)
    if cells > 1 { open = last }
    return whole
  }
}
