import TableKit
import Wording

/// A table that was read from a tree, as that tree with what has been edited in it.
///
/// A row stands where its path says: one that was moved to another section, or that has no path yet,
/// follows when it is saved. Of a row that has a value and members, which no tree can hold, the members
/// are shown.
struct MappedTree: TreeView {
  /// The snapshot.
  let table: Table
  /// How the tree is a table.
  let mapping: FirebaseMapping
  private let keyColumn: ColumnID?
  private let valueColumn: ColumnID?
  private let members: [(column: ColumnID, key: FirebaseKey)]

  /// Creates the view of a table.
  ///
  /// - Complexity: O(columns).
  init(_ table: Table, _ mapping: FirebaseMapping) {
    self.table = table
    self.mapping = mapping
    keyColumn = table.column(named: mapping.keyColumn)?.id
    valueColumn = table.column(named: mapping.columns.value)?.id
    members = table.columns.compactMap { column in
      let key = FirebaseKey(column.name)
      return mapping.isOurs(column.name) || !key.isValid ? nil : (column.id, key)
    }
  }

  /// Whether another view puts the rows of its snapshot at the same places.
  func hasForm(of other: any TreeView) -> Bool {
    guard let other = (other as? MappedTree)?.mapping else { return false }
    return other.form == mapping.form && other.columns == mapping.columns
  }

  /// The whole tree.
  ///
  /// - Complexity: O(cells).
  var tree: FirebaseTree {
    var own: [FirebaseKey: FirebaseNode] = [:]
    var sections: [FirebaseKey: [(FirebaseKey, FirebaseNode)]] = [:]
    for row in table.sections.flatMap(\.rows) {
      guard let keys = path(of: row)?.keys, let node = node(of: row) else { continue }
      if keys.isEmpty { return FirebaseTree(node) }
      if keys.count == 1 {
        own[keys[0]] = node
      } else {
        sections[keys[0], default: []].append((keys[1], node))
      }
    }
    for (key, rows) in sections { own[key] = FirebaseChildren(rows).map(FirebaseNode.object) }
    return FirebaseTree(FirebaseChildren(own.map { ($0, $1) }).map(FirebaseNode.object))
  }

  /// Returns the place of a row; nil if it has none yet.
  func path(of row: RowID) -> FirebasePath? {
    guard let keyColumn else { return nil }
    let cell = table.cell(row, keyColumn)
    guard !cell.isNull, let path = try? FirebasePath(identifier: cell.text) else { return nil }
    return path.keys.count < 2 || path.keys.count == 2 && mapping.form == .sections ? path : nil
  }

  /// Returns the row whose key says that it is at a place; nil if there is none.
  func row(at path: FirebasePath) -> RowID? {
    isKeyed ? table.row(withKey: [path.identifier]) : nil
  }

  /// Returns what the tree has of a row; nil if all its other cells are null.
  func node(of row: RowID) -> FirebaseNode? {
    let cells = members.compactMap { member in
      node(table.cell(row, member.column)).map { (member.key, $0) }
    }
    if let children = FirebaseChildren(cells) { return .object(children) }
    return valueColumn.flatMap { node(table.cell(row, $0)) }
  }

  private func node(_ cell: Cell) -> FirebaseNode? { (try? FirebaseNode.of(cell)) ?? nil }

  /// Whether rows can be found by their place.
  private var isKeyed: Bool { keyColumn.map { table.keyColumns == [$0] } ?? false }
}

// MARK: - What clients write

extension MappedTree {
  /// Returns the rows that a client's change of the tree writes; see `TreeView`.
  ///
  /// - Throws: a refusal that says what the table cannot hold.
  func writing(
    _ change: FirebaseChange, in tree: FirebaseTree, addsColumns: Bool
  ) throws(FirebaseRefusal) -> TreeWriting {
    guard isKeyed else {
      throw FirebaseRefusal(
        reason: "the rows of this table have another key than their place in the tree: it can be "
          + "read, and written where it was opened without --key")
    }
    var writing = TreeWriting()
    for row in try changedRows(change, in: tree) {
      writing.paths.append(row.path)
      guard let node = row.node else {
        writing.delta.deleted.append([row.identifier])
        continue
      }
      let known = self.row(at: row.path)
      let cells = try cells(of: row, node, for: known, addsColumns: addsColumns)
      // A known one stays in the section in which its user has it.
      let section = try known == nil ? sectionName(row.section) : nil
      writing.delta.rows.append(Delta.Row([row.identifier], cells, section: section))
    }
    return writing
  }

