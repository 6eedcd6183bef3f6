import CommandLanguage
import TableKit
import TableSources
import Wording

extension Command {
  /// A command that writes the table in another format.
  static var export: Command {
    Command(
      name: "export", group: .tables, summary: "write the table, or a part of it, in any format",
      synopsis: [
        "export [--format FORMAT] [--overwrite] [--force] [--in-place] \(Invocation.styleOptions) "
          + "[--fragment] PATH|- [COLUMNS] [TARGET]"
      ],
      kinds: ["PATH": .file, "NAME": .named("an encoding")],
      details: """
        The extension chooses the format: \(ExportFormat.helpOnExtensions), or that of a Lua \
        loader. A name without an extension is \(TableFormats.plain.name), and - is standard \
        output. --format overrides the extension: \(ExportFormat.names.joined(separator: ", ")). \
        json-rows is an array of objects, box draws lines around the cells, text aligns the \
        columns. A note says what the format cannot keep.
        COLUMNS and TARGET choose columns and rows, as in show. The table keeps its own file. If \
        PATH exists and this session did not write it, export asks; in a batch and from Lua this \
        is an error. postgres://ADDRESS#TABLE makes a new table on that server. A window \
        over a large table is exported as the whole table, with your unsaved changes.
        """,
      options: Invocation.styleMeanings.merging([
        "format": "the format, whatever the extension",
        "overwrite": "replace an existing file without asking, never a database by text",
        "force": "replace a read-only file, too",
        "in-place": "overwrite the bytes of a file that cannot be replaced",
        "fragment": "in HTML, write only the table, not a whole page",
      ]) { $1 },
      examples: [
        "export - name,pay where pay > 30": "print some rows and columns",
        "export staff.json": "write all in another format",
        "export --format markdown -": "print the table in Markdown",
        "export --delimiter ';' --bom staff-excel.csv": "for Excel",
      ],
      readOn: ["writing", "save", "show"], allowsLateOptions: true,
      window: .checked { invocation, document throws(CommandError) in
        guard let target = try invocation.optional(.target), target.seemsToNameAll else { return }
        throw .window(
          "'\(target)' would apply only to the "
            + "\(Counts.of(document.table.rowCount, "row")) of this window",
          hint: "export FILE in 0 \(target.isEverything ? "*" : "\(target)") for these; "
            + "psql -c '\\copy (SELECT … WHERE …) TO FILE CSV HEADER' for all")
      },
      run: Invocation.finishingExport { invocation throws(CommandError) in
        let (document, shell) = (try invocation.document(), invocation.shell)
        let path = try invocation.outputPath() ?? "-"
        try invocation.refuseBareFormat()
        try invocation.refuseBareWord()
        let kind = try shell.sourceKind(of: path)?.kind
        if kind != nil { try invocation.refuseStyle("a table of a server", for: path) }
        if let whole = try document.source.export(to: path, invocation) { return whole }
        let table = try invocation.tableOfTarget()
        if let made = try kind?.export(table, to: path, invocation) { return made }
        if let saver = try invocation.exportSaver(for: path) {
          try invocation.refuseStyle(saver.name, for: path)
          return try invocation.export(table, to: path, with: saver)
        }
        let format = try invocation.exportFormat(for: path)
        let target = path == "-" ? nil : try invocation.fileTarget(path, as: format)
        let line = invocation.statement.text
        let notes = try format.losses(
          in: table, from: document.origin, by: line, progress: shell.progress)
        guard let target else {
          try invocation.refuseTerminal(format)
          let held = HeldOutput()
          try sourcing(
            format.write(table, from: document.origin, to: held.take, progress: shell.progress))
          try shell.emit(bytesOf: held.bytes)
          return CommandResult(notes: notes)
        }
        if shell.isDryRun {
          return CommandResult(sentence: "dry run: nothing is written to \(path)", notes: notes)
        }
        let report = try sourcing(format.write(table, from: document.origin, to: target))
        shell.written.add(path)
        if let problem = report.problem { throw CommandError(problem) }
        let losses = report.notes.map { $0.description(before: line) }
        return CommandResult(
          sentence: report.sentence ?? "exported \(Counts.of(table.rowCount, "row")) to \(path) "
            + "(\(Counts.of(report.byteCount, "byte")))",
          notes: notes + losses.filter { !notes.contains($0) })
      })
  }
}

extension Invocation {
  /// The request that the command's options make for the file it writes.
  func saveRequest(_ path: String?) -> SaveRequest {
    var request = SaveRequest(path: path, line: form.line)
    request.overwrites = has("--overwrite")
    request.isForced = has("--force")
    request.isDryRun = shell.isDryRun
    request.inPlace = has("--in-place") ? shell.options.journalFolder ?? .nowhere : nil
    return request
  }

