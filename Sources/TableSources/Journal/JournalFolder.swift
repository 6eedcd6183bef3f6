import LibC
import TableKit
import Wording

/// The folder of journals, with one or more for each source that has unsaved work.
public struct JournalFolder: Hashable, Sendable {
  /// The path of the folder.
  public let path: String

  /// Creates a description of a folder; creates nothing on disk.
  public init(path: String) { self.path = path }

  /// Creates the folder in `$XDG_STATE_HOME`, else in `~/.local/state`; nil if neither is known.
  public init?(environment: (String) -> String?) {
    guard let state = UserFolder.state.path(environment) else { return nil }
    path = "\(state)/tablesh/journal"
  }

  /// A folder in which no journal can be kept, which is reported with the first change.
  public static let nowhere = JournalFolder(path: "")

  /// Returns a path without symbolic links and dots; nil if there is no file. The part after the
  /// `#` of a database stays.
  public static func resolved(_ path: String) -> String? {
    if let resolved = realPath(path) { return resolved }
    let file = FileOrigin.file(of: path)
    guard file != path, let known = Self.resolved(file) else { return nil }
    return known + path.dropFirst(file.count)
  }

  /// An existing journal.
  public struct Entry: Hashable, Sendable {
    /// The file.
    public let path: String
    /// The process that is writing it; nil if none is.
    public let process: Int?
    /// The time of the last write: seconds and nanoseconds.
    public let time: [Int]

    /// Whether it is newer than another.
    fileprivate func isBefore(_ other: Entry) -> Bool {
      time != other.time ? other.time.lexicographicallyPrecedes(time) : path < other.path
    }
  }

  /// The suffix of a journal with unreadable parts, after the rest was recovered. It is never
  /// offered again, and never deleted.
  static let damagedSuffix = ".damaged"

  /// Returns the journals of a source, the newest first, except those of this process.
  ///
  /// - Parameter source: a resolved path.
  public func entries(of source: String) -> [Entry] {
    let prefix = Self.prefix(of: source)
    var entries: [Entry] = []
    let names = names
    let known = Set(names)
    for name in names {
      if name.hasPrefix(JournalFile.temporaryPrefix) { removeLeftOver("\(path)/\(name)") }
      guard name.hasPrefix(prefix) else { continue }
      if name.hasSuffix(".journal") {
        if let entry = Self.entry("\(path)/\(name)", of: source) { entries.append(entry) }
      } else if let journal = FormerSource.journal(ofCopy: name), !known.contains(journal),
        !known.contains(journal + Self.damagedSuffix)
      {
        removeLeftOver("\(path)/\(name)")
      }
    }
    return entries.sorted { $0.isBefore($1) }
  }

  /// Returns the journals of all other sources that no process is writing, the newest first.
  ///
  /// - Parameter source: a resolved path; nil: the journals of all sources.
  public func abandoned(besides source: String?) -> [Entry] {
    let own = source.map(Self.prefix(of:))
    let others = names.filter { name in
      name.hasSuffix(".journal") && !(own.map(name.hasPrefix) ?? false)
    }
    return others.compactMap { Self.entry("\(path)/\($0)", of: nil) }
      .filter { $0.process == nil }.sorted { $0.isBefore($1) }
  }

  /// The names of the files in the folder.
  private var names: [String] { FileName.names(in: path) }

  /// Returns the journals of a source that were set aside, because parts could not be read when the
  /// rest was recovered.
  ///
  /// - Parameter source: a resolved path.
  public func setAside(of source: String) -> [String] {
    let prefix = Self.prefix(of: source)
    return names.filter { $0.hasPrefix(prefix) && $0.contains(".journal" + Self.damagedSuffix) }
      .map { "\(path)/\($0)" }.sorted()
  }

  /// Deletes an incomplete journal of a process that was killed.
  private func removeLeftOver(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, time(nil) - status.st_mtim.tv_sec > 60 else { return }
    unlink(path)
  }

