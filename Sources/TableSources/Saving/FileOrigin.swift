import Memory
import TableKit

/// The origin of a table, with everything needed to save it there in the way it was written.
///
/// It belongs to the table that was loaded with it, and to tables derived from that by edits.
public struct FileOrigin: Sendable {
  /// The name of the source for messages: the path as typed, or `stdin`.
  public internal(set) var name: String
  /// The file; nil for streams.
  public internal(set) var path: String?

  package var layout: any SourceLayout
  /// The layout that the table was opened with, if the source was read again since: undo can lead back
  /// to its bytes.
  var opened: (any SectionedLayout)?
  var encoding: TextEncoding
  /// How the file is compressed; nil: it is not.
  var compression: Compression?
  /// The state of the file when it was last read or saved.
  var stamp: FileStamp?
  /// The hash of the file's bytes then; nil: that of the layout.
  var contentHash: UInt64?
  /// Whether bytes were changed when the table was read, which a save writes.
  var isRepaired = false
  /// Whether the file holds conflict markers, which a save replaces.
  public internal(set) var holdsConflicts = false
  /// The table as the file writes it, where that has another syntax than the table here; nil: both have
  /// one, or all is written anew.
  var filed: FiledTable?
  /// What `stamp` says of the bytes that the table was read from.
  var reading = Reading.unknown

  /// Whether a file that has the same state reads as the same table.
  enum Reading {
    /// The table was not read from a file, or was saved since.
    case unknown
    /// The file had just changed when it was read: only its bytes tell.
    case recent
    /// It does.
    case stable
  }
}

extension FileOrigin {
  /// Creates the origin of a table that was not read from a file: its format derives from the
  /// extension of the path to save to, else it is the default one.
  public init(newFile path: String?) {
    name = path ?? "no file"
    self.path = path
    layout = ExportLayout(format: TableFormats.forPath(path ?? "") ?? TableFormats.plain)
    encoding = .utf8
    compression = FileName.compression(path ?? "")
  }

  /// Creates the origin of a table that is written in a format, without a file.
  ///
  /// - Parameters:
  ///   - format: the format.
  ///   - origin: the former origin of the table, which may know kinds of cells; nil: none.
  public init(format: TableFormat, from origin: FileOrigin? = nil) {
    self.init(newFile: nil)
    layout = ExportLayout(format: format, from: origin?.layout)
  }

  /// Names the file by another path, at which it is, too.
  public mutating func name(path: String) { (name, self.path) = (path, path) }

  /// The name of the format in which the table is written: that of a `TableFormat`, or of a script.
  public var formatName: String { layout.formatName }

  /// The format in which the table is written; nil if a script writes it.
  var format: TableFormat? { TableFormats.named(formatName) }

  /// Whether cells can be bytes that are not text.
  public var holdsBytes: Bool { format?.holdsBytes == true }

  /// Whether the table is one of several in its file, a database.
  public var isContainer: Bool { format?.isContainer == true }

  /// How the source is written, and how that was determined: one fact a line for `info`.
  ///
  /// - Complexity: O(records).
  public var facts: [SourceFact] {
    guard !(layout is ExportLayout) else { return [] }
    if layout is any SelfSavingLayout { return layout.facts }
    return layout.facts + [SourceFact("encoding", encoding.fact)]
      + (compression.map { [SourceFact("packed", $0.rawValue)] } ?? [])
  }

  /// Whether the table is that of a name in the file of another origin, which holds several.
  public func hasTable(_ name: String, ofFileOf other: FileOrigin) -> Bool {
    (layout as? any SelfSavingLayout)?.hasTable(name, ofFileOf: other.layout) ?? false
  }

  /// Begins to watch the file if it holds several tables; nil: its bytes tell of changes.
  package var containerWatch: (any ContainerWatch)? {
    path.flatMap { format?.container?.watch(Self.file(of: $0)) }
  }

