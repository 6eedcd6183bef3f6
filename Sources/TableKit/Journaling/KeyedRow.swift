/// A row as the journal of a table that others change holds it: by key, as the source last had it and
/// as it is here.
///
/// The source is read again by who recovers the journal, and may have other rows by then. So neither
/// the other rows nor their places are recorded.
struct KeyedRow {
  /// The text of each key column, or what stands for those of a new row that has no key yet.
  var key: [String]
  /// All cells that the source had; nil: it had no such row.
  var base: Delta.Row?
  /// The cells that differ here, or all of a row that the source does not have; nil: there is no such
  /// row here.
  var local: Delta.Row?

  /// The rows that a step changes.
  ///
  /// - Parameters:
  ///   - old: the state before.
  ///   - new: the state after.
  ///   - base: the table as the source has it.
  /// - Returns: nil if they cannot be told by key: keys were changed, rows were ordered here, sections or columns
  ///   are others than in the source, rows are out of sight, or more than a quarter of the table
  ///   differs.
  /// - Complexity: O(pages + sections + rows on pages that differ).
  static func changes(from old: EditorState, to new: EditorState, base: Table) -> [KeyedRow]? {
    let isKnown = [old, new].allSatisfy { $0.hidden == nil && $0.table.canBeKeyed(on: base) }
    let limit = max(1000, base.rowCount / 4)
    guard isKnown, base.hasKey,
      let rows = new.table.rowsDiffering(from: old.table, atMost: limit)
    else { return nil }
    var seen: NameSet = []
    var keys: [[String]] = []
    for row in rows {
      let known = [base, old.table, new.table].filter { $0.contains(row) }.map {
        $0.keyParts(of: row)
      }
      // Whose key was changed is another row to those who know it by its key.
      guard let key = known.first, known.allSatisfy({ $0 === key }) else { return nil }
      if seen.insert(Delta.Row(key, []).name).inserted { keys.append(key) }
    }
    let here = new.table.places(of: keys.map { new.table.row(keyed: $0) })
    // The one that a new row stands behind marks its place, if others delete it.
    for place in here {
      guard let place, !base.contains(place.row), let former = place.former, base.contains(former)
      else { continue }
      let key = base.keyParts(of: former)
      if seen.insert(Delta.Row(key, []).name).inserted { keys.append(key) }
    }
    let all = here + new.table.places(of: keys[here.count...].map { new.table.row(keyed: $0) })
    let there = base.places(of: keys.map { base.row(keyed: $0) })
    let changed = keys.indices.map { i -> (order: Int, row: KeyedRow) in
      let remote = there[i].map { base.content(of: $0, keys[i]) }
      guard let place = all[i] else { return (0, KeyedRow(key: keys[i], base: remote)) }
      var local = new.table.content(of: place, keys[i])
      if let row = there[i]?.row {
        let former = old.table.row(keyed: keys[i])
        local.cells = zip(local.cells, base.columns).filter { cell, column in
          cell.cell != base.cell(row, column.id)
            || former.map { cell.cell != old.table.cell($0, column.id) } ?? true
        }.map(\.0)
      } else {
        local.cells = zip(local.cells, new.table.columns).filter { _, column in
          !new.table.isLeftToSource(place.row, column.id)
        }.map(\.0)
      }
      return (place.order, KeyedRow(key: keys[i], base: remote, local: local))
    }
    // A new row stands behind one that may be new itself.
    return changed.sorted { $0.order < $1.order }.map(\.row)
  }
}

extension Table {
  /// Whether rows of the table can be told by key from those of another snapshot of it.
  fileprivate func canBeKeyed(on base: Table) -> Bool {
    guard !hasOwnOrder, !base.hasOwnOrder, sectionColumn == nil, base.sectionColumn == nil,
      columns == base.columns, keyColumns == base.keyColumns, sections.count == base.sections.count
    else { return false }
    return zip(sections, base.sections).allSatisfy { $0.id == $1.id && $0.hasSameLabel(as: $1) }
  }

  /// The text of each key column; what stands for them where the source has not given the row a key.
  func keyParts(of row: RowID) -> [String] {
    if awaitsKey(row, keyColumns) {
      return KeyedRow.key(ofNew: row, width: keyColumns.count)
    }
    return keyColumns.map { cell(row, $0).text }
  }

  /// Returns the row of `keyParts`.
  fileprivate func row(keyed key: [String]) -> RowID? {
    guard let new = KeyedRow.newRow(key) else { return row(withKey: key) }
    return contains(new) && awaitsKey(new, keyColumns) ? new : nil
  }

  /// Returns the row of a key, or of what stands for one.
  ///
  /// - Parameter newRows: the rows here that stand for new ones which have no key yet, by those; nil:
  ///   all have keys.
  func row(_ key: [String], _ newRows: [RowID: RowID]?) -> RowID? {
    guard let newRows, let new = KeyedRow.newRow(key) else { return row(withKey: key) }
    return newRows[new].flatMap { contains($0) ? $0 : nil }
  }

  /// A row, how far it is from the top, and the one before it in its section.
  fileprivate typealias Place = (row: RowID, order: Int, section: String, former: RowID?)

