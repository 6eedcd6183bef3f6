import TableKit
import TablePrinters
import TableSources

/// What `export` and `save PATH` can write: formats that are read back, and those for people.
enum ExportFormat {
  case source(TableFormat)
  case document(any DocumentPrinter)

  /// The names, as `--format` takes them.
  static var names: [String] {
    TableFormats.all.map(\.name) + DocumentPrinters.all.map(\.name)
  }

  /// The extensions that mean one, without the dot.
  static var extensions: [String] {
    TableFormats.all.flatMap(\.extensions) + DocumentPrinters.all.flatMap(\.extensions)
  }

  /// What `help export` says of the extensions: those of files that may be packed, and the others.
  static var helpOnExtensions: String {
    func list(_ names: [String]) -> String { names.map { "." + $0 }.joined(separator: " ") }
    let streams = TableFormats.all.filter { !$0.isContainer }.flatMap(\.extensions)
    let containers = TableFormats.all.filter(\.isContainer).flatMap(\.extensions)
    return list(streams + DocumentPrinters.all.flatMap(\.extensions))
      + ", also with .gz behind it, and " + list(containers.sorted())
  }

  init?(named name: String) {
    if let format = TableFormats.named(name) {
      self = .source(format)
    } else if let printer = DocumentPrinters.all.first(where: { $0.name == name }) {
      self = .document(printer)
    } else {
      return nil
    }
  }

  /// The format that the extension of a path means; nil if none.
  init?(path: String) {
    if let format = TableFormats.forPath(path) {
      self = .source(format)
    } else if let printer = DocumentPrinters.forExtension(FileOrigin.fileExtension(path)) {
      self = .document(printer)
    } else {
      return nil
    }
  }

  /// What of a table is lost in it.
  func losses(in table: Table, from source: FileOrigin?) -> [String] {
    switch self {
    case .source(let format):
      FileOrigin(format: format, from: source).losses(in: table).map(\.description)
    case .document(let printer):
      [printer.loss]
        + FileOrigin.textLosses(in: table, writtenAs: printer.name).map(\.description)
    }
  }

  /// Writes a table to a sink.
  func write(
    _ table: Table, from source: FileOrigin?, to sink: @escaping ByteSink,
    progress: Progress
  ) throws(SourceError) {
    switch self {
    case .source(let format):
      try FileOrigin.export(table, as: format, from: source, to: sink, progress: progress)
    case .document(let printer):
      try printer.print(PrintedTable(table)) { (text) throws(SourceError) in
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
    replacing seen: SeenFile?, force: Bool, progress: Progress
  ) throws(SourceError) -> SaveReport {
    switch self {
    case .source(let format):
      return try FileOrigin.export(
        table, to: path, at: place, replacing: seen, format: format, from: source, force: force,
        progress: progress)
    case .document(let printer):
      return try FileOrigin.writeFile(
        path, at: place, replacing: seen, force: force, progress: progress
      ) { (write) throws(SourceError) in
        try printer.print(PrintedTable(table), write)
      }
    }
  }
}
