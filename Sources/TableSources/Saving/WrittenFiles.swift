import Glibc

/// What stood at a path when the user agreed that it be replaced.
public struct SeenFile: Sendable {
  private let stamp: FileStamp?

  /// Looks at the file now.
  public init(_ path: String) { stamp = FileStamp(path: FileOrigin.file(of: path)) }

  /// Whether the same file is there, with the same bytes as far as size and time tell; or nothing,
  /// as then.
  func isSame(_ status: stat?) -> Bool {
    guard let stamp, let status else { return stamp == nil && status == nil }
    return FileStamp(status).isSameContent(as: stamp)
  }
}

/// The files that a session has written, and in which state it left each: what another file holds
/// is somebody's, and is not replaced without a question.
public struct WrittenFiles: Sendable {
  /// By path without links.
  private var stamps: [String: FileStamp] = [:]

  /// Creates an empty list.
  public init() {}

  /// Remembers a file that was just written.
  public mutating func add(_ path: String) {
    let file = FileOrigin.file(of: path)
    guard let real = JournalFolder.resolved(file) else { return }
    stamps[real] = FileStamp(path: file)
  }

  /// Whether replacing what a path names would lose what somebody else has written: an ordinary
  /// file is there, and it is not as this session left it.
  ///
  /// A table that is added to a database replaces nothing. An empty file that was handed over as a
  /// stream, such as `/dev/stdout`, is there to be written.
  public func wouldLose(_ path: String) -> Bool {
    guard FileOrigin.file(of: path) == path else { return false }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    if status.st_size == 0, Self.isStream(path) { return false }
    guard let real = JournalFolder.resolved(path), let stamp = stamps[real] else { return true }
    return FileStamp(status) != stamp
  }

  private static func isStream(_ path: String) -> Bool {
    ["/dev/fd/", "/dev/stdout", "/dev/stderr", "/proc/self/fd/"].contains { path.hasPrefix($0) }
  }
}
