import TableKit
import TablePrinters
import TableSources
import Wording

extension Command {
  /// Writes the table.
  static var save: Command {
    Command(
      name: "save", group: .tables, summary: "write the table where it came from, or elsewhere",
      synopsis: [
        "save [--backup[=SUFFIX]] [--force] [--dry-run]",
        "save [--backup[=SUFFIX]] [--force] [--overwrite] [--dry-run] [--as] PATH", "save -",
      ],
      details: """
        save PATH writes a copy and counts as saved; --as moves the table there; - writes to \
        standard output, never packed. A copy takes the format of its extension, as export does, \
        and is packed where it ends in .gz; what the format cannot keep is told. Nothing is ever \
        half written. Another file that is there already is asked about, and is an error in a batch \
        and from Lua, unless --overwrite is given or this session has written it; save - > FILE \
        overwrites. --force overwrites as well, also a source that others have changed meanwhile \
        and a file that is read-only, which are refused otherwise. To a table of a database, the cells that changed are \
        written in one transaction, and no others with --force either; save PATH.db makes a new \
        database, save PATH.db#NAME a table in one.
        """,
      example: "save -",
      options: [
        OptionDeclaration("backup", value: .optional("SUFFIX")), OptionDeclaration("force"),
        OptionDeclaration("overwrite"), OptionDeclaration("as"), OptionDeclaration("dry-run"),
      ],
      arguments: [.file], takesLateOptions: true
    ) { invocation throws(CommandError) in
      try invocation.expect(0...1)
      let document = try invocation.document()
      let path = invocation.arguments.first?.path
      if path == "-" {
        try invocation.shell.ask(.willSave, path: path)
        let result = try invocation.saveToOutput(document)
        try invocation.shell.tell(.didSave, path: path)
        return result
      }
      if invocation.options.has("as"), path == nil {
        throw invocation.usage("--as wants a path")
      }
      let isOwn = path == nil || path == document.origin?.path
      guard path != nil || document.origin?.path != nil else { throw .noSource("to save to") }
      let target = path ?? document.origin?.path ?? ""
      var file = try invocation.shell.permitted(
        saving: target, isOwn && !document.isOfLua ? document : nil)
      try invocation.checkExtension(of: target, document)
      let isSource = try invocation.isSource(target, of: document)
      let seen = document.isNew || !isSource ? try invocation.checkOverwriting(target) : nil
      if invocation.options.value(of: "backup")?.text.isEmpty == true {
        throw invocation.usage("'--backup=' wants a suffix for the name of the backup")
      }
      if invocation.options.has("backup") {
        let suffix = invocation.options.value(of: "backup")?.text ?? "~"
        let kept = try invocation.shell.permitted(
          backupOf: FileOrigin.file(of: target), suffix: suffix)
        file = file ?? kept
      }
      if invocation.shell.options.isDryRun || invocation.options.has("dry-run") {
        try invocation.shell.ask(.willSave, path: target)
        return CommandResult(sentence: "dry run: nothing is written to \(target)")
      }
      if isOwn, !document.editor.differsFromSource, !document.isNew,
        !invocation.options.has("force")
      {
        return CommandResult(sentence: "nothing to save: \(target) is as the table")
      }
      let saver = try invocation.saver(document, for: target, isOwn: isOwn)
      try invocation.shell.ask(.willSave, path: target)
      let (result, report): (CommandResult, SaveReport)
      if saver == nil, let path, !isOwn, let printer = document.documentPrinter(for: path) {
        (result, report) = try invocation.save(
          document, to: path, at: file?.place, replacing: seen, as: printer)
      } else {
        (result, report) = try invocation.save(
          document, to: target, at: file?.place, replacing: seen, isOwn: isOwn, saver)
      }
      invocation.shell.written.add(target)
      try invocation.shell.tell(.didSave, path: target)
      if let problem = report.problem { throw .source(problem) }
      return result
    }
  }
}

extension Document {
  /// Remembers that the table is written as it is.
  fileprivate func markSaved(toSource: Bool) {
    if toSource { editor.markSaved() } else { editor.markCopied() }
    saveCount += 1
    if keepsSaves { controllerAtSave = controller }
  }
}

extension Document {
  /// The printer of documents that a copy at a path takes: none where the extension is that of the
  /// source, which may hold a table in plain text.
  fileprivate func documentPrinter(for path: String) -> (any DocumentPrinter)? {
    let fileExtension = FileOrigin.fileExtension(path)
    if let own = origin?.path, FileOrigin.fileExtension(own) == fileExtension { return nil }
    return DocumentPrinters.forExtension(fileExtension)
  }
}

extension Invocation {
  /// Refuses an extension that no format and no Lua loader has, unless the source has it, too.
  fileprivate func checkExtension(of path: String, _ document: Document) throws(CommandError) {
    let name = FileOrigin.fileExtension(FileOrigin.file(of: path))
    guard !name.isEmpty, ExportFormat(path: path) == nil,
      try shell.luaLoader(nil, for: path) == nil
    else { return }
    let source = document.isNew ? nil : document.origin?.path ?? document.path
    if source.map({ FileOrigin.fileExtension(FileOrigin.file(of: $0)) }) == name { return }
    throw .unknownExtension(name, takesFormat: false)
  }

  /// Whether a path names what a table came from.
  fileprivate func isSource(
    _ path: String, of document: Document
  ) throws(CommandError) -> Bool {
    guard let origin = document.origin else { return false }
    do throws(SourceError) { return try origin.isSource(path) } catch {
      throw CommandError(error)
    }
  }

