extension Table {
  /// Returns the raw bytes of a cell, as in its source; empty if the row has no such cell.
  ///
  /// Valid until the next edit of any table that shares the chunk.
  @inline(__always)
  public func raw(_ row: RowID, _ column: ColumnID) -> UnsafeRawBufferPointer {
    let version = versions[Int(row.rawValue)]
    let chunk = chunks[Int(version.chunk)]
    guard let field = chunk.field(of: column) else { return .nothing }
    return chunk.raw(record: Int(version.record), field: field)
  }

  /// Whether rows may lack cells that their source omits at the end of a record.
  public var hasShortRecords: Bool { chunks.contains { $0.hasShortRecords } }

  /// Whether the source omits cells of a row, which are then null.
  public func lacksCells(_ row: RowID) -> Bool {
    let (chunk, record) = record(of: row)
    return chunk.isShort(record: record)
  }

  /// Whether a row has a cell in a column, which may be empty.
  public func hasCell(_ row: RowID, _ column: ColumnID) -> Bool {
    let (chunk, record) = record(of: row)
    return chunk.field(of: column).map { chunk.holds(record: record, field: $0) } ?? false
  }

  /// Whether nobody wrote a cell of a new row, so that the source gives it a value; never the first
  /// cell of a record, which cannot be missing.
  public func isLeftToSource(_ row: RowID, _ column: ColumnID) -> Bool {
    hasDefaultsInSource && lacksCells(row) && !hasCell(row, column)
  }

