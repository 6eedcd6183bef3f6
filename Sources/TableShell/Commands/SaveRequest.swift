import CommandLanguage
import TableKit
import TableLua
import TableSources
import Wording

/// The arguments of a save.
package struct SaveRequest {
  /// The destination; nil: the table's source, `-`: standard output.
  package var path: String?
  /// The form as typed, for errors.
  var line: String
  /// Whether the destination becomes the table's source: `--as`.
  package var moves = false
  /// How delimited text is written anew; nil: as it was read, or as usual.
  package var style: WritingStyle?
  /// Whether another existing file is replaced: `--overwrite`.
  package var overwrites = false
  /// Whether read-only files, and files changed by others, are replaced: `--force`.
  package var isForced = false
  /// The suffix of the backup's name; nil: no backup.
  package var backupSuffix: String?
  /// Where former bytes are kept while an existing file is overwritten, for `--in-place`; nil: it is
  /// replaced.
  var inPlace: JournalFolder?
  /// Whether nothing is written.
  package var isDryRun = false

  /// Creates a request that replaces nothing.
  package init(path: String?, line: String) { (self.path, self.line) = (path, line) }

  /// A file that it writes.
  ///
  /// - Parameters:
  ///   - file: the file that Lua's permissions allow; nil: no permission is needed.
  ///   - seen: the state of the file when the user agreed to replace it.
  package func target(
    _ path: String, at file: AllowedFile?, replacing seen: SeenFile?, _ progress: Progress
  ) -> FileTarget {
    var target = FileTarget(path, at: file?.place, replacing: seen, progress: progress)
    target.holder = file
    (target.isForced, target.inPlace, target.backupSuffix) = (isForced, inPlace, backupSuffix)
    return target
  }
}

/// The writing of a table to its file, or of a copy that can be opened again.
struct TableWriting {
  private let document: Document
  private let request: SaveRequest
  private let file: FileTarget
  /// Whether the file is named as that of the table.
  private let isOwn: Bool
  /// The Lua loader that writes it; nil: a built-in format.
  private let saver: LuaSaver?
  private let shell: Shell
  /// Whether the table lives in the file from now on.
  private let moves: Bool
  /// Whether it is the first save of a new table to its own file.
  private let isFirst: Bool

  init(
    _ document: Document, _ request: SaveRequest, _ file: FileTarget, isOwn: Bool,
    _ saver: LuaSaver?, in shell: Shell
  ) {
    (self.document, self.request, self.file) = (document, request, file)
    (self.isOwn, self.saver, self.shell) = (isOwn, saver, shell)
    isFirst = isOwn && document.source.isNew
    moves = request.moves || document.origin == nil || isFirst || isOwn && request.style != nil
  }

  /// Writes the file, and takes over what became of the table.
  func write() throws(CommandError) -> (CommandResult, SaveReport) {
    let unchanged = moves ? nil : document.fileLeftAsItWas(bySaving: file.path, in: shell)
    var origin = document.origin ?? FileOrigin(newFile: file.path)
    let followsTable =
      origin.keepsOrder && document.table.hasOwnOrder && !document.editor.saved.hasOwnOrder
    if isOwn {
      try sourcing(
        origin.takeOtherDocuments(
          besides: document.editor.saved, at: file.place, options: document.opening.reading,
          force: request.isForced, progress: shell.progress))
    }
    var made = SavedRows()
    let report = try write(&origin, &made.arrived)
    document.origin = origin
    if moves {
      (document.source, document.name) = (
        document.source.moved(to: origin, loader: saver?.name), file.path
      )
      // Whoever named the file of a new table keeps the right to write it.
      if !isFirst, !isOwn || request.moves { document.opening.isOfLua = shell.context.isOfLua }
      try forgetReading(origin)
    }
    if isOwn || moves { document.source.isNew = false }
    let line = isOwn ? "save" : "save \(Quoting.path(file.path))"
    var result = CommandResult(
      notes: report.notes.map { moves ? $0.description : $0.description(before: line) })
    take(report, made, &result)
    var sentence = report.sentence ?? document.sentence(ofSaving: report, to: file.path)
    if followsTable { sentence += "; its rows are now in the order of the table" }
    if let unchanged { sentence += unchanged }
    if request.moves, !isOwn { sentence += "; it is the file of the table from now on" }
    result.sentence = sentence
    return (result, report)
  }

  /// Forgets how the former source was read where the file is written anew: in a format of its own, or as
  /// no dialect and no other encoding asks for.
  private func forgetReading(_ origin: FileOrigin) throws(CommandError) {
    guard !origin.keepsDialect else { return }
    let former = document.opening.reading
    var reading = ReadOptions()
    (reading.key, reading.isStrict) = (former.key, former.isStrict)
    reading = reading.sectioned(by: document.opening.sectionColumn)
    origin.style?.tell(&reading)
    if saver == nil {
      // A loader that cannot save would read it by the extension.
      let isTaken = try shell.luaLayer.luaLoader(nil, for: file.path) != nil
      reading.loader = isTaken ? origin.formatName : origin.ownLoader
    }
    (document.opening.reading, document.opening.notes) = (reading, [])
  }

