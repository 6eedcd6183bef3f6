extension LoadedTable {
  /// What `--loader` can name without Lua, and what each reads, in one line.
  public static var loaders: [(name: String, help: String)] {
    SourceFormats.all.map { ($0.name, $0.summary) }
  }
}

/// The formats there are: a new one is listed here.
enum SourceFormats {
  static let all: [any SourceFormat] = [
    DelimitedSource(name: "csv", extensions: ["csv"]),
    DelimitedSource(name: "tsv", extensions: ["tsv", "tab"]),
    NDJSONSource(),
    JSONSource(),
    SQLiteSource(),
    YAMLSource(),
  ]

  /// The format of a name.
  static func named(_ name: String) -> (any SourceFormat)? { all.first { $0.name == name } }

  /// The format of files with an extension.
  static func forExtension(_ fileExtension: String) -> (any SourceFormat)? {
    all.first { $0.extensions.contains(fileExtension) }
  }

  /// The format to read with: what the options say, else by extension, else by the first bytes,
  /// else delimited text.
  static func forReading(
    _ bytes: UnsafeRawBufferPointer, fileExtension: String, options: ReadOptions
  ) throws(SourceError) -> any SourceFormat {
    if let name = options.loader {
      guard let format = named(name) else {
        throw .unknownLoader(name, known: all.map(\.name))
      }
      return format
    }
    if let format = forExtension(fileExtension) { return format }
    if !options.describesDelimitedText, let format = all.first(where: { $0.recognizes(bytes) }) {
      return format
    }
    return all[0]
  }
}
