extension Table {
  /// Checks the invariants that `Table` states; does nothing in release builds.
  @inline(__always)
  func checkInvariants() {
    #if TABLE_INTERNAL_CHECKS
      reallyCheckInvariants()
    #endif
  }

  #if TABLE_INTERNAL_CHECKS
    /// Tables above this size are checked in part, so that debug builds stay usable.
    private static var fullCheckLimit: Int { 20_000 }

    private func reallyCheckInvariants() {
      precondition(
        sections.reduce(0) { $0 + $1.count } == rowCount, "sections do not add up to \(rowCount)")
      precondition(NameSet(columns.map(\.name)).count == columns.count, "columns of one name")
      precondition(NameSet(sections.map(\.name)).count == sections.count, "sections of one name")
      for (s, section) in sections.enumerated() {
        precondition(
          index(of: section.id) == s,
          "section \(s) is found at \(String(describing: index(of: section.id)))")
        precondition(
          section.blocks.reduce(0) { $0 + $1.rows.count } == section.count,
          "blocks of section \(s) do not add up to \(section.count)")
        guard rowCount <= Self.fullCheckLimit else { continue }
        for block in section.blocks {
          precondition(!block.rows.isEmpty, "section \(s) has an empty block")
          precondition(
            blockSections[Int(block.id)] == section.id, "block \(block.id) belongs elsewhere")
          for row in block.rows {
            precondition(
              home[Int(row.rawValue)] == block.id,
              "row \(row.number) stands in block \(block.id), found in \(home[Int(row.rawValue)])")
          }
        }
      }
      guard rowCount <= Self.fullCheckLimit else { return }
      var standing = 0
      for row in 0..<home.count where home[row] != Self.nowhere { standing += 1 }
      precondition(standing == rowCount, "\(standing) rows have a block, the table has \(rowCount)")
      for (column, count) in textCounts {
        let actual = allRows.reduce(0) { $0 + (isText($1, column) ? 1 : 0) }
        precondition(actual == count, "column \(column.rawValue) has \(actual) texts, not \(count)")
      }
      if let (a, b) = try? firstDuplicateKey(in: keyColumns, .never, into: KeyIndex()) {
        preconditionFailure("rows \(a.number) and \(b.number) share key '\(key(of: a))'")
      }
    }
  #endif
}
