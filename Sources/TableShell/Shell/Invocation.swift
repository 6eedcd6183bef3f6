import CommandLanguage
import BatchUpdates
import TableInteraction
import TableKit

/// One call of a command: the matched form, its arguments and options, and the shell it runs in.
package struct Invocation {
  package let shell: Shell
  package let command: Command
  package let statement: Statement
  private let options: ArgumentReader
  private let match: FormMatch

  /// Matches a statement with the forms of its command.
  ///
  /// - Throws: `syntax`, `usage` if no form matches.
  init(_ shell: Shell, _ command: Command, _ statement: Statement) throws(CommandError) {
    self.shell = shell
    self.command = command
    self.statement = statement
    do throws(MatchError) {
      (options, match) = try command.signature.match(
        statement, table: shell.current?.table, compiles: shell.luaCheck)
    } catch { throw CommandError(error, in: statement) }
  }

  /// The matched form.
  package var form: Form { command.forms[match.form] }
  /// The Lua text at the end, if any.
  package var lua: LuaText? { statement.lua }
  /// The position after the last word.
  var end: TextPosition { options.arguments.last?.end ?? statement.end }

  /// The value of a placeholder that the form has exactly once.
  package subscript<Value>(_ slot: Slot<Value>) -> Value {
    get throws(CommandError) {
      guard let capture = captures(slot).first else {
        preconditionFailure("'\(form.line)' has no \(slot.kind.name)")
      }
      return try slot.value(self, capture)
    }
  }

  /// Returns the value of an optional placeholder; nil: it was left out.
  package func optional<Value>(_ slot: Slot<Value>) throws(CommandError) -> Value? {
    try captures(slot).first.map { (capture) throws(CommandError) in
      try slot.value(self, capture)
    }
  }

  /// Returns all values of a placeholder, in order.
  package func all<Value>(_ slot: Slot<Value>) throws(CommandError) -> [Value] {
    try captures(slot).map { (capture) throws(CommandError) in try slot.value(self, capture) }
  }

  /// What was typed: the literal words of the form and its captures, in order.
  var items: [FormMatch.Item] { match.items }

  /// The captures of all placeholders, in order.
  var captures: [FormCapture] { match.captures }

  private func captures<Value>(_ slot: Slot<Value>) -> [FormCapture] {
    captures.filter { $0.kind.name == slot.kind.name }
  }

  /// Returns the words matched by a placeholder.
  package func words<Value>(of slot: Slot<Value>) -> [Word] { captures(slot).flatMap(\.words) }

  /// Returns, for each value of a placeholder, whether a literal word follows it.
  func follows<Value>(_ word: String, _ slot: Slot<Value>) -> [Bool] {
    match.items.indices.compactMap { index in
      guard case .capture(let capture) = match.items[index], capture.kind.name == slot.kind.name
      else { return nil }
      if case .word(word) = match.items.dropFirst(index + 1).first { return true }
      return false
    }
  }

  /// Whether an option such as `--force`, or a literal word of the form, was typed.
  package func has(_ name: String) -> Bool {
    if name.hasPrefix("--") {
      let option = String(name.dropFirst(2))
      assert(
        ["dry-run", "skip-errors"].contains(option)
          || command.signature.options.contains { $0.name == option }, name)
      return options.has(option)
    }
    assert(command.forms.contains { $0.grammar.words.contains(name) }, name)
    return match.words.contains(name)
  }

  /// Returns the first literal word typed that is a raw value of a type; nil: none.
  func choice<Choice: RawRepresentable<String>>(_ type: Choice.Type = Choice.self) -> Choice? {
    match.words.lazy.compactMap(Choice.init(rawValue:)).first
  }

  /// Whether `on` rather than `off` was typed; nil: neither.
  var isOn: Bool? { match.words.first { $0 == "on" || $0 == "off" }.map { $0 == "on" } }

  /// Returns the last value given with an option such as `--format`.
  package func value(of option: String) -> Word? { values(of: option).last }

  /// Returns all values given with an option, in order.
  package func values(of option: String) -> [Word] {
    assert(command.signature.options.contains { "--\($0.name)" == option }, option)
    return options.values(of: String(option.dropFirst(2)))
  }

  /// Returns the value of an option, converted by a slot.
  func value<Value>(of option: String, as slot: Slot<Value>) throws(CommandError) -> Value? {
    guard let word = value(of: option) else { return nil }
    return try slot.value(self, FormCapture(kind: slot.kind, words: [word], lua: nil))
  }

  /// The port that `--port` names; nil: none is named.
  package func port() throws(CommandError) -> Int? {
    try value(
      of: "--port", read: { Int($0).flatMap { (0...65535).contains($0) ? $0 : nil } },
      "port: 1 to 65535, or 0 for any that is free")
  }

  /// The file that the command writes, `-` for standard output; nil: none is named.
  func outputPath() throws(CommandError) -> String? {
    try optional(.file).map { OutputPath.isStandardOutput($0) ? "-" : $0 }
  }

  /// Returns the current table.
  ///
  /// - Throws: `noTable`.
  package func document() throws(CommandError) -> Document {
    guard let document = shell.current else { throw .noTable }
    return document
  }

  /// Turns an error of the language into one of the command.
  func reading<T>(_ body: @autoclosure () throws(SyntaxError) -> T) throws(CommandError) -> T {
    try statement.reading(body())
  }

  /// Returns a usage error with the form as its hint.
  ///
  /// - Parameter forms: the lines to type instead; nil: the matched form.
  package func refusal(_ what: String, _ forms: [String]? = nil) -> CommandError {
    .usage(what, synopsis: forms ?? [form.grammar.shownLine])
  }

  /// Reads a target.
  func target(_ words: some Collection<Word>, lua: LuaText? = nil) throws(CommandError) -> Target {
    try reading(TargetParser.parse(words, lua: lua, at: end))
  }

  /// Returns the rows of the form's target, in table order, without duplicates.
  ///
  /// - Parameter otherwise: the target if the form's was left out.
  func rows(otherwise: Target? = nil) throws(CommandError) -> [RowID] {
    try refuseWholeSection()
    if let otherwise { return try rows(try optional(.target) ?? otherwise) }
    return try rows(try self[.target])
  }

  /// Returns the rows of a target, in table order, without duplicates.
  func rows(_ target: Target) throws(CommandError) -> [RowID] {
    try Resolver(shell: shell, document: document()).rows(target)
  }

  /// Returns the column of a name.
  ///
  /// - Throws: `noSuchColumn`.
  package func column(_ word: Word) throws(CommandError) -> Column {
    try document().table.existingColumn(word.text)
  }

  /// Returns the index of a section, given its name or index.
  func section(_ word: Word) throws(CommandError) -> Int {
    let reference = try reading(SectionReference(word))
    return try Resolver(shell: shell, document: document()).section(reference)
  }

  /// Performs edits as one undo step; returns the transaction as the result.
  func perform(_ edits: [Edit]) throws(CommandError) -> CommandResult {
    try perform(edits.map { TableAction.edit($0) })
  }

  /// Performs actions as one undo step; returns the transaction as the result.
  ///
  /// - Parameter animations: those of its plan; nil: as set.
  func perform(
    _ actions: [TableAction], animations: PlanAnimations? = nil
  ) throws(CommandError) -> CommandResult {
    let document = try document()
    let transaction = try shell.perform(
      actions, title: statement.text, animations: animations, on: document)
    // Selections that no limit was checked for: rows that were inserted or moved, one that a
    // policy redirected to, and all that a program selects where limits see taps only.
    let isAudited =
      transaction.changesTable || transaction.redirection != nil
      || document.controller.settings.limitsSeeTapsOnly
        && transaction.before.selection != transaction.after.selection
    return CommandResult(
      transaction: transaction, notes: transaction.notes + (isAudited ? document.audit : []),
      showsTable: true)
  }
}
