import CommandLanguage
import BatchUpdates
import Memory
import TableKit
import TableLua
import TableSources
import Wording

/// The error of a failed command, which has changed nothing.
package enum CommandError: Error {
  /// The line cannot be parsed.
  case syntax(SyntaxError, source: String)
  /// No command of that name. `lua` is the line to type if it is Lua.
  case unknownCommand(String, nearest: [String], lua: String? = nil)
  /// The command needs a table and none is open.
  case noTable
  /// A column that the table does not have.
  case noSuchColumn(String, columns: [String])
  /// A section that the table does not have.
  case noSuchSectionName(String, sections: [String])
  /// Not a section's name, but the key of a row: `@` is missing.
  case keyWithoutSign(String)
  /// An index out of range that is a section's name: quotes are missing.
  case sectionNeedsQuotes(Int, count: Int)
  /// A destination past the end of its section; `last` is the largest valid index.
  case noSuchPlace(RowPath, last: Int, section: String)
  /// A `where` swallowed arguments of the command.
  case restOfLine(condition: String, hint: String)
  /// Several sections have that title.
  case ambiguousSection(String, count: Int)
  /// A key that no row has.
  case noSuchKey(String, isNumber: Bool, nearest: [String])
  /// A key that no row has, as the column that holds it holds this value in several rows.
  case noKey(String, column: String, doubled: String)
  /// No open table of that name.
  case noSuchTable(String, tables: [String])
  /// An argument is missing or invalid.
  case usage(String, synopsis: [String])
  /// Unsaved work would be lost.
  case unsavedChanges([String])
  /// A table to be closed has unsaved changes.
  case unsavedChangesToClose(String)
  /// Edits are at odds with what others changed in the source.
  case conflicts(Int, first: String)
  /// A row that a line means is gone since the line was begun.
  case rowGone(key: String)
  /// Nothing came while a watch waited for it.
  case watchTimeout(seconds: Double, pushes: Int, why: String?)
  /// The user answered no.
  case declined
  /// ^C.
  case interrupted
  /// The command was stopped as memory is nearly exhausted.
  case outOfMemory(MemoryShortage)
  /// ^C after earlier commands changed tables that are not saved.
  case interruptedBeforeSaving([String])
  /// ^C while a watch waited for changes, after so many; tables that others' or own changes left
  /// unsaved.
  case interruptedWatch(pushes: Int, unsaved: [String] = [])
  /// ^C in a file of commands; already reported.
  case interruptedIn(String)
  /// Cells that a command cannot read: how many, the first of them, and `cannot be read as …`; the line
  /// that mends the first, or what an option does, and the line that leaves them.
  case unreadableCells(count: Int, what: String, first: [String], hint: String?, skipping: String)
  /// A pattern took too many steps on a cell, whose place this is.
  case patternTooLong(at: String)
  /// The expression of `assert` is false or nil.
  case assertionFailed(String)
  /// The expression of `assert every` is false or nil for so many rows.
  case rowsFailed(Int, total: Int, String)
  /// Assertions about rows failed in a file of commands; already reported.
  case assertionsFailed(in: String)
  /// Commands of a file failed, and the user skipped them.
  case commandsSkipped(in: String)
  /// No setting, topic or other thing of that name.
  case noSuchName(kind: String, String, names: [String])
  /// No format has that extension. `takesFormat`: whether the command has `--format`.
  case unknownExtension(String, takesFormat: Bool)
  /// Another file exists already.
  case fileExists(String)
  /// Several Lua loaders match a file.
  case ambiguousLoader(String, [LoaderInfo])
  /// The table has no source, which the purpose needs: `to save to`.
  case noSource(String)
  /// A command of a file failed; already reported.
  case sourceFailed(String)
  /// A program at the end of a pipe failed.
  case programFailed(String, status: Int32)
  /// A file could not be read or written.
  case file(String, reason: String)
  /// Lua lacks the permission that the flag grants.
  case permissionDenied(what: String, flag: String, reason: String = "")
  /// A failure outside the shell, such as in a subcommand.
  case outside(code: String, message: String, hint: String?)
  /// An error in one of several sources, which is named here.
  indirect case inSource(String, CommandError)
  /// An error whose hint is another one: the line that was probably meant.
  indirect case hinted(CommandError, String)
  /// No row or section to scroll to (rule H3).
  case scroll(EditError)
  /// The error of another layer.
  case edit(EditError)
  case source(SourceError)
  case journal(JournalError)
  case lua(LuaFailure)
}

