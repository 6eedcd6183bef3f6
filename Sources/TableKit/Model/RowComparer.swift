/// Compares rows of two snapshots of one table, and caches what rows share.
///
/// Do not use it after a record was appended to a chunk of either.
public struct RowComparer {
  private let old: Table
  private let new: Table
  private var former: VersionReader
  private var latter: VersionReader
  /// By column of the new table.
  private var oldReaders: [CellReader]
  private var newReaders: [CellReader]
  private let all: [Int]
  /// The columns that may differ in records of one number, of a pair of chunks.
  private var known: (old: UInt32, new: UInt32, columns: [Int])?

  /// Creates a comparison of two snapshots in the columns of the new one.
  public init(from old: Table, to new: Table) {
    (self.old, self.new) = (old, new)
    (former, latter) = (VersionReader(old.versions), VersionReader(new.versions))
    oldReaders = new.columns.map { CellReader(old, $0.id) }
    newReaders = new.columns.map { CellReader(new, $0.id) }
    all = Array(new.columns.indices)
  }

  /// Whether a row of both has the same raw cells.
  ///
  /// - Complexity: O(1) for one that was not edited.
  public mutating func isSame(_ row: RowID) -> Bool {
    for column in columnsToCompare(row) {
      let raw = oldReaders[column].raw(row)
      if !raw.isSame(as: newReaders[column].raw(row)) { return false }
    }
    return true
  }

  /// Calls `body` with the index of each column in which a row of both has another value.
  ///
  /// - Complexity: O(1) for one that was not edited.
  public mutating func forEachChange(of row: RowID, _ body: (Int) -> Void) {
    for column in columnsToCompare(row) {
      let isSame = oldReaders[column].withCell(row) { kind, text in
        newReaders[column].withCell(row) { $0 == kind && $1.isSame(as: text) }
      }
      if !isSame { body(column) }
    }
  }

  private mutating func columnsToCompare(_ row: RowID) -> [Int] {
    let (a, b) = (former.version(of: row), latter.version(of: row))
    guard a.record == b.record else { return all }
    if let known, known.old == a.chunk, known.new == b.chunk { return known.columns }
    let (x, y) = (old.chunks[Int(a.chunk)], new.chunks[Int(b.chunk)])
    var columns = all
    if x === y {
      columns = []
    } else if let apart = y.columnsApart(from: x) ?? x.columnsApart(from: y) {
      columns = all.filter { apart.contains(new.columns[$0].id) }
    }
    known = (a.chunk, b.chunk, columns)
    return columns
  }
}
