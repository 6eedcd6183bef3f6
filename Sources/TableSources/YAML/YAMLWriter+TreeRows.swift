import TableKit

/// Rows of a tree that have names: members of mappings.
extension YAMLWriter {
  func isValue(_ column: Column) -> Bool {
    layout.isOwn(column.id) && !layout.isName(column.id)
  }

  /// Returns the changes of a mapping whose members are rows.
  func mappingChanges(
    _ rows: [RowID], _ place: YAMLSection, _ tree: YAMLTree
  ) throws(SourceError) -> [Change] {
    var changes: [Change] = []
    var kept: Set<Int> = []
    var names: NameSet = []
    var new: [(name: String, row: RowID)] = []
    for row in rows {
      let record = layout.record(of: row).flatMap { place.records.contains($0) ? $0 : nil }
      let name = try name(of: row, record, tree)
      guard names.insert(name).inserted else {
        throw refusal(what(row), "another row of its section has the name '\(name)'")
      }
      guard let record else {
        new.append((name, row))
        continue
      }
      kept.insert(record)
      changes += try rowChanges(row, record, name, isFlow: place.isFlow, tree)
    }
    let gone = place.records.filter { !kept.contains($0) }
    let members = members(of: place, tree)
    if place.isFlow {
      let keys = Set(gone.compactMap { tree.names[$0] })
      changes += removals(
        from: members, gone: Set(members.indices.filter { keys.contains(members[$0].key) }))
    } else {
      for record in gone {
        guard let key = tree.names[record] else { continue }
        changes.append(removal(key, end: layout.rows[record].extent.upperBound))
      }
    }
    if !new.isEmpty {
      changes.append(try insertion(new, in: place, members, hasKept: kept.count > 0, tree))
    } else if kept.isEmpty, !gone.isEmpty, !place.isFlow {
      if !place.key.isEmpty {
        changes.append(Change(range: colonEnd(place.key)..<colonEnd(place.key), text: " {}"))
      } else if tree.form == .documents, let first = members.first {
        let start = layout.lines.starts[layout.lines.line(of: first.key.lowerBound)]
        changes.append(Change(range: start..<start, text: "{}" + lineEnd, isLines: true))
      }
    }
    return changes
  }

  /// The members of a mapping in the order of the text.
  func members(of place: YAMLSection, _ tree: YAMLTree) -> [YAMLTree.Member] {
    if place.key.isEmpty, tree.form != .documents { return tree.members }
    let rows = place.records.compactMap { record in
      tree.names[record].map {
        YAMLTree.Member(key: $0, end: layout.rows[record].extent.upperBound)
      }
    }
    return rows.sorted { $0.key.lowerBound < $1.key.lowerBound }
  }

  /// Returns the name of a row: its key, or the end of its path where only that was typed.
  func name(of row: RowID, _ record: Int?, _ tree: YAMLTree) throws(SourceError) -> String {
    if let name = layout.name(of: row, record, tree, in: table) { return name }
    throw refusal(what(row), "it has no name: give it one in column 'key'")
  }

  /// Returns the changes of a row in its place.
  func rowChanges(
    _ row: RowID, _ record: Int, _ name: String, isFlow: Bool, _ tree: YAMLTree
  ) throws(SourceError) -> [Change] {
    let place = layout.rows[record]
    guard let key = tree.names[record] else { return [] }
    var changes: [Change] = []
    let former = tree.key.map {
      layout.chunk.syntax.cell(layout.chunk.raw(record: record, field: $0))
    }
    if !(former?.text).isExactly(name) {
      changes.append(Change(range: key, text: splicer.key(name, inFlow: isFlow)))
    }
    let valueColumn = tree.value.flatMap { table.column(layout.loaded.columns[$0].id) }
    let members = splicer.members(of: row)
    let value = valueColumn.flatMap { table.cell(row, $0.id).isNull ? nil : $0 }
    if value != nil, let member = members.first {
      throw refusal(what(row), "it has a value, and cannot also have the member '\(member.name)'")
    }
    guard let entry = place.entries.first, place.entries.count == 1, entry.key == key else {
      guard let value else { return changes + (try splicer.changes(of: row, record: record)) }
      if place.isAnchored { throw refusal(what(row), "it has an anchor that others refer to") }
      let text = splicer.value(row, value, former: nil, inFlow: isFlow)
      changes.append(
        place.isFlow
          ? Change(range: place.extent, text: text)
          : splicer.replacement(of: colonEnd(key)..<place.extent.upperBound, by: text))
      return changes
    }
    guard let column = valueColumn else {
      throw refusal("column 'value'", "its cells are rows of the file")
    }
    if !members.isEmpty {
      if entry.isAnchored || entry.tag != .none || entry.form == .unknown {
        throw refusal(what(row), "it is written in a way that cannot be changed")
      }
      let end = max(entry.value.upperBound, colonEnd(key))
      let text = flow(row, members)
      changes.append(splicer.replacement(of: colonEnd(key)..<end, by: text))
    } else if !table.raw(row, column.id).elementsEqual(
      layout.chunk.raw(record: record, field: entry.column))
    {
      var change = try splicer.change(entry, of: row, column, in: place)
      // A text of several lines ends with the line.
      if entry.form == .lines, change.range.upperBound > place.extent.upperBound {
        change.range = change.range.lowerBound..<place.extent.upperBound
      }
      changes.append(change)
    }
    return changes
  }

