import Lua
import TableKit

/// Rows of a table as a rule reads them: the columns, and behind them the title of the row's section
/// and the members of cells that an expression names.
///
/// A class because it remembers the kinds of columns and owns the bytes of titles. Cells are lent
/// to Lua where they stand, so nothing may edit the table while a rule runs.
final class TableRows: LuaRowSource {
  let table: Table
  let rows: [RowID]
  private(set) var columnNames: [String]
  /// The members of cells that are read.
  var members: MemberExpression? {
    didSet {
      // No column can be meant by a name with NUL, so `row[…]` reaches columns only.
      columnNames += members?.names.map { "\0" + $0 } ?? []
    }
  }
  private let workers: Workers
  private let views: NumberViews
  /// By column: its kind, once it is read.
  private var kinds: [Column.Kind?]
  /// By column: its numbers, once they were asked for.
  private var numberViews: [NumberView??]
  private let comparisons: SourceComparisons?
  /// Whether dates with far years are looked for in all rows; else each that is read is looked at.
  let findsFarYears: Bool
  /// By column: the errors for places that read it, once it was read.
  private var refusals: [[LuaPlace: LuaFailure]?]
  private var titles: [SectionID: UnsafeRawBufferPointer] = [:]
  private var buffers: [UnsafeMutableRawBufferPointer] = []

  init(
    _ table: Table, _ rows: [RowID], _ workers: Workers = .one,
    _ views: NumberViews = NumberViews(), _ comparisons: SourceComparisons? = nil,
    findsFarYears: Bool = true
  ) {
    self.comparisons = comparisons
    self.findsFarYears = findsFarYears
    refusals = Array(repeating: nil, count: table.columns.count)
    self.views = views
    self.workers = workers
    self.table = table
    self.rows = rows
    columnNames = table.columns.map(\.name) + ["\0section"]
    kinds = Array(repeating: nil, count: table.columns.count)
    numberViews = Array(repeating: nil, count: table.columns.count)
  }

  deinit { for buffer in buffers { buffer.deallocate() } }

  /// The index under which the title of the row's section is read.
  var sectionColumn: Int { table.columns.count }

  /// The columns that were read so far.
  var columnsRead: [Int] { kinds.indices.filter { kinds[$0] != nil } }

  /// The columns that were read as texts so far.
  var textsRead: [Column] { columnsRead.filter { kinds[$0] == .text }.map { table.columns[$0] } }

  func fill(_ cells: LuaCells) {
    if cells.column == sectionColumn { return fillTitles(cells) }
    if cells.column > sectionColumn {
      if let member = members?.members[cells.column - sectionColumn - 1] { fill(cells, member) }
      return
    }
    let column = table.columns[cells.column].id
    if cells.isRaw { return fillTexts(cells, column) }
    if let view = numberView(of: cells.column) { return fillNumbers(cells, view) }
    let kind = kind(of: cells.column)
    if kind == .text { return fillPlainTexts(cells, column) }
    fill(cells, 0..<cells.rows.count, kind: kind)
  }

  func checksReads(of column: Int) -> Bool {
    guard column < table.columns.count, let comparisons else { return false }
    if let known = refusals[column] { return !known.isEmpty }
    let found = comparisons.failures(of: column, in: self)
    refusals[column] = found
    return !found.isEmpty
  }

  func refusal(of column: Int, at place: LuaPlace) -> LuaError? {
    refusals[column]?[place]?.luaError(at: place)
  }

  /// Lends texts that stand in the table as they are, and looks closer at the others.
  private func fillPlainTexts(_ cells: LuaCells, _ column: ColumnID) {
    var reader = CellReader(table, column)
    withUnsafeTemporaryAllocation(of: UnsafeRawBufferPointer.self, capacity: cells.rows.count) {
      places in
      reader.readPlain(rows[cells.rows], into: places)
      var others = 0..<0
      for i in places.indices {
        if places[i].baseAddress != nil {
          cells.set(i, borrowing: places[i])
        } else if others.upperBound == i {
          others = others.lowerBound..<i + 1
        } else {
          fill(cells, others, kind: .text)
          others = i..<i + 1
        }
      }
      fill(cells, others, kind: .text)
    }
  }

  private func fill(_ cells: LuaCells, _ range: Range<Int>, kind: Column.Kind) {
    if range.isEmpty { return }
    var reader = CellReader(table, table.columns[cells.column].id)
    for i in range {
      reader.withRawCell(rows[cells.rows.lowerBound + i]) { raw, cellKind, bytes in
        cells.set(i, kind, cellKind, bytes, of: raw)
      }
    }
  }

  /// Writes numbers without a look at their text; it is looked at where a row was edited.
  private func fillNumbers(_ cells: LuaCells, _ view: NumberView) {
    var reader = NumberReader(table, view)
    for i in 0..<cells.rows.count {
      switch reader.read(rows[cells.rows.lowerBound + i]) {
      case .value(nil): break
      case .value(.integer(let value)?): cells.set(i, Int64(value))
      case .value(.real(let value)?): cells.set(i, value)
      case .unknown: fill(cells, i..<i + 1, kind: .number)
      }
    }
  }

