import CommandLanguage
import TableKit
import TableSources
import Wording

// Words that would be taken for the name of a file, for a text or for a section, though they say what is to be
// done.

extension Invocation {
  private static let selections: Set<String> = ["selection", "selected", "filtered"]
  private static let screens: Set<String> = ["visible", "shown", "view", "screen"]
  private static let wholes: Set<String> = [
    "all", "copy", "everything", "table", "file", "data", "it", "this", "sheet",
  ]
  private static let works: Set<String> = ["changes", "edits", "work", "now", "utf8", "utf-8"]
  private static let scripts: Set<String> = ["script", "steps", "history", "macro", "commands"]
  private static let sheets: Set<String> = ["excel", "xlsx", "xls", "ods", "spreadsheet"]
  private static let papers: Set<String> = ["pdf", "docx", "word", "printer"]

  /// Refuses a word behind `save` or `export` that would name a file, though it says what is to be written,
  /// or as what: `save changes`, `export selected`; behind `export` also names of columns. With a dot, a slash
  /// or quotes it is a name, and so is that of a file that exists.
  ///
  /// - Throws: `usage`, with the line that was meant.
  func refuseBareWord() throws(CommandError) {
    guard let word = words(of: .file).first, word.isUnquoted, !FileName.exists(word.text),
      !word.text.contains(where: "./:#".contains)
    else { return }
    if command.name == "export" {
      guard value(of: "--format") == nil else { return }
      let names = try document().table.columns.map(\.name)
      if word.text.split(separator: ",").allSatisfy({ names.contains(String($0)) }) {
        let what = word.text.contains(",") ? "are columns" : "is a column"
        throw bareWord(word, what, "export - \(word.text)\(statement.tail(behind: word))")
      }
    }
    if let (what, line) = try meaning(of: word) { throw bareWord(word, what, line) }
  }

  private func bareWord(_ word: Word, _ what: String, _ line: String) -> CommandError {
    .hinted(
      refusal("'\(shown: word.text)' \(what); the file of that name is ./\(word.text)", []), line)
  }

  /// What a word says behind `save` or `export`, and the line for it; nil: it is a name.
  private func meaning(of word: Word) throws(CommandError) -> (what: String, line: String)? {
    let document = try document()
    let isSave = command.name == "save"
    let (name, stem) = (word.text.lowercased(), document.shortName)
    let tail = statement.tail(behind: word)
    func part(_ target: String) -> String {
      // Columns come before rows.
      let line =
        "export \(Quoting.path("\(stem)-\(target).\(TableFormats.plain.name)"))\(tail) \(target)"
      if MeantLine(shell: shell).isReadable(line) { return line }
      return shell.line(inPlaceOf: statement.text) ?? "help export"
    }
    let copy = Quoting.path(
      ExportFormat.source(TableFormats.plain).fileName(besides: document))
    let own = document.source.path == nil ? "save \(copy)" : "save"
    if Self.selections.contains(name) {
      let isSelected = !document.editor.selection.rows.isEmpty
      return isSelected
        ? ("would be the name of a file", part("selected"))
        : ("is nothing, as no row is selected", "help export")
    }
    if Self.screens.contains(name) { return ("would be the name of a file", part("visible")) }
    if Self.scripts.contains(name) {
      let file = Quoting.path("\(stem).tsh")
      let isNew = !FileName.exists("\(stem).tsh")
      return ("would be a table", "history --script" + (isNew ? " > \(file)" : ""))
    }
    if Self.sheets.contains(name), let file = ExportFormat.spreadsheet("\(stem).xlsx") {
      return ("is no format here, but Excel opens CSV", "export \(file)\(tail)")
    }
    if Self.papers.contains(name) {
      return (
        "is no format here; a browser prints HTML", "export \(Quoting.path("\(stem).html"))\(tail)"
      )
    }
    if name == "clipboard" { return ("would be the name of a file", "clip *") }
    if Self.works.contains(name), isSave { return ("would be the name of a copy", own) }
    if Self.wholes.contains(name) {
      let line = isSave ? name == "copy" ? "save \(copy)" : own : "export \(copy)\(tail)"
      return ("would be the name of a file", line)
    }
    return nil
  }

  /// Refuses `delete rows` while rows are selected, where `rows` is the only section of the table: it would
  /// change all of them.
  ///
  /// - Throws: `usage`, with the line for the selected rows.
  func refuseWholeSection() throws(CommandError) {
    let target = words(of: .target)
    guard command.changes, target.count == 1, let word = target.first, word.is(Section.soleName),
      let document = shell.current, document.table.sections.count == 1,
      document.table.sections[0].name == Section.soleName, document.table.sectionColumn == nil
    else { return }
    let (count, total) = (document.editor.selection.rows.count, document.table.rowCount)
    guard count > 0, count < total, word.end.offset <= statement.text.unicodeScalars.count else {
      return
    }
    let start = String(
      String.UnicodeScalarView(statement.text.unicodeScalars.prefix(word.place.offset)))
    let tail = statement.tail(behind: word)
    throw .hinted(
      refusal(
        "'rows' is the section of all \(Counts.of(total, "row")), and "
          + "\(Counts.grouped(count)) \(count == 1 ? "is" : "are") selected", []),
      "\(start)selected\(tail)  \(statement.lua == nil ? "#" : "--") all: \(start)*\(tail)")
  }

  /// The note that all rows are in a file, though some are selected; empty: none are, or the line says which
  /// rows.
  ///
  /// - Parameter path: the file.
  func notesOnSelection(_ path: String) throws(CommandError) -> [String] {
    let document = try document()
    let (count, total) = (document.editor.selection.rows.count, document.table.rowCount)
    guard count > 0, count < total, path != "-", !document.source.isWindow, !shell.isDryRun,
      statement.redirection == .none,
      command.name == "save" || words(of: .target).isEmpty && lua == nil
    else { return [] }
    let line =
      command.name == "save" ? "export \(Quoting.path(path))" : statement.text.trimmingBlanks
    return [
      "all \(Counts.of(total, "row")) are in it; only the selected \(Counts.grouped(count)): \(line) selected"
    ]
  }
}