  /// Refuses a path that is the name of a format alone.
  func refuseBareFormat() throws(CommandError) {
    let isSave = command.name == "save"
    guard isSave || value(of: "--format") == nil,
      let word = words(of: .file).first, word.isUnquoted,
      (ExportFormat.names + ExportFormat.extensions + shell.luaLayer.luaSaverNames)
        .contains(word.text)
    else { return }
    let meant = try isSave ? copyLine(for: word) : line(for: word)
    throw refusal("'\(word.text)' is a format; the file of that name is ./\(word.text)", [meant])
  }

  /// The line that saves a copy in a format.
  private func copyLine(for format: Word) throws(CommandError) -> String {
    guard let known = try ExportFormat(bareName: format.text) else { return "help save" }
    let document = try document()
    return "save \(Quoting.path(known.fileName(besides: document)))"
  }

  /// The line that writes what was meant by a format in the place of the path: the file that stands behind
  /// it, or else standard output, but for a database the file that it would have.
  private func line(for format: Word) throws(CommandError) -> String {
    var words = statement.words.drop { $0.end.offset <= format.end.offset }
    var last = format
    if let dash = words.first, dash.is("-") {
      last = dash
      words = words.dropFirst()
    }
    if let file = words.first, !FileOrigin.fileExtension(file.text).isEmpty,
      try document().table.column(named: file.text) == nil
    {
      let name = try ExportFormat(bareName: format.text)?.name ?? format.text
      let isKnown = try ExportFormat(path: file.text)?.name == name
      return "export \(isKnown ? "" : "--format \(name) ")\(Quoting.path(file.text))"
        + statement.tail(behind: file)
    }
    let known = try ExportFormat(bareName: format.text)
    if case .file(let file, append: false) = statement.redirection, words.isEmpty,
      try ExportFormat(path: file.text)?.name == known?.name
    {
      return "export \(Quoting.path(file.text))"
    }
    let isLast = words.isEmpty && lua == nil && statement.redirection == .none
    let rest = isLast ? "" : statement.tail(behind: last)
    if let known, known.isContainer {
      return "export \(Quoting.path(try fileName(for: known)))\(rest)"
    }
    return "export --format \(known?.name ?? format.text) -\(rest)"
  }

  /// The file that the table would have in a format.
  private func fileName(for format: ExportFormat) throws(CommandError) -> String {
    format.fileName(of: try document().shortName)
  }

  /// Refuses to write a database to a terminal.
  fileprivate func refuseTerminal(_ format: ExportFormat) throws(CommandError) {
    guard format.isContainer, shell.isOnTerminal else { return }
    let file = try fileName(for: format)
    throw refusal(
      "\(format.name) is no text, and would be written to the terminal",
      ["export \(Quoting.path(file))"])
  }

  /// Returns the file to write at a path, after checking that it may be written and replaced.
  ///
  /// - Parameter format: the format to write; nil: that of a Lua loader.
  /// - Throws: that Lua may not write it, `usage`, `fileExists`, `declined`.
  package func fileTarget(
    _ path: String, as format: ExportFormat?
  ) throws(CommandError) -> FileTarget {
    let request = saveRequest(path)
    let file = try shell.permitted(writing: path)
    if format?.isContainer != true {
      try shell.checkNoContainer(
        path, hint: format?.line(besides: path) ?? "write another file")
    }
    let seen = try shell.checkOverwriting(path, request)
    try shell.confirmInPlace(path, request)
    return request.target(path, at: file, replacing: seen, shell.progress)
  }

  /// Refuses options for delimited text, and for a piece of HTML.
  fileprivate func refuseStyle(_ name: String, for path: String) throws(CommandError) {
    if let style = try writingStyle() { throw .source(style.refusal(by: name, for: path)) }
    if has("--fragment") { throw Self.noFragment(name) }
  }

  private static func noFragment(_ name: String) -> CommandError {
    .usage(
      "--fragment is for html, not for \(name)",
      synopsis: ["export --fragment --format html -"])
  }

  /// Returns the format that `--format` names, else that of the extension, else CSV; in the style that
  /// the options ask for.
  ///
  /// - Throws: `noSuchName` for an unknown format, `unknownExtension` for an unknown extension; that a
  ///   format has no styles.
  package func exportFormat(for path: String) throws(CommandError) -> ExportFormat {
    let format = try plainExportFormat(for: path)
    let style = try writingStyle()
    switch format {
    case .source(let format):
      if has("--fragment") { throw Self.noFragment(format.name) }
      guard let style else { return .source(format) }
      return .source(try sourcing(format.styled(style, for: path)))
    case .document(let printer):
      if let style { throw .source(style.refusal(by: printer.name, for: path)) }
      guard has("--fragment") else { return format }
      guard let piece = printer.fragment else { throw Self.noFragment(printer.name) }
      return .document(piece)
    }
  }

