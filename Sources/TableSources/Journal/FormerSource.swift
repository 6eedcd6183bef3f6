import Glibc

/// A copy of what a source held when its journal began. With it, work is recovered even where the
/// source has changed meanwhile: what was done, and what the source has become, can be merged.
///
///     5f0c…-1.journal
///     5f0c…-1.former.csv.gz
///
/// The extension is the source's own, because it counts in reading. Whether a copy holds what the
/// work was done on is told by its hash, so it is never synced, and may be missing.
struct FormerSource: Sendable {
  /// Of a larger source no copy is kept.
  private static let mostBytes = 512 << 20
  /// A copy of so many bytes is made at once, and of more beside the work.
  private static let quickBytes = 1 << 20

  /// Where the copy is.
  let path: String
  private let source: String
  private let stamp: FileStamp

  /// The copy of a file.
  ///
  /// - Parameters:
  ///   - source: its path.
  ///   - stamp: the state of the file that is wanted.
  /// - Returns: nil where there is nothing to copy.
  init?(of source: String, beside journal: String, stamp: FileStamp?) {
    guard let stamp, stamp.size <= Self.mostBytes else { return nil }
    self.source = FileOrigin.file(of: source)
    self.stamp = stamp
    path = Self.path(of: source, beside: journal)
  }

  /// Where the copy of a source lies.
  static func path(of source: String, beside journal: String) -> String {
    let name = FileName.last(FileOrigin.file(of: source))
    let fileExtension = FileName.fileExtension(name)
    return stem(of: journal) + marker + (fileExtension.isEmpty ? "" : "." + fileExtension)
      + (FileName.isPacked(name) ? ".gz" : "")
  }

  private static func stem(of journal: String) -> String {
    journal.hasSuffix(".journal") ? String(journal.dropLast(".journal".count)) : journal
  }

  private static let marker = ".former"

  /// The journal that a copy lies beside; nil for another file.
  static func journal(ofCopy path: String) -> String? {
    // The source's extension may be the same word.
    let name = FileName.last(path)
    guard let range = name.ranges(of: marker).first else { return nil }
    return FileName.folder(path) + "/" + name[..<range.lowerBound] + ".journal"
  }

  /// Whether copying is so quick that it is done at once.
  var isQuick: Bool { stamp.size <= Self.quickBytes }

  /// Copies the file, if it is still as it is wanted and there is plenty of room.
  ///
  /// - Parameter whileWanted: calls what it is given, if the journal is there and while it stays.
  /// - Complexity: O(bytes).
  func copy(ifWanted whileWanted: (() -> Void) -> Void) {
    let descriptor = open(source, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard state(of: descriptor) == stamp, hasRoom else { return }
    let temporary =
      FileName.folder(path) + "/" + JournalFile.temporaryPrefix
      + String(UInt64.random(in: .min ... .max))
    let copy = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard copy >= 0 else { return }
    defer { close(copy) }
    var isKept = false
    if Self.copy(descriptor, to: copy, count: stamp.size), state(of: descriptor) == stamp {
      whileWanted { isKept = rename(temporary, path) == 0 }
    }
    if !isKept { unlink(temporary) }
  }

  /// What an ordinary file is like.
  private func state(of descriptor: Int32) -> FileStamp? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return FileStamp(status)
  }

  /// Whether a copy would leave most of the room there is: a journal must not lack it.
  private var hasRoom: Bool {
    var status = statvfs()
    guard statvfs(FileName.folder(path), &status) == 0 else { return false }
    return Int(status.f_bavail) * Int(status.f_frsize) / 4 >= stamp.size
  }

  private static func copy(_ source: Int32, to target: Int32, count: Int) -> Bool {
    var done = 0
    var buffer = [UInt8](repeating: 0, count: min(count, 1 << 20))
    while done < count {
      let got = read(source, &buffer, buffer.count)
      if got < 0, errno == EINTR { continue }
      guard got > 0, write(target, buffer, got) == got else { return false }
      done += got
    }
    return true
  }
}
