import Wording

/// Compares records of two tables that were loaded separately, cell by cell in the columns that
/// both have.
///
/// Cells are the same when both are null or both hold the same text, byte for byte. Where both
/// tables have cells with kinds, or both have none, the kinds must be the same, too.
struct RecordComparison {
  /// A column of the old table and the column of the new one that corresponds to it.
  struct ColumnPair {
    let old: ColumnID
    let new: ColumnID
  }

  let old: Table
  let new: Table
  private let comparesKinds: Bool
  /// Whether equal raw bytes mean equal values in every chunk of both tables.
  private let hasOneSyntax: Bool
  private var former: [CellReader]
  private var otherFormer: [CellReader]
  private var latter: [CellReader]

  /// - Parameter columns: the columns that are compared.
  init(_ old: Table, _ new: Table, columns: [ColumnPair]) {
    self.old = old
    self.new = new
    comparesKinds = old.syntax.isTyped == new.syntax.isTyped
    hasOneSyntax = old.hasOneSyntax(old.syntax) && new.hasOneSyntax(old.syntax)
    former = columns.map { CellReader(old, $0.old) }
    otherFormer = former
    latter = columns.map { CellReader(new, $0.new) }
  }

  /// Whether a row of the old table and one of the new have the same cells.
  mutating func isSame(_ a: RowID, _ b: RowID) -> Bool {
    Self.isSame(&former, a, &latter, b, hasOneSyntax, comparesKinds)
  }

  /// Whether two rows of the old table have the same cells.
  mutating func isSameInOld(_ a: RowID, _ b: RowID) -> Bool {
    Self.isSame(&former, a, &otherFormer, b, hasOneSyntax, comparesKinds)
  }

  // No method: a copy of `self` would make both arrays be copied for each row.
  private static func isSame(
    _ readers: inout [CellReader], _ a: RowID, _ others: inout [CellReader], _ b: RowID,
    _ hasOneSyntax: Bool, _ comparesKinds: Bool
  ) -> Bool {
    for i in readers.indices {
      if hasOneSyntax, readers[i].raw(a).isSame(as: others[i].raw(b)) { continue }
      let isSame = readers[i].withCell(a) { kind, text in
        others[i].withCell(b) {
          (comparesKinds ? $0 == kind : ($0 == .null) == (kind == .null)) && $1.isSame(as: text)
        }
      }
      if !isSame { return false }
    }
    return true
  }

  /// Returns a hash that is equal for rows with the same cells, in either table.
  mutating func hash(ofOld row: RowID, _ index: KeyIndex) -> UInt64 {
    Self.hash(&former, row, index)
  }

  /// Like `hash(ofOld:_:)`, for a row of the new table.
  mutating func hash(ofNew row: RowID, _ index: KeyIndex) -> UInt64 {
    Self.hash(&latter, row, index)
  }

  private static func hash(
    _ readers: inout [CellReader], _ row: RowID, _ index: KeyIndex
  ) -> UInt64 {
    var hash = index.startHash
    for i in readers.indices {
      hash = readers[i].withCell(row) { index.mix($0 == .null ? hash ^ 1 : hash, $1) }
    }
    return hash
  }
}

/// The columns that two tables have in common, and how the others differ.
struct ColumnChanges {
  /// Columns of the same name, in the old order, followed by renamed ones.
  private(set) var common: [RecordComparison.ColumnPair] = []
  private var added: [Column] = []
  private var removed: [Column] = []
  private var renamed: [(old: Column, new: Column)] = []
  /// Columns at the same position under different names.
  private var candidates: [(old: Column, new: Column)] = []
  private let isReordered: Bool

  /// - Parameter areOfOneTable: whether columns with the same identity correspond, not those with the
  ///   same name.
  init(_ old: Table, _ new: Table, areOfOneTable: Bool = false) {
    var places: [Int] = []
    var named: NameTable<Int> = [:]
    var identified: [ColumnID: Int] = [:]
    for (place, column) in new.columns.enumerated() {
      named[column.name] = place
      identified[column.id] = place
    }
    var rest = Set(new.columns.map(\.id))
    for column in old.columns {
      guard let place = areOfOneTable ? identified[column.id] : named[column.name] else {
        removed.append(column)
        continue
      }
      let partner = new.columns[place]
      common.append(.init(old: column.id, new: partner.id))
      if partner.name != column.name { renamed.append((column, partner)) }
      rest.remove(partner.id)
      places.append(place)
    }
    added = new.columns.filter { rest.contains($0.id) }
    isReordered = zip(places, places.dropFirst()).contains { $0 > $1 }
    if old.columns.count == new.columns.count {
      candidates = zip(old.columns, new.columns).filter { a, b in
        removed.contains(a) && added.contains(b)
      }.map { ($0, $1) }
    }
  }

  /// Whether the columns differ in name or order.
  var areChanged: Bool {
    isReordered || !added.isEmpty || !removed.isEmpty || !renamed.isEmpty
  }

  /// Finds renamed columns: at the same position, with the same cells in all paired rows.
  ///
  /// - Parameter partners: the row of the old table for each row of the new one, indexed by row.
  mutating func findRenamed(
    _ old: Table, _ new: Table, _ partners: [RowID?], _ progress: Progress
  ) throws(EditError) {
    guard partners.contains(where: { $0 != nil }) else { return }
    for (a, b) in candidates {
      let pair = RecordComparison.ColumnPair(old: a.id, new: b.id)
      var records = RecordComparison(old, new, columns: [pair])
      var isSame = true
      for (number, partner) in partners.enumerated() where isSame {
        try progress.check(at: number)
        if let partner { isSame = records.isSame(partner, RowID(UInt32(number))) }
      }
      guard isSame else { continue }
      renamed.append((a, b))
      removed.removeAll { $0 == a }
      added.removeAll { $0 == b }
      common.append(pair)
    }
  }

  /// One line that names the columns that differ; empty if there are none.
  var notes: [String] {
    var parts: [String] = []
    func list(_ verb: String, _ columns: [Column]) {
      if !columns.isEmpty {
        parts.append(verb + " " + columns.map { "'\(shown: $0.name)'" }.joined(separator: ", "))
      }
    }
    list("added", added)
    list("removed", removed)
    parts += renamed.map { "'\(shown: $0.old.name)' is now '\(shown: $0.new.name)'" }
    if isReordered { parts.append("in another order") }
    return parts.isEmpty ? [] : ["columns: " + parts.joined(separator: "; ")]
  }
}
