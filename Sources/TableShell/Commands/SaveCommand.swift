import TableKit
import TablePrinters
import TableSources

extension Command {
  /// Writes the table.
  static var save: Command {
    Command(
      name: "save", group: .tables, summary: "write the table where it came from, or elsewhere",
      synopsis: [
        "save [--backup[=SUFFIX]] [--force]", "save PATH", "save --as PATH", "save -",
      ],
      details: """
        save PATH writes a copy and counts as saved; --as moves the table there; - writes to \
        standard output. Nothing is ever half written. A source that others have changed meanwhile \
        is refused unless --force is given.
        """,
      example: "save -",
      options: [
        OptionDeclaration("backup", value: .optional("SUFFIX")), OptionDeclaration("force"),
        OptionDeclaration("as"), OptionDeclaration("dry-run"),
      ],
      arguments: [.file]
    ) { invocation throws(CommandError) in
      try invocation.expect(0...1)
      let document = try invocation.document()
      let path = invocation.arguments.first?.text
      if path == "-" { return try invocation.saveToOutput(document) }
      if invocation.options.has("as"), path == nil {
        throw invocation.usage("--as wants a path")
      }
      let isOwn = path == nil || path == document.origin?.path
      guard path != nil || document.origin?.path != nil else { throw .noSource("to save to") }
      if let path, !isOwn { try invocation.shell.checkPermission(writing: path) }
      let target = path ?? document.origin?.path ?? ""
      if invocation.shell.options.isDryRun || invocation.options.has("dry-run") {
        return CommandResult(sentence: "dry run: nothing is written to \(target)")
      }
      if isOwn, !document.editor.differsFromSource, !document.isNew,
        !invocation.options.has("force")
      {
        return CommandResult(sentence: "nothing to save: \(target) is as the table")
      }
      return try invocation.save(document, to: target, isOwn: isOwn)
    }
  }
}

extension Document {
  /// Remembers that the table is written as it is.
  fileprivate func markSaved(toSource: Bool) {
    if toSource { editor.markSaved() } else { editor.markCopied() }
    saveCount += 1
  }
}

extension Invocation {
  fileprivate func save(
    _ document: Document, to target: String, isOwn: Bool
  ) throws(CommandError) -> CommandResult {
    var origin = document.origin ?? FileOrigin(newFile: target)
    let backup = options.has("backup") ? (options.value(of: "backup")?.text ?? "~") : nil
    let adopts = options.has("as") || document.origin == nil
    let followsTable = document.table.hasOwnOrder && !document.editor.saved.hasOwnOrder
    let report: SaveReport
    do throws(SourceError) {
      report = try origin.save(
        document.table, to: isOwn ? nil : target, adopt: adopts, force: options.has("force"),
        backupSuffix: backup, isCancelled: { [shell] in shell.console.isInterrupted },
        willReplace: { if isOwn { document.journal?.willSave(hash: $0) } })
    } catch {
      throw CommandError(error)
    }
    document.origin = origin
    if isOwn || adopts { document.isNew = false }
    document.markSaved(toSource: isOwn || adopts)
    if adopts { document.name = target }
    if isOwn || adopts {
      shell.didSave(document)
    } else if let source = document.journal?.source, JournalFolder.resolved(target) == source {
      // The source by another name: it holds the table, though not as what was read from it.
      document.journal?.didSave(document.editor, canReadAgain: false)
    } else {
      document.journal?.didCopy(document.editor)
    }
    var sentence =
      "saved \(Counts.of(document.table.rowCount, "row")) to \(target) "
      + "(\(Counts.of(report.byteCount, "byte")))"
    if followsTable { sentence += "; the file follows the table's order now" }
    return CommandResult(sentence: sentence, notes: report.notes.map(\.description))
  }

  fileprivate func saveToOutput(_ document: Document) throws(CommandError) -> CommandResult {
    let origin = document.origin ?? FileOrigin(newFile: nil)
    let bytes: [UInt8]
    do throws(SourceError) { bytes = try origin.bytes(of: document.table) } catch {
      throw CommandError(error)
    }
    shell.emit(bytes: bytes)
    document.markSaved(toSource: false)
    document.journal?.didCopy(document.editor)
    return CommandResult(notes: origin.losses(in: document.table).map(\.description))
  }
}
