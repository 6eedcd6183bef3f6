import TableKit

// Rows of a table as a tree has them.

extension FirebaseMapping {
  /// Returns a row of a table as the tree has it, or will have it when it is saved.
  ///
  /// - Parameters:
  ///   - section: the section that it is in.
  ///   - base: the table as the tree is; nil: `table`.
  ///   - makesKey: whether a row without key gets one that is new, as by POST.
  /// - Throws: `badRow`: a `badKey`, `badJSON`, `otherSection`, or `hasValueAndMembers`.
  func row(
    _ row: RowID, inSection section: Section, of table: Table, since base: Table? = nil,
    makesKey: Bool = false
  ) throws(FirebaseError) -> Row {
    let key = keyText(of: row, in: table, since: base ?? table)
    do throws(FirebaseError) {
      if let key, key === FirebaseKey.root.text {
        let node = try node(of: row, in: table)
        guard node?.children == nil else { throw .rootIsValue }
        return Row(section: nil, key: .root, node: node)
      }
      guard !isSingleValue(base ?? table) else { throw .rootIsValue }
      let place = place(of: row, key: key, inSection: section, of: table, makesKey: makesKey)
      try checkPath(of: row, in: table, since: base ?? table, is: place, section: section)
      for key in place where !key.isValid { throw .badKey(key.text) }
      let node = try node(of: row, in: table)
      return Row(
        section: place.count == 2 ? place[0] : nil, key: place[place.count - 1], node: node)
    } catch {
      throw .badRow(identifier(of: row, in: table) ?? key ?? section.name, error)
    }
  }

  /// Whether a table is that of a root that is a single value.
  private func isSingleValue(_ table: Table) -> Bool {
    table.rowCount == 1 && table.row(withKey: [FirebaseKey.root.text]) != nil
  }

  /// The section's key, unless it is that of the root's own rows, and the child key.
  private func place(
    of row: RowID, key: String?, inSection section: Section, of table: Table, makesKey: Bool
  ) -> [FirebaseKey] {
    let own = FirebaseKey(key ?? (makesKey ? FirebasePushID.new : ""))
    guard form == .sections else { return [own] }
    // Sections that are a view of a column are none of the tree's.
    if table.sectionColumn != nil {
      let path = identifier(of: row, in: table)?.split(separator: "/") ?? []
      return path.count == 2 ? [FirebaseKey(String(path[0])), own] : [own]
    }
    return section.name === sectionName(nil) ? [own] : [FirebaseKey(section.name), own]
  }

  /// Refuses a path that was given to a row and is of another section: the section of a row says
  /// where it is written, and its path follows that.
  private func checkPath(
    of row: RowID, in table: Table, since base: Table, is place: [FirebaseKey], section: Section
  ) throws(FirebaseError) {
    guard form == .sections, let path = identifier(of: row, in: table), path.contains("/"),
      !path.split(separator: "/").elementsEqual(place.map { Substring($0.text) })
    else { return }
    if isKnown(row, in: base), path === identifier(of: row, in: base) ?? "" { return }
    throw .otherSection(path: path, section: section.name)
  }

  private func isKnown(_ row: RowID, in base: Table) -> Bool {
    row.rawValue < base.rowIDCount && base.contains(row)
  }

  private func identifier(of row: RowID, in table: Table) -> String? {
    text(of: row, keyColumn, in: table)
  }

  /// The child key: the end of the path, or the cell of the key if only that was changed.
  private func keyText(of row: RowID, in table: Table, since base: Table) -> String? {
    let key = text(of: row, columns.key, in: table)
    guard form == .sections, let path = identifier(of: row, in: table) else { return key }
    if isKnown(row, in: base), let key, key !== text(of: row, columns.key, in: base) ?? "",
      path === identifier(of: row, in: base) ?? ""
    {
      return key
    }
    return path.split(separator: "/").last.map(String.init)
  }

  private func text(of row: RowID, _ column: String, in table: Table) -> String? {
    guard let column = table.column(named: column) else { return nil }
    let cell = table.cell(row, column.id)
    return cell.isNull ? nil : cell.text
  }

  private func node(of row: RowID, in table: Table) throws(FirebaseError) -> FirebaseNode? {
    var value: FirebaseNode?
    var members: [(key: FirebaseKey, node: FirebaseNode)] = []
    for column in table.columns where column.name !== columns.key && column.name !== keyColumn {
      guard let node = try FirebaseNode.of(table.cell(row, column.id)) else { continue }
      if column.name === columns.value {
        value = node
      } else {
        members.append((FirebaseKey(column.name), node))
      }
    }
    for member in members where !member.key.isValid { throw .badKey(member.key.text) }
    if value != nil, let member = members.first {
      throw .hasValueAndMembers(
        columns.value, member.key.text,
        text: member.node.token.map { CellSyntax.json.text(of: $0) } ?? "…")
    }
    return value ?? FirebaseChildren(members).map(FirebaseNode.object)
  }
}

extension FirebaseNode {
  /// The node of a cell; nil for null.
  ///
  /// - Parameter escapesKeys: whether names in a cell that is an object and cannot be keys are
  ///   escaped instead of refused.
  /// - Throws: `badKey`, `overlap`, `badJSON`, all in cells that are arrays or objects.
  static func of(_ cell: Cell, escapesKeys: Bool = false) throws(FirebaseError) -> FirebaseNode? {
    switch cell.kind {
    case .null: nil
    case .number, .bool: .value(cell.text)
    case .json: try read(cell.text, escapesKeys: escapesKeys)
    case .text, .blob: .value(JSONText.quoted(cell.text))
    }
  }
}
