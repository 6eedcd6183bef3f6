import LibC

/// A copy of the source as it was when its journal began. With it, work can be recovered even if
/// the source has changed since: the edits are merged with the current source.
///
///     5f0c…-1.journal
///     5f0c…-1.former-81d3….csv.gz
///
/// The name says by a hash of which state of the source it is a copy, so that the copy for a journal
/// that is to replace another one stands beside the other's until then. The extension is the
/// source's own, because it determines the format. Whether a copy has the right content is checked
/// by its hash, so it is never synced, and may be missing.
struct FormerSource: Sendable {
  /// The size of the largest source that is copied, in bytes.
  private static let mostBytes = 512 << 20
  /// The size of the largest source that is copied immediately, in bytes; a larger one is copied in
  /// the background.
  private static let quickBytes = 1 << 20

  /// The path of the copy.
  let path: String
  private let source: String
  private let stamp: FileStamp

  /// Creates the description of a copy.
  ///
  /// - Parameters:
  ///   - source: the path of the file.
  ///   - stamp: the required state of the file.
  /// - Returns: nil if there is nothing to copy, or the file is too large.
  init?(of source: String, beside journal: String, stamp: FileStamp?) {
    guard let stamp, stamp.size <= Self.mostBytes else { return nil }
    self.source = FileOrigin.file(of: source)
    self.stamp = stamp
    path = Self.path(of: source, beside: journal, stamp: stamp)
  }

  /// Returns the path of the copy of a source in a state.
  static func path(of source: String, beside journal: String, stamp: FileStamp) -> String {
    let name = FileName.last(FileOrigin.file(of: source))
    let fileExtension = FileName.fileExtension(name)
    let state = [
      stamp.device, stamp.inode, stamp.size, stamp.seconds, stamp.nanoseconds,
      stamp.changeSeconds, stamp.changeNanoseconds,
    ].map { "\($0)" }.joined(separator: " ")
    let digits = String(Array(state.utf8).withUnsafeBytes(ContentHash.of), radix: 16)
    return stem(of: journal) + marker + "-" + digits
      + (fileExtension.isEmpty ? "" : "." + fileExtension)
      + (FileName.compression(name)?.suffixes[0] ?? "")
  }

  /// Deletes the copies beside a journal.
  ///
  /// - Parameter kept: the path of one that stays.
  /// - Complexity: O(files of the folder).
  static func removeAll(beside journal: String, except kept: String? = nil) {
    for path in copies(beside: journal) where path != kept { unlink(path) }
  }

  /// Returns the paths of the copies beside a journal.
  ///
  /// - Complexity: O(files of the folder).
  static func copies(beside journal: String) -> [String] {
    let (folder, start) = (FileName.folder(journal), FileName.last(stem(of: journal)) + marker)
    return FileName.names(in: folder).filter { $0.hasPrefix(start) }.map { "\(folder)/\($0)" }
  }

  private static func stem(of journal: String) -> String {
    journal.hasSuffix(".journal") ? String(journal.dropLast(".journal".count)) : journal
  }

  private static let marker = ".former"

  /// Returns the name of the journal of a copy; nil if the name is not that of a copy.
  static func journal(ofCopy name: String) -> String? {
    // The extension of the source may contain the same marker.
    guard let range = name.firstRange(of: marker) else { return nil }
    return name[..<range.lowerBound] + ".journal"
  }

  /// Whether the copy is small enough to be made immediately.
  var isQuick: Bool { stamp.size <= Self.quickBytes }

  /// Copies the file, if it still has the required state and there is plenty of space.
  ///
  /// - Parameter whileWanted: calls its argument if the journal exists, and keeps it from being
  ///   removed meanwhile.
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
    if FileCopy.copy(descriptor, to: copy, count: stamp.size) == 0, state(of: descriptor) == stamp {
      whileWanted { isKept = rename(temporary, path) == 0 }
    }
    if !isKept { unlink(temporary) }
  }

  /// Returns the state of a regular file.
  private func state(of descriptor: Int32) -> FileStamp? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return FileStamp(status)
  }

  /// Whether the copy would leave enough space: a journal must not run out of it.
  private var hasRoom: Bool {
    var status = statvfs()
    guard statvfs(FileName.folder(path), &status) == 0 else { return false }
    return Int(status.f_bavail) * Int(status.f_frsize) / 4 >= stamp.size
  }
}
