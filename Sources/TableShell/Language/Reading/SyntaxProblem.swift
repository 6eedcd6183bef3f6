/// What can be wrong with the text of a command.
enum SyntaxProblem: Hashable, Sendable {
  // Statements.
  case unclosedQuote(String)
  case unknownEscape(String)
  case nothingAfterBackslash
  case unclosedParenthesis
  case emptyParentheses
  case separatorInParentheses(String)
  case textAfterParenthesis(String)
  case missingCommand(before: String)
  case missingProgram
  case missingFile(after: String)
  case textAfterFile(String)
  case unfinishedLua
  case optionInWhere(String)
  case assignmentInWhere

  // Options.
  case unknownOption(String, nearest: [String])
  case optionAfterArgument(String, argument: String)
  case missingValue(of: String, label: String)
  case unexpectedValue(of: String)

  // Targets and other arguments.
  case missingTarget
  case missing(String, after: String)
  case missingSection(before: String)
  case notARow(String)
  case negativeRange(first: Int, last: Int)
  case numberTooLarge(String)
  case negativeSection(String)
  case quoteNeeded(String, because: String)
  case tooManyColons(String)
  case nestedIn(String)
  case optionInTarget(String)
  case unexpectedWord(String, after: String)
  case notAPath(String)
  case notAnAssignment(String)
  case missingColumn(in: String)
  case notADirection(String, column: String)
  case notALimit(String, nearest: [String])
  case notACount(String)

  /// Whether more text behind the source could mend it.
  var isUnfinished: Bool {
    switch self {
    case .unclosedQuote, .nothingAfterBackslash, .unfinishedLua: true
    default: false
    }
  }
}
