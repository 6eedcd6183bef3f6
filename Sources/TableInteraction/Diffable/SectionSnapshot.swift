/// The rows of one section as a tree whose rows can be collapsed (rule J8).
///
/// A table shows the rows whose ancestors are all expanded. Identifiers are unique in the section.
///
///     var section = SectionSnapshot()
///     try section.append(["fruit", "nuts"])
///     try section.append(["apple", "pear"], to: "fruit")
///     section.visible                        // ["fruit", "nuts"]
///     try section.expand(["fruit"])
///     section.visible                        // ["fruit", "apple", "pear", "nuts"]
public struct SectionSnapshot: Hashable, Sendable {
  /// The rows without a parent.
  public private(set) var roots: [String] = []
  private var children: [String: [String]] = [:]
  private var parents: [String: String] = [:]
  private var members: Set<String> = []
  private var expanded: Set<String> = []

  /// Creates a section without rows.
  public init() {}

  /// All rows, shown or not, each parent before its children.
  public var all: [String] { walk { _ in true } }

  /// The rows that are shown, in order.
  public var visible: [String] { walk { expanded.contains($0) } }

  /// Whether the section has a row, shown or not.
  public func contains(_ row: String) -> Bool { members.contains(row) }

  /// Whether a row is expanded.
  public func isExpanded(_ row: String) -> Bool { expanded.contains(row) }

  /// Whether a row has children.
  public func hasChildren(_ row: String) -> Bool { children[row] != nil }

  /// Returns the parent of a row; nil for a root.
  public func parent(of row: String) -> String? { parents[row] }

  /// Returns the children of a row, in order.
  public func children(of row: String) -> [String] { children[row] ?? [] }

  /// Returns the depth of a row in the tree: 0 for a root.
  public func level(of row: String) -> Int {
    var level = 0
    var row = row
    while let parent = parents[row] {
      level += 1
      row = parent
    }
    return level
  }

  /// Appends new rows to the children of a row, or to the roots.
  ///
  /// - Throws: `SnapshotError` if the parent is missing, or a new row exists or is repeated.
  public mutating func append(_ rows: [String], to parent: String? = nil) throws(SnapshotError) {
    try rows.checkUnique()
    let there = rows.filter(members.contains)
    guard there.isEmpty else { throw .notUnique(there) }
    if let parent { try checkPresent([parent]) }
    hang(rows, parent)
    members.formUnion(rows)
  }

  /// Moves rows with their descendants to the end of a row's children, or of the roots.
  ///
  /// - Throws: `SnapshotError` if a row is missing, or would become its own descendant.
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

  /// Deletes rows with their descendants; ignores missing rows.
  public mutating func delete(_ rows: [String]) {
    for row in rows where members.contains(row) {
      delete(children[row] ?? [])
      unhang(row)
      members.remove(row)
      expanded.remove(row)
    }
  }

  /// Expands rows.
  public mutating func expand(_ rows: [String]) throws(SnapshotError) {
    try checkPresent(rows)
    expanded.formUnion(rows)
  }

  /// Collapses rows; their descendants stay expanded for when they are shown again.
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
