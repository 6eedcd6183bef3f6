/// The selected rows, in the order in which they were selected.
///
/// Rows are held by identity, so a selection follows its rows through every edit. Whether it also
/// survives a reload or a change of mode is what `SelectionHolding` says.
///
/// Source: UITableView keeps its selected paths in the order of selection (rule A6).
public struct Selection: Hashable, Sendable {
  /// The rows in the order of selection.
  public private(set) var rows: [RowID] = []
  /// The same rows as a set.
  public private(set) var members = RowSet()

  /// Creates an empty selection.
  public init() {}

  /// How many rows are selected.
  public var count: Int { rows.count }
  /// Whether nothing is selected.
  public var isEmpty: Bool { rows.isEmpty }
  /// Whether a row is selected.
  @inline(__always)
  public func contains(_ row: RowID) -> Bool { members.contains(row) }

  /// Appends a row unless it is selected; answers whether it was not.
  @discardableResult
  mutating func insert(_ row: RowID) -> Bool {
    guard members.insert(row) else { return false }
    rows.append(row)
    return true
  }

  /// Drops one row; answers whether it was selected.
  @discardableResult
  public mutating func remove(_ row: RowID) -> Bool {
    guard members.remove(row) else { return false }
    if let index = rows.firstIndex(of: row) { rows.remove(at: index) }
    return true
  }

  /// Drops the rows for which `isGone` answers true.
  mutating func removeAll(where isGone: (RowID) -> Bool) {
    guard rows.contains(where: isGone) else { return }
    rows.removeAll { row in
      guard isGone(row) else { return false }
      members.remove(row)
      return true
    }
  }

  mutating func removeAll() { self = Selection() }
}
