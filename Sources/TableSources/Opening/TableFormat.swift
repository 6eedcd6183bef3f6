import TableKit

/// A format that tables are read from and written to.
///
/// A new format is one file with a value of this type, and one line in `TableFormats`. No other
/// code names it: opening, saving, exporting, completion, help and errors use the list.
///
///     extension TableFormat {
///       static let lines = TableFormat(
///         name: "lines", summary: "a row a line", extensions: ["lines"],
///         read: { (input) throws(SourceError) in … },
///         write: { (table, context) throws(SourceError) in … })
///     }
public struct TableFormat: Sendable {
  /// The name, as given to `--loader` and `--format`.
  public let name: String
  /// The description for help, in one line.
  public let summary: String
  /// The file extensions, lower case, without the dot.
  public let extensions: [String]
  /// The name of the format that reads the output, for a write-only variant.
  var variantOf: String?
  /// Whether sections are kept.
  var hasSections = false
  /// The byte between cells of a new text; nil: there is none.
  var delimiter: UInt8?
  /// How its text is written, if not as usual.
  var style = WritingStyle()
  /// Returns the format in a style; nil: it has none.
  var styling: (@Sendable (WritingStyle) -> TableFormat)?
  /// Whether a text can hold several documents, of which `FILE#2` names one.
  var hasDocuments = false
  /// Whether options of delimited text read its files as that, because their lines are such text.
  var yieldsToDialect = false
  /// Whether cells have kinds, which a new table in this format then keeps.
  public internal(set) var isTyped = false
  /// Whether cells can be bytes that are not text.
  var holdsBytes = false
  /// Returns whether bytes look like this format; called only if neither an option nor the file
  /// name determines the format.
  var recognizes: @Sendable (UnsafeRawBufferPointer) -> Bool = { _ in false }
  /// Reads a table; nil for a write-only variant.
  var read: (@Sendable (SourceInput) throws(SourceError) -> SourceContent)?
  /// Writes any table, whatever its origin.
  var write: @Sendable (Table, WritingContext) throws(SourceError) -> Void
  /// Writes rows of a table that comes batch by batch; nil where all of it must be seen at once.
  var writeBatch: (@Sendable (TableBatch, WritingContext) throws(SourceError) -> Void)?
  /// Returns warnings about what is lost when a table is written.
  var losses: @Sendable (Table, (any CellKinds)?, Progress) throws(SourceError) -> [SourceNote] =
    { (_, _, _) in [] }
  /// The container, if a file can hold several tables.
  var container: (any TableContainer)?
  /// Returns the error for a file of this format, if the program was built without it; nil: the
  /// format is there.
  var refusal: (@Sendable (String) -> SourceError)?

  /// The name of the format that reads the output.
  var readName: String { variantOf ?? name }

  /// Whether tables can be written batch by batch, in bounded memory.
  public var takesBatches: Bool { writeBatch != nil }

  /// Whether a file can hold several tables.
  public var isContainer: Bool { container != nil }

  /// Whether the program was built without the format, and only recognizes its files.
  package var isAbsent: Bool { refusal != nil }
}

extension TableFormat {
  /// Creates a format of a room, whose files hold several tables.
  package init(
    name: String, summary: String, extensions: [String], holdsBytes: Bool,
    recognizes: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool,
    read: @escaping @Sendable (SourceInput) throws(SourceError) -> SourceContent,
    write: @escaping @Sendable (Table, WritingContext) throws(SourceError) -> Void,
    losses:
      @escaping @Sendable (Table, (any CellKinds)?, Progress) throws(SourceError) ->
      [SourceNote],
    container: any TableContainer
  ) {
    self.init(name: name, summary: summary, extensions: extensions, read: read, write: write)
    (self.holdsBytes, self.recognizes) = (holdsBytes, recognizes)
    (self.losses, self.container) = (losses, container)
  }
}

