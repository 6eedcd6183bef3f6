import TableKit
import Wording

// What a client's change of the tree of a served table means for the table.

extension TableTree {
  /// Returns the rows that a client's change of the tree writes; see `TreeView`.
  ///
  /// - Throws: a refusal that says what the table cannot hold.
  func writing(
    _ change: FirebaseChange, in tree: FirebaseTree, addsColumns: Bool
  ) throws(FirebaseRefusal) -> TreeWriting {
    let rows = try changedRows(change, in: tree)
    let leaving = Set(rows.filter { $0.node == nil }.map(\.path))
    var writing = TreeWriting()
    var given: Set<[String]> = []
    for row in rows {
      writing.paths.append(row.path)
      guard let key = keyTexts(row.key), self.key(of: key) == row.key else {
        throw table.hasKey
          ? FirebaseRefusal(reason: "'\(shown: row.key.text)' is not a key of a row of this table")
          : Self.numbersOnly
      }
      let known = table.row(withKey: key)
      let place = known.flatMap(path(of:))
      guard let node = row.node else {
        if place == row.path { writing.delta.deleted.append(key) }
        continue
      }
      if known == nil, !table.hasKey { throw Self.numbersOnly }
      if let place, place != row.path, !leaving.contains(place) {
        throw FirebaseRefusal(
          reason: "there is a row '\(shown: row.key.text)' in another section: \(place.text)")
      }
      guard given.insert(key).inserted else {
        throw FirebaseRefusal(reason: "two rows have the key '\(shown: row.key.text)'")
      }
      let cells = try cells(of: node, for: known, named: row.key, addsColumns: addsColumns)
      writing.delta.rows.append(Delta.Row(key, cells, section: try sectionName(row.section)))
    }
    return writing
  }

  private static let numbersOnly = FirebaseRefusal(
    reason: "the rows of this table have numbers and no key: they can be changed and deleted, "
      + "and none can be added")

  /// Returns the place of a row; nil if it has none yet.
  func path(of row: RowID) -> FirebasePath? {
    guard let s = table.section(of: row).flatMap(table.index(of:)) else { return nil }
    return path(of: row, inSection: table.sections[s])
  }

  private func sectionName(_ key: FirebaseKey?) throws(FirebaseRefusal) -> String? {
    guard let key else { return nil }
    guard FirebaseKey(escaping: key.unescaped) == key else {
      throw FirebaseRefusal(reason: "'\(shown: key.text)' is not a section of this table")
    }
    return key.unescaped
  }

  /// Returns the cells that a row gets: those of a known one that the change leaves stay untouched.
  private func cells(
    of node: FirebaseNode, for known: RowID?, named key: FirebaseKey, addsColumns: Bool
  ) throws(FirebaseRefusal) -> [(column: String, cell: Cell)] {
    guard let all = cells(of: node) else {
      throw FirebaseRefusal(
        reason: "row '\(shown: key.text)' must be an object with a member a column")
    }
    let former = known.flatMap { self.node(of: $0) }
    var cells: [(column: String, cell: Cell)] = []
    for (column, cell) in all {
      let member = FirebaseKey(escaping: column)
      guard let value = node.children?[member] else {
        throw FirebaseRefusal(
          reason: "a member of row '\(shown: key.text)' is not a column of this table")
      }
      if value == former?.children?[member] { continue }
      if let column = table.column(named: column), table.keyColumns.contains(column.id) {
        // The place tells the key.
        let text = keyTexts(key)?[table.keyColumns.firstIndex(of: column.id) ?? 0]
        if cell.text == text { continue }
        throw FirebaseRefusal(
          reason: "row '\(shown: key.text)' has '\(shown: cell.text)' as \(column.name)")
      }
      if table.column(named: column) == nil, !addsColumns || column.isEmpty {
        throw FirebaseRefusal(
          reason: "there is no column '\(shown: column)', and its file cannot get a new one")
      }
      if cell.kind == .json, !table.syntax.isTyped {
        throw FirebaseRefusal(
          reason: "\(column) of row '\(shown: key.text)' is an object, which its file cannot hold")
      }
      cells.append((column, cell))
    }
    for member in former?.children?.keys ?? [] where node.children?[member] == nil {
      cells.append((member.unescaped, .null))
    }
    return cells
  }

  /// Returns the rows that a change concerns, as they are afterwards.
  private func changedRows(
    _ change: FirebaseChange, in tree: FirebaseTree
  ) throws(FirebaseRefusal) -> [FirebaseMapping.Row] {
    let depth = hasLevels ? 2 : 1
    // Only these rows, so that the tree is not copied.
    var part = FirebaseTree()
    for child in change.puts where child.path.keys.count > depth {
      let path = FirebasePath(Array(child.path.keys.prefix(depth)))
      if part[path] == nil, let node = tree[path] { part.put(node, at: path) }
    }
    for child in change.puts where child.path.keys.count >= depth {
      part.put(child.node, at: child.path)
    }
    if let rows = rows(changedBy: change, after: part) {
      // Of several parts of one row, one: each is as after the whole change.
      var seen: Set<FirebasePath> = []
      return rows.filter { seen.insert($0.path).inserted }
    }
    var after = tree
    after.apply(change)
    try check(after.root, depth: depth)
    return FirebaseMapping.Row.differences(
      sections(of: tree).flatMap(\.rows), sections(of: after).flatMap(\.rows))
  }

  /// Refuses a value where sections or rows stand.
  private func check(_ node: FirebaseNode?, depth: Int) throws(FirebaseRefusal) {
    guard let node else { return }
    guard let children = node.children else {
      throw FirebaseRefusal(
        reason: hasLevels
          ? "a table is an object of sections, each an object of rows"
          : "a table is an object of rows by key")
    }
    guard depth > 1 else { return }
    for child in children.nodes { try check(child, depth: depth - 1) }
  }
}
