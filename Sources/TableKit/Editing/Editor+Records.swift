extension Editor {
  /// Inserts the rows of many records.
  ///
  /// - Throws: `noSuchColumn`, `noSuchSection`, `rowIsGone`, `sectionDisagrees`, `notAnOrder`,
  ///   `cancelled`.
  /// - Complexity: O(records).
  package mutating func insert(
    _ records: RecordList, _ places: RecordPlaces, _ log: inout ChangeLog
  ) throws(EditError) {
    precondition(records.syntax == table.syntax, "records in the syntax of another table")
    for column in records.columns { try checkPresent(column) }
    progress.begin("inserting", .rows, total: records.count)
    defer { progress.end() }
    let rows = table.newRows(records)
    switch places {
    case .behind(let others):
      precondition(others.count == rows.count, "\(rows.count) records for \(others.count) rows")
      for (i, row) in others.enumerated() {
        try progress.check(at: i)
        guard table.contains(row) else { throw .rowIsGone(number: row.number) }
      }
      try checkSections(of: rows) { table.section(of: others[$0]) }
      guard table.place(rows, behind: others) else {
        throw .notAnOrder("the rows to insert behind are not in table order")
      }
    case .ending(let runs):
      var arriving: [Int: [RowID]] = [:]
      var start = 0
      for (section, count) in runs {
        arriving[try index(of: section), default: []] += rows[start..<start + count]
        start += count
      }
      precondition(start == rows.count, "\(rows.count) records for \(start) places")
      for (s, rows) in arriving.sorted(by: { $0.key < $1.key }) {
        let id = table.sections[s].id
        try checkSections(of: rows) { _ in id }
        table.place(rows, inSection: s, at: table.sections[s].count)
      }
    }
    log.inserted += rows
  }

  /// Refuses rows whose cells name another section than the one they go to.
  ///
  /// - Throws: `sectionDisagrees`, `cancelled`.
  private func checkSections(
    of rows: [RowID], _ section: (Int) -> SectionID?
  ) throws(EditError) {
    guard let column = table.sectionColumn else { return }
    var reader = CellReader(table, column)
    var own: [SectionID: String] = [:]
    for (i, row) in rows.enumerated() {
      try progress.check(at: i)
      guard let id = section(i), let s = table.index(of: id) else { continue }
      let name = own[id] ?? table.sectionCell(s).text
      own[id] = name
      let text = reader.withCell(row) { String(decoding: $1, as: UTF8.self) }
      guard text.utf8.elementsEqual(name.utf8) else {
        throw .sectionDisagrees(
          column: table.column(column)?.name ?? "", value: text,
          section: table.sections[s].title)
      }
    }
  }
}
