/// Copies the cells of several columns to records of another table: where both write cells in one
/// way, adjacent ones as they stand, all at once.
public struct RecordCopier {
  private var cells: [CellCopier]
  private let table: Table
  private let columns: [ColumnID]
  private let syntax: CellSyntax
  private var versions: VersionReader
  private var chunk = UInt32.max
  private var memory: ChunkStore?
  /// The cells in a record of this chunk, as runs of adjacent ones; empty: each is copied by itself.
  private var runs: [Range<Int>] = []
  /// Of bytes that were only read to bring them near.
  private var touched: UInt8 = 0

  /// So many rows are worth bringing near together.
  public static let stretch = 128

  /// - Parameters:
  ///   - columns: their cells follow each other in the records.
  ///   - new: the table for which the records are.
  public init(_ table: Table, _ columns: [Column], for new: Table) {
    self.table = table
    self.columns = columns.map(\.id)
    cells = columns.map { CellCopier(table, $0, for: new) }
    syntax = new.syntax
    versions = VersionReader(table.versions)
  }

  /// Adds the cells of a row to a record; null ones without a row.
  @inline(__always)
  public mutating func add(_ row: RowID?, to records: inout RecordList) {
    guard let row else {
      for _ in cells { records.addNothing() }
      return
    }
    let version = versions.version(of: row)
    if version.chunk != chunk { change(to: version.chunk) }
    let record = Int(version.record)
    // A first cell that may begin as a file with a byte order mark does wants quotes.
    guard let first = runs.first, let memory,
      memory.raw(record: record, fields: first).first != 0xEF
    else {
      for column in cells.indices { cells[column].add(row, to: &records) }
      return
    }
    for run in runs {
      records.addCells(of: memory, record: record, fields: run)
    }
  }

  /// Brings the records of rows near that are about to be copied.
  public mutating func touch(_ rows: ArraySlice<RowID>) {
    guard !cells.isEmpty else { return }
    for row in rows { touched &+= cells[0].touch(row) }
  }

  private mutating func change(to number: UInt32) {
    let chunk = table.chunks[Int(number)]
    self.chunk = number
    memory = chunk.memory
    runs = []
    // Where a line may be a comment, it matters which cell is the first.
    guard chunk.syntax == syntax, syntax.form == .delimited, syntax.comment.isEmpty,
      !chunk.hasShortRecords, !chunk.hasCellsApart
    else { return }
    for column in columns {
      guard let field = chunk.field(of: column) else {
        runs = []
        return
      }
      if let last = runs.last, last.upperBound == field {
        runs[runs.count - 1] = last.lowerBound..<field + 1
      } else {
        runs.append(field..<field + 1)
      }
    }
  }
}

/// Copies cells of a column to records of another table, in the kind that suits it.
public struct CellCopier {
  private var reader: CellReader
  /// The kind of all cells but null ones, and numbers that a typed source cannot write; nil: their
  /// own.
  private let kind: CellKind?
  /// Of bytes that were only read to bring them near.
  private var touched: UInt8 = 0

  /// - Parameter new: the table for which the records are. If only that is typed, plain numbers of a
  ///   column of numbers become numbers.
  public init(_ table: Table, _ column: Column, for new: Table) {
    reader = CellReader(table, column.id)
    if !new.syntax.isTyped {
      kind = .text
    } else if table.syntax.isTyped {
      kind = nil
    } else {
      kind = table.kind(of: column).isNumeric ? .number : .text
    }
  }

  /// Adds the cell of a row to a record; null without a row.
  @inline(__always)
  public mutating func add(_ row: RowID?, to records: inout RecordList) {
    guard let row else { return records.addNothing() }
    let kind = kind
    reader.withRawCell(row) { raw, own, text in
      // A member that a typed source lacks stays lacking; delimited text knows no other null.
      if own == .null, raw.isEmpty || kind != nil { return records.addNothing() }
      records.addCell(Self.kind(kind ?? own, text), text)
    }
  }

  /// Appends the cells of rows to a list.
  ///
  /// - Throws: `cancelled`.
  /// - Complexity: O(rows).
  public mutating func append(
    _ rows: [RowID], to list: inout CellList, _ progress: Progress
  ) throws(EditError) {
    let kind = kind
    for (i, row) in rows.enumerated() {
      try progress.check(at: i)
      if i % RecordCopier.stretch == 0 {
        for row in rows[i...].prefix(RecordCopier.stretch) { touched &+= reader.touch(row) }
      }
      reader.withCell(row) { own, text in
        list.append(own == .null ? .null : Self.kind(kind ?? own, text), text)
      }
    }
  }

  @inline(__always)
  private static func kind(_ kind: CellKind, _ text: UnsafeRawBufferPointer) -> CellKind {
    kind == .number && !JSONText.fits(text, .number) ? .text : kind
  }

  /// Brings the cell of a row near.
  @inline(__always)
  mutating func touch(_ row: RowID) -> UInt8 { reader.touch(row) }
}
