import LibC
import Memory
import TableKit

/// A journal read from disk: the unsaved work of a session that did not end normally.
public struct Journal: Sendable {
  /// The file.
  public let path: String
  /// The resolved path of the source.
  public let source: String
  /// The process that wrote it.
  public let process: Int
  /// How the source was read, and its state.
  public let base: JournalBase
  /// The records for `EditorReplay`.
  public private(set) var records: [[UInt8]] = []
  /// Whether the last record is incomplete, and was left out.
  public private(set) var isTorn = false
  /// The number of the first damaged record, from 1; it and all later ones were left out.
  public private(set) var damagedRecord: Int?
  /// Whether the header, which names the source, is damaged; the records need not be.
  public let isHeaderDamaged: Bool
  /// The time of the last record, in seconds since 1970.
  public private(set) var time = 0
  /// The titles and changes of the steps.
  public private(set) var summaries: [RecordSummary] = []

  /// The hash of the content about to be saved when the journal ended; of a server's table, the
  /// number of the transaction.
  public private(set) var savingHash: UInt64?
  /// What a server was to give new rows, if a save of them may have been done before the last
  /// records.
  public private(set) var given: GivenKeys?
  /// The hash of the source, computed after the journal had begun.
  private(set) var laterHash: UInt64?
  /// The offset after the last complete record.
  private(set) var end = 0

  /// The kinds of records.
  enum Tag: UInt8 {
    case editor = 2, saving, fingerprint
    /// The first record.
    case base
    case given
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
        if case .otherVersion(let found) = error { throw .otherVersion(path, found: found) }
        throw .damaged(path, record: index + 1)
      }
    }
    if let damage, !isPartial { throw .damaged(path, record: damage) }
  }

  /// Returns the records, the offset after the last complete one, and the first damaged one.
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
    case .base: throw .malformed
    case .editor:
      time = try reader.count(below: .max)
      let record = reader.rest
      summaries.append(try RecordSummary(of: record))
      records.append(record)
      savingHash = nil
    case .saving: savingHash = try reader.number()
    case .given: given = try GivenKeys(&reader)
    case .fingerprint: laterHash = try reader.number()
    }
  }

  /// Whether a record describes the source, as the first one does.
  static func isBase(_ content: ArraySlice<UInt8>) -> Bool {
    content.first == Tag.base.rawValue
  }

  private static func bytes(of path: String, _ progress: Progress) throws(JournalError) -> [UInt8] {
    do throws(SourceError) {
      let (buffer, _) = try InputFile.read(path: path, isRegular: true, progress: progress)
      try allocating(try MemoryWatch.demand(buffer.count))
      return buffer.withBytes { Array($0) }
    } catch {
      if case .cancelled = error { throw .cancelled }
      if case .cannotRead(_, let reason) = error { throw .cannotRead(path, reason: reason) }
      throw .cannotRead(path, reason: error.message)
    }
  }
}

extension Journal {
  /// Whether there are unsaved changes; all of them may have been undone.
  public var hasChanges: Bool { summaries.last { $0.differs != nil }?.differs ?? false }

  /// Whether there are changes that were neither saved nor copied to another file.
  public var hasUnsavedChanges: Bool {
    hasChanges && !(summaries.last { $0.isCopy || $0.differs != nil }?.isCopy ?? false)
  }

  /// Whether a part cannot be read; an incomplete last record does not count.
  public var isDamaged: Bool { isHeaderDamaged || damagedRecord != nil }

  /// The number of steps since the saved state, of saved ones that were undone, and of writes of
  /// others.
  public var changeCount: Int {
    let (saved, own) = stepCounts
    let count = saved + own + writeCount
    return hasChanges ? max(1, count) : count
  }

  /// How many steps it is from the saved state to the last one; negative: they were undone.
  public var stepOffset: Int { summaries.reduce(0) { $0 + $1.change } }

  /// The number of saved steps that are undone, and of those that were done since.
  private var stepCounts: (saved: Int, own: Int) {
    // Of the history that it begins with, so many steps are saved.
    var ahead = 0
    var (saved, own) = (0, 0)
    for summary in summaries {
      let change = summary.change
      if summary.isStep, change < 0 {
        let undone = min(own, -change)
        own -= undone
        saved += -change - undone
      } else if summary.isRedo, own == 0, saved > 0 {
        saved -= 1
      } else if change < 0 {
        ahead = -change
      } else {
        let known = min(ahead, change)
        ahead -= known
        own += change - known
      }
    }
    return (saved + ahead, own)
  }

  /// The number of writes of others among the changes, which are no steps.
  public var writeCount: Int { summaries.count(where: \.isWrite) }

  /// Whether the file already has the work: saving was nearly complete when the journal ended.
  ///
  /// - Complexity: O(bytes of the source) if saving had begun.
  public func isSaved(in origin: FileOrigin?) -> Bool {
    guard let savingHash else { return false }
    return origin?.fingerprint == savingHash
  }

  /// Whether a source that was just read is the one that the work was done on.
  public func fits(_ origin: FileOrigin?) -> Bool {
    guard let origin else { return false }
    return base.isSame(as: origin, path: source, later: laterHash)
  }

  /// Whether it begins with the source just as it is read, with its key and sections.
  public var isAsLoaded: Bool { summaries.first?.isAsLoaded ?? false }

  /// The number of records of steps that were saved, but can still be undone.
  public var savedCount: Int {
    var position = 0
    for (number, summary) in summaries.enumerated() {
      position += summary.change
      if position == 0, summary.differs == false { return number + 1 }
    }
    return 0
  }

  /// Whether its records contain the whole table, so that the source is not needed.
  public var isWhole: Bool { summaries.first?.isWhole ?? false }

  /// Whether its changes are told by key, to be made on the source as it is now.
  public var isKeyed: Bool { summaries.first?.isKeyed ?? false }

  /// The path of the copy of the former source; nil if there is none. Its hash tells whether it has
  /// the right content: see `fits`.
  public var formerPath: String? {
    guard let stamp = base.stamp else { return nil }
    let copy = FormerSource.path(of: source, beside: path, stamp: stamp)
    guard access(copy, R_OK) == 0 else { return nil }
    return copy + source.dropFirst(FileOrigin.file(of: source).count)
  }

  /// The local time of the last record: `2026-11-21 16:02`.
  public var timeText: String {
    var clock = time_t(time)
    var parts = tm()
    localtime_r(&clock, &parts)
    return parts.text(between: " ")
  }
}