  /// The numbers of a number column; nil if too few rows are read to make a view worth while.
  private func numberView(of index: Int) -> NumberView? {
    if let known = numberViews[index] { return known }
    let column = table.columns[index]
    let mayBeNumbers = column.typing != .text && column.typing != .boolean
    let isMade = rows.count >= Self.worthView && rows.count * 2 >= table.rowCount
    var view = mayBeNumbers ? views.view(of: column.id, in: table, isMade: isMade) : nil
    if view != nil, kinds[index] == nil, table.holdsLoadedOnly { kinds[index] = .number }
    if view != nil, !kind(of: index).isNumeric { view = nil }
    numberViews[index] = .some(view)
    return view
  }

  private static let worthView = 1 << 14

  /// The kind of a column: how its cells are read.
  func kind(of index: Int) -> Column.Kind {
    if let kind = kinds[index] { return kind }
    let kind = table.kind(of: table.columns[index], workers: workers)
    kinds[index] = kind
    return kind
  }

  /// Writes the members of objects; other cells have none.
  private func fill(_ cells: LuaCells, _ member: CellMember) {
    let (syntax, isTyped) = (CellSyntax.json, table.syntax.isTyped)
    var reader = CellReader(table, table.columns[member.column].id)
    for i in 0..<cells.rows.count {
      reader.withRawCell(rows[cells.rows.lowerBound + i]) { raw, kind, bytes in
        guard let object = CellMember.object(kind, bytes, isTyped: isTyped),
          let value = member.value(in: object)
        else { return }
        syntax.withDecoded(value) { cells.set(i, .mixed, $0, $1, of: raw) }
      }
    }
  }

  /// Calls `body` with the value of a row's member that is read as a column.
  func withMember(
    _ column: Int, of row: RowID, _ body: (CellKind, UnsafeRawBufferPointer) -> Void
  ) {
    guard let member = members?.members[column - sectionColumn - 1] else { return }
    let (syntax, isTyped) = (CellSyntax.json, table.syntax.isTyped)
    table.withCell(row, table.columns[member.column].id) { kind, bytes in
      guard let object = CellMember.object(kind, bytes, isTyped: isTyped),
        let value = member.value(in: object)
      else { return }
      syntax.withDecoded(value, body)
    }
  }

  private func fillTexts(_ cells: LuaCells, _ column: ColumnID) {
    let isTyped = table.syntax.isTyped
    var reader = CellReader(table, column)
    for i in 0..<cells.rows.count {
      reader.withRawCell(rows[cells.rows.lowerBound + i]) { raw, kind, bytes in
        // Delimited text may have a text that means null.
        cells.set(i, kind == .null && !isTyped ? raw : bytes, of: raw)
      }
    }
  }

  private func fillTitles(_ cells: LuaCells) {
    for i in 0..<cells.rows.count {
      guard let section = table.section(of: rows[cells.rows.lowerBound + i]) else { continue }
      cells.set(i, borrowing: title(of: section))
    }
  }

  private func title(of section: SectionID) -> UnsafeRawBufferPointer {
    if let title = titles[section] { return title }
    let text = table.index(of: section).map { table.sections[$0].title } ?? ""
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
    buffer.copyBytes(from: text.utf8)
    buffers.append(buffer)
    titles[section] = UnsafeRawBufferPointer(buffer)
    return UnsafeRawBufferPointer(buffer)
  }
}

/// The numbers of columns that rules have read, kept for the next rule.
///
/// A class because runs add to it.
final class NumberViews {
  private struct Key: Hashable {
    let chunk: ObjectIdentifier
    let column: ColumnID
  }

  private struct Entry {
    weak var chunk: Chunk?
    /// Nil: the column has texts.
    let view: NumberView?
  }

  private var entries: [Key: Entry] = [:]
  /// The number of bytes kept at most.
  private static let budget = 512 << 20

  /// The view of a column; nil where there is none.
  ///
  /// - Parameter isMade: true if one is made that is not there yet.
  func view(of column: ColumnID, in table: Table, isMade: Bool) -> NumberView? {
    guard let chunk = table.loadedChunk else { return nil }
    let key = Key(chunk: ObjectIdentifier(chunk), column: column)
    if let entry = entries[key], entry.chunk === chunk { return entry.view }
    guard isMade else { return nil }
    forgetDead()
    let view = table.numberView(of: column)
    entries[key] = Entry(chunk: chunk, view: view)
    return view
  }

  private func forgetDead() {
    entries = entries.filter { $0.value.chunk != nil }
    let size = entries.values.reduce(0) { $0 + ($1.view?.byteCount ?? 0) }
    if size > Self.budget { entries = [:] }
  }
}
