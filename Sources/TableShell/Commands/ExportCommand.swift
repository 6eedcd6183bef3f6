import TableKit
import TablePrinters
import TableSources

extension Command {
  /// Writes the table in another format.
  static var export: Command {
    Command(
      name: "export", group: .tables, summary: "write the table in any format, to a file or -",
      synopsis: ["export [--format csv|tsv|json|json-rows|sqlite] [--force] PATH|-"],
      details:
        """
        Without --format the extension says it. The table still belongs to its source. --force \
        replaces a file even if it is read-only.
        """,
      example: "export --format json -",
      options: [
        OptionDeclaration("format", value: .required("FORMAT")), OptionDeclaration("force"),
      ],
      arguments: [.file]
    ) { invocation throws(CommandError) in
      try invocation.expect(1...1)
      let document = try invocation.document()
      let path = invocation.arguments[0].text
      var format: SaveFormat?
      if let word = invocation.options.value(of: "format") {
        guard let known = SaveFormat(rawValue: word.text) else {
          throw .noSuchName(
            kind: "format", word.text, names: SaveFormat.allCases.map(\.rawValue))
        }
        format = known
      }
      if path != "-" { try invocation.shell.checkPermission(writing: path) }
      let isCancelled = { [shell = invocation.shell] in shell.console.isInterrupted }
      do throws(SourceError) {
        if path == "-" {
          let shell = invocation.shell
          var bytes: [UInt8] = []
          try FileOrigin.export(
            document.table, as: format ?? .csv, to: { bytes += $0 }, isCancelled: isCancelled,
            progress: shell.console.progress)
          shell.emit(bytes: bytes)
          return .nothing
        }
        if invocation.shell.options.isDryRun {
          return CommandResult(sentence: "dry run: nothing is written to \(path)")
        }
        let report = try FileOrigin.export(
          document.table, to: path, format: format, force: invocation.options.has("force"),
          isCancelled: isCancelled, progress: invocation.shell.console.progress)
        return CommandResult(
          sentence: report.sentence
            ?? "exported \(Counts.of(document.table.rowCount, "row")) to \(path) "
            + "(\(Counts.of(report.byteCount, "byte")))",
          notes: report.notes.map(\.description))
      } catch {
        throw CommandError(error)
      }
    }
  }
}