  /// - Parameter source: the source that it is to be of; nil: any.
  private static func entry(_ path: String, of source: String?) -> Entry? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      // One that cannot be read, such as another user's, is listed anyway.
      return errno == ENOENT ? nil : Entry(path: path, process: nil, time: [])
    }
    defer { release(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    let time = [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
    // Two sources may share a hash; a header that names a source with another hash is damaged.
    if let source, let header = JournalHeader(descriptor: descriptor), header.source != source,
      prefix(of: header.source) == prefix(of: source)
    {
      return nil
    }
    guard flock(descriptor, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else {
      return Entry(path: path, process: nil, time: time)
    }
    let process = JournalHeader.process(descriptor: descriptor)
    return process == Int(getpid()) ? nil : Entry(path: path, process: process, time: time)
  }

  /// Creates a journal for a source; this process locks it while it is open.
  ///
  /// - Throws: `unusable` if the folder cannot be created or written to, `cannotWrite`.
  public func make(
    source: String, base: JournalBase, records: [EditorRecord], origin: FileOrigin?
  ) throws(JournalError) -> JournalFile {
    try makeFolders()
    for number in 1...9999 {
      let name = "\(path)/\(Self.prefix(of: source))\(number).journal"
      if access(name, F_OK) == 0 { continue }
      let made = try JournalFile.make(
        name, replaces: false, source: source, base: base, records: records, origin: origin)
      if let made { return made }
    }
    throw .cannotWrite(path, reason: "there are too many journals of one source")
  }

  /// Begins a new journal that replaces another one of this process.
  public func replace(
    _ file: JournalFile, source: String, base: JournalBase, records: [EditorRecord],
    origin: FileOrigin?
  ) throws(JournalError) -> JournalFile {
    guard
      let made = try JournalFile.make(
        file.path, replaces: true, source: source, base: base, records: records, origin: origin)
    else { throw .cannotWrite(file.path, reason: SystemReason.text(EEXIST)) }
    file.retire()
    return made
  }

  /// Claims an abandoned journal: this process locks it from then on.
  ///
  /// - Returns: a claim with which to continue it after the replay.
  /// - Throws: `inUse` if another process was faster.
  public func claim(_ path: String) throws(JournalError) -> JournalClaim {
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .cannotRead(path, reason: SystemReason.text(errno)) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      defer { close(descriptor) }
      throw .inUse(process: JournalHeader.process(descriptor: descriptor))
    }
    return JournalClaim(path: path, descriptor: descriptor)
  }

  /// Deletes abandoned journals and the copies of their sources.
  ///
  /// - Throws: `inUse`, `cannotRead`, `cannotWrite`; journals before the one that fails are gone.
  /// - Complexity: O(files of the folder + journals).
  public func remove(_ journals: [String]) throws(JournalError) {
    var copies: [String: [String]] = [:]
    for name in names {
      if let journal = FormerSource.journal(ofCopy: name) {
        copies[journal, default: []].append("\(path)/\(name)")
      }
    }
    for journal in journals {
      try claim(journal).remove(copies: copies[FileName.last(journal)] ?? [])
    }
  }

  /// Unlocks and closes a journal. Closing alone does not unlock it while another process has a
  /// duplicate, as a process that is being started has for a moment.
  fileprivate static func release(_ descriptor: Int32) {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// The time of the last addition or deletion; it changes whenever another session begins or ends
  /// a journal.
  public var stamp: [Int] {
    FileStamp(path: path).map { [$0.seconds, $0.nanoseconds] } ?? []
  }

  /// Returns how the paths of the files that are kept of a source begin.
  func start(of source: String) -> String { "\(path)/\(Self.prefix(of: source))" }

  /// Creates an empty file, which is deleted later if the program is killed.
  func temporaryFile() throws(JournalError) -> (path: String, descriptor: Int32) {
    try makeFolders()
    let temporary = "\(path)/\(JournalFile.temporaryPrefix)\(UInt64.random(in: .min ... .max))"
    let descriptor = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unusable(path, reason: SystemReason.text(errno)) }
    return (temporary, descriptor)
  }

  /// Creates an empty file without a name, which is gone when it is closed.
  func scratchFile() throws(JournalError) -> Int32 {
    let (temporary, descriptor) = try temporaryFile()
    unlink(temporary)
    return descriptor
  }

  /// Syncs the names of the files; returns the `errno`, 0 for none.
  func sync() -> Int32 {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    // File systems that cannot sync a folder say EINVAL.
    return fsync(descriptor) == 0 || errno == EINVAL ? 0 : errno
  }

  private static func prefix(of source: String) -> String {
    let hash = Array(source.utf8).withUnsafeBytes(ContentHash.of)
    return String(hash, radix: 16).zeroPadded(to: 16) + "-"
  }

  private func makeFolders() throws(JournalError) {
    if self == .nowhere {
      throw .unusable("$XDG_STATE_HOME", reason: "neither it nor HOME names a folder")
    }
    if access(path, W_OK | X_OK) == 0 { return }
    if let number = LibC.makeFolders(of: path + "/")?.number {
      let reason = SystemReason.text(number)
      throw SystemReason.isFull(number)
        ? .cannotWrite(path, reason: reason) : .unusable(path, reason: reason)
    }
    guard access(path, W_OK | X_OK) == 0 else {
      throw .unusable(path, reason: SystemReason.text(errno))
    }
  }
}

/// The claim to an abandoned journal. A class because it owns the lock.
public final class JournalClaim {
  private let path: String
  private var descriptor: Int32

  init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { if descriptor >= 0 { JournalFolder.release(descriptor) } }

  /// Continues the journal after its last complete record.
  public func resume(_ journal: Journal) throws(JournalError) -> JournalFile {
    let file = try JournalFile.resume(journal, descriptor: descriptor)
    descriptor = -1
    return file
  }

  /// Renames the journal so that it is kept but not offered again, because parts of it could not be
  /// read.
  ///
  /// - Returns: its new path.
  public func setAside() throws(JournalError) -> String {
    var name = path + JournalFolder.damagedSuffix
    var number = 1
    // Journals that were set aside before are kept, too.
    while link(path, name) != 0 {
      guard errno == EEXIST, number < 10_000 else {
        throw .cannotWrite(path, reason: SystemReason.text(errno))
      }
      number += 1
      name = "\(path)\(JournalFolder.damagedSuffix).\(number)"
    }
    guard unlink(path) == 0 else { throw .cannotWrite(path, reason: SystemReason.text(errno)) }
    return name
  }

  /// Deletes the journal and the copy of its source.
  ///
  /// - Throws: `cannotWrite`, which names what is left over.
  public func remove() throws(JournalError) {
    try remove(copies: FormerSource.copies(beside: path))
  }

  fileprivate func remove(copies: [String]) throws(JournalError) {
    for file in copies + [path] where unlink(file) != 0 {
      if errno == ENOENT, file != path { continue }
      throw .cannotWrite(file, reason: SystemReason.text(errno))
    }
  }
}
