import TableKit

/// The basis of a journal: how its source was read, and its state then.
public struct JournalBase: Hashable, Sendable {
  /// The options it was read with.
  public var reading: ReadOptions
  /// The Lua loader that read it, if one did.
  public var loader: String?
  /// The column that its sections were made from.
  public var sectionColumn: String?
  /// The state of the file when it was last read or saved.
  var stamp: FileStamp?
  /// The hash of its bytes then, if it was computed immediately.
  var hash: UInt64?

  /// Creates the base of a source.
  ///
  /// - Parameters:
  ///   - origin: the origin of the table.
  ///   - path: the file, if a loader read it.
  ///   - quickSize: the largest source, in bytes, that is hashed immediately; a larger one is
  ///     hashed later in the background.
  public init(
    _ origin: FileOrigin?, path: String, reading: ReadOptions, loader: String?,
    sectionColumn: String?, quickSize: Int = 8 << 20
  ) {
    self.reading = reading
    self.loader = loader
    self.sectionColumn = sectionColumn
    // For a database, only a state from before it was read is valid.
    let isDatabase = origin.map { !$0.isHashedAnywhere } ?? false
    stamp = origin?.stamp ?? (isDatabase ? nil : FileStamp(path: FileOrigin.file(of: path)))
    hash = origin?.contentHash
    if hash == nil, let stamp, stamp.size <= quickSize { hash = origin?.fingerprint }
  }
}

extension FileOrigin {
  /// Whether unchanged records are those of a file that was read, so that reading it again returns
  /// them.
  public var keepsRecords: Bool { hasRecords && filed == nil }

  /// Whether the source is written as it was read; false for a file that was written anew, such as one of
  /// another format.
  public var keepsDialect: Bool { hasRecords && !isContainer }

  /// The loader that reads the source as it is written; nil: its name tells.
  public var ownLoader: String? {
    TableFormats.forPath(path ?? "")?.readName == formatName ? nil : formatName
  }

  /// Whether what was read is written again as it stands.
  var hasRecords: Bool { !(layout is ExportLayout) && !(layout is ScriptLayout) }

  /// The delimiter of the source, which its bytes may not show, as with one column; nil: it has none.
  public var delimiter: UInt8? { layout.delimiter }

  /// The hash of the file's bytes when it was last read or saved; for a database, of its cells.
  ///
  /// - Complexity: O(bytes) unless it is cached.
  package var fingerprint: UInt64? {
    if let contentHash { return contentHash }
    return hasRecords ? layout.contentHash : nil
  }

  /// Whether the hash can be computed on any thread; edited cells belong to the editor's thread.
  var isHashedAnywhere: Bool { !(layout is any SelfSavingLayout) }
}

extension JournalBase {
  /// Whether a source that was read again is unchanged.
  ///
  /// - Parameters:
  ///   - origin: the origin of the table just read.
  ///   - later: the hash that was computed after the journal had begun.
  func isSame(as origin: FileOrigin, path: String, later: UInt64?) -> Bool {
    if let known = hash ?? later, let now = origin.fingerprint {
      if known == now { return true }
      // A database may change values that are written to it.
      guard !origin.isHashedAnywhere else { return false }
    }
    let file = FileOrigin.file(of: path)
    guard let stamp, (origin.stamp ?? FileStamp(path: file)) == stamp else { return false }
    return origin.isHashedAnywhere || (FileStamp(path: file + "-wal")?.size ?? 0) == 0
  }
}

extension JournalBase {
  /// The encoded content of its record.
  var bytes: [UInt8] {
    var writer = RecordWriter()
    writer.list(reading.key) { $0.text($1) }
    writer.list(reading.nulls) { $0.text($1) }
    writer.optional(reading.loader)
    for byte in [
      reading.delimiter, reading.quote.map(Self.character), reading.escape,
      reading.comment.flatMap(ReadOptions.character),
    ] {
      writer.flag(byte != nil)
      writer.count(Int(byte ?? 0))
    }
    writer.flag(reading.hasHeader)
    writer.flag(reading.readsAllTables)
    writer.optional(reading.encoding)
    writer.flag(reading.isLenient)
    writer.optional(loader)
    writer.optional(sectionColumn)
    writer.flag(stamp != nil)
    if let stamp {
      writer.number(UInt64(stamp.device))
      writer.number(UInt64(stamp.inode))
      writer.count(stamp.size)
      writer.signed(Int64(stamp.seconds))
      writer.count(stamp.nanoseconds)
    }
    writer.flag(hash != nil)
    writer.number(hash ?? 0)
    writer.signed(Int64(stamp?.changeSeconds ?? 0))
    writer.count(stamp?.changeNanoseconds ?? 0)
    // At the end, so that journals without it can be read.
    writer.optional(reading.comment)
    writer.signed(Int64(reading.skippedLines ?? -1))
    writer.count(reading.headerLines)
    writer.flag(reading.cutsRows)
    return writer.bytes
  }

  /// Returns the quote as a byte; 0 for none, because a quote cannot be NUL.
  private static func character(_ quote: ReadOptions.Quote) -> UInt8 {
    switch quote {
    case .byte(let byte): byte
    case .none: 0
    }
  }

  init(_ reader: inout RecordReader) throws(RecordError) {
    reading = ReadOptions()
    reading.key = try reader.texts()
    reading.nulls = try reader.texts()
    reading.loader = try reader.optional()
    let character = { (reader: inout RecordReader) throws(RecordError) -> UInt8? in
      let isThere = try reader.flag()
      let byte = UInt8(try reader.count(below: 255))
      return isThere ? byte : nil
    }
    reading.delimiter = try character(&reader)
    reading.quote = try character(&reader).map { $0 == 0 ? .none : .byte($0) }
    reading.escape = try character(&reader)
    let comment = try character(&reader)
    reading.hasHeader = try reader.flag()
    reading.readsAllTables = try reader.flag()
    reading.encoding = try reader.optional()
    reading.isLenient = try reader.flag()
    loader = try reader.optional()
    sectionColumn = try reader.optional()
    var state: [Int]?
    if try reader.flag() {
      let file = [Int(try reader.number()), Int(try reader.number())]
      let size = try reader.count(below: .max)
      state = file + [size, Int(try reader.signed()), try reader.count()]
    }
    let hasHash = try reader.flag()
    let value = try reader.number()
    hash = hasHash ? value : nil
    let change = [Int(try reader.signed()), try reader.count()]
    if reader.isAtEnd {
      // Written when a comment was one character, and lenient reading cut rows.
      reading.comment = comment.map { String(UnicodeScalar($0)) }
      reading.cutsRows = reading.isLenient
    } else {
      reading.comment = try reader.optional()
      let skipped = Int(try reader.signed())
      reading.skippedLines = skipped < 0 ? nil : skipped
      reading.headerLines = max(1, try reader.count())
      reading.cutsRows = try reader.flag()
    }
    stamp = state.map {
      FileStamp(
        device: UInt($0[0]), inode: UInt($0[1]), size: $0[2], seconds: $0[3], nanoseconds: $0[4],
        changeSeconds: change[0], changeNanoseconds: change[1])
    }
  }
}
