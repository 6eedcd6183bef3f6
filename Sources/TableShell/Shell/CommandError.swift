import BatchUpdates
import Memory
import TableKit
import TableLua
import TableSources
import Wording

/// The error of a failed command, which has changed nothing.
enum CommandError: Error {
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
  /// No open table of that name.
  case noSuchTable(String, tables: [String])
  /// An argument is missing or invalid.
  case usage(String, synopsis: [String])
  /// Unsaved work would be lost.
  case unsavedChanges([String])
  /// A table to be closed has unsaved changes.
  case unsavedChangesToClose(String)
  /// The user answered no.
  case declined
  /// ^C.
  case interrupted
  /// The command was stopped as memory is nearly exhausted.
  case outOfMemory(MemoryShortage)
  /// ^C after earlier commands changed tables that are not saved.
  case interruptedBeforeSaving([String])
  /// ^C in a file of commands; already reported.
  case interruptedIn(String)
  /// The expression of `assert` is false or nil.
  case assertionFailed(String)
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
  case permissionDenied(what: String, flag: String)
  /// A failure outside the shell, such as in a subcommand.
  case outside(code: String, message: String, hint: String?)
  /// An error in one of several sources, which is named here.
  indirect case inSource(String, CommandError)
  /// No row or section to scroll to (rule H3).
  case scroll(EditError)
  /// The error of another layer.
  case edit(EditError)
  case source(SourceError)
  case journal(JournalError)
  case lua(LuaFailure)
}

extension CommandError {
  /// The stable code for scripts.
  var code: String {
    switch self {
    case .syntax(let error, _): error.code
    case .unknownCommand: "unknown-command"
    case .noTable: "no-table"
    case .noSuchColumn: "no-such-column"
    case .noSuchSectionName, .sectionNeedsQuotes, .keyWithoutSign: "no-such-section"
    case .noSuchPlace: "no-such-row"
    case .restOfLine: "usage"
    case .ambiguousSection: "ambiguous-section"
    case .noSuchKey: "no-such-key"
    case .noSuchTable: "no-such-table"
    case .usage: "usage"
    case .unsavedChanges, .unsavedChangesToClose: "unsaved-changes"
    case .declined: "declined"
    case .outOfMemory(let shortage): shortage.code
    case .interrupted, .interruptedBeforeSaving, .interruptedIn: "interrupted"
    case .assertionFailed: "assertion-failed"
    case .noSuchName(let kind, _, _): "no-such-\(kind)"
    case .unknownExtension: "unknown-extension"
    case .fileExists: "file-exists"
    case .ambiguousLoader: "ambiguous-loader"
    case .noSource: "no-source"
    case .sourceFailed: "source-failed"
    case .programFailed: "program-failed"
    case .file: "file"
    case .permissionDenied: "permission-denied"
    case .outside(let code, _, _): code
    case .inSource(_, let error): error.code
    case .scroll: "E-SCROLL"
    case .edit(let error): error.code
    case .source(let error): error.code
    case .journal(let error): error.code
    case .lua(let error): error.code
    }
  }

  /// The error of a stopped command: `outOfMemory` if memory is short, else `interrupted`.
  static var stopped: CommandError { MemoryWatch.shortage.map { .outOfMemory($0) } ?? .interrupted }

  /// The error in one line.
  var message: String {
    switch self {
    case .syntax(let error, _): error.message
    case .unknownCommand(let name, _, _): "no command '\(name)'"
    case .noTable: "no table is open"
    case .noSuchColumn(let name, _): "no column '\(name)'"
    case .noSuchSectionName(let name, _), .keyWithoutSign(let name): "no section '\(name)'"
    case .sectionNeedsQuotes(let index, let count):
      EditError.noSuchSection(index, count: count).message
    case .noSuchPlace(let path, let last, let section):
      "no place \(path): section '\(section)' leaves \(path.section):0 … \(path.section):\(last)"
    case .restOfLine(let condition, _): "'where \(condition)' takes the rest of the line"
    case .ambiguousSection(let name, let count): "\(count) sections are called '\(name)'"
    case .noSuchKey(let key, let isNumber, _):
      isNumber ? "no row number \(key)" : "no row with the key '\(key)'"
    case .noSuchTable(let name, _): "no open table '\(name)'"
    case .usage(let what, _): what
    case .unsavedChangesToClose(let name): "unsaved changes in \(name)"
    case .unsavedChanges(let names):
      "unsaved changes in \(names.joined(separator: ", "))"
    case .declined: "nothing was done"
    case .outOfMemory(let shortage): shortage.message
    case .interrupted: "interrupted; this command changed nothing"
    case .interruptedBeforeSaving(let names):
      "interrupted; this command changed nothing, and what was changed before it is not saved: "
        + names.joined(separator: ", ")
    case .interruptedIn(let path): "interrupted in '\(path)'"
    case .assertionFailed(let text): "assertion failed: \(text)"
    case .noSuchName(let kind, let name, _): "no \(kind) '\(name)'"
    case .unknownExtension(let name, _): "no format is written to '.\(name)' files"
    case .fileExists(let path): "'\(path)' is there already"
    case .ambiguousLoader(let path, let loaders):
      "\(loaders.count) loaders are for '\(path)': "
        + loaders.map { $0.name + ($0.plugin.map { " (\($0))" } ?? "") }.joined(separator: ", ")
    case .noSource(let purpose): "this table has no source \(purpose)"
    case .sourceFailed(let path): "'\(path)' failed"
    case .programFailed(let program, let status): "'\(program)' ended with status \(status)"
    case .file(let path, let reason): "\(path): \(reason)"
    case .outside(_, let message, _): message
    case .inSource(let name, let error): "\(name): \(error.message)"
    case .permissionDenied(let what, let flag): "\(what) is not allowed without \(flag)"
    case .scroll(.noSuchRow(let path, let count, let section)):
      "cannot scroll to row \(path.row): section '\(section)' has \(Counts.of(count, "row"))"
    case .scroll(.noSuchSection(let index, let count)):
      "cannot scroll to section \(index): there \(count == 1 ? "is" : "are") "
        + Counts.of(count, "section")
    case .scroll(let error): error.message
    case .edit(let error): error.message
    case .source(let error): error.message
    case .journal(let error): error.message
    case .lua(let error): error.code == "rule-errors" ? error.message : error.description
    }
  }

