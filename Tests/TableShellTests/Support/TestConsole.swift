@testable import TableShell

/// Keeps what a shell prints, in order, and answers its questions.
final class TestConsole: Console {
  /// All that was printed, errors among the results.
  private(set) var text = ""
  /// Results alone.
  private(set) var output = ""
  /// Errors and warnings alone.
  private(set) var errors = ""
  /// What was asked.
  private(set) var questions: [String] = []
  /// Answers to the next questions; then it is no.
  var answers: [Bool] = []
  /// What is typed to the next questions that want more than a yes; then it is ^C.
  var replies: [String?] = []
  var size: (columns: Int, rows: Int)?
  var errorWidth: Int?
  var usesColor = false
  var ignoresCaseInCompletion = false
  var isInteractive = false
  var isInterrupted: Bool {
    get {
      if let interrupts { wasInterrupted = wasInterrupted || interrupts() }
      var isNow = wasInterrupted
      if let left = looksUntilInterrupt {
        looksUntilInterrupt = max(0, left - 1)
        isNow = left == 0
      }
      if isNow { looksSinceInterrupt += 1 }
      return isNow
    }
    set {
      wasInterrupted = newValue
      looksUntilInterrupt = nil
      interrupts = nil
      looksSinceInterrupt = 0
    }
  }
  /// After how many more looks ^C is seen; nil: `isInterrupted` says it.
  var looksUntilInterrupt: Int?
  /// Asked at each look whether ^C has come by now; nil: `isInterrupted` says it.
  var interrupts: (() -> Bool)?
  /// How often somebody has looked and seen ^C: more than a few times only if work went on.
  private(set) var looksSinceInterrupt = 0
  private var wasInterrupted = false
  /// Called when a result is written.
  var onWrite: () -> Void = {}

  func write(_ text: String) {
    onWrite()
    output += text
    self.text += text
  }

  func write(bytes: [UInt8]) { write(String(decoding: bytes, as: UTF8.self)) }

  func flush() {}

  func writeError(_ text: String) {
    errors += text
    self.text += text
  }

  func confirm(_ question: String) -> Bool {
    questions.append(question)
    return answers.isEmpty ? false : answers.removeFirst()
  }

  func ask(_ question: String) -> String? {
    questions.append(question)
    return replies.isEmpty ? nil : replies.removeFirst()
  }

  func askSecret(_ question: String) -> String? { ask(question) }

  /// All that was printed since the last call.
  func take() -> String {
    defer {
      text = ""
      output = ""
      errors = ""
    }
    return text
  }
}
