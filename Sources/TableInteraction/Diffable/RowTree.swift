import TableKit

/// Which rows stand in which others, and which are open: the sections' trees of an editor
/// (rule J8).
///
/// A row that stands in a closed one is in the tree and not in the table, whose rows are those that
/// are shown. Invariant: the rows of a section, in order, are what walking its tree shows.
///
///     fruit            children  fruit: apple pear
///       apple          expanded  fruit
///       pear
///     nuts
public struct RowTree: Hashable, Sendable {
  private(set) var children: [RowID: [RowID]] = [:]
  private(set) var parents: [RowID: RowID] = [:]
  private(set) var expanded: Set<RowID> = []

  /// Creates a tree of nothing: every row stands in its section and in no row.
  public init() {}

  /// Whether no row stands in another one, or was opened.
  public var isEmpty: Bool { children.isEmpty && expanded.isEmpty }

  /// Whether there are rows that are not shown.
  public var hidesRows: Bool { children.keys.contains { !expanded.contains($0) } }

  /// Whether a row is not shown, because one above it is closed.
  public func hides(_ row: RowID) -> Bool {
    var row = row
    while let parent = parents[row] {
      if !expanded.contains(parent) { return true }
      row = parent
    }
    return false
  }

  /// The closed rows that are shown and hold others, in the order of their numbers.
  public var collapsed: [RowID] {
    children.keys.filter { !expanded.contains($0) && !hides($0) }.sorted()
  }

  /// All rows that are not shown.
  public var hidden: [RowID] { collapsed.flatMap { descendants(of: $0) } }

  /// The rows in a row, at any depth, each above what is in it.
  public func descendants(of row: RowID) -> [RowID] {
    var result: [RowID] = []
    var open = Array((children[row] ?? []).reversed())
    while let next = open.popLast() {
      result.append(next)
      open += (children[next] ?? []).reversed()
    }
    return result
  }

  /// The first closed row above a row.
  func closedRow(above row: RowID) -> RowID? {
    var row = row
    while let parent = parents[row] {
      if !expanded.contains(parent) { return parent }
      row = parent
    }
    return nil
  }

  /// Puts a row behind the others in a row.
  mutating func hang(_ row: RowID, in parent: RowID) {
    parents[row] = parent
    children[parent, default: []].append(row)
  }

  mutating func open(_ row: RowID) { expanded.insert(row) }

  /// Forgets rows, whose parents are forgotten with them or keep none of them.
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
  /// The tree after rows came, went and moved: a row stays in what it stood in as long as it stands
  /// among the rows of that, and else in what surrounds it. A closed row brings along what is in it,
  /// wherever it goes.
  ///
  ///     p[a b] q        a moves behind q:  p[b] q a
  ///                     x comes before b:  p[a x b] q
  ///                     p goes:            a b q
  ///
  /// - Parameter loose: rows that came or moved; where they stand decides what they stand in.
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

  /// The lowest row above a row that is among others.
  private func nearest(above row: RowID, in others: [RowID]) -> RowID? {
    var parent = parents[row]
    while let candidate = parent, !others.contains(candidate) { parent = parents[candidate] }
    return parent
  }
}

extension RowTree: HiddenRows {
  /// The tree after rows came, went and moved; nil if it is empty.
  public func fitted(to table: Table, loose: RowSet) -> (any HiddenRows)? {
    let tree: RowTree = fitted(to: table, loose: loose)
    return tree.isEmpty ? nil : tree
  }

  /// Puts the rows of closed ones below them.
  public func show(in table: inout Table) {
    var groups = collapsed.compactMap { row in table.path(of: row).map { ($0, row) } }
    groups.sort { $0.0 > $1.0 }
    for (path, row) in groups {
      table.place(descendants(of: row), inSection: path.section, at: path.row + 1)
    }
  }

  /// Takes the rows of closed ones away from below them.
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

  /// Each row that holds others, with those; and the open rows.
  public var bytes: [UInt8] {
    var writer = RecordWriter()
    writer.list(children.keys.sorted()) { writer, row in
      writer.rows([row])
      writer.rows(children[row] ?? [])
    }
    writer.rows(expanded.sorted())
    return writer.bytes
  }

  /// Reads a tree; nil if a row stands in itself, in two others or not in the table.
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
    // What stands in itself hangs on no root.
    guard reader.isAtEnd, roots.reduce(0, { $0 + descendants(of: $1).count }) == parents.count,
      roots.allSatisfy(table.contains), parents.keys.allSatisfy(table.contains)
    else { return nil }
  }

  /// True if the other is an equal tree.
  public func isEqual(to other: any HiddenRows) -> Bool { self == other as? RowTree }
}

extension EditorState {
  /// Which rows stand in which others, and which are open.
  public internal(set) var tree: RowTree {
    get { hidden as? RowTree ?? RowTree() }
    set { hidden = newValue.isEmpty ? nil : newValue }
  }
}
