import Glibc
import TableKit

/// A journal that was read: the unsaved work of a session that did not end in order.
public struct Journal: Sendable {
  /// The file.
  public let path: String
  /// The resolved path of the source.
  public let source: String
  /// The process that wrote it.
  public let process: Int
  /// How the source was read.
  public let base: JournalBase
  /// What `EditorReplay` follows.
  public private(set) var records: [[UInt8]] = []
  /// Whether a last record was not written whole, and is left out.
  public private(set) var isTorn = false
  /// The first record that is damaged, from 1; it and all behind it are left out.
  public private(set) var damagedRecord: Int?
  /// Whether its first lines are damaged, which say whose it is; its records need not be.
  public let isHeaderDamaged: Bool
  /// When the last record was written, in seconds since 1970.
  public private(set) var time = 0
  /// What each step is called and did.
  public private(set) var summaries: [RecordSummary] = []

  /// The hash of what was about to be saved when the journal ended.
  private(set) var savingHash: UInt64?
  /// The hash of the source, found out after the journal had begun.
  private(set) var laterHash: UInt64?
  /// Where the last whole record ends.
  private(set) var end = 0

  /// What records of a journal are about.
  enum Tag: UInt8 {
    case baseOfVersion1 = 1, editor, saving, fingerprint
    /// A tag of its own, or a program of version 1 would think that only the header is damaged.
    case base
  }

  /// Reads a journal.
  ///
  /// - Parameters:
  ///   - source: the resolved path of its source, as the name of the file tells; nil: as its first
  ///     lines say.
  ///   - isPartial: whether what stands before a damaged record is taken.
  ///   - progress: told how far it is, and asked whether to stop.
  /// - Throws: `JournalError`.
  public init(
    path: String, of source: String? = nil, isPartial: Bool = false,
    progress: Progress = .none
  ) throws(JournalError) {
    let bytes = try Self.bytes(of: path, progress)
    let start: Int
    self.path = path
    process = JournalHeader.process(in: bytes)
    if let source {
      (start, isHeaderDamaged) = try JournalHeader.read(bytes, path: path, of: source)
      self.source = source
    } else {
      let (header, end) = try JournalHeader.read(bytes, path: path)
      (start, isHeaderDamaged, self.source) = (end, false, header.source)
    }
    let (contents, end, damage) = try Self.contents(of: bytes, from: start, progress)
    self.end = end.offset
    isTorn = end.isTorn
    damagedRecord = damage
    guard let first = contents.first else { throw .damaged(path, record: 1) }
    do throws(RecordError) {
      var reader = RecordReader(Array(first.dropFirst()))
      guard Self.isBase(first) else { throw .malformed }
      base = try JournalBase(&reader)
    } catch { throw .damaged(path, record: 1) }
    for (index, content) in contents.enumerated().dropFirst() {
      do throws(RecordError) { try take(content) } catch {
        throw .damaged(path, record: index + 1)
      }
    }
    if let damage, !isPartial { throw .damaged(path, record: damage) }
  }

  /// The records, where the last whole one ends, and the first one that is damaged.
  private static func contents(
    of bytes: [UInt8], from start: Int, _ progress: Progress
  ) throws(JournalError) -> (
    contents: [ArraySlice<UInt8>], end: (offset: Int, isTorn: Bool), damage: Int?
  ) {
    var contents: [ArraySlice<UInt8>] = []
    var offset = start
    while true {
      if progress.isCancelled { throw .cancelled }
      switch JournalFrame.read(bytes, at: offset) {
      case .end: return (contents, (offset, false), nil)
      case .torn: return (contents, (offset, true), nil)
      case .damaged: return (contents, (offset, false), contents.count + 1)
      case .record(let content, let end):
        contents.append(content)
        offset = end
      }
    }
  }

