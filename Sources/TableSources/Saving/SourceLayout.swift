import TableKit

/// How a source was written, so that it can be written again in the same way.
protocol SourceLayout: Sendable {
  /// The name of the format.
  var formatName: String { get }

  /// Writes the table that was read, as it is now, keeping what was not touched.
  func write(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError)

  /// The warnings about what of a table this source cannot keep.
  func losses(in table: Table) -> [SourceNote]

  /// True if the source has sections of its own.
  var hasSections: Bool { get }

  /// True if copies under the source's own extension are written in its dialect.
  var hasDialect: Bool { get }

  /// Where a loaded record stands.
  func place(ofRecord record: Int, file: String) -> SourcePlace

  /// The layout for a table that has taken over what was read.
  ///
  /// - Parameter loaded: what was read, column by column, in the identities of that table.
  func adopted(as loaded: Table) -> any SourceLayout

  /// The hash of the bytes that were read, as they stood in UTF-8.
  var contentHash: UInt64 { get }

  /// How the source is written, for `info`.
  var facts: [SourceFact] { get }

  /// What the source knows of the kinds of cells besides what their table keeps; nil if nothing.
  var kinds: (any CellKinds)? { get }

  /// What the source holds beside its table, counted: `2 comments`.
  var besidesTable: [String] { get }
}

extension SourceLayout {
  var hasDialect: Bool { false }
  var facts: [SourceFact] { [] }
  var kinds: (any CellKinds)? { nil }
  var besidesTable: [String] { [] }

  /// There are no lines: the number of the row stands for one.
  func place(ofRecord record: Int, file: String) -> SourcePlace {
    SourcePlace(file: file, line: record + 1)
  }
}

/// The layout of a source that is not written as a whole: it writes what changed to itself.
protocol SelfSavingLayout: SourceLayout {
  /// Writes a table that came of the one read to where that came from, whole or not at all.
  ///
  /// - Parameters:
  ///   - place: by which path the file is reached, as `FilePlace` says.
  ///   - stamp: the state of the file that was read or saved last; nil: any file will do.
  ///   - willReplace: told the hash of what the source will hold, right before it does.
  /// - Returns: the layout as it is from now on, and what was done.
  func save(
    _ table: Table, at place: String?, stamp: FileStamp?, force: Bool, backupSuffix: String?,
    progress: Progress,
    willReplace: (UInt64) -> Void
  ) throws(SourceError) -> (layout: any SelfSavingLayout, report: SaveReport)

  /// Whether a path names the source.
  ///
  /// - Throws: `cannotSave` where the system does not say.
  func isSource(_ target: String) throws(SourceError) -> Bool

  /// Whether the source keeps the order of rows.
  var keepsOrder: Bool { get }

  /// Whether reading the source again gives the rows of a table that was saved in their order.
  func readsInOrder(_ table: Table) -> Bool

  /// The layout with what it still has to know of the one that it takes the place of.
  func following(_ former: any SourceLayout) -> Self
}

/// One thing about how a source is written, for `info`.
public struct SourceFact: Hashable, Sendable {
  /// What it is about, such as `delimiter`.
  public var name: String
  /// What it is, and where it was found out in parentheses why.
  public var text: String

  init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}

/// The kinds of cells that a source knows and its table does not keep.
protocol CellKinds: Sendable {
  /// The kind of a cell, with the text that it has in JSON where it is no text; null for null.
  ///
  /// - Complexity: O(columns).
  func known(_ row: RowID, _ column: Column, in table: Table) -> Cell

  /// True if a cell is null because its row has no such member.
  ///
  /// - Complexity: O(columns).
  func isMissing(_ row: RowID, _ column: Column, in table: Table) -> Bool
}

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

/// How line ends are told of.
enum LineEnds {
  /// `CRLF`, or each with its count where they are mixed.
  ///
  /// - Parameter forNew: the line end that new lines get.
  static func fact(_ counts: [[UInt8]: Int], forNew: [UInt8]) -> String {
    let names: [(end: [UInt8], name: String)] = [
      ([0x0A], "LF"), ([0x0D, 0x0A], "CRLF"), ([0x0D], "CR"),
    ]
    let found = names.filter { counts[$0.end, default: 0] > 0 }
    let new = names.first { $0.end == forNew }?.name ?? "LF"
    switch found.count {
    case 0: return "none (\(new) for new records)"
    case 1: return found[0].name
    default:
      let listed = found.map { "\(counts[$0.end, default: 0]) \($0.name)" }
      return "mixed: \(listed.joined(separator: ", ")) (\(new) for new records)"
    }
  }
}
