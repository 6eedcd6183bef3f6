#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension ChangeLog {
  /// What leads from one snapshot of a table to another, where it may differ in everything.
  ///
  /// - Parameter comparesCells: whether rows are noted whose cells are written otherwise.
  /// - Complexity: O(cells).
  init(from old: Table, to new: Table, comparesCells: Bool = true) {
    self.init()
    repointed = true
    let hasSameRows = new.hasSameRows(as: old)
    if !hasSameRows { deleted = old.allRows.filter { !new.contains($0) } }
    let places = new.places?.columns ?? []
    let columns = new.columns.map(\.id).filter {
      comparesCells && old.column($0) != nil && !places.contains($0)
    }
    var records = (old: RecordCursor(old), new: RecordCursor(new))
    var fields = (old: UInt32.max, new: UInt32.max, areSame: false)
    let hasOneSyntax = old.hasOneSyntax(old.syntax) && new.hasOneSyntax(old.syntax)
    for row in hasSameRows && columns.isEmpty ? [] : new.rowList {
      if !hasSameRows {
        guard let from = old.section(of: row) else {
          inserted.append(row)
          continue
        }
        if from != new.section(of: row) { move(row) }
        if columns.isEmpty { continue }
      }
      let isSame = records.old.hasSameBytes(row, records.new.record(of: row))
      // In several syntaxes, a value is written in several ways.
      let isOneSyntax = hasOneSyntax || records.old.syntax == records.new.syntax
      let isLoaded = records.old.number < old.loadedChunks
      if fields.old != records.old.number || fields.new != records.new.number {
        fields = (
          records.old.number, records.new.number, records.old.fields == records.new.fields
        )
      }
      if isSame, isOneSyntax, fields.areSame { continue }
      let count = columns.count { column in
        if isOneSyntax, old.raw(row, column).isSame(as: new.raw(row, column)) { return false }
        let (cell, now) = (old.cell(row, column), new.cell(row, column))
        // A member that is missing looks as one that is null.
        if cell.isNull && now.isNull { return false }
        // What was typed here may be written otherwise where it was saved.
        return isOneSyntax && isLoaded || cell != now
      }
      if count == 0 { continue }
      update(row)
      cellCount += count
    }
    for section in new.sections {
      guard let s = old.index(of: section.id) else {
        insertedSections.append(section.id)
        continue
      }
      if !section.hasSameLabel(as: old.sections[s]) { relabelled.append(section.id) }
      if new.reorders(section.id, since: old) { arranged.insert(section.id) }
    }
    deletedSections = old.sections.map(\.id).filter { new.index(of: $0) == nil }
    arrangesSections = !haveOneOrder(old.sections.map(\.id), new.sections.map(\.id), by: Set.self)
    changesColumns = old.columns != new.columns
  }
}

extension Table {
  /// Whether the sections have the identities that they have in another table, and the same rows in
  /// the same order.
  ///
  /// - Complexity: O(rows of blocks that are not shared).
  fileprivate func hasSameRows(as other: Table) -> Bool {
    rowCount == other.rowCount && sections.count == other.sections.count
      && zip(sections, other.sections).allSatisfy { $0.id == $1.id && $0.hasSameRows(as: $1) }
  }
}

/// Finds the bytes of records, most of which follow each other in one chunk.
private struct RecordCursor {
  /// The bytes of a record; nil if cells of it stand apart.
  typealias Bytes = UnsafeRawBufferPointer

  private let table: Table
  private var versions: VersionReader
  /// The chunk of the last record.
  private(set) var number = UInt32.max
  private var memory: ChunkStore?
  /// The columns of the last record, and how it is written.
  private(set) var fields: [ColumnID] = []
  private(set) var syntax: CellSyntax

  init(_ table: Table) {
    self.table = table
    syntax = table.syntax
    versions = VersionReader(table.versions)
  }

  /// Returns the bytes of a row's record, up to the next one; nil if cells of it stand apart.
  mutating func record(of row: RowID) -> Bytes? {
    let version = versions.version(of: row)
    if version.chunk != number {
      let chunk = table.chunks[Int(version.chunk)]
      number = version.chunk
      memory = chunk.hasCellsApart || chunk.hasShortRecords ? nil : chunk.memory
      (fields, syntax) = (chunk.fields, chunk.syntax)
    }
    guard let memory else { return nil }
    let start = memory.start(Int(version.record))
    return Bytes(start: memory.bytes + start, count: memory.start(Int(version.record) + 1) - start)
  }

  mutating func hasSameBytes(_ row: RowID, _ other: Bytes?) -> Bool {
    guard let other, let mine = record(of: row), mine.count == other.count,
      let a = mine.baseAddress, let b = other.baseAddress
    else { return false }
    return memcmp(a, b, mine.count) == 0
  }
}
