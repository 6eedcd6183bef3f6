import TableKit

/// The outline of an editor's rows: the parent of each nested row, and which rows are expanded
/// (rule J8).
///
/// A row below a collapsed one is in the tree but not in the table, whose rows are those shown.
/// Invariant: the rows of a section are those that a traversal of its tree shows, in order.
///
///     fruit            children  fruit: apple pear
///       apple          expanded  fruit
///       pear
///     nuts
public struct RowTree: Hashable, Sendable {
  private(set) var children: [RowID: [RowID]] = [:]
  private(set) var parents: [RowID: RowID] = [:]
  /// The expanded rows.
  package private(set) var expanded: Set<RowID> = []

  /// Creates an empty tree: every row is a root.
  public init() {}

  /// Whether no row is nested or expanded.
  public var isEmpty: Bool { children.isEmpty && expanded.isEmpty }

  /// Whether any row is hidden.
  public var hidesRows: Bool { children.keys.contains { !expanded.contains($0) } }

  /// Whether a row is hidden below a collapsed one.
  public func hides(_ row: RowID) -> Bool { closedRow(above: row) != nil }

  /// The visible rows that are collapsed and have children, by number.
  public var collapsed: [RowID] {
    children.keys.filter { !expanded.contains($0) && !hides($0) }.sorted()
  }

  /// All hidden rows.
  public var hidden: [RowID] { collapsed.flatMap { descendants(of: $0) } }

  /// Returns the descendants of a row, each parent before its children.
  public func descendants(of row: RowID) -> [RowID] {
    var result: [RowID] = []
    var open = Array((children[row] ?? []).reversed())
    while let next = open.popLast() {
      result.append(next)
      open += (children[next] ?? []).reversed()
    }
    return result
  }

  /// Returns the nearest collapsed ancestor of a row.
  func closedRow(above row: RowID) -> RowID? {
    var row = row
    while let parent = parents[row] {
      if !expanded.contains(parent) { return parent }
      row = parent
    }
    return nil
  }

  /// Appends a row to the children of another.
  mutating func hang(_ row: RowID, in parent: RowID) {
    parents[row] = parent
    children[parent, default: []].append(row)
  }

  mutating func open(_ row: RowID) { expanded.insert(row) }

  /// Removes rows from the tree, and from the children of their parents.
  mutating func forget(_ rows: [RowID]) {
    for row in rows {
      children[row] = nil
      expanded.remove(row)
      if let parent = parents.removeValue(forKey: row) {
        children[parent]?.removeAll { $0 == row }
        if children[parent]?.isEmpty == true { children[parent] = nil }
      }
    }
  }
}

extension RowTree {
  /// Returns the tree after rows were inserted, deleted and moved: a row keeps its parent as long
  /// as it stays among that parent's rows; otherwise it joins the rows around it. A collapsed row
  /// takes its descendants along.
  ///
  ///     p[a b] q        a moves behind q:  p[b] q a
  ///                     x comes before b:  p[a x b] q
  ///                     p goes:            a b q
  ///
  /// - Parameter loose: inserted or moved rows; their position determines their parent.
  /// - Complexity: O(rows).
  func fitted(to table: Table, loose: RowSet) -> RowTree {
    var new = RowTree()
    for section in table.sections { new.append(section.rows.list, from: self, loose: loose) }
    new.expanded = expanded.filter { table.contains($0) || new.parents[$0] != nil }
    return new
  }

  private mutating func append(_ rows: [RowID], from old: RowTree, loose: RowSet) {
    var above: [RowID] = []
    /// The end of the last run of loose rows.
    var end = 0
    for (index, row) in rows.enumerated() {
      var parent = old.nearest(above: row, in: above)
      if parent == nil, !above.isEmpty, loose.contains(row) {
        if end <= index {
          end = rows[(index + 1)...].firstIndex { !loose.contains($0) } ?? rows.count
        }
        if end < rows.count { parent = old.nearest(above: rows[end], in: above) }
      }
      while let last = above.last, last != parent { above.removeLast() }
      if let parent { hang(row, in: parent) }
      if old.expanded.contains(row) {
        if old.children[row] != nil { above.append(row) }
      } else {
        for hidden in old.descendants(of: row) {
          if let parent = old.parents[hidden] { hang(hidden, in: parent) }
        }
      }
    }
  }

  /// Returns the nearest ancestor of a row that is among others.
  private func nearest(above row: RowID, in others: [RowID]) -> RowID? {
    var parent = parents[row]
    while let candidate = parent, !others.contains(candidate) { parent = parents[candidate] }
    return parent
  }
}

extension RowTree: HiddenRows {
  /// Returns the tree after rows were inserted, deleted and moved; nil if it is empty.
  public func fitted(to table: Table, loose: RowSet) -> (any HiddenRows)? {
    let tree: RowTree = fitted(to: table, loose: loose)
    return tree.isEmpty ? nil : tree
  }

  /// Inserts the descendants of collapsed rows below them.
  public func show(in table: inout Table) {
    var groups = collapsed.compactMap { row in table.path(of: row).map { ($0, row) } }
    groups.sort { $0.0 > $1.0 }
    for (path, row) in groups {
      table.place(descendants(of: row), inSection: path.section, at: path.row + 1)
    }
  }

  /// Removes the descendants of collapsed rows from below them.
  public func hide(in table: inout Table) -> Bool {
    var hidden: [RowID] = []
    for row in collapsed {
      guard let path = table.path(of: row) else { return false }
      let below = descendants(of: row)
      let section = table.sections[path.section]
      guard path.row + below.count < section.count,
        below.indices.allSatisfy({ section.row(at: path.row + 1 + $0) == below[$0] })
      else { return false }
      hidden += below
    }
    table.take(hidden)
    return true
  }

  /// The encoded tree: each parent with its children, and the expanded rows.
  public var bytes: [UInt8] {
    var writer = RecordWriter()
    writer.list(children.keys.sorted()) { writer, row in
      writer.rows([row])
      writer.rows(children[row] ?? [])
    }
    writer.rows(expanded.sorted())
    return writer.bytes
  }

  /// Decodes a tree; nil if a row is its own ancestor, has two parents or is not in the table.
  public init?(bytes: [UInt8], of table: Table) {
    var reader = RecordReader(bytes)
    let limit = table.rowIDCount
    do throws(RecordError) {
      let groups = try reader.list { (reader) throws(RecordError) in
        (parents: try reader.rows(below: limit), rows: try reader.rows(below: limit))
      }
      for group in groups {
        for row in group.rows {
          guard let parent = group.parents.first, parents[row] == nil else { return nil }
          hang(row, in: parent)
        }
      }
      expanded = Set(try reader.rows(below: limit))
    } catch { return nil }
    let roots = children.keys.filter { parents[$0] == nil }
    // A row that is its own ancestor is below no root.
    guard reader.isAtEnd, roots.reduce(0, { $0 + descendants(of: $1).count }) == parents.count,
      roots.allSatisfy(table.contains), parents.keys.allSatisfy(table.contains)
    else { return nil }
  }

  /// Whether the other value is an equal tree.
  public func isEqual(to other: any HiddenRows) -> Bool { self == other as? RowTree }
}

extension EditorState {
  /// The tree of rows, and which are expanded.
  public internal(set) var tree: RowTree {
    get { hidden as? RowTree ?? RowTree() }
    set { hidden = newValue.isEmpty ? nil : newValue }
  }
}
