import CommandLanguage
import TableKit
import Wording

/// What a script needs of a command besides the undo steps that it made.
enum ScriptUse: Equatable, Sendable {
  /// Nothing: without steps it is not in the script.
  case steps
  /// It sets or defines something that later commands depend on, if it has at least so many words.
  case definition(words: Int)
  /// The same for the current table alone.
  case preparation(words: Int)
  /// It moves what is seen or touched: in the script if a gesture follows.
  case gesture
  /// It opens a table, which the user of the script names.
  case opening
  /// It starts a table that depends on no other.
  case start
  /// It takes in what no script has: a comment stands for it.
  case outside
}

extension ScriptUse {
  /// What a script needs of commands whose state is no undo step.
  static let byName: [String: ScriptUse] = [
    "set": .definition(words: 3), "alias": .definition(words: 3), "lua": .definition(words: 1),
    "plugin": .definition(words: 3), "traits": .preparation(words: 2),
    "selection": .preparation(words: 2), "diffable": .preparation(words: 2),
    "snapshot": .preparation(words: 2), "scroll": .gesture, "open": .opening, "new": .start,
    "reload": .outside, "conflicts": .outside, "watch": .outside,
  ]
}

/// The commands of a session that its tables depend on, for `history --script`. A class, because
/// commands that run in one another write into the same log.
///
/// Each undo step holds the number of the command that made it (`Editor.command`), so undo, redo and
/// joined steps need no record here.
final class CommandLog {
  /// A command, or a comment on what was no command.
  struct Entry {
    /// Ascends as commands begin.
    let number: Int
    /// The command without its redirection, or the comment.
    var line: String
    var use: ScriptUse
    /// The table on which it ran, by its number; nil: there was none.
    let table: Int?
    /// The steps that it made, by table.
    var made: [Int: Int] = [:]
    var isComment = false
    /// Whether the comment stands before the command of its number, and only with that.
    var isOfCommand = false
    var isGesture = false
  }

  /// A command that is at work.
  struct Open {
    var entry: Entry
    /// Whether the table was in editing mode.
    fileprivate let wasEditing: Bool
    /// The table that may be changed without a step.
    fileprivate let former: Table?
  }

  /// What stands for the command at work, if that would do something else each time it runs.
  var repeatableLine: String?
  /// The entries, in the order in which their commands ended.
  private(set) var entries: [Entry] = []
  private var count = 0
  private var tableCount = 0

  /// Returns the number of a table that is opened.
  func nextTable() -> Int {
    tableCount += 1
    return tableCount
  }

  /// Begins a command: the steps of all tables are its steps until it ends.
  ///
  /// - Complexity: O(tables).
  func begin(_ invocation: Invocation) -> Open {
    count += 1
    repeatableLine = nil
    let shell = invocation.shell
    let document = shell.current
    for document in shell.documents { document.editor.command = count }
    let command = invocation.command
    let entry = Entry(
      number: count, line: Secrets.hidden(invocation.scriptLine), use: invocation.scriptUse,
      table: document?.log.number, isGesture: command.group == .gestures)
    return Open(
      entry: entry, wasEditing: document?.editor.isEditing ?? false,
      former: entry.use == .outside ? document?.table : nil)
  }

  /// Ends a command, and keeps it if a script may need it.
  ///
  /// - Parameter outer: the number of the command in which it ran; 0: it ran in none.
  /// - Complexity: O(tables + steps of the command).
  func end(_ open: Open, outer: Int, hasFailed: Bool, in shell: Shell) {
    var entry = open.entry
    for document in shell.documents {
      let made = document.editor.stepCount(of: entry.number)
      if made > 0 { entry.made[document.log.number] = made }
      document.editor.command = outer
    }
    let document = shell.documents.first { $0.log.number == entry.table }
    if let document, document.editor.isEditing != open.wasEditing, entry.made.isEmpty {
      entry.use = .preparation(words: 0)
    }
    if hasFailed { entry.use = .outside }
    if entry.use == .outside, entry.made.isEmpty {
      guard !hasFailed, let former = open.former, let document,
        !document.table.sharesContent(with: former)
      else { return }
    }
    let makesTable = shell.documents.contains { $0.log.command == entry.number }
    if entry.use == .steps, entry.made.isEmpty, !makesTable { return }
    if let line = repeatableLine { entry.line = line }
    repeatableLine = nil
    entries.append(entry)
  }

