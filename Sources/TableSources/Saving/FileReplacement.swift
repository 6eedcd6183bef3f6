import CFileSystem
import LibC

/// Replaces a file by one that was written beside it.
///
/// If the former content is known, the two files exchange names, so that the replaced file can be
/// checked before it is deleted. What another program wrote gets its name back, or keeps one of its
/// own: it is never deleted.
///
///     t.csv (read)     .tablesh-1 (written)
///     t.csv (written)  .tablesh-1-others (read, deleted once it was looked at)
struct FileReplacement {
  /// The path of the written file; nil once it has replaced the other or was deleted.
  private(set) var written: String?
  /// The state of the written file.
  let stamp: FileStamp
  let target: String
  /// The path of the target for messages.
  let shown: String
  /// The path of its folder for messages.
  let folder: String

  /// Deletes the written file, unless it has replaced the other.
  mutating func discard() {
    if let written { unlink(written) }
    written = nil
  }

  /// Replaces any file, or none.
  mutating func replaceAnything() throws(SourceError) {
    guard let written else { return }
    guard rename(written, target) == 0 else { throw failure(errno) }
    self.written = nil
  }

  /// Creates the file at a free path.
  ///
  /// - Throws: `cannotSave` if a file exists there by now.
  mutating func replaceNothing() throws(SourceError) {
    guard let written else { return }
    if Self.renameToNew(written, target) == 0 {
      self.written = nil
      return
    }
    switch errno {
    case EEXIST: throw .cannotSave(shown, reason: "another program has just made it")
    case EINVAL, ENOSYS, ENOTSUP, EPERM: try replaceAnything()
    default: throw failure(errno)
    }
  }

  /// Replaces a file if it has the known content.
  ///
  /// - Parameter willDelete: receives the path of the former file before that is deleted.
  /// - Throws: `sourceChanged`, `sourceRemoved`; `cannotSave` if another program's file cannot be
  ///   put back; what `willDelete` throws, after the former file has its name again.
  mutating func replace(
    _ known: KnownContent, willDelete: (String) throws(SourceError) -> Void
  ) throws(SourceError) {
    guard let former = try moveAside() else { return try replaceAnything() }
    guard exchange(former) else {
      switch errno {
      case EINVAL, ENOSYS, ENOTSUP, EPERM: return try replaceAnything()
      case ENOENT: throw .sourceRemoved(shown)
      default: throw failure(errno)
      }
    }
    written = nil
    guard known.isMoved(to: former) else { throw putBack(former, known) }
    do throws(SourceError) { try willDelete(former) } catch {
      let other = putBack(former, known)
      if case .sourceChanged = other { throw error }
      throw other
    }
    unlink(former)
  }

  /// Gives another program's file its name back; returns the error to throw.
  private mutating func putBack(_ former: String, _ known: KnownContent) -> SourceError {
    let theirs = Self.state(of: former)
    if exchange(former) {
      let own = Self.state(of: former)
      if let own, own.isSameContent(as: stamp) {
        unlink(former)
        let time = theirs?.time ?? known.stamp.time
        return .sourceChanged(shown, before: known.stamp.time, now: time)
      }
      // It was changed again: the name must lead to the latest content.
      if own?.isSameFile(as: stamp) != true { _ = exchange(former) }
    }
    let kept = "\(folder)/\(FileName.last(former))"
    return .cannotSave(
      shown, reason: "others wrote it at the same moment; what they wrote is kept as '\(kept)'")
  }

  private static func state(of path: String) -> FileStamp? {
    FilePlace.status(path, isPlace: true).map { FileStamp($0) }
  }

  /// Gives the written file the name under which the former one may have to stay; nil if the system
  /// cannot exchange files.
  ///
  /// Not the name of a temporary file, because the next save deletes such files.
  private mutating func moveAside() throws(SourceError) -> String? {
    guard let written else { return nil }
    for number in 0..<100 {
      let path = TemporaryFile.othersPath(beside: target, number: number)
      if renameat2(AT_FDCWD, written, AT_FDCWD, path, UInt32(RENAME_NOREPLACE)) == 0 {
        self.written = path
        return path
      }
      switch errno {
      case EEXIST: continue
      case EINVAL, ENOSYS, ENOTSUP, EPERM: return nil
      default: throw failure(errno)
      }
    }
    return nil
  }

  private func exchange(_ path: String) -> Bool {
    renameat2(AT_FDCWD, path, AT_FDCWD, target, UInt32(RENAME_EXCHANGE)) == 0
  }

  /// Renames without replacing a file, by a hard link if the system has no other way.
  private static func renameToNew(_ path: String, _ new: String) -> Int32 {
    let result = renameat2(AT_FDCWD, path, AT_FDCWD, new, UInt32(RENAME_NOREPLACE))
    guard result != 0, errno == EINVAL || errno == ENOSYS || errno == ENOTSUP else { return result }
    guard link(path, new) == 0 else { return -1 }
    unlink(path)
    return 0
  }

  private func failure(_ number: Int32) -> SourceError {
    switch number {
    case EBUSY:
      .cannotReplace(shown, reason: "it is a mount point, and no other file can replace it")
    case EACCES, EPERM:
      .cannotReplace(shown, reason: "no other file can replace it: \(SystemReason.text(number))")
    default: OpenFile.failure(number, path: shown)
    }
  }
}
