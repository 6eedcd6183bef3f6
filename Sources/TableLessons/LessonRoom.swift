import CommandLanguage
import TableShell
import TableKit
import TablePrinters
import TableSources
import Wording

/// The table of a lesson in a shell of its own: a copy, without the user's plugins, aliases and
/// settings, without a journal, and with Lua that may do nothing outside it and takes a second at
/// most. A class, as its shell is one.
final class LessonRoom {
  let lesson: Lesson
  let shell: Shell
  /// The folder's own state of the table, which `push` brings in.
  private var document: Document? { shell.current }

  /// The seconds that Lua may take.
  private static let luaSeconds = 1.0

  /// Opens the table, and runs the commands before a step.
  ///
  /// - Parameters:
  ///   - step: the step that begins; all before it are taken to be done.
  ///   - other: the session whose options and rooms it has.
  ///   - console: where the shell prints what is typed in it.
  /// - Throws: what reading the table throws; the error of a command of the lesson, with its place.
  init(
    _ lesson: Lesson, at step: Int, like other: Shell, console: any Console
  ) throws(CommandError) {
    self.lesson = lesson
    var options = other.options
    options.reading = ReadOptions()
    (options.sectionColumn, options.loader, options.plugins) = (nil, nil, [])
    (options.pluginFolder, options.journalFolder, options.tokenCommand) = (nil, nil, nil)
    (options.permissions, options.isDryRun, options.echoes) = (.init(), false, false)
    options.luaSeconds = Self.luaSeconds
    shell = Shell(options: options, console: console, rooms: other.rooms)
    shell.keepsJournal = false
    shell.luaLayer.access.ask = nil
    try open()
    // What a lesson sets up is no step that undo takes back, and nothing that is printed.
    for line in lesson.setup { _ = try run(line) }
    for line in lesson.steps[..<step].flatMap(\.commands) { try perform(line) }
  }

  private func open() throws(CommandError) {
    let document = try table(lesson.table)
    shell.prepare(document)
    shell.documents = [document]
    shell.current = document
  }

  /// Reads a table of the lesson's folder, in the lesson's sections.
  private func table(_ name: String) throws(CommandError) -> Document {
    var reading = ReadOptions()
    reading.key = lesson.key
    let bytes = try lesson.folder.read(name)
    // A small packed file can be a large one.
    guard bytes.withUnsafeBytes({ Compression($0) == nil }) else {
      throw .file("\(lesson.folder.path)/\(name)", reason: "it is packed")
    }
    let loaded = try sourcing(LoadedTable(bytes: bytes, name: name, options: reading))
    let document = Document(
      name: name.lastPathPart, table: loaded.table, source: FileSource(nil), reading: reading)
    try checkSize(of: loaded.table)
    if let column = lesson.sectionColumn {
      try shell.makeSections(of: document, by: column)
      document.opening.sectionColumn = column
    }
    return document
  }

  // MARK: The text of a lesson

  /// Runs a line of the lesson and prints nothing.
  ///
  /// - Returns: the result of its last command.
  /// - Throws: why it cannot be run or fails, with its place in the lesson.
  @discardableResult
  func run(_ line: LessonLine) throws(CommandError) -> CommandResult {
    do throws(CommandError) {
      var result = CommandResult.nothing
      for statement in try shell.statements(of: line.text) { result = try run(statement) }
      return result
    } catch {
      throw LessonError.placed(error, at: line)
    }
  }

  /// Runs a line that was there before; what UIKit would not take has changed nothing then, either.
  private func perform(_ line: LessonLine) throws(CommandError) {
    do throws(CommandError) {
      for statement in try shell.statements(of: line.text) {
        do throws(CommandError) { _ = try run(statement) } catch {
          if error.exception == nil { throw error }
        }
      }
    } catch {
      throw LessonError.placed(error, at: line)
    }
  }

  /// Runs one statement of the lesson and prints nothing.
  func run(_ statement: Statement) throws(CommandError) -> CommandResult {
    if statement.words.first?.is("push") == true { return try push(statement) }
    try LessonCommands.check(statement, in: shell)
    let result = try shell.run(statement, from: .redirection)
    if let table = document?.table { try checkSize(of: table) }
    return result
  }

