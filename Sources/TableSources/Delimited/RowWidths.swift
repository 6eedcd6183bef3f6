import TableKit

/// How many cells each row of a table gets in a delimited text: a row that its source leaves cells
/// out of gets no more than it needs, unless the text would be refused when it is read again.
struct RowWidths {
  /// How many cells a whole row has.
  let width: Int
  /// By row; empty where all are whole.
  private var counts: [Int] = []
  /// The rows, by place, that get more cells than they need.
  private(set) var padded: Set<Int> = []

  private let table: Table
  private let rows: [RowID]

  /// - Parameters:
  ///   - rows: as they are written, one behind the other.
  ///   - columns: in the order in which they are written.
  /// - Complexity: O(rows) where some are short, else O(1).
  init(_ table: Table, _ rows: [RowID], _ columns: [ColumnID], _ layout: DelimitedLayout) {
    width = columns.count
    self.table = table
    self.rows = rows
    guard width > 1, table.hasShortRecords else { return }
    counts = rows.map { Self.need($0, table, columns) }
    guard counts.contains(where: { $0 < width }) else {
      counts = []
      return
    }
    // The first record says how many cells there are.
    if layout.headerCells.isEmpty { pad(0) }
    padTorn()
    if layout.reasons.isDetected { padSample(layout) }
  }

  /// Whether no row is short.
  var isWhole: Bool { counts.isEmpty }

  /// How many cells the row at a place gets.
  subscript(place: Int) -> Int { counts.isEmpty ? width : counts[place] }

  /// Whether a row that is written last wants a line end: without one it may be cut off.
  var wantsLineEnd: Bool { counts.last.map { $0 < width } ?? false }

  /// Up to which column a row has cells. A line with nothing on it would be no row.
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

  /// Pads rows that have come to stand beside others so that both look like parts of one: one that
  /// was edited where there is such a one.
  private mutating func padTorn() {
    var torn = TornRecords(width: width)
    var place = 0
    while place < counts.count {
      if counts[place] < width, let part = torn.part(record: place, cells: counts[place]) {
        let edited = (part.record...place).first { table.record(of: rows[$0]).chunk.holdsEdits }
        pad(edited ?? place)
        torn = TornRecords(width: width)
        place = edited ?? place
      }
      place += 1
    }
  }

  /// Pads where the delimiter would not be found again: one row must be whole, and among the first
  /// rows most, unless files of this name have that delimiter anyway.
  private mutating func padSample(_ layout: DelimitedLayout) {
    let header = layout.headerCells.isEmpty ? 0 : 1
    let sample = counts.indices.prefix(Dialect.sampleRecords - header)
    let short = sample.filter { counts[$0] < width }
    if !layout.reasons.isNatural, (sample.count - short.count - 1 + header) < short.count {
      for place in short { pad(place) }
    }
    let whole = counts.count { $0 == width }
    if whole < 2 - header { pad(short.first ?? 0) }
  }
}

/// Finds records that look like parts of one: short ones that follow each other and whose cells
/// together are those of a whole record.
///
/// A line end inside a cell without quotes cuts a record into two, whose cells are one more than
/// its own; one in place of a delimiter into two whose cells are as many:
///
///     id,name,note                    id,name,note
///     1,first                         1
///     line,3                          first,3
///
/// Lines of one cell may stand between two such parts: the cell has several lines.
struct TornRecords {
  private let width: Int
  /// The short record before, and how many cells it has.
  private var last: (record: Int, cells: Int) = (-2, 0)
  /// The last short record of several cells behind which only such of one cell stand.
  private var open: (record: Int, cells: Int) = (-2, 0)

  /// - Parameter width: how many cells a whole record has.
  init(width: Int) { self.width = width }

  /// Takes the next short record, and answers the first record that it may be torn from.
  ///
  /// - Parameters:
  ///   - record: its number; the whole ones between two short ones need not be told.
  ///   - cells: how many cells it has.
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
