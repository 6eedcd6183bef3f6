import TableKit
import TablePrinters
import TableSources

/// What `export` and `save PATH` can write: formats that are read back, and those for people.
enum ExportFormat: Hashable {
  case source(SaveFormat)
  case document(DocumentFormat)

  /// The names, as `--format` takes them.
  static var names: [String] {
    SaveFormat.allCases.map(\.rawValue) + DocumentFormat.allCases.map(\.rawValue)
  }

  /// The extensions that mean one, without the dot.
  static var extensions: [String] {
    SaveFormat.allCases.flatMap(\.extensions) + DocumentFormat.allCases.flatMap(\.extensions)
  }

  init?(named name: String) {
    if let format = SaveFormat(rawValue: name) {
      self = .source(format)
    } else if let format = DocumentFormat(rawValue: name) {
      self = .document(format)
    } else {
      return nil
    }
  }

  /// The format that the extension of a path means; nil if none.
  init?(path: String) {
    if let format = SaveFormat(path: path) {
      self = .source(format)
    } else if let format = DocumentFormat(fileExtension: FileOrigin.fileExtension(path)) {
      self = .document(format)
    } else {
      return nil
    }
  }

  /// What of a table is lost in it.
  func losses(in table: Table, from source: FileOrigin?) -> [String] {
    switch self {
    case .source(let format):
      FileOrigin(format: format, from: source).losses(in: table).map(\.description)
    case .document(let format):
      [format.loss]
        + FileOrigin.textLosses(in: table, writtenAs: format.rawValue).map(\.description)
    }
  }

  /// Writes a table to a sink.
  func write(
    _ table: Table, from source: FileOrigin?, to sink: @escaping ByteSink,
    isCancelled: @escaping () -> Bool, progress: Progress?
  ) throws(SourceError) {
    switch self {
    case .source(let format):
      try FileOrigin.export(
        table, as: format, from: source, to: sink, isCancelled: isCancelled, progress: progress)
    case .document(let format):
      try DocumentPrinter(table).print(as: format) { (text) throws(SourceError) in
        let bytes = Array(text.utf8)
        let result = bytes.withUnsafeBytes { bytes -> Result<Void, SourceError> in
          do throws(SourceError) { return .success(try sink(bytes)) } catch {
            return .failure(error)
          }
        }
        try result.get()
      }
    }
  }

  /// Writes a table to a file, which is replaced as a whole.
  ///
  /// - Parameters:
  ///   - place: by which path the file is reached, a link at its end not followed; nil: `path`.
  ///   - seen: what it was when the user agreed to replace it.
  func write(
    _ table: Table, from source: FileOrigin?, toFile path: String, at place: String?,
    replacing seen: SeenFile?, force: Bool, isCancelled: @escaping () -> Bool, progress: Progress?
  ) throws(SourceError) -> SaveReport {
    switch self {
    case .source(let format):
      return try FileOrigin.export(
        table, to: path, at: place, replacing: seen, format: format, from: source, force: force,
        isCancelled: isCancelled, progress: progress)
    case .document(let format):
      return try FileOrigin.writeFile(
        path, at: place, replacing: seen, force: force, isCancelled: isCancelled
      ) { (write) throws(SourceError) in
        try DocumentPrinter(table).print(as: format, write)
      }
    }
  }
}
