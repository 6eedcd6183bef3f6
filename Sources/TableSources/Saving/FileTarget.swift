import TableKit

/// A file that is to be written, and how.
public struct FileTarget {
  /// The path, as messages show it.
  public var path: String
  /// The trusted path of the file, see `FilePlace`, a link at its end not followed; nil: `path`.
  public var place: String?
  /// What holds the folder of `place` open: without it `place` leads nowhere, or elsewhere.
  public var holder: AnyObject?
  /// The file that the user agreed to replace; nil: the one that exists when writing begins.
  public var seen: SeenFile?
  /// Whether the file that the user agreed to replace is what the table was read from.
  public var isSource = false
  /// Whether to replace a file that is read-only, and the table's source even if another program
  /// changed it.
  public var isForced = false
  /// What is appended to the name under which the former file is kept; nil: it is not.
  public var backupSuffix: String?
  /// Where the former bytes are kept while an existing file is overwritten; nil: it is replaced. A
  /// database always writes itself.
  public var inPlace: JournalFolder?
  /// Told how far it is, and asked whether to stop: then the file is as it was.
  public var progress: Progress

  /// Creates the target at a path.
  public init(
    _ path: String, at place: String? = nil, replacing seen: SeenFile? = nil,
    progress: Progress = .none
  ) {
    self.path = path
    self.place = place
    self.seen = seen
    self.progress = progress
  }
}

/// What a save does besides writing a file.
public struct FileSave {
  /// Whether the table belongs to the file from now on.
  public var adopts = false
  /// Whether it is the first save of a new table to its own file.
  public var isFirst = false
  /// Whether the file has nothing to do with the table afterwards.
  public var isExport = false
  /// How a database is read again where its foreign keys or triggers change rows besides; nil: it is
  /// not.
  public var reading: ReadOptions?
  /// Whether a database was read again just now; if not, nothing is saved where rows go with deleted
  /// ones, so that undo brings back what was there last.
  public var isCurrent = true
  /// Told the hash of what is written, right before it takes the place of the file.
  public var willReplace: (UInt64) -> Void = { _ in }
  /// Writes it anew in a format, in its style; nil: as the origin would.
  public var format: TableFormat?
  /// Writes it instead, in a format of its own; nil: the format that is known.
  public var script: ScriptWriter?

  /// Creates a save that does nothing besides.
  public init() {}
}
