#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Finds what differs between a source as it was and as it is now by walking both from the top and from
/// the bottom as far as they have the same keys; what stands between is compared by key.
///
///     was   1 2 3 4 5          now   1 2' 3 9 5
///           └ top ┘   └ bottom        └ top ┘ └ bottom       changed 2, deleted 4, inserted 9
///
/// A source whose rows were reordered, or with too many rows between top and bottom, is compared as a
/// whole.
private struct SourceWalk {
  /// What was found: changed rows and deleted ones, which are known, and new rows with their index.
  private(set) var delta = Delta()

  private let base: Table
  private let incoming: Table
  /// The columns that both have, without those of the key.
  private let columns: [(here: ColumnID, there: ColumnID, name: String)]
  private let keys: [(here: ColumnID, there: ColumnID)]
  private var records: (base: RecordCursor, incoming: RecordCursor)

  /// The most rows that are compared by key.
  private static let limit = 50_000

  init?(base: Table, incoming: Table, _ progress: Progress) throws(EditError) {
    guard base.hasKey, incoming.hasKey, base.sectionColumn == nil, incoming.sectionColumn == nil,
      !base.hasOwnOrder, base.sections.count == incoming.sections.count,
      base.columns.map(\.name) === incoming.columns.map(\.name),
      zip(base.sections, incoming.sections).allSatisfy({ $0.hasSameTexts(as: $1) })
    else { return nil }
    let pairs = zip(base.columns, incoming.columns)
    keys = base.keyColumns.compactMap { key in
      pairs.first { $0.0.id == key }.map { (key, $0.1.id) }
    }
    guard keys.map(\.there) == incoming.keyColumns else { return nil }
    columns = pairs.filter { !base.keyColumns.contains($0.0.id) }.map { ($0.id, $1.id, $0.name) }
    (self.base, self.incoming) = (base, incoming)
    records = (RecordCursor(base), RecordCursor(incoming))
    for s in base.sections.indices {
      let name = base.sections.count == 1 ? nil : base.sections[s].name
      let (old, new) = (base.sections[s].rows.list, incoming.sections[s].rows.list)
      guard try compare(old, new, section: name, progress) else { return nil }
    }
  }

  /// Compares the rows of a section; false if that takes the whole.
  private mutating func compare(
    _ old: [RowID], _ new: [RowID], section: String?, _ progress: Progress
  ) throws(EditError) -> Bool {
    let shared = min(old.count, new.count)
    var top = 0
    while top < shared {
      try progress.check(at: top)
      guard take(old[top], new[top]) else { break }
      top += 1
    }
    var bottom = 0
    while bottom < shared - top {
      try progress.check(at: bottom)
      guard take(old[old.count - 1 - bottom], new[new.count - 1 - bottom]) else { break }
      bottom += 1
    }
    let (gone, come) = (old[top..<old.count - bottom], new[top..<new.count - bottom])
    guard gone.count <= Self.limit, come.count <= Self.limit else { return false }
    var places: NameTable<Int> = [:]
    for (i, row) in zip(gone.indices, gone) { places[name(row)] = i }
    var isKept = [Bool](repeating: false, count: gone.count)
    var new: NameSet = []
    var last = -1
    for (j, row) in zip(come.indices, come) {
      let key = keys.map { incoming.cell(row, $0.there).text }
      let name = Delta.Row(key, []).name
      guard let place = places[name] else {
        // A key that stands twice is told by whom compares the whole.
        guard new.insert(name).inserted, base.row(withKey: key) == nil else { return false }
        delta.rows.append(
          Delta.Row(
            key, incoming.columns.map { ($0.name, incoming.cell(row, $0.id)) },
            section: section, place: .index(j)))
        continue
      }
      guard place > last, take(old[place], row) else { return false }
      (last, isKept[place - gone.startIndex]) = (place, true)
    }
    for (i, row) in zip(isKept.indices, gone) where !isKept[i] { delta.deletedRows.append(row) }
    return true
  }

  private func name(_ row: RowID) -> String {
    Delta.Row(keys.map { base.cell(row, $0.here).text }, []).name
  }

  /// Notes how a row differs; false if it is another one.
  private mutating func take(_ old: RowID, _ new: RowID) -> Bool {
    if records.base.hasSameBytes(old, records.incoming.record(of: new)) { return true }
    for key in keys {
      let isSame = base.withCell(old, key.here) { _, x in
        incoming.withCell(new, key.there) { _, y in x.isSame(as: y) }
      }
      if !isSame { return false }
    }
    let cells = columns.compactMap { column -> (String, Cell)? in
      if base.raw(old, column.here).isSame(as: incoming.raw(new, column.there)) { return nil }
      let cell = incoming.cell(new, column.there)
      return cell == base.cell(old, column.here) ? nil : (column.name, cell)
    }
    if !cells.isEmpty {
      var row = Delta.Row(keys.map { base.cell(old, $0.here).text }, cells)
      row.known = old
      delta.rows.append(row)
    }
    return true
  }
}

extension Delta {
  /// What differs between two states of a source.
  ///
  /// - Parameters:
  ///   - base: the source as it was.
  ///   - incoming: the source as it is, freshly loaded.
  /// - Returns: nil if they are to be compared as a whole.
  /// - Throws: `cancelled`.
  /// - Complexity: O(bytes), without a look at cells of rows whose bytes are the same.
  init?(from base: Table, to incoming: Table, _ progress: Progress) throws(EditError) {
    guard let walk = try SourceWalk(base: base, incoming: incoming, progress) else { return nil }
    self = walk.delta
  }
}

/// Finds the bytes of records, most of which follow each other in one chunk.
private struct RecordCursor {
  /// The bytes of a record; nil if cells of it stand apart.
  typealias Bytes = UnsafeRawBufferPointer

  private let table: Table
  private var versions: VersionReader
  private var number = UInt32.max
  private var memory: ChunkStore?

  init(_ table: Table) {
    self.table = table
    versions = VersionReader(table.versions)
  }

  /// Returns the bytes of a row's record, up to the next one; nil if cells of it stand apart.
  mutating func record(of row: RowID) -> Bytes? {
    let version = versions.version(of: row)
    if version.chunk != number {
      let chunk = table.chunks[Int(version.chunk)]
      number = version.chunk
      memory = chunk.hasCellsApart ? nil : chunk.memory
    }
    guard let memory else { return nil }
    let start = memory.start(Int(version.record))
    return Bytes(
      start: memory.bytes + start, count: memory.start(Int(version.record) + 1) - start)
  }

  mutating func hasSameBytes(_ row: RowID, _ other: Bytes?) -> Bool {
    guard let other, let mine = record(of: row), mine.count == other.count,
      let a = mine.baseAddress, let b = other.baseAddress
    else { return false }
    return memcmp(a, b, mine.count) == 0
  }
}
