import TableKit

/// A format that tables are read from and written to.
///
/// A new format is one file that makes a value of this type, and one line in `TableFormats`. Nothing
/// else names it: opening, saving, exporting, completion, help and errors ask the list.
///
///     extension TableFormat {
///       static let lines = TableFormat(
///         name: "lines", summary: "a row a line", extensions: ["lines"],
///         read: { (input) throws(SourceError) in … },
///         write: { (table, context) throws(SourceError) in … })
///     }
public struct TableFormat: Sendable {
  /// The name, as `--loader` and `--format` take it.
  public let name: String
  /// The one line of help.
  public let summary: String
  /// The extensions of files, lower case, without the dot.
  public let extensions: [String]
  /// The name of the format that reads what this one writes, for a variant that is only written.
  var variantOf: String?
  /// True if sections are kept.
  var hasSections = false
  /// True if cells say their kind themselves, so that a new table in this format keeps kinds.
  public internal(set) var isTyped = false
  /// True if cells can be bytes that are no text.
  var holdsBytes = false
  /// True if bytes look like this format; asked only where neither an option nor the name of the
  /// file says the format.
  var recognizes: @Sendable (UnsafeRawBufferPointer) -> Bool = { _ in false }
  /// Reads a table; nil for a variant that is only written.
  var read: (@Sendable (SourceInput) throws(SourceError) -> SourceContent)?
  /// Writes any table, whatever it was read from.
  let write: @Sendable (Table, WritingContext) throws(SourceError) -> Void
  /// The warnings about what of a table is lost when it is written.
  var losses: @Sendable (Table, (any CellKinds)?) -> [SourceNote] = { _, _ in [] }
  /// The tables of one file, where a file holds several; nil: one table a file.
  var container: (any TableContainer)?

  /// The name of the format that reads what this one writes.
  var readName: String { variantOf ?? name }

  /// True if a file holds several tables.
  public var isContainer: Bool { container != nil }
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
  /// Told how far it is, and asked whether to stop.
  let progress: Progress

  /// The text without bytes that are no UTF-8, each of which is repaired where the options allow it.
  func utf8(_ log: inout RepairLog) throws(SourceError) -> ByteBuffer {
    defer { withExtendedLifetime(buffer) {} }
    guard let bad = UTF8Check.firstBad(buffer.bytes) else { return buffer }
    guard options.isLenient else {
      throw .invalidUTF8(
        SourcePlace(file: file, offset: bad, in: buffer.bytes),
        encoding: TextEncoding.guess(buffer.bytes))
    }
    return try TextCleaning.cleaned(buffer.bytes, file: file, log: &log) ?? buffer
  }
}

/// What a format has read.
struct SourceContent {
  /// The table, without a key.
  var table: Table
  /// How to write the table again, what was not touched as it stood; nil: anew.
  var layout: (any SourceLayout)?
  /// The columns that identify a row, if the source says them.
  var key: [String] = []
  /// The first column, if the source gives it no name.
  var namelessColumn: ColumnID?
  /// Repairs and the like.
  var notes: [SourceNote] = []
  /// True if the text was repaired, so that what is written differs from what was read.
  var wasRepaired = false
}

/// Where and how a table is written anew.
struct WritingContext {
  /// The file as messages call it.
  let file: String
  /// The kinds of cells that the source of the table knows besides those that the table keeps.
  let kinds: (any CellKinds)?
  /// Takes the bytes.
  let writer: ByteWriter
}

/// The part of a format whose files hold several tables, of which `FILE#TABLE` names one.
protocol TableContainer: Sendable {
  /// The file of a path, without what stands behind its `#`; nil if the path names no file of this
  /// format.
  func file(of path: String) -> String?

  /// True if a path names one table of a file that is to be written.
  func namesTable(_ path: String) -> Bool

  /// The tables of a file, in order; none where it cannot be read at once.
  func tables(in file: String) -> [ContainedTable]

  /// Opens what a path names; nil if it names no file of this format.
  func open(
    _ path: String, at place: String?, options: ReadOptions, progress: Progress
  ) throws(SourceError) -> LoadedTable?

  /// Adds a table to the file that a path names; nil if the path names a file as a whole.
  ///
  /// - Parameter adopt: true if the table is to live there from now on.
  func add(
    _ table: Table, to path: String, at place: String?, adopt: Bool, backupSuffix: String?,
    progress: Progress
  ) throws(SourceError) -> SaveReport?

  /// Refuses to replace a file that holds other tables.
  func checkReplaceable(_ path: String, at place: String?) throws(SourceError)
}

/// A table of a file that holds several.
public struct ContainedTable: Hashable, Sendable {
  /// Its name.
  public let name: String
  /// True if it is a view, which is only read.
  public let isView: Bool
}
