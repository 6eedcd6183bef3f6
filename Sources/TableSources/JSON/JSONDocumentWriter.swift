import TableKit

/// Writes the table of a JSON document back in the document's own shape and spacing.
struct JSONDocumentWriter {
  let layout: JSONLayout
  let table: Table
  let writer: ByteWriter
  /// The file, for errors.
  let file: String

  private let copiesRows: Bool
  /// The columns that are members of rows.
  let members: [Column]
  private let names: [[UInt8]]
  private let splicer: JSONRowSplicer?

  init(layout: JSONLayout, table: Table, writer: ByteWriter, file: String) {
    self.layout = layout
    self.table = table
    self.writer = writer
    self.file = file
    copiesRows =
      layout.canCopyRows && table.columns.map(\.id) == layout.loaded.columns.map(\.id)
      && table.columns.map(\.name) === layout.loaded.columns.map(\.name)
    let own = layout.ownColumns
    members = table.columns.filter { !own.contains($0.id) }
    names = members.map { Array(JSONText.quoted($0.name).utf8) }
    splicer = JSONRowSplicer(layout: layout, table: table)
  }

  /// Writes the document.
  func write() throws(SourceError) {
    switch layout.shape {
    case .rows: try writeRows(table.sourceOrder, in: layout.body, 0..<layout.chunk.recordCount)
    case .lines: try writeLines(table.sourceOrder)
    case .sections:
      // Each member is a section.
      let sections = layout.sections(of: table)
      try writeObject(
        sections.map { ($0.number, $0.section.name) }, from: layout.members, in: layout.body,
        layout.style.document
      ) { (s) throws(SourceError) in
        let number = sections[s].number
        try writeRows(
          sections[s].rows, in: number.map { layout.members[$0].value },
          layout.records(ofSection: number))
      }
    case .table: try writeTable()
    case .outline:
      if let outline = layout.outline {
        try JSONOutlineWriter(document: self, outline: outline).write()
      }
    }
  }

  private func writeTable() throws(SourceError) {
    let members = layout.members
    try writeObject(
      zip(0..., members).map { ($0, $1.name) }, from: members, in: layout.body,
      layout.style.document
    ) { (m) throws(SourceError) in
      switch members[m].name {
      case "columns":
        let names = table.columns.map(\.name)
        try writeNames(names, layout.loaded.columns.map(\.name), members[m])
      case "key":
        let names = layout.key.compactMap { table.column($0)?.name }
        let former = layout.key.compactMap { layout.loaded.column($0)?.name }
        try writeNames(names, former, members[m])
      case "sections":
        let sections = layout.sections(of: table)
        try write(
          0x5B, 0x5D, layout.style.sections, count: sections.count,
          in: JSONContainer(members[m].value, count: layout.sectionRanges.count) {
            layout.sectionRanges[$0]
          }, former: { sections[$0].number }
        ) { (s) throws(SourceError) in
          try writeSection(sections[s])
        }
      default: try copy(members[m].value)
      }
    }
  }

  private func writeNames(
    _ names: [String], _ former: [String], _ member: JSONMember
  ) throws(SourceError) {
    if names === former { return try copy(member.value) }
    let isSpaced = layout.source.bytes[member.value].contains(0x20)
    try writer.write(
      "[" + names.map(JSONText.quoted).joined(separator: isSpaced ? ", " : ",") + "]")
  }