  /// Writes the file; where others have changed a database before rows go with deleted ones, what they
  /// made of them comes in first.
  private func write(
    _ origin: inout FileOrigin, _ arrived: inout [Transaction]
  ) throws(CommandError) -> SaveReport {
    // What comes back must find its rows.
    let follows = isOwn && !document.editor.hidesRows
    var save = FileSave()
    save.isFirst = isFirst
    save.adopts = moves && (!isFirst || saver != nil || request.style != nil)
    save.format = try request.style.map { (style) throws(CommandError) in
      try sourcing(origin.format(for: file.path, in: style))
    }
    save.reading = follows ? document.opening.reading : nil
    save.isCurrent = !follows
    if isOwn, let journal = document.journal { save.willReplace = { journal.willSave(hash: $0) } }
    save.script = saver?.writer(of: document.wholeTable, to: file.path)
    do throws(SourceError) { return try origin.save(document.wholeTable, to: file, save) } catch {
      guard case .ofFormat(let problem) = error, problem.isOutdated else {
        throw saver?.commandError(error) ?? CommandError(error)
      }
    }
    arrived.append(try shell.mergeAgain(document, title: "save"))
    try request.checkConflicts(of: document)
    origin = document.origin ?? origin
    save.isCurrent = true
    return try sourcing(origin.save(document.wholeTable, to: file, save))
  }

  /// Takes over what was written, and tells the journal.
  private func take(_ report: SaveReport, _ made: SavedRows, _ result: inout CommandResult) {
    var made = made
    (made.stored, made.effects, made.isSource) = (report.stored, report.effects, isOwn || moves)
    if let loaded = report.fresh {
      let fresh = Document(
        name: document.name, table: loaded.table, source: FileSource(loaded.origin),
        reading: document.opening.reading)
      do throws(CommandError) {
        try shell.section(fresh, as: document)
        made.fresh = fresh
      } catch {
        made.problem = error
      }
    }
    let others = document.take(made, in: shell, &result)
    if !report.effects.reachRows, made.arrived.isEmpty {
      // Only what was written is stored otherwise.
      (result.showsTable, result.conflicts) = (false, nil)
    }
    if let counts = others?.summary {
      let count = counts.insertedRows + counts.deletedRows + counts.updatedRows
      if count > 0 {
        result.notes.append("\(Counts.of(count, "row")) that triggers or others changed came in")
      }
    }
    if made.isSource {
      shell.didSave(document)
    } else if let own = document.journal?.source, JournalFolder.resolved(file.path) == own {
      // The source by another name: it holds the table, but is not recorded as its origin.
      document.journal?.didSave(document.editor, canReadAgain: false)
    } else {
      document.journal?.didCopy()
    }
  }
}

extension Document {
  /// Whether a path names the file of the table.
  package func isSource(_ path: String) throws(CommandError) -> Bool {
    try sourcing(origin?.isSource(path) ?? false)
  }

  /// The path of the table's file if another leads to the same, as `./crew.csv` and a symbolic link do;
  /// nil: it does not.
  func ownPath(by path: String?) -> String? {
    guard let path, path != "-", !source.isNew, let own = source.origin?.path,
      let real = JournalFolder.resolved(path), JournalFolder.resolved(own) == real
    else { return nil }
    return own
  }

  /// Marks the table as saved as a copy.
  package func didCopy() {
    markSaved(toSource: false)
    journal?.didCopy()
  }

  /// Marks the table as saved to standard output. At a prompt that is a screen or a program, which
  /// keep nothing, unless a file gets it.
  package func didCopyToOutput(in shell: Shell) {
    if shell.console.isInteractive, !shell.context.isKept { didPassOn() } else { didCopy() }
  }

  /// What the sentence of a copy adds at a prompt: `; crew.csv is as it was`; nil: the file of the table
  /// has the changes, or there are none.
  package func fileLeftAsItWas(bySaving path: String, in shell: Shell) -> String? {
    guard shell.console.isInteractive, let own = source.origin?.path, editor.differsFromSource,
      (try? isSource(path)) == false
    else { return nil }
    return "; \(own) is as it was: save writes it, too"
  }

  /// `saved 5 rows to crew.csv (120 bytes)`.
  package func sentence(ofSaving report: SaveReport, to path: String) -> String {
    "saved \(Counts.of(wholeTable.rowCount, "row")) to \(path) "
      + "(\(Counts.of(report.byteCount, "byte")))"
  }
}

extension CommandResult {
  /// Returns the result whose sentence says where the former file is; nil: none was kept.
  package func naming(backup: String?) -> CommandResult {
    guard let backup, let sentence else { return self }
    var result = self
    result.sentence = "\(sentence); the former file is \(backup)"
    return result
  }

  /// Returns the result with more notes.
  package func noting(_ more: [String]) -> CommandResult {
    var result = self
    result.notes += more
    return result
  }
}