  /// Whether the source has sections of its own; if not, those of the table are not written, and a
  /// reload keeps them.
  public var hasSections: Bool { layout.hasSections }

  /// Whether a save can give the source further columns.
  public var takesColumns: Bool { layout.takesColumns }

  /// Whether the source keeps the order of rows.
  public var keepsOrder: Bool { (layout as? any SelfSavingLayout)?.keepsOrder ?? true }

  /// Whether reading the source after a save returns the rows of a table in their order.
  ///
  /// - Complexity: O(rows).
  public func readsInOrder(_ table: Table) -> Bool {
    (try? inFile(table)).map(layout.readsInOrder) ?? false
  }

  /// Returns the file that a path names, without the part after the `#` of a file with several
  /// tables.
  public static func file(of path: String) -> String { TableFormats.file(of: path) }

  /// Returns the place in the source of a row of the loaded table.
  ///
  /// - Complexity: O(bytes before it).
  public func place(of row: RowID) -> SourcePlace {
    layout.place(ofRecord: Int(row.rawValue), file: name)
  }

  /// Returns notes on what is lost when a table is saved here.
  ///
  /// - Throws: `cancelled`.
  /// - Complexity: O(bytes).
  public func losses(
    in table: Table, progress: Progress = .none
  ) throws(SourceError) -> [SourceNote] {
    let losses = try layout.losses(in: inFile(table), progress)
    guard isRepaired, !hasCutCells else { return losses }
    let text =
      "the repairs of --lenient are written, also in rows that you didn't edit; "
      + "save --backup keeps the former file"
    return losses + [.warning(text)]
  }

  /// Returns notes on texts of a table that are lost in other output, such as that of a printer.
  ///
  /// - Parameter name: the name of that output for messages.
  /// - Complexity: O(bytes).
  public static func textLosses(
    in table: Table, writtenAs name: String, progress: Progress = .none
  ) throws(SourceError) -> [SourceNote] {
    try KindLoss.textNotes(table, in: name, progress)
  }

  /// Adopts the layout and state of a file that was read again, after its changes were merged into
  /// the table.
  ///
  /// - Parameters:
  ///   - other: the origin that the file was read with.
  ///   - source: the table that was read, with the identities of the edited one: `Editor.saved`
  ///     after the merge.
  ///   - read: the table as it was read; of another syntax than the source, where that was saved in
  ///     another format.
  public mutating func adopt(_ other: FileOrigin, as source: Table, read: Table) {
    let former = layout
    let wasFiled = filed != nil
    var source = source
    filed = nil
    var adopted = other.layout
    if read.syntax != source.syntax, other.hasRecords {
      filed = read.identified(as: source).map { FiledTable($0, besides: source) }
      source = filed?.table ?? source
      if filed == nil { adopted = ExportLayout(format: other.format ?? TableFormats.complete) }
    }
    opened = wasFiled || filed != nil ? nil : opened ?? former as? any SectionedLayout
    layout = adopted.adopted(as: source)
    if let opened { layout = layout.remembering(opened) }
    encoding = other.encoding
    compression = other.compression
    stamp = other.stamp
    reading = other.reading
    contentHash = other.contentHash
    holdsConflicts = other.holdsConflicts
    if let own = layout as? any SelfSavingLayout {
      layout = own.following(former)
      // Computed now, because the table changes later and must not be read concurrently.
      contentHash = layout.contentHash
    }
  }

  /// Returns the origin as that of a table with the identities of another one.
  ///
  /// - Parameters:
  ///   - source: the table that was read with this origin, with those identities.
  ///   - read: the table as it was read.
  package func adopted(as source: Table, read: Table) -> FileOrigin {
    var origin = self
    origin.adopt(self, as: source, read: read)
    origin.opened = nil
    return origin
  }

