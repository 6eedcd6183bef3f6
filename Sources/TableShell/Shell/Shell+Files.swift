import CommandLanguage
import HTTP
import LibC
import BatchUpdates
import TableKit
import TableLua
import TableRules
import TableSources
import Wording

extension Shell {
  /// Opens a source, and makes it the current table.
  ///
  /// - Parameters:
  ///   - path: a file, or `-` for standard input.
  ///   - file: the file that Lua's permissions allow; nil: no permission is needed.
  @discardableResult
  func open(
    _ path: String, as file: AllowedFile? = nil, _ reading: ReadOptions, loader: String?,
    sectionColumn: String?
  ) throws(CommandError) -> Document {
    let document: Document
    do throws(CommandError) {
      document = try read(path, as: file, reading.sectioned(by: sectionColumn), loader: loader)
    } catch {
      guard case .source(.conflictMarkers) = error, path != "-",
        let marked = try readMarked(path, as: file, reading, sectionColumn: sectionColumn)
      else { throw error }
      document = marked
    }
    if let name = sectionColumn {
      try checkWholeForSections(document)
      try makeSections(of: document, by: name)
      document.opening.sectionColumn = name
    }
    keepJournal(of: document, isLoaded: true)
    add(document)
    try watchAtPrompt(document)
    return document
  }

  /// Adds a table, which becomes the current one.
  func add(_ document: Document) {
    document.opening.isOfLua = context.isOfLua
    prepare(document)
    document.log = tableLog()
    document.editor.command = document.log.command
    documents.append(document)
    current = document
  }

  /// Opens a source, and calls the hooks `will_open` and `did_open`; closes it again if the latter
  /// throws.
  ///
  /// - Parameter isArgument: whether the path is an argument of the program.
  func openWithHooks(
    _ path: String, as file: AllowedFile? = nil, _ reading: ReadOptions, loader: String?,
    sectionColumn: String?, isArgument: Bool = false
  ) throws(CommandError) -> Document {
    if loader == nil, reading.delimiter == nil, FileOrigin.fileExtension(path) == "tsh",
      FileName.exists(path)
    {
      throw isScript(path, isArgument: isArgument)
    }
    try ask(.willOpen, path: Secrets.hidden(path))
    let former = current
    let document: Document
    do throws(CommandError) {
      document = try open(path, as: file, reading, loader: loader, sectionColumn: sectionColumn)
    } catch {
      // What was cut off may be no table.
      for write in options.journalFolder?.cutOffWrites(of: path) ?? [] {
        writeNote(write.message)
      }
      guard case .source(.noSuchFile) = error,
        let hint = hint(inPlaceOf: path, nearest: error.hint, isArgument: isArgument)
      else { throw error }
      throw .outside(code: error.code, message: error.message, hint: hint)
    }
    do throws(CommandError) { try tell(.didOpen, path: Secrets.hidden(path)) } catch {
      document.journal?.drop()
      documents.removeAll { $0 === document }
      current = former
      throw error
    }
    return document
  }

  /// What to type in place of a path of which there is no file; nil if nothing is known.
  ///
  /// - Parameter nearest: asks whether a file of a similar name is meant.
  private func hint(inPlaceOf path: String, nearest: String?, isArgument: Bool) -> String? {
    if path.hasPrefix("http://") || path.hasPrefix("https://") {
      return "a Realtime Database is opened at firebase://HOST/PATH or https://HOST/PATH.json; "
        + "for anything else: curl -o FILE ADDRESS"
    }
    if path.contains(":"), (try? HTTPAddress("http://" + path))?.isLoopback == true {
      return "firebase://" + path + (path.contains("/") ? "" : "/")
    }
    var hints = [nearest].compactMap(\.self)
    // No new file is called `*.csv`.
    if path.contains("*") || path.contains("?") { return nearest ?? tableFiles(beside: path) }
    if isArgument, let line = commandLine(beginningWith: path) {
      hints.append("commands come with -c: \(line)")
    } else if isArgument,
      let name = Nearest.nearest(to: path, in: options.subcommands, limit: 1).first
    {
      hints.append("did you mean: tablesh \(name)?")
    }
    if TableFormats.forExtension(path.pathExtension) != nil {
      let new = "new \(Quoting.word(path)) COLUMN,…"
      hints.append("start one: " + (isArgument ? "tablesh -c '\(new); save'" : new))
    }
    return hints.isEmpty ? nil : hints.joined(separator: " Or ")
  }

