/// The rows of one section as a tree, whose branches can be closed (rule J8).
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

  /// The row that a row stands in, nil for a root.
  public func parent(of row: String) -> String? { parents[row] }

  /// The rows that stand in a row, in order.
  public func children(of row: String) -> [String] { children[row] ?? [] }

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
    try rows.checkUnique()
    let there = rows.filter(members.contains)
    guard there.isEmpty else { throw .notUnique(there) }
    if let parent { try checkPresent([parent]) }
    hang(rows, parent)
    members.formUnion(rows)
  }

  /// Puts rows that are there, with all that is in them, behind the others in a row, or behind the
  /// roots.
  ///
  /// - Throws: when one of them is not there, or is to be put into what is in it.
  public mutating func move(_ rows: [String], to parent: String?) throws(SnapshotError) {
    try rows.checkUnique()
    try checkPresent(rows + (parent.map { [$0] } ?? []))
    var above = parent
    while let row = above {
      if rows.contains(row) { throw .insideItself(row) }
      above = parents[row]
    }
    for row in rows { unhang(row) }
    hang(rows, parent)
  }

  private mutating func hang(_ rows: [String], _ parent: String?) {
    guard let parent else {
      roots += rows
      return
    }
    for row in rows { parents[row] = parent }
    if !rows.isEmpty { children[parent, default: []] += rows }
  }

  private mutating func unhang(_ row: String) {
    guard let parent = parents.removeValue(forKey: row) else {
      roots.removeAll { $0 == row }
      return
    }
    children[parent]?.removeAll { $0 == row }
    if children[parent]?.isEmpty == true { children[parent] = nil }
  }

  /// Takes rows away with all that is in them; those that are not there do not matter.
  public mutating func delete(_ rows: [String]) {
    for row in rows where members.contains(row) {
      delete(children[row] ?? [])
      unhang(row)
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
    try rows.checkPresent(members.contains)
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
