import TableKit

/// A table that was read, where it came from, and what is worth telling about it.
public struct LoadedTable: Sendable {
  /// The table, its key set.
  public var table: Table
  /// Where it came from and how to save it there.
  public var origin: FileOrigin
  /// Repairs, fallbacks and the like.
  public var notes: [SourceNote]
}

extension LoadedTable {
  /// Takes over a table that something else has read, such as a Lua loader. It can be saved to
  /// another file only.
  ///
  /// - Parameters:
  ///   - table: the table, without a key.
  ///   - name: what messages call the source; places in them count rows instead of lines.
  ///   - key: what identifies a row, if the source says it.
  ///   - options: of which the key counts.
  /// - Throws: `noSuchColumn`, `duplicateKey`.
  public init(
    _ table: Table, name: String, key: [String] = [], options: ReadOptions = ReadOptions()
  ) throws(SourceError) {
    self.table = table
    notes = []
    origin = FileOrigin(
      name: name, path: nil, layout: ExportLayout(format: TableFormats.complete), encoding: .utf8,
      stamp: nil,
      contentHash: nil)
    try setKey(options: options, sourceKey: key)
  }

  /// Takes over a table that a script has read from a stream. It can be saved there by a script
  /// that writes, and to other files.
  ///
  /// - Parameters:
  ///   - table: the table, without a key.
  ///   - stream: what was read.
  ///   - format: what the script calls its format.
  ///   - key: what identifies a row, if the script says it.
  ///   - made: by row: which of the rows it is that the script has made, from 0; nil: in their
  ///     order.
  ///   - options: of which the key counts.
  /// - Throws: `noSuchColumn`, `duplicateKey`.
  public init(
    _ table: Table, from stream: SourceStream, format: String, key: [String] = [],
    made: [Int32]? = nil, options: ReadOptions = ReadOptions()
  ) throws(SourceError) {
    self.table = table
    notes = []
    origin = FileOrigin(
      name: stream.name, path: stream.path, layout: ScriptLayout(formatName: format, made: made),
      encoding: .utf8, stamp: stream.stamp, contentHash: stream.contentHash)
    origin.isPacked = stream.isPacked
    try setKey(options: options, sourceKey: key)
  }
}
