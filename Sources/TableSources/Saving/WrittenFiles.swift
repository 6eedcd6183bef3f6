import LibC

/// The file at a path when the user agreed to replace it.
public struct SeenFile: Sendable {
  private let stamp: FileStamp?

  /// Records the current state of the file.
  public init(_ path: String) { stamp = FileStamp(path: FileOrigin.file(of: path)) }

  /// Whether the same file is still there, with the same bytes as far as size and time tell; or
  /// still none.
  func isSame(_ status: stat?) -> Bool {
    guard let stamp, let status else { return stamp == nil && status == nil }
    return FileStamp(status).isSameContent(as: stamp)
  }

  /// The error for a source that others have changed or removed since; nil if there was none.
  func change(of path: String, at place: String?) -> SourceError? {
    guard let stamp else { return nil }
    guard let now = FileStamp(path: place ?? path) else { return .sourceRemoved(path) }
    return .sourceChanged(path, before: stamp.time, now: now.time)
  }
}

extension FileOrigin {
  /// What a file is that is no text and may hold several tables: `a database`; nil: it is another, or
  /// there is none.
  public static func container(at path: String) -> String? {
    guard let start = InputFile.start(of: path, count: 64), !start.isEmpty else { return nil }
    // Spreadsheets are archives.
    if start.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return "a spreadsheet or an archive" }
    let isContainer = start.withUnsafeBytes { bytes in
      TableFormats.known.contains { $0.isContainer && $0.recognizes(bytes) }
    }
    return isContainer ? "a database" : nil
  }

  /// Whether a regular file is at a path.
  public static func isFile(_ path: String) -> Bool {
    FilePlace.status(file(of: path), isPlace: false).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
  }
}

/// The files that a session has written, with the state of each. Any other file may be somebody's,
/// and is not replaced without confirmation.
public struct WrittenFiles: Sendable {
  /// The states by path without links.
  private var stamps: [String: FileStamp] = [:]

  /// Creates an empty list.
  public init() {}

  /// Records a file that was just written.
  public mutating func add(_ path: String) {
    let file = FileOrigin.file(of: path)
    guard let real = JournalFolder.resolved(file) else { return }
    stamps[real] = FileStamp(path: file)
  }

  /// Whether replacing a file would lose another program's content: a regular file exists, and its
  /// state is not the one that this session left.
  ///
  /// Adding a table to a database replaces nothing. An empty file passed as a stream, such as
  /// `/dev/stdout`, may be written.
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
