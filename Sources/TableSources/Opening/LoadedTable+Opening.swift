import LibC
import TableKit
import Wording

extension LoadedTable {
  /// Reads a file, or a table of a database: `crew.db#people`.
  ///
  /// - Parameters:
  ///   - path: of the file; messages and places name it as it is written here.
  ///   - place: by which path it is reached, a link at its end not followed; nil: `path`.
  ///   - options: how to read.
  ///   - progress: told how far it is, and asked whether to stop.
  /// - Throws: any `SourceError` of reading; nothing is kept of a file that cannot be read whole.
  /// - Complexity: O(bytes).
  public init(
    path: String, at place: String? = nil, options: ReadOptions = ReadOptions(),
    progress: Progress = .none
  ) throws(SourceError) {
    for format in TableFormats.known {
      guard
        let loaded = try format.container?.open(
          path, at: place, options: options, progress: progress)
      else { continue }
      self = loaded
      return
    }
    let part = DocumentPath(path, loader: options.loader)
    var options = options
    options.document = part?.number
    let source = path
    let path = part?.file ?? path
    // Without its status a file is not recognized as a database.
    if FilePlace.status(place ?? path, isPlace: place != nil) == nil, !FilePlace.meansAbsent(errno)
    {
      throw .cannotRead(path, reason: SystemReason.text(errno))
    }
    let (buffer, stamp) = try InputFile.read(
      path: path, at: place, refusesZeros: !options.isLenient, progress: progress)
    try self.init(
      buffer, name: path, path: source, stamp: stamp, options: options, progress: progress)
    // Files of the system, as in /proc, have no size and change all the time.
    if stamp.size > 0, let now = FileStamp(path: place ?? path), now != stamp {
      notes.append(.warning("'\(shown: path)' was changed by others while it was read: reload"))
    }
    notes += Self.leftNotes(beside: path, at: place)
  }

  /// Reads an open descriptor to its end, such as standard input.
  ///
  /// - Parameters:
  ///   - descriptor: 0 is standard input.
  ///   - name: what messages call it.
  ///   - options: how to read.
  ///   - progress: told how far it is, and asked whether to stop.
  /// - Throws: any `SourceError` of reading.
  public init(
    descriptor: Int32, name: String, options: ReadOptions = ReadOptions(),
    progress: Progress = .none
  ) throws(SourceError) {
    let buffer = try InputFile.read(
      descriptor: descriptor, name: name, expected: 0, progress: progress)
    try self.init(buffer, name: name, path: nil, stamp: nil, options: options, progress: progress)
  }

  /// Reads bytes that are in memory.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - name: the name for messages; its extension may determine the format.
  ///   - options: how to read it.
  /// - Throws: any `SourceError` of reading.
  public init(
    bytes: [UInt8], name: String, options: ReadOptions = ReadOptions()
  ) throws(SourceError) {
    try self.init(
      try ByteBuffer(bytes), name: name, path: nil, stamp: nil, options: options,
      progress: .none)
  }

  /// Returns notes about what other programs wrote to a file while it was being saved.
  private static func leftNotes(beside path: String, at place: String?) -> [SourceNote] {
    guard let target = try? place ?? FilePlace.resolved(path) else { return [] }
    let folder = FileName.folder(place == nil ? target : path)
    return TemporaryFile.others(beside: target).map { other in
      let kept = "\(folder)/\(FileName.last(other))"
      let text =
        "'\(shown: kept)' holds what '\(shown: path)' held during a save that was interrupted by a stop or by "
        + "others: keep what you need of it, then delete it"
      return SourceNote.warning(text)
    }
  }

  private init(
    _ raw: ByteBuffer, name: String, path: String?, stamp: FileStamp?, options: ReadOptions,
    progress: Progress = .none
  ) throws(SourceError) {
    var log = RepairLog()
    let compression = Compression(raw.bytes)
    if compression == nil, let named = FileName.compression(name), raw.count > 0 {
      let suffix = named.suffix(of: name.lowercased()) ?? ""
      throw .badPacking(
        name, named, problem: "its name says that it is compressed, but it is not",
        hint: "remove \(suffix) from its name, or read it from standard input")
    }
    let text =
      try compression?.unpack(
        raw, file: name, isLenient: options.isLenient, log: &log, progress: progress) ?? raw
    if let kind = ForeignFile(text.bytes, fileExtension: FileName.fileExtension(name), options) {
      throw .foreignFile(name, kind)
    }
    if options.loader == nil, FileName.fileExtension(name) == "json5" {
      throw .foreignFile(name, .json5)
    }
    let encoding = try Self.encoding(of: text, options: options)
    let buffer = try encoding.decode(
      text, file: name, isLenient: options.isLenient, log: &log, progress: progress)
    let fileExtension = FileName.fileExtension(name)
    let format = try TableFormats.forReading(
      buffer.bytes, fileExtension: fileExtension, options: options)
    let input = SourceInput(
      file: name, fileExtension: fileExtension, buffer: buffer, options: options,
      progress: progress)
    guard let content = try Self.read(input, as: format) else {
      throw .unknownLoader(format.name, known: TableFormats.readable.map(\.name))
    }
    // If the table has other bytes than the file, only a hash can recognize the file again.
    let isExact = encoding.codec == nil && compression == nil && !content.wasRepaired
    let isKept = content.layout != nil
    origin = FileOrigin(
      name: name, path: path, layout: content.layout ?? ExportLayout(format: format),
      encoding: encoding, compression: compression, stamp: stamp,
      contentHash: isExact && isKept ? nil : raw.withBytes(ContentHash.of),
      isRepaired: log.count > 0 || content.wasRepaired)
    if let stamp, isKept { origin.reading = stamp.isRecent ? .recent : .stable }
    table = content.table
    notes = log.notes + encoding.notes(on: text.bytes) + content.notes
    if encoding.codec != nil, log.count == 0, !content.wasRepaired, isKept {
      notes += try origin.roundTripNotes(of: table, original: text.withBytes(ContentHash.of))
    }
    try setKey(
      options: options, sourceKey: content.key, nameless: content.namelessColumn,
      progress: progress)
  }

