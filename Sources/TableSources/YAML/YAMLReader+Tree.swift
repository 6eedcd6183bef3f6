import TableKit

/// The rows and sections of a tree.
extension YAMLReader {
  /// A section while it is read: its rows are in the order of the text.
  private struct Part {
    /// Nil: the document's own rows.
    var name: String?
    var place = YAMLSection()
    /// The record of each row, and its name if it has one.
    var rows: [(record: Int, name: String?)] = []
  }

  /// The name that the column of values has until those of all members are known: no text has it.
  private static let valueName = "\u{FFFF}value"

  /// Reads the documents.
  ///
  /// - Parameter hasOwnRows: whether there is a section for the document's own rows, even without any.
  mutating func readTree(_ outline: YAMLOutline, hasOwnRows: Bool = false) throws(TextProblem) {
    records = try TextProblem.keeping(try RecordCollector())
    rows = try TextProblem.keeping(try allocating(try YAMLRows()))
    (sections, places, pending) = ([], [], nil)
    hasSections = outline.form != .rows
    tree = YAMLTree(form: outline.form)
    var composer = try YAMLComposer(marks, progress: progress)
    let parser = composer.parser
    var parts: [Part] = []
    for (number, document) in outline.documents.enumerated() {
      guard parser.kind == .documentStart else { break }
      let start = parser.range.lowerBound
      try parser.next()
      var part = Part(name: outline.form == .documents ? "\(number + 1)" : nil)
      switch document.form {
      case .list:
        let first = records.count
        part.place = try readSequence(&composer)
        part.rows = (first..<records.count).map { ($0, nil) }
      case .mapping: try readMapping(&part, document.members, &parts, &composer)
      case .other: _ = try composer.node()
      }
      part.place.form = document.form
      try parser.next()
      let end = parser.range.lowerBound
      try finishRow(end: end)
      close(&part.place, at: end)
      part.place.extent = start..<max(start, end)
      if outline.form != .documents { closeLast(of: &parts, at: end) }
      let isShown = part.name != nil || !part.rows.isEmpty || outline.form == .rows || hasOwnRows
      if isShown { parts.insert(part, at: part.name == nil ? 0 : parts.count) }
      try composer.finishDocument()
    }
    try arrange(parts)
  }

  /// Sets the end of a section in block style.
  private func close(_ place: inout YAMLSection, at end: Int) {
    if place.isFlow { return }
    place.value = place.value.lowerBound..<max(end, place.value.lowerBound)
  }

  /// Sets the end of the section that was read last.
  private mutating func closeLast(of parts: inout [Part], at end: Int) {
    guard let last = parts.indices.last, parts[last].place.extent.isEmpty else { return }
    close(&parts[last].place, at: end)
    let start = parts[last].place.extent.lowerBound
    parts[last].place.extent = start..<max(start, end)
  }

  // MARK: Rows

  /// Reads a mapping, whose event is the current one, up to its last event.
  ///
  /// - Parameters:
  ///   - part: the section of its rows.
  ///   - members: what its members are; nil: rows.
  ///   - parts: receives the sections that are its members.
  private mutating func readMapping(
    _ part: inout Part, _ members: [YAMLOutline.Member]?, _ parts: inout [Part],
    _ composer: inout YAMLComposer
  ) throws(TextProblem) {
    let parser = composer.parser
    let (place, anchor, isFlow) = (parser.range.lowerBound, parser.anchor, parser.isFlow)
    let content = behindProperties(place).offset
    part.place.isFlow = isFlow
    part.place.form = .mapping
    try parser.next()
    part.place.value = content..<content
    part.place.indent =
      lines.indent(ofLine: lines.line(of: parser.range.lowerBound)) ?? part.place.indent
    let isRoot = part.name == nil
    var number = 0
    while parser.kind != .mappingEnd {
      let start = parser.range.lowerBound
      guard parser.kind == .scalar else {
        throw .malformed(offset: start, "a key must be a scalar")
      }
      let name = String(decoding: parser.text, as: UTF8.self)
      let key = keySpan(parser)
      let boundary =
        isFlow ? start : isRoot ? sectionStart(start) : lines.starts[lines.line(of: start)]
      try finishRow(end: boundary)
      if isRoot { closeLast(of: &parts, at: boundary) }
      if parser.anchor != nil { _ = try composer.node() }
      try parser.next()
      let member = members?[number] ?? .row
      number += 1
      switch member {
      case .value, .row:
        part.rows.append((records.count, name))
        names[records.count] = key
        if member == .row, parser.kind == .mapping {
          try readRow(start: boundary, inFlow: isFlow, &composer)
        } else {
          try readValueRow(key, start: boundary, inFlow: isFlow, &composer)
        }
      case .list, .mapping:
        var section = Part(name: name)
        let first = records.count
        if member == .list, parser.kind == .sequence {
          section.place = try readSequence(&composer)
          section.rows = (first..<records.count).map { ($0, nil) }
        } else if member == .mapping, parser.kind == .mapping {
          try readSection(&section, &composer)
        } else {
          let value = parser.range
          _ = try composer.node()
          section.place.value = value
        }
        section.place.key = key
        section.place.extent = boundary..<boundary
        section.place.form = member == .list ? .list : .mapping
        parts.append(section)
      }
      if isRoot { tree?.members.append(YAMLTree.Member(key: key, end: parser.range.upperBound)) }
      try parser.next()
    }
    if isFlow { part.place.value = content..<max(content, parser.range.upperBound) }
    if let anchor {
      composer.define(anchor, YAMLNode(content: .passed, tag: .none, start: place))
    }
    if isRoot {
      tree?.isFlow = isFlow
      tree?.root = content..<max(content, parser.range.upperBound)
    }
  }

