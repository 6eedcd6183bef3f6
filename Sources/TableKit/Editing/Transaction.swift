import BatchUpdates

/// The changes of one command: the states before and after and, computed on demand, the plan.
///
/// The plan is lazy so that sorting a million rows does not create a million moves that nobody
/// reads.
public struct Transaction: Sendable {
  /// The title in the list of undo steps.
  public let title: String
  /// The state before.
  public let before: EditorState
  /// The state after.
  public let after: EditorState
  /// Whether it undoes another transaction.
  public let isUndo: Bool
  /// How its plan shows it, as set when it was made.
  public let look: PlanLook
  /// Notes for the user, such as that undo steps were dropped.
  public var notes: [String] = []

  package var log: ChangeLog
  /// The account that a layer above added.
  package var account: (any TransactionAccount)?
  /// The number of the command that made it, for scripts of a session; 0: none is known.
  package var command = 0
  /// The number of steps that were joined in it.
  public package(set) var joinedCount = 1
  /// The edits, if recording them is shorter than recording their changes.
  var repeatable: [Edit]?
  /// False for what cannot be undone: entering and leaving editing mode, and what others did.
  package let isStep: Bool

  package init(
    title: String, before: EditorState, after: EditorState, log: ChangeLog,
    look: PlanLook, isUndo: Bool = false
  ) {
    self.title = title
    self.before = before
    self.after = after
    self.log = log
    self.look = look
    self.isUndo = isUndo
    isStep = true
  }

  /// Returns a step between two states, with this step's title and appearance.
  func between(
    _ before: EditorState, _ after: EditorState, _ log: ChangeLog? = nil, isUndo: Bool = false
  ) -> Transaction {
    var step = Transaction(
      title: title, before: before, after: after, log: log ?? self.log, look: look, isUndo: isUndo)
    step.command = command
    return step
  }

  init(_ change: OpenChange, after: EditorState, look: PlanLook) {
    title = change.title
    before = change.before
    self.after = after
    log = change.log
    notes = change.notes
    account = change.account
    isStep = change.isStep
    isUndo = false
    self.look = look
    let edits = change.repeatable
    repeatable = !edits.isEmpty && edits.allSatisfy(\.isRepeatable) ? edits : nil
  }

  /// Whether changed rows are reloaded or reconfigured.
  public var contentChange: ContentChange { look.contentChange }

  /// The animations of inserts, deletes and reloads.
  package var animations: PlanAnimations { look.animations }

  /// Whether the table changed.
  public var changesTable: Bool { log.changesTable }

  /// Whether it only made the sections from another column.
  var makesSectionsOnly: Bool {
    before.table.sectionColumn != after.table.sectionColumn && log.inserted.isEmpty
      && log.deleted.isEmpty && log.updated.isEmpty && !log.repointed && log.moved.isEmpty
      && log.arranged.isEmpty && !log.arrangesSections && log.relabelled.isEmpty
      && !log.changesColumns
  }

  /// Whether there is a plan to show: the table changed or is redrawn.
  public var hasPlan: Bool { log.changesTable || log.redraws || log.batch != nil }

  /// Whether table, sections, selection, marks or hidden rows changed, so that there is something
  /// to undo.
  public var changesState: Bool { log.changesTable || !before.hasSameRows(as: after) }

  /// The outcome of hand-written batch updates, if there were any.
  public var batch: BatchOutcome? { log.batch }

  /// The counts of its changes.
  public var summary: Summary { Summary(self) }
}

/// How plans show what changed; each transaction keeps what was set when it was made.
public struct PlanLook: Hashable, Sendable {
  /// Whether changed rows are reloaded or reconfigured.
  public var contentChange: ContentChange
  /// The animations of inserts, deletes and reloads.
  package var animations: PlanAnimations
  /// Whether what comes in from the source is shown by `reloadData`, and not as batch updates.
  public var reloadsMerges = false

  /// Creates a look; what is left out is the default.
  package init(
    contentChange: ContentChange = .reconfigure, animations: PlanAnimations = .automatic
  ) {
    (self.contentChange, self.animations) = (contentChange, animations)
  }
}

/// What a layer above adds to a transaction, such as the calls of a delegate. The editor keeps it
/// with the transaction and joins it when steps are joined.
public protocol TransactionAccount: Sendable {
  /// Returns the combined account of consecutive steps.
  ///
  /// - Parameter isOne: whether there is only one step.
  static func joining(_ accounts: [any TransactionAccount], isOne: Bool) -> any TransactionAccount
  /// Whether there is nothing in it, so that it need not be kept.
  var isEmpty: Bool { get }
}

/// A change in progress: the state before it, and its log so far.
package struct OpenChange {
  package let title: String
  package var before: EditorState
  package var wasEditing: Bool
  package var log = ChangeLog()
  package var notes: [String] = []
  package var account: (any TransactionAccount)?
  /// The edits that made the change, unless something else took part.
  package var repeatable: [Edit] = []
  /// False for what cannot be undone.
  package var isStep = true
  /// The animations of its plan; nil: those of the editor.
  package var animations: PlanAnimations?
  /// Where it comes from.
  package var origin = ChangeOrigin.session
  /// How it merges in what others changed; nil: it does not.
  package var merge: Merge?

  /// What is merged in.
  package enum Merge {
    /// The source as a whole.
    case source
    /// Rows that others changed in the source.
    case push
    /// Rows that others changed in the table itself.
    case write
  }

  /// Begins a change.
  package init(title: String, in editor: Editor) {
    self.title = title
    before = editor.state
    wasEditing = editor.isEditing
  }
}
