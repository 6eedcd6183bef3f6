extension Recording {
  /// How a list of rows, the selection or the marks, follows from the one before.
  public enum ListChange: Hashable, Sendable {
    /// It is this list.
    case whole([Int])
    /// It is the list before without some rows, followed by others.
    case edited(removed: [Int], added: [Int])

    /// Creates the shorter way, in JSON, to tell how a list follows from another; no row stands in
    /// either twice.
    ///
    /// - Complexity: O(rows of both).
    public init(from old: [Int], to new: [Int]) {
      var kept = 0
      var removed: [Int] = []
      for row in old {
        if kept < new.count, new[kept] == row { kept += 1 } else { removed.append(row) }
      }
      let added = Array(new[kept...])
      // {"remove":[…],"add":[…]}, without what is empty.
      let length =
        1 + (removed.isEmpty ? 0 : 10 + Self.length(removed))
        + (added.isEmpty ? 0 : 7 + Self.length(added))
      self = length < Self.length(new) ? .edited(removed: removed, added: added) : .whole(new)
    }

    /// The number of characters of a list in JSON.
    private static func length(_ rows: [Int]) -> Int {
      max(2, rows.reduce(1) { $0 + String($1).utf8.count + 1 })
    }
  }
}
