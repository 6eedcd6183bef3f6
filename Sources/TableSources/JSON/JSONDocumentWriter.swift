import TableKit

/// Writes the table of a JSON document back in the document's own shape and spacing.
struct JSONDocumentWriter {
  let layout: JSONLayout
  let table: Table
  let writer: ByteWriter

  private let copiesRows: Bool
  private let names: [[UInt8]]
  private let splicer: JSONRowSplicer?

  init(layout: JSONLayout, table: Table, writer: ByteWriter) {
    self.layout = layout
    self.table = table
    self.writer = writer
    copiesRows =
      layout.canCopyRows && table.columns.map(\.id) == layout.loaded.columns.map(\.id)
      && table.columns.map(\.name) === layout.loaded.columns.map(\.name)
    names = table.columns.map { Array(JSONText.quoted($0.name).utf8) }
    splicer = JSONRowSplicer(layout: layout, table: table)
  }

  /// Writes the document.
  func write() throws(SourceError) {
    switch layout.shape {
    case .rows: try writeRows(table.sourceOrder)
    case .lines: try writeLines(table.sourceOrder)
    case .sections:
      let spacing = layout.style.document
      let sections = layout.sections(of: table)
      var members: NameTable<JSONMember> = [:]
      for member in layout.members { members[member.name] = member }
      let leads = sections.map { members[$0.section.name] }
      try write("{", "}", spacing, count: leads.count, members: leads) {
        (s) throws(SourceError) in
        try writeName(sections[s].section.name, leads[s], spacing)
        try writeRows(sections[s].rows, leads[s])
      }
    case .table: try writeTable()
    }
  }