  /// Returns where rows stand.
  ///
  /// - Complexity: O(rows × blocks) for a few, else O(rows of the table).
  fileprivate func places(of rows: [RowID?]) -> [Place?] {
    if rows.count < 64 {
      let starts = sections.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
      return rows.map { row in
        guard let row, let path = path(of: row) else { return nil }
        let section = sections[path.section]
        let former = path.row > 0 ? section.row(at: path.row - 1) : nil
        return (row, starts[path.section] + path.row, section.name, former)
      }
    }
    let wanted = RowSet(rows.compactMap { $0 })
    var places: [RowID: Place] = [:]
    var order = 0
    for section in sections {
      var former: RowID?
      for row in section.rows {
        if wanted.contains(row) { places[row] = (row, order, section.name, former) }
        former = row
        order += 1
      }
    }
    return rows.map { $0.flatMap { places[$0] } }
  }

  fileprivate func content(of place: Place, _ key: [String]) -> Delta.Row {
    Delta.Row(
      key, columns.map { ($0.name, cell(place.row, $0.id)) }, section: place.section,
      place: place.former.map { .behind(keyParts(of: $0)) } ?? .index(0))
  }
}

extension KeyedRow {
  /// No key of a source begins with this.
  private static let mark = "\u{0}"

  /// What stands for the key of a new row.
  fileprivate static func key(ofNew row: RowID, width: Int) -> [String] {
    [mark + String(row.rawValue)] + Array(repeating: "", count: width - 1)
  }

  /// The new row for which a key stands; nil: it is the key of a source.
  static func newRow(_ key: [String]) -> RowID? {
    guard let first = key.first, first.hasPrefix(mark) else { return nil }
    return UInt32(first.dropFirst()).map { RowID($0) }
  }
}

extension Transaction {
  /// What rows told by key add up to, as one transaction.
  init(keyed rows: [KeyedRow], from old: EditorState, to new: EditorState) {
    // One table after the other: looking up keys in both in turn would compare them each time.
    let former = rows.map { old.table.row(keyed: $0.key) }
    let present = rows.map { new.table.row(keyed: $0.key) }
    var log = ChangeLog()
    for (i, row) in rows.enumerated() {
      switch (former[i], present[i]) {
      case (let gone?, nil): log.deleted.append(gone)
      case (nil, let new?): log.inserted.append(new)
      case (_, let known?): if row.local?.cells.isEmpty == false { log.update(known) }
      case (nil, nil): break
      }
    }
    self.init(title: "", before: old, after: new, log: log, look: PlanLook())
  }
}

extension Editor {
  /// Lets the base have rows as the source had them when a journal was written.
  mutating func returnBase(of rows: [KeyedRow]) throws(EditError) {
    let former = Delta(
      rows: rows.compactMap(\.base), deleted: rows.filter { $0.base == nil }.map(\.key))
    try merge(delta: former, title: "recover")
  }

  /// Whether it has the rows and open conflicts of another one, from which it differs in a step or two.
  ///
  /// - Complexity: O(pages + rows on pages that differ).
  func hasSameRows(as other: Editor) -> Bool {
    guard openConflicts == other.openConflicts,
      let rows = table.rowsDiffering(from: other.table, atMost: max(1000, table.rowCount / 4))
    else { return false }
    func contents(of table: Table) -> Set<[Cell]> {
      Set(
        rows.filter { table.contains($0) }.map { row in
          let section = table.section(of: row).flatMap(table.index(of:))
          return table.cells(row) + [Cell(section.map { table.sections[$0].name } ?? "")]
        })
    }
    return contents(of: table) == contents(of: other.table)
  }

  /// Makes the local changes of rows as one step.
  ///
  /// - Parameter newRows: the rows here that stand for new ones which have no key yet, by those.
  mutating func take(
    _ rows: [KeyedRow], title: String, newRows: inout [RowID: RowID]
  ) throws(EditError) {
    var known: [RowID: RowID]? = newRows
    let transaction = try attempt { (editor) throws(EditError) in
      var change = OpenChange(title: title, in: editor)
      let gone = rows.filter { $0.local == nil }.compactMap { editor.table.row($0.key, known) }
      if !gone.isEmpty { try editor.delete(gone, &change.log) }
      // A row that is here again is the one that the base has.
      var returning = ChangeLog()
      let missing = rows.filter { $0.local != nil && editor.table.row($0.key, known) == nil }
      returning.deleted = missing.compactMap { editor.saved.row(withKey: $0.key) }
      if !returning.deleted.isEmpty { editor.bringBack(returning, &change.log) }
      let keys = NameSet(editor.table.keyColumns.compactMap { editor.table.column($0)?.name })
      let local = rows.compactMap(\.local).map { row in
        guard editor.table.row(row.key, known) != nil else { return row }
        // Its section is that of the source.
        return Delta.Row(row.key, row.cells.filter { !keys.contains($0.column) })
      }
      try editor.apply(Delta(rows: local), newRows: &known, &change.log)
      try editor.checkKeys(change.log)
      return try editor.close(change)
    }
    newRows = known ?? [:]
    _ = keep(transaction)
  }
}
