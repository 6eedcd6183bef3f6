import Glibc

/// Replaces a file as a whole: writes beside it, syncs, renames, syncs the folder.
///
/// Whatever happens at any moment, the file is the old one or the new one. Mode and owner are
/// kept; of a symbolic link the file that it points to is replaced.
struct AtomicFile {
  let path: String
  let backupSuffix: String?
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
    var old = stat()
    let exists = stat(target, &old) == 0
    if exists, old.st_mode & S_IFMT == S_IFDIR { throw failure(EISDIR) }
    if exists, old.st_mode & S_IFMT != S_IFREG { return try writeThrough(target, content) }
    let (temporary, descriptor) = try createTemporary(
      beside: target, mode: exists ? 0o600 : 0o666)
    let file = OpenFile(descriptor: descriptor, path: path)
    var isDone = false
    defer {
      file.close()
      if !isDone { unlink(temporary) }
    }
    var notes: [SourceNote] = []
    try content(file.sink)
    if exists { notes += keepOwner(descriptor, old) }
    guard fsync(descriptor) == 0 else { throw failure(errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
    guard file.close() else { throw failure(errno) }
    try beforeReplacing()
    if exists, let backupSuffix { try keepBackup(of: target, suffix: backupSuffix) }
    guard rename(temporary, target) == 0 else { throw failure(errno) }
    isDone = true
    syncFolder(of: target)
    return Written(stamp: FileStamp(status), byteCount: file.byteCount, notes: notes)
  }

  /// The file itself where the path is a symbolic link, also one that points to nothing yet.
  private func resolved() throws(SourceError) -> String {
    var current = path
    for _ in 0..<40 {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let length = buffer.withUnsafeMutableBytes { raw -> Int in
        guard let base = raw.baseAddress else { return -1 }
        return readlink(current, base.assumingMemoryBound(to: CChar.self), raw.count)
      }
      guard length >= 0 else { return current }
      let link = String(decoding: buffer[..<length], as: UTF8.self)
      current = link.hasPrefix("/") ? link : FileName.folder(current) + "/" + link
    }
    throw failure(ELOOP)
  }

  private func createTemporary(
    beside target: String, mode: mode_t
  ) throws(SourceError) -> (path: String, descriptor: Int32) {
    let folder = FileName.folder(target)
    for _ in 0..<100 {
      let name = String(UInt64.random(in: .min ... .max), radix: 36)
      let temporary = "\(folder)/.tablesh-\(name)"
      let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      if descriptor >= 0 { return (temporary, descriptor) }
      if errno == EEXIST || errno == EINTR { continue }
      let number = errno
      if number == ENOENT || number == ENOTDIR {
        throw .cannotSave(path, reason: "folder '\(folder)' is not there")
      }
      if number == EACCES || number == EROFS {
        let reason = SystemReason.text(number)
        throw .cannotSave(path, reason: "no file can be made in folder '\(folder)': \(reason)")
      }
      throw failure(number)
    }
    throw failure(EEXIST)
  }

  private func keepOwner(_ descriptor: Int32, _ old: stat) -> [SourceNote] {
    var notes: [SourceNote] = []
    if old.st_nlink > 1 {
      let text = "'\(path)' has \(old.st_nlink) names; the others keep the former content"
      notes.append(SourceNote(.warning, text))
    }
    if fchown(descriptor, old.st_uid, old.st_gid) != 0 {
      _ = fchown(descriptor, uid_t.max, old.st_gid)
      notes.append(SourceNote(.warning, "the owner of '\(path)' could not be kept"))
    }
    if fchmod(descriptor, old.st_mode & 0o7777) != 0 {
      notes.append(SourceNote(.warning, "the mode of '\(path)' could not be kept"))
    }
    return notes
  }

  /// Gives the old file a second name, which stays when the first gets the new content.
  private func keepBackup(of target: String, suffix: String) throws(SourceError) {
    let backup = target + suffix
    let passing = "\(FileName.folder(target))/.tablesh-\(UInt64.random(in: .min ... .max))"
    if link(target, passing) == 0 {
      // Between two names of one file, rename does nothing and leaves both.
      defer { unlink(passing) }
      if rename(passing, backup) == 0 { return }
    }
    let number = errno
    throw .cannotSave(path, reason: "no backup '\(backup)': \(SystemReason.text(number))")
  }

  private func syncFolder(of target: String) {
    let descriptor = open(FileName.folder(target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
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
    while true {
      let descriptor = open(target, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
      if descriptor >= 0 { return descriptor }
      // Nobody reads the pipe yet. (A socket answers the same and has no reader to wait for.)
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
