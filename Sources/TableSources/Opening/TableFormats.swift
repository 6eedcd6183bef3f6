/// The formats of tables: a new one is listed here, and nowhere else.
///
/// The order is that of help and errors. Of formats that recognize the same bytes the first reads
/// them: lines of JSON begin as JSON does.
public enum TableFormats {
  private static let builtIn: [TableFormat] = [
    .csv, .tsv, .ndjson, .json, .jsonRows, .sqlite, .yaml,
  ]

  /// Formats that a task adds for itself, such as a test.
  @TaskLocal static var added: [TableFormat] = []

  /// All formats.
  public static var all: [TableFormat] { builtIn + added }

  /// The formats that `--loader` can name.
  public static var readable: [TableFormat] { all.filter { $0.read != nil } }

  /// The format of texts and files that nothing tells apart.
  public static var plain: TableFormat { builtIn[0] }

  /// The format that keeps everything of a table.
  public static var complete: TableFormat { .json }

  /// The format of a name.
  public static func named(_ name: String) -> TableFormat? { all.first { $0.name == name } }

  /// The format of files with an extension.
  ///
  /// - Parameter fileExtension: lower case, without the dot.
  public static func forExtension(_ fileExtension: String) -> TableFormat? {
    all.first { $0.extensions.contains(fileExtension) }
  }

  /// The format that a path is written in: that of its extension, or that of the file in which it
  /// names a table; nil if none.
  public static func forPath(_ path: String) -> TableFormat? {
    all.first { $0.container?.namesTable(path) == true }
      ?? forExtension(FileName.fileExtension(path))
  }

  /// The tables of a file that holds several; none where it is no such file or cannot be read at
  /// once.
  public static func tables(in file: String) -> [ContainedTable] {
    all.lazy.compactMap { $0.container?.tables(in: file) }.first { !$0.isEmpty } ?? []
  }

  /// The file that a path names, without what stands behind the `#` of a file of several tables.
  static func file(of path: String) -> String {
    all.lazy.compactMap { $0.container?.file(of: path) }.first ?? path
  }

  /// The format to read with: what the options say, else by extension, else by the first bytes,
  /// else the plain one.
  static func forReading(
    _ bytes: UnsafeRawBufferPointer, fileExtension: String, options: ReadOptions
  ) throws(SourceError) -> TableFormat {
    if let name = options.loader {
      guard let format = readable.first(where: { $0.name == name }) else {
        throw .unknownLoader(name, known: readable.map(\.name))
      }
      return format
    }
    if let format = forExtension(fileExtension) { return format }
    if !options.describesDelimitedText,
      let format = readable.first(where: { $0.recognizes(bytes) })
    {
      return format
    }
    return plain
  }
}
