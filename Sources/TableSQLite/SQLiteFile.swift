import LibC
import Memory
import TableKit
import TableSources
import Wording

/// A database file that is opened for each call and closed again, so that no lock outlives a call.
struct SQLiteFile {
  /// The file.
  let path: String
  /// The name for messages.
  let name: String
  /// The trusted path of the file and of SQLite's files beside it, see `FilePlace`.
  var place: String?
  /// The seconds to wait for a lock of another program, unless `progress` has its own limit.
  var patience = 2.0
  /// The parameters in the URI of the database.
  var access = DatabasePath.Access()
  /// Polled in all that SQLite does.
  let progress: Progress

  /// Reads in one transaction; the file is not written to.
  ///
  /// An incomplete write of a killed program is rolled back first, as by any program that opens the
  /// database.
  func read<Result>(_ body: (SQLiteConnection) throws -> Result) throws(SourceError) -> Result {
    close(try FilePlace.opened(path, at: place).descriptor)
    progress.begin("reading \(name)", .rows)
    defer { progress.end() }
    return try mapping(.reading) {
      if access.isImmutable { return try readOnce(isImmutable: true, body) }
      if let result = try readAtRest(body) { return result }
      do {
        return try readOnce(body)
      } catch let error as SQLiteError {
        switch error.extendedCode {
        case .readOnlyRollback, .readOnlyRecovery:
          if access.isReadOnly { throw error }
          // Opening it rolls back.
          _ = try connection(reached, isReadOnly: false)
          return try readOnce(body)
        case .cannotOpen, .readOnlyDirectory, .readOnlyCannotInitialize:
          // A read-only folder cannot take the -shm file of write-ahead mode. Without a -wal file
          // no program is writing.
          let log = try FileStamp(path: reached + "-wal", shown: name)
          guard log.map({ $0.size == 0 }) ?? true else { throw error }
          return try readOnce(isImmutable: true, body)
        default: throw error
        }
      }
    }
  }

  /// Writes in one transaction, which is rolled back if `body` throws.
  ///
  /// - Parameter isSaved: returns whether the file has what was written, called if the commit
  ///   fails: SQLite may report an error although the commit succeeded.
  /// - Returns: the result of `body`, and a problem that occurred after the commit.
  func write<Result>(
    _ body: (SQLiteConnection) throws -> Result, isSaved: (Result) throws(SourceError) -> Bool
  ) throws(SourceError) -> (result: Result, problem: SourceError?) {
    guard try FileStamp(path: reached, shown: name) != nil else {
      throw .database(
        "source-changed", "'\(shown: path)' was removed by others", "save under another name")
    }
    progress.begin("saving \(name)", .rows)
    defer { progress.end() }
    return try mapping(.saving) {
      var result: Result?
      do {
        try commit(body, taking: { result = $0 })
        guard let result else { throw SQLiteError(.abort) }
        return (result, nil)
      } catch let error as SQLiteError {
        guard let result, error.mayFollowCommit else { throw error }
        let reason = error.message
        let isThere: Bool
        do throws(SourceError) { isThere = try isSaved(result) } catch {
          throw SourceError.database(
            "cannot-save",
            "cannot tell whether '\(shown: name)' is saved: it could not be read again after \(reason)",
            "reload when it can be read: its content comes in, your other edits stay")
        }
        guard isThere else { throw error }
        let problem = SourceError.database(
          "saved-unread", "'\(shown: name)' is saved, but could not be read again: \(reason)",
          "nothing has to be saved again; reload shows what it holds now")
        return (result, problem)
      }
    }
  }

  /// Performs the transaction; the connection is closed afterwards and holds no lock.
  private func commit<Result>(
    _ body: (SQLiteConnection) throws -> Result, taking take: (Result) -> Void
  ) throws {
    let db = try connection(reached, isReadOnly: false)
    db.watch(progress)
    try db.transaction(isImmediate: true) {
      take(try body(db))
      // What is being committed is not stopped half way.
      db.watch(nil)
    }
  }

  /// Returns the state of the file that a connection has open, wherever its path now leads.
  ///
  /// - Throws: `sourceRemoved` if the file was replaced or removed.
  static func stamp(of db: SQLiteConnection, shown: String) throws(SourceError) -> FileStamp {
    guard let file = db.file, let stamp = try FileStamp(path: file, shown: shown) else {
      throw .sourceRemoved(shown)
    }
    return stamp
  }

  /// Refuses a file marked as read-only, which some users could write anyway.
  func checkProtection() throws(SourceError) {
    let status = try FilePlace.status(reached, isPlace: false, shown: name)
    if let status, status.st_mode & 0o222 == 0 {
      throw .unsaved(
        name, "read-only", "it is read-only",
        "save --force writes it anyway, if the system lets you; or save PATH")
    }
  }

  /// Copies the database page by page to a file beside it, which is replaced atomically and has no
  /// wider access than the database.
  ///
  /// - Returns: notes on attributes that the copy cannot keep.
  func copy(suffix: String) throws(SourceError) -> [SourceNote] {
    let copy = reached + suffix
    let shown = path + suffix
    do throws(SourceError) {
      let temporary = try TemporaryFile(
        beside: copy, mode: 0o600, shown: shown, folder: FileName.folder(path))
      // Files that SQLite may have beside it, including those of a copy that was killed.
      let beside = ["-journal", "-wal", "-shm"].map { temporary.path + $0 }
      for name in beside { unlink(name) }
      defer {
        for name in beside { unlink(name) }
        unlink(temporary.path)
        close(temporary.descriptor)
      }
      try mapping(.saving) {
        let target = try connection(temporary.path, isReadOnly: false)
        try connection(reached, isReadOnly: true).copy(to: target) {
          try progress.check("saving")
        }
      }
      let attributes = try FileAttributes(of: FilePlace.resolved(reached), shown: path)
      let notes = try attributes.apply(to: temporary.descriptor, shown: shown)
      guard rename(temporary.path, copy) == 0 else {
        throw OpenFile.failure(errno, path: shown)
      }
      return notes
    } catch {
      guard case .cannotSave(shown, let reason) = error else { throw error }
      throw .cannotSave(path, reason: "no backup '\(shown)': \(reason)")
    }
  }

