extension RecordWriter {
  /// Writes edits to perform again, and a hash by which the replay verifies the outcome.
  mutating func edits(_ edits: [Edit], leadingTo table: Table) {
    list(edits) { writer, edit in
      guard case .sort(let keys, let section) = edit else {
        preconditionFailure("\(edit) is not done again")
      }
      writer.list(keys) { writer, key in
        writer.count(key.column.rawValue)
        writer.flag(key.isDescending)
        writer.flag(key.isNatural)
      }
      writer.flag(section != nil)
      if let section { writer.number(UInt64(section.rawValue)) }
    }
    number(table.orderSample)
  }
}

extension RecordReader {
  mutating func edits() throws(RecordError) -> [Edit] {
    try list { (reader) throws(RecordError) in
      let keys = try reader.list { (reader) throws(RecordError) in
        let column = try reader.column()
        let isDescending = try reader.flag()
        return SortKey(column, isDescending: isDescending, isNatural: try reader.flag())
      }
      return .sort(keys, section: try reader.flag() ? try reader.section() : nil)
    }
  }
}

extension Table {
  /// A hash of the order of sections and rows, from a sample of them, to verify a replay.
  ///
  /// - Complexity: O(sections + some rows × blocks).
  var orderSample: UInt64 {
    var hash = FNVHash()
    let step = max(1, sections.count / 64)
    hash.mix(sections.count)
    for s in stride(from: 0, to: sections.count, by: step) {
      let section = sections[s]
      hash.mix(section.id.rawValue)
      hash.mix(section.count)
      for r in stride(from: 0, to: section.count, by: max(1, section.count / 16)) {
        hash.mix(section.row(at: r).rawValue)
      }
    }
    return hash.value
  }
}
