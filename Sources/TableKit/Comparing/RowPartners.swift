/// Which row of a table is which row of another that was loaded apart: by key where there is one,
/// else by equal records and position.
struct RowPartners {
  /// By row of the new table: the row of the old one.
  let partners: [RowID?]
  /// The key columns in each table, empty when there is no key.
  let key: (old: [ColumnID], new: [ColumnID])
  /// How rows were paired, where that is no matter of course.
  let notes: [String]

  /// - Parameter columns: the columns that both have.
  init(
    _ old: Table, _ new: Table, _ columns: [RecordComparison.ColumnPair],
    _ cancellation: Cancellation
  ) throws(EditError) {
    if let key = try Self.key(old, new, cancellation) {
      notes = key.notes
      var keyed = old
      keyed.setKey(key.old)
      self.key = (key.old, key.new)
      partners = try keyed.rows(withKeysOf: new, key.new, cancellation)
      return
    }
    key = ([], [])
    notes = [old.hasKey || new.hasKey ? Self.noCommonKey : RecordPairing.note]
    let records = RecordComparison(old, new, columns: columns)
    partners = try RecordPairing(
      records, stretches: Self.sharedSections(old, new), cancellation
    ).partners
  }

  private static let noCommonKey =
    "rows have no key that both tables could have: equal records were paired first, the rest by "
    + "position"

  /// Columns that identify a row in both tables.
  private struct Key {
    let old: [ColumnID]
    let new: [ColumnID]
    let notes: [String]
  }

  /// The key of both tables, else that of one which the other could have.
  private static func key(
    _ old: Table, _ new: Table, _ cancellation: Cancellation
  ) throws(EditError) -> Key? {
    let names = old.keyNames
    if !names.isEmpty, names.sorted() == new.keyNames.sorted() {
      let theirs = names.compactMap { new.column(named: $0)?.id }
      return Key(old: old.keyColumns, new: theirs, notes: [])
    }
    for (names, owner) in [(names, "old"), (new.keyNames, "new")] where !names.isEmpty {
      let mine = names.compactMap { old.column(named: $0)?.id }
      let theirs = names.compactMap { new.column(named: $0)?.id }
      guard mine.count == names.count, theirs.count == names.count,
        try old.firstDuplicateKey(in: mine, cancellation) == nil,
        try new.firstDuplicateKey(in: theirs, cancellation) == nil
      else { continue }
      let list = names.map { "'\($0)'" }.joined(separator: ", ")
      let note = "rows are paired by \(list), the key of the \(owner) table"
      return Key(old: mine, new: theirs, notes: [note])
    }
    return nil
  }

  /// The sections of one name, where sections are the sources' own; nil where none is shared.
  private static func sharedSections(_ old: Table, _ new: Table) -> [RecordPairing.Stretch]? {
    guard old.sectionColumn == nil, new.sectionColumn == nil else { return nil }
    var indexes: NameTable<Int> = [:]
    for (s, section) in old.sections.enumerated() { indexes[section.name] = s }
    let stretches = new.sections.compactMap { section in
      indexes[section.name].map {
        RecordPairing.Stretch(old: old.sections[$0].rows.list, new: section.rows.list)
      }
    }
    let isAll = old.sections.count == 1 && new.sections.count == 1
    return stretches.isEmpty || isAll ? nil : stretches
  }
}

extension Table {
  /// By row of another table: the row here that has the key which it has in these columns there.
  ///
  /// - Complexity: O(rows).
  func rows(
    withKeysOf other: Table, _ columns: [ColumnID], _ cancellation: Cancellation
  ) throws(EditError) -> [RowID?] {
    var rows = [RowID?](repeating: nil, count: other.rowIDCount)
    for (i, row) in other.allRows.enumerated() {
      try cancellation.check(at: i)
      rows[Int(row.rawValue)] = self.row(withKeyOf: row, in: other, columns)
    }
    return rows
  }

  /// The names of the key columns.
  fileprivate var keyNames: [String] { keyColumns.compactMap { column($0)?.name } }
}
