import BatchUpdates

/// Two tables, the way between which is asked for.
struct Pair<Table> {
  var old: Table
  var new: Table
}

/// Two tables whose identities are dense integers: from these all others are made.
typealias OutlinePair = Pair<Outline>

/// Two tables as an app has them.
typealias TablePair<ID: Hashable & Sendable> = Pair<[Section<ID>]>

extension OutlinePair {
  /// Makes the tables of an app out of outlines.
  ///
  /// Sections whose rows share one buffer in the outlines share one here, unless renewed.
  ///
  /// - Parameters:
  ///   - rows: the identity of each row, by the outlines' integers.
  ///   - sections: the identity of each section, likewise.
  ///   - renew: what to make of an identity in the new table, nil for the same value.
  func named<ID>(rows: [ID], sections: [ID], renew: ((ID) -> ID)? = nil) -> TablePair<ID> {
    func section(_ section: Outline.Section, _ name: (ID) -> ID) -> Section<ID> {
      Section(
        id: name(sections[section.id]), content: section.content,
        rows: section.rows.map { Row(id: name(rows[$0.id]), content: $0.content) })
    }
    let before = old.sections.map { section($0) { $0 } }
    var places: [Int: Int] = [:]
    for (place, section) in old.sections.enumerated() { places[section.id] = place }
    let after = new.sections.map { now -> Section<ID> in
      if let renew { return section(now, renew) }
      if let place = places[now.id], old.sections[place].rows.sharesBuffer(with: now.rows) {
        return Section(
          id: sections[now.id], content: now.content, rows: before[place].rows)
      }
      return section(now) { $0 }
    }
    return TablePair(old: before, new: after)
  }

  /// One more than the greatest identity of a row, and of a section.
  var bounds: (rows: Int, sections: Int) {
    var rows = 0
    var sections = 0
    for section in old.sections + new.sections {
      sections = max(sections, section.id + 1)
      for row in section.rows { rows = max(rows, row.id + 1) }
    }
    return (rows, sections)
  }
}

extension Array {
  /// Whether two arrays are one in memory.
  func sharesBuffer(with other: [Element]) -> Bool {
    withUnsafeBufferPointer { mine in
      other.withUnsafeBufferPointer { $0.baseAddress == mine.baseAddress && $0.count == mine.count }
    }
  }
}
