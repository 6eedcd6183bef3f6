import TableKit

/// A format that tables are read from and written to: the socket for new ones.
protocol SourceFormat: Sendable {
  /// The name, as `--loader` takes it.
  var name: String { get }
  /// What it is, in one line.
  var summary: String { get }
  /// Extensions of files, lower case, without the dot.
  var extensions: [String] { get }

  /// Whether the first bytes look like this format, asked when the name of a file says nothing.
  func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool

  /// Reads a table.
  func read(_ input: SourceInput) throws(SourceError) -> SourceContent

  /// Writes any table, whatever it was read from.
  func export(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError)
}

/// How a source was written, so that it can be written again in the same way.
protocol SourceLayout: Sendable {
  /// The name of the format.
  var formatName: String { get }

  /// Writes the table that was read, as it is now, keeping what was not touched.
  func write(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError)

  /// What of the table this source cannot keep.
  func losses(in table: Table) -> [SourceNote]

  /// Whether the source has sections of its own.
  var hasSections: Bool { get }

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
  var facts: [SourceFact] { [] }
  var kinds: (any CellKinds)? { nil }
  var besidesTable: [String] { [] }
}

/// What a format is given to read.
struct SourceInput {
  /// The file as the user named it.
  let file: String
  /// The extension of the file, lower case, empty if none.
  let fileExtension: String
  /// The text.
  let buffer: ByteBuffer
  /// How to read.
  let options: ReadOptions
  /// Whether the user wants to stop.
  let isCancelled: () -> Bool
  /// Told how far it is.
  var progress: Progress?
}

/// What a format has read.
struct SourceContent {
  /// The table, without a key.
  var table: Table
  /// How to write it again.
  var layout: any SourceLayout
  /// What identifies a row, if the source says it.
  var key: [String] = []
  /// The first column, if the source gives it no name.
  var namelessColumn: ColumnID?
  /// What is worth telling.
  var notes: [SourceNote] = []
  /// Whether the text was repaired, so that what is written differs from what was read.
  var wasRepaired = false
}
