/// Formats that any table can be exported to.
public enum SaveFormat: String, CaseIterable, Sendable {
  /// Comma-separated, RFC 4180, LF.
  case csv
  /// Tab-separated, quoted where it must be.
  case tsv
  /// A JSON TABLE: columns, key and sections kept.
  case json
  /// A JSON array of objects.
  case jsonRows = "json-rows"
  /// NDJSON: a JSON object a line.
  case ndjson
  /// YAML: a sequence of mappings, or a mapping of sections to such sequences.
  case yaml
  /// A database of SQLite with this table alone.
  case sqlite

  /// The format that the extension of a path means, or that it names a table of a database; nil if
  /// none.
  public init?(path: String) {
    if (try? DatabasePath(writing: path)) != nil {
      self = .sqlite
      return
    }
    let name = FileName.fileExtension(path)
    guard let format = Self.allCases.first(where: { $0.extensions.contains(name) }) else {
      return nil
    }
    self = format
  }

  /// The extensions that mean it, without the dot.
  public var extensions: [String] {
    switch self {
    case .csv: ["csv"]
    case .tsv: ["tsv", "tab"]
    case .json: ["json"]
    case .jsonRows: []
    case .ndjson: ["ndjson", "jsonl"]
    case .yaml: ["yaml", "yml"]
    case .sqlite: DatabasePath.extensions
    }
  }

  /// The name of the format to read it with.
  var formatName: String { self == .jsonRows ? "json" : rawValue }
}