  /// Writes a table as it would be saved, for `save -`; never compressed.
  ///
  /// - Throws: what the sink throws, and errors of values that cannot be written.
  /// - Complexity: O(bytes).
  public func write(
    _ table: Table, to sink: @escaping ByteSink, progress: Progress = .none
  ) throws(SourceError) {
    let encoder = try encoding.encoder(file: name)
    let writer = ByteWriter(encoder?.sink(into: sink) ?? sink, progress: progress)
    var layout = layout
    let table = try inFile(table)
    if let opened, layout is any SectionedLayout, opened.isUntouched(table) {
      layout = placed(opened)
    }
    do throws(SourceError) {
      try layout.write(table, file: name, to: writer)
      try writer.flush()
      try encoder?.finish(into: sink)
    } catch {
      throw error.locatingCharacter(in: table)
    }
  }

  /// The table as the file writes it.
  ///
  /// - Throws: `cannotSave` for a text that the file cannot hold.
  /// - Complexity: O(1) unless the file has another syntax; then O(cells).
  func inFile(_ table: Table) throws(SourceError) -> Table {
    guard let filed else { return table }
    do throws(EditError) {
      return try table.written(like: filed.table, hidden: filed.hidden)
    } catch {
      throw .cannotSave(name, reason: error.message)
    }
  }

  /// Writes a table as the file has it, compressed if it is.
  func writeFile(
    _ table: Table, to sink: @escaping ByteSink, progress: Progress = .none
  ) throws(SourceError) {
    try Packer.packing(compression, to: sink, file: name) { (sink) throws(SourceError) in
      try write(table, to: sink, progress: progress)
    }
  }

  /// The bytes of a table as it would be saved.
  public func bytes(of table: Table, progress: Progress = .none) throws(SourceError) -> [UInt8] {
    var collected: [UInt8] = []
    progress.begin("writing \(name)", .bytes, total: stamp?.size)
    defer { progress.end() }
    let sink: ByteSink = { (bytes) throws(SourceError) in
      let size = collected.count + bytes.count
      if size > collected.capacity {
        try allocating(try MemoryWatch.demand(max(size, collected.capacity * 2)))
      }
      collected += bytes
    }
    try write(table, to: sink, progress: progress)
    return collected
  }

  /// The text, in UTF-8, of bytes that were written as it saves them.
  public func decoding(_ bytes: [UInt8]) throws(SourceError) -> [UInt8] {
    if encoding.codec == nil { return bytes }
    let buffer = try ByteBuffer(capacity: bytes.count)
    try buffer.append(bytes)
    var log = RepairLog()
    let text = try encoding.decode(buffer, file: name, isLenient: true, log: &log)
    return withExtendedLifetime(text) { Array(text.bytes) }
  }

  /// Returns a note if a text that was just decoded cannot be encoded back to the same bytes.
  func roundTripNotes(of table: Table, original: UInt64) throws(SourceError) -> [SourceNote] {
    var hash = ContentHash()
    do throws(SourceError) {
      try write(table, to: { (bytes) throws(SourceError) in hash.update(bytes) })
      if hash.value == original { return [] }
    } catch {
      guard case .cannotEncode = error else { throw error }
    }
    let text =
      "\(encoding.name) does not give back the same bytes: saving may change rows that you didn't edit"
    return [.warning(text)]
  }
}

/// A table as its file writes it, in another syntax than the session has it.
struct FiledTable: Sendable {
  /// The table as it was last read or saved, with the identities that it has in the session.
  var table: Table
  /// The columns that the session does not show, as the number of a row in a database.
  let hidden: [Column]

  init(_ table: Table, besides source: Table) {
    self.table = table
    hidden = table.columns.filter { source.column($0.id) == nil }
  }
}

extension FileOrigin {
  /// Whether the file has the state that it had when it was last read or saved.
  ///
  /// - Complexity: O(1).
  public var isUnchanged: Bool {
    guard let path, let stamp else { return false }
    return FileStamp(path: Self.file(of: path)) == stamp
  }
}