  /// Reads a section whose rows have names.
  private mutating func readSection(
    _ section: inout Part, _ composer: inout YAMLComposer
  ) throws(TextProblem) {
    var none: [Part] = []
    try readMapping(&section, nil, &none, &composer)
  }

  /// Reads a value as a row with one cell, up to its last event.
  private mutating func readValueRow(
    _ key: Range<Int>, start: Int, inFlow: Bool, _ composer: inout YAMLComposer
  ) throws(TextProblem) {
    try TextProblem.keeping(try records.beginRow())
    let column = records.column(Self.valueName)
    var member = PendingEntry(
      entry: YAMLEntry(column: column, key: key, value: composer.parser.range))
    _ = try readValue(&member, inFlow: inFlow, &composer)
    if !hasColon(behind: key) {
      member.end = .known
      member.entry.form = .unknown
      member.entry.tagged = nil
      member.entry.value = key.upperBound..<key.upperBound
    }
    try TextProblem.keeping(try records.endRow())
    let line = lines.line(of: key.lowerBound)
    pending = PendingRow(
      begin: key.lowerBound, start: start, isFlow: inFlow,
      flowEnd: composer.parser.range.upperBound, indent: lines.indent(ofLine: line) ?? 0,
      isAnchored: false, last: member)
  }

  // MARK: Order

  /// Puts sections and rows that have names in order by name, and gives all rows their own columns.
  private mutating func arrange(_ parts: [Part]) throws(TextProblem) {
    guard var tree else { return }
    var parts = parts
    if tree.form == .sections {
      let first = parts.first.map { $0.name == nil } == true ? 1 : 0
      parts[first...].sort { DocumentOutline.isBefore($0.name ?? "", $1.name ?? "") }
    }
    let read = records
    let former = rows
    guard let chunk = try TextProblem.keeping(try read.chunk(syntax: syntax)) else {
      throw .source(.tooLarge(file, bytes: bytes.count))
    }
    records = try TextProblem.keeping(try RecordCollector())
    rows = try TextProblem.keeping(try allocating(try YAMLRows()))
    var known = NameSet(read.names)
    for case .member(let name) in columns { known.insert(name) }
    func own(_ name: String) -> String { DocumentOutline.name(name, unlike: known.contains) }
    for column in columns {
      switch column {
      case .path: tree.path = records.column(own("path"))
      case .key: tree.key = records.column(own("key"))
      case .value: tree.value = records.column(own("value"))
      case .member(let name): _ = records.column(name)
      }
    }
    let hasNames = parts.contains { $0.place.form == .mapping }
    if hasNames {
      if tree.form != .rows { tree.path = records.column(own("path")) }
      tree.key = records.column(own("key"))
    }
    for part in parts {
      var part = part
      if part.place.form == .mapping {
        part.rows.sort { DocumentOutline.isBefore($0.name ?? "", $1.name ?? "") }
      }
      let first = records.count
      let head = part.name.map { DocumentOutline.escaped($0) + "/" } ?? ""
      for (index, row) in part.rows.enumerated() {
        let name = row.name ?? "\(index)"
        try TextProblem.keeping(try records.beginRow())
        if let path = tree.path { try addText(head + DocumentOutline.escaped(name), to: path) }
        if let key = tree.key { try addText(name, to: key) }
        let place = former[row.record]
        for var entry in place.entries {
          let raw = chunk.raw(record: row.record, field: entry.column)
          let name = read.names[entry.column]
          let isValue = name == Self.valueName
          let column = records.column(isValue ? own("value") : name)
          if isValue { tree.value = column }
          entry.column = column
          _ = try TextProblem.keeping(try records.add(column, raw))
          try TextProblem.keeping(try allocating(try rows.append(entry)))
        }
        try TextProblem.keeping(try records.endRow())
        tree.names.append(names[row.record])
        try TextProblem.keeping(
          try allocating(
            try rows.append(
              extent: place.extent, start: place.start, end: place.end, isFlow: place.isFlow,
              indent: place.indent, isAnchored: place.isAnchored)))
      }
      part.place.records = first..<records.count
      places.append(part.place)
      sections.append(
        Table.SectionRecords(
          name: part.name
            ?? DocumentOutline.name(Section.soleName) { name in
              parts.contains { $0.name.isExactly(name) }
            }, count: part.rows.count))
    }
    self.tree = tree
  }
}