extension CommandError: TextedError {
  /// The error of a stopped command: `outOfMemory` if memory is short, else `interrupted`.
  package static var stopped: CommandError {
    MemoryWatch.shortage.map { .outOfMemory($0) } ?? .interrupted
  }

  /// The exception that UIKit would raise for illegal batch updates; nil for other errors.
  package var exception: String? {
    guard case .edit(let error) = withoutGuess,
      case .illegalBatch(let violation)? = error.interaction
    else { return nil }
    return violation.namedSentence()
  }

  /// The error with its own hint.
  var withoutGuess: CommandError { if case .hinted(let error, _) = self { error } else { self } }

  /// Whether what stands behind the command is run all the same.
  var isUnmet: Bool {
    switch withoutGuess {
    case .rowsFailed, .assertionsFailed, .commandsSkipped: true
    default: false
    }
  }

  /// Whether no row has a member that an expression names.
  package var isMissingMember: Bool { code == "no-such-member" }

  /// Whether it is ^C.
  package var isInterruption: Bool {
    switch self {
    case .interrupted, .interruptedBeforeSaving, .interruptedWatch, .interruptedIn: true
    default: false
    }
  }

  package var text: ErrorText {
    switch self {
    case .syntax(let error, let source):
      ErrorText(error.code, error.message, error.hint ?? Self.optionHint(error, source))
    case .unknownCommand(let name, let nearest, let lua):
      ErrorText(
        "unknown-command", "no command '\(VisibleText.line(name))'",
        lua
          ?? (nearest.isEmpty
            ? "help commands  # lists all commands" : "did you mean \(Self.list(nearest))?"))
    case .noTable: ErrorText("no-table", "no table is open", "open FILE, or new NAME COLUMN,…")
    case .noSuchColumn(let name, let columns):
      ErrorText(
        "no-such-column", "no column '\(shown: name)'",
        Self.nearest(to: name, in: columns, all: "columns", typed: Quoting.word))
    case .noSuchSectionName(let name, let sections):
      ErrorText(
        "no-such-section", "no section '\(shown: name)'",
        Self.nearest(to: name, in: sections, all: "sections", typed: Quoting.name))
    case .keyWithoutSign(let key):
      ErrorText(
        "no-such-section", "no section '\(shown: key)'",
        "the row with that key is @\(Quoting.name(key))")
    case .sectionNeedsQuotes(let index, let count):
      ErrorText(
        "no-such-section", EditError.noSuchSection(index, count: count).message,
        "quote a name: \"\(index)\"")
    case .noSuchPlace(let path, let last, let section):
      ErrorText(
        "no-such-row",
        "\(path) is no place for a row: section '\(shown: section)' has \(path.section):0 … \(path.section):\(last)",
        "\(path.section):end is after the last row")
    case .restOfLine(let condition, let hint):
      ErrorText("usage", "'where \(condition)' takes the rest of the line", hint)
    case .ambiguousSection(let name, let count):
      ErrorText(
        "ambiguous-section", "\(count) sections are called '\(shown: name)'",
        "sections  # lists them; name it by its index")
    case .noSuchKey(let key, true, let nearest):
      ErrorText(
        "no-such-key", "no row number \(key)",
        "rows have no key here; they are numbered from 1"
          + (nearest.first.map { "; the nearest is \($0)" } ?? ""))
    case .noSuchKey(let key, false, let nearest):
      ErrorText(
        "no-such-key", "no row with the key '\(shown: key)'",
        nearest.isEmpty
          ? "find \(Quoting.word(key)) looks for it"
          : "did you mean \(nearest.joined(separator: " or "))?")
    case .noKey(let key, let column, let doubled):
      ErrorText(
        "no-such-key",
        "no row number \(shown: key): rows go by number, as '\(shown: column)' has doubled values, "
          + "such as '\(shown: doubled)'",
        "find \(Quoting.word(key))")
    case .noSuchTable(let name, let tables):
      ErrorText(
        "no-such-table", "no open table '\(shown: name)'",
        Self.nearest(to: name, in: tables, all: "open"))
    case .usage(let what, let synopsis):
      ErrorText("usage", what, synopsis.joined(separator: "  |  "))
    case .unsavedChanges(let names):
      ErrorText(
        "unsaved-changes", "unsaved changes in \(names.joined(separator: ", "))",
        names.count == 1
          ? "save  # or leave without saving: quit!" : "save, or leave without saving: quit!")
    case .unsavedChangesToClose(let name):
      ErrorText(
        "unsaved-changes", "unsaved changes in \(name)",
        "save; close  # or without saving: close --force")
    case .conflicts(let count, let first):
      ErrorText(
        "conflicts", "\(Counts.of(count, "conflict")) with the source: \(first)",
        "conflicts  # lists them; conflicts keep mine or theirs resolves them, save --force writes mine"
      )
    case .rowGone(let key):
      ErrorText(
        "row-gone", "the row '\(shown: key)' was deleted by others while the line was typed",
        "nothing was done; look at the table, and name a row")
    case .watchTimeout(let seconds, let pushes, let why):
      ErrorText(
        "timeout",
        (pushes == 0 ? "no change" : "only " + Counts.of(pushes, "change"))
          + " came within \(Points.text(seconds)) s"
          + (why.map { ": \($0)" } ?? ""),
        "--timeout SECONDS waits longer")
    case .declined: ErrorText("declined", "nothing was done")
    case .interrupted: ErrorText("interrupted", "interrupted; this command changed nothing")
    case .outOfMemory(let shortage): ErrorText(shortage.code, shortage.message, shortage.hint)
    case .interruptedBeforeSaving(let names):
      ErrorText(
        "interrupted",
        "interrupted; this command changed nothing; earlier changes are not saved: "
          + names.joined(separator: ", "))
    case .interruptedWatch(let pushes, let unsaved):
      ErrorText(
        "interrupted",
        "interrupted; \(pushes == 0 ? "no" : Counts.grouped(pushes)) "
          + (pushes < 2 ? "change" : "changes") + " came in"
          + (unsaved.isEmpty
            ? "" : ", and what was changed is not saved: \(unsaved.joined(separator: ", "))"))
    case .interruptedIn(let path): ErrorText("interrupted", "interrupted in '\(shown: path)'")
    case .unreadableCells(let count, let what, let first, let hint, let skipping):
      ErrorText(
        "unreadable-cells",
        "\(Counts.of(count, "cell")) \(what): \(first.joined(separator: ", "))",
        Self.mending(hint, or: skipping))
    case .patternTooLong(let place):
      ErrorText(
        "pattern-too-long", "the pattern takes too many steps on \(place)",
        "repetitions inside repetitions do that, as in (a+)+: make one of them possessive, (a++)+")
    case .assertionFailed(let text): ErrorText("assertion-failed", "assertion failed: \(text)")
    case .rowsFailed(let count, let total, let text):
      ErrorText(
        "assertion-failed",
        "assertion failed for \(Counts.grouped(count)) of \(Counts.of(total, "row")): \(text)",
        "show where not (\(text))  -- shows all of them")
    case .assertionsFailed(let path):
      ErrorText("assertion-failed", "assertions failed in '\(shown: path)'")
    case .commandsSkipped(let path):
      ErrorText("source-failed", "commands of '\(shown: path)' failed and were skipped")
    case .noSuchName(let kind, let name, let names):
      ErrorText(
        "no-such-\(kind)", "no \(kind) '\(shown: name)'",
        Self.nearest(to: name, in: names, all: kind == "alias" ? "aliases" : "\(kind)s"))
    case .unknownExtension(let name, let takesFormat):
      ErrorText(
        "unknown-extension", "no format has the extension '.\(name)'",
        takesFormat
          ? "--format NAME writes one whatever the file is called: "
            + ExportFormat.names.joined(separator: ", ") + "; known are " + Self.knownExtensions
          : "known are \(Self.knownExtensions); or export --format NAME PATH")
    case .fileExists(let path):
      ErrorText(
        "file-exists", "'\(shown: path)' exists already",
        "--overwrite replaces it; or name another PATH"
      )
    case .ambiguousLoader(let path, let loaders):
      ErrorText(
        "ambiguous-loader",
        "\(loaders.count) loaders match '\(shown: path)': "
          + loaders.map { $0.name + ($0.plugin.map { " (\($0))" } ?? "") }.joined(separator: ", "),
        "choose one with --loader \(loaders[0].name), in export with --format \(loaders[0].name)")
    case .noSource(let purpose):
      ErrorText("no-source", "this table has no source \(purpose)", "save PATH writes it to a file")
    case .sourceFailed(let path): ErrorText("source-failed", "'\(shown: path)' failed")
    case .programFailed(let program, let status):
      ErrorText("program-failed", "'\(shown: program)' ended with status \(status)")
    case .file(let path, let reason): ErrorText("file", "\(path): \(reason)")
    case .permissionDenied(let what, let flag, let reason):
      ErrorText(
        "permission-denied", "\(what) is not allowed without \(flag)\(reason)",
        "start tablesh with \(flag)")
    case .outside(let code, let message, let hint): ErrorText(code, message, hint)
    case .inSource(let name, let error):
      ErrorText(error.code, "\(name): \(error.message)", error.hint)
    case .hinted(let error, let hint): ErrorText(error.code, error.message, hint)
    case .scroll(.noSuchRow(let path, let count, let section)):
      ErrorText(
        "E-SCROLL",
        "cannot scroll to row \(path.row): section '\(shown: section)' has \(Counts.of(count, "row"))",
        count == 0
          ? "the section itself: \(path.section):none"
          : EditError.noSuchRow(path, count: count, section: section).hint)
    case .scroll(.noSuchSection(let index, let count)):
      ErrorText(
        "E-SCROLL",
        "cannot scroll to section \(index): there \(count == 1 ? "is" : "are") "
          + Counts.of(count, "section"), EditError.noSuchSection(index, count: count).hint)
    case .scroll(let error): ErrorText("E-SCROLL", error.message, error.hint)
    case .edit(let error): ErrorText(error.code, error.message, error.hint)
    case .source(let error): ErrorText(error.code, error.message, error.hint)
    case .journal(let error): ErrorText(error.code, error.message, error.hint)
    case .lua(let error):
      ErrorText(
        error.code, error.code == "rule-errors" ? error.message : error.description, error.hint)
    }
  }

