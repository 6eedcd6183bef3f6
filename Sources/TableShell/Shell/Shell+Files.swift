import TableKit
import TableLua
import TableSources
import Wording

extension Shell {
  /// Opens a source, or switches to the open table of that name; it becomes the current one.
  ///
  /// - Parameters:
  ///   - path: a file, or `-` for standard input.
  ///   - file: what is read, where somebody had to allow it.
  @discardableResult
  func open(
    _ path: String, as file: AllowedFile? = nil, _ reading: ReadOptions, loader: String?,
    sectionColumn: String?
  ) throws(CommandError) -> Document {
    let document = try read(
      path, as: file, reading.sectioned(by: sectionColumn), loader: loader)
    if let name = sectionColumn {
      try makeSections(of: document, by: name)
      document.sectionColumn = name
    }
    document.isOfLua = context.isOfLua
    keepJournal(of: document, isLoaded: true)
    prepare(document)
    documents.append(document)
    current = document
    return document
  }

  /// Opens a source as `open` does, with the hooks around it.
  func openWithHooks(
    _ path: String, as file: AllowedFile? = nil, _ reading: ReadOptions, loader: String?,
    sectionColumn: String?
  ) throws(CommandError) -> Document {
    try ask(.willOpen, path: path)
    let former = current
    let document = try open(
      path, as: file, reading, loader: loader, sectionColumn: sectionColumn)
    do throws(CommandError) { try tell(.didOpen, path: path) } catch {
      document.journal?.drop()
      documents.removeAll { $0 === document }
      current = former
      throw error
    }
    return document
  }

  /// The open table of a name: the path as it was typed, or its last part.
  func openDocument(named name: String) -> Document? {
    documents.first { $0.name == name } ?? documents.first { $0.name.lastPathPart == name }
  }

  /// Opens the files of the command line.
  public func openFirst(_ paths: [String]) -> Outcome {
    for path in paths { luaLayer.access.name(file: FileOrigin.file(of: path)) }
    for path in paths {
      if openDocument(named: path)?.name == path {
        writeNote("'\(path)' is given twice, and opened once")
        continue
      }
      do throws(CommandError) {
        let document = try openWithHooks(
          path, options.reading, loader: options.loader, sectionColumn: options.sectionColumn)
        for note in notes(of: document) { writeNote(note) }
      } catch {
        return fail(error, of: "open \(path)")
      }
    }
    if paths.count > 1 { current = documents.first }
    return .done
  }

  /// Reads a source into a document that is not open yet.
  ///
  /// - Parameter file: what is read, where somebody had to allow it.
  func read(
    _ path: String, as file: AllowedFile? = nil, _ reading: ReadOptions, loader: String? = nil
  ) throws(CommandError) -> Document {
    if let loader = try luaLoader(loader, for: path) {
      return try read(path, as: file, reading, with: loader)
    }
    if let loader, let error = unknownLoader(loader) { throw error }
    var reading = reading
    if let loader { reading.loader = loader }
    let isCancelled = { [unowned self] in isStopped }
    let loaded: LoadedTable
    do throws(SourceError) {
      if path == "-" {
        loaded = try LoadedTable(
          descriptor: 0, name: "stdin", options: reading, isCancelled: isCancelled,
          progress: console.progress)
      } else {
        loaded = try LoadedTable(
          path: path, at: file?.place, options: reading, isCancelled: isCancelled,
          progress: console.progress)
      }
    } catch {
      throw CommandError(error)
    }
    let document = Document(
      name: path == "-" ? "stdin" : path, table: loaded.table, origin: loaded.origin,
      reading: reading)
    document.notes = loaded.notes.map(\.description)
    return document
  }
}

extension Shell {
  /// Makes sections from a column, as a view: nothing counts as changed.
  func makeSections(of document: Document, by name: String) throws(CommandError) {
    var table = document.editor.table
    guard let column = table.column(named: name) else {
      throw .noSuchColumn(name, columns: table.columns.map(\.name))
    }
    // A database that was read as one table has them, the empty ones too.
    if table.sectionColumn == column.id { return }
    do throws(EditError) {
      try table.regroup(
        by: column.id, isCancelled: { [unowned self] in isStopped },
        progress: console.progress)
    } catch {
      throw CommandError(error)
    }
    document.editor = Editor(table: table)
  }
}

extension ReadOptions {
  /// The options for a source whose sections are then made by a column: those of a database are
  /// its tables when the column is `table`.
  func sectioned(by column: String?) -> ReadOptions {
    var options = self
    if column == "table" { options.readsAllTables = true }
    return options
  }
}

extension CommandError {
  /// An error of a source; stopping it is ^C.
  init(_ error: SourceError) {
    if case .cancelled = error { self = .stopped } else { self = .source(error) }
  }

  /// An error of an edit; stopping it is ^C.
  init(_ error: EditError) {
    if case .cancelled = error { self = .stopped } else { self = .edit(error) }
  }
}

extension String {
  /// Without blanks and line ends around it.
  var trimmingBlanks: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }

  /// What stands behind the last slash.
  var lastPathPart: String {
    String(split(separator: "/").last ?? "")
  }

  /// The extension of the last part, in lower case, empty if none.
  var pathExtension: String {
    let name = lastPathPart
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
}
