import BatchUpdates

/// What one command did: the states around it and, when it is read, the plan.
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
  /// Whether it takes back another transaction.
  public let isUndo: Bool
  /// Whether changed rows are reloaded or reconfigured.
  public let contentChange: ContentChange
  /// Things the user should hear of once, such as dropped undo steps.
  public var notes: [String] = []

  package var log: ChangeLog
  /// What a layer above tells of it.
  package var account: (any TransactionAccount)?
  /// The edits, where doing them again is the shortest way to say what they did.
  var repeatable: [Edit]?
  /// False for what cannot be taken back: entering and leaving editing mode.
  package let isStep: Bool

  package init(
    title: String, before: EditorState, after: EditorState, log: ChangeLog,
    contentChange: ContentChange, isUndo: Bool = false
  ) {
    self.title = title
    self.before = before
    self.after = after
    self.log = log
    self.contentChange = contentChange
    self.isUndo = isUndo
    isStep = true
  }

  init(_ change: OpenChange, after: EditorState, contentChange: ContentChange) {
    title = change.title
    before = change.before
    self.after = after
    log = change.log
    notes = change.notes
    account = change.account
    isStep = change.isStep
    isUndo = false
    self.contentChange = contentChange
    let edits = change.repeatable
    repeatable = !edits.isEmpty && edits.allSatisfy(\.isRepeatable) ? edits : nil
  }

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

  /// Whether table, sections, selection, marks or what is open changed, so that there is something
  /// to undo.
  public var changesState: Bool {
    log.changesTable || !before.hasSameRows(as: after)
  }

  /// What became of batch updates that were written by hand.
  public var batch: BatchOutcome? { log.batch }

  /// What happened in numbers.
  public var summary: Summary { Summary(self) }
}

/// What a layer above tells of a transaction, such as the calls of a delegate. The editor keeps it
/// with the transaction and joins it where steps are joined.
public protocol TransactionAccount: Sendable {
  /// The account of steps that follow one another.
  ///
  /// - Parameter isOne: true if there is one step alone.
  static func joining(_ accounts: [any TransactionAccount], isOne: Bool) -> any TransactionAccount
}

/// A change that is being made: where it began, and what it has done so far.
package struct OpenChange {
  package let title: String
  package var before: EditorState
  package var wasEditing: Bool
  package var log = ChangeLog()
  package var notes: [String] = []
  package var account: (any TransactionAccount)?
  /// The edits that made it, if nothing else did.
  package var repeatable: [Edit] = []
  /// False for what cannot be taken back.
  package var isStep = true
  /// True if the source has become another table.
  package var isMerge = false

  /// Begins a change.
  package init(title: String, in editor: Editor) {
    self.title = title
    before = editor.state
    wasEditing = editor.isEditing
  }
}
