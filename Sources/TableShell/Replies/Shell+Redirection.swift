import CommandLanguage
import TableKit
import Wording

// What is said of a reply that goes to a file; `Shell.deliver` calls it.

extension Shell {
  /// What is said once a reply is written to a file, with its line end; nil: it goes elsewhere.
  ///
  /// - Throws: that nothing was printed, where that would empty a file.
  func sentence(
    ofWriting bytes: [UInt8], to redirection: Redirection, for result: CommandResult
  ) throws(CommandError) -> String? {
    guard case .file(let word, let append) = redirection else { return nil }
    let holdsBytes = TextFile.holdsBytes(word.path)
    if bytes.isEmpty, holdsBytes, !append, result.transaction == nil, !result.showsTable {
      throw .outside(
        code: "no-output",
        message: "the command printed nothing, and '\(shown: word.path)' stays as it was", hint: nil
      )
    }
    let newline = UInt8(ascii: "\n")
    let lines = bytes.count { $0 == newline } + (bytes.last.map { $0 == newline } ?? true ? 0 : 1)
    return "\(append ? "added to" : "wrote") \(VisibleText.line(word.path)) "
      + "(\(Counts.of(lines, "line"))\(holdsBytes && !append ? ", replaced" : ""))\n"
  }

  /// The note that a file of tables got a table as it is shown to people, with the line that writes it in
  /// the format that the name of the file promises.
  func notesOnFormat(of result: CommandResult, by statement: Statement) -> [String] {
    guard case .file(let file, append: false) = statement.redirection, result.redirection == nil,
      let name = statement.words.first, !isAlias(name), let command = registry.find(name.text),
      let format = try? ExportFormat(path: file.path), format.name != "text"
    else { return [] }
    let export = "export \(Quoting.path(file.path))"
    let rest = statement.withoutRedirection(fromWord: 1)
    let line: String
    if command.name == "show" {
      let words = rest.replacing(/^(--\S+\s*)+/, with: "")
      line = words.isEmpty || words == "*" ? export : "\(export) \(words)"
    } else if !result.output.isEmpty, result.view == nil,
      command.signature.options.contains(where: { $0.name == "open" })
    {
      line = "\(command.name) --open\(rest.isEmpty ? "" : " \(rest)"); \(export)"
    } else if result.showsTable, options.tableMode != .none {
      line = export
    } else {
      return []
    }
    return ["\(VisibleText.line(file.path)) holds text as shown; as \(format.name): \(line)"]
  }
}
