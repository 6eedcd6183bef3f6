import Expectations
import TablePrinters
import Testing

/// Lines to type in texts that are wrapped.
struct TypedLineWrappingTests {
  private func wrapped(_ text: String, _ width: Int) -> String {
    TextWrapping.hanging(text, width: width, start: 0, indent: 6) { $0.hasPrefix("show ") }
  }

  @Test("a line to type behind a colon is not broken")
  func colon() {
    let text = "note: some rows are out of sight, all of them: show City where Qty > 3"
    expectEqual(wrapped(text, 80), text)
    expectEqual(
      wrapped(text, 50),
      "note: some rows are out of sight, all of them:\n      show City where Qty > 3")
    expectEqual(
      wrapped(text, 26),
      "note: some rows are out of\n      sight, all of them:\nshow City where Qty > 3")
    expectEqual(
      wrapped("note: what is said: of it all", 24), "note: what is said: of\n      it all")
  }

  @Test("a line to type goes on between words, in no text in quotes")
  func typed() {
    func typed(_ line: String) -> String { TextWrapping.typed(line, width: 12) }
    expectEqual(typed("show a where"), "show a where")
    expectEqual(typed("show a where b"), "show a      where b")
    expectEqual(typed("edit 1 n=\"a  b\" m"), "edit 1      n=\"a  b\" m")
    // A word that is wider begins where it may, and one that ends at the edge has a blank in its line.
    expectEqual(typed("a 0123456789abcdef b"), "a 0123456789abcdef b")
    expectEqual(typed("a 123456789a b"), "a           123456789a b")
    expectEqual(typed("a 'b\\' c d e f g h"), "a 'b\\' c d e f g h")
  }

  @Test("a text in single quotes is not broken, and an apostrophe is none of these")
  func quotes() {
    func plain(_ text: String) -> String {
      TextWrapping.hanging(text, width: 30, start: 0, indent: 2)
    }
    expectEqual(
      plain("error: there is no 'Order Date', or more"),
      "error: there is no\n  'Order Date', or more")
    expectEqual(
      plain("the table's columns and rows' keys stay here"),
      "the table's columns and rows'\n  keys stay here")
    expectEqual(
      plain("a word 'as the others, that ends never at all"),
      "a word 'as the others, that\n  ends never at all")
  }
}
