import CommandLanguage
import TableKit
import TablePrinters
import TableSources

/// A format that `export` and `save PATH` write: one that can be opened again, or a document for
/// people.
package enum ExportFormat {
  case source(TableFormat), document(any DocumentPrinter)

  /// Whether its files are no text, and may hold several tables.
  var isContainer: Bool {
    if case .source(let format) = self { format.isContainer } else { false }
  }

  /// The file extensions, without dots.
  var extensions: [String] {
    switch self {
    case .source(let format): format.extensions
    case .document(let printer): printer.extensions
    }
  }

  /// The name for `--format`.
  var name: String {
    switch self {
    case .source(let format): format.name
    case .document(let printer): printer.name
    }
  }

  /// The file that a table of a name would have.
  func fileName(of table: String) -> String { table + "." + (extensions.first ?? name) }

  /// The name of a file with a copy of a table in the format, never that of its own file.
  func fileName(besides document: Document) -> String {
    let name = fileName(of: document.shortName)
    return name == document.name.lastPathPart ? fileName(of: document.shortName + "-copy") : name
  }

  /// The line that exports to another file than one that it must not replace.
  func line(besides path: String) -> String {
    "export --format \(name) " + Quoting.word("\(path).\(name)")
  }

  /// The formats that no printer writes for people.
  private static var formats: [TableFormat] {
    TableFormats.all.filter { format in
      !DocumentPrinters.all.contains { $0.name == format.name }
    }
  }

  /// The names for `--format`.
  static var names: [String] { formats.map(\.name) + DocumentPrinters.all.map(\.name) }

  /// The extensions of all formats, without dots.
  static var extensions: [String] {
    formats.flatMap(\.extensions) + DocumentPrinters.all.flatMap(\.extensions)
  }

  /// A path whose extension is that of a format: in place of another one comes that of plain tables.
  static func path(for path: String) -> String {
    let wanted = FileName.fileExtension(path)
    guard !wanted.isEmpty, path.hasSuffix(".\(wanted)"), !extensions.contains(wanted) else {
      return path
    }
    return path.dropLast(wanted.count) + TableFormats.plain.name
  }

  /// The options and the path behind `export` for a path that was meant: a spreadsheet gets a file that it
  /// opens, and no file that exists is replaced by another format's.
  static func typed(for path: String) -> String {
    if let line = readable(path) { return line }
    let other = Self.path(for: path)
    guard other != path, FileName.exists(other) else { return Quoting.path(other) }
    let stem = other.dropLast(FileName.fileExtension(other).count + 1)
    return Quoting.path("\(stem)-copy.\(TableFormats.plain.name)")
  }

  /// The options and the path behind `export` for a file that a spreadsheet opens; nil: the path is no
  /// spreadsheet's.
  static func spreadsheet(_ path: String) -> String? {
    let name = FileName.fileExtension(path)
    guard ["xlsx", "xls", "ods", "numbers"].contains(name), path.lowercased().hasSuffix(".\(name)")
    else { return nil }
    return
      "--bom \(Quoting.path("\(path.dropLast(name.count + 1))-excel.\(TableFormats.plain.name)"))"
  }

  /// The options and the path behind `export` for a file that the program opens which was meant: a spreadsheet,
  /// or for a PDF a browser, which prints it; nil: the path is of neither.
  static func readable(_ path: String) -> String? {
    let name = FileName.fileExtension(path)
    guard ["pdf", "docx"].contains(name) else { return spreadsheet(path) }
    let page = "\(path.dropLast(name.count))html"
    return FileName.exists(page) ? nil : Quoting.path(page)
  }

  /// The extensions as listed by `help export`: first those that may be compressed.
  static var helpOnExtensions: String {
    func list(_ names: [String]) -> String { names.map { "." + $0 }.joined(separator: " ") }
    let streams = formats.filter { !$0.isContainer }.flatMap(\.extensions)
    let containers = formats.filter(\.isContainer).flatMap(\.extensions)
    return list(streams + DocumentPrinters.all.flatMap(\.extensions))
      + ", also compressed (\(Compression.names)), and " + list(containers.sorted())
  }

  /// Creates the format that a word stands for, its name or one of its extensions; nil: none.
  ///
  /// - Throws: that its room is closed.
  init?(bareName word: String) throws(CommandError) {
    var format = try ExportFormat(named: word)
    if format == nil { format = try ExportFormat(path: "x.\(word)") }
    guard let format else { return nil }
    self = format
  }

  /// Creates the format of a name; nil: none.
  ///
  /// - Throws: that its room is closed.
  init?(named name: String) throws(CommandError) {
    if let printer = DocumentPrinters.all.first(where: { $0.name == name }) {
      self = .document(printer)
    } else if let format = TableFormats.named(name) {
      try sourcing(format.checkPresent(for: name))
      self = .source(format)
    } else {
      return nil
    }
  }

  /// Creates the format of a path's extension; nil: none.
  ///
  /// - Throws: that its room is closed.
  package init?(path: String) throws(CommandError) {
    let format = TableFormats.forPath(path)
    let printer = DocumentPrinters.forExtension(FileOrigin.fileExtension(path))
    if let printer, format?.isContainer != true {
      self = .document(printer)
    } else if let format {
      try sourcing(format.checkPresent(for: path))
      self = .source(format)
    } else {
      return nil
    }
  }

  /// The format for a table of a source: one with markup is written with it.
  private func fitting(_ source: FileOrigin?) -> ExportFormat {
    guard case .document(let printer) = self, let format = source?.markupFormat,
      format.name == printer.name
    else { return self }
    return .source(format)
  }

  /// Returns a line for each thing in a table that the format cannot keep.
  ///
  /// - Parameter command: the line that writes it.
  /// - Throws: `cancelled`.
  package func losses(
    in table: Table, from source: FileOrigin?, by command: String? = nil, progress: Progress
  ) throws(CommandError) -> [String] {
    switch fitting(source) {
    case .source(let format):
      let origin = FileOrigin(format: format, from: source)
      return try sourcing(origin.losses(in: table, progress: progress)).map { note in
        command.map(note.description(before:)) ?? note.description
      }
    case .document(let printer):
      let losses = try sourcing(
        FileOrigin.textLosses(in: table, writtenAs: printer.name, progress: progress))
      return [printer.loss] + losses.map(\.description)
    }
  }

  /// Writes a table to a sink.
  func write(
    _ table: Table, from source: FileOrigin?, to sink: @escaping ByteSink, progress: Progress
  ) throws(SourceError) {
    switch fitting(source) {
    case .source(let format):
      try FileOrigin.export(table, as: format, from: source, to: sink, progress: progress)
    case .document(let printer):
      progress.begin("writing \(printer.name)", .bytes)
      defer { progress.end() }
      var count = 0
      let printed = PrintedTable(table, title: Self.title(source?.name), workers: .two)
      try printer.print(printed) { (text) throws(SourceError) in
        let bytes = Array(text.utf8)
        count += bytes.count
        progress.advance(to: count)
        try bytes.withUnsafeBufferPointer { (bytes) throws(SourceError) in
          try sink(UnsafeRawBufferPointer(bytes))
        }
      }
    }
  }

  /// Writes a table to a file, which is replaced atomically.
  package func write(
    _ table: Table, from source: FileOrigin?, to target: FileTarget
  ) throws(SourceError) -> SaveReport {
    switch fitting(source) {
    case .source(let format):
      return try FileOrigin.export(table, to: target, format: format, from: source)
    case .document(let printer):
      return try FileOrigin.writeFile(target) { (write) throws(SourceError) in
        let printed = PrintedTable(
          table, title: Self.title(source?.name ?? target.path), workers: .two)
        try printer.print(printed, write)
      }
    }
  }

  /// The title of a document: the name of a file, without folders and extensions.
  private static func title(_ path: String?) -> String {
    let name = path?.split(separator: "/").last ?? ""
    return String(name.prefix { $0 != "." })
  }
}
