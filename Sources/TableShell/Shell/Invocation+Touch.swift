import BatchUpdates
import TableKit

extension Invocation {
  /// Touches controls, and says what came of it.
  ///
  /// - Parameter saying: the sentence where nothing was refused; nil for what changed.
  func touch(
    _ touches: [ControlTouch], saying sentence: (Editor, Transaction) -> String?
  ) throws(CommandError) -> CommandResult {
    var result = try perform(touches.map { .control($0) })
    guard let transaction = result.transaction else { return result }
    if let refusal = transaction.refusal {
      result.sentence = "\(command.name) refused: \(refusal)"
    } else {
      result.sentence = sentence(try document().editor, transaction)
    }
    return result
  }
}

extension Editor {
  /// The buttons that are shown: `[Archive] [Delete]`.
  var shownButtons: String {
    touches.buttons.map { "[\($0.isEmpty ? " " : $0)]" }.joined(separator: " ")
  }
}