  /// The command line that was meant where a command stands in place of a file: `tablesh -c 'explain G11'`,
  /// and of one that looks at tables with the files that exist. Nil where that would not work.
  private func commandLine(beginningWith name: String) -> String? {
    guard let command = registry.find(name), let first = openedPaths.firstIndex(of: name) else {
      return nil
    }
    let files = openedPaths.filter { access($0, F_OK) == 0 }
    let words = openedPaths[first...].filter { !files.contains($0) }
    let isOfRule =
      command.name == "explain" && words.count == 2 && files.isEmpty
      && (Violation.rule(for: words[1].uppercased()) ?? words[1]).isRule
    guard isOfRule || command.group == .looking && !files.isEmpty else { return nil }
    let plain = Set(":@.,_-/*".unicodeScalars)
    let line = words.map { word in
      // An index path, a key and a pattern stand as they were typed.
      word.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil || plain.contains($0)
      }
        ? word : Quoting.word(word)
    }.joined(separator: " ")
    return (["tablesh -c", ShellWord.sh(line)] + files.map(ShellWord.sh)).joined(separator: " ")
  }

  /// Returns the open table with a name: its path as typed, or the path's last component.
  func openDocument(named name: String) -> Document? {
    documents.first { $0.name == name } ?? documents.first { $0.name.lastPathPart == name }
      ?? documents.first { $0.source.tableName == name }
  }

  /// The error for a script in the place of a table.
  private func isScript(_ path: String, isArgument: Bool) -> CommandError {
    let files = ([path] + openedPaths.filter { $0 != path }).map { Quoting.path($0) }
    return .hinted(
      .usage("'\(shown: path)' is a script of commands, not a table", synopsis: []),
      isArgument
        ? "tablesh run \(files.joined(separator: " "))" : "source \(Quoting.path(path))")
  }

  /// Returns the open table whose file is called so without folder and extension, where no file has that
  /// name, and no other such table is open.
  func openDocument(shortNamed name: String) -> Document? {
    let documents = documents.filter { $0.shortName == name }
    return documents.count == 1 && !FileName.exists(name) ? documents[0] : nil
  }

  /// Opens the files of the command line.
  public func openFirst(_ paths: [String]) -> Outcome {
    openedPaths = paths
    defer { openedPaths = [] }
    for path in paths { luaLayer.access.name(file: FileOrigin.file(of: path)) }
    var opened: [Document] = []
    func tellNotes() {
      for note in notes(of: opened) + opened.compactMap(\.source.windowNote) { writeNote(note) }
    }
    for path in paths {
      if openDocument(named: path)?.name == path {
        writeNote("'\(path)' is given twice, and opened once")
        continue
      }
      do throws(CommandError) {
        var reading = options.reading
        reading.windowing = options.windowing
        let document = try answering("open \(path)") { () throws(CommandError) in
          try openWithHooks(
            path, reading, loader: options.loader, sectionColumn: options.sectionColumn,
            isArgument: true)
        }
        opened.append(document)
      } catch {
        tellNotes()
        return fail(error, of: "open \(path)")
      }
    }
    if paths.count > 1 { current = documents.first }
    tellNotes()
    return .done
  }

  /// Reads a source into a document, without opening it in the session.
  ///
  /// - Parameter file: the file that Lua's permissions allow; nil: no permission is needed.
  func read(
    _ path: String, as file: AllowedFile? = nil, _ reading: ReadOptions, loader: String? = nil
  ) throws(CommandError) -> Document {
    if let declared = try luaLayer.declared(loader ?? reading.loader, for: path, reading) {
      return try read(path, as: file, inSections: declared)
    }
    if loader == nil, let (kind, _) = try sourceKind(of: path) {
      // What declared its sections may not be loaded any more.
      if let name = reading.loader, let error = luaLayer.unknownLoader(name) { throw error }
      return try kind.read(path, reading, in: self)
    }
    if let loader = try luaLayer.luaLoader(loader ?? reading.loader, for: path) {
      return try luaLayer.read(path, as: file, reading, with: loader)
    }
    if let name = loader ?? reading.loader,
      let kind = sourceKinds.first(where: { $0.loader?.name == name })
    {
      return try kind.load(path, as: file, reading, in: self)
    }
    if let loader, let error = luaLayer.unknownLoader(loader) { throw error }
    var reading = reading
    if let loader { reading.loader = loader }
    // A database answers a query itself.
    if let queried = QueriedFile(path: path), TableFormats.tables(in: queried.file).isEmpty {
      return try read(queried, path, as: file, reading)
    }
    let loaded = try sourcing(
      path == "-"
        ? LoadedTable(descriptor: 0, name: "stdin", options: reading, progress: progress)
        : LoadedTable(path: path, at: file?.place, options: reading, progress: progress))
    let document = Document(
      name: path == "-" ? "stdin" : path, table: loaded.table, source: FileSource(loaded.origin),
      reading: reading)
    document.opening.notes = loaded.notes.map(\.description)
    if loaded.origin.jsonForm != nil {
      document.opening.reading.knownOutline = loaded.origin.knownOutline(of: loaded.table)
    }
    return document
  }

  /// Reads a tree, from a file or a server, in the sections that a loader declares.
  private func read(
    _ path: String, as file: AllowedFile?, inSections reading: ReadOptions
  ) throws(CommandError) -> Document {
    guard let kind = sourceKinds.first(where: { $0.loader != nil }) else {
      throw .closed(.firebase, for: "--loader \(reading.loader ?? "")")
    }
    if try kind.name(of: path, in: self) != nil { return try kind.read(path, reading, in: self) }
    return try kind.load(path, as: file, reading, in: self)
  }

  /// Reads the result of a query over a file, as of `crew.csv#SELECT name FROM crew`: a table that is
  /// not of a file itself.
  private func read(
    _ queried: QueriedFile, _ path: String, as file: AllowedFile?, _ reading: ReadOptions
  ) throws(CommandError) -> Document {
    guard let query = rooms.lazy.compactMap(\.query).first else {
      throw .closed(.sqlite, for: path)
    }
    var plain = reading
    plain.key = []
    let source = try read(queried.file, as: file, plain, loader: reading.loader)
    var table = try sourcing(
      query(queried.sql, [(name: source.shortName, table: source.table)], progress))
    if !reading.key.isEmpty {
      let key = try reading.key.map { (name) throws(CommandError) in
        try table.existingColumn(name).id
      }
      guard try editing(table.setKey(ifUnique: key, progress)) else {
        throw .outside(
          code: "no-key",
          message:
            "--key \(reading.key.joined(separator: ",")) does not tell all rows of the result apart",
          hint: "a row of it has none of them, or two have the same")
      }
    }
    let document = Document(
      name: path, table: table, source: FileSource(nil, isNew: true), reading: reading)
    document.opening.notes = source.opening.notes
    return document
  }

  /// Groups rows into sections by a column, without an undo step or an unsaved change.
  ///
  /// - Throws: `noSuchColumn`; the errors of `regroup`.
  package func makeSections(of document: Document, by name: String) throws(CommandError) {
    var table = document.editor.table
    let column = try table.existingColumn(name)
    // A database read as one table has its sections already, empty ones included.
    if table.sectionColumn == column.id { return }
    try editing(table.regroup(by: column.id, progress))
    document.editor = Editor(table: table)
  }
}

