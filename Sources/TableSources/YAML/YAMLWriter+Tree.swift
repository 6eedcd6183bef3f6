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
    try splice(changes, from: 0, to: bytes.count)
  }

  /// The sections as they are to be written; without sections of its own, all rows are in one.
  func writtenSections(_ tree: YAMLTree) -> [WrittenSection] {
    if tree.form != .rows { return layout.sections(of: table) }
    return [WrittenSection(section: layout.loadedSections[0], number: 0, rows: table.sourceOrder)]
  }

  func refusal(_ what: String, _ reason: String) -> SourceError {
    .cannotRewrite(file, what: what, reason: reason)
  }

  func what(_ row: RowID) -> String { "row '\(table.key(of: row))'" }

  var lineEnd: String { String(decoding: layout.lineEnd, as: UTF8.self) }

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
          tree.form == .documents ? "a document has no name" : "it is not a member of the file"
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
        throw refusal(what(section.rows[0]), "document \(former) is not a table")
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
    guard !tree.isFlow else { throw refusal("section '\(name)'", "its members are in braces") }
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
  func emptyRoot(_ sections: [WrittenSection], _ tree: YAMLTree) -> [Change] {
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
  func colonEnd(_ key: Range<Int>) -> Int {
    (bytes[key.upperBound...].firstIndex(of: 0x3A) ?? key.upperBound - 1) + 1
  }

  /// The last line before an offset that holds more than a comment.
  func lastLine(before end: Int) -> Int {
    var line = layout.lines.line(of: max(end - 1, 0))
    while line > 0, layout.lines.isBlankOrComment(line: line) { line -= 1 }
    return line
  }

  func trimmedEnd(of place: YAMLSection) -> Int {
    let last = place.records.max {
      layout.rows[$0].extent.upperBound < layout.rows[$1].extent.upperBound
    }
    return max(last.map { layout.rows[$0].extent.upperBound } ?? 0, place.key.upperBound)
  }

  /// Returns the removal of the lines of a member.
  func removal(_ key: Range<Int>, end: Int) -> Change {
    let lines = layout.lines
    let start = lines.starts[lines.line(of: key.lowerBound)]
    let last = lines.line(of: max(end - 1, key.lowerBound))
    return Change(range: start..<lines.end(ofLine: last), text: "")
  }

  /// Returns the removals of some of the members that stand in braces, with their commas.
  func removals(from members: [YAMLTree.Member], gone: Set<Int>) -> [Change] {
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
}
