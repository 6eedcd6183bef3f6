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

/// An error that says in one place, a case a line, what is told of it.
package protocol TextedError: Error {
  /// What is told of it.
  var text: ErrorText { get }
}

extension TextedError {
  /// The stable code for scripts.
  package var code: String { text.code }
  /// The error in one line.
  package var message: String { text.message }
  /// What to type next; nil: nothing helps.
  package var hint: String? { text.hint }
}
