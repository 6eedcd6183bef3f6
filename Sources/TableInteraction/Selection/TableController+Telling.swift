import BatchUpdates
import TableKit

/// A transaction that is being made while others are told of its calls.
struct OpenStep {
  /// What was done since anything was remembered.
  var change: OpenChange
  /// The end of the history when it began.
  let position: Int
  /// True if anybody was told.
  var hasTold = false

  init(_ change: OpenChange, position: Int) { (self.change, self.position) = (change, position) }
}

extension TableController {
  /// Tells the delegate that something was done to a row.
  ///
  /// A listener is told at this very moment: what was done so far is remembered as a step, so that
  /// the listener may edit as ever, and what it does comes before what the touch does next.
  ///
  /// - Throws: what the listener throws, or who is asked before the step is kept.
  mutating func tell(
    _ name: DelegateEvent.Name, _ row: RowID, _ draft: inout Draft,
    _ argument: DelegateEvent.Argument? = nil
  ) throws(EditError) {
    guard let path = table.path(of: row) else { return }
    let event = DelegateEvent(name, path, argument)
    draft.events.append(event)
    guard let listener, var step = openStep else { return }
    let title = step.change.title
    _ = editor.keep(try editor.close(step.change))
    editor.joinSteps(since: step.position, title: title)
    let position = editor.stepPosition
    (self.listener, openStep) = (nil, nil)
    try listener(event, row, &self)
    draft.events += editor.undoStack.steps(since: position).flatMap(\.events)
    editor.joinSteps(since: step.position, title: title)
    (step.change, step.hasTold) = (OpenChange(title: title, in: editor), true)
    (self.listener, openStep) = (listener, step)
  }

  /// Makes one transaction of all that was remembered of it while others were told.
  mutating func join(_ step: OpenStep, _ last: Transaction) -> Transaction {
    var whole = last
    editor.undoStack.join(since: step.position) { steps in
      whole = Transaction(joining: steps, title: last.title)
      whole.account = last.account
      return whole
    }
    return whole
  }
}