  /// Notes what happened to a table, once where it happens several times in a row.
  ///
  /// - Parameters:
  ///   - document: the table; nil: it concerns all.
  ///   - command: the command that it says something of; nil: it happened beside commands.
  func note(_ text: String, on document: Document?, of command: Int? = nil) {
    let last = entries.last
    if let last, last.isComment, last.line == text, last.table == document?.log.number { return }
    if command == nil { count += 1 }
    entries.append(
      Entry(
        number: command ?? count, line: text, use: .outside, table: document?.log.number,
        isComment: true, isOfCommand: command != nil))
  }
}

/// What a script needs to know of a table.
struct TableLog {
  /// Its number in the session.
  var number = 0
  /// The command that made it; 0: the command line.
  var command = 0
  /// The commands that it depends on, of the tables that it was made from; how many of the steps of
  /// each were taken back.
  var base: [Int: Int] = [:]
  /// Those tables, and itself, each with the command up to which it matters.
  var tables: [Int: Int] = [:]
  /// How many of its first steps are of a session that did not end in order, and were recovered.
  var recovered = 0
}

extension Shell {
  /// Notes what no script can do of the command at work, for a comment before it.
  package func noteForScript(_ text: String) {
    guard let logged = context.logged else { return }
    log.note("not in a script: \(text)", on: current, of: logged.number)
  }

  /// What a script needs to know of a table that is about to become the current one.
  ///
  /// - Complexity: O(steps of the current table).
  func tableLog() -> TableLog {
    var new = TableLog(number: log.nextTable(), command: context.logged?.number ?? 0)
    if let logged = context.logged, logged.use != .opening, logged.use != .start, let current {
      new.base = log.steps(of: current)
      new.tables = current.log.tables
      new.tables[current.log.number] = logged.number
    }
    if new.command > 0 { new.base[new.command] = 0 }
    new.tables[new.number] = .max
    return new
  }
}

extension CommandLog {
  /// The commands that made a table as it stands, each with the number of its steps that were taken
  /// back.
  fileprivate func steps(of document: Document) -> [Int: Int] {
    var left: [Int: Int] = [:]
    for (command, _) in document.editor.stepOrigins where command > 0 {
      left[command, default: 0] += 1
    }
    let dropped = Set(document.editor.undoStack.droppedCommands)
    var steps = document.log.base
    for entry in entries where !entry.isComment {
      guard let count = left[entry.number] else { continue }
      let made = entry.made[document.log.number] ?? count
      steps[entry.number] = dropped.contains(entry.number) ? 0 : max(0, made - count)
    }
    // The command at work has no entry yet.
    for number in left.keys where steps[number] == nil { steps[number] = 0 }
    return steps
  }

  /// Returns the commands that make a table as it stands out of what it was opened from, a line each;
  /// what a script cannot do is a comment.
  ///
  /// - Complexity: O(commands kept × log of their number + steps).
  func script(of document: Document, in shell: Shell) -> [String] {
    let steps = steps(of: document)
    let last = steps.keys.max() ?? 0
    let lastGesture = entries.lazy.filter { $0.isGesture && steps[$0.number] != nil }.map(\.number)
      .max()
    var lines: [(number: Int, text: String)] = []
    for entry in entries.sorted(by: { $0.number < $1.number }) {
      let isOfTable =
        entry.table.map {
          $0 == document.log.number || entry.number <= document.log.tables[$0] ?? 0
        } ?? true
      guard
        let text = text(
          of: entry, takenBack: steps[entry.number], isOfTable: isOfTable, last: last,
          isTouched: entry.number < lastGesture ?? 0)
      else { continue }
      lines.append((entry.number, text))
    }
    if document.log.command == 0, let options = Self.options(of: document.opening) {
      lines.insert((0, Self.comment("opened with \(options)")), at: 0)
    }
    var former = 0
    for (step, (command, title)) in document.editor.stepOrigins.enumerated() {
      if let title {
        let place = lines.firstIndex { $0.number > former } ?? lines.count
        let line = step < document.log.recovered ? Self.line(of: title, in: shell) : nil
        lines.insert(
          (former, line ?? Self.comment("made outside of commands: \(title)")), at: place)
      }
      former = max(former, command)
    }
    let hidden = document.hiddenColumns.map { Quoting.name($0.name) }
    if !hidden.isEmpty {
      lines.append((.max, "column hide \(hidden.joined(separator: ","))"))
    }
    return about(document) + lines.map(\.text)
  }

  /// What is not known of the steps that were recovered, as a comment.
  private func about(_ document: Document) -> [String] {
    guard document.log.recovered > 0 else { return [] }
    let dropped = document.editor.droppedUndoSteps
    let steps = dropped > 0 ? "the first \(Counts.of(dropped, "step")), and " : ""
    return [Self.comment("recovered; not in a script: \(steps)what set, alias and lua did before")]
  }

