import Glibc

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
    device = UInt(status.st_dev)
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
    func digits(_ value: Int, _ width: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    return digits(Int(parts.tm_year) + 1900, 4) + "-" + digits(Int(parts.tm_mon) + 1, 2) + "-"
      + digits(Int(parts.tm_mday), 2) + "T" + digits(Int(parts.tm_hour), 2) + ":"
      + digits(Int(parts.tm_min), 2) + ":" + digits(Int(parts.tm_sec), 2) + "."
      + digits(nanoseconds, 9) + "Z"
  }
}
