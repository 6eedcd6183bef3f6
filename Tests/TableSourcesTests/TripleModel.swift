/// What three versions of a table merge to, told the long way.
struct TripleModel {
  private let triple: RandomTriple
  /// The identities of the columns of both sides, deleted ones that the other side edited among them.
  private var columns: [String] = []
  /// Columns that one side deleted and the other edited, by the side that deleted.
  private var deletedColumns: [String: TripleSide] = [:]
  /// Rows that one side deleted and the other changed, by the side that deleted.
  private var deletedRows: [String: TripleSide] = [:]
  private var order: [String] = []
  /// What is in conflict, as `MergedFiles.conflicts` names it.
  private(set) var conflicts: [String] = []
  /// Rows whose place is not the model's matter, because a conflict brings them back.
  private(set) var returning: Set<String> = []

  init(_ triple: RandomTriple) {
    self.triple = triple
    mergeColumns()
    mergeRows()
    conflicts.sort()
  }

  /// The identity of a column: its name before, as `r` and more stands for a new one.
  static func id(_ name: String) -> String {
    name.hasPrefix("r") ? String(name.dropFirst().prefix(1)) : name
  }

  private func table(_ side: TripleSide) -> TripleTable {
    side == .ours ? triple.ours : triple.theirs
  }

  private func ids(_ table: TripleTable) -> [String] { table.columns.map(Self.id) }

  private func name(_ column: String, _ table: TripleTable) -> String? {
    table.columns.first { Self.id($0) == column }
  }

  private func value(_ table: TripleTable, _ key: String, _ column: String) -> String? {
    name(column, table).flatMap { table.value(key, $0) }
  }

  private func isEdited(_ column: String, _ side: TripleSide) -> Bool {
    table(side).rows.contains { row in
      let old = triple.base.cells(row.key) == nil ? nil : value(triple.base, row.key, column)
      return value(table(side), row.key, column) != old
    }
  }

  private mutating func mergeColumns() {
    let (base, ours, theirs) = (triple.base.columns, ids(triple.ours), ids(triple.theirs))
    var members = Set(ours).intersection(theirs)
    for (side, mine, other) in [
      (TripleSide.ours, ours, theirs), (TripleSide.theirs, theirs, ours),
    ] {
      for column in mine where !other.contains(column) {
        guard base.contains(column) else {
          members.insert(column)
          continue
        }
        guard isEdited(column, side) else { continue }
        members.insert(column)
        deletedColumns[column] = side == .ours ? .theirs : .ours
        conflicts.append(" " + column)
      }
    }
    for column in base where ours.contains(column) && theirs.contains(column) {
      let names = (name(column, triple.ours), name(column, triple.theirs))
      if names.0 != names.1, names.0 != column, names.1 != column {
        conflicts.append(" " + column)
      }
    }
    columns = Self.merged(ours, theirs, members)
  }

  private mutating func mergeRows() {
    let (base, ours, theirs) = (triple.base, triple.ours, triple.theirs)
    var members: Set<String> = []
    for key in Set((base.rows + ours.rows + theirs.rows).map(\.key)) {
      let (old, mine, other) = (
        base.cells(key) != nil, ours.cells(key) != nil, theirs.cells(key) != nil
      )
      switch (old, mine, other) {
      case (_, false, false): break
      case (false, true, true):
        members.insert(key)
        for column in columns where column != "id" {
          guard ids(ours).contains(column), ids(theirs).contains(column) else { continue }
          if value(ours, key, column) != value(theirs, key, column) {
            conflicts.append("\(key) \(column)")
          }
        }
      case (false, _, _): members.insert(key)
      case (true, true, true):
        members.insert(key)
        for column in columns where column != "id" && isConflict(key, column) {
          conflicts.append("\(key) \(column)")
        }
      default:
        let side: TripleSide = mine ? .ours : .theirs
        let isChanged = columns.contains {
          $0 != "id" && value(table(side), key, $0) != value(base, key, $0)
            && name($0, table(side)) != nil
        }
        guard isChanged else { continue }
        conflicts.append(key)
        deletedRows[key] = mine ? .theirs : .ours
        if mine { returning.insert(key) } else { members.insert(key) }
      }
    }
    let keys = { (table: TripleTable) in table.rows.map(\.key) }
    let common = Set(keys(base)).intersection(keys(theirs))
    let isReordered = keys(base).filter(common.contains) != keys(theirs).filter(common.contains)
    order =
      isReordered
      ? Self.merged(keys(theirs), keys(ours), members)
      : Self.merged(keys(ours), keys(theirs), members)
  }

