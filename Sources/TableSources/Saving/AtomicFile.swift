import Glibc

/// Replaces a file as a whole: writes beside it, syncs, renames, syncs the folder.
///
/// Whatever happens at any moment, the file is the old one or the new one. Mode, owner and extended
/// attributes are kept; of a symbolic link the file that it points to is replaced.
struct AtomicFile {
  let path: String
  /// By which path it is reached, as `FilePlace` says.
  var place: String?
  let backupSuffix: String?
  /// Whether a file that is read-only is replaced all the same.
  var replacesReadOnly = false
  /// Polled while a pipe waits for who reads it.
  var isCancelled: () -> Bool = { false }

  /// What came of it.
  struct Written {
    var stamp: FileStamp
    var byteCount: Int
    var notes: [SourceNote]
  }

  /// Writes what `content` hands to the sink.
  ///
  /// - Parameters:
  ///   - content: writes the bytes.
  ///   - beforeReplacing: the last check, made when all is written and before the old file goes.
  func write(
    _ content: (@escaping ByteSink) throws(SourceError) -> Void,
    beforeReplacing: () throws(SourceError) -> Void
  ) throws(SourceError) -> Written {
    let target = try resolved()
    let old = FilePlace.status(target, isPlace: place != nil)
    if let old, old.st_mode & S_IFMT == S_IFDIR { throw failure(EISDIR) }
    if let old, old.st_mode & S_IFMT == S_IFLNK { throw failure(ELOOP) }
    if let old, old.st_mode & S_IFMT != S_IFREG { return try writeThrough(target, content) }
    if let old, !replacesReadOnly { try checkWritable(target, old) }
    let temporary = try TemporaryFile(
      beside: target, mode: old == nil ? 0o666 : 0o600, shown: path,
      folder: FileName.folder(place == nil ? target : path))
    let descriptor = temporary.descriptor
    let file = OpenFile(descriptor: descriptor, path: path)
    var isDone = false
    defer {
      // Removed while it is still held, so that nobody else takes it for stale meanwhile.
      if !isDone { unlink(temporary.path) }
      file.close()
    }
    var notes: [SourceNote] = []
    let background = BackgroundSink(file.sink)
    defer { background.close() }
    try content(background.write)
    try background.finish()
    if let old {
      if old.st_nlink > 1 {
        let text = "'\(path)' has \(old.st_nlink) names; the others keep the former content"
        notes.append(SourceNote(.warning, text))
      }
      notes += FileAttributes(of: target, status: old).apply(to: descriptor, shown: path)
    }
    guard fsync(descriptor) == 0 else { throw failure(errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
    // Some file systems tell of lost bytes on closing only; the file itself stays open and held.
    let copy = dup(descriptor)
    guard copy >= 0, close(copy) == 0 else { throw failure(errno) }
    try beforeReplacing()
    if old != nil, let backupSuffix {
      try keepBackup(of: target, suffix: backupSuffix, passing: temporary.formerPath)
    }
    guard rename(temporary.path, target) == 0 else { throw failure(errno) }
    isDone = true
    notes += syncFolder(of: target)
    return Written(stamp: FileStamp(status), byteCount: file.byteCount, notes: notes)
  }

  /// Refuses a file that is marked as one not to be written, which replacing it would pass over.
  private func checkWritable(_ target: String, _ status: stat) throws(SourceError) {
    if status.st_mode & 0o222 == 0 || (access(target, W_OK) != 0 && errno == EACCES) {
      throw .readOnly(path)
    }
  }

  /// The file itself where the path is a symbolic link, also one that points to nothing yet; the place
  /// that it has, if that is settled.
  private func resolved() throws(SourceError) -> String {
    if let place { return place }
    // What the system names as a link to a pipe is no name of a file.
    if let status = FilePlace.status(path, isPlace: false), status.st_mode & S_IFMT != S_IFREG {
      return path
    }
    var current = path
    for _ in 0..<40 {
      guard let link = FilePlace.target(ofLink: current) else { return current }
      current = link.hasPrefix("/") ? link : FileName.folder(current) + "/" + link
    }
    throw failure(ELOOP)
  }

  /// Gives the old file a second name, which stays when the first gets the new content.
  private func keepBackup(
    of target: String, suffix: String, passing: String
  ) throws(SourceError) {
    let backup = target + suffix
    if link(target, passing) == 0 {
      // Between two names of one file, rename does nothing and leaves both.
      defer { unlink(passing) }
      if rename(passing, backup) == 0 { return }
    }
    let number = errno
    let shown = place == nil ? backup : path + suffix
    throw .cannotSave(path, reason: "no backup '\(shown)': \(SystemReason.text(number))")
  }

  /// Has the new name written to the disk, without which a power cut may bring the old file back.
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
    return [SourceNote(.warning, text)]
  }

  /// Devices and pipes cannot be replaced; they are written to.
  private func writeThrough(
    _ target: String, _ content: (@escaping ByteSink) throws(SourceError) -> Void
  ) throws(SourceError) -> Written {
    let descriptor = try openThrough(target)
    let file = OpenFile(descriptor: descriptor, path: path, isCancelled: isCancelled)
    defer { file.close() }
    try content(file.sink)
    var status = stat()
    guard fstat(descriptor, &status) == 0, file.close() else { throw failure(errno) }
    return Written(stamp: FileStamp(status), byteCount: file.byteCount, notes: [])
  }

  /// Opens a device or pipe without waiting inside of the system, where ^C would not be noticed.
  private func openThrough(_ target: String) throws(SourceError) -> Int32 {
    let status = FilePlace.status(target, isPlace: place != nil)
    if let status, status.st_mode & S_IFMT == S_IFSOCK {
      throw .cannotSave(path, reason: "it is a socket")
    }
    let flags = O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    while true {
      let descriptor = open(target, place == nil ? flags : flags | O_NOFOLLOW)
      if descriptor >= 0 { return descriptor }
      // Nobody reads the pipe yet.
      guard errno == ENXIO || errno == EINTR, isPipe(target) else { throw failure(errno) }
      if isCancelled() { throw .cancelled("saving") }
      poll(nil, 0, 100)
    }
  }

  private func isPipe(_ target: String) -> Bool {
    var status = stat()
    return stat(target, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  private func failure(_ number: Int32) -> SourceError {
    OpenFile.failure(number, path: path)
  }
}
