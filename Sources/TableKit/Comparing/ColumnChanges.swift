/// Which columns two tables have in common, and how the rest differs.
struct ColumnChanges {
  /// Columns of one name, in the old order, and behind them those that were renamed.
  private(set) var common: [RecordComparison.ColumnPair] = []
  private var added: [Column] = []
  private var removed: [Column] = []
  private var renamed: [(old: Column, new: Column)] = []
  /// Columns that stand at one place under two names.
  private var candidates: [(old: Column, new: Column)] = []
  private let isReordered: Bool

  init(_ old: Table, _ new: Table) {
    var places: [Int] = []
    var newPlaces: NameTable<Int> = [:]
    for (place, column) in new.columns.enumerated() { newPlaces[column.name] = place }
    let oldNames = NameSet(old.columns.map(\.name))
    for column in old.columns {
      if let place = newPlaces[column.name] {
        common.append(.init(old: column.id, new: new.columns[place].id))
        places.append(place)
      } else {
        removed.append(column)
      }
    }
    added = new.columns.filter { !oldNames.contains($0.name) }
    isReordered = zip(places, places.dropFirst()).contains { $0 > $1 }
    if old.columns.count == new.columns.count {
      candidates = zip(old.columns, new.columns).filter { a, b in
        removed.contains(a) && added.contains(b)
      }.map { ($0, $1) }
    }
  }

  /// Whether the columns are not the same in the same order.
  var areChanged: Bool {
    isReordered || !added.isEmpty || !removed.isEmpty || !renamed.isEmpty
  }

  /// Finds columns that were renamed: at one place, and with the same cells in all rows that are
  /// paired.
  ///
  /// - Parameter partners: by row of the new table: the row of the old one.
  mutating func findRenamed(
    _ old: Table, _ new: Table, _ partners: [RowID?], _ cancellation: Cancellation
  ) throws(EditError) {
    guard partners.contains(where: { $0 != nil }) else { return }
    for (a, b) in candidates {
      let pair = RecordComparison.ColumnPair(old: a.id, new: b.id)
      let records = RecordComparison(old, new, columns: [pair])
      var isSame = true
      for (number, partner) in partners.enumerated() where isSame {
        try cancellation.check(at: number)
        if let partner { isSame = records.isSame(partner, RowID(UInt32(number))) }
      }
      guard isSame else { continue }
      renamed.append((a, b))
      removed.removeAll { $0 == a }
      added.removeAll { $0 == b }
      common.append(pair)
    }
  }

  /// One line that names the columns, none when they are the same.
  var notes: [String] {
    var parts: [String] = []
    func list(_ verb: String, _ columns: [Column]) {
      if !columns.isEmpty {
        parts.append(verb + " " + columns.map { "'\($0.name)'" }.joined(separator: ", "))
      }
    }
    list("added", added)
    list("removed", removed)
    parts += renamed.map { "'\($0.old.name)' is now '\($0.new.name)'" }
    if isReordered { parts.append("in another order") }
    return parts.isEmpty ? [] : ["columns: " + parts.joined(separator: "; ")]
  }
}