  private static var knownExtensions: String {
    ExportFormat.extensions.map { "." + $0 }.joined(separator: " ")
  }

  /// Returns the help command for an unknown option.
  private static func optionHint(_ error: SyntaxError, _ source: String) -> String? {
    guard case .unknownOption = error.problem, let name = source.split(separator: " ").first else {
      return nil
    }
    return "help \(name)"
  }

  private static func list(_ names: [String]) -> String {
    names.map { "'\(shown: $0)'" }.joined(separator: " or ")
  }

  /// The line that mends cells which cannot be read, if one is known, and the one that leaves them as they are.
  private static func mending(_ hint: String?, or skipping: String) -> String {
    guard let hint else { return "\(skipping)  # leaves them as they are" }
    if hint.contains("  # ") { return hint }
    return hint.hasPrefix("-")
      ? "\(skipping)  # leaves them as they are; \(hint)"
      : "\(hint)  # or leave them as they are: \(skipping)"
  }

  /// Returns a hint with the nearest names, or the first eight if none is near.
  ///
  /// - Parameter typed: returns a name as typed.
  private static func nearest(
    to name: String, in names: [String], all: String, typed: (String) -> String = { $0 }
  ) -> String? {
    let near = Nearest.nearest(to: name, in: names)
    if !near.isEmpty {
      let shown = near.map { typed($0) == $0 ? "'\(shown: $0)'" : typed($0) }
      return "did you mean \(shown.joined(separator: " or "))?"
    }
    guard !names.isEmpty else { return nil }
    let shown = names.prefix(8).map(typed).joined(separator: ", ")
    let lister = ["aliases": "alias", "settings": "set"][all] ?? all
    let isListed = ["columns", "sections", "rules", "loaders", "alias", "set", "open"].contains(
      lister)
    return "\(isListed ? "\(lister)  #" : "\(all) here:") \(shown)\(names.count > 8 ? ", …" : "")"
  }
}