  private func isConflict(_ key: String, _ column: String) -> Bool {
    guard ids(triple.ours).contains(column), ids(triple.theirs).contains(column) else {
      return false
    }
    let (old, mine, other) = (
      value(triple.base, key, column), value(triple.ours, key, column),
      value(triple.theirs, key, column)
    )
    return mine != other && mine != old && other != old
  }

  /// One order, with what only another has behind what it follows there.
  private static func merged(
    _ first: [String], _ second: [String], _ members: Set<String>
  ) -> [String] {
    var result = first.filter(members.contains)
    let known = Set(result)
    for (i, item) in second.enumerated() where members.contains(item) && !known.contains(item) {
      // Behind those that came with it.
      let before = second[..<i].last { known.contains($0) }
      var place = before.flatMap { result.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
      while place < result.count, !known.contains(result[place]) { place += 1 }
      result.insert(item, at: place)
    }
    return result
  }

  // MARK: - The result

  private func shownColumns(keeping side: TripleSide) -> [String] {
    columns.filter { deletedColumns[$0] != side }
  }

  private func title(_ column: String, keeping side: TripleSide) -> String {
    let names = [triple.ours, triple.theirs].map { name(column, $0) }
    guard let ours = names[0], let theirs = names[1] else { return names[0] ?? names[1] ?? "" }
    if ours == column { return theirs }
    return theirs == column || side == .ours ? ours : theirs
  }

  private func value(_ key: String, _ column: String, keeping side: TripleSide) -> String? {
    let has = [triple.ours, triple.theirs].map {
      $0.cells(key) != nil && name(column, $0) != nil
    }
    let (ours, theirs) = (value(triple.ours, key, column), value(triple.theirs, key, column))
    guard has[0], has[1] else { return has[0] ? ours : theirs }
    let old = triple.base.cells(key) == nil ? nil : value(triple.base, key, column)
    if triple.base.cells(key) != nil {
      if ours == old { return theirs }
      if theirs == old { return ours }
    }
    return side == .ours ? ours : theirs
  }

  /// The header and each row, besides those that return.
  func rows(keeping side: TripleSide) -> [String] {
    let shown = shownColumns(keeping: side)
    let header = shown.map { title($0, keeping: side) }.joined(separator: ",")
    return [header]
      + order.filter { deletedRows[$0] != side && !returning.contains($0) }.map { key in
        shown.map { $0 == "id" ? key : value(key, $0, keeping: side) ?? "" }.joined(separator: ",")
      }
  }

  static func rows(of text: String, besides returning: Set<String>) -> [String] {
    let table = TripleTable(text)
    return [table.columns.joined(separator: ",")]
      + table.rows.filter { !returning.contains($0.key) }.map { row in
        table.columns.map { $0 == "id" ? row.key : TripleTable.value(row.cells[$0]) ?? "" }
          .joined(separator: ",")
      }
  }

  /// The lines of OURS that stay as they are.
  func untouched(keeping side: TripleSide, _ triple: RandomTriple) -> [String] {
    let shown = shownColumns(keeping: side).map { title($0, keeping: side) }
    guard shown == triple.ours.columns else { return [] }
    return triple.ours.rows.filter { row in
      order.contains(row.key) && deletedRows[row.key] == nil
        && !conflicts.contains { $0.hasPrefix(row.key + " ") }
        && columns.allSatisfy { column in
          column == "id" || deletedColumns[column] == side
            || value(row.key, column, keeping: side) == value(triple.ours, row.key, column)
        }
    }.map(triple.ours.line)
  }
}