  private func sectionName(_ key: FirebaseKey?) throws(FirebaseRefusal) -> String {
    let own = mapping.sectionName(nil)
    if let key, key.text === own {
      throw FirebaseRefusal(
        reason: "'\(shown: own)' is the section for everything that is not a list")
    }
    return mapping.sectionName(key)
  }

  /// Returns the cells that a row gets: those of a known one that the change leaves stay untouched.
  private func cells(
    of row: FirebaseMapping.Row, _ node: FirebaseNode, for known: RowID?, addsColumns: Bool
  ) throws(FirebaseRefusal) -> [(column: String, cell: Cell)] {
    let former = known.flatMap { self.node(of: $0) }
    if node == former { return [] }
    var cells: [(column: String, cell: Cell)] = []
    for (name, text) in mapping.identity(of: row) where name !== mapping.keyColumn && known == nil {
      cells.append((name, Cell(text)))
    }
    let value = mapping.columns.value
    if let token = node.token {
      cells.append((value, CellSyntax.json.cell(of: token)))
    } else if former?.token != nil {
      cells.append((value, .null))
    }
    if let children = node.children {
      for (key, child) in zip(children.keys, children.nodes) where child != former?.children?[key] {
        guard !mapping.isOurs(key.text) else {
          throw FirebaseRefusal(
            reason:
              "row '\(shown: row.identifier)' has a member '\(shown: key.text)', which is a column of the "
              + "table's own: add it to the file, and serve that again")
        }
        let token = child.token ?? FirebaseWriter.text(child)
        cells.append((key.text, CellSyntax.json.cell(of: token)))
      }
    }
    for key in former?.children?.keys ?? [] where node.children?[key] == nil {
      cells.append((key.text, .null))
    }
    if !addsColumns, let new = cells.first(where: { table.column(named: $0.column) == nil }) {
      throw FirebaseRefusal(
        reason: "there is no column '\(shown: new.column)', and its file cannot get a new one")
    }
    return cells
  }

  /// Returns the rows that a change concerns, as they are afterwards.
  private func changedRows(
    _ change: FirebaseChange, in tree: FirebaseTree
  ) throws(FirebaseRefusal) -> [FirebaseMapping.Row] {
    // Beside a root that is a value is nothing.
    let isValue = tree.root?.token != nil
    if !isValue, let rows = rows(of: change, in: tree) { return rows }
    // Only the children of the root that it concerns are compared.
    var before = tree
    if !isValue, let concerned = change.puts.map(\.path.keys.first) as? [FirebaseKey] {
      before = FirebaseTree()
      for key in Set(concerned) { before.put(tree[FirebasePath([key])], at: FirebasePath([key])) }
    }
    var after = before
    after.apply(change)
    if after.root?.token != nil, !mapping.takesValue {
      throw FirebaseRefusal(reason: "a table is an object of rows")
    }
    return FirebaseMapping.Row.differences(
      mapping.sections(of: before).flatMap(\.rows), mapping.sections(of: after).flatMap(\.rows))
  }

  /// Returns the rows that a change concerns; nil if it makes or removes sections, or writes all of
  /// one.
  private func rows(of change: FirebaseChange, in tree: FirebaseTree) -> [FirebaseMapping.Row]? {
    // Only these rows, so that the tree is not copied.
    var part = FirebaseTree()
    var places: [FirebasePath] = []
    var seen: Set<FirebasePath> = []
    for child in change.puts {
      guard let first = child.path.keys.first else { return nil }
      let depth = isSection(first, in: tree) ? 2 : 1
      guard child.path.keys.count >= depth else { return nil }
      let place = FirebasePath(Array(child.path.keys.prefix(depth)))
      if seen.insert(place).inserted {
        places.append(place)
        part.put(tree[place], at: place)
      }
      part.put(child.node, at: child.path)
    }
    var rows: [FirebaseMapping.Row] = []
    for place in places {
      let (keys, node) = (place.keys, part[place])
      if keys.count == 1,
        [node, tree[place]].contains(where: { $0.map(mapping.isSection) ?? false })
      {
        return nil
      }
      // A section whose children are not all objects is none.
      if keys.count == 2, node?.token != nil { return nil }
      rows.append(
        FirebaseMapping.Row(
          section: keys.count == 2 ? keys[0] : nil, key: keys[keys.count - 1], node: node))
    }
    return rows
  }

  /// Whether a child of the root is a section.
  private func isSection(_ key: FirebaseKey, in tree: FirebaseTree) -> Bool {
    guard mapping.form == .sections, let children = tree[FirebasePath([key])]?.children else {
      return false
    }
    return children.nodes[0].children != nil
      && table.sections.contains { $0.count > 0 && $0.name === mapping.sectionName(key) }
  }
}
