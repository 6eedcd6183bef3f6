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
  let columns: [ColumnPair]
  fileprivate let comparesKinds: Bool
  /// Whether equal raw bytes mean equal values in every chunk of both tables.
  fileprivate let hasOneSyntax: Bool

  /// - Parameter columns: the columns that are compared.
  init(_ old: Table, _ new: Table, columns: [ColumnPair]) {
    self.old = old
    self.new = new
    self.columns = columns
    comparesKinds = old.syntax.isTyped == new.syntax.isTyped
    hasOneSyntax = old.hasOneSyntax(old.syntax) && new.hasOneSyntax(old.syntax)
  }

  /// Whether a row of the old table and one of the new have the same cells.
  func isSame(_ a: RowID, _ b: RowID) -> Bool {
    let (x, y) = (old.record(of: a), new.record(of: b))
    // No closure over `self`: it would copy both tables for each row.
    for pair in columns where !isSame(x, pair.old, y, pair.new) { return false }
    return true
  }

  /// Whether two rows of the old table have the same cells.
  func isSameInOld(_ a: RowID, _ b: RowID) -> Bool {
    let (x, y) = (old.record(of: a), old.record(of: b))
    for pair in columns where !isSame(x, pair.old, y, pair.old) { return false }
    return true
  }

  /// Returns a hash that is equal for rows with the same cells, in either table.
  func hash(ofOld row: RowID, _ index: KeyIndex) -> UInt64 {
    let record = old.record(of: row)
    var hash = index.startHash
    for pair in columns { hash = Self.hash(record, pair.old, hash, index) }
    return hash
  }

  /// Like `hash(ofOld:_:)`, for a row of the new table.
  func hash(ofNew row: RowID, _ index: KeyIndex) -> UInt64 {
    let record = new.record(of: row)
    var hash = index.startHash
    for pair in columns { hash = Self.hash(record, pair.new, hash, index) }
    return hash
  }

  private static func hash(
    _ record: Record, _ column: ColumnID, _ hash: UInt64, _ index: KeyIndex
  ) -> UInt64 {
    record.chunk.syntax.withDecoded(raw(record, column)) { kind, bytes in
      index.mix(kind == .null ? hash ^ 1 : hash, bytes)
    }
  }

  private typealias Record = (chunk: Chunk, record: Int)

  @inline(__always)
  private func isSame(_ a: Record, _ column: ColumnID, _ b: Record, _ other: ColumnID) -> Bool {
    let x = Self.raw(a, column)
    let y = Self.raw(b, other)
    if hasOneSyntax, x.isSame(as: y) { return true }
    let comparesKinds = comparesKinds
    return a.chunk.syntax.withDecoded(x) { kind, text in
      b.chunk.syntax.withDecoded(y) { otherKind, otherText in
        let isOneKind =
          comparesKinds ? kind == otherKind : (kind == .null) == (otherKind == .null)
        return isOneKind && text.isSame(as: otherText)
      }
    }
  }

  @inline(__always)
  private static func raw(_ record: Record, _ column: ColumnID) -> UnsafeRawBufferPointer {
    guard let field = record.chunk.field(of: column) else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return record.chunk.raw(record: record.record, field: field)
  }
}

/// Compares many records as `RecordComparison` does: it keeps where the cells of each column lie.
struct RowComparison {
  private let comparesKinds: Bool
  private let hasOneSyntax: Bool
  private var old: [CellReader]
  private var new: [CellReader]

  init(_ comparison: RecordComparison) {
    comparesKinds = comparison.comparesKinds
    hasOneSyntax = comparison.hasOneSyntax
    old = comparison.columns.map { CellReader(comparison.old, $0.old) }
    new = comparison.columns.map { CellReader(comparison.new, $0.new) }
  }

  /// Whether a row of the old table and one of the new have the same cells.
  mutating func isSame(_ a: RowID, _ b: RowID) -> Bool {
    for i in old.indices {
      if hasOneSyntax, old[i].raw(a).isSame(as: new[i].raw(b)) { continue }
      if !Self.isSame(&old[i], a, &new[i], b, comparesKinds: comparesKinds) { return false }
    }
    return true
  }

  // No method: a copy of `self` would make both arrays be copied for each row.
  private static func isSame(
    _ old: inout CellReader, _ a: RowID, _ new: inout CellReader, _ b: RowID, comparesKinds: Bool
  ) -> Bool {
    old.withCell(a) { kind, text in
      new.withCell(b) { otherKind, otherText in
        let isOneKind =
          comparesKinds ? kind == otherKind : (kind == .null) == (otherKind == .null)
        return isOneKind && text.isSame(as: otherText)
      }
    }
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
      let records = RecordComparison(old, new, columns: [pair])
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
