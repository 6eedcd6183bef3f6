// Passes over many columns of many rows that cost what the rows hold, where rows have columns of their
// own.

/// The columns of which rows have cells, for passes over rows.
public struct HeldColumns {
  private let chunks: [Chunk]
  private let columns: [Column]
  private var versions: VersionReader
  /// The chunk of the row asked for last; nil where all rows have all columns.
  private var chunk: UInt32?
  private var held: [Int]

  /// Creates a reader of a table.
  ///
  /// - Parameters:
  ///   - columns: those that are asked for; nil: all.
  ///   - areAll: whether cells that are not there are wanted, too.
  public init(_ table: Table, _ columns: [Column]? = nil, areAll: Bool = false) {
    (chunks, self.columns) = (table.chunks, columns ?? table.columns)
    versions = VersionReader(table.versions)
    chunk = table.hasOwnColumns && !areAll ? .max : nil
    held = Array(self.columns.indices)
  }

  /// Returns the indexes of the columns of which a row may have a cell.
  ///
  /// - Complexity: O(1), and O(columns) where the row before has other columns.
  @inline(__always)
  public mutating func of(_ row: RowID) -> [Int] {
    if let chunk { change(from: chunk, to: versions.version(of: row).chunk) }
    return held
  }

  private mutating func change(from old: UInt32, to number: UInt32) {
    guard number != old else { return }
    let new = chunks[Int(number)]
    chunk = number
    if old == .max || chunks[Int(old)].fields != new.fields {
      held = columns.indices.filter { new.field(of: columns[$0].id) != nil }
    }
  }
}

/// The rows that have cells of a column, for passes over columns.
public struct ColumnRows: Sendable {
  private let rows: [RowID]
  /// The places in `rows` of those of each chunk; empty where all rows have all columns.
  private var parts: [(chunk: Chunk, places: [UInt32])] = []

  /// Sorts rows by their columns.
  ///
  /// - Parameter rows: nil: all, in table order.
  /// - Complexity: O(rows).
  public init(_ table: Table, _ rows: [RowID]? = nil) {
    self.rows = rows ?? table.rowList
    guard table.hasOwnColumns else { return }
    var versions = VersionReader(table.versions)
    var known: [UInt32: Int] = [:]
    var last: (chunk: UInt32, part: Int) = (.max, 0)
    for (place, row) in self.rows.enumerated() {
      let chunk = versions.version(of: row).chunk
      if chunk != last.chunk {
        last = (chunk, known[chunk] ?? parts.count)
        known[chunk] = last.part
        if last.part == parts.count { parts.append((table.chunks[Int(chunk)], [])) }
      }
      parts[last.part].places.append(UInt32(place))
    }
  }

  /// The rows, in order, that may have a cell of a column; the cell of every other one is null.
  ///
  /// - Complexity: O(those rows), and O(rows × log rows) where they were edited.
  public subscript(column: ColumnID) -> [RowID] {
    let own = parts.filter { $0.chunk.field(of: column) != nil }
    if own.count == parts.count { return rows }
    var places = own.flatMap(\.places)
    if own.count > 1 { places.sort() }
    return places.map { rows[Int($0)] }
  }
}
