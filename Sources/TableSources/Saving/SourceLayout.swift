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
    isCancelled: @escaping () -> Bool,
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
