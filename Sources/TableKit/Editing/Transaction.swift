import BatchUpdates

/// What one command did: the states around it, the delegate calls in order, and, when it is read,
/// the plan.
///
/// The plan is made when it is asked for, because sorting a million rows must not write a million
/// moves that nobody looks at.
public struct Transaction: Sendable {
  /// What it is called in the list of undo steps.
  public let title: String
  /// The state before.
  public let before: EditorState
  /// The state after.
  public let after: EditorState
  /// Calls between table and delegate, in order.
  public internal(set) var events: [DelegateEvent]
  /// Whether it takes back another transaction.
  public let isUndo: Bool
  /// Whether changed rows are reloaded or reconfigured.
  public let contentChange: ContentChange
  /// Things the user should hear of once, such as dropped undo steps.
  public var notes: [String] = []

  var log: ChangeLog
  var manner = Manner()

  init(
    title: String, before: EditorState, after: EditorState, events: [DelegateEvent],
    log: ChangeLog, contentChange: ContentChange, isUndo: Bool = false
  ) {
    self.title = title
    self.before = before
    self.after = after
    self.events = events
    self.log = log
    self.contentChange = contentChange
    self.isUndo = isUndo
  }

  /// What followed the finger, where it was a pan.
  public var pan: PanGesture.Kind? { manner.pan }

  /// How it went through a snapshot, where it did.
  public var snapshotStep: SnapshotStep? { manner.snapshotStep }

  /// Whether the table changed.
  public var changesTable: Bool { log.changesTable }

  /// Whether all it did was to make the sections from another column.
  var makesSectionsOnly: Bool {
    before.table.sectionColumn != after.table.sectionColumn && log.inserted.isEmpty
      && log.deleted.isEmpty && log.updated.isEmpty && !log.repointed && log.moved.isEmpty
      && log.arranged.isEmpty && !log.arrangesSections && log.relabelled.isEmpty
      && !log.changesColumns
  }

  /// Whether there is a plan to show: the table changed, or is drawn anew as it is.
  public var hasPlan: Bool {
    log.changesTable || log.redraws || log.batch != nil
  }

  /// Whether the plan is carried out with animations.
  public var isAnimated: Bool { snapshotStep != .whole(.unanimated) }

  /// Whether table, sections, selection, marks or what is open changed, so that there is something
  /// to undo.
  public var changesState: Bool {
    log.changesTable || !before.hasSameRows(as: after)
  }

  /// Why a tap was refused, if it was.
  public var refusal: String? { log.refusal }

  /// What became of batch updates that were written by hand.
  public var batch: BatchOutcome? { log.batch }

  /// The row that a policy named in place of the one that was tapped, where it was at that moment.
  public var redirection: RowPath? {
    let asked = events.first { $0.name == .willSelect || $0.name == .willDeselect }
    guard let asked, case .path(let path)? = asked.answer, path != asked.path else { return nil }
    return path
  }

  /// Rows that a partial selection left out, with reasons.
  public var refused: [EditError] { log.refused }

  /// What happened in numbers.
  public var summary: Summary { Summary(self) }
}