  /// The exception that UIKit would raise for illegal batch updates; nil for other errors.
  var exception: String? {
    guard case .edit(let error) = self,
      case .illegalBatch(let violation)? = error.interaction
    else { return nil }
    return "NSInternalInconsistencyException, " + violation.exception
  }

  /// Whether it is ^C.
  var isInterruption: Bool {
    switch self {
    case .interrupted, .interruptedBeforeSaving, .interruptedIn: true
    default: false
    }
  }

  /// What to type next; nil: nothing helps.
  var hint: String? {
    switch self {
    case .syntax(let error, let source): error.hint ?? Self.optionHint(error, source)
    case .unknownCommand(_, let nearest, let lua):
      if let lua {
        "Lua is typed as: \(lua)"
      } else {
        nearest.isEmpty ? "help lists the commands" : "did you mean \(Self.list(nearest))?"
      }
    case .noTable: "open FILE, or new NAME COLUMN,…"
    case .unknownExtension(_, takesFormat: true):
      "--format NAME writes one whatever the file is called: "
        + ExportFormat.names.joined(separator: ", ") + "; known are " + Self.knownExtensions
    case .unknownExtension: "known are \(Self.knownExtensions); or export --format NAME PATH"
    case .fileExists: "--overwrite replaces it; or name another PATH"
    case .noSuchColumn(let name, let columns):
      Self.nearest(to: name, in: columns, all: "columns", typed: Quoting.word)
    case .noSuchSectionName(let name, let sections):
      Self.nearest(to: name, in: sections, all: "sections", typed: Quoting.name)
    case .keyWithoutSign(let key): "the row with that key is @\(Quoting.name(key))"
    case .sectionNeedsQuotes(let index, _): "quote a name: \"\(index)\""
    case .noSuchPlace(let path, _, _): "\(path.section):end is behind the last row"
    case .restOfLine(_, let hint): hint
    case .ambiguousSection: "name it by its index: sections"
    case .noSuchKey(let key, let isNumber, let nearest):
      if isNumber {
        "rows have no key here but numbers from 1"
          + (nearest.first.map { "; the nearest is \($0)" } ?? "")
      } else {
        nearest.isEmpty
          ? "find \(Quoting.word(key)) looks for it"
          : "did you mean \(nearest.joined(separator: " or "))?"
      }
    case .noSuchTable(let name, let tables): Self.nearest(to: name, in: tables, all: "open tables")
    case .usage(_, let synopsis): synopsis.joined(separator: "  |  ")
    case .unsavedChanges: "save, or leave without saving: quit!"
    case .unsavedChangesToClose: "save, or close without saving: close --force"
    case .declined, .interrupted, .interruptedBeforeSaving, .interruptedIn, .assertionFailed,
      .sourceFailed, .programFailed, .file:
      nil
    case .outOfMemory(let shortage): shortage.hint
    case .noSuchName(let kind, let name, let names):
      Self.nearest(to: name, in: names, all: kind == "alias" ? "aliases" : "\(kind)s")
    case .ambiguousLoader(_, let loaders):
      "choose one with --loader \(loaders[0].name), in export with --format \(loaders[0].name)"
    case .noSource: "save PATH writes it to a file"
    case .outside(_, _, let hint): hint
    case .inSource(_, let error): error.hint
    case .permissionDenied(_, let flag): "start tablesh with \(flag)"
    case .scroll(.noSuchRow(let path, let count, _)) where count == 0:
      "the section itself: \(path.section):none"
    case .scroll(let error), .edit(let error): error.hint
    case .source(let error): error.hint
    case .journal(let error): error.hint
    case .lua(let error): error.hint
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
    names.map { "'\($0)'" }.joined(separator: " or ")
  }

  /// Returns a hint with the nearest names, or the first eight if none is near.
  ///
  /// - Parameter typed: returns a name as typed.
  private static func nearest(
    to name: String, in names: [String], all: String, typed: (String) -> String = { $0 }
  ) -> String? {
    let near = Nearest.nearest(to: name, in: names)
    if !near.isEmpty {
      let shown = near.map { typed($0) == $0 ? "'\($0)'" : typed($0) }
      return "did you mean \(shown.joined(separator: " or "))?"
    }
    guard !names.isEmpty else { return nil }
    let shown = names.prefix(8).map(typed).joined(separator: ", ")
    return "\(all) here: \(shown)\(names.count > 8 ? ", …" : "")"
  }
}
