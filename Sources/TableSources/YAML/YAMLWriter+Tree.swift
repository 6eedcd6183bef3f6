import TableKit

/// Writes a tree: changes of values, of members and of whole rows are spliced into the text.
extension YAMLWriter {
  typealias Change = YAMLRowSplicer.Change

  /// Writes the text with all changes.
  mutating func writeTree(_ tree: YAMLTree) throws(SourceError) {
    let sections = writtenSections(tree)
    var changes: [Change] = []
    for (number, place) in layout.places.enumerated() {
      if let section = sections.first(where: { $0.number == number }) {
        changes += try self.changes(of: section, place, tree)
      } else {
        changes += try removal(of: place, tree)
      }
    }
    for section in sections where section.number == nil {
      changes.append(try addition(of: section, tree))
    }
    changes += emptyRoot(sections, tree)
    changes.sort {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    var done = 0
    for change in changes {
      guard change.range.lowerBound >= done else {
        throw refusal("this change", "its parts overlap")
      }
      copy(done..<change.range.lowerBound)
      if change.isLines { beginLine() }
      output += change.text.utf8
      done = change.range.upperBound
    }
    if done < bytes.count, changes.last?.isLines == true { beginLine() }
    copy(done..<bytes.count)
  }

  /// The sections as they are to be written; without sections of its own, all rows are in one.
  func writtenSections(_ tree: YAMLTree) -> [WrittenSection] {
    if tree.form != .rows { return layout.sections(of: table) }
    return [WrittenSection(section: layout.loadedSections[0], number: 0, rows: table.sourceOrder)]
  }

  func refusal(_ what: String, _ reason: String) -> SourceError {
    .cannotRewrite(file, what: what, reason: reason)
  }

  private func what(_ row: RowID) -> String { "row '\(table.key(of: row))'" }

  private var lineEnd: String { String(decoding: layout.lineEnd, as: UTF8.self) }

  /// Returns what is written by `body`, apart.
  private mutating func apart(
    _ body: (inout YAMLWriter) throws(SourceError) -> Void
  ) throws(SourceError) -> String {
    var writer = self
    writer.output = []
    try body(&writer)
    return String(decoding: writer.output, as: UTF8.self)
  }

  // MARK: Sections

  private mutating func changes(
    of section: WrittenSection, _ place: YAMLSection, _ tree: YAMLTree
  ) throws(SourceError) -> [Change] {
    var changes: [Change] = []
    let former = section.number.map { layout.loadedSections[$0].name } ?? ""
    let isRenamed = former !== section.section.name && tree.form != .rows
    if isRenamed {
      guard !place.key.isEmpty else {
        let kind =
          tree.form == .documents ? "a document has no name" : "it is no member of the file"
        throw refusal("the name '\(section.section.name)' of section '\(former)'", kind)
      }
      changes.append(
        Change(range: place.key, text: splicer.key(section.section.name, inFlow: tree.isFlow)))
    }
    switch place.form {
    case .mapping: return changes + (try mappingChanges(section.rows, place, tree))
    case .list: return changes + (try listChanges(section, place, changes))
    case .other:
      guard section.rows.isEmpty else {
        throw refusal(what(section.rows[0]), "document \(former) is no table")
      }
      return changes
    }
  }

  /// Returns the changes of a sequence: those of its rows, or the whole of it with other rows.
  private mutating func listChanges(
    _ section: WrittenSection, _ place: YAMLSection, _ rename: [Change]
  ) throws(SourceError) -> [Change] {
    for row in section.rows {
      if let record = layout.record(of: row), place.records.contains(record),
        layout.hasOtherName(row, in: table)
      {
        throw refusal("the key of \(what(row))", "a row of a list is known by its place")
      }
      guard let value = table.columns.first(where: { isValue($0) }),
        !table.cell(row, value.id).isNull
      else { continue }
      throw refusal(
        "column '\(value.name)' of \(what(row))", "a row of a list is a mapping of members")
    }
    if section.rows.map(layout.record(of:)) == place.records.map({ $0 }) {
      var changes: [Change] = []
      for (row, record) in zip(section.rows, place.records) {
        changes += try splicer.changes(of: row, record: record)
      }
      return changes
    }
    if place.key.isEmpty || place.isFlow {
      let isFlow = place.isFlow && !place.records.isEmpty
      let first = place.records.isEmpty ? nil : layout.rows[place.records.lowerBound].start
      let start = isFlow ? place.value.lowerBound : first ?? place.value.lowerBound
      let text = try apart { (writer) throws(SourceError) in
        if isFlow {
          try writer.writeFlow(place, section.rows, from: start, to: place.value.upperBound)
        } else {
          if section.rows.isEmpty { writer.output += "[]".utf8 }
          try writer.writeRows(section.rows, of: place)
          if place.value.upperBound < writer.bytes.count { writer.beginLine() }
        }
      }
      // An empty list in brackets makes room for rows on lines of their own.
      if place.isFlow, !isFlow, !place.key.isEmpty {
        return [Change(range: colonEnd(place.key)..<place.value.upperBound, text: lineEnd + text)]
      }
      return [Change(range: start..<max(start, place.value.upperBound), text: text)]
    }
    // The name is written apart.
    var section = section
    if let number = section.number, !rename.isEmpty {
      section = WrittenSection(
        section: layout.loadedSections[number], number: number, rows: section.rows)
    }
    let text = try apart { (writer) throws(SourceError) in
      writer.copy(place.key.upperBound..<place.key.upperBound)
      try writer.writeSection(section, place)
      if place.extent.upperBound < writer.bytes.count { writer.beginLine() }
    }
    let head = String(
      decoding: bytes[place.extent.lowerBound..<place.key.upperBound], as: UTF8.self)
    return [
      Change(
        range: place.key.upperBound..<place.extent.upperBound,
        text: String(decoding: Array(text.utf8).dropFirst(head.utf8.count), as: UTF8.self))
    ]
  }

  /// Returns the removal of a section that is gone.
  private mutating func removal(
    of place: YAMLSection, _ tree: YAMLTree
  ) throws(SourceError) -> [Change] {
    if tree.form == .documents { return [Change(range: place.extent, text: "")] }
    guard !place.key.isEmpty else { return try mappingChanges([], place, tree) }
    if tree.isFlow {
      let gone = tree.members.firstIndex { $0.key == place.key }
      return removals(from: tree.members, gone: gone.map { [$0] } ?? [])
    }
    guard place.form == .list else { return [removal(place.key, end: trimmedEnd(of: place))] }
    let text = try apart { $0.writeComments(ofDeleted: place) }
    return [Change(range: place.extent, text: text, isLines: true)]
  }

  /// Returns a section that is new, behind all others.
  private mutating func addition(
    of section: WrittenSection, _ tree: YAMLTree
  ) throws(SourceError) -> Change {
    let name = section.section.name
    guard !tree.isFlow else { throw refusal("section '\(name)'", "its members stand in braces") }
    let isDocument = tree.form == .documents
    let text = try apart { (writer) throws(SourceError) in
      writer.output +=
        isDocument ? "---".utf8 : (writer.splicer.key(name, inFlow: false) + ":").utf8
      if section.rows.isEmpty { writer.output += " []".utf8 }
      try writer.writeRows(section.rows, of: nil)
      writer.beginLine()
    }
    let end =
      isDocument ? bytes.count : layout.lines.end(ofLine: lastLine(before: tree.root.upperBound))
    return Change(range: end..<end, text: text, isLines: true)
  }

  /// Returns braces in place of a root that would be empty.
  private func emptyRoot(_ sections: [WrittenSection], _ tree: YAMLTree) -> [Change] {
    guard tree.form != .documents, !tree.isFlow, !tree.members.isEmpty else { return [] }
    let isEmpty = sections.allSatisfy { section in
      section.rows.isEmpty && (section.number.map { layout.places[$0].key.isEmpty } ?? false)
    }
    guard isEmpty else { return [] }
    let start = layout.lines.starts[layout.lines.line(of: tree.members[0].key.lowerBound)]
    return [Change(range: start..<start, text: "{}" + lineEnd, isLines: true)]
  }

  // MARK: Lines

  /// Returns the offset after the colon of a key.
  private func colonEnd(_ key: Range<Int>) -> Int {
    (bytes[key.upperBound...].firstIndex(of: 0x3A) ?? key.upperBound - 1) + 1
  }

  /// The last line before an offset that holds more than a comment.
  private func lastLine(before end: Int) -> Int {
    var line = layout.lines.line(of: max(end - 1, 0))
    while line > 0, layout.lines.isBlankOrComment(line: line) { line -= 1 }
    return line
  }

  private func trimmedEnd(of place: YAMLSection) -> Int {
    let last = place.records.max {
      layout.rows[$0].extent.upperBound < layout.rows[$1].extent.upperBound
    }
    return max(last.map { layout.rows[$0].extent.upperBound } ?? 0, place.key.upperBound)
  }

  /// Returns the removal of the lines of a member.
  private func removal(_ key: Range<Int>, end: Int) -> Change {
    let lines = layout.lines
    let start = lines.starts[lines.line(of: key.lowerBound)]
    let last = lines.line(of: max(end - 1, key.lowerBound))
    return Change(range: start..<lines.end(ofLine: last), text: "")
  }

  /// Returns the removals of some of the members that stand in braces, with their commas.
  private func removals(from members: [YAMLTree.Member], gone: Set<Int>) -> [Change] {
    var hasKept = false
    return members.indices.compactMap { i in
      guard gone.contains(i) else {
        hasKept = true
        return nil
      }
      if hasKept { return Change(range: members[i - 1].end..<members[i].end, text: "") }
      let next = i + 1 < members.count ? members[i + 1].key.lowerBound : members[i].end
      return Change(range: members[i].key.lowerBound..<next, text: "")
    }
  }

  // MARK: Rows with names

  private func isValue(_ column: Column) -> Bool {
    layout.isOwn(column.id) && !layout.isName(column.id)
  }

  /// Returns the changes of a mapping whose members are rows.
  private func mappingChanges(
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
  private func members(of place: YAMLSection, _ tree: YAMLTree) -> [YAMLTree.Member] {
    if place.key.isEmpty, tree.form != .documents { return tree.members }
    let rows = place.records.compactMap { record in
      tree.names[record].map {
        YAMLTree.Member(key: $0, end: layout.rows[record].extent.upperBound)
      }
    }
    return rows.sorted { $0.key.lowerBound < $1.key.lowerBound }
  }

  /// Returns the name of a row: its key, or the end of its path where only that was typed.
  func name(
    of row: RowID, _ record: Int?, _ tree: YAMLTree
  ) throws(SourceError) -> String {
    func text(_ column: Int?) -> (now: String?, loaded: String?) {
      guard let column else { return (nil, nil) }
      let loaded = layout.loaded.columns[column].id
      let cell = table.column(loaded).map { table.cell(row, $0.id) } ?? .null
      let former = record.map {
        layout.chunk.syntax.cell(layout.chunk.raw(record: $0, field: column))
      }
      return (cell.isNull ? nil : cell.text, former?.text)
    }
    let (key, path) = (text(tree.key), text(tree.path))
    if let now = key.now, record == nil || !key.now.isExactly(key.loaded) { return now }
    if let now = path.now, record == nil || !path.now.isExactly(path.loaded) {
      return YAMLTree.lastName(of: now)
    }
    if let loaded = key.loaded { return loaded }
    throw refusal(what(row), "it has no name: give it one in column 'key'")
  }

  /// Returns the changes of a row in its place.
  private func rowChanges(
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
      throw refusal(
        what(row), "it has a value, and cannot have the member '\(member.name)' beside it")
    }
    guard let entry = place.entries.first, place.entries.count == 1, entry.key == key else {
      guard let value else { return changes + (try splicer.changes(of: row, record: record)) }
      if place.isAnchored { throw refusal(what(row), "it has an anchor that others refer to") }
      let text = splicer.value(row, value, former: nil, inFlow: isFlow)
      let isLines = !place.isFlow
      let start = isLines ? colonEnd(key) : place.extent.lowerBound
      changes.append(
        Change(range: start..<place.extent.upperBound, text: (isLines ? " " : "") + text))
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
      changes.append(
        Change(range: colonEnd(key)..<end, text: " " + flow(row, members)))
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
  private func flow(_ row: RowID, _ members: [Column]) -> String {
    let texts = members.map { column in
      splicer.key(column.name, inFlow: true) + ": "
        + splicer.value(row, column, former: nil, inFlow: true)
    }
    return "{" + texts.joined(separator: ", ") + "}"
  }

  /// Returns new rows behind the others of a mapping, in their style.
  private func insertion(
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
  private func text(
    of row: RowID, _ name: String, in place: YAMLSection, _ tree: YAMLTree
  ) throws(SourceError) -> String {
    let value = table.columns.first { isValue($0) && !table.cell(row, $0.id).isNull }
    let members = splicer.members(of: row)
    let key = splicer.key(name, inFlow: place.isFlow) + ":"
    if let value {
      if let member = members.first {
        throw refusal(
          what(row), "it has a value, and cannot have the member '\(member.name)' beside it")
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
    return key
      + members.map { column in
        indent + splicer.key(column.name, inFlow: false) + ": "
          + splicer.value(row, column, former: nil, inFlow: false)
      }.joined()
  }
}
