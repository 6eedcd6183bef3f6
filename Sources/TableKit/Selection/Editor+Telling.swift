import BatchUpdates

extension Edit {
  /// Whether it is what a user's hands do, of which somebody may be told at each call.
  public var isTouch: Bool {
    switch self {
    case .tap, .tapStrip, .tapAccessory, .touch, .control, .pan, .point, .selectAsSeedText: true
    default: false
    }
  }
}

/// A transaction that is being made while others are told of its calls.
struct OpenStep {
  let title: String
  /// Where the undo history stood when it began.
  let position: Int
  /// The state and the mode since which nothing was remembered.
  var before: EditorState
  var wasEditing: Bool
  /// Whether anybody was told yet.
  var hasTold = false
}

extension Editor {
  /// Tells the delegate that something was done to a row.
  ///
  /// A listener is told at this very moment: what was done so far is remembered as a step, so that
  /// the listener may edit as ever, and what it does comes before what the touch does next.
  ///
  /// - Throws: what the listener throws, or who is asked before the step is kept.
  mutating func tell(
    _ name: DelegateEvent.Name, _ row: RowID, _ events: inout [DelegateEvent],
    _ argument: DelegateEvent.Argument? = nil
  ) throws(EditError) {
    guard let path = table.path(of: row) else { return }
    let event = DelegateEvent(name, path, argument)
    events.append(event)
    guard let listener, var step = openStep else { return }
    _ = try commit(step.before, step.wasEditing, ChangeLog(), [], title: step.title)
    joinSteps(since: step.position, title: step.title)
    let position = stepPosition
    (self.listener, openStep) = (nil, nil)
    try listener(event, row, &self)
    events += undoStack.steps(since: position).flatMap(\.events)
    joinSteps(since: step.position, title: step.title)
    (step.before, step.wasEditing, step.hasTold) = (state, isEditing, true)
    (self.listener, openStep) = (listener, step)
  }

  /// Makes one transaction of all that was remembered of it while others were told.
  mutating func close(
    _ step: OpenStep, _ last: Transaction, _ events: [DelegateEvent]
  ) -> Transaction {
    var whole = last
    undoStack.join(since: step.position) { steps in
      whole = Transaction(joining: steps, title: step.title)
      whole.log.refusal = last.refusal
      whole.manner = last.manner
      whole.events = events
      return whole
    }
    whole.events = events
    return whole
  }
}