/// The input of a format's reader.
package struct SourceInput {
  /// The file as the user named it.
  package let file: String
  /// The extension of the file, lower case, empty if none.
  let fileExtension: String
  /// The text.
  let buffer: ByteBuffer
  /// The options.
  let options: ReadOptions
  /// Told how far it is, and asked whether to stop.
  let progress: Progress

  /// Returns the text without invalid UTF-8, repairing it if the options allow that.
  func utf8(_ log: inout RepairLog) throws(SourceError) -> ByteBuffer {
    defer { withExtendedLifetime(buffer) {} }
    guard options.isLenient else {
      try UTF8Check.requireValid(buffer.bytes, file: file)
      return buffer
    }
    if UTF8Check.firstBad(buffer.bytes) == nil { return buffer }
    return try TextCleaning.cleaned(buffer.bytes, file: file, log: &log) ?? buffer
  }
}

/// The result of a format's reader.
package struct SourceContent {
  /// The table, without a key.
  var table: Table
  /// The layout to write the table back with unchanged parts preserved; nil: it is always written
  /// anew.
  package var layout: (any SourceLayout)?
  /// The key columns, if the source names them.
  var key: [String] = []
  /// The first column, if the source does not name it.
  var namelessColumn: ColumnID?
  /// Repairs and the like.
  var notes: [SourceNote] = []
  /// Whether the text was repaired, so that writing it back changes more than the edits.
  var wasRepaired = false
}

/// Some rows of a table that is written batch by batch, in order.
struct TableBatch {
  /// The rows, in one section, with the columns and the key of all batches; nil: there are no more.
  let table: Table?
  /// Whether it is the first one.
  let isFirst: Bool
  /// Whether rows were written before.
  let hasRowsBefore: Bool
}

/// The target of writing a table anew.
package struct WritingContext {
  /// The name of the file for messages.
  package let file: String
  /// The kinds of cells that the source of the table knows and the table itself does not keep.
  let kinds: (any CellKinds)?
  /// Receives the bytes.
  package let writer: ByteWriter
}

/// Access to files that hold several tables, of which `FILE#TABLE` names one.
package protocol TableContainer: Sendable {
  /// Returns the file of a path, without the part after its `#`; nil if the path names no file of
  /// this format.
  func file(of path: String) -> String?

  /// Whether a path names one table of a file to be written.
  func namesTable(_ path: String) -> Bool

  /// Returns the tables of a file, in order; empty if it cannot be read at once.
  func tables(in file: String) -> [ContainedTable]

  /// Opens the table or tables that a path names; nil if it names no file of this format.
  func open(
    _ path: String, at place: String?, options: ReadOptions, progress: Progress
  ) throws(SourceError) -> LoadedTable?

  /// Adds a table to the file that a path names; nil if the path names a whole file.
  ///
  /// - Parameter adopt: whether the table belongs to that file from now on.
  func add(_ table: Table, to target: FileTarget, adopt: Bool) throws(SourceError) -> SaveReport?

  /// Reads a table again that was just written as a whole; nil if that fails.
  func readAgain(_ table: Table, from target: FileTarget) -> LoadedTable?

  /// Refuses to replace a file that contains other tables.
  func checkReplaceable(_ path: String, at place: String?) throws(SourceError)

  /// Begins to watch a file that others may change; nil: its bytes tell.
  func watch(_ file: String) -> (any ContainerWatch)?
}

/// Tells whether other programs have changed a file with several tables.
package protocol ContainerWatch: AnyObject {
  /// The files that a change may touch.
  var files: [String] { get }

  /// Whether nobody else has changed the file since this was read last; false the first time, and
  /// where it cannot be told.
  var isSame: Bool { get }
}

/// A table in a file that holds several.
public struct ContainedTable: Hashable, Sendable {
  /// The name.
  public let name: String
  /// Whether it is a read-only view.
  public let isView: Bool

  package init(name: String, isView: Bool) { (self.name, self.isView) = (name, isView) }
}
