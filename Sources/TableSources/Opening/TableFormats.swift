import Synchronization

/// All table formats; the only place that lists them.
///
/// Help and errors use this order. If several formats recognize the same bytes, the first is used:
/// JSON Lines begin like JSON.
public enum TableFormats {
  private static let core: [TableFormat] = [
    .csv, .tsv, .ndjson, .json, .jsonRows, .yaml, .markdown,
  ]

  /// The formats of the core, and those that rooms have installed.
  private static let installed = Mutex(core)

  /// Formats added for the current task, such as by a test; one takes the place of a format of its
  /// name.
  @TaskLocal static var added: [TableFormat] = []

  /// Adds a format of a room to the list. The format itself replaces an absent one of its name, which
  /// never replaces it.
  ///
  /// - Parameter predecessor: the name of the format that precedes it in the list.
  package static func install(_ format: TableFormat, after predecessor: String) {
    installed.withLock { formats in
      if let place = formats.firstIndex(where: { $0.name == format.name }) {
        if !format.isAbsent { formats[place] = format }
        return
      }
      guard let place = formats.firstIndex(where: { $0.name == predecessor }) else {
        preconditionFailure("no format '\(predecessor)' precedes '\(format.name)'")
      }
      formats.insert(format, at: place + 1)
    }
  }

  /// All formats that files are recognized by, absent ones included.
  static var known: [TableFormat] {
    added.reduce(into: installed.withLock(\.self)) { formats, format in
      if let place = formats.firstIndex(where: { $0.name == format.name }) {
        formats[place] = format
      } else {
        formats.append(format)
      }
    }
  }

  /// All formats that the program was built with.
  public static var all: [TableFormat] { known.filter { !$0.isAbsent } }

  /// The formats that `--loader` accepts.
  public static var readable: [TableFormat] { all.filter { $0.read != nil } }

  /// The default format, for texts and files that no other format fits.
  public static var plain: TableFormat { core[0] }

  /// The format that spreadsheets paste.
  public static var pasted: TableFormat { .tsv }

  /// The format that keeps everything in a table.
  public static var complete: TableFormat { .json }

  /// Returns the format with a name; nil if there is none.
  public static func named(_ name: String) -> TableFormat? { known.first { $0.name == name } }

  /// Returns the format for a file extension; nil if there is none.
  ///
  /// - Parameter fileExtension: lower case, without the dot.
  public static func forExtension(_ fileExtension: String) -> TableFormat? {
    known.first { $0.extensions.contains(fileExtension) }
  }

  /// Returns the format in which a path is written: that of its extension, or that of the file in
  /// which it names a table; nil if unknown.
  public static func forPath(_ path: String) -> TableFormat? {
    known.first { $0.container?.namesTable(path) == true }
      ?? forExtension(FileName.fileExtension(path))
  }

  /// Returns the file of a name that is there, perhaps named without its extension; nil: none.
  package static func file(named name: String) -> String? {
    if name.contains("."), FileName.exists(name) { return name }
    return all.lazy.flatMap(\.extensions).map { "\(name).\($0)" }.first(where: FileName.exists)
  }

  /// Returns the tables of a file that holds several; empty if it is no such file or cannot be read
  /// at once.
  public static func tables(in file: String) -> [ContainedTable] {
    // A lazy map would ask the file system several times, and trust that the answers agree.
    for format in known {
      if let tables = format.container?.tables(in: file), !tables.isEmpty { return tables }
    }
    return []
  }

  /// Returns the file that a path names, without the part after the `#` of a file with several
  /// tables.
  static func file(of path: String) -> String {
    for format in known {
      if let file = format.container?.file(of: path) { return file }
    }
    return DocumentPath(path)?.file ?? QueriedFile(path: path)?.file ?? path
  }

  /// Returns the format to read with: the one in the options, else by extension, else by the first
  /// bytes, else the default one.
  static func forReading(
    _ bytes: UnsafeRawBufferPointer, fileExtension: String, options: ReadOptions
  ) throws(SourceError) -> TableFormat {
    if let name = options.loader {
      guard let format = known.first(where: { $0.name == name && $0.read != nil }) else {
        throw .unknownLoader(name, known: readable.map(\.name))
      }
      return format
    }
    if let format = forExtension(fileExtension),
      !(options.describesDelimitedText && format.yieldsToDialect)
    {
      return format
    }
    if !options.describesDelimitedText,
      let format = known.first(where: { $0.recognizes(bytes) })
    {
      return format
    }
    return plain
  }
}