  /// Returns the members of a row in braces.
  func flow(_ row: RowID, _ members: [Column]) -> String {
    "{" + splicer.texts(of: members, row, inFlow: true).joined(separator: ", ") + "}"
  }

  /// Returns new rows behind the others of a mapping, in their style.
  func insertion(
    _ rows: [(name: String, row: RowID)], in place: YAMLSection, _ members: [YAMLTree.Member],
    hasKept: Bool, _ tree: YAMLTree
  ) throws(SourceError) -> Change {
    var texts: [String] = []
    for (name, row) in rows { texts.append(try text(of: row, name, in: place, tree)) }
    guard let last = members.last else { throw refusal(what(rows[0].row), "its section is empty") }
    if place.isFlow {
      let isFirst = !hasKept && (tree.form == .documents || !place.key.isEmpty)
      let text = (isFirst ? "" : ", ") + texts.joined(separator: ", ")
      return Change(range: last.end..<last.end, text: text)
    }
    let lines = layout.lines
    // The end of a member that is a section is where that of the next one, or of the root, begins.
    let limit = max(last.end, last.key.upperBound)
    var line = max(lastLine(before: limit), lines.line(of: last.key.lowerBound))
    if let record = place.records.first(where: { tree.names[$0] == last.key }) {
      line = max(line, lines.line(of: max(layout.rows[record].extent.upperBound - 1, 0)))
      if layout.rows[record].entries.last?.form == .lines {
        // Blank lines can be part of a text.
        while line + 1 < lines.starts.count, lines.starts[line + 1] < bytes.count,
          lines.indent(ofLine: line + 1) == nil
        {
          line += 1
        }
      }
    }
    let indent = String(repeating: " ", count: place.indent)
    let end = lines.end(ofLine: line)
    return Change(
      range: end..<end, text: texts.map { indent + $0 + lineEnd }.joined(), isLines: true)
  }

  /// Returns a new row with its name, without what stands before it on its first line.
  func text(
    of row: RowID, _ name: String, in place: YAMLSection, _ tree: YAMLTree
  ) throws(SourceError) -> String {
    let value = table.columns.first { isValue($0) && !table.cell(row, $0.id).isNull }
    let members = splicer.members(of: row)
    let key = splicer.key(name, inFlow: place.isFlow) + ":"
    if let value {
      if let member = members.first {
        throw refusal(what(row), "it has a value, and cannot also have the member '\(member.name)'")
      }
      return key + " " + splicer.value(row, value, former: nil, inFlow: place.isFlow)
    }
    if members.isEmpty { return key + (place.key.isEmpty ? " null" : " {}") }
    let rows = place.records.map { layout.rows[$0] }
    let model = rows.first { !$0.isFlow && $0.indent > place.indent }
    if place.isFlow || model == nil && rows.contains(where: \.isFlow) {
      return key + " " + flow(row, members)
    }
    let indent = lineEnd + String(repeating: " ", count: model?.indent ?? place.indent + 2)
    return key + splicer.texts(of: members, row, inFlow: false).map { indent + $0 }.joined()
  }
}
