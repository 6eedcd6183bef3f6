import LibC
import TableKit
import Wording

extension FileOrigin {
  /// Saves a table to its source, or a copy of it to another file.
  ///
  /// The file has either its old content or the whole table, whatever happens. A copy has the
  /// format of its extension; if that is the source's, it has the source's dialect, too.
  ///
  /// - Parameters:
  ///   - table: the table that was loaded with this origin, or one derived from it by edits.
  ///   - target: the file.
  ///   - save: what is done besides.
  /// - Throws: `sourceChanged`, `sourceRemoved`, `readOnly`, `diskFull`, `cannotSave`,
  ///   `cannotWriteValue`, `cannotEncode`, `cancelled`.
  /// - Complexity: O(bytes).
  public mutating func save(
    _ table: Table, to target: FileTarget, _ save: FileSave = FileSave()
  ) throws(SourceError) -> SaveReport {
    if target.backupSuffix == "" {
      throw .cannotSave(
        target.path, reason: "a backup needs a suffix that makes its name different")
    }
    if save.script == nil {
      if let own = layout as? any SelfSavingLayout, try isSource(target.path) {
        return try self.save(table, by: own, to: target, save)
      }
      for format in TableFormats.known {
        guard let container = format.container,
          let report = try container.add(table, to: target, adopt: save.adopts)
        else { continue }
        if save.isFirst { follow(container, table, target) }
        return report
      }
    }
    return try write(table, to: target, save)
  }

  /// Has a source that is not written as a whole save what was changed.
  private mutating func save(
    _ table: Table, by own: any SelfSavingLayout, to target: FileTarget, _ save: FileSave
  ) throws(SourceError) -> SaveReport {
    var (save, hash) = (save, UInt64?.none)
    let tell = save.willReplace
    save.willReplace = {
      hash = $0
      tell($0)
    }
    let saved = try own.save(inFile(table), to: target, stamp: target.isForced ? nil : stamp, save)
    layout = saved.layout
    filed?.table = saved.layout.base
    contentHash = hash
    stamp = FileStamp(path: Self.file(of: target.path))
    var report = saved.report
    if filed != nil { report.stored.removeAll { table.column($0.column) == nil } }
    report.fresh?.origin.stamp = stamp
    return report
  }

  /// Writes the whole file.
  private mutating func write(
    _ table: Table, to place: FileTarget, _ save: FileSave
  ) throws(SourceError) -> SaveReport {
    let (target, progress) = (place.path, place.progress)
    let writing = try self.writing(to: target, by: save.script, as: save.format)
    let isContainer = writing.format?.isContainer == true
    func cannotOverwrite(_ reason: String) -> SourceError {
      .cannotRewrite(
        target, what: "a database", reason: reason,
        hint: "\(ShellWord.path(target))#NAME makes a table in it")
    }
    try writing.format?.container?.checkReplaceable(target, at: place.place)
    if isContainer, place.inPlace != nil, FileStamp(path: place.place ?? target) != nil {
      throw cannotOverwrite("others could read it while it is overwritten")
    }
    let isSource = try isSource(target)
    let staysThere = isContainer && !save.isExport && (isSource || save.adopts)
    let written = staysThere ? table.withPlainNumbers : table
    // Before the file is touched: what looks at all cells may be stopped.
    var losses = try writing.losses(in: written, progress: progress)
    var hash = ContentHash()
    var file = AtomicFile(place)
    if target == path { file.path = Self.file(of: target) }
    if isSource, !place.isForced { file.known = known(progress) }
    // What it will be is known nearly, from what it was.
    progress.begin("saving \(target)", .bytes, total: stamp?.size)
    defer { progress.end() }
    let report: AtomicFile.Written
    do throws(SourceError) {
      report = try file.write { (sink) throws(SourceError) in
        let counted: ByteSink = { (bytes) throws(SourceError) in
          hash.update(bytes)
          try sink(bytes)
        }
        if let script = save.script {
          return try script.write(
            to: counted, file: target, compression: writing.compression, progress)
        }
        try writing.writeFile(written, to: counted, progress: progress)
      } willReplace: {
        save.willReplace(hash.value)
      }
    } catch {
      guard isContainer, case .cannotReplace(_, let reason) = error else { throw error }
      throw cannotOverwrite(reason)
    }
    if save.script == nil, let note = writing.extensionNote(unlike: save.adopts ? target : path) {
      losses.insert(note, at: 0)
    }
    var result = SaveReport(path: target, byteCount: report.byteCount, notes: losses + report.notes)
    if isSource { result.stored = try writing.layout.storedCells(of: writing.inFile(table)) }
    if save.adopts {
      self = writing
      path = target
      // The bytes that it was read from are another format's.
      if layout is ExportLayout || layout is ScriptLayout { opened = nil }
    }
    if isSource || save.adopts {
      (stamp, contentHash, reading) = (report.stamp, hash.value, .unknown)
      (layout, isRepaired, holdsConflicts) = (layout.saved(), false, false)
    }
    if save.adopts, var layout = layout as? ExportLayout {
      layout.didTell()
      self.layout = layout
    }
    if let container = writing.format?.container, staysThere {
      follow(container, table, place)
    }
    return result
  }

