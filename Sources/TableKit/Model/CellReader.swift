/// Reads the cells of one column of many rows: what is the same from row to row is looked up once.
///
/// It keeps the table, so that the memory it points into stays. It must not be used after a record
/// was appended to a chunk of the table.
public struct CellReader {
  private let table: Table
  private let column: ColumnID
  private var syntax: CellSyntax
  private var versions: VersionReader
  private var chunk = UInt32.max
  private var field = -1
  private var memory: ChunkStore?
  /// What a cell of this chunk begins with when it is not its text as it stands; `noPlain` where
  /// every cell needs a closer look.
  private var marker = Self.noPlain

  private static let noPlain: UInt16 = .max
  private static let noMarker: UInt16 = 0x100

  /// Creates a reader of a column.
  public init(_ table: Table, _ column: ColumnID) {
    self.table = table
    self.column = column
    syntax = table.syntax
    versions = VersionReader(table.versions)
  }

  /// The raw bytes of a row's cell, as its source wrote it; empty when the row has no such cell.
  @inline(__always)
  public mutating func raw(_ row: RowID) -> UnsafeRawBufferPointer {
    let version = versions.version(of: row)
    if version.chunk != chunk { change(to: version.chunk) }
    guard field >= 0, let memory else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return memory.raw(record: Int(version.record), field: field)
  }

  /// Calls `body` with the kind and the decoded bytes of a row's cell.
  @inline(__always)
  public mutating func withCell<Result>(
    _ row: RowID, _ body: (CellKind, UnsafeRawBufferPointer) -> Result
  ) -> Result {
    syntax.withDecoded(raw(row), body)
  }

  /// Calls `body` with the raw bytes of a row's cell, its kind and its decoded bytes.
  @inline(__always)
  public mutating func withRawCell<Result>(
    _ row: RowID,
    _ body: (UnsafeRawBufferPointer, CellKind, UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let raw = raw(row)
    return syntax.withDecoded(raw) { body(raw, $0, $1) }
  }

  /// Finds the cells of many rows whose text is their raw bytes: delimited ones that are neither
  /// empty nor quoted nor escaped. Of every other cell the place is empty.
  ///
  /// - Complexity: O(rows).
  public mutating func readPlain(
    _ rows: ArraySlice<RowID>, into places: UnsafeMutableBufferPointer<UnsafeRawBufferPointer>
  ) {
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    for (i, row) in zip(places.indices, rows) {
      let raw = raw(row)
      let isPlain = marker != Self.noPlain && !raw.isEmpty && UInt16(raw[0]) != marker
      places.initializeElement(at: i, to: isPlain ? raw : nothing)
    }
  }

  private mutating func change(to number: UInt32) {
    let new = table.chunks[Int(number)]
    chunk = number
    syntax = new.syntax
    field = new.field(of: column) ?? -1
    memory = new.memory
    let isSimple = syntax.form == .delimited && syntax.nulls.isEmpty
    marker = isSimple ? syntax.quote.map(UInt16.init) ?? Self.noMarker : Self.noPlain
  }
}
