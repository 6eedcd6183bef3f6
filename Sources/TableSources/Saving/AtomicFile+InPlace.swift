import CFileSystem
import LibC
import TableKit

// Writing through a file that cannot be replaced, because it is mounted by itself or its folder takes
// no other one.

extension AtomicFile {
  /// Writes through an existing file.
  ///
  /// Everything is written elsewhere first, so that what cannot be written changes nothing. Then the
  /// former bytes are kept beside the journals, and the new ones are copied over them. If that fails,
  /// the former ones are copied back.
  ///
  /// - Parameters:
  ///   - old: the state of the file when writing began.
  ///   - folder: the folder for the former bytes.
  /// - Throws: as `write`; `cutOff` if the former bytes could not be copied back.
  func writeInPlace(
    _ target: String, _ old: FileStamp, keepingIn folder: JournalFolder,
    _ content: (@escaping ByteSink) throws(SourceError) -> Void, willReplace: () -> Void
  ) throws(SourceError) -> Written {
    let descriptor = open(target, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY)
    guard descriptor >= 0 else { throw failure(errno) }
    defer { close(descriptor) }
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      throw .cannotSave(path, reason: "another program is writing it")
    }
    let scratch = try keeping(in: folder) { () throws(JournalError) in try folder.scratchFile() }
    defer { close(scratch) }
    var hash = ContentHash()
    let written = OpenFile(descriptor: scratch, path: path)
    do throws(SourceError) {
      try content { (bytes) throws(SourceError) in
        hash.update(bytes)
        try written.sink(bytes)
      }
    } catch {
      guard case .diskFull(_, let reason) = error else { throw error }
      throw .diskFull(path, reason: "\(reason), in '\(folder.path)'")
    }

    let former = try stamp(of: descriptor)
    let backup = try keeping(in: folder) { () throws(JournalError) in
      try FormerBytes.keep(
        descriptor, former.size, of: target, writing: hash.value, in: folder, progress)
    }
    do throws(SourceError) {
      if let backupSuffix { try copyBackup(of: target, suffix: backupSuffix, from: descriptor) }
      var known = known
      try known?.check(path, at: place)
      // Of a file whose content is known, that is checked.
      guard known != nil ? former.isSameFile(as: old) : former.isSameContent(as: old),
        former == (try stamp(of: descriptor)),
        FilePlace.status(target, isPlace: true).map(FileStamp.init) == former
      else { throw changed }
    } catch {
      backup.remove()
      throw error
    }
    willReplace()
    try replaceBytes(of: descriptor, by: scratch, written.byteCount, backup)
    return Written(stamp: try stamp(of: descriptor), byteCount: written.byteCount, notes: [])
  }

  /// Copies the bytes of a file over those of another one, which are copied back if that fails.
  private func replaceBytes(
    of descriptor: Int32, by scratch: Int32, _ count: Int, _ former: FormerBytes
  ) throws(SourceError) {
    // Where there is no room, nothing is written.
    if count > former.count, fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, off_t(count)) != 0,
      SystemReason.isFull(errno)
    {
      let number = errno
      ftruncate(descriptor, off_t(former.count))
      former.remove()
      throw failure(number)
    }
    let number = FileCopy.copy(scratch, to: descriptor, count: count, isWhole: true)
    if number == 0 { return former.remove() }
    guard former.copyBack(to: descriptor) == 0 else {
      throw .cutOff(path, reason: SystemReason.text(number), backup: former.path)
    }
    former.remove()
    throw failure(number)
  }

  /// Copies the former content to a file beside it: a second name would lead to the new content.
  private func copyBackup(
    of target: String, suffix: String, from descriptor: Int32
  ) throws(SourceError) {
    let shown = place == nil ? target + suffix : path + suffix
    func failure(_ reason: String) -> SourceError {
      .cannotSave(path, reason: "no backup '\(shown)': \(reason)")
    }
    let temporary: TemporaryFile
    do throws(SourceError) {
      temporary = try TemporaryFile(
        beside: target + suffix, mode: 0o600, shown: shown, folder: FileName.folder(shown))
    } catch {
      guard case .cannotSave(_, let reason) = error else { throw failure(error.message) }
      throw failure(reason)
    }
    var isKept = false
    defer {
      if !isKept { unlink(temporary.path) }
      close(temporary.descriptor)
    }
    let count = try stamp(of: descriptor).size
    let number = FileCopy.copy(descriptor, to: temporary.descriptor, count: count, isWhole: true)
    guard number == 0 else { throw failure(SystemReason.text(number)) }
    var attributes = AttributeCopy(descriptor: temporary.descriptor, shown: shown)
    try attributes.take(from: target)
    isKept = rename(temporary.path, target + suffix) == 0
    if !isKept { throw failure(SystemReason.text(errno)) }
  }

  /// Works in the folder of backups; without one, nothing is written in place.
  private func keeping<T>(
    in folder: JournalFolder, _ body: () throws(JournalError) -> T
  ) throws(SourceError) -> T {
    do throws(JournalError) { return try body() } catch {
      switch error {
      case .cancelled: throw .cancelled("saving")
      case .unusable(let place, let reason), .cannotWrite(let place, let reason):
        throw .cannotSave(
          path, reason: "no backup of its bytes can be kept in '\(place)': \(reason)")
      default: throw .cannotSave(path, reason: error.message)
      }
    }
  }
}
