/// What is told of an error: each type of error says it in one place, a case a line.
package struct ErrorText {
  /// The stable code for scripts.
  package let code: String
  /// The error in one line.
  package let message: String
  /// What to type next; nil: nothing helps.
  package let hint: String?

  /// Creates a text.
  package init(_ code: String, _ message: String, _ hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}
