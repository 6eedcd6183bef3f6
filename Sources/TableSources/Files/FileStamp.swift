import LibC
import Wording

/// The state of a file on disk, to detect changes by other programs.
///
/// It includes the status change time, which no program can set, and so detects edits that keep the
/// size and restore the modification time.
package struct FileStamp: Hashable, Sendable {
  let device: UInt
  let inode: UInt
  package let size: Int
  let seconds: Int
  let nanoseconds: Int
  let changeSeconds: Int
  let changeNanoseconds: Int
}

extension FileStamp {
  init(_ status: stat) {
    device = UInt(truncatingIfNeeded: status.st_dev)
    inode = UInt(status.st_ino)
    size = Int(status.st_size)
    seconds = Int(status.st_mtim.tv_sec)
    nanoseconds = Int(status.st_mtim.tv_nsec)
    changeSeconds = Int(status.st_ctim.tv_sec)
    changeNanoseconds = Int(status.st_ctim.tv_nsec)
  }

  /// Creates the current state; nil if the file does not exist or cannot be queried.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Creates the current state of a file to be saved, or of a file beside one; nil if it does not
  /// exist.
  ///
  /// - Parameter shown: the path for messages.
  /// - Throws: `cannotSave` if the state cannot be queried.
  package init?(path: String, shown: String) throws(SourceError) {
    guard let status = try FilePlace.status(path, isPlace: false, shown: shown) else { return nil }
    self.init(status)
  }

  /// Whether it is the same file with the same bytes, as far as size and modification time tell;
  /// moving a file changes only its status change time.
  func isSameContent(as other: FileStamp) -> Bool {
    isSameFile(as: other) && size == other.size && seconds == other.seconds
      && nanoseconds == other.nanoseconds
  }

  /// Whether it is the same file, whatever its content.
  package func isSameFile(as other: FileStamp) -> Bool {
    device == other.device && inode == other.inode
  }

  /// Whether the file changed so recently that another change may leave the same state: clocks of
  /// file systems advance in steps of up to two seconds.
  var isRecent: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return now.tv_sec - max(seconds, changeSeconds) <= 3
  }

  /// The time of the last change, in UTC, to the nanosecond.
  package var time: String {
    var clock = time_t(seconds)
    var parts = tm()
    gmtime_r(&clock, &parts)
    return parts.text(between: "T") + ":" + String(parts.tm_sec).zeroPadded(to: 2) + "."
      + String(nanoseconds).zeroPadded(to: 9) + "Z"
  }
}

extension tm {
  /// Returns the date and the time, to the minute: `2026-11-21 16:02`.
  ///
  /// - Parameter separator: what stands between them.
  func text(between separator: String) -> String {
    func digits(_ value: Int32) -> String { String(value).zeroPadded(to: 2) }
    let year = String(Int(tm_year) + 1900).zeroPadded(to: 4)
    return [year, digits(tm_mon + 1), digits(tm_mday)].joined(separator: "-") + separator
      + digits(tm_hour) + ":" + digits(tm_min)
  }
}
