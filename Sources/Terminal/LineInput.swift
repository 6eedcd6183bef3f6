/// Where an interactive loop gets its lines from: an editor on a terminal, or plain reads.
public protocol LineInput: AnyObject {
  /// Answers what could stand at the cursor; set by the loop.
  var completer: ((_ line: String, _ cursor: Int) -> Completion)? { get set }

  /// Whether nothing can follow the end of the input, as after ^D on a terminal more can.
  var endsForGood: Bool { get }

  /// Waits for what comes next.
  ///
  /// - Parameter typed: what stands on the line already, for the user to edit.
  func next(prompt: String, typed: String) -> LineEvent

  /// Asks on the terminal, while a command runs, and returns the line typed in reply; nil when
  /// there is none.
  func answer(to question: String) -> String?

  /// Keeps a statement for the arrow keys.
  func remember(_ statement: String)
}
