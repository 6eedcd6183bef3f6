import LibC
import Synchronization
import TableKit

/// A journal being written: each record is passed to the system before the call returns, and a
/// background thread syncs it to the disk within a second.
///
/// A class because it owns the descriptor, whose lock shows that the process is alive.
public final class JournalFile: Sendable {
  /// The file.
  public let path: String
  private struct State {
    var descriptor: Int32
    var length: Int
    var isSynced = false
    var wasSynced = false
    /// The sync error that was not yet reported.
    var syncProblem: String?
    var hasToldSyncProblem = false
    /// Computes the hash of the source, if that is left for later.
    var fingerprint: (@Sendable () -> UInt64?)?
    /// The copy of the source, if that is left for later.
    var former: FormerSource?
  }

  /// The prefix of the name of an incomplete journal.
  static let temporaryPrefix = ".new-"

  private let state: Mutex<State>

  private init(path: String, _ state: sending State) {
    self.path = path
    self.state = Mutex(state)
  }

  deinit { retire() }

  /// Creates a journal that begins with some records, atomically: whenever the process is killed,
  /// the former journal is there with the copy of its source, or the new one with its own.
  ///
  /// - Parameters:
  ///   - path: the path of the journal.
  ///   - replaces: whether it replaces an existing journal.
  ///   - origin: the origin of the table, whose hash is computed later.
  /// - Returns: nil if one exists and `replaces` is false.
  /// - Throws: `cannotWrite`.
  static func make(
    _ path: String, replaces: Bool, source: String, base: JournalBase, records: [EditorRecord],
    origin: FileOrigin?
  ) throws(JournalError) -> JournalFile? {
    let temporary = "\(FileName.folder(path))/\(temporaryPrefix)\(UInt64.random(in: .min ... .max))"
    let descriptor = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(errno, path) }
    var start = JournalHeader(process: Int(getpid()), source: source).bytes
    start += JournalFrame.framed([Journal.Tag.base.rawValue] + base.bytes, at: start.count)
    var number = write(start, to: descriptor, at: 0)
    var end = start.count
    for record in records where number == 0 {
      let written = JournalFrame.write(prefix, record, at: end) {
        write($0, to: descriptor, at: $1)
      }
      number = written.number
      end += written.length
    }
    if number == 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0 { number = errno }
    // The replaced journal may be on the disk already, and a power failure must not lose it.
    if number == 0, replaces, fdatasync(descriptor) != 0 { number = errno }
    guard number == 0 else {
      close(descriptor)
      unlink(temporary)
      throw failure(number, path)
    }
    let former =
      origin?.keepsRecords == true
      ? FormerSource(of: source, beside: path, stamp: base.stamp) : nil
    if replaces, let former, former.isQuick { former.copy { $0() } }
    // No other process sees it before it is complete and locked.
    let isThere = replaces ? rename(temporary, path) == 0 : link(temporary, path) == 0
    let reason = errno
    if !replaces || !isThere { unlink(temporary) }
    guard isThere else {
      close(descriptor)
      if !replaces, reason == EEXIST { return nil }
      throw failure(reason, path)
    }
    var fingerprint: (@Sendable () -> UInt64?)?
    if base.hash == nil, let origin, origin.isHashedAnywhere {
      fingerprint = { origin.fingerprint }
    }
    let file = JournalFile(
      path: path, State(descriptor: descriptor, length: end, fingerprint: fingerprint))
    if replaces { FormerSource.removeAll(beside: path, except: former?.path) }
    if let former { file.keep(former, isCopied: replaces) }
    JournalSync.shared.add(file)
    return file
  }

  /// Returns `cannotWrite` for a full disk or an I/O error, else `unusable`, with which work
  /// continues.
  private static func failure(_ number: Int32, _ path: String) -> JournalError {
    let reason = SystemReason.text(number)
    return SystemReason.isFull(number) || number == EIO
      ? .cannotWrite(path, reason: reason) : .unusable(FileName.folder(path), reason: reason)
  }

  /// Continues a journal that was read; truncates an incomplete or damaged end.
  ///
  /// - Parameter descriptor: the file, open for writing and locked.
  static func resume(_ journal: Journal, descriptor: Int32) throws(JournalError) -> JournalFile {
    let process = Array(JournalHeader.digits(Int(getpid())).utf8)
    let number = write(process, to: descriptor, at: JournalHeader.processOffset)
    guard number == 0, ftruncate(descriptor, off_t(journal.end)) == 0 else {
      throw .cannotWrite(journal.path, reason: SystemReason.text(number == 0 ? errno : number))
    }
    let file = JournalFile(
      path: journal.path,
      State(descriptor: descriptor, length: journal.end, wasSynced: true))
    JournalSync.shared.add(file)
    return file
  }

  /// Appends a record of an editor.
  ///
  /// - Parameter isSynced: whether it is on the disk when the call returns.
  /// - Throws: `cannotWrite`; the journal is then unchanged.
  public func append(_ record: EditorRecord, isSynced: Bool = false) throws(JournalError) {
    try append(Self.prefix, record, isSynced: isSynced)
  }

  /// Syncs what was written since the journal was made, before it returns.
  ///
  /// - Throws: `cannotWrite`.
  public func syncNow() throws(JournalError) {
    let number = state.withLock { fdatasync($0.descriptor) == 0 ? 0 : errno }
    guard number == 0 else { throw .cannotWrite(path, reason: SystemReason.text(number)) }
    sync()
  }

  /// Records the hash of the content about to be saved, or the number of a server's transaction, to
  /// distinguish a crash right afterwards from one before.
  public func willSave(hash: UInt64) throws(JournalError) {
    var writer = RecordWriter()
    writer.number(hash)
    try append([Journal.Tag.saving.rawValue], writer.record)
    // A journal on the disk must not outlive the save there without this record.
    if state.withLock({ $0.wasSynced }) { sync() }
  }

  /// Records the keys that a server is about to give new rows.
  public func willGive(_ keys: GivenKeys) throws(JournalError) {
    try append([Journal.Tag.given.rawValue], keys.record)
  }

  /// Deletes the journal, because its content is saved or not wanted.
  public func remove() {
    state.withLock { state in
      guard state.descriptor >= 0 else { return }
      // The copy first: it must not outlive its journal.
      FormerSource.removeAll(beside: path)
      unlink(path)
      close(state.descriptor)
      state.descriptor = -1
    }
  }

  /// Closes the journal after another one has replaced it.
  func retire() {
    state.withLock { state in
      guard state.descriptor >= 0 else { return }
      close(state.descriptor)
      state.descriptor = -1
    }
  }

  /// What stands before a record of an editor.
  private static var prefix: [UInt8] {
    var writer = RecordWriter()
    writer.count(Int(time(nil)))
    return [Journal.Tag.editor.rawValue] + writer.bytes
  }

  private func append(
    _ prefix: [UInt8], _ record: EditorRecord, isSynced: Bool = false
  ) throws(JournalError) {
    let number: Int32 = state.withLock { state in
      guard state.descriptor >= 0 else { return EBADF }
      var (length, number) = JournalFrame.write(prefix, record, at: state.length) {
        Self.write($0, to: state.descriptor, at: $1)
      }
      if number == 0, isSynced, fdatasync(state.descriptor) != 0 { number = errno }
      if number != 0 {
        // Removes an incomplete record; records behind it would be lost.
        ftruncate(state.descriptor, off_t(state.length))
        return number
      }
      state.length += length
      state.isSynced = isSynced
      return 0
    }
    guard number == 0 else { throw .cannotWrite(path, reason: SystemReason.text(number)) }
    JournalSync.shared.add(self)
  }

  /// Writes bytes at an offset; returns the `errno`, 0 for none.
  private static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int) -> Int32 {
    bytes.withUnsafeBytes { writeAll($0, to: descriptor, at: offset) }
  }

  /// Syncs what is not on the disk yet; then does optional work that takes time.
  func sync() {
    let (copy, isFirst) = state.withLock { state -> (Int32, Bool) in
      guard state.descriptor >= 0, !state.isSynced else { return (-1, false) }
      defer { (state.isSynced, state.wasSynced) = (true, true) }
      return (fcntl(state.descriptor, F_DUPFD_CLOEXEC, 0), !state.wasSynced)
    }
    if copy >= 0 {
      // Outside the lock: a slow disk must not delay a command.
      if fdatasync(copy) != 0 { note(syncProblem: errno) }
      close(copy)
      if isFirst { syncFolders() }
    }
    noteFingerprint()
    copyFormer()
  }

  /// Syncs the directory entries of the journal, and of the folders that may have been created for
  /// it.
  private func syncFolders() {
    var folder = FileName.folder(path)
    for _ in 0..<4 {
      let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if descriptor >= 0 {
        // File systems that cannot sync a folder say EINVAL.
        if fsync(descriptor) != 0, errno != EINVAL { note(syncProblem: errno) }
        close(descriptor)
      }
      folder = FileName.folder(folder)
    }
  }

  private func note(syncProblem number: Int32) {
    state.withLock { if $0.syncProblem == nil { $0.syncProblem = SystemReason.text(number) } }
  }

  /// Returns the first sync error; nil if there is none, or if it was returned before: a failing
  /// disk keeps failing.
  public func takeSyncProblem() -> String? {
    state.withLock { state in
      guard let problem = state.syncProblem, !state.hasToldSyncProblem else { return nil }
      state.hasToldSyncProblem = true
      return problem
    }
  }

  /// Records the hash of the source, if that was left for later.
  private func noteFingerprint() {
    let fingerprint = state.withLock { state in
      defer { state.fingerprint = nil }
      return state.descriptor >= 0 ? state.fingerprint : nil
    }
    guard let hash = fingerprint?() else { return }
    var writer = RecordWriter()
    writer.number(hash)
    try? append([Journal.Tag.fingerprint.rawValue], writer.record)
  }
}

extension JournalFile {
  /// Keeps a copy of the source, immediately or in the background.
  ///
  /// - Parameter isCopied: whether a small one was copied before the journal was there.
  private func keep(_ former: FormerSource, isCopied: Bool) {
    if !former.isQuick {
      state.withLock { $0.former = former }
    } else if !isCopied {
      copy(former)
    }
  }

  /// Makes a large copy on a separate thread, so that syncing need not wait for it.
  private func copyFormer() {
    let former = state.withLock { state in
      defer { state.former = nil }
      return state.former
    }
    guard let former, let thread = QuietThread.start({ [self] in copy(former) }) else { return }
    pthread_detach(thread)
  }

  private func copy(_ former: FormerSource) {
    former.copy { keep in
      state.withLock { if $0.descriptor >= 0 { keep() } }
    }
  }
}
