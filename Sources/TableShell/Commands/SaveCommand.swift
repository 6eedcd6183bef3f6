import CommandLanguage
import TableLua
import TablePrinters
import TableSources

extension Command {
  /// A command that saves the table; `SaveRequest.carryOut` lists when it is refused.
  static var save: Command {
    Command(
      name: "save", group: .tables, summary: "write the table back to its file, or to another one",
      synopsis: [
        "save [--backup[=SUFFIX]] [--force] [--overwrite] [--in-place] [--dry-run] "
          + Invocation.styleOptions,
        "save [--backup[=SUFFIX]] [--force] [--overwrite] [--in-place] [--dry-run] "
          + "\(Invocation.styleOptions) [--as] PATH",
        "save \(Invocation.styleOptions) -",
      ],
      kinds: ["PATH": .file, "NAME": .named("an encoding")],
      details: """
        Nothing is ever half written. If others changed the file, save is refused: reload brings \
        their changes in.
        save PATH writes a copy; the table's own file stays as it was. Your changes then count as \
        saved, except at the prompt where tablesh cannot read PATH again. A table without a file gets PATH. The \
        extension chooses the format; - is standard output. If PATH exists and this session did \
        not write it, save asks; in a batch and from Lua this is an error.
        """,
      options: Invocation.styleMeanings.merging([
        "backup": "keep the former file as PATH~, or with this suffix",
        "force": "write over others' changes and read-only files",
        "overwrite": "replace an existing file without asking, never a database by text",
        "in-place": "overwrite the bytes of a file that cannot be replaced",
        "as": "make PATH the file of the table from now on",
        "dry-run": "write nothing; a server tries and undoes the changes",
      ]) { $1 },
      examples: [
        "save": "write the table back",
        "save copy.json": "write a copy, here in another format",
        "edit @007 pay=32; save --backup": "keep the former file as staff.csv~",
        "save --as staff.json": "go on with another file",
      ],
      readOn: ["writing", "export", "undo"], allowsLateOptions: true,
      run: Invocation.hintingInPlace { invocation throws(CommandError) in
        try invocation.refuseBareFormat()
        try invocation.refuseBareWord()
        var request = invocation.saveRequest(
          invocation.has("-") ? "-" : try invocation.outputPath())
        request.moves = invocation.has("--as")
        request.style = try invocation.writingStyle()
        request.isDryRun = request.isDryRun || invocation.has("--dry-run")
        if invocation.has("--backup") {
          request.backupSuffix = invocation.value(of: "--backup")?.text ?? "~"
        }
        let result = try request.carryOut(on: invocation.document(), in: invocation.shell)
        guard let path = request.path else { return result }
        return result.noting(
          try invocation.notesOnSelection(path) + invocation.notesOnHiddenColumns())
      })
  }
}

// A save, from top to bottom: its source, or a kind of place with addresses, does it in its own way;
// everything else is a file.

extension SaveRequest {
  /// Saves a table.
  ///
  /// It is refused, in this order, if options for files are given where none is written; if there is
  /// neither a path nor a source; if Lua may not write the file; if no format has the extension; if
  /// another file exists, unless the user confirms, `--overwrite` is given or this session has written
  /// it; if Lua may not write its backup; if conflicts with others' changes are open, unless forced; if
  /// a hook refuses. A
  /// source that equals the table is not written again, unless forced. `FileOrigin` refuses files
  /// that are read-only or were changed by others, unless forced.
  ///
  /// - Throws: `usage`, `noSource`, `permissionDenied`, `unknownExtension`, `fileExists`, `declined`,
  ///   `conflicts`, `source`, `lua`.
  func carryOut(on document: Document, in shell: Shell) throws(CommandError) -> CommandResult {
    if let own = document.ownPath(by: path), own != path {
      var request = self
      request.path = own
      return try request.carryOut(on: document, in: shell)
    }
    let kind = try path.flatMap { (path) throws(CommandError) in
      try shell.sourceKind(of: path)?.kind
    }
    try checkIsFile(document.source, isAddress: kind != nil)
    if let result = try document.source.save(document, self, in: shell) { return result }
    if path == "-" { return try writeOutput(document, in: shell) }
    if let path, let result = try kind?.saveCopy(of: document, to: path, self, in: shell) {
      return result
    }
    return try writeFile(document, in: shell)
  }

  /// Refuses options for files where none is written.
  private func checkIsFile(_ source: any TableSource, isAddress: Bool) throws(CommandError) {
    let isPlace = path == "-" || source.place != nil && (path ?? source.place) == source.place
    if inPlace != nil, isPlace || isAddress {
      throw .usage("--in-place is for files", synopsis: ["save --in-place [PATH]"])
    }
    if let style, isAddress || source.place != nil && (path ?? source.place) == source.place {
      throw .source(style.refusal(by: "a table of a server", for: path ?? source.place ?? ""))
    }
    if backupSuffix != nil, isPlace {
      throw .usage("--backup is for files", synopsis: ["save --backup PATH"])
    }
  }