  private func writeTable() throws(SourceError) {
    let spacing = layout.style.document
    let members = layout.members
    try write("{", "}", spacing, count: members.count, members: members) {
      (m) throws(SourceError) in
      try writeName(members[m].name, members[m], spacing)
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
          "[", "]", layout.style.sections, count: sections.count,
          gap: { (s) in
            gap(sections[s - 1].number, sections[s].number, layout.sectionRanges)
          }
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
    let spacing = layout.style.section
    let members = names.map { name in former.first { $0.name === name } }
    let end = written.number.map { layout.sectionRanges[$0].upperBound }
    try write("{", "}", spacing, count: names.count, members: members, end: end) {
      (m) throws(SourceError) in
      try writeName(names[m], members[m], spacing)
      switch names[m] {
      case "id": try writer.write(JSONText.quoted(section.name))
      case "title": try writer.write(JSONText.quoted(section.title))
      case "header": try writer.write(section.header.map(JSONText.quoted) ?? "null")
      case "footer": try writer.write(section.footer.map(JSONText.quoted) ?? "null")
      case "rows": try writeRows(rows, members[m])
      default:
        if let member = former.first(where: { $0.name === names[m] }) { try copy(member.value) }
      }
    }
  }

  /// - Parameter member: the member of the source that contains them, if any.
  private func writeRows(_ rows: [RowID], _ member: JSONMember? = nil) throws(SourceError) {
    // White space in an empty array is preserved.
    if rows.isEmpty, let member, !layout.source.bytes[member.value].contains(0x7B) {
      return try copy(member.value)
    }
    try write(
      "[", "]", layout.style.rows, count: rows.count,
      gap: { (r) in
        gap(layout.record(of: rows[r - 1]), layout.record(of: rows[r]), layout.rowRanges)
      },
      lead: { (r) in
        guard r == 0, let member, let first = rows.first.flatMap(layout.record) else { return nil }
        return blank(member.value.lowerBound + 1, Int(layout.rowRanges[first].lowerBound))
      },
      trail: member.flatMap { member in
        rows.last.flatMap(layout.record).flatMap { last in
          blank(Int(layout.rowRanges[last].upperBound), member.value.upperBound - 1)
        }
      }
    ) { (r) throws(SourceError) in
      try writeRow(rows[r])
    }
  }

  /// Writes a row a line; bytes between two lines that still follow each other are preserved.
  private func writeLines(_ rows: [RowID]) throws(SourceError) {
    var former: Int?
    for (r, row) in rows.enumerated() {
      let record = layout.record(of: row)
      if r > 0 {
        if let former, let record, record == former + 1 {
          try copy(
            Int(layout.rowRanges[former].upperBound)..<Int(layout.rowRanges[record].lowerBound))
        } else {
          try writer.write(layout.lineEnd)
        }
      }
      try writeRow(row)
      former = record
    }
  }

  private func writeRow(_ row: RowID) throws(SourceError) {
    let (chunk, record) = table.record(of: row)
    if copiesRows, chunk.sharesRecords(with: layout.chunk) {
      let range = layout.rowRanges[record]
      return try copy(Int(range.lowerBound)..<Int(range.upperBound))
    }
    if let record = layout.record(of: row), let splicer,
      let object = splicer.object(of: row, record: record)
    {
      return try writer.write(object)
    }
    let spacing = layout.style.row
    let present = table.columns.indices.filter { !table.raw(row, table.columns[$0].id).isEmpty }
    let first = layout.hasNumbers ? 1 : 0
    try write("{", "}", spacing, count: present.count + first) { (m) throws(SourceError) in
      if m < first {
        try writer.write("\"#\"")
        try writer.write(spacing.colon ?? [0x3A])
        try writer.write(String(row.number))
      } else {
        try writer.write(names[present[m - first]])
        try writer.write(spacing.colon ?? [0x3A])
        try writer.write(table.raw(row, table.columns[present[m - first]].id))
      }
    }
  }

  /// Writes an object; members of the source keep the white space around them.
  ///
  /// - Parameter end: the offset of the end of the source's object.
  private func write(
    _ open: String, _ close: String, _ spacing: JSONSpacing, count: Int,
    members: [JSONMember?], end: Int? = nil, _ element: (Int) throws(SourceError) -> Void
  ) throws(SourceError) {
    func lead(_ i: Int) -> Range<Int>? {
      members[i].flatMap { $0.isFirst == (i == 0) ? $0.lead : nil }
    }
    func gap(_ i: Int) -> Range<Int>? {
      guard let a = members[i - 1], let b = members[i], b.former == a.value.upperBound else {
        return nil
      }
      return a.value.upperBound..<b.head.lowerBound
    }
    let trail = members.last.flatMap { last in
      last.flatMap { last in end.flatMap { blank(last.value.upperBound, $0 - 1) } }
    }
    try write(open, close, spacing, count: count, gap: gap, lead: lead, trail: trail, element)
  }

  /// Returns the range between two offsets if it holds only white space.
  private func blank(_ start: Int, _ end: Int) -> Range<Int>? {
    guard start <= end else { return nil }
    let isBlank = layout.source.bytes[start..<end].allSatisfy {
      [0x20, 0x0A, 0x0D, 0x09].contains($0)
    }
    return isBlank ? start..<end : nil
  }

  /// Returns the bytes between two elements that were consecutive in one array of the source.
  private func gap(
    _ a: Int?, _ b: Int?, _ ranges: [Range<some FixedWidthInteger>]
  ) -> Range<Int>? {
    guard let a, let b, b == a + 1, b < ranges.count else { return nil }
    let gap = Int(ranges[a].upperBound)..<Int(ranges[b].lowerBound)
    let first = layout.source.bytes[gap].first { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }
    return first == 0x2C ? gap : nil
  }

  /// Writes a container.
  ///
  /// - Parameters:
  ///   - gap: the source range between an element and the one before it, the comma included.
  ///   - lead: the source range of the white space before an element.
  ///   - trail: the source range of the white space after the last element.
  private func write(
    _ open: String, _ close: String, _ spacing: JSONSpacing, count: Int,
    gap: (Int) -> Range<Int>? = { _ in nil }, lead: (Int) -> Range<Int>? = { _ in nil },
    trail: Range<Int>? = nil, _ element: (Int) throws(SourceError) -> Void
  ) throws(SourceError) {
    try writer.write(open)
    for i in 0..<count {
      if i > 0, let range = gap(i) {
        try copy(range)
      } else {
        if i > 0 { try writer.write(byte: 0x2C) }
        if let range = lead(i) {
          try copy(range)
        } else {
          try writer.write((i == 0 ? spacing.lead : spacing.gap) ?? [])
        }
      }
      try element(i)
    }
    if let trail {
      try copy(trail)
    } else if count > 0 {
      try writer.write(spacing.trail ?? [])
    }
    try writer.write(close)
  }

  /// Writes the name of a member as in the source, else in the source's spacing.
  private func writeName(
    _ name: String, _ member: JSONMember?, _ spacing: JSONSpacing
  ) throws(SourceError) {
    if let member { return try copy(member.head) }
    try writer.write(JSONText.quoted(name))
    try writer.write(spacing.colon ?? [0x3A])
  }

  private func copy(_ range: Range<Int>) throws(SourceError) {
    try writer.write(UnsafeRawBufferPointer(rebasing: layout.source.bytes[range]))
  }
}