  /// Writes a section of a TABLE with its own members in their order; adds new ones where needed.
  private func writeSection(_ written: WrittenSection) throws(SourceError) {
    let (section, rows) = (written.section, written.rows)
    let former = written.number.map { layout.sectionMembers[$0] } ?? []
    var names = former.map(\.name)
    func add(_ name: String, at index: Int) {
      if !names.contains(name) { names.insert(name, at: min(index, names.count)) }
    }
    if former.isEmpty || !names.contains("title") || section.name !== section.title {
      add("id", at: 0)
    }
    if former.isEmpty || section.name !== section.title { add("title", at: 1) }
    if section.header != nil { add("header", at: 2) }
    if section.footer != nil { add("footer", at: 2) }
    if former.isEmpty || !rows.isEmpty { add("rows", at: names.count) }
    try writeObject(
      names.map { name in (former.firstIndex { $0.name === name }, name) }, from: former,
      in: written.number.map { layout.sectionRanges[$0] }, layout.style.section
    ) { (m) throws(SourceError) in
      let member = former.first { $0.name === names[m] }
      switch names[m] {
      case "id": try writer.write(JSONText.quoted(section.name))
      case "title": try writer.write(JSONText.quoted(section.title))
      case "header": try writer.write(section.header.map(JSONText.quoted) ?? "null")
      case "footer": try writer.write(section.footer.map(JSONText.quoted) ?? "null")
      case "rows":
        try writeRows(rows, in: member?.value, layout.records(ofSection: written.number))
      default: if let member { try copy(member.value) }
      }
    }
  }

  /// Writes an array of rows.
  ///
  /// - Parameters:
  ///   - range: the array in the source; nil: it is new.
  ///   - records: the records that it holds there.
  ///   - spacing: its spacing; nil: that of the document.
  func writeRows(
    _ rows: [RowID], in range: Range<Int>?, _ records: Range<Int>, spacing: JSONSpacing? = nil,
    _ writeRow: ((RowID) throws(SourceError) -> Void)? = nil
  ) throws(SourceError) {
    // White space in an empty array is preserved.
    if rows.isEmpty, records.isEmpty, let range { return try copy(range) }
    try write(
      0x5B, 0x5D, spacing ?? layout.style.rows, count: rows.count,
      in: range.map { range in
        JSONContainer(range, count: records.count) {
          layout.range(ofRecord: records.lowerBound + $0)
        }
      },
      former: { r in
        layout.record(of: rows[r]).flatMap {
          records.contains($0) ? $0 - records.lowerBound : nil
        }
      }
    ) { (r) throws(SourceError) in
      if let writeRow { try writeRow(rows[r]) } else { try self.writeRow(rows[r]) }
    }
  }

  /// Writes a row a line; bytes between two lines that still follow each other are preserved.
  private func writeLines(_ rows: [RowID]) throws(SourceError) {
    let isFirst = layout.chunk.recordCount == 0
    if isFirst, rows.isEmpty { return try copy(layout.body) }
    var former: Int?
    for (r, row) in rows.enumerated() {
      let record = layout.record(of: row)
      if r > 0 {
        if let former, let record, record == former + 1 {
          try copy(
            Int(layout.rowRanges[former].upperBound)..<Int(layout.rowRanges[record].lowerBound))
        } else {
          try writer.write(layout.rowSeparator)
        }
      }
      try writeRow(row)
      former = record
    }
    if isFirst { try writer.write(layout.lineEnd) }
  }

  /// The source range of a row that is as it was loaded; nil if it is not.
  func untouchedRange(of row: RowID) -> Range<Int>? {
    let (chunk, record) = table.record(of: row)
    guard copiesRows, chunk.sharesRecords(with: layout.chunk) else { return nil }
    return layout.range(ofRecord: record)
  }

  /// - Parameter spacing: that of an object that is written anew; nil: that of the document.
  func writeRow(_ row: RowID, spacing: JSONSpacing? = nil) throws(SourceError) {
    if let range = untouchedRange(of: row) { return try copy(range) }
    if let record = layout.record(of: row) {
      if let object = splicer?.object(of: row, record: record) { return try writer.write(object) }
    } else if let value = layout.opened?.value(of: row, in: table) {
      return try writer.write(value)
    }
    let spacing = spacing ?? layout.style.row
    let present = members.indices.filter { !table.raw(row, members[$0].id).isEmpty }
    let first = layout.hasNumbers ? 1 : 0
    try write(0x7B, 0x7D, spacing, count: present.count + first) { (m) throws(SourceError) in
      if m < first {
        try writer.write("\"#\"")
        try writer.write(spacing.colon ?? [0x3A])
        try writer.write(String(row.number))
      } else {
        try writer.write(names[present[m - first]])
        try writer.write(spacing.colon ?? [0x3A])
        try writer.write(table.raw(row, members[present[m - first]].id))
      }
    }
  }
}
