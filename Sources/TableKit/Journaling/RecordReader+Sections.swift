extension RecordReader {
  /// Rows to insert into a section at an index.
  typealias Arrival = (section: Int, at: Int, rows: [RowID])

  /// Removes rows from their sections, puts the sections in place, and returns the rows still to be
  /// inserted, in the required order.
  mutating func sections(_ table: inout Table, below limit: Int) throws(RecordError) -> [Arrival] {
    let count = try count()
    var parts: [Part] = []
    var total = 0
    while total < count {
      let part = try part(of: table, below: limit)
      if case .kept(let ids) = part { total += ids.count } else { total += 1 }
      parts.append(part)
    }
    guard total == count else { throw .malformed }
    // The common case: only cells changed.
    if parts.count == 1, case .kept(let ids) = parts[0], ids == table.sections.map(\.id) {
      return []
    }
    return try rebuild(&table, parts)
  }

  private enum Part {
    case kept([SectionID])
    case changed(SectionID, labelVersion: Int, label: Section.Label?, steps: [SectionSteps.Step])
  }

  private mutating func part(of table: Table, below limit: Int) throws(RecordError) -> Part {
    let length = try count()
    if length > 0 {
      let start = try count(below: table.sections.count)
      guard start + length <= table.sections.count else { throw .malformed }
      return .kept(table.sections[start..<start + length].map(\.id))
    }
    let id = try section()
    let labelVersion = try count()
    var label: Section.Label?
    if try flag() {
      let name = try text()
      let title = try text()
      let header = try optional()
      label = Section.Label(name: name, title: title, header: header, footer: try optional())
    }
    guard label != nil || table.index(of: id) != nil else { throw .malformed }
    let steps = try list { (reader) throws(RecordError) in try reader.step(below: limit) }
    return .changed(id, labelVersion: labelVersion, label: label, steps: steps)
  }

  private mutating func step(below limit: Int) throws(RecordError) -> SectionSteps.Step {
    switch try count(below: 2) {
    case 0: .keep(try count())
    case 1: .drop(try count())
    default: .add(try rows(below: limit))
    }
  }

  private func rebuild(_ table: inout Table, _ parts: [Part]) throws(RecordError) -> [Arrival] {
    var leaving: [RowID] = []
    var remaining = Set(table.sections.map(\.id))
    for part in parts {
      switch part {
      case .kept(let ids): remaining.subtract(ids)
      case .changed(let id, _, _, let steps):
        remaining.remove(id)
        leaving += try Self.leaving(table.index(of: id).map { table.sections[$0] }, steps)
      }
    }
    for section in table.sections where remaining.contains(section.id) {
      leaving += section.rows.list
    }
    if !leaving.isEmpty { table.take(leaving) }
    table.removeEmptySections(remaining)
    return try arrange(&table, parts)
  }

  /// Returns the rows that leave a section.
  private static func leaving(
    _ section: Section?, _ steps: [SectionSteps.Step]
  ) throws(RecordError) -> [RowID] {
    // Kept rows are skipped, so that the cost follows the changes, not the length of the section.
    var rows: [RowID] = []
    var at = 0
    for step in steps {
      switch step {
      case .keep(let count): at += count
      case .drop(let count):
        guard let section, at + count <= section.count else { throw .malformed }
        rows += section.rows(at..<at + count)
        at += count
      case .add: break
      }
    }
    guard at == section?.count ?? 0 else { throw .malformed }
    return rows
  }

  private func arrange(_ table: inout Table, _ parts: [Part]) throws(RecordError) -> [Arrival] {
    var sections: [Section] = []
    var arrivals: [Arrival] = []
    for part in parts {
      switch part {
      case .kept(let ids):
        sections += ids.compactMap { table.index(of: $0).map { table.sections[$0] } }
      case .changed(let id, let labelVersion, let label, let steps):
        var section = table.index(of: id).map { table.sections[$0] }
        if let label, section == nil { section = Section(id: id, label: label) }
        guard var section else { throw .malformed }
        if let label { section.label = label }
        section.labelVersion = labelVersion
        var at = 0
        for step in steps {
          switch step {
          case .keep(let count): at += count
          case .drop: break
          case .add(let rows):
            arrivals.append((sections.count, at, rows))
            at += rows.count
          }
        }
        sections.append(section)
      }
    }
    guard Set(sections.map(\.id)).count == sections.count,
      NameSet(sections.map(\.name)).count == sections.count
    else { throw .malformed }
    table.replaceSections(sections)
    return arrivals
  }
}

extension Table {
  /// Replaces the sections; rows keep their blocks.
  fileprivate mutating func replaceSections(_ new: [Section]) {
    for section in sections { sectionIndexes[Int(section.id.rawValue)] = -1 }
    sections = []
    for section in new { appendMerged(section) }
  }
}

extension Section {
  /// Returns the rows in a range of indexes.
  ///
  /// - Complexity: O(blocks + rows of the range).
  fileprivate func rows(_ range: Range<Int>) -> [RowID] {
    var rows: [RowID] = []
    var start = 0
    for block in blocks {
      let part = range.clamped(to: start..<start + block.rows.count)
      block.rows.append(from: part.lowerBound - start, upTo: part.count, to: &rows)
      start += block.rows.count
      if start >= range.upperBound { break }
    }
    return rows
  }
}
