/// The kind of value that a cell holds.
public enum CellKind: UInt8, Hashable, Sendable {
  /// No value.
  case null
  /// Text; the only kind besides null in delimited text.
  case text
  /// A number of a typed source, kept as its text.
  case number
  /// `true` or `false` of a typed source.
  case bool
  /// An array or object of a typed source, kept as its text.
  case json
  /// Bytes of a typed source, in hexadecimal: `x'00ff'`.
  case blob
}

/// The value of a cell: its kind and its exact text.
///
///     Cell("007")            // text, and stays 007
///     Cell(.number, "1.10")  // a number of a typed source, and stays 1.10
public struct Cell: Hashable, Sendable {
  /// The kind.
  public var kind: CellKind
  /// The text as typed or read, without quotes and escapes; empty for null.
  public var text: String

  /// Creates a cell of a kind.
  public init(_ kind: CellKind, _ text: String) {
    self.kind = kind
    self.text = text
  }

  /// Creates a text cell.
  public init(_ text: String) { self.init(.text, text) }

  /// The null cell.
  public static let null = Cell(.null, "")

  /// Whether kind and text are the same, byte for byte: a composed and a decomposed `é` differ.
  public static func == (a: Cell, b: Cell) -> Bool { a.kind == b.kind && a.text === b.text }

  /// Whether the cell is null.
  public var isNull: Bool { kind == .null }

  /// Calls `body` with the bytes of the text.
  package func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    text.withBytes(body)
  }
}

/// Reads the cells of one column for many rows, and caches what rows share.
///
/// It keeps the table, and so the memory that it points into, alive. Do not use it after a record
/// was appended to a chunk of the table.
public struct CellReader {
  private let table: Table
  private let column: ColumnID
  private var syntax: CellSyntax
  private var versions: VersionReader
  private var chunk = UInt32.max
  private var field = -1
  private var memory: ChunkStore?
  /// Where the cells lie if they stand apart from the records.
  private var apart: ColumnCells.Memory?
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

  /// Returns the raw bytes of a row's cell, as in its source; empty if the row has no such cell.
  @inline(__always)
  public mutating func raw(_ row: RowID) -> UnsafeRawBufferPointer {
    let version = versions.version(of: row)
    if version.chunk != chunk { change(to: version.chunk) }
    guard field >= 0, let memory else { return .nothing }
    if let apart { return apart.raw(record: Int(version.record)) }
    return memory.raw(record: Int(version.record), field: field)
  }

  /// Calls `body` with the kind and the decoded bytes of a row's cell.
  @inline(__always)
  public mutating func withCell<Result>(
    _ row: RowID, _ body: (CellKind, UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let raw = raw(row)
    // Most cells need no look at the syntax.
    if marker != Self.noPlain, raw.isEmpty || UInt16(raw[0]) != marker {
      return body(raw.isEmpty ? .null : .text, raw)
    }
    return syntax.withDecoded(raw, body)
  }

  /// Reads the first byte of a row's cell, so that it is near when it is wanted: where rows stand
  /// in no order, a loop over a few of them waits once, not once for each.
  @inline(__always)
  mutating func touch(_ row: RowID) -> UInt8 {
    let raw = raw(row)
    return raw.isEmpty ? 0 : raw[0]
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

  /// Reads the cells of many rows whose text is equal to their raw bytes: delimited ones that are
  /// neither empty, quoted nor escaped. Other cells get an empty entry.
  ///
  /// - Complexity: O(rows).
  public mutating func readPlain(
    _ rows: ArraySlice<RowID>, into places: UnsafeMutableBufferPointer<UnsafeRawBufferPointer>
  ) {
    for (i, row) in zip(places.indices, rows) {
      places.initializeElement(at: i, to: plain(row) ?? .nothing)
    }
  }

  /// The text of a row's cell if that is equal to its raw bytes; nil: it needs a closer look.
  ///
  /// Not generic, so that it is fast in other modules.
  @inline(__always)
  public mutating func plain(_ row: RowID) -> UnsafeRawBufferPointer? {
    let raw = raw(row)
    return marker != Self.noPlain && !raw.isEmpty && UInt16(raw[0]) != marker ? raw : nil
  }

  private mutating func change(to number: UInt32) {
    let new = table.chunks[Int(number)]
    chunk = number
    syntax = new.syntax
    field = new.field(of: column) ?? -1
    memory = new.memory
    apart = field < 0 ? nil : new.memoryApart(field: field)
    let isSimple = syntax.form == .delimited && syntax.nulls.isEmpty
    marker = isSimple ? syntax.quote.map(UInt16.init) ?? Self.noMarker : Self.noPlain
  }
}