  /// Asks before another file is replaced; in a batch, and from Lua, `--overwrite` has to be given.
  ///
  /// - Returns: what is there, which alone may be replaced.
  /// - Throws: `fileExists`, `declined`.
  func checkOverwriting(_ path: String) throws(CommandError) -> SeenFile {
    let seen = SeenFile(path)
    guard !options.has("overwrite"), !options.has("force"), shell.written.wouldLose(path) else {
      return seen
    }
    guard shell.console.isInteractive, shell.luaDepth == 0 else { throw .fileExists(path) }
    if shell.options.isDryRun || options.has("dry-run") { return seen }
    try shell.confirm(DisplayText("Overwrite \(path)?").text)
    return seen
  }

  /// What writes the table in Lua: what has read it, for its own source; for another file the
  /// loader of that extension.
  fileprivate func saver(
    _ document: Document, for target: String, isOwn: Bool
  ) throws(CommandError) -> LuaSaver? {
    guard isOwn else { return try shell.luaSaver(for: target) }
    guard let loader = document.loader else { return nil }
    return try shell.luaSaver(loader)
  }

  /// Writes a copy that cannot be read back.
  fileprivate func save(
    _ document: Document, to path: String, at place: String?, replacing seen: SeenFile?,
    as printer: any DocumentPrinter
  ) throws(CommandError) -> (CommandResult, SaveReport) {
    if options.has("as") {
      throw usage("a table cannot live in \(printer.name): save \(path) writes a copy")
    }
    let report: SaveReport
    do throws(SourceError) {
      report = try ExportFormat.document(printer).write(
        document.wholeTable, from: document.origin, toFile: path, at: place,
        replacing: seen, force: options.has("force"),
        isCancelled: { [shell] in shell.isStopped },
        progress: shell.console.progress)
    } catch {
      throw CommandError(error)
    }
    document.markSaved(toSource: false)
    document.journal?.didCopy(document.editor)
    let result = CommandResult(
      sentence: "saved \(Counts.of(document.wholeTable.rowCount, "row")) to \(path) "
        + "(\(Counts.of(report.byteCount, "byte")))",
      notes: ExportFormat.document(printer).losses(in: document.wholeTable, from: document.origin)
        + report.notes.map(\.description))
    return (result, report)
  }

  fileprivate func save(
    _ document: Document, to target: String, at place: String?, replacing seen: SeenFile?,
    isOwn: Bool, _ saver: LuaSaver?
  ) throws(CommandError) -> (CommandResult, SaveReport) {
    var origin = document.origin ?? FileOrigin(newFile: target)
    let backup = options.has("backup") ? (options.value(of: "backup")?.text ?? "~") : nil
    let adopts = options.has("as") || document.origin == nil
    let followsTable =
      origin.keepsOrder && document.table.hasOwnOrder && !document.editor.saved.hasOwnOrder
    let report: SaveReport
    do throws(SourceError) {
      report = try origin.save(
        document.wholeTable, to: isOwn ? nil : target, at: place, replacing: seen, adopt: adopts,
        force: options.has("force"), backupSuffix: backup,
        isCancelled: { [shell] in shell.isStopped },
        progress: shell.console.progress,
        willReplace: { if isOwn { document.journal?.willSave(hash: $0) } },
        script: saver?.writer(of: document.wholeTable, to: target))
    } catch {
      throw saver?.commandError(error) ?? CommandError(error)
    }
    document.origin = origin
    if adopts { document.loader = saver?.name }
    var result = CommandResult(notes: report.notes.map(\.description))
    if !report.stored.isEmpty { takeOver(report.stored, document, &result) }
    if isOwn || adopts { document.isNew = false }
    document.markSaved(toSource: isOwn || adopts)
    if adopts {
      document.name = target
      document.isOfLua = shell.luaDepth > 0
      document.path = nil
    }
    if isOwn || adopts {
      shell.didSave(document)
    } else if let source = document.journal?.source, JournalFolder.resolved(target) == source {
      // The source by another name: it holds the table, though not as what was read from it.
      document.journal?.didSave(document.editor, canReadAgain: false)
    } else {
      document.journal?.didCopy(document.editor)
    }
    var sentence =
      report.sentence
      ?? "saved \(Counts.of(document.wholeTable.rowCount, "row")) to \(target) "
      + "(\(Counts.of(report.byteCount, "byte")))"
    if followsTable { sentence += "; the file follows the table's order now" }
    result.sentence = sentence
    return (result, report)
  }

  /// Shows what the source has made of values: it is written, whatever becomes of the edit.
  private func takeOver(
    _ stored: [CellChange], _ document: Document, _ result: inout CommandResult
  ) {
    do throws(EditError) {
      let transaction = try document.controller.update { (editor) throws(EditError) in
        try editor.takeOver(stored)
      }
      if transaction.hasPlan { document.lastChange = transaction }
      result.transaction = transaction
      // It is a part of a step that was written down without it.
      document.journal?.markStale()
    } catch {
      result.notes.append("reload shows what the database holds now")
    }
  }

  fileprivate func saveToOutput(_ document: Document) throws(CommandError) -> CommandResult {
    let origin = document.origin ?? FileOrigin(newFile: nil)
    let bytes: [UInt8]
    if let loader = document.loader {
      bytes = try shell.bytes(of: document.wholeTable, with: try shell.luaSaver(loader))
      shell.emit(bytes: bytes)
      document.markSaved(toSource: false)
      document.journal?.didCopy(document.editor)
      return CommandResult()
    }
    do throws(SourceError) {
      bytes = try origin.bytes(
        of: document.wholeTable, isCancelled: { [shell] in shell.isStopped },
        progress: shell.console.progress)
    } catch {
      throw CommandError(error)
    }
    shell.emit(bytes: bytes)
    document.markSaved(toSource: false)
    document.journal?.didCopy(document.editor)
    return CommandResult(notes: origin.losses(in: document.wholeTable).map(\.description))
  }
}