  /// Takes over how a database that was just made stores the table, so that from now on each save writes
  /// what was changed. Where that is not known, the next one makes the database anew.
  ///
  /// - Complexity: O(cells).
  private mutating func follow(
    _ container: any TableContainer, _ table: Table, _ target: FileTarget
  ) {
    guard let read = container.readAgain(table, from: target),
      let stored = read.table.identified(as: table)
    else { return }
    let filed = FiledTable(stored, besides: table)
    self.filed = stored.syntax == table.syntax && filed.hidden.isEmpty ? nil : filed
    layout = read.origin.layout.adopted(as: stored)
    (encoding, compression) = (read.origin.encoding, nil)
    (stamp, contentHash, reading) = (read.origin.stamp, layout.contentHash, .unknown)
    (name, path) = (target.path, target.path)
  }

  /// The origin by whose layout a path is written.
  ///
  /// - Parameter format: in which the file is written anew; nil: by what it is.
  private func writing(
    to target: String, by script: ScriptWriter?, as format: TableFormat?
  ) throws(SourceError) -> FileOrigin {
    var writing = self
    writing.name = target
    if let script {
      writing.layout = ScriptLayout(formatName: script.name)
      writing.encoding = .utf8
    } else if let format {
      writing.layout = ExportLayout(format: format, from: layout)
      writing.encoding = try format.textEncoding()
    } else if let format = TableFormats.forPath(target), format.readName != formatName,
      !hasDialect(of: target)
    {
      writing.layout = ExportLayout(format: format, from: layout)
      writing.encoding = .utf8
    } else if layout is any SelfSavingLayout || layout is ScriptLayout {
      writing.layout = ExportLayout(format: self.format ?? TableFormats.complete)
    }
    if writing.layout is ExportLayout || writing.layout is ScriptLayout { writing.filed = nil }
    if target != path { writing.compression = FileName.compression(target) }
    return writing
  }

  /// Returns the format in which a path is written in a style. What the style does not say is as in the
  /// source, if its format is that of the path.
  ///
  /// - Throws: as `TableFormat.styled`.
  public func format(
    for target: String, in style: WritingStyle
  ) throws(SourceError) -> TableFormat {
    let known = TableFormats.forPath(target)
    if let known, known.readName != formatName, !hasDialect(of: target) {
      return try known.styled(style, for: target)
    }
    var own = layout.style
    own.encoding = encoding.codec == nil ? nil : encoding.name
    let format = format ?? known ?? TableFormats.plain
    return try format.styled(style.completed(by: own), for: target)
  }

  /// The style of a file that is written anew; nil: it is written as it was read.
  public var style: WritingStyle? { (layout as? ExportLayout)?.style }

