import TableKit

/// A snapshot of a served table as the tree that its clients see.
///
/// `TableTree` shows any table, rows by key. `MappedTree` shows the tree that the table was read from.
protocol TreeView {
  /// The snapshot.
  var table: Table { get }

  /// The whole tree.
  ///
  /// - Complexity: O(cells).
  var tree: FirebaseTree { get }

  /// Whether another view puts the rows of its snapshot at the same places.
  func hasForm(of other: any TreeView) -> Bool

  /// Returns the place of a row; nil if it has none yet.
  func path(of row: RowID) -> FirebasePath?

  /// Returns the row whose key says that it is at a place; nil if there is none.
  func row(at path: FirebasePath) -> RowID?

  /// Returns what the tree has of a row; nil if all its other cells are null.
  func node(of row: RowID) -> FirebaseNode?

  /// Returns the rows that a client's change of the tree writes.
  ///
  /// - Parameters:
  ///   - tree: the tree before the change.
  ///   - addsColumns: whether members that no column has become columns.
  /// - Throws: a refusal that says what the table cannot hold.
  /// - Complexity: O(changed rows × their members); O(cells of sections) where whole ones change.
  func writing(
    _ change: FirebaseChange, in tree: FirebaseTree, addsColumns: Bool
  ) throws(FirebaseRefusal) -> TreeWriting
}

/// The rows that a client's change of a tree writes.
struct TreeWriting: Sendable {
  /// What the table gets.
  var delta = Delta()
  /// The places of the rows in the tree.
  var paths: [FirebasePath] = []
}

/// The most rows that are told one by one; where more change, the whole tree is.
private let mostRows = 2000

extension TreeView {
  /// Returns the change that makes the tree of a former snapshot that of this one; nil if they are
  /// the same.
  ///
  /// - Parameters:
  ///   - former: what the tree shows.
  ///   - paths: places of rows that the tree may show otherwise than `former` has them.
  /// - Complexity: O(pages + rows on pages that were written in between); O(cells) where columns,
  ///   keys or names of sections changed, or many rows.
  func change(
    since former: any TreeView, of tree: FirebaseTree, also paths: [FirebasePath] = []
  ) -> FirebaseChange? {
    guard paths.count <= mostRows, hasForm(of: former),
      let rows = table.rowsChanged(since: former.table, atMost: mostRows)
    else { return wholeChange(of: tree) }
    var nodes: [FirebasePath: FirebaseNode?] = [:]
    var order: [FirebasePath] = []
    func set(_ path: FirebasePath, _ node: FirebaseNode?) {
      if nodes.updateValue(node, forKey: path) == nil { order.append(path) }
    }
    for path in paths { set(path, nil) }
    for row in rows where former.table.contains(row) {
      if let path = former.path(of: row) { set(path, nil) }
    }
    let touched = paths.compactMap(row(at:))
    for row in rows + touched where table.contains(row) {
      if let path = path(of: row) { set(path, node(of: row)) }
    }
    // A root that is a value is beside nothing.
    guard !order.contains(.root) else { return wholeChange(of: tree) }
    let outer = Set(order.filter { $0.keys.count == 1 })
    guard !order.contains(where: { isRowAndSection($0, outer, in: tree) }) else {
      return wholeChange(of: tree)
    }
    let parts = order.compactMap { path -> FirebaseChange.Child? in
      let node = nodes[path] ?? nil
      return tree[path] == node ? nil : FirebaseChange.Child(path, node)
    }
    guard let first = parts.first else { return nil }
    return parts.count == 1 ? .put(first.path, first.node) : .patch(.root, parts)
  }

  /// Whether a row stands where a section does: one of them has become the other, or hides it.
  private func isRowAndSection(
    _ path: FirebasePath, _ outer: Set<FirebasePath>, in tree: FirebaseTree
  ) -> Bool {
    guard path.keys.count == 1 else {
      return outer.contains(path.parent) || row(at: path.parent) != nil
    }
    guard let child = tree[path]?.children?.keys[0] else { return false }
    return row(at: path.appending(child)) != nil
  }

  private func wholeChange(of tree: FirebaseTree) -> FirebaseChange? {
    let whole = self.tree
    return whole == tree ? nil : .put(.root, whole.root)
  }
}

extension FirebasePath {
  /// The path without its last key.
  fileprivate var parent: FirebasePath { FirebasePath(Array(keys.dropLast())) }
}

extension FirebaseMapping.Row {
  /// Returns the rows of which two lists have different contents, as the second one has them.
  static func differences(_ old: [Self], _ new: [Self]) -> [Self] {
    var nodes: [FirebasePath: FirebaseNode] = [:]
    for row in new { nodes[row.path] = row.node }
    var changed: [Self] = []
    for row in old {
      let node = nodes.removeValue(forKey: row.path)
      if node != row.node { changed.append(Self(section: row.section, key: row.key, node: node)) }
    }
    return changed + new.filter { nodes[$0.path] != nil }
  }
}
