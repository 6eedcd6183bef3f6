import Expectations
import LanguageSupport
import Testing

@testable import CommandLanguage

/// Errors in statements.
struct StatementErrorTests {
  @Test(
    "an error says what is wrong, what to type and where",
    arguments: [
      ("count\nfind 'ab", .unclosedQuote("'"), 2, 6),
      ("find \"a\\qb\"", .unknownEscape("\\q"), 1, 8),
      ("count \\", .nothingAfterBackslash, 1, 7),
      ("(count", .unclosedParenthesis, 1, 1),
      ("(count # a)", .unclosedParenthesis, 1, 1),
      ("(select where x > 3", .unclosedParenthesis, 1, 1),
      ("( )", .emptyParentheses, 1, 1),
      ("(count; columns)", .separatorInParentheses(";"), 1, 7),
      ("(count > x)", .separatorInParentheses(">"), 1, 8),
      ("(count) columns", .textAfterParenthesis("columns"), 1, 9),
      ("| wc", .missingCommand(before: "|"), 1, 1),
      (" > x", .missingCommand(before: ">"), 1, 2),
      ("count |", .missingProgram, 1, 7),
      ("count | ; x", .missingProgram, 1, 7),
      ("count >> ; x", .missingFile(after: ">>"), 1, 7),
      ("count > | x", .missingFile(after: ">"), 1, 7),
      ("count > a b", .textAfterFile("b"), 1, 11),
      ("count > a | wc", .textAfterFile("| wc"), 1, 11),
      ("lua do\n\n", .unfinishedLua, 1, 5),
      ("select where x > 3 --dry-run", .optionInWhere("--dry-run"), 1, 20),
      ("select where (x > 3--all)", .optionInWhere("--all"), 1, 20),
      ("edit where x > 3 pay := 4", .assignmentInWhere, 1, 22),
    ] as [(String, SyntaxProblem, Int, Int)])
  func errors(source: String, expected: SyntaxProblem, line: Int, column: Int) {
    let error = problem { _ = try read(source) }
    expectEqual(error?.problem, expected)
    expectEqual(error?.line, line)
    expectEqual(error?.column, column)
    expectEqual(error?.code, "syntax")
  }

  @Test("an option inside a where is told to stand before it")
  func optionInWhere() {
    let error = problem { _ = try read("delete where age > 3 --dry-run") }
    expectEqual(error?.message, "'--dry-run' in a where is a Lua comment")
    expectEqual(error?.hint, "put --dry-run before where")
  }

  @Test("an unknown escape is named")
  func unknownEscape() {
    let error = problem { _ = try read(#"find "\q""#) }
    expectEqual(error?.message, #"'\q' means nothing in double quotes"#)
  }

  @Test("the caret stands under the place of the error, tabs kept")
  func caret() {
    let source = "count\n\tfind \"\\q\""
    let error = problem { _ = try read(source) }
    expectEqual(error?.excerpt(of: source), "\tfind \"\\q\"\n\t      ^")
    expectNil(error?.excerpt(of: source, firstLine: 7))
  }

  @Test("no message ends in a period, and none is empty")
  func wording() {
    let sources = [
      "find 'a", "(count", "( )", "(a;b)", "(a) b", "| a", "a |", "a >", "a > b c", "lua do",
    ]
    for source in sources {
      let message = problem { _ = try read(source) }?.message ?? ""
      expect(!message.isEmpty && !message.hasSuffix("."))
    }
  }
}
