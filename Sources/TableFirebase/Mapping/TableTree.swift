import TableKit

/// A table as a tree: sections are members of the root, rows their children by key, cells the members
/// of rows.
///
///     {"012": {"name": "Ann", "pay": 27}}                 a table of one section
///     {"today": {"1": {"title": "milk"}}, "later": …}     a table of several
///
/// Null cells, rows without any other cell and empty sections do not exist in a tree. What cannot
/// stand in a key is percent-escaped. Columns of the key are the child key and no members; without a
/// key, the row number is, counted from `RowNumbers`. In a table that has only key columns each row is `true`.
struct TableTree: TreeView {
  /// The snapshot.
  let table: Table
  private let keyReaders: [ColumnID]
  private let members: [Member]
  /// Whether sections are members of the root.
  let hasLevels: Bool
  /// Without a key, what row numbers count from.
  let start: Int

  private struct Member {
    let column: Column
    let key: FirebaseKey
    let isNumber: Bool
  }

  /// Creates the view of a table.
  ///
  /// Who serves a table keeps to what it began with, so that an edit changes what it names.
  ///
  /// - Parameters:
  ///   - hasLevels: whether sections are members of the root; nil: unless there is one.
  ///   - texts: the columns whose cells are all strings, numbers included; nil: the text columns of
  ///     the table.
  ///   - start: what row numbers count from, without a key.
  /// - Complexity: O(columns); without `texts`, in delimited text up to O(rows) for each, to find
  ///   its kind.
  init(_ table: Table, hasLevels: Bool? = nil, texts: Set<ColumnID>? = nil, start: Int = 0) {
    self.table = table
    self.start = start
    keyReaders = table.keyColumns
    self.hasLevels = hasLevels ?? (table.sections.count != 1)
    members = table.columns.filter { !table.keyColumns.contains($0.id) }.map { column in
      Member(
        column: column, key: FirebaseKey(escaping: column.name),
        isNumber: texts.map { !$0.contains(column.id) } ?? table.kind(of: column).isNumeric)
    }
  }

  /// The columns whose cells are all strings.
  var texts: Set<ColumnID> { Set(members.filter { !$0.isNumber }.map(\.column.id)) }

  /// Whether another view puts the rows of its snapshot at the same places.
  func hasForm(of other: any TreeView) -> Bool {
    (other as? TableTree)?.hasLevels == hasLevels
  }

  /// The whole tree.
  ///
  /// - Complexity: O(cells).
  var tree: FirebaseTree {
    var sections: [(FirebaseKey, FirebaseNode)] = []
    for section in table.sections {
      let rows = section.rows.compactMap { row in
        key(of: row).flatMap { key in node(of: row).map { (key, $0) } }
      }
      guard let children = FirebaseChildren(rows) else { continue }
      if !hasLevels {
        sections += zip(children.keys, children.nodes)
        continue
      }
      sections.append((FirebaseKey(escaping: section.name), .object(children)))
    }
    return FirebaseTree(FirebaseChildren(sections).map(FirebaseNode.object))
  }

  /// Returns the child key of a row; nil if it has no key yet.
  func key(of row: RowID) -> FirebaseKey? {
    guard table.hasKey else { return FirebaseKey(String(start + row.number)) }
    let cells = keyReaders.map { table.cell(row, $0) }
    return cells.allSatisfy(\.isNull) ? nil : self.key(of: cells.map(\.text))
  }

  /// Returns the child key that stands for the texts of the key columns.
  func key(of texts: [String]) -> FirebaseKey {
    guard table.hasKey else { return FirebaseKey(String(start + (Int(texts[0]) ?? 0))) }
    if texts.count == 1 { return FirebaseKey(escaping: texts[0]) }
    // `,` separates, so that in the parts it is escaped, too.
    let parts = texts.map { text in
      FirebaseKey(escaping: text).text.split(
        separator: ",", omittingEmptySubsequences: false
      ).joined(separator: "%2C")
    }
    return FirebaseKey(parts.joined(separator: ","))
  }

