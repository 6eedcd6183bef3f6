import CommandLanguage

/// One form of a command: a line of its synopsis, and what runs it.
///
///     Form("selection limit SECTION none|exclusive|max N|inclusive") { invocation … }
package struct Form: Sendable {
  package typealias Run = @Sendable (Invocation) throws(CommandError) -> CommandResult
  package typealias Method = @Sendable (Invocation) -> () throws(CommandError) -> CommandResult

  /// What can be typed.
  package let grammar: Grammar
  /// The line as in the synopsis.
  package var line: String { grammar.line }
  /// Runs the command in this form.
  package let run: Run

  /// Creates a form of a built-in command. A malformed line is a programming error.
  ///
  /// - Parameter kinds: the placeholders by name, in place of those of `Placeholder.known`.
  package init(_ line: String, kinds: [String: Placeholder] = [:], run: @escaping Run) {
    grammar = Grammar(line) { kinds[$0] ?? Placeholder.known[$0] }
    self.run = run
  }

  /// Creates a form of a built-in command, whose work a method does.
  package init(_ line: String, kinds: [String: Placeholder] = [:], does method: @escaping Method) {
    self.init(line, kinds: kinds) { invocation throws(CommandError) in try method(invocation)() }
  }

  /// Reads a line that Lua declares.
  ///
  /// - Throws: the reason, if the line is malformed.
  init(
    reading line: String, kinds: [String: Placeholder] = [:], run: @escaping Run
  ) throws(FormReader.Malformed) {
    grammar = try Grammar(reading: line) { kinds[$0] ?? Placeholder.known[$0] }
    self.run = run
  }
}