  /// Reads a database in write-ahead mode that no program has open, without leaving an empty `-shm`
  /// and `-wal` file as SQLite would; nil if another program may have it open, or has opened it
  /// meanwhile.
  private func readAtRest<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result? {
    func stampAtRest() throws(SourceError) -> FileStamp? {
      for suffix in ["-wal", "-shm"]
      where try FileStamp(path: reached + suffix, shown: name) != nil { return nil }
      return try FileStamp(path: reached, shown: name)
    }
    guard isWriteAhead, let before = try stampAtRest() else { return nil }
    do {
      let result = try readOnce(isImmutable: true, body)
      return try stampAtRest() == before ? result : nil
    } catch let error as SQLiteError where error.code != .interrupt {
      return nil
    }
  }

  /// Whether the file is in write-ahead mode (SQLite's file format, section 1.3.3).
  private var isWriteAhead: Bool {
    let descriptor = FilePlace.open(path, at: place)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 20)
    return LibC.read(descriptor, &bytes, bytes.count) == bytes.count && bytes[18] == 2
  }

  private func readOnce<Result>(
    isImmutable: Bool = false, _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    let db = try connection(reached, isReadOnly: true, isImmutable: isImmutable)
    db.watch(progress)
    return try db.transaction(isImmediate: false) { try body(db) }
  }

  /// The path for system calls.
  private var reached: String { place ?? path }

  private func connection(
    _ file: String, isReadOnly: Bool, isImmutable: Bool = false
  ) throws -> SQLiteConnection {
    let uri = SQLiteFileSystem.uri(file, isHeld: place != nil, isImmutable: isImmutable)
    let wait = progress.lockWait
    let patience = wait.map { $0.seconds.map(Double.init) ?? .infinity } ?? patience
    return try SQLiteConnection(uri, isReadOnly: isReadOnly) { [name, progress] tries in
      let pause = 0.02
      if progress.isCancelled || Double(tries) * pause > patience { return false }
      if let wait, tries == Int(Double(Progress.LockWait.patience.components.seconds) / pause) {
        let holder = SQLiteLocks.holder(ofDatabase: file) ?? "another program"
        wait.tell("\(name) waits for a lock that \(holder) holds; ^C ends the wait")
      }
      usleep(UInt32(pause * 1e6))
      return true
    }
  }
}

extension SQLiteFile {
  /// Creates the file that a path names.
  init(_ path: DatabasePath, place: String?, progress: Progress) {
    self.init(path: path.file, name: path.typed, place: place, progress: progress)
    access = path.access
  }

  /// The operation during which an error occurred.
  enum Purpose {
    case reading
    case saving
  }

  /// Translates errors of SQLite into those of this program.
  private func mapping<Result>(
    _ purpose: Purpose, _ body: () throws -> Result
  ) throws(SourceError) -> Result {
    do { return try body() } catch { throw sourceError(error, purpose) }
  }

  /// Returns the error of this program for one that was thrown while the file was used.
  func sourceError(_ error: any Error, _ purpose: Purpose) -> SourceError {
    switch error {
    case let error as SourceError: return error
    case let error as SQLiteError: return self.error(error, purpose)
    case let error as MemoryShortage: return .outOfMemory(error)
    default:
      let reason = "SQLite gave an unexpected answer"
      return purpose == .reading
        ? .cannotRead(path, reason: reason) : .cannotSave(path, reason: reason)
    }
  }

  private func error(_ error: SQLiteError, _ purpose: Purpose) -> SourceError {
    let message = error.message
    switch error.code {
    case .notADatabase: return .noDatabase(path)
    case .corrupt:
      return .database(
        "bad-database", "the database '\(shown: path)' is damaged: \(message)",
        "`sqlite3 \(path) .recover` may show what is left of it")
    case .busy, .locked, .lockProtocol:
      if progress.isCancelled { return cancelled(purpose) }
      return .database(
        "locked", "the database '\(shown: path)' is locked by another program",
        "try again when it has finished")
    case .interrupt: return cancelled(purpose)
    case .constraint, .mismatch: return .broken(name, message)
    case .full: return .diskFull(path, reason: message)
    case .readOnly, .permission:
      return purpose == .reading
        ? .cannotRead(path, reason: SystemReason.text(EACCES))
        : .onlyRead(path, "a file that you may not write")
    default:
      return purpose == .reading
        ? .cannotRead(path, reason: message) : .cannotSave(path, reason: message)
    }
  }

  private func cancelled(_ purpose: Purpose) -> SourceError {
    .cancelled(purpose == .reading ? "reading '\(name)'" : "saving")
  }
}

extension SQLiteError {
  /// Whether a commit that failed with this error may have succeeded anyway. Errors before the
  /// commit began do not count.
  fileprivate var mayFollowCommit: Bool {
    switch code {
    case .busy, .locked, .constraint, .mismatch, .interrupt:
      false
    default: true
    }
  }
}