  private func checkSize(of table: Table) throws(CommandError) {
    guard table.rowCount > LessonCommands.mostRows else { return }
    throw .outside(
      code: "not-in-lessons", message: "the lesson's table has \(Counts.of(table.rowCount, "row"))",
      hint: "at most \(Counts.grouped(LessonCommands.mostRows))")
  }

  /// Brings in what others made of the table: `push later.csv`.
  private func push(_ statement: Statement) throws(CommandError) -> CommandResult {
    guard statement.words.count == 2, statement.redirection == .none, let document else {
      throw .usage("push wants a file", synopsis: ["push FILE"])
    }
    let fresh = try table(statement.words[1].text)
    let merged = try shell.merge(fresh, into: document, title: statement.text)
    let (transaction, conflicts) = (merged.transaction, merged.conflicts)
    var result = CommandResult(transaction: transaction, notes: transaction.notes, showsTable: true)
    result.sentence = "others changed it: " + shell.replies.sentence(for: result, on: document)
    result.details = conflicts.map { "conflict: \($0.message)" }
    return result
  }

  /// Runs a line of the lesson and prints it as if it were typed.
  ///
  /// - Parameter withTable: whether the table after it is printed.
  /// - Returns: true if it was.
  @discardableResult
  func show(_ line: LessonLine, withTable: Bool = true) throws(CommandError) -> Bool {
    var showsTable = false
    let statements = try shell.statements(of: line.text)
    for (index, statement) in statements.enumerated() {
      let outer = shell.context
      defer { shell.context = outer }
      shell.context.reply = ReplyParts()
      if shell.options.format == .json { shell.context.reply.printed = [] }
      shell.emit(
        shell.options.format == .json
          ? "" : shell.style.apply(.faint, to: "> \(DisplayText(line: statement.text).text)") + "\n"
      )
      var result: CommandResult
      let end = shell.willRun(statement.text, statement)
      do throws(CommandError) { result = try run(statement) } catch {
        end(.failed(error))
        // What UIKit would not take is what is to be seen.
        guard error.exception != nil else { throw LessonError.placed(error, at: line) }
        shell.report(Failure(error, at: nil), of: statement.text)
        continue
      }
      end(.done(result))
      if !withTable || index < statements.count - 1 { result.showsTable = false }
      try shell.deliver(result, of: statement)
      showsTable = result.showsTable
    }
    return showsTable
  }

  // MARK: What there is

  /// Everything of the table that a learner can see or a later step can depend on.
  var state: String {
    guard let document else { return "" }
    let table = document.table
    var text = "\(document.editor.isEditing) \(document.controller.settings.flags)"
    text += " \(document.editor.conflicts.count)\n"
    for section in table.sections { text += "§\(section.name)\u{0}\(section.count)\n" }
    for row in table.rowList {
      text += table.key(of: row)
      for column in table.columns { text += "\u{0}" + table.cell(row, column.id).text }
      text += "\n"
    }
    text += document.editor.selection.rows.map { table.key(of: $0) }.sorted().joined(
      separator: "\u{0}")
    return text + "\n" + document.markedKeys.sorted().joined(separator: "\u{0}")
  }
}

/// The errors of lessons.
enum LessonError {
  /// The error of a line of a lesson, with its place.
  static func placed(_ error: CommandError, at line: LessonLine) -> CommandError {
    if error.isInterruption { return error }
    return .outside(
      code: error.code, message: "\(line.place): '\(line.text)': \(error.message)",
      hint: error.hint)
  }
}

/// A console on which nothing is seen, for what is only tried.
final class SilentConsole: Console {
  private let other: any Console

  /// - Parameter other: whose ^C stops what runs.
  init(_ other: any Console) { self.other = other }

  func write(_ text: String) {}
  func write(bytes: [UInt8]) {}
  func askSecret(_ question: String) -> String? { nil }
  func writeError(_ text: String) {}
  func flush() {}
  var size: (columns: Int, rows: Int)? { nil }
  var usesColor: Bool { false }
  var isInteractive: Bool { false }
  var isInterrupted: Bool { other.isInterrupted }
  func confirm(_ question: String) -> Bool { false }
}