  /// The command whose line is the title of a step that was recovered; nil: it is none that a script has.
  private static func line(of title: String, in shell: Shell) -> String? {
    guard let statements = try? shell.statements(of: title), statements.count == 1,
      let name = statements[0].words.first?.text, let command = shell.registry.find(name),
      ScriptUse.byName[command.name] != .outside
    else { return nil }
    return statements[0].withoutRedirection
  }

  private func text(
    of entry: Entry, takenBack: Int?, isOfTable: Bool, last: Int, isTouched: Bool
  ) -> String? {
    if entry.isComment {
      let isShown =
        isOfTable
        && (entry.isOfCommand ? takenBack != nil : entry.table != nil || entry.number < last)
      return isShown ? Self.comment(entry.line) : nil
    }
    if let takenBack {
      if entry.use == .opening {
        return entry.line.contains(" --") ? Self.comment(entry.line) : nil
      }
      if entry.use == .outside { return Self.comment("not in a script: \(entry.line)") }
      if entry.use != .start, !isOfTable {
        return Self.comment("typed in another table: \(entry.line)")
      }
      guard takenBack > 0 else { return entry.line }
      return entry.line + (takenBack == 1 ? "\nundo" : "\nundo \(takenBack)")
    }
    switch entry.use {
    case .outside: return isOfTable ? Self.comment("not in a script: \(entry.line)") : nil
    case .definition:
      guard entry.number < last else { return nil }
      guard entry.made.isEmpty else {
        return Self.comment("\(isOfTable ? "taken back" : "typed in another table"): \(entry.line)")
      }
      return entry.line
    case .preparation:
      return isOfTable && entry.number < last && entry.made.isEmpty ? entry.line : nil
    case .gesture: return isOfTable && isTouched && entry.made.isEmpty ? entry.line : nil
    case .steps, .opening, .start: return nil
    }
  }

  /// Each line of a text as a comment.
  static func comment(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "# " + $0 }
      .joined(separator: "\n")
  }

  /// The options of the command line that say what the rows of a file are; nil: none do.
  private static func options(of opening: Document.Opening) -> String? {
    let (reading, sectionColumn) = (opening.reading, opening.sectionColumn)
    var words =
      reading.key.isEmpty ? [] : ["--key", Quoting.word(reading.key.joined(separator: ","))]
    if let sectionColumn { words += ["--section-by", Quoting.word(sectionColumn)] }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}

extension Invocation {
  /// What a script needs of this call.
  fileprivate var scriptUse: ScriptUse {
    let use = command.group == .gestures ? .gesture : ScriptUse.byName[command.name] ?? .steps
    switch use {
    case .definition(let least), .preparation(let least):
      guard statement.words.count + (lua == nil ? 0 : 1) >= least else { return .steps }
      if command.name == "set", Setting.named(statement.words[1].text)?.shapesTables == false {
        return .steps
      }
      return use
    default: return use
    }
  }

  /// The command as typed, without its redirection and without what has it kept for later sessions.
  fileprivate var scriptLine: String {
    let line = statement.withoutRedirection
    guard ["set", "alias"].contains(command.name), has("--save") else { return line }
    return line.replacing(/\s--save\b/, with: "", maxReplacements: 1)
  }
}

extension Statement {
  /// The text without the redirection.
  fileprivate var withoutRedirection: String { withoutRedirection(fromWord: 0) }

  /// The text from a word on, without the redirection.
  func withoutRedirection(fromWord index: Int) -> String {
    let whole = text(fromWord: index)
    // With Lua text, the command stands in brackets, which a script needs.
    guard redirection != .none, lua == nil || index > 0 else { return whole }
    let end = lua.map { $0.place.offset + $0.text.unicodeScalars.count } ?? end.offset
    let rest = text.unicodeScalars.dropFirst(end).count
    return String(String.UnicodeScalarView(whole.unicodeScalars.dropLast(rest)))
  }
}

extension Setting {
  /// Whether commands may make another table because of it; the others concern what is printed.
  fileprivate var shapesTables: Bool {
    let looks: Set = [
      "format", "table", "theme", "width", "pager", "prompt", "motion", "content", "incoming",
      "undo-memory", "journal", "trace", "quiet", "keep-going", "echo", "timing", "coalesce",
      "reload-visible-only",
    ]
    return !looks.contains(name) && !name.hasPrefix("animation.")
  }
}
