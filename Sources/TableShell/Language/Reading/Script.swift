/// The statements of a text.
enum Script {
  /// Reads all statements of a text, or none.
  ///
  /// - Parameters:
  ///   - source: one line or many.
  ///   - line: the number of its first line.
  ///   - compiles: asks the Lua compiler.
  /// - Throws: the first error.
  static func statements(
    of source: String, line: Int = 1, compiles: @escaping LuaCheck
  ) throws(SyntaxError) -> [Statement] {
    var reader = StatementReader(source, line: line, compiles: compiles)
    var statements: [Statement] = []
    while let statement = try reader.next() { statements.append(statement) }
    return statements
  }

  /// Whether a text can be run as it is: no quote is open, no line is to be continued, no Lua text
  /// wants more. A text with any other error is complete, too: more lines would not mend it.
  static func isComplete(_ source: String, compiles: @escaping LuaCheck) -> Bool {
    do throws(SyntaxError) {
      _ = try statements(of: source, compiles: compiles)
      return true
    } catch {
      return !error.problem.isUnfinished
    }
  }
}