  /// Writes the table to standard output.
  private func writeOutput(
    _ document: Document, in shell: Shell
  ) throws(CommandError) -> CommandResult {
    try shell.ask(.willSave, path: "-")
    let (table, origin) = (document.wholeTable, document.origin ?? FileOrigin(newFile: nil))
    var losses: [SourceNote] = []
    if let style {
      let name = origin.path ?? "table"
      if let loader = document.source.loader {
        throw .source(style.refusal(by: loader, for: name))
      }
      let format = ExportFormat.source(try sourcing(origin.format(for: name, in: style)))
      let held = HeldOutput()
      try sourcing(format.write(table, from: origin, to: held.take, progress: shell.progress))
      try shell.emit(bytesOf: held.bytes)
    } else if let loader = document.source.loader {
      try shell.emit(
        bytesOf: shell.luaLayer.bytes(of: table, with: shell.luaLayer.luaSaver(loader)))
    } else {
      losses = try sourcing(origin.losses(in: table, progress: shell.progress))
      let bytes = try sourcing(origin.bytes(of: table, progress: shell.progress))
      try shell.refuseTerminal(bytes)
      shell.emit(table: bytes, as: origin)
    }
    document.didCopyToOutput(in: shell)
    try shell.tell(.didSave, path: "-")
    return CommandResult(notes: losses.map(\.description))
  }

  /// Writes a file: that of the table, or another one.
  private func writeFile(
    _ document: Document, in shell: Shell
  ) throws(CommandError) -> CommandResult {
    let source = document.source
    let isOwn = path == nil || path == source.origin?.path
    guard let target = path ?? source.origin?.path else { throw .noSource("to save to") }
    let own = isOwn && !document.opening.isOfLua ? document : nil
    var allowed = try shell.permitted(saving: target, own)
    try checkExtension(of: target, for: source, in: shell)
    let isSource = try document.isSource(target)
    if !isSource, TableFormats.forPath(target)?.isContainer != true {
      try shell.checkNoContainer(
        target, hint: "save \(Quoting.word("\(target).\(TableFormats.plain.name)"))")
    }
    let seen = source.isNew || !isSource ? try shell.checkOverwriting(target, self) : nil
    let kept = try permittedBackup(of: target, in: shell)
    allowed = allowed ?? kept
    if isDryRun {
      try shell.ask(.willSave, path: target)
      return CommandResult(sentence: "dry run: nothing is written to \(target)")
    }
    if isOwn, !document.editor.differsFromSource, !source.isNew, !isForced, style == nil,
      source.origin?.holdsConflicts != true
    {
      let what =
        source.origin?.hasCutCells == true
        ? "keeps the cells that --lenient=cut has cut; save --force writes it without them"
        : "is up to date"
      return CommandResult(sentence: "nothing to save: \(target) \(what)")
    }
    // It would write over what others wrote.
    if isOwn { try checkConflicts(of: document) }
    let losses = isOwn ? self.losses(of: document) : []
    let wasJSON = source.path.map(Self.isJSON) == true
    if !isOwn || source.origin?.isContainer != true { try shell.confirmInPlace(target, self) }
    let saver =
      isOwn && !source.isNew
      ? try source.loader.map(shell.luaLayer.luaSaver(_:))
      : try shell.luaLayer.luaSaver(for: target)
    try shell.ask(.willSave, path: target)
    let file = self.target(target, at: allowed, replacing: seen, shell.progress)
    let printer = saver == nil && !isOwn ? documentPrinter(for: target, besides: source) : nil
    let backup = printer == nil ? self.backup(of: target) : nil
    try checkStyle(target, by: saver?.name ?? printer?.name)
    let (result, report) =
      if let printer {
        try print(document, to: file, printer, in: shell)
      } else {
        try TableWriting(document, self, file, isOwn: isOwn, saver, in: shell).write()
      }
    shell.written.add(target)
    try shell.tell(.didSave, path: target)
    if let problem = report.problem { throw .source(problem) }
    return result.naming(backup: backup).noting(
      losses + (wasJSON ? [] : notesOnRows(target, in: shell)))
  }

  private static func isJSON(_ path: String) -> Bool {
    (try? ExportFormat(path: path))?.name == TableFormat.json.name
  }

  /// The note, once in a session, on a copy in JSON with the sections, which other programs do not expect.
  private func notesOnRows(_ target: String, in shell: Shell) -> [String] {
    guard Self.isJSON(target) else { return [] }
    // The file of the table stays what it is.
    let file = moves ? "-" : Quoting.path(target)
    return shell.notesOnRows(by: "export --format json-rows \(file)")
  }

