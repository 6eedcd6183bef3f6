import LibC
import TableKit

/// Replaces a file atomically: writes beside it, syncs, renames, syncs the folder.
///
/// At any moment the file has either the old or the new content. Mode, owner and extended
/// attributes are kept, and no user gains access; for a symbolic link, its target is replaced.
package struct AtomicFile {
  /// The path, as messages show it.
  var path: String
  /// How it is written.
  let target: FileTarget
  /// The content that the file must have to be replaced; nil: any.
  var known: KnownContent?

  package init(_ target: FileTarget) {
    self.target = target
    path = target.path
  }

  var place: String? { target.place }
  var backupSuffix: String? { target.backupSuffix }
  var inPlace: JournalFolder? { target.inPlace }
  var progress: Progress { target.progress }

  /// The result of writing.
  package struct Written {
    var stamp: FileStamp
    package var byteCount: Int
    package var notes: [SourceNote]
  }

  /// Writes a file, compressed if its name says so.
  ///
  /// - Throws: what `content` throws; `diskFull`, `cannotSave`, `cancelled`.
  static func pack(
    _ target: FileTarget, _ content: (@escaping ByteSink) throws(SourceError) -> Void
  ) throws(SourceError) -> SaveReport {
    let path = target.path
    let written = try AtomicFile(target).write { (sink) throws(SourceError) in
      try Packer.packing(FileName.compression(path), to: sink, file: path, content)
    }
    return SaveReport(path: path, byteCount: written.byteCount, notes: written.notes)
  }

  /// Writes what `content` passes to the sink.
  ///
  /// - Parameters:
  ///   - content: writes the bytes.
  ///   - willReplace: called after everything was written and checked, before the old file is
  ///     replaced.
  package func write(
    _ content: (@escaping ByteSink) throws(SourceError) -> Void, willReplace: () -> Void = {}
  ) throws(SourceError) -> Written {
    let seen = self.target.seen
    let target = try resolved()
    var known = known
    try known?.check(path, at: place)
    let old = try FilePlace.status(target, isPlace: place != nil, shown: path)
    if let old, old.st_mode & S_IFMT == S_IFDIR { throw failure(EISDIR) }
    if let old, old.st_mode & S_IFMT == S_IFLNK { throw failure(ELOOP) }
    if let old, old.st_mode & S_IFMT != S_IFREG { return try writeThrough(target, content) }
    if seen?.isSame(old) == false { throw changed }
    if let old, !self.target.isForced { try checkWritable(target, old) }
    if let old, let inPlace {
      return try writeInPlace(
        target, FileStamp(old), keepingIn: inPlace, content, willReplace: willReplace)
    }
    let folder = FileName.folder(place == nil ? target : path)
    let temporary = try TemporaryFile(
      beside: target, mode: old == nil ? 0o666 : 0o600, shown: path, folder: folder)
    let descriptor = temporary.descriptor
    let file = OpenFile(descriptor: descriptor, path: path)
    var isWritten = false
    // Removed while it is still locked, so that no other program takes it for stale.
    defer {
      if !isWritten { unlink(temporary.path) }
      file.close()
    }
    let background = BackgroundSink(file.sink)
    defer { background.close() }
    try content(background.write)
    try background.finish()
    // Some file systems report lost bytes only on closing; the file itself stays open and locked.
    let copy = dup(descriptor)
    guard copy >= 0, close(copy) == 0 else { throw failure(errno) }

    try known?.check(path, at: place)
    var attributes = AttributeCopy(descriptor: descriptor, shown: path)
    // Access may have been revoked while syncing.
    if old != nil { try attributes.take(from: target) }
    guard fsync(descriptor) == 0 else { throw failure(errno) }
    if old != nil { try attributes.take(from: target) }
    try known?.check(path, at: place)
    willReplace()
    if old != nil, let backupSuffix {
      try keepBackup(of: target, suffix: backupSuffix, passing: temporary.formerPath)
    }
    var replacement = FileReplacement(
      written: temporary.path, stamp: try stamp(of: descriptor), target: target, shown: path,
      folder: folder)
    isWritten = true
    defer { replacement.discard() }
    if let old {
      let agreed = known ?? KnownContent(stamp: FileStamp(old), hash: { nil })
      do throws(SourceError) {
        try replacement.replace(agreed) { (former) throws(SourceError) in
          try attributes.take(from: former)
        }
      } catch {
        if known != nil { throw error }
        switch error {
        case .sourceChanged, .sourceRemoved: throw changed
        default: throw error
        }
      }
    } else {
      try replacement.replaceNothing()
    }
    // Renaming changed its status change time. Later writes by other programs are theirs.
    let now = try? stamp(of: descriptor)
    let stamp = now.flatMap { $0.isSameContent(as: replacement.stamp) ? $0 : nil }
    var notes = attributes.notes + syncFolder(of: target)
    if let old, old.st_nlink > 1 {
      let text = "'\(path)' has \(old.st_nlink) hard links; the others keep the former content"
      notes.insert(SourceNote.warning(text), at: 0)
    }
    return Written(stamp: stamp ?? replacement.stamp, byteCount: file.byteCount, notes: notes)
  }

  /// The error if another program created, changed or removed the file since the user agreed.
  var changed: SourceError {
    if target.isSource, let error = target.seen?.change(of: path, at: place) { return error }
    return .cannotSave(path, reason: "another program has just made, changed or removed it")
  }

  func stamp(of descriptor: Int32) throws(SourceError) -> FileStamp {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
    return FileStamp(status)
  }

  /// Refuses a read-only file, because renaming would replace it anyway.
  private func checkWritable(_ target: String, _ status: stat) throws(SourceError) {
    if status.st_mode & 0o222 == 0 { throw .readOnly(path) }
    guard access(target, W_OK) != 0 else { return }
    throw errno == EACCES ? .readOnly(path) : failure(errno)
  }

  /// Resolves symbolic links, including one to a file that does not exist yet; returns the trusted
  /// path if there is one.
  private func resolved() throws(SourceError) -> String {
    if let place { return place }
    // A link by which the system names a pipe is not the name of a file.
    if let status = FilePlace.status(path, isPlace: false), status.st_mode & S_IFMT != S_IFREG {
      return path
    }
    return try FilePlace.resolved(path)
  }

  /// Creates a second name for the old file, which stays when the first gets the new content.
  private func keepBackup(of target: String, suffix: String, passing: String) throws(SourceError) {
    let backup = target + suffix
    if link(target, passing) == 0 {
      // Renaming between two links to the same file does nothing and leaves both.
      defer { unlink(passing) }
      if rename(passing, backup) == 0 { return }
    }
    let number = errno
    let shown = place == nil ? backup : path + suffix
    throw .cannotSave(path, reason: "no backup '\(shown)': \(SystemReason.text(number))")
  }

  /// Syncs the folder; without this a power failure may bring the old file back.
  private func syncFolder(of target: String) -> [SourceNote] {
    let descriptor = open(FileName.folder(target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor >= 0 {
      defer { close(descriptor) }
      // File systems that cannot sync a folder say EINVAL.
      if fsync(descriptor) == 0 || errno == EINVAL { return [] }
    }
    let reason = SystemReason.text(errno)
    let text =
      "'\(path)' is saved, but its folder could not be synced (\(reason)): "
      + "a power cut may bring the former file back"
    return [.warning(text)]
  }

  /// Writes to a device or pipe, which cannot be replaced.
  private func writeThrough(
    _ target: String, _ content: (@escaping ByteSink) throws(SourceError) -> Void
  ) throws(SourceError) -> Written {
    let descriptor = try openThrough(target)
    let file = OpenFile(descriptor: descriptor, path: path, progress: progress)
    defer { file.close() }
    try content(file.sink)
    let stamp = try stamp(of: descriptor)
    guard file.close() else { throw failure(errno) }
    return Written(stamp: stamp, byteCount: file.byteCount, notes: [])
  }

  /// Opens a device or pipe without blocking, because a blocked system call would not notice ^C.
  private func openThrough(_ target: String) throws(SourceError) -> Int32 {
    let status = FilePlace.status(target, isPlace: place != nil)
    if let status, status.st_mode & S_IFMT == S_IFSOCK {
      throw .cannotSave(path, reason: "it is a socket")
    }
    let flags = O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    while true {
      let descriptor = open(target, place == nil ? flags : flags | O_NOFOLLOW)
      if descriptor >= 0 { return descriptor }
      // The pipe has no reader yet.
      guard errno == ENXIO || errno == EINTR, isPipe(target) else { throw failure(errno) }
      progress.advance(to: 0)
      try progress.check("saving")
      poll(nil, 0, 100)
    }
  }

  private func isPipe(_ target: String) -> Bool {
    var status = stat()
    return stat(target, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  func failure(_ number: Int32) -> SourceError { OpenFile.failure(number, path: path) }
}
