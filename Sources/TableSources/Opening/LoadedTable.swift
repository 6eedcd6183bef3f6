import TableKit

/// A table that was read, with its origin and notes.
public struct LoadedTable: Sendable {
  /// The table, its key set.
  public var table: Table
  /// The origin of the table, with what is needed to save it there.
  public var origin: FileOrigin
  /// Repairs, fallbacks and the like.
  public var notes: [SourceNote]
}

extension LoadedTable {
  /// Creates a loaded table from one that was read elsewhere, such as by a Lua loader. It can be
  /// saved only to another file.
  ///
  /// - Parameters:
  ///   - table: the table, without a key.
  ///   - name: the name of the source for messages; places count rows instead of lines.
  ///   - key: the key columns, if the source names them.
  ///   - options: the options, of which only the key is used.
  /// - Throws: `noSuchColumn`, `duplicateKey`.
  public init(
    _ table: Table, name: String, key: [String] = [], options: ReadOptions = ReadOptions()
  ) throws(SourceError) {
    self.table = table
    notes = []
    origin = FileOrigin(
      name: name, layout: ExportLayout(format: TableFormats.complete), encoding: .utf8)
    try setKey(options: options, sourceKey: key)
  }

  /// Creates a loaded table from one that a script has read from a stream. It can be saved there by
  /// a script that writes, and to other files.
  ///
  /// - Parameters:
  ///   - table: the table, without a key.
  ///   - stream: the stream that was read.
  ///   - format: the name of the script's format.
  ///   - key: the key columns, if the script names them.
  ///   - made: the index, from 0, of each row among those that the script returned; nil: in their
  ///     order.
  ///   - options: the options, of which only the key is used.
  /// - Throws: `noSuchColumn`, `duplicateKey`.
  public init(
    _ table: Table, from stream: SourceStream, format: String, key: [String] = [],
    made: [Int32]? = nil, options: ReadOptions = ReadOptions()
  ) throws(SourceError) {
    self.table = table
    notes = []
    origin = FileOrigin(
      name: stream.name, path: stream.path, layout: ScriptLayout(formatName: format, made: made),
      encoding: .utf8, compression: stream.compression, stamp: stream.stamp,
      contentHash: stream.contentHash)
    try setKey(options: options, sourceKey: key)
  }

  /// Creates a loaded table from one that a room has read from a file with several tables.
  ///
  /// - Parameters:
  ///   - table: the table, without a key.
  ///   - path: the path as typed.
  ///   - layout: writes the table back.
  ///   - key: the key columns, if the source names them.
  /// - Throws: `noSuchColumn`, `duplicateKey`.
  package init(
    _ table: Table, path: String, layout: any SelfSavingLayout, stamp: FileStamp?, key: [String],
    notes: [SourceNote], options: ReadOptions, progress: Progress
  ) throws(SourceError) {
    (self.table, self.notes) = (table, notes)
    origin = FileOrigin(name: path, path: path, layout: layout, encoding: .utf8, stamp: stamp)
    try setKey(options: options, sourceKey: key, progress: progress)
    // The layout's table has the key, too.
    origin.layout = layout.adopted(as: self.table)
  }
}
