import TableKit

/// Compares what was written with its table.
extension YAMLWriter {
  /// Reads the output, a tree as the one that it was, and compares it with the table.
  func check() throws(SourceError) {
    let written = try ByteBuffer(output)
    let sections = layout.tree.map(writtenSections) ?? layout.sections(of: table)
    guard let reader = try readAgain(written, as: layout.tree.map { known($0, sections) }) else {
      return
    }
    defer { withExtendedLifetime(written) {} }
    let expected = try self.expected(sections)
    guard (reader.tree == nil) == (layout.tree == nil),
      layout.tree != nil || reader.places.count == expected.count,
      let chunk = try reader.records.chunk(syntax: layout.chunk.syntax)
    else { throw refusal("this change", "its rows would be read back differently") }
    let fields = fields(of: reader)
    var place = 0
    for (section, rows) in expected {
      if layout.tree != nil, rows.isEmpty, section == nil { continue }
      guard place < reader.places.count else {
        throw refusal("this change", "its sections would be read back differently")
      }
      let records = reader.places[place].records
      let name = reader.sections[place].name
      place += 1
      guard records.count == rows.count, section == nil || section.isExactly(name) else {
        throw refusal("this change", "its rows would be read back differently")
      }
      for (record, row) in zip(records, rows) { try check(row, record, chunk, fields) }
    }
  }

  /// How a tree is to be read again.
  private func known(_ tree: YAMLTree, _ sections: [WrittenSection]) -> YAMLTree.Known {
    var known = YAMLTree.Known(form: tree.form)
    for (index, section) in sections.enumerated() where tree.form != .rows {
      let form = section.number.map { layout.places[$0].form } ?? .list
      if section.number.map({ layout.places[$0].key.isEmpty }) == true, tree.form == .sections {
        continue
      }
      known.sections[tree.form == .documents ? "\(index + 1)" : section.section.name] = form
    }
    return known
  }

  /// The sections and rows in the order in which they are read again; without a name: those of the
  /// root.
  private func expected(
    _ sections: [WrittenSection]
  ) throws(SourceError) -> [(name: String?, rows: [RowID])] {
    guard let tree = layout.tree else {
      return layout.hasSections
        ? sections.map { ($0.section.name, $0.rows) } : [(nil, table.sourceOrder)]
    }
    var result: [(name: String?, rows: [RowID])] = []
    let ordered =
      tree.form == .documents
      ? sections.sorted { ($0.number ?? .max) < ($1.number ?? .max) } : sections
    for section in ordered {
      let place = section.number.map { layout.places[$0] }
      var rows = section.rows
      if let place, place.form == .mapping {
        var names: [RowID: String] = [:]
        for row in rows {
          let record = layout.record(of: row).flatMap { place.records.contains($0) ? $0 : nil }
          names[row] = try name(of: row, record, tree)
        }
        rows.sort { DocumentOutline.isBefore(names[$0] ?? "", names[$1] ?? "") }
      }
      let isRoot = place?.key.isEmpty == true && tree.form != .documents
      result.append(
        (
          isRoot ? nil : tree.form == .documents ? "\(result.count + 1)" : section.section.name,
          rows
        ))
    }
    guard tree.form == .sections else { return result }
    return result.sorted { a, b in
      guard let a = a.name, let b = b.name else { return a.name == nil && b.name != nil }
      return DocumentOutline.isBefore(a, b)
    }
  }
}
