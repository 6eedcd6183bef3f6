import Expectations
import TableKit
import Testing

@testable import CommandLanguage

/// How a cell's text is written in an expression.
struct CellLiteralTests {
  @Test(
    "is a number, a truth or a text, as its column is",
    arguments: [
      ("5", .number, "5"), ("+5.0", .number, "5.0"), ("5", .text, "\"5\""),
      ("TRUE", .boolean, "true"),
      ("no", .boolean, "false"), ("ja", .boolean, "\"ja\""), ("x", .number, "\"x\""),
      ("5", .mixed, "5"),
      ("0.30000000000000001", .decimal, "decimal(\"0.30000000000000001\")"),
      ("9223372036854775807", .decimal, "9223372036854775807"),
      ("a\"b", .text, "\"a\\\"b\""), ("NaN", .decimal, "\"NaN\""),
    ] as [(String, Column.Kind, String)])
  func literal(text: String, kind: Column.Kind, wanted: String) {
    expectEqual(Quoting.literal(text, kind), wanted)
  }
}
