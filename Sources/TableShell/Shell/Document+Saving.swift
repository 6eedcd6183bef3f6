import TableKit
import TableLua
import TablePrinters
import TableSources
import Wording

/// The arguments of a save.
struct SaveRequest {
  /// The destination; nil: the table's source, `-`: standard output.
  var path: String?
  /// The form as typed, for errors.
  var line: String
  /// Whether the destination becomes the table's source: `--as`.
  var moves = false
  /// Whether another existing file is replaced: `--overwrite`.
  var overwrites = false
  /// Whether read-only files, and files changed by others, are replaced: `--force`.
  var isForced = false
  /// The suffix of the backup's name; nil: no backup.
  var backupSuffix: String?
  /// Where former bytes are kept while an existing file is overwritten, for `--in-place`; nil: it is
  /// replaced.
  var inPlace: JournalFolder?
  /// Whether nothing is written.
  var isDryRun = false

  /// A file that it writes, without a backup.
  ///
  /// - Parameters:
  ///   - file: the file that Lua's permissions allow; nil: no permission is needed.
  ///   - seen: the state of the file when the user agreed to replace it.
  func target(
    _ path: String, at file: AllowedFile?, replacing seen: SeenFile?, _ progress: Progress
  ) -> FileTarget {
    var target = FileTarget(path, at: file?.place, replacing: seen, progress: progress)
    (target.isForced, target.inPlace) = (isForced, inPlace)
    return target
  }
}

/// Saving, with the reasons to refuse it.
extension Document {
  /// Saves the table.
  ///
  /// It is refused, in this order, if there is neither a path nor a source; if Lua may not write
  /// the file or its backup; if no format has the extension; if another file exists, unless the
  /// user confirms, `--overwrite` is given or this session has written it; if conflicts with others'
  /// changes are open, unless forced; if a hook refuses. A
  /// source that equals the table is not written again, unless forced. `FileOrigin` refuses files
  /// that are read-only or were changed by others, unless forced.
  ///
  /// - Throws: `noSource`, `permissionDenied`, `unknownExtension`, `fileExists`, `declined`,
  ///   `conflicts`, `source`, `lua`.
  func save(_ request: SaveRequest, in shell: Shell) throws(CommandError) -> CommandResult {
    let address = try request.path.flatMap { (path) throws(CommandError) in
      try shell.sourceKind(of: path)
    }
    if request.inPlace != nil {
      let target = request.path ?? source.place
      if target == "-" || target != nil && target == source.place || address != nil {
        throw .usage("--in-place is for files", synopsis: ["save --in-place [PATH]"])
      }
    }
    if let result = try source.save(self, request, in: shell) { return result }
    if request.path == "-" {
      try shell.ask(.willSave, path: "-")
      let result = try saveToOutput(in: shell)
      try shell.tell(.didSave, path: "-")
      return result
    }
    if let path = request.path,
      let result = try address?.kind.saveCopy(of: self, to: path, request, in: shell)
    {
      return result
    }
    let isOwn = request.path == nil || request.path == origin?.path
    guard let target = request.path ?? origin?.path else { throw .noSource("to save to") }
    var allowed = try shell.permitted(saving: target, isOwn && !isOfLua ? self : nil)
    try checkExtension(of: target, in: shell)
    let isSource = try isSource(target)
    let seen = isNew || !isSource ? try shell.checkOverwriting(target, request) : nil
    if let suffix = request.backupSuffix {
      guard !suffix.isEmpty else {
        throw .usage(
          "'--backup=' wants a suffix for the name of the backup", synopsis: [request.line])
      }
      let kept = try shell.permitted(backupOf: FileOrigin.file(of: target), suffix: suffix)
      allowed = allowed ?? kept
    }
    if request.isDryRun {
      try shell.ask(.willSave, path: target)
      return CommandResult(sentence: "dry run: nothing is written to \(target)")
    }
    if isOwn, !editor.differsFromSource, !isNew, !request.isForced {
      let what =
        origin?.hasCutCells == true
        ? "keeps the cells that --lenient=cut has cut; save --force writes it without them"
        : "is as the table"
      return CommandResult(sentence: "nothing to save: \(target) \(what)")
    }
    // It would write over what others wrote.
    let conflicts = isOwn && !request.isForced ? editor.conflicts : []
    if !conflicts.isEmpty { throw .conflicts(conflicts.count, first: conflicts[0].message) }
    let losses = isOwn && request.isForced ? editor.conflicts.compactMap(\.loss) : []
    let isDatabase = origin.flatMap { TableFormats.named($0.formatName) }?.isContainer == true
    if !isOwn || !isDatabase { try shell.confirmInPlace(target, request) }
    let saver =
      isOwn ? try loader.map(shell.luaSaver(_:)) : try shell.luaSaver(for: target)
    try shell.ask(.willSave, path: target)
    let (result, report): (CommandResult, SaveReport)
    var file = request.target(target, at: allowed, replacing: seen, shell.progress)
    if saver == nil, !isOwn, let printer = documentPrinter(for: target) {
      (result, report) = try copy(to: file, printer, request, shell)
    } else {
      file.backupSuffix = request.backupSuffix
      (result, report) = try write(to: file, isOwn: isOwn, saver, request, shell)
    }
    shell.written.add(target)
    try shell.tell(.didSave, path: target)
    if let problem = report.problem { throw .source(problem) }
    return result.noting(losses)
  }

