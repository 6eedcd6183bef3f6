/// The rows of one section as a tree, whose branches can be closed (SEMANTICS J8).
///
/// A table shows the rows of which everything above in the tree is open. Identifiers are unique in
/// the section.
///
///     var section = SectionSnapshot()
///     try section.append(["fruit", "nuts"])
///     try section.append(["apple", "pear"], to: "fruit")
///     section.visible                        // ["fruit", "nuts"]
///     try section.expand(["fruit"])
///     section.visible                        // ["fruit", "apple", "pear", "nuts"]
public struct SectionSnapshot: Hashable, Sendable {
  /// The rows that stand in no other.
  public private(set) var roots: [String] = []
  private var children: [String: [String]] = [:]
  private var parents: [String: String] = [:]
  private var members: Set<String> = []
  private var expanded: Set<String> = []

  /// Creates a section without rows.
  public init() {}

  /// All rows, open or not, each above what is in it.
  public var all: [String] { walk { _ in true } }

  /// The rows that are shown, in order.
  public var visible: [String] { walk { expanded.contains($0) } }

  /// Whether the section has a row, shown or not.
  public func contains(_ row: String) -> Bool { members.contains(row) }

  /// Whether a row is open.
  public func isExpanded(_ row: String) -> Bool { expanded.contains(row) }

  /// Whether a row has others in it.
  public func hasChildren(_ row: String) -> Bool { children[row] != nil }

  /// How deep in the tree a row is: 0 for a root.
  public func level(of row: String) -> Int {
    var level = 0
    var row = row
    while let parent = parents[row] {
      level += 1
      row = parent
    }
    return level
  }

  /// Puts new rows behind the others in a row, or behind the roots.
  ///
  /// - Throws: when the row is not there, or a new one is already or is named twice.
  public mutating func append(_ rows: [String], to parent: String? = nil) throws(SnapshotError) {
    var seen: Set<String> = []
    let twice = rows.filter { !seen.insert($0).inserted || members.contains($0) }
    guard twice.isEmpty else { throw .notUnique(twice) }
    if let parent {
      guard members.contains(parent) else { throw .noSuchRow(parent) }
      for row in rows { parents[row] = parent }
      if !rows.isEmpty { children[parent, default: []] += rows }
    } else {
      roots += rows
    }
    members.formUnion(rows)
  }

  /// Takes rows away with all that is in them; those that are not there do not matter.
  public mutating func delete(_ rows: [String]) {
    for row in rows where members.contains(row) {
      delete(children[row] ?? [])
      if let parent = parents.removeValue(forKey: row) {
        children[parent]?.removeAll { $0 == row }
        if children[parent]?.isEmpty == true { children[parent] = nil }
      } else {
        roots.removeAll { $0 == row }
      }
      members.remove(row)
      expanded.remove(row)
    }
  }

  /// Opens rows.
  public mutating func expand(_ rows: [String]) throws(SnapshotError) {
    try checkPresent(rows)
    expanded.formUnion(rows)
  }

  /// Closes rows; what is open in them stays so for when they are opened again.
  public mutating func collapse(_ rows: [String]) throws(SnapshotError) {
    try checkPresent(rows)
    expanded.subtract(rows)
  }

  private func checkPresent(_ rows: [String]) throws(SnapshotError) {
    for row in rows where !members.contains(row) { throw .noSuchRow(row) }
  }

  private func walk(_ isOpen: (String) -> Bool) -> [String] {
    var result: [String] = []
    var open = Array(roots.reversed())
    while let row = open.popLast() {
      result.append(row)
      if isOpen(row) { open += (children[row] ?? []).reversed() }
    }
    return result
  }
}
