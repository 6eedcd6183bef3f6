/// The selected rows, in the order in which they were selected.
///
/// Rows are held by identity, so a selection follows its rows through every edit.
/// `SelectionHolding` decides whether it also survives a reload or a change of mode.
///
/// Source: UITableView keeps its selected paths in the order of selection (rule A6).
public struct Selection: Hashable, Sendable {
  /// The rows in the order of selection.
  public private(set) var rows: [RowID] = []
  /// The same rows as a set.
  public private(set) var members = RowSet()

  /// Creates an empty selection.
  public init() {}

  /// Creates a selection of rows, each once, in this order.
  public init(_ rows: [RowID]) {
    self.rows = rows
    members = RowSet(rows)
  }

  /// The number of selected rows.
  public var count: Int { rows.count }
  /// Whether no row is selected.
  public var isEmpty: Bool { rows.isEmpty }
  /// Whether a row is selected.
  @inline(__always)
  public func contains(_ row: RowID) -> Bool { members.contains(row) }

  /// Appends a row unless it is selected; returns whether it was appended.
  @discardableResult
  package mutating func insert(_ row: RowID) -> Bool {
    guard members.insert(row) else { return false }
    rows.append(row)
    return true
  }

  /// Appends those of some rows that are not selected.
  package mutating func append(_ new: [RowID]) {
    var all = members
    all.formUnion(new)
    guard all.count == members.count + new.count else {
      for row in new { insert(row) }
      return
    }
    members = all
    if rows.isEmpty { rows = new } else { rows += new }
  }

  /// Deselects a row; returns whether it was selected.
  @discardableResult
  public mutating func remove(_ row: RowID) -> Bool {
    guard members.remove(row) else { return false }
    if let index = rows.firstIndex(of: row) { rows.remove(at: index) }
    return true
  }

  /// Deselects the rows for which `isGone` returns true.
  package mutating func removeAll(where isGone: (RowID) -> Bool) {
    guard let first = rows.firstIndex(where: isGone) else { return }
    var kept = Array(rows[..<first])
    for row in rows[first...] {
      if isGone(row) { members.remove(row) } else { kept.append(row) }
    }
    rows = kept
  }

  package mutating func removeAll() { self = Selection() }

  /// The number of bytes that one of two selections keeps in memory beyond the other.
  func bytesApart(from other: Selection) -> Int {
    if rows.sharesMemory(with: other.rows) { return 0 }
    return max(rows.count, other.rows.count) * MemoryLayout<RowID>.stride
      + max(members.byteCount, other.members.byteCount)
  }
}
