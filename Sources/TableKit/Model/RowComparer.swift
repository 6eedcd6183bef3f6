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
  /// Whether both are states of one table, whose records need not be read again.
  private let isOfOneTable: Bool
  /// Whether a text and a number of the same digits differ: not where only one of the two tables
  /// has kinds.
  private let comparesKinds: Bool
  /// The columns that may differ in records of one number, of a pair of chunks.
  private var known: (old: UInt32, new: UInt32, columns: [Int])?

  /// Creates a comparison of two snapshots of one table, in the columns of the new one.
  public init(from old: Table, to new: Table) {
    self.init(PlanEnds(before: old, after: new))
  }

  /// Creates a comparison of two tables, in the columns of the new one; one that only the new one
  /// has was null before.
  public init(_ ends: PlanEnds) {
    let (old, new) = (ends.before, ends.after)
    (self.old, self.new) = (old, new)
    isOfOneTable = ends.areOfOneTable
    comparesKinds = old.syntax.isTyped == new.syntax.isTyped
    (former, latter) = (VersionReader(old.versions), VersionReader(new.versions))
    let partners = Dictionary(
      ends.columns.map { ($0.after, $0.before) }, uniquingKeysWith: { first, _ in first })
    oldReaders = new.columns.map { CellReader(old, partners[$0.id] ?? ColumnID(.max)) }
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
    forEachChange(from: row, to: row, in: columnsToCompare(row), body)
  }

  /// Calls `body` with the index of each column in which a row of the new table has another value
  /// than its partner in the old one.
  ///
  /// - Complexity: O(cells of the row); O(1) for one of a table's own states that was not edited.
  public mutating func forEachChange(from old: RowID, to new: RowID, _ body: (Int) -> Void) {
    let columns = isOfOneTable && old == new ? columnsToCompare(new) : all
    forEachChange(from: old, to: new, in: columns, body)
  }

  private mutating func forEachChange(
    from old: RowID, to new: RowID, in columns: [Int], _ body: (Int) -> Void
  ) {
    for column in columns {
      let isSame = oldReaders[column].withCell(old) { kind, text in
        newReaders[column].withCell(new) {
          (comparesKinds ? $0 == kind : ($0 == .null) == (kind == .null)) && $1.isSame(as: text)
        }
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