  /// Marks the table as saved, to its source or as a copy.
  func markSaved(toSource: Bool) {
    if toSource { editor.markSaved() } else { editor.markCopied() }
    saveCount += 1
    if keepsSaves { controllerAtSave = controller }
  }

  /// Returns the document printer for a copy at a path; nil for the extension of the source, which
  /// may be a table in plain text.
  private func documentPrinter(for path: String) -> (any DocumentPrinter)? {
    let fileExtension = FileOrigin.fileExtension(path)
    if let own = origin?.path, FileOrigin.fileExtension(own) == fileExtension { return nil }
    return DocumentPrinters.forExtension(fileExtension)
  }

  /// Throws `unknownExtension` if no format, Lua loader or the source has the extension.
  private func checkExtension(of path: String, in shell: Shell) throws(CommandError) {
    let name = FileOrigin.fileExtension(FileOrigin.file(of: path))
    guard !name.isEmpty, ExportFormat(path: path) == nil,
      try shell.luaLoader(nil, for: path) == nil
    else { return }
    let source = isNew ? nil : origin?.path ?? self.path
    if source.map({ FileOrigin.fileExtension(FileOrigin.file(of: $0)) }) == name { return }
    throw .unknownExtension(name, takesFormat: false)
  }

  /// Whether a path names the table's source.
  func isSource(_ path: String) throws(CommandError) -> Bool {
    try sourcing(origin?.isSource(path) ?? false)
  }

  /// Writes a copy in a format for people, which cannot be opened again.
  private func copy(
    to target: FileTarget, _ printer: any DocumentPrinter, _ request: SaveRequest, _ shell: Shell
  ) throws(CommandError) -> (CommandResult, SaveReport) {
    let path = target.path
    if request.moves {
      throw .usage(
        "a table cannot live in \(printer.name): save \(path) writes a copy",
        synopsis: [request.line])
    }
    let losses = try ExportFormat.document(printer).losses(
      in: wholeTable, from: origin, progress: shell.progress)
    let report = try sourcing(
      ExportFormat.document(printer).write(wholeTable, from: origin, to: target))
    markSaved(toSource: false)
    journal?.didCopy(editor)
    let result = CommandResult(
      sentence: "saved \(Counts.of(wholeTable.rowCount, "row")) to \(path) "
        + "(\(Counts.of(report.byteCount, "byte")))",
      notes: losses + report.notes.map(\.description))
    return (result, report)
  }

