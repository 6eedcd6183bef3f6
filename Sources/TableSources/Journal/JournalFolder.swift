import Glibc
import TableKit

/// The folder in which journals are kept, one or more for each source that has unsaved work.
public struct JournalFolder: Hashable, Sendable {
  /// Where it is.
  public let path: String

  /// Creates a folder; nothing is made on disk.
  public init(path: String) { self.path = path }

  /// The folder in `$XDG_STATE_HOME`, else in `~/.local/state`; nil if neither is known.
  public init?(environment: (String) -> String?) {
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
      path = "\(state)/tablesh/journal"
    } else if let home = environment("HOME"), home.hasPrefix("/") {
      path = "\(home)/.local/state/tablesh/journal"
    } else {
      return nil
    }
  }

  /// Where none can be kept, which is said with the first change.
  public static let nowhere = JournalFolder(path: "")

  /// A path without symbolic links and dots; nil where there is no file. What stands behind the `#`
  /// of a database stays.
  public static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else {
      let file = FileOrigin.file(of: path)
      guard file != path, let known = Self.resolved(file) else { return nil }
      return known + path.dropFirst(file.count)
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// A journal that is there.
  public struct Entry: Hashable, Sendable {
    /// The file.
    public let path: String
    /// The process that is writing it; nil when it was left behind.
    public let process: Int?
    /// When it was written last: seconds and nanoseconds.
    public let time: [Int]
  }

  /// What is put behind the name of a journal of which something could not be read, once the rest
  /// was recovered. It is never offered again, and never deleted.
  static let damagedSuffix = ".damaged"

  /// The journals of a source, the newest first, those of this process left out.
  ///
  /// - Parameter source: a resolved path.
  public func entries(of source: String) -> [Entry] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    let prefix = Self.prefix(of: source)
    var entries: [Entry] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix(JournalFile.temporaryPrefix) { removeLeftOver("\(path)/\(name)") }
      if name.hasPrefix(prefix), let journal = FormerSource.journal(ofCopy: "\(path)/\(name)"),
        access(journal, F_OK) != 0, access(journal + Self.damagedSuffix, F_OK) != 0
      {
        removeLeftOver("\(path)/\(name)")
      }
      guard name.hasPrefix(prefix), name.hasSuffix(".journal") else { continue }
      if let entry = Self.entry("\(path)/\(name)", of: source) { entries.append(entry) }
    }
    return entries.sorted { a, b in
      a.time != b.time ? b.time.lexicographicallyPrecedes(a.time) : a.path < b.path
    }
  }

  /// The journals of a source of which something could not be read, and which were set aside when the
  /// rest was recovered.
  ///
  /// - Parameter source: a resolved path.
  public func setAside(of source: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var found: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix(Self.prefix(of: source)), name.contains(".journal" + Self.damagedSuffix) {
        found.append("\(path)/\(name)")
      }
    }
    return found.sorted()
  }

  /// Deletes what a process that was killed had not finished making.
  private func removeLeftOver(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, time(nil) - status.st_mtim.tv_sec > 60 else { return }
    unlink(path)
  }

  private static func entry(_ path: String, of source: String) -> Entry? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      // One that cannot be read, such as another user's, is told all the same.
      return errno == ENOENT ? nil : Entry(path: path, process: nil, time: [])
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    let time = [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
    // Two sources may share a hash; a header that names one of another hash is damaged.
    if let header = JournalHeader(descriptor: descriptor), header.source != source,
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

  /// Makes a journal for a source, which is locked by this process while it is open.
  ///
  /// - Throws: `unusable` when the folder cannot be made or written to, `cannotWrite`.
  public func make(
    source: String, base: JournalBase, records: [[UInt8]], origin: FileOrigin?
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

  /// Begins a journal anew, in the place of another one that is written by this process.
  public func replace(
    _ file: JournalFile, source: String, base: JournalBase, records: [[UInt8]],
    origin: FileOrigin?
  ) throws(JournalError) -> JournalFile {
    guard
      let made = try JournalFile.make(
        file.path, replaces: true, source: source, base: base, records: records, origin: origin)
    else { throw .cannotWrite(file.path, reason: SystemReason.text(EEXIST)) }
    file.retire()
    return made
  }

  /// Takes a journal over that was left behind: it is locked by this process from then on.
  ///
  /// - Returns: how to go on with it, once it was followed.
  /// - Throws: `inUse` when somebody was faster.
  public func claim(_ path: String) throws(JournalError) -> JournalClaim {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotRead(path, reason: SystemReason.text(errno)) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      defer { close(descriptor) }
      throw .inUse(process: JournalHeader.process(descriptor: descriptor))
    }
    return JournalClaim(path: path, descriptor: descriptor)
  }

  /// When something was last added or deleted; it changes whenever another session begins or ends
  /// a journal.
  public var stamp: [Int] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    return [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
  }

  private static func prefix(of source: String) -> String {
    let hash = Array(source.utf8).withUnsafeBytes(ContentHash.of)
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits + "-"
  }

  private func makeFolders() throws(JournalError) {
    if self == .nowhere {
      throw .unusable("$XDG_STATE_HOME", reason: "neither it nor HOME names a folder")
    }
    if access(path, W_OK | X_OK) == 0 { return }
    var parent = ""
    for part in path.split(separator: "/") {
      parent += "/" + part
      guard mkdir(parent, 0o700) != 0, errno != EEXIST else { continue }
      let number = errno
      // One that is there need not be writable.
      if access(parent, F_OK) == 0 { continue }
      if SystemReason.isFull(number) {
        throw .cannotWrite(path, reason: SystemReason.text(number))
      }
      throw .unusable(path, reason: SystemReason.text(number))
    }
    guard access(path, W_OK | X_OK) == 0 else {
      throw .unusable(path, reason: SystemReason.text(errno))
    }
  }
}

/// A journal that was left behind and is this process's now. A class because it owns the lock.
public final class JournalClaim {
  private let path: String
  private var descriptor: Int32

  init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Goes on with the journal, behind its last whole record.
  public func goOn(_ journal: Journal) throws(JournalError) -> JournalFile {
    let file = try JournalFile.goOn(journal, descriptor: descriptor)
    descriptor = -1
    return file
  }

  /// Gives it another name, under which it stays and is not offered: something of it could not be
  /// read.
  ///
  /// - Returns: where it is.
  public func setAside() throws(JournalError) -> String {
    var name = path + JournalFolder.damagedSuffix
    var number = 1
    // Those that were set aside before stay, too.
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

  /// Deletes it, and the copy of its source.
  public func remove() throws(JournalError) {
    if let source = JournalHeader(descriptor: descriptor)?.source {
      unlink(FormerSource.path(of: source, beside: path))
    }
    guard unlink(path) == 0 else { throw .cannotWrite(path, reason: SystemReason.text(errno)) }
  }
}
