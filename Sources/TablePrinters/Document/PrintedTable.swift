import TableKit
import Wording

/// A table as document printers see it.
public struct PrintedTable: Sendable {
  let table: Table
  /// The title of a document that has one.
  let title: String
  private let workers: Workers

  /// Creates the view of a table.
  ///
  /// - Parameters:
  ///   - title: what the table is called.
  ///   - workers: measure and write many rows in two parts concurrently.
  public init(_ table: Table, title: String = "", workers: Workers = .one) {
    self.table = table
    self.title = title.isEmpty ? "table" : title
    self.workers = workers
  }

  /// Whether sections have titles or texts to show; false for the only one of a table without
  /// sections.
  var showsSections: Bool {
    guard table.sections.count == 1, let section = table.sections.first else { return true }
    return section.header != nil || section.footer != nil || section.title != Section.soleName
  }

  /// How wide columns are, and whether they are numbers and aligned right; by column.
  struct Fit {
    var widths: [Int]
    var areNumbers: [Bool]
  }

  /// Measures the columns.
  ///
  /// - Parameters:
  ///   - titles: the minimum width of each column.
  ///   - escaping: how cells are written; nil if their widths do not matter.
  ///   - write: called with no text now and then, so that it can stop what takes long.
  /// - Complexity: O(cells).
  func fit<Failure: Error>(
    titles: [Int], _ escaping: Escaping?, _ write: (String) throws(Failure) -> Void
  ) throws(Failure) -> Fit {
    let first = Part(Measure(table, titles, escaping))
    let second = Part(Measure(table, titles, escaping))
    // Few enough to be in the processor's cache for each column.
    try forEachStretch(of: table.allRows, by: 4096) { (rows, others) throws(Failure) in
      try write("")
      run({ first.value.add(rows) }, { second.value.add(others) }, others)
    }
    let (a, b) = (first.value, second.value)
    let hasNumbers = zip(a.hasNumbers, b.hasNumbers).map { $0 || $1 }
    let areNumbers = zip(a.areNumbers, b.areNumbers).map { $0 && $1 }
    return Fit(
      widths: zip(a.widths, b.widths).map { max($0, $1) },
      areNumbers: zip(areNumbers, hasNumbers).map { $0 && $1 })
  }

  /// Adds what is written for a row, without the end of its last line.
  typealias AddingRow = @Sendable (RowID, inout CellTexts, inout DocumentLines) -> Void

  /// Writes the rows of a section behind lines that were added before.
  ///
  /// - Parameters:
  ///   - escaping: how cells are written.
  func printRows<Failure: Error>(
    of section: Section, _ escaping: Escaping, behind lines: inout DocumentLines,
    _ write: (String) throws(Failure) -> Void, _ add: @escaping AddingRow
  ) throws(Failure) {
    try lines.flush(write)
    let first = Part(RowPrinter(table, escaping, add))
    let second = Part(RowPrinter(table, escaping, add))
    try forEachStretch(of: section.rows, by: 1024) { (rows, others) throws(Failure) in
      run({ first.value.print(rows) }, { second.value.print(others) }, others)
      try write(first.value.text)
      if !others.isEmpty { try write(second.value.text) }
    }
  }

  /// Calls `body` with rows, so many and as many at once; with none instead of the latter if all
  /// are few.
  private func forEachStretch<Failure: Error>(
    of rows: some Sequence<RowID>, by size: Int,
    _ body: (ArraySlice<RowID>, ArraySlice<RowID>) throws(Failure) -> Void
  ) throws(Failure) {
    let isShared = table.rowCount >= workers.minimum
    var rows = rows.makeIterator()
    var some: [RowID] = []
    repeat {
      some.removeAll(keepingCapacity: true)
      while some.count < (isShared ? size * 2 : size), let row = rows.next() { some.append(row) }
      let middle = isShared ? (some.count + 1) / 2 : some.count
      try body(some[..<middle], some[middle...])
    } while !some.isEmpty
  }

  /// Runs a piece of work on this thread, and one for other rows, if there are any, on another.
  private func run(
    _ first: () -> Void, _ second: @Sendable () -> Void, _ others: ArraySlice<RowID>
  ) {
    if others.isEmpty { return first() }
    workers.pair({ _ in first() }, { _ in second() })
  }

  /// Splits a text into lines at CRLF, LF and CR.
  static func lines(_ text: String) -> [Substring] {
    var lines: [Substring] = []
    LineEnds.forEachLine(of: text) { lines.append($0) }
    return lines
  }
}

/// What one of two threads changes; a class, because it refers to it.
private final class Part<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) { self.value = value }
}

/// How wide the cells of some rows are, and whether they are numbers.
private struct Measure {
  private(set) var widths: [Int]
  private(set) var areNumbers: [Bool]
  private(set) var hasNumbers: [Bool]
  private var texts: CellTexts?
  private var readers: [CellReader]

  init(_ table: Table, _ titles: [Int], _ escaping: Escaping?) {
    widths = titles
    areNumbers = table.columns.map { $0.typing != .text && $0.typing != .boolean }
    hasNumbers = table.columns.map { _ in false }
    texts = escaping.map { CellTexts(table, $0) }
    readers = table.columns.map { CellReader(table, $0.id) }
  }

  mutating func add(_ rows: ArraySlice<RowID>) {
    for c in readers.indices {
      if texts != nil {
        var width = widths[c]
        for row in rows { texts?.withText(row, c) { width = max(width, $1) } }
        widths[c] = width
      }
      for row in rows where areNumbers[c] {
        if let plain = readers[c].plain(row) {
          hasNumbers[c] = DecimalNumber.matches(plain)
          areNumbers[c] = hasNumbers[c]
          continue
        }
        readers[c].withCell(row) { kind, bytes in
          if kind == .null { return }
          hasNumbers[c] = kind == .number || kind == .text && DecimalNumber.matches(bytes)
          areNumbers[c] = hasNumbers[c]
        }
      }
    }
  }
}

/// Writes rows as lines.
private struct RowPrinter {
  typealias AddingRow = PrintedTable.AddingRow

  /// The lines of the rows written last.
  private(set) var text = ""
  private var texts: CellTexts
  private var lines = DocumentLines()
  private let add: AddingRow

  init(_ table: Table, _ escaping: Escaping, _ add: @escaping AddingRow) {
    texts = CellTexts(table, escaping)
    self.add = add
  }

  mutating func print(_ rows: ArraySlice<RowID>) {
    for row in rows {
      add(row, &texts, &lines)
      lines.end()
    }
    lines.flush { text = $0 }
  }
}
