import Wording

/// An error in the text of a command, and its position.
package struct SyntaxError: Error, Hashable, Sendable {
  /// The problem.
  package var problem: SyntaxProblem
  /// Its position in the source.
  var place: TextPosition

  /// The stable code of the error.
  package var code: String { "syntax" }
  /// One line that quotes what was typed.
  package var message: String { problem.message }
  /// What to type instead; nil: unknown.
  package var hint: String? { problem.hint }
  /// The line of the source, from 1.
  package var line: Int { place.line }
  /// The column in that line, from 1.
  var column: Int { place.column }

  /// Creates an error.
  package init(_ problem: SyntaxProblem, at place: TextPosition) {
    self.problem = problem
    self.place = place
  }

  /// What a body throws, nil where that is nothing.
  package static func thrown<T>(by body: @autoclosure () throws(SyntaxError) -> T) -> SyntaxError? {
    do throws(SyntaxError) { _ = try body() } catch { return error }
    return nil
  }

  /// The line of the source and, under it, a caret at the column.
  ///
  /// - Parameters:
  ///   - source: the text that was read.
  ///   - firstLine: the number of its first line.
  package func excerpt(of source: String, firstLine: Int = 1) -> String? {
    let lines = source.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(line - firstLine) else { return nil }
    var text = lines[line - firstLine]
    if text.last == "\r" { text.removeLast() }
    let margin = text.prefix(column - 1).map { $0 == "\t" ? "\t" : " " }.joined()
    return String(text) + "\n" + margin + "^"
  }
}

extension SyntaxError {
  /// Returns the error with its position relative to a statement that starts at a position of the
  /// source.
  package func inStatement(at start: TextPosition) -> SyntaxError {
    let column = place.line == start.line ? place.column - start.column + 1 : place.column
    return SyntaxError(
      problem,
      at: TextPosition(offset: place.offset, line: place.line - start.line + 1, column: column))
  }
}

/// A problem in the text of a command.
package enum SyntaxProblem: Hashable, Sendable {
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

  // What a placeholder makes of its words.
  case usage(String)
  /// More words are wanted.
  case unfinished(String)

  /// Whether more text after the source could mend it.
  package var isUnfinished: Bool {
    switch self {
    case .unclosedQuote, .nothingAfterBackslash, .unfinishedLua: true
    default: false
    }
  }
}

extension SyntaxProblem {
  /// Whether it is that words are missing.
  var lacksWords: Bool {
    switch self {
    case .missingTarget, .missing, .missingColumn, .unfinished: true
    default: false
    }
  }

  /// What is wrong, in one line that quotes what was typed.
  var message: String { wording.message }

  /// What to type instead, where that is known.
  var hint: String? { wording.hint }

  private var wording: (message: String, hint: String?) {
    switch self {
    case .unclosedQuote("'"):
      ("the quote ' is not closed", "write an apostrophe in double quotes: \"O'Brien\"")
    case .unclosedQuote(let quote): ("the quote \(quote) is not closed", nil)
    case .unknownEscape(let escape):
      (
        "'\(escape)' means nothing in double quotes",
        #"double quotes know \n \r \t \" \\ \x1b \u{a0}; in single quotes '\' is literal"#
      )
    case .nothingAfterBackslash: ("nothing follows the '\\' that continues the line", nil)
    case .unclosedParenthesis: ("the '(' is not closed", "(COMMAND) > FILE, (COMMAND) | PROGRAM")
    case .emptyParentheses:
      ("a command is missing between '(' and ')'", "(COMMAND) > FILE, (COMMAND) | PROGRAM")
    case .separatorInParentheses(let scalar):
      (
        "'\(shown: scalar)' inside parentheses",
        "parentheses hold one command; redirect after ')', quote '\(shown: scalar)' to use it as text"
      )
    case .textAfterParenthesis(let text):
      ("'\(shown: text)' after ')'", "'> FILE', '| PROGRAM' or ';' may follow")
    case .missingCommand(let separator): ("a command is missing before '\(shown: separator)'", nil)
    case .missingProgram: ("a program is missing after '|'", "count | cat")
    case .missingFile(let separator):
      ("a file is missing after '\(shown: separator)'", "count > FILE")
    case .textAfterFile(let text):
      (
        "'\(shown: text)' after the name of the file",
        "quote a name with blanks; ';' begins the next command"
      )
    case .unfinishedLua:
      ("the Lua text is not finished", "close what is open: a bracket, a string, 'end'")
    case .optionInWhere(let option):
      ("'\(shown: option)' in a where is a Lua comment", "put \(option) before where")
    case .assignmentInWhere:
      (
        "':=' in a where, which takes the rest of the line",
        "the word set ends it: edit where EXPR set COL := LUA"
      )
    case .unknownOption(let option, let nearest):
      (
        "no option '\(shown: option)'",
        nearest.isEmpty ? nil : "did you mean \(nearest.joined(separator: ", "))?"
      )
    case .optionAfterArgument(let option, let argument):
      ("'\(shown: option)' comes after '\(shown: argument)'", "put \(option) before \(argument)")
    case .missingValue(let option, let label):
      ("'\(shown: option)' needs a value: \(label)", "\(option) \(label)")
    case .unexpectedValue(let option): ("'\(shown: option)' takes no value", option)
    case .missingTarget: ("a target is missing", "0:2, 0:2-5, 0:*, *, @KEY, selected, where EXPR")
    case .missing(let what, let before):
      ("\(what) is missing after '\(shown: before)'", Self.targets)
    case .missingSection(let text): ("a section is missing before '\(shown: text)'", Self.targets)
    case .notARow(let text):
      ("'\(shown: text)' is not a row index", "rows count from 0: 0:2, 0:-1, 0:2-5, 0:*")
    case .negativeRange(let first, let last):
      ("'\(first)-\(last)' mixes '-' with negative rows", "\(first)..\(last)")
    case .numberTooLarge(let text):
      ("'\(shown: text)' is too large", "rows and sections count from 0")
    case .negativeSection(let text):
      (
        "'\(shown: text)' is not a section: only rows count from the end",
        "sections count from 0: 0:2; a name is quoted: \"-1\":2"
      )
    case .quoteNeeded(let text, let reason):
      ("'\(shown: text)' is not a name: \(reason)", "quote it: \(Quoting.quoted(text))")
    case .tooManyColons(let text): ("'\(shown: text)' has more than one ':'", nil)
    case .nestedIn(let text):
      ("'\(shown: text)' inside another 'in'", "'in' takes the whole list after it: in SECTION A,B")
    case .optionInTarget(let option):
      ("'\(shown: option)' is not a target", "put \(option) before the target")
    case .unexpectedWord(let text, let target):
      (
        "'\(shown: text)' does not belong to '\(shown: target)'",
        "separate targets with ',': \(target), \(text)"
      )
    case .notAPath(let text):
      ("'\(shown: text)' does not name one place", "SECTION:ROW, as in 0:3 or Crew:0")
    case .notAnAssignment(let text): ("'\(shown: text)' sets no column", Self.assignment)
    case .missingColumn(let text): ("a column is missing in '\(shown: text)'", Self.assignment)
    case .usage(let what), .unfinished(let what): (what, nil)
    }
  }

  private static let targets = "0:2, 0:2-5, 0:*, @KEY, rule NAME, in SECTION TARGET"
  private static let assignment = "COL=VALUE, COL= for empty text"
}