  /// Whether a copy at a path has the source's dialect.
  private func hasDialect(of target: String) -> Bool {
    target == path
      || layout.hasDialect(
        in: FileName.fileExtension(target), from: path.map(FileName.fileExtension))
  }

  /// Exports any table to a file, in a given format or that of the file's extension.
  ///
  /// - Parameters:
  ///   - table: any table.
  ///   - target: the file, which is replaced atomically.
  ///   - format: nil: by the extension, the plain one if that says nothing.
  ///   - source: where the table came from, which may know more of its cells; nil if nowhere.
  /// - Throws: as `save`.
  public static func export(
    _ table: Table, to target: FileTarget, format: TableFormat? = nil,
    from source: FileOrigin? = nil
  ) throws(SourceError) -> SaveReport {
    var origin = FileOrigin(newFile: target.path)
    let known = format ?? TableFormats.forPath(target.path) ?? TableFormats.plain
    origin.layout = ExportLayout(format: known, from: source?.layout)
    origin.encoding = try known.textEncoding()
    var save = FileSave()
    save.isExport = true
    if !known.style.isUsual { save.format = known }
    return try origin.save(table, to: target, save)
  }

  /// Writes any table in a format to a sink.
  ///
  /// - Parameter source: the origin of the table, which may know kinds of cells.
  /// - Throws: what the sink throws.
  public static func export(
    _ table: Table, as format: TableFormat, from source: FileOrigin? = nil,
    to sink: @escaping ByteSink,
    progress: Progress = .none
  ) throws(SourceError) {
    var origin = FileOrigin(newFile: nil)
    // A file with several tables names each.
    if format.isContainer { origin.name = "table" }
    origin.layout = ExportLayout(format: format, from: source?.layout)
    origin.encoding = try format.textEncoding()
    progress.begin("writing \(format.name)", .bytes)
    defer { progress.end() }
    try origin.write(table, to: sink, progress: progress)
  }

  /// Returns a note on the format of a file whose extension implies none, unless the source has it,
  /// too.
  private func extensionNote(unlike source: String?) -> SourceNote? {
    let known = FileName.fileExtension(name)
    guard !known.isEmpty, TableFormats.forPath(name) == nil,
      known != source.map(FileName.fileExtension)
    else { return nil }
    let text = "no format has the extension '.\(known)': '\(name)' is \(formatName)"
    return SourceNote.information(text)
  }

  /// Whether a path names what the table came from.
  ///
  /// - Throws: `cannotSave` if the status of a file cannot be queried.
  public func isSource(_ target: String) throws(SourceError) -> Bool {
    if target == path { return true }
    if let own = layout as? any SelfSavingLayout { return try own.isSource(target) }
    guard let stamp, let there = try FileStamp(path: target, shown: target) else { return false }
    return there.isSameFile(as: stamp)
  }

  /// Whether reading the file again gives the same table, because it has the same bytes as when it
  /// was read; false for a database, a loader's source, and a file that was saved since.
  ///
  /// - Parameter place: the trusted path of the file, see `FilePlace`.
  /// - Complexity: O(1); O(bytes) if only the bytes tell.
  public mutating func readsTheSame(at place: String? = nil, progress: Progress = .none) -> Bool {
    guard reading != .unknown, let path = path.map(Self.file), var known = known(progress),
      let now = FileStamp(path: place ?? path),
      (try? known.isSame(path, at: place, now, trustsState: reading == .stable)) == true
    else { return false }
    stamp = known.stamp
    reading = now.isRecent ? .recent : .stable
    return true
  }

  /// Whether nobody else has changed the file since it was read or saved.
  ///
  /// - Complexity: O(1); O(bytes) if only the bytes tell.
  public func isAsKnown(progress: Progress = .none) -> Bool {
    guard let path = path.map(Self.file), var known = known(progress),
      let now = FileStamp(path: path)
    else { return false }
    return (try? known.isSame(path, at: nil, now, trustsState: !now.isRecent)) == true
  }

