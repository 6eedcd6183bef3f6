import BatchUpdates
import TableInteraction
import TableKit

extension Invocation {
  /// The one row that a touch is on.
  func touchedRow(_ words: some Collection<Word>) throws(CommandError) -> RowID {
    let rows = try rows(try target(words))
    guard rows.count == 1, let row = rows.first else {
      throw usage("'\(command.name)' touches one row, not \(rows.count)")
    }
    return row
  }

  /// Touches controls, and says what came of it.
  ///
  /// - Parameter saying: the sentence where nothing was refused; nil for what changed.
  func touch(
    _ touches: [ControlTouch], saying sentence: (TableController, Transaction) -> String?
  ) throws(CommandError) -> CommandResult {
    var result = try perform(touches.map { .control($0) })
    guard let transaction = result.transaction else { return result }
    if let refusal = transaction.refusal {
      result.sentence = "\(command.name) refused: \(refusal)"
    } else {
      result.sentence = sentence(try document().controller, transaction)
    }
    return result
  }
}

extension TableController {
  /// The buttons that are shown: `[Archive] [Delete]`.
  var shownButtons: String {
    touches.buttons.map { "[\($0.isEmpty ? " " : $0)]" }.joined(separator: " ")
  }
}
