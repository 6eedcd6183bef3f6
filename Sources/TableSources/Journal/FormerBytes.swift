import LibC
import TableKit
import Wording

/// The former bytes of a file that is being written in place: on the disk, beside the journals, from
/// before the first byte is written until after the last one.
///
///     5f0c…-81d3….backup
///
/// The name says which file it is, and by a hash what is being written to it. A program that writes
/// has it locked, so that one which is not locked tells of a write that was cut off.
struct FormerBytes {
  /// The path.
  let path: String
  /// The number of bytes.
  let count: Int
  /// Holds the lock.
  private let descriptor: Int32

  fileprivate static let suffix = ".backup"

  /// Keeps the bytes of a file.
  ///
  /// - Parameters:
  ///   - source: the file, open for reading.
  ///   - target: its path.
  ///   - hash: that of the bytes which are about to be written to it.
  /// - Throws: `unusable`, `cannotWrite`, `cancelled`.
  static func keep(
    _ source: Int32, _ count: Int, of target: String, writing hash: UInt64,
    in folder: JournalFolder, _ progress: Progress
  ) throws(JournalError) -> FormerBytes {
    let (temporary, descriptor) = try folder.temporaryFile()
    defer { unlink(temporary) }
    var number = FileCopy.copy(
      source, to: descriptor, count: count, isWhole: true, while: { !progress.isCancelled })
    if number == 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0 { number = errno }
    let start = folder.start(of: JournalFolder.resolved(target) ?? target)
    var path = ""
    for attempt in 0..<1000 where number == 0 || number == EEXIST {
      path = start + String(hash, radix: 16) + (attempt == 0 ? "" : "-\(attempt)") + suffix
      number = link(temporary, path) == 0 ? 0 : errno
      if number == 0 { break }
    }
    if number == 0 {
      number = folder.sync()
      if number != 0 { unlink(path) }
    }
    guard number == 0 else {
      close(descriptor)
      if number == ECANCELED { throw .cancelled }
      throw .cannotWrite(folder.path, reason: SystemReason.text(number))
    }
    return FormerBytes(path: path, count: count, descriptor: descriptor)
  }

  /// Copies the bytes back to the file; returns the `errno`, 0 for none.
  func copyBack(to target: Int32) -> Int32 {
    let number = FileCopy.copy(descriptor, to: target, count: count, isWhole: true)
    // The bytes stay, and tell of themselves.
    if number != 0 { close(descriptor) }
    return number
  }

  /// Deletes them, because the file holds them, or what was written, as a whole.
  func remove() {
    unlink(path)
    close(descriptor)
  }
}

/// A write in place that was cut off, as by a crash, and left the former bytes of the file.
public struct CutOffWrite: Hashable, Sendable {
  /// The file.
  public let file: String
  /// The path of its former bytes.
  public let backup: String

  /// How they are brought back, by a shell: `cp BACKUP FILE`.
  public var wayBack: String {
    "cp \(ShellWord.sh(backup)) \(ShellWord.sh(file.hasPrefix("-") ? "./" + file : file))"
  }

  /// It in a sentence, with the way back.
  public var message: String {
    "writing '\(file)' in place was cut off: its former content is kept, and `\(wayBack)` brings them "
      + "back"
  }
}

extension JournalFolder {
  /// Returns the writes to a file that were cut off, the newest first.
  ///
  /// Deletes former bytes that the file holds again, or in whose place it holds all that was to be
  /// written.
  ///
  /// - Parameter path: the file as the user names it; `#` and what stands after it are not looked at.
  public func cutOffWrites(of path: String) -> [CutOffWrite] {
    let file = FileOrigin.file(of: path)
    guard let resolved = Self.resolved(file) else { return [] }
    let start = self.start(of: resolved)
    let paths = FileName.names(in: self.path).map { "\(self.path)/\($0)" }
      .filter { $0.hasPrefix(start) && $0.hasSuffix(FormerBytes.suffix) }
    let left = paths.compactMap { backup -> (write: CutOffWrite, time: [Int])? in
      let descriptor = open(backup, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return nil }
      let name = backup.dropFirst(start.count).dropLast(FormerBytes.suffix.count)
      let written = UInt64(name.prefix { $0 != "-" }, radix: 16)
      if let hash = ContentHash.ofFile(resolved),
        hash == written || hash == ContentHash.ofFile(backup)
      {
        unlink(backup)
        return nil
      }
      let stamp = FileStamp(path: backup)
      return (
        CutOffWrite(file: file, backup: backup), [stamp?.seconds ?? 0, stamp?.nanoseconds ?? 0]
      )
    }
    return left.sorted { $1.time.lexicographicallyPrecedes($0.time) }.map(\.write)
  }
}