  /// Writes the source, or a copy in a format that can be opened again.
  private func write(
    to file: FileTarget, isOwn: Bool, _ saver: LuaSaver?, _ request: SaveRequest, _ shell: Shell
  ) throws(CommandError) -> (CommandResult, SaveReport) {
    let target = file.path
    var origin = self.origin ?? FileOrigin(newFile: target)
    let adopts = request.moves || self.origin == nil
    let followsTable =
      origin.keepsOrder && table.hasOwnOrder && !editor.saved.hasOwnOrder
    if isOwn {
      try sourcing(
        origin.takeOtherDocuments(
          besides: editor.saved, at: file.place, options: reading, force: request.isForced,
          progress: shell.progress))
    }
    var arrived: [Transaction] = []
    // What comes back must find its rows.
    let follows = isOwn && !editor.hidesRows
    var save = FileSave()
    save.adopts = adopts
    save.reading = follows ? reading : nil
    save.isCurrent = !follows
    save.willReplace = { [journal] in if isOwn { journal?.willSave(hash: $0) } }
    save.script = saver?.writer(of: wholeTable, to: target)
    let report: SaveReport
    do throws(SourceError) { report = try origin.save(wholeTable, to: file, save) } catch {
      guard case .database(_, .outdated) = error else {
        throw saver?.commandError(error) ?? CommandError(error)
      }
      arrived.append(try mergeAgain(shell))
      let conflicts = request.isForced ? [] : editor.conflicts
      if !conflicts.isEmpty { throw .conflicts(conflicts.count, first: conflicts[0].message) }
      origin = self.origin ?? origin
      save.isCurrent = true
      report = try sourcing(origin.save(wholeTable, to: file, save))
    }
    self.origin = origin
    if adopts { loader = saver?.name }
    var result = CommandResult(notes: report.notes.map(\.description))
    if report.effects.reachRows || !arrived.isEmpty {
      take(report, arrived, shell, &result)
    } else {
      if !report.stored.isEmpty { takeOver(report.stored, &result) }
      _ = follow(report.effects, nil, shell, &result)
      markSaved(toSource: isOwn || adopts)
    }
    if isOwn || adopts { isNew = false }
    if adopts {
      name = target
      isOfLua = shell.context.isOfLua
      path = nil
      source = source.whenSavedToFile
    }
    if isOwn || adopts {
      shell.didSave(self)
    } else if let source = journal?.source, JournalFolder.resolved(target) == source {
      // The source by another name: it holds the table, but is not recorded as its origin.
      journal?.didSave(editor, canReadAgain: false)
    } else {
      journal?.didCopy(editor)
    }
    var sentence =
      report.sentence
      ?? "saved \(Counts.of(wholeTable.rowCount, "row")) to \(target) "
      + "(\(Counts.of(report.byteCount, "byte")))"
    if followsTable { sentence += "; the file follows the table's order now" }
    result.sentence = sentence
    return (result, report)
  }

  /// Adopts values as the source stored them, after it is written; a failure is only noted.
  private func takeOver(
    _ stored: [CellChange], _ result: inout CommandResult
  ) {
    do throws(EditError) {
      let transaction = try editor.takeOver(stored)
      if transaction.hasPlan { lastChange = transaction }
      result.transaction = transaction
      // The journal has recorded the step without these values.
      journal?.markStale()
    } catch {
      result.noteUnread(CommandError(error))
    }
  }

  private func saveToOutput(in shell: Shell) throws(CommandError) -> CommandResult {
    let origin = self.origin ?? FileOrigin(newFile: nil)
    let losses =
      loader == nil ? try sourcing(origin.losses(in: wholeTable, progress: shell.progress)) : []
    if let loader {
      let bytes = try shell.bytes(of: wholeTable, with: try shell.luaSaver(loader))
      try shell.emit(bytesOf: bytes)
    } else {
      let bytes = try sourcing(origin.bytes(of: wholeTable, progress: shell.progress))
      shell.emit(table: bytes, as: origin)
    }
    markSaved(toSource: false)
    journal?.didCopy(editor)
    return CommandResult(notes: losses.map(\.description))
  }
}

extension CommandResult {
  /// Returns the result with more notes.
  func noting(_ more: [String]) -> CommandResult {
    var result = self
    result.notes += more
    return result
  }
}

extension Shell {
  /// Asks before another file is replaced; in a batch and from Lua, `--overwrite` is required.
  ///
  /// - Parameter besidesOwn: whether files that this session has written are replaced all the same.
  /// - Returns: the state of the file, which is replaced only while it is in that state.
  /// - Throws: `fileExists`, `declined`; `usage` for the file to which standard output goes.
  func checkOverwriting(
    _ path: String, _ request: SaveRequest, besidesOwn: Bool = true
  ) throws(CommandError) -> SeenFile {
    try checkNoOutput(path)
    let seen = SeenFile(path)
    let files = besidesOwn ? written : WrittenFiles()
    guard !request.overwrites, !request.isForced, files.wouldLose(path) else { return seen }
    guard console.isInteractive, !context.isOfLua else { throw .fileExists(path) }
    // The question whether it is written in place says the same.
    if request.isDryRun || request.inPlace != nil { return seen }
    try confirm("Overwrite \(shown: path)?")
    return seen
  }

  /// Asks before a file is written in place; in a batch and from Lua, `--in-place` is enough.
  ///
  /// - Throws: `declined`.
  func confirmInPlace(_ path: String, _ request: SaveRequest) throws(CommandError) {
    // A database writes itself, or refuses to be overwritten.
    guard request.inPlace != nil, !request.isDryRun, !context.isOfLua, FileOrigin.isFile(path),
      TableFormats.forPath(FileOrigin.file(of: path))?.isContainer != true
    else { return }
    try confirm(
      "Overwrite the bytes of \(shown: path) in place? A crash meanwhile leaves a backup to copy back."
    )
  }
}
