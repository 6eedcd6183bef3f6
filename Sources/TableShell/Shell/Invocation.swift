import BatchUpdates
import TableInteraction
import TableKit
import TableLua

/// One command as it was typed: its options, its arguments and the shell it runs in.
struct Invocation {
  let shell: Shell
  let command: Command
  let statement: Statement
  let options: ArgumentReader

  /// The words behind the options.
  var arguments: [Word] { options.arguments }
  /// The Lua text at the end, if any.
  var lua: LuaText? { statement.lua }
  /// The place where an argument would stand.
  var end: Place { arguments.last?.end ?? statement.words.last?.end ?? statement.place }

  /// The current table.
  func document() throws(CommandError) -> Document {
    guard let document = shell.current else { throw .noTable }
    return document
  }

  /// Turns an error of the language into one of the command.
  func reading<T>(_ body: () throws(SyntaxError) -> T) throws(CommandError) -> T {
    do throws(SyntaxError) { return try body() } catch {
      throw .syntax(error.inStatement(at: statement.place), source: statement.text)
    }
  }

  /// Fails because of how the command was typed.
  ///
  /// - Parameter forms: what to type instead; all forms of the command unless given.
  func usage(_ what: String, _ forms: [String]? = nil) -> CommandError {
    .usage(what, synopsis: forms ?? command.synopsis)
  }

  /// Fails unless there are so many arguments.
  func expect(_ range: ClosedRange<Int>) throws(CommandError) {
    if arguments.count < range.lowerBound { throw usage("'\(command.name)' needs more arguments") }
    if arguments.count > range.upperBound {
      throw usage("'\(arguments[range.upperBound].text)' is one argument too many")
    }
  }

  /// Reads a target from words.
  func target(_ words: some Collection<Word>) throws(CommandError) -> Target {
    try reading { () throws(SyntaxError) in try TargetParser.parse(words, lua: lua, at: end) }
  }

  /// Reads the target that all arguments make up; without any, `otherwise`.
  func target(otherwise: Target? = nil) throws(CommandError) -> Target {
    if arguments.isEmpty, lua?.kind != .condition, let otherwise { return otherwise }
    return try target(arguments)
  }

  /// The rows of a target, in table order, each once.
  func rows(_ target: Target) throws(CommandError) -> [RowID] {
    try Resolver(shell: shell, document: document()).rows(target)
  }

  /// The column of a word.
  func column(_ word: Word) throws(CommandError) -> Column {
    let table = try document().table
    guard let column = table.column(named: word.text) else {
      throw .noSuchColumn(word.text, columns: table.columns.map(\.name))
    }
    return column
  }

  /// The index of a section.
  func section(_ word: Word) throws(CommandError) -> Int {
    let reference = try reading { () throws(SyntaxError) in try SectionReference(word) }
    return try Resolver(shell: shell, document: document()).section(reference)
  }

  /// Makes edits; the transaction becomes the reply.
  func perform(_ edits: [Edit]) throws(CommandError) -> CommandResult {
    try perform(edits.map { TableAction.edit($0) })
  }

  /// Does actions; the transaction becomes the reply.
  func perform(_ actions: [TableAction]) throws(CommandError) -> CommandResult {
    let document = try document()
    let transaction = try shell.perform(actions, title: statement.text, on: document)
    // What no limit was asked about: rows that came, one that a policy named, and all that a program
    // selects where limits see taps only.
    let isAudited =
      transaction.changesTable || transaction.redirection != nil
      || document.controller.settings.limitsSeeTapsOnly
        && transaction.before.selection != transaction.after.selection
    return CommandResult(
      transaction: transaction,
      notes: transaction.notes + (isAudited ? document.audit : []),
      showsTable: true)
  }
}
