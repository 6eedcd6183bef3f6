import TableKit

/// The layout of a source, used to write it again in the same way.
package protocol SourceLayout: Sendable {
  /// The name of the format.
  var formatName: String { get }

  /// Writes the current table with unchanged parts preserved.
  func write(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError)

  /// Returns the cells of a table that this source has otherwise once it is written.
  func storedCells(of table: Table) -> [CellChange]

  /// Whether reading the source after a save returns the rows of a table in their order.
  ///
  /// - Complexity: O(rows).
  func readsInOrder(_ table: Table) -> Bool

  /// Returns warnings about what of a table this source cannot keep.
  ///
  /// - Throws: `cancelled`.
  func losses(in table: Table, _ progress: Progress) throws(SourceError) -> [SourceNote]

  /// Whether the source has sections of its own.
  var hasSections: Bool { get }

  /// Whether a copy in a file with an extension is written in the source's dialect.
  ///
  /// - Parameter own: the extension of the source's own file; nil: it is a stream.
  func hasDialect(in fileExtension: String, from own: String?) -> Bool

  /// The number of documents that are read as sections; 0: the source has one.
  var documentCount: Int { get }

  /// Returns the place of a loaded record.
  func place(ofRecord record: Int, file: String) -> SourcePlace

  /// Returns the layout for a table into which the read one was merged.
  ///
  /// - Parameter loaded: the table that was read, column by column, with the identities of that
  ///   table.
  func adopted(as loaded: Table) -> any SourceLayout

  /// Returns the layout with what it needs of the one that the table was opened with, of which undo can
  /// bring rows back.
  func remembering(_ opened: any SourceLayout) -> any SourceLayout

  /// Returns the layout of the source once it was saved.
  func saved() -> any SourceLayout

  /// The hash of the bytes that were read, in UTF-8.
  var contentHash: UInt64 { get }

  /// How the source is written, for `info`.
  var facts: [SourceFact] { get }

  /// The kinds of cells that the source knows and the table does not keep; nil: none.
  var kinds: (any CellKinds)? { get }

  /// Whether a save can give the source further columns.
  var takesColumns: Bool { get }

  /// The byte between cells; nil: the source has none.
  var delimiter: UInt8? { get }

  /// How its text is written, if not as usual, but for the encoding.
  var style: WritingStyle { get }

  /// Parts of the source beside its table, counted: `2 comments`.
  var besidesTable: [String] { get }
}

extension SourceLayout {
  package func hasDialect(in fileExtension: String, from own: String?) -> Bool { false }
  package var documentCount: Int { 0 }
  package func remembering(_ opened: any SourceLayout) -> any SourceLayout { self }
  package func saved() -> any SourceLayout { self }
  package func storedCells(of table: Table) -> [CellChange] { [] }
  package func readsInOrder(_ table: Table) -> Bool { true }
  package var takesColumns: Bool { true }
  package var delimiter: UInt8? { nil }
  package var facts: [SourceFact] { [] }
  package var style: WritingStyle { WritingStyle() }
  package var kinds: (any CellKinds)? { nil }
  package var besidesTable: [String] { [] }

  /// Without lines, the number of the row is used.
  package func place(ofRecord record: Int, file: String) -> SourcePlace {
    SourcePlace(file: file, line: record + 1)
  }
}

/// The layout of a source that is not written as a whole, but saves only changes to itself.
package protocol SelfSavingLayout: SourceLayout {
  /// Saves a table derived from the one that was read, atomically.
  ///
  /// - Parameters:
  ///   - target: the file.
  ///   - stamp: the state of the file when it was last read or saved; nil: any file.
  ///   - save: how it is read again, and who is told the hash of the new content immediately before it
  ///     is committed.
  /// - Returns: the layout from now on, and what was done.
  func save(
    _ table: Table, to target: FileTarget, stamp: FileStamp?, _ save: FileSave
  ) throws(SourceError) -> (layout: any SelfSavingLayout, report: SaveReport)

  /// The table as last known to be in the source.
  var base: Table { get }

  /// Whether a path names the source.
  ///
  /// - Throws: `cannotSave` if the status of a file cannot be queried.
  func isSource(_ target: String) throws(SourceError) -> Bool

  /// Whether the source keeps the order of rows.
  var keepsOrder: Bool { get }

  /// Whether the table is that of a name in the file of another layout, which holds several.
  func hasTable(_ name: String, ofFileOf other: any SourceLayout) -> Bool

  /// Returns the layout with the state that it needs from the one it replaces.
  func following(_ former: any SourceLayout) -> Self
}

