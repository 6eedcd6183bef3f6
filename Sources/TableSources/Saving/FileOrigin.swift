import TableKit

/// Where a table came from, and everything that is needed to save it there as it was written.
///
/// It goes together with the table that was loaded with it, and with tables that came of that one
/// by edits.
public struct FileOrigin: Sendable {
  /// What messages call the source: the path as typed, or `stdin`.
  public internal(set) var name: String
  /// The file; nil for streams.
  public internal(set) var path: String?

  var layout: any SourceLayout
  var encoding: TextEncoding
  /// Whether the file is gzip.
  var isPacked = false
  /// The state of the file when it was read or saved last.
  var stamp: FileStamp?
  /// The hash of the bytes that the file had then; nil: those that the layout holds.
  var contentHash: UInt64?

  /// Creates the origin of a table that was not read from a file: its format comes from the
  /// extension of the path it will be saved to, the plain one if that says nothing.
  public init(newFile path: String?) {
    name = path ?? "no file"
    self.path = path
    layout = ExportLayout(format: TableFormats.forPath(path ?? "") ?? TableFormats.plain)
    encoding = .utf8
    isPacked = FileName.isPacked(path ?? "")
  }

  /// Creates the origin of a table that is written in a format, to no file of its own.
  ///
  /// - Parameters:
  ///   - format: the format.
  ///   - origin: where the table came from, which may know more of its cells; nil if nowhere.
  public init(format: TableFormat, from origin: FileOrigin? = nil) {
    self.init(newFile: nil)
    layout = ExportLayout(format: format, from: origin?.layout)
  }

  init(
    name: String, path: String?, layout: any SourceLayout, encoding: TextEncoding,
    stamp: FileStamp?, contentHash: UInt64?
  ) {
    self.name = name
    self.path = path
    self.layout = layout
    self.encoding = encoding
    self.stamp = stamp
    self.contentHash = contentHash
  }

  /// The name of the format that the table is written in: that of a `TableFormat`, or of a script.
  public var formatName: String { layout.formatName }

  /// The format that the table is written in; nil where a script writes it.
  var format: TableFormat? { TableFormats.named(formatName) }

  /// True if cells can be bytes that are no text.
  public var holdsBytes: Bool { format?.holdsBytes == true }

  /// How the source is written, and why it was read so: one fact a line for `info`.
  ///
  /// - Complexity: O(records).
  public var facts: [SourceFact] {
    guard !(layout is ExportLayout) else { return [] }
    if layout is any SelfSavingLayout { return layout.facts }
    return layout.facts + [SourceFact("encoding", encoding.fact)]
      + (isPacked ? [SourceFact("packed", "gzip")] : [])
  }

  /// Whether the source has sections of its own; else those of the table are not written, and a
  /// reload leaves them alone.
  public var hasSections: Bool { layout.hasSections }

  /// Whether the source keeps the order of rows.
  public var keepsOrder: Bool { (layout as? any SelfSavingLayout)?.keepsOrder ?? true }

  /// Whether reading the source again gives the rows of a table that was saved there in their order.
  ///
  /// - Complexity: O(rows).
  public func readsInOrder(_ table: Table) -> Bool {
    (layout as? any SelfSavingLayout)?.readsInOrder(table) ?? true
  }

  /// The file that a path names, without what stands behind the `#` of a file of several tables.
  public static func file(of path: String) -> String { TableFormats.file(of: path) }

  /// Where a row of the loaded table stands in the source.
  ///
  /// - Complexity: O(bytes before it).
  public func place(of row: RowID) -> SourcePlace {
    layout.place(ofRecord: Int(row.rawValue), file: name)
  }

  /// What of a table cannot be kept when it is saved here.
  public func losses(in table: Table) -> [SourceNote] { layout.losses(in: table) }

  /// What of the texts of a table cannot be kept where something else writes them, such as a
  /// printer.
  ///
  /// - Parameter name: what messages call that.
  /// - Complexity: O(bytes).
  public static func textLosses(in table: Table, writtenAs name: String) -> [SourceNote] {
    KindLoss.textNotes(table, in: name)
  }

  /// Takes over how the file was written and in which state it was seen last, after what it has
  /// become was merged into the table.
  ///
  /// - Parameters:
  ///   - other: the origin that the file was read with.
  ///   - source: what was read, in the identities of the table: `Editor.saved` after the merge.
  public mutating func adopt(_ other: FileOrigin, as source: Table) {
    let former = layout
    layout = other.layout.adopted(as: source)
    encoding = other.encoding
    isPacked = other.isPacked
    stamp = other.stamp
    contentHash = other.contentHash
    if let own = layout as? any SelfSavingLayout {
      layout = own.following(former)
      // The table goes on to change, and is not to be read beside that.
      contentHash = layout.contentHash
    }
  }

  /// Writes a table as it would be saved, for `save -`; never packed.
  ///
  /// - Throws: what the sink throws, and what cannot be written.
  /// - Complexity: O(bytes).
  public func write(
    _ table: Table, to sink: @escaping ByteSink, progress: Progress = .none
  ) throws(SourceError) {
    let encoder = try encoding.encoder(file: name)
    let writer = ByteWriter(encoder?.sink(into: sink) ?? sink, progress: progress)
    do throws(SourceError) {
      try layout.write(table, file: name, to: writer)
      try writer.flush()
      try encoder?.finish(into: sink)
    } catch {
      throw error.locatingCharacter(in: table)
    }
  }

  /// Writes a table as the file holds it: packed, where it is.
  func writeFile(
    _ table: Table, to sink: @escaping ByteSink, progress: Progress = .none
  ) throws(SourceError) {
    guard isPacked else {
      return try write(table, to: sink, progress: progress)
    }
    let packer = try GzipWriter(into: sink, file: name)
    try write(table, to: packer.sink, progress: progress)
    try packer.finish()
  }

  /// The bytes of a table as it would be saved.
  public func bytes(of table: Table, progress: Progress = .none) throws(SourceError) -> [UInt8] {
    var collected: [UInt8] = []
    progress.begin("writing \(name)", .bytes, total: stamp?.size)
    defer { progress.end() }
    let sink: ByteSink = { (bytes) throws(SourceError) in collected += bytes }
    try write(table, to: sink, progress: progress)
    return collected
  }

  /// Says so when a text that was just decoded cannot be encoded back to the bytes it had.
  func roundTripNotes(of table: Table, original: UInt64) throws(SourceError) -> [SourceNote] {
    var hash = ContentHash()
    do throws(SourceError) {
      try write(table, to: { (bytes) throws(SourceError) in hash.update(bytes) })
      if hash.value == original { return [] }
    } catch {
      guard case .cannotEncode = error else { throw error }
    }
    let text = "\(encoding.name) does not lead back to the same bytes: saving may change others"
    return [SourceNote(.warning, text)]
  }
}