  /// Whether the file begins with the bytes that are known, has more of them behind, and ends with a
  /// line: then rows were appended, and the last one is whole.
  ///
  /// - Complexity: O(bytes).
  public func isContinued(progress: Progress = .none) -> Bool {
    guard compression == nil, let path = path.map(Self.file), let known = known(progress),
      let now = FileStamp(path: path),
      now.size > known.stamp.size, let hash = known.hash()
    else { return false }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var (start, rest) = (ContentHash(), known.stamp.size)
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while rest > 0 {
      let count = LibC.read(descriptor, &buffer, min(rest, buffer.count))
      guard count > 0, !progress.isCancelled else { return false }
      buffer.withUnsafeBytes { start.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      rest -= count
    }
    var last: UInt8 = 0
    return start.value == hash && pread(descriptor, &last, 1, off_t(now.size - 1)) == 1
      && last == 0x0A
  }

  /// Returns a number for the state of a file, which another state hardly has; nil if it is gone.
  public static func state(ofFile path: String) -> Int? {
    FileStamp(path: file(of: path)).map { $0.hashValue }
  }

  /// What the file held when it was read or saved last; nil where that is not known.
  private func known(_ progress: Progress) -> KnownContent? {
    guard let stamp else { return nil }
    let (layout, contentHash) = (layout, contentHash)
    return KnownContent(
      stamp: stamp, hash: { contentHash ?? layout.contentHash }, progress: progress)
  }
}

/// The result of saving.
public struct SaveReport: Sendable {
  /// The path that was written.
  public var path: String
  /// The number of bytes written.
  public var byteCount: Int
  /// Notes on what could not be kept, and other notes.
  public var notes: [SourceNote]
  /// A description of what was done, in one line, if not the whole table was written.
  public var sentence: String?
  /// Cells for which the source stored other values, such as an assigned key.
  public var stored: [CellChange] = []
  /// What foreign keys and triggers did besides.
  public var effects = ForeignKeyEffects()
  /// What the source holds now, if they changed rows that were read.
  public var fresh: LoadedTable?
  /// A problem that occurred after everything was written.
  public var problem: SourceError?

  package init(
    path: String, byteCount: Int, notes: [SourceNote], sentence: String? = nil,
    stored: [CellChange] = [], effects: ForeignKeyEffects = ForeignKeyEffects(),
    fresh: LoadedTable? = nil, problem: SourceError? = nil
  ) {
    (self.path, self.byteCount, self.notes, self.sentence) = (path, byteCount, notes, sentence)
    (self.stored, self.effects, self.fresh, self.problem) = (stored, effects, fresh, problem)
  }
}

extension FileOrigin {
  /// Replaces a file atomically by text written elsewhere, such as by a printer; compressed if its
  /// name says so.
  ///
  /// - Parameters:
  ///   - target: the file.
  ///   - content: hands over the text piece by piece.
  /// - Throws: what `content` throws; `diskFull`, `cannotSave`, `cancelled`.
  public static func writeFile(
    _ target: FileTarget,
    content: ((String) throws(SourceError) -> Void) throws(SourceError) -> Void
  ) throws(SourceError) -> SaveReport {
    let progress = target.progress
    progress.begin("saving \(target.path)", .bytes)
    defer { progress.end() }
    return try AtomicFile.pack(target) { (sink) throws(SourceError) in
      let writer = ByteWriter(sink, progress: progress)
      try content { (text) throws(SourceError) in
        // No text says that it is at work.
        if text.isEmpty { try progress.pulse("saving") }
        try writer.write(text)
      }
      try writer.flush()
    }
  }

  /// Returns the extension of a path, in lower case, without the dot; for a compressed file, that
  /// of the file inside.
  public static func fileExtension(_ path: String) -> String { FileName.fileExtension(path) }
}