  /// Returns the texts of the key columns that a child key stands for; nil if their number is
  /// another.
  func keyTexts(_ key: FirebaseKey) -> [String]? {
    guard table.hasKey else {
      return Int(key.text).flatMap { $0 > start ? [String($0 - start)] : nil }
    }
    guard keyReaders.count > 1 else { return [key.unescaped] }
    let parts = key.text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == keyReaders.count else { return nil }
    return parts.map { FirebaseKey(String($0)).unescaped }
  }

  /// Returns the place of a row; nil if it has no key yet.
  func path(of row: RowID, inSection section: Section) -> FirebasePath? {
    guard let key = key(of: row) else { return nil }
    return FirebasePath(hasLevels ? [FirebaseKey(escaping: section.name), key] : [key])
  }

  /// Returns the row whose key says that it is at a place; nil if there is none.
  func row(at path: FirebasePath) -> RowID? {
    guard path.keys.count == (hasLevels ? 2 : 1), let key = path.keys.last else { return nil }
    return keyTexts(key).flatMap { table.row(withKey: $0) }
  }

  /// Returns what the tree has of a row; nil if all its other cells are null.
  func node(of row: RowID) -> FirebaseNode? {
    if members.isEmpty { return .value("true") }
    let cells = members.compactMap { member in
      node(table.cell(row, member.column.id), isNumber: member.isNumber).map { (member.key, $0) }
    }
    return FirebaseChildren(cells).map(FirebaseNode.object)
  }

  private func node(_ cell: Cell, isNumber: Bool) -> FirebaseNode? {
    // A number of JSON that survives a round trip through a double, as other programs read it.
    if cell.kind == .text, isNumber, !table.syntax.isTyped, JSONText.fits(cell.text, .number),
      cell.withText({ DecimalNumber.survivesDouble($0) })
    {
      return .value(cell.text)
    }
    // Nested objects were read as JSON, and names are escaped: only the same name twice is refused.
    return (try? FirebaseNode.of(cell, escapesKeys: true)) ?? nil
  }
}

extension TableTree {
  /// Returns the rows of a tree that this table would be written as, for tables whose sections are
  /// known: as many levels as the table has.
  func sections(of tree: FirebaseTree) -> [FirebaseMapping.SectionRows] {
    func rows(_ node: FirebaseNode?, _ section: FirebaseKey?) -> [FirebaseMapping.Row] {
      guard let children = node?.children else { return [] }
      return zip(children.keys, children.nodes).map {
        FirebaseMapping.Row(section: section, key: $0, node: $1)
      }
    }
    guard hasLevels else {
      return [FirebaseMapping.SectionRows(key: nil, rows: rows(tree.root, nil))]
    }
    guard let children = tree.root?.children else { return [] }
    return zip(children.keys, children.nodes).map {
      FirebaseMapping.SectionRows(key: $0, rows: rows($1, $0))
    }
  }

  /// Returns the rows that a change concerns, as they are afterwards; nil if it concerns whole
  /// sections.
  func rows(changedBy change: FirebaseChange, after tree: FirebaseTree) -> [FirebaseMapping.Row]? {
    let depth = hasLevels ? 2 : 1
    var rows: [FirebaseMapping.Row] = []
    for child in change.puts {
      guard child.path.keys.count >= depth else { return nil }
      let path = FirebasePath(Array(child.path.keys.prefix(depth)))
      rows.append(
        FirebaseMapping.Row(
          section: hasLevels ? path.keys[0] : nil, key: path.keys[depth - 1], node: tree[path]))
    }
    return rows
  }

  /// Returns the names and values of a row's cells besides those of the key; nil if the row is no
  /// object, which a table cannot hold.
  func cells(of node: FirebaseNode) -> [(column: String, cell: Cell)]? {
    guard let children = node.children else { return members.isEmpty ? [] : nil }
    return zip(children.keys, children.nodes).map { key, node in
      let token = node.token ?? FirebaseWriter.text(node)
      return (key.unescaped, CellSyntax.json.cell(of: token))
    }
  }
}