  private func plainExportFormat(for path: String) throws(CommandError) -> ExportFormat {
    if let word = value(of: "--format") {
      if let known = try ExportFormat(named: word.text) { return known }
      throw .noSuchName(
        kind: "format", word.text, names: ExportFormat.names + shell.luaLayer.luaSaverNames)
    }
    let file = FileOrigin.file(of: path)
    if let known = try ExportFormat(path: file) { return known }
    let name = FileOrigin.fileExtension(file)
    if path == "-" || name.isEmpty { return .source(TableFormats.plain) }
    throw .unknownExtension(name, takesFormat: true)
  }

  /// Returns the saver of the Lua loader that `--format` or the extension names; nil: a built-in
  /// format.
  fileprivate func exportSaver(for path: String) throws(CommandError) -> LuaSaver? {
    guard let word = value(of: "--format") else {
      return path == "-" ? nil : try shell.luaLayer.luaSaver(for: path)
    }
    guard shell.luaLayer.luaLoaders.contains(where: { $0.name == word.text }),
      try ExportFormat(named: word.text) == nil
    else { return nil }
    return try shell.luaLayer.luaSaver(word.text)
  }

  /// The note, once in a session, on an export in JSON with the sections, which other programs do not expect.
  private func notesOnRows() throws(CommandError) -> [String] {
    let path = try outputPath() ?? "-"
    // A batch that writes a file knows what it wants.
    guard shell.console.isInteractive || path == "-", !shell.isDryRun, !shell.isUnread,
      try shell.sourceKind(of: path) == nil,
      try exportSaver(for: path) == nil,
      try plainExportFormat(for: path).name == TableFormat.json.name
    else { return [] }
    let file = words(of: .file).first ?? statement.words.first { $0.is("-") }
    return shell.notesOnRows(
      by: "export --format json-rows \(Quoting.path(path))"
        + (file.map(statement.tail(behind:)) ?? ""))
  }

  /// The note that a file behind `>` holds CSV, though its name says another format; empty: it does not.
  private func notesOnRedirection() throws(CommandError) -> [String] {
    guard case .file(let file, append: false) = statement.redirection, !shell.isDryRun,
      value(of: "--format") == nil, let dash = statement.words.first(where: { $0.is("-") }),
      let last = statement.words.last, let wanted = try? ExportFormat(path: file.text),
      ![TableFormats.plain.name, "text"].contains(wanted.name)
    else { return [] }
    let rest = statement.text.unicodeScalars.prefix(last.end.offset).dropFirst(dash.end.offset)
    let line =
      "export --overwrite \(Quoting.path(file.text))"
      + String(String.UnicodeScalarView(rest))
    return ["\(file.text) holds CSV; as \(wanted.name): \(line)"]
  }

  /// Writes the table with the saver of a Lua loader.
  fileprivate func export(
    _ table: Table, to path: String, with saver: LuaSaver
  ) throws(CommandError) -> CommandResult {
    if path == "-" {
      try shell.emit(bytesOf: try shell.luaLayer.bytes(of: table, with: saver))
      return CommandResult()
    }
    let target = try fileTarget(path, as: nil)
    if shell.isDryRun {
      return CommandResult(sentence: "dry run: nothing is written to \(path)")
    }
    var origin = FileOrigin(newFile: path)
    do throws(SourceError) {
      var save = FileSave()
      save.script = saver.writer(of: table, to: path)
      let report = try origin.save(table, to: target, save)
      shell.written.add(path)
      return CommandResult(
        sentence: "exported \(Counts.of(table.rowCount, "row")) to \(path) "
          + "(\(Counts.of(report.byteCount, "byte")))",
        notes: report.notes.map(\.description))
    } catch {
      throw saver.commandError(error)
    }
  }

  /// Returns a body that notes which columns are hidden and exported all the same. A table of standard
  /// input has no file: an export is what comes of its changes.
  fileprivate static func finishingExport(_ run: @escaping Form.Run) -> Form.Run {
    let run = hintingInPlace(run)
    return { invocation throws(CommandError) in
      let result = try run(invocation).noting(try invocation.notesOnRows())
      let document = try invocation.document()
      if document.isOfInput, !invocation.shell.isDryRun { document.didPassOn() }
      document.didExport()
      return result.noting(
        try invocation.notesOnRedirection()
          + invocation.notesOnSelection(
            invocation.outputPath() ?? "-") + invocation.notesOnHiddenColumns())
    }
  }

  /// Returns a body whose error for a file that no other can replace hints at the same line with
  /// `--in-place`.
  static func hintingInPlace(_ run: @escaping Form.Run) -> Form.Run {
    { invocation throws(CommandError) in
      do throws(CommandError) { return try run(invocation) } catch {
        let (line, words) = (invocation.statement.text, invocation.statement.words)
        guard case .source(.cannotReplace) = error, let first = words.first?.text,
          line.hasPrefix(first)
        else { throw error }
        let typed = first + " --in-place" + line.dropFirst(first.count)
        throw .hinted(error, "\(typed) overwrites it, and keeps a backup until all is written")
      }
    }
  }
}