extension ReadOptions {
  /// Returns the options for a source that is then sectioned by a column: `table` reads all tables
  /// of a database.
  func sectioned(by column: String?) -> ReadOptions {
    var options = self
    if column == "table" { options.readsAllTables = true }
    return options
  }
}

extension CommandError {
  /// Creates the error for one of a source; a cancelled read is `stopped`.
  package init(_ error: SourceError) {
    if case .cancelled = error { self = .stopped } else { self = .source(error) }
  }

  /// Creates the error for one of an edit; a cancelled edit is `stopped`.
  package init(_ error: EditError) {
    switch error {
    case .cancelled: self = .stopped
    case .vetoed(let code, let message, let hint, let trace):
      self = .lua(LuaFailure(code: code, message: message, hint: hint, traceback: trace))
    default: self = .edit(error)
    }
  }
}

extension String {
  /// What stands behind the last slash.
  package var lastPathPart: String { String(split(separator: "/").last ?? "") }

  /// Without the extension of the last component.
  package var withoutExtension: String {
    pathExtension.isEmpty ? self : String(dropLast(pathExtension.count + 1))
  }

  /// The extension of the last component, in lower case without the dot; empty: none.
  package var pathExtension: String {
    let name = lastPathPart
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
}

extension Shell {
  /// The kinds of sources that have addresses.
  var sourceKinds: [any SourceKind] { rooms.flatMap(\.sources) }

  /// Returns the kind of source that has an address, and how that is shown; nil: the path is none.
  func sourceKind(of path: String) throws(CommandError) -> (kind: any SourceKind, name: String)? {
    for kind in sourceKinds {
      if let name = try kind.name(of: path, in: self) { return (kind, name) }
    }
    try checkOpen(path)
    return nil
  }
}

// MARK: - Windows

extension Shell {
  /// Refuses a command that a window cannot do, or says that it sees a part of the table alone.
  func checkWindow(of invocation: Invocation) throws(CommandError) {
    guard let document = current, document.source.isWindow else { return }
    try document.source.check(invocation)
    // A command of a plugin sees what Lua sees, which says so when it reads rows.
    switch invocation.command.windowUse {
    case .right, .whole: break
    case .part:
      if try invocation.optional(.target) == nil { noteWindow(document) }
    case .refused(let reason, let hint):
      throw .window(refuses: invocation.command.name, reason, hint)
    case .checked(let check): try check(invocation, document)
    }
  }

  /// Says, once a command, that it sees the rows of a window alone.
  package func noteWindow(_ document: Document?) {
    guard let document, let size = document.source.wholeSize else { return }
    let rows = Counts.of(document.table.rowCount, "row")
    let note = "on the \(rows) of this window only, of \(size)"
    if !context.reply.warnings.contains(note) { context.reply.warnings.append(note) }
  }

  /// Refuses a part of a table where another table is read as a whole.
  func checkWhole(_ other: Document) throws(CommandError) {
    guard other.source.isWindow else { return }
    throw .window(
      "the open table '\(other.shownName)' is a window, a part of its rows",
      hint: "open --whole reads all of them; a query at the address reads some")
  }

  /// Refuses sections of a window, which would have a part of their rows.
  func checkWholeForSections(_ document: Document) throws(CommandError) {
    guard document.source.isWindow else { return }
    throw .window(
      "a window over a large table has no sections: they would have a part of their rows",
      hint: "open --whole --section-by reads all rows")
  }
}

extension String {
  /// Whether it names a rule, as `G11`.
  fileprivate var isRule: Bool { TableRule(numbered: self) != nil }
}