/// A fact about how a source is written, for `info`.
public struct SourceFact: Hashable, Sendable {
  /// The subject, such as `delimiter`.
  public var name: String
  /// The value, with the reason in parentheses if it was detected.
  public var text: String

  package init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}

/// The kinds of cells that a source knows and its table does not keep.
package protocol CellKinds: Sendable {
  /// Returns the kind of a cell, with its text in JSON unless it is text; null for null.
  ///
  /// - Complexity: O(columns).
  func known(_ row: RowID, _ column: Column, in table: Table) -> Cell

  /// Whether a cell is null because its row lacks the member.
  ///
  /// - Complexity: O(columns).
  func isMissing(_ row: RowID, _ column: Column, in table: Table) -> Bool
}

/// A layout whose source may have sections of its own, with what is needed to tell which rows are
/// unmoved.
protocol SectionedLayout: SourceLayout {
  /// The loaded rows.
  var chunk: Chunk { get }
  /// The loaded sections.
  var loadedSections: [Section] { get }
  /// The loaded table, with the identities of the table to be written; its sections may be a view
  /// of a column.
  var loaded: Table { get set }

  /// Returns the sections to write, with their rows.
  func sections(of table: Table) -> [WrittenSection]
}

/// A section to write.
struct WrittenSection {
  let section: Section
  /// Its index among the loaded ones; nil for a new section.
  let number: Int?
  var rows: [RowID]
}

extension SectionedLayout {
  func adopted(as loaded: Table) -> any SourceLayout {
    var layout = self
    layout.loaded = loaded
    return layout
  }

  /// Returns the record that a row was loaded from; nil if the row is not from the source.
  func record(of row: RowID) -> Int? {
    guard loaded.contains(row) else { return nil }
    let (chunk, record) = loaded.record(of: row)
    return chunk.sharesRecords(with: self.chunk) ? record : nil
  }

  /// Whether the sections of a table are only a view of a column, so that the document keeps its
  /// own.
  func keepsLoadedSections(_ table: Table) -> Bool {
    table.sectionColumn != nil && !table.hasOwnOrder
  }

  func sections(of table: Table) -> [WrittenSection] { writtenSections(of: table) }

  /// Returns the sections to write as they are in the table, or as loaded where that has a view.
  func writtenSections(of table: Table) -> [WrittenSection] {
    guard keepsLoadedSections(table), !loadedSections.isEmpty else {
      var numbers: [SectionID: Int] = [:]
      if loaded.sectionColumn == nil {
        // They may be in another order than the document has them.
        var known: NameTable<Int> = [:]
        for (number, section) in loadedSections.enumerated() { known[section.name] = number }
        for section in loaded.sections { numbers[section.id] = known[section.name] }
      }
      return table.sections.map {
        WrittenSection(section: $0, number: numbers[$0.id], rows: $0.rows.list)
      }
    }
    var result = loadedSections.enumerated().map {
      WrittenSection(section: $1, number: $0, rows: [])
    }
    var s = 0
    // The end of the current section; an inserted row joins the section of the loaded one before
    // it.
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

  /// Whether a table is as loaded, with everything in its place.
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

/// Descriptions of line ends.
enum LineEnds {
  /// Returns what `info` tells of the lines of a text.
  ///
  /// - Parameters:
  ///   - counts: how often there is each line end between records; nil: all of the text count.
  ///   - forNew: the line end for new lines.
  static func facts(
    of bytes: UnsafeRawBufferPointer, _ counts: [[UInt8]: Int]? = nil, forNew: [UInt8]
  ) -> [SourceFact] {
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let isEnded = bytes.last == 0x0A || bytes.last == 0x0D
    return [
      SourceFact(
        "line ends", counts.map { fact($0, forNew: forNew) } ?? fact(in: bytes, forNew: forNew)),
      SourceFact("BOM", isMarked ? "at the start" : "none"),
      SourceFact("final newline", isEnded ? "yes" : "no"),
    ]
  }

  /// Returns the description of the line ends of a text.
  ///
  /// - Parameter forNew: the line end for new lines.
  /// - Complexity: O(bytes).
  static func fact(in bytes: UnsafeRawBufferPointer, forNew: [UInt8]) -> String {
    var counts: [[UInt8]: Int] = [:]
    var i = 0
    while let end = bytes[i...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      i = bytes[end...].starts(with: [0x0D, 0x0A]) ? end + 2 : end + 1
      counts[Array(bytes[end..<i]), default: 0] += 1
    }
    return fact(counts, forNew: forNew)
  }

  /// Returns `CRLF`, or each line end with its count if they are mixed.
  ///
  /// - Parameter forNew: the line end for new lines.
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
