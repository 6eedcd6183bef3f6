import TableKit
import TablePrinters
import TableSources

extension Command {
  /// Writes the table in another format.
  static var export: Command {
    Command(
      name: "export", group: .tables, summary: "write the table in any format, to a file or -",
      synopsis: ["export [--format csv|tsv|json|json-rows|sqlite] PATH|-"],
      details:
        "Without --format the extension says it. The table still belongs to its source.",
      example: "export --format json -",
      options: [OptionDeclaration("format", value: .required("FORMAT"))], arguments: [.file]
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
      do throws(SourceError) {
        if path == "-" {
          let shell = invocation.shell
          try FileOrigin.export(document.table, as: format ?? .csv) { bytes in
            shell.emit(bytes: Array(bytes))
          }
          return .nothing
        }
        if invocation.shell.options.isDryRun {
          return CommandResult(sentence: "dry run: nothing is written to \(path)")
        }
        let report = try FileOrigin.export(
          document.table, to: path, format: format,
          isCancelled: { [shell = invocation.shell] in shell.console.isInterrupted })
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