  /// Reads a table; what git left in a text that it could not merge is refused by its lines, because
  /// it would make an unclear error, or rows that nobody wrote.
  private static func read(
    _ input: SourceInput, as format: TableFormat
  ) throws(SourceError) -> SourceContent? {
    func conflict(_ isOutside: Bool) -> SourceError? {
      guard let markers = ConflictMarkers(input.buffer.bytes, isOutsideQuotes: isOutside) else {
        return nil
      }
      return .conflictMarkers(
        SourcePlace(file: input.file, line: markers.lines[0]), lines: markers.lines)
    }
    do throws(SourceError) {
      let content = try format.read?(input)
      guard let content, input.options.loader == nil else { return content }
      // A marker is a row with one cell.
      if !content.notes.isEmpty || content.table.columns.count == 1, let error = conflict(true) {
        throw error
      }
      return content
    } catch {
      throw error.place == nil ? error : conflict(false) ?? error
    }
  }

  /// Returns the encoding in the options, else that of the byte order mark, else UTF-8.
  private static func encoding(
    of text: ByteBuffer, options: ReadOptions
  ) throws(SourceError) -> TextEncoding {
    if let name = options.encoding { return try TextEncoding(named: name, start: text.bytes) }
    return TextEncoding(marked: text.bytes) ?? .utf8
  }

  /// Determines and sets the key.
  package mutating func setKey(
    options: ReadOptions, sourceKey: [String], nameless: ColumnID? = nil,
    progress: Progress = .none
  ) throws(SourceError) {
    let wanted = options.key.isEmpty ? sourceKey : options.key
    if wanted.isEmpty {
      try inferKey(nameless, progress)
      return try refuseNotes(options)
    }
    var columns: [ColumnID] = []
    for name in wanted {
      guard let column = table.column(named: name) else {
        let known = table.columns.map(\.name)
        throw .noSuchColumn(name, nearest: Nearest.nearest(to: name, in: known).first, known: known)
      }
      if !columns.contains(column.id) { columns.append(column.id) }
    }
    if let (first, second) = try firstDuplicateKey(in: columns, progress) {
      let key = columns.map { table.cell(second, $0).text }.joined(separator: "/")
      throw .duplicateKey(
        key, columns: wanted, first: origin.place(of: first), second: origin.place(of: second))
    }
    table.setKey(columns)
    try refuseNotes(options)
  }

  /// Refuses a source with notes, in strict mode.
  private func refuseNotes(_ options: ReadOptions) throws(SourceError) {
    if options.isStrict, let note = notes.first { throw .refusedNote(note) }
  }

  private func firstDuplicateKey(
    in columns: [ColumnID], _ progress: Progress
  ) throws(SourceError) -> (first: RowID, second: RowID)? {
    do throws(EditError) {
      return try table.firstDuplicateKey(in: columns, progress: progress)
    } catch {
      throw .cancelled("reading '\(shown: origin.name)'")
    }
  }

  /// Takes the column `id` as key, else a first column without a name, if its values allow that.
  private mutating func inferKey(_ nameless: ColumnID?, _ progress: Progress) throws(SourceError) {
    guard let column = table.column(named: "id") else {
      if let nameless, identifies(nameless),
        try firstDuplicateKey(in: [nameless], progress) == nil
      {
        table.setKey([nameless])
      }
      return
    }
    let duplicate = try firstDuplicateKey(in: [column.id], progress)
    if let row = table.firstRowWithoutKey(in: column.id) {
      let text = "column 'id' has no value here, so rows are identified by their number"
      notes.append(.warning(text, at: origin.place(of: row)))
    } else if let (first, second) = duplicate {
      let text =
        "id '\(shown: table.cell(second, column.id).text)' is already used in "
        + "\(origin.place(of: first).shortDescription), so rows are identified by their number"
      notes.append(.warning(text, at: origin.place(of: second)))
    } else {
      table.setKey([column.id])
    }
  }

  /// Whether a column has a value in each row, and not only the row numbers that programs write:
  /// those are positions, which other rows get when a row is deleted.
  private func identifies(_ column: ColumnID) -> Bool {
    var reader = CellReader(table, column)
    var last: Int?
    var counts = true
    for row in table.allRows {
      let isThere = reader.withCell(row) { kind, bytes in
        if counts {
          let number = Int(String(decoding: bytes, as: UTF8.self))
          counts = number.map { last == nil || last == $0 &- 1 } ?? false
          last = number
        }
        return kind != .null
      }
      if !isThere { return false }
    }
    return !counts
  }
}