  /// Calls `body` with the kind and the decoded bytes of a cell.
  @inline(__always)
  public func withCell<Result>(
    _ row: RowID, _ column: ColumnID, _ body: (CellKind, UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let version = versions[Int(row.rawValue)]
    let chunk = chunks[Int(version.chunk)]
    guard let field = chunk.field(of: column) else { return body(.null, .nothing) }
    return chunk.syntax.withDecoded(chunk.raw(record: Int(version.record), field: field), body)
  }

  /// Returns the value of a cell.
  public func cell(_ row: RowID, _ column: ColumnID) -> Cell {
    withCell(row, column) { kind, bytes in
      kind == .null ? .null : Cell(kind, String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Whether a cell has a value, without a copy of what it holds.
  package func cell(_ row: RowID, _ column: ColumnID, is value: Cell) -> Bool {
    withCell(row, column) { kind, bytes in
      kind == value.kind && (kind == .null || value.withText { $0.isSame(as: bytes) })
    }
  }

  /// Returns the values of a row, column by column.
  public func cells(_ row: RowID) -> [Cell] { columns.map { cell(row, $0.id) } }

  /// Whether a row has the same raw cells in two tables derived from one load. The row must be in
  /// both.
  public func hasSameContent(_ row: RowID, as other: Table) -> Bool {
    let mine = record(of: row)
    let others = other.record(of: row)
    if mine.chunk === others.chunk, mine.record == others.record { return true }
    return columns.allSatisfy { raw(row, $0.id).isSame(as: other.raw(row, $0.id)) }
  }

  /// Returns how rules, sorts and filters read the cells of a column.
  ///
  /// - Parameter workers: search many rows in two parts concurrently.
  /// - Complexity: O(1) if `textCounts` has the column; else O(rows up to the first text).
  public func kind(of column: Column, workers: Workers = .one) -> Column.Kind {
    switch column.typing {
    case .number: return .number
    case .text: return .text
    case .boolean: return .boolean
    case .decimal: return .decimal
    case .automatic where syntax.isTyped: return .mixed
    case .automatic: break
    }
    if let count = textCounts[column.id] { return count == 0 ? .number : .text }
    return hasText(column.id, workers) ? .text : .number
  }

  /// Like `kind(of:)`, but caches the count.
  public mutating func rememberedKind(of column: Column) -> Column.Kind {
    if column.typing == .automatic, !syntax.isTyped, textCounts[column.id] == nil {
      textCounts[column.id] = countTexts(in: column.id)
    }
    return kind(of: column)
  }

  /// Looks at rows in the order in which they are stored: in that of a sort, each would be far from the
  /// one before.
  func hasText(_ column: ColumnID, _ workers: Workers = .one) -> Bool {
    // A column of texts usually has one early.
    let early = min(1024, rowIDCount)
    if hasText(column, 0..<early, { false }) { return true }
    let middle = rowCount < workers.minimum ? rowIDCount : (rowIDCount + early) / 2
    var first = false
    let second = Finding()
    workers.pair(
      { stop in
        first = hasText(column, early..<middle) { false }
        if first { stop() }
      },
      { isStopped in second.isText = hasText(column, middle..<rowIDCount, isStopped) })
    return first || second.isText
  }

  private func hasText(_ column: ColumnID, _ rows: Range<Int>, _ isStopped: () -> Bool) -> Bool {
    var reader = CellReader(self, column)
    let isTyped = syntax.isTyped
    for i in rows where home[i] != Self.nowhere {
      if reader.withCell(RowID(UInt32(i)), { $0 != .null && !isNumber($0, $1, isTyped: isTyped) }) {
        return true
      }
      if i & 0xFFF == 0, isStopped() { return false }
    }
    return false
  }

  /// What the second thread found; a class, because both threads refer to it.
  private final class Finding: @unchecked Sendable {
    var isText = false
  }

  private func countTexts(in column: ColumnID) -> Int {
    var count = 0
    var reader = CellReader(self, column)
    for section in sections {
      for row in section.rows {
        let isText = reader.withCell(row) { $0 != .null && !DecimalNumber.matches($1) }
        if isText { count += 1 }
      }
    }
    return count
  }

  /// Whether a cell is neither null nor a plain number.
  func isText(_ row: RowID, _ column: ColumnID) -> Bool {
    withCell(row, column) { kind, bytes in kind != .null && !DecimalNumber.matches(bytes) }
  }
}

extension Table {
  /// Inserts a column whose cells are null.
  @discardableResult
  mutating func insertColumn(_ name: String, at index: Int) -> ColumnID {
    let id = ColumnID(identities.column())
    columns.insert(Column(id: id, name: name), at: min(max(index, 0), columns.count))
    return id
  }

  /// The identities of the columns that are inserted next, in order: so edits can fill a column
  /// that an edit before them inserts.
  public func nextColumns(_ count: Int) -> [ColumnID] {
    (0..<count).map { ColumnID(identities.next.column + $0) }
  }

  /// Deletes a column; its cells stay in old records, for undo.
  mutating func removeColumn(_ id: ColumnID) {
    columns.removeAll { $0.id == id }
    textCounts[id] = nil
  }

  mutating func renameColumn(_ id: ColumnID, _ name: String) {
    guard let index = columns.firstIndex(where: { $0.id == id }) else { return }
    columns[index].name = name
  }

  /// Moves a column to an index after the move; returns whether that changed anything.
  mutating func moveColumn(_ id: ColumnID, to index: Int) -> Bool {
    guard let old = columns.firstIndex(where: { $0.id == id }) else { return false }
    let new = min(max(index, 0), columns.count - 1)
    guard old != new else { return false }
    columns.insert(columns.remove(at: old), at: new)
    return true
  }

  /// Sets by what the texts of a column are sorted.
  package mutating func setTextOrder(_ id: ColumnID, _ order: TextOrder) {
    guard let index = columns.firstIndex(where: { $0.id == id }) else { return }
    columns[index].textOrder = order
  }

  /// Sets how a column's cells are compared; returns whether that changed anything.
  package mutating func setTyping(_ id: ColumnID, _ typing: Column.Typing) -> Bool {
    guard let index = columns.firstIndex(where: { $0.id == id }), columns[index].typing != typing
    else { return false }
    columns[index].typing = typing
    return true
  }

}

extension Table {
  /// Returns the cell value for a typed text.
  ///
  /// In delimited text it is text. In a typed source it has the kind of the cell's former value if
  /// the text fits, else the kind of the column; in a column without values, and for null in one of
  /// `ownKinds`, it is text, or in JSON what it reads as.
  ///
  ///     [{"id": 1, "age": null}, {"id": 2, "age": 41}]
  ///     try table.cellFitting("42", row: first, column: age)     // the number 42
  ///     try table.cellFitting("old", row: second, column: age)   // 'old' is no number
  ///
  /// - Parameters:
  ///   - row: the row of the cell; nil for a row to be inserted.
  /// - Throws: `valueDoesNotFit`, `cannotWrite`, `noSuchColumn`.
  /// - Complexity: O(1); if the cell is null, O(rows up to the column's first value). For many
  ///   cells see `leadingKind(of:)`.
  public func cellFitting(_ text: String, row: RowID?, column: ColumnID) throws(EditError) -> Cell {
    try cellFitting(text, row: row, column: column, leadingKind: { leadingKind(of: column) })
  }

  /// Like `cellFitting(_:row:column:)`, for many cells of a column with a known leading kind.
  public func cellFitting(
    _ text: String, row: RowID?, column: ColumnID, leadingKind: () -> CellKind?
  ) throws(EditError) -> Cell {
    guard let known = self.column(column) else { throw .noSuchColumn(column.rawValue) }
    guard syntax.isTyped else {
      let cell = Cell(text)
      guard syntax.canEncode(cell) else { throw .cannotWrite(text, column: known.name) }
      return cell
    }
    let former = row.map { cell($0, column).kind } ?? .null
    if former != .null, JSONText.fits(text, former) { return Cell(former, text) }
    let isOwn = ownKinds == column && known.typing == .automatic
    let kind = (isOwn ? former == .null ? nil : former : leadingKind()) ?? newKind(of: text)
    guard JSONText.fits(text, kind) else {
      throw .valueDoesNotFit(
        text, kind: former == .null ? kind : former, column: known.name,
        row: row.map(key(of:)) ?? "to be inserted")
    }
    return Cell(kind, text)
  }

  /// Returns the kind of a text that is typed where nothing tells it.
  private func newKind(of text: String) -> CellKind {
    let kinds: [CellKind] = readsNewValues ? [.number, .bool, .json] : []
    return kinds.first { JSONText.fits(text, $0) } ?? .text
  }

  /// Returns the kind of a column of a typed source: the one set by the user, else that of its
  /// first cell that is not null, else of the first one that was loaded; nil if there is none.
  ///
  /// - Complexity: O(rows up to that cell).
  public func leadingKind(of column: ColumnID) -> CellKind? {
    switch self.column(column)?.typing {
    case .number, .decimal: return .number
    case .text: return .text
    case .boolean: return .bool
    case .automatic, nil: break
    }
    guard syntax.isTyped else { return .text }
    // No row needs a look where none has the column.
    if hasOwnColumns, !chunks.contains(where: { $0.recordCount > 0 && $0.field(of: column) != nil })
    {
      return nil
    }
    for section in sections {
      for row in section.rows {
        let kind = withCell(row, column) { kind, _ in kind }
        if kind != .null { return kind }
      }
    }
    for chunk in chunks where !chunk.holdsEdits {
      guard let field = chunk.field(of: column) else { continue }
      for record in 0..<chunk.recordCount {
        let kind = chunk.syntax.withDecoded(chunk.raw(record: record, field: field)) { kind, _ in
          kind
        }
        if kind != .null { return kind }
      }
    }
    return nil
  }

  /// Refuses a value that the source cannot hold.
  ///
  /// - Throws: `noSuchColumn`, `cannotWrite`, `valueDoesNotFit`.
  func checkWritable(_ cell: Cell, _ column: ColumnID, _ row: RowID? = nil) throws(EditError) {
    guard let name = self.column(column)?.name else { throw .noSuchColumn(column.rawValue) }
    guard syntax.canEncode(cell) else { throw .cannotWrite(cell.text, column: name) }
    if syntax.isTyped, !JSONText.fits(cell.text, cell.kind) {
      throw .valueDoesNotFit(
        cell.text, kind: cell.kind, column: name, row: row.map(key(of:)) ?? "to be inserted")
    }
  }

  /// A value as the source reads it back: delimited text knows no kinds.
  func normal(_ cell: Cell) -> Cell {
    syntax.isTyped || cell.isNull ? cell : Cell(cell.text)
  }
}