  /// Refuses a style for what a loader or a printer writes.
  private func checkStyle(_ path: String, by name: String?) throws(CommandError) {
    if let style, let name { throw .source(style.refusal(by: name, for: path)) }
  }

  /// Where the backup of a file will be, beside the file that a link leads to; nil: none is made.
  package func backup(of target: String) -> String? {
    let file = FileOrigin.file(of: target)
    guard let backupSuffix, FileOrigin.isFile(file) else { return nil }
    // That of a database has the name by which it was opened.
    if FileOrigin.container(at: file) != nil { return file + backupSuffix }
    return ((try? FilePlace.resolved(file)) ?? file) + backupSuffix
  }

  /// Checks that Lua may write the backup of a file.
  ///
  /// - Returns: the file to write; nil: no permission is needed, or no backup is made.
  package func permittedBackup(
    of target: String, in shell: Shell
  ) throws(CommandError) -> AllowedFile? {
    guard let backupSuffix else { return nil }
    guard !backupSuffix.isEmpty else {
      throw .usage("'--backup=' wants a suffix for the name of the backup", synopsis: [line])
    }
    return try shell.permitted(backupOf: FileOrigin.file(of: target), suffix: backupSuffix)
  }

  /// Refuses to write over what others changed, unless forced.
  ///
  /// - Throws: `conflicts`.
  package func checkConflicts(of document: Document) throws(CommandError) {
    let conflicts = isForced ? [] : document.editor.conflicts
    if !conflicts.isEmpty { throw .conflicts(conflicts.count, first: conflicts[0].message) }
  }

  /// What is said of others' changes that are written over.
  package func losses(of document: Document) -> [String] {
    isForced ? document.editor.conflicts.compactMap(\.loss) : []
  }

  /// Throws `unknownExtension` if no format, Lua loader or the source has the extension.
  private func checkExtension(
    of path: String, for source: any TableSource, in shell: Shell
  ) throws(CommandError) {
    let name = FileOrigin.fileExtension(FileOrigin.file(of: path))
    let own = source.isNew ? nil : source.path
    guard !name.isEmpty else { return }
    do throws(CommandError) { if try ExportFormat(path: path) != nil { return } } catch {
      // A loader of Lua may take the files of a format that is left out.
      if try shell.luaLayer.luaLoader(nil, for: path) == nil { throw error }
    }
    guard try shell.luaLayer.luaLoader(nil, for: path) == nil,
      own.map({ FileOrigin.fileExtension(FileOrigin.file(of: $0)) }) != name
    else { return }
    throw .unknownExtension(name, takesFormat: false)
  }

  /// Returns the document printer for a copy at a path; nil for the extension of the source, which
  /// may be a table in plain text, and for a file that the table moves to and that can be read again.
  private func documentPrinter(
    for path: String, besides source: any TableSource
  ) -> (any DocumentPrinter)? {
    let fileExtension = FileOrigin.fileExtension(path)
    if moves, TableFormats.forExtension(fileExtension) != nil { return nil }
    if let own = (source.origin?.path).map(FileOrigin.file),
      FileOrigin.fileExtension(own) == fileExtension
    {
      return nil
    }
    return DocumentPrinters.forExtension(fileExtension)
  }

  /// Writes a copy in a format for people, which cannot be opened again.
  private func print(
    _ document: Document, to target: FileTarget, _ printer: any DocumentPrinter, in shell: Shell
  ) throws(CommandError) -> (CommandResult, SaveReport) {
    if moves {
      throw .usage(
        "a table cannot live in \(printer.name): save \(target.path) writes a copy",
        synopsis: [line])
    }
    let (format, table) = (ExportFormat.document(printer), document.wholeTable)
    let losses = try format.losses(in: table, from: document.origin, progress: shell.progress)
    var target = target
    target.backupSuffix = nil
    let unchanged = document.fileLeftAsItWas(bySaving: target.path, in: shell) ?? ""
    let report = try sourcing(format.write(table, from: document.origin, to: target))
    if printer.isReadBack { document.didCopy() } else { document.didPassOn() }
    let result = CommandResult(
      sentence: document.sentence(ofSaving: report, to: target.path) + unchanged,
      notes: losses + report.notes.map(\.description))
    return (result, report)
  }
}

extension Shell {
  /// The note, once in a session, on a copy in JSON with the sections.
  ///
  /// - Parameter line: writes its rows alone.
  func notesOnRows(by line: String) -> [String] {
    if hasToldOfRows { return [] }
    hasToldOfRows = true
    return [
      "its rows are in .sections[].rows; as one array, as jq and other programs want them: \(line)"
    ]
  }
}
