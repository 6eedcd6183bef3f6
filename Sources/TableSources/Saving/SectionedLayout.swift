import TableKit

/// A layout whose source may have sections of its own, with what it needs to tell what of it is
/// still in its place.
protocol SectionedLayout: SourceLayout {
  /// The rows as they were loaded.
  var chunk: Chunk { get }
  /// The sections as they were loaded.
  var loadedSections: [Section] { get }
  /// The table as it was loaded, in the identities of the table to be written; its sections may be
  /// a view of a column.
  var loaded: Table { get }
}

/// A section to be written.
struct WrittenSection {
  let section: Section
  /// Its number among the loaded ones; nil when it is new.
  let number: Int?
  var rows: [RowID]
}

extension SectionedLayout {
  /// The record that a row was loaded from; nil for one that the source does not have.
  func record(of row: RowID) -> Int? {
    guard loaded.contains(row) else { return nil }
    let (chunk, record) = loaded.record(of: row)
    return chunk.sharesRecords(with: self.chunk) ? record : nil
  }

  /// Whether the sections of a table are a view of a column only, so that the document keeps its
  /// own.
  func keepsLoadedSections(_ table: Table) -> Bool {
    table.sectionColumn != nil && !table.hasOwnOrder
  }

  /// The sections to be written, with their rows.
  func sections(of table: Table) -> [WrittenSection] {
    guard keepsLoadedSections(table), !loadedSections.isEmpty else {
      var numbers: [SectionID: Int] = [:]
      if loaded.sectionColumn == nil {
        for (number, section) in loaded.sections.enumerated() { numbers[section.id] = number }
      }
      return table.sections.map {
        WrittenSection(section: $0, number: numbers[$0.id], rows: $0.rows.list)
      }
    }
    var result = loadedSections.enumerated().map {
      WrittenSection(section: $1, number: $0, rows: [])
    }
    var s = 0
    // Where the section at hand ends; an inserted row goes with the loaded one before it.
    var end = loadedSections[0].count
    for row in table.sourceOrder {
      if let record = record(of: row) {
        while record >= end {
          s += 1
          end += loadedSections[s].count
        }
      }
      result[s].rows.append(row)
    }
    return result
  }

  /// Whether a table holds what was loaded, all in its place.
  func isUntouched(_ table: Table) -> Bool {
    guard table.columns.map(\.id) == loaded.columns.map(\.id),
      table.columns.map(\.name) === loaded.columns.map(\.name),
      table.rowCount == chunk.recordCount
    else { return false }
    if !hasSections || keepsLoadedSections(table) {
      return isUntouched(table.sourceOrder, of: table, from: 0)
    }
    guard table.sections.count == loadedSections.count else { return false }
    var record = 0
    for (a, b) in zip(table.sections, loadedSections) {
      guard a.hasSameTexts(as: b), a.count == b.count,
        isUntouched(Array(a.rows), of: table, from: record)
      else { return false }
      record += a.count
    }
    return true
  }

  private func isUntouched(_ rows: [RowID], of table: Table, from first: Int) -> Bool {
    var isUntouched = true
    table.forEachRun(of: rows) { other, records, start in
      isUntouched =
        isUntouched && other.sharesRecords(with: chunk) && records.lowerBound == first + start
    }
    return isUntouched
  }
}