  private mutating func take(_ content: ArraySlice<UInt8>) throws(RecordError) {
    guard let tag = content.first.flatMap(Tag.init) else { throw .malformed }
    var reader = RecordReader(Array(content.dropFirst()))
    switch tag {
    case .baseOfVersion1, .base: throw .malformed
    case .editor:
      time = try reader.count(below: .max)
      let record = reader.rest
      summaries.append(try RecordSummary(of: record))
      records.append(record)
      savingHash = nil
    case .saving: savingHash = try reader.number()
    case .fingerprint: laterHash = try reader.number()
    }
  }

  /// Whether a record tells of the source, as the first one does.
  static func isBase(_ content: ArraySlice<UInt8>) -> Bool {
    let tag = content.first.flatMap(Tag.init)
    return tag == .base || tag == .baseOfVersion1
  }

  private static func bytes(of path: String, _ progress: Progress) throws(JournalError) -> [UInt8] {
    do throws(SourceError) {
      let (buffer, _) = try InputFile.read(path: path, progress: progress)
      return buffer.withBytes { Array($0) }
    } catch {
      if case .cancelled = error { throw .cancelled }
      if case .cannotRead(_, let reason) = error { throw .cannotRead(path, reason: reason) }
      throw .cannotRead(path, reason: error.message)
    }
  }
}

extension Journal {
  /// Whether something is not saved; what was done may have been taken back.
  public var hasChanges: Bool { summaries.last { $0.differs != nil }?.differs ?? false }

  /// Whether something is written nowhere: what was copied to another file is.
  public var hasUnsavedChanges: Bool {
    hasChanges && !(summaries.last { $0.isCopy || $0.differs != nil }?.isCopy ?? false)
  }

  /// Whether something of it cannot be read; a last record that was not written whole is not meant.
  public var isDamaged: Bool { isHeaderDamaged || damagedRecord != nil }

  /// How many steps lead to it from what is saved.
  public var changeCount: Int {
    let count = abs(summaries.reduce(0) { $0 + $1.change })
    return hasChanges ? max(1, count) : count
  }

  /// Whether the file holds the work already: saving was all but over when the journal ended.
  ///
  /// - Complexity: O(bytes of the source), where saving had begun.
  public func isSaved(in origin: FileOrigin?) -> Bool {
    guard let savingHash else { return false }
    return origin?.fingerprint == savingHash
  }

  /// Whether a source that was just read is what the work was done on.
  public func fits(_ origin: FileOrigin?) -> Bool {
    guard let origin else { return false }
    return base.isSame(as: origin, path: source, later: laterHash)
  }

  /// Whether it begins with the source just as it is read, its key and sections included.
  public var isAsLoaded: Bool { summaries.first?.isAsLoaded ?? false }

  /// Whether it is of an older version, so that another one takes its place when it is recovered.
  public var isOutdated: Bool { summaries.first?.isOutdated ?? false }

  /// How many of its records tell of what was saved already: steps that can be taken back all the
  /// same.
  public var savedCount: Int {
    var position = 0
    for (number, summary) in summaries.enumerated() {
      position += summary.change
      if position == 0, summary.differs == false { return number + 1 }
    }
    return 0
  }

  /// Whether its records hold all of the table, so that its source need not.
  public var isWhole: Bool { summaries.first?.isWhole ?? false }

  /// The path of the copy of what the source held when the work began, as a source is named; nil
  /// where none is kept. Only its hash tells whether it holds that: see `fits`.
  public var formerPath: String? {
    let copy = FormerSource.path(of: source, beside: path)
    guard access(copy, R_OK) == 0 else { return nil }
    return copy + source.dropFirst(FileOrigin.file(of: source).count)
  }

  /// When the last record was written, in the time of this place: `2026-11-21 16:02`.
  public var timeText: String {
    var clock = time_t(time)
    var parts = tm()
    localtime_r(&clock, &parts)
    func digits(_ value: Int32, _ width: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
    return digits(parts.tm_year + 1900, 4) + "-" + digits(parts.tm_mon + 1, 2) + "-"
      + digits(parts.tm_mday, 2) + " " + digits(parts.tm_hour, 2) + ":" + digits(parts.tm_min, 2)
  }
}
