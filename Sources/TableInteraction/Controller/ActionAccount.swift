import BatchUpdates
import TableKit
import TableRules

/// A transaction in the making: what it did to the data, and what is told of it.
struct Draft {
  var log = ChangeLog()
  var account = ActionAccount()

  var events: [DelegateEvent] {
    get { account.events }
    _modify { yield &account.events }
  }
  var refusal: Refusal? {
    get { account.refusal }
    set { account.refusal = newValue }
  }
  var refused: [EditError] {
    get { account.refused }
    _modify { yield &account.refused }
  }
}

/// What is told of a transaction beside the change of the table: the calls of the delegate, and how
/// it came about.
struct ActionAccount: TransactionAccount {
  /// Calls between table and delegate, in order.
  var events: [DelegateEvent] = []
  /// Why nothing was done, where the user's action was refused.
  var refusal: Refusal?
  /// Rows that a partial selection left out.
  var refused: [EditError] = []
  /// What followed the finger, where it was a pan.
  var pan: PanGesture.Kind?
  /// The rule of what a finger or a pointer did, where one did something.
  var touchRule: TableRule?
  /// How it went through a snapshot, where it did.
  var snapshotStep: SnapshotStep?
  /// True if the row in the hand was put back because the table changed.
  var cancelsDrag = false
  /// True if it starts something that is done later.
  var schedules = false

  /// Takes down how actions came about.
  mutating func describe(_ actions: [TableAction]) {
    pan = actions.lazy.compactMap(\.panKind).first
    touchRule = actions.lazy.compactMap(\.touchRule).first
    snapshotStep = actions.lazy.compactMap(\.snapshotStep).first
  }

  static func joining(
    _ accounts: [any TransactionAccount], isOne: Bool
  ) -> any TransactionAccount {
    let parts = accounts.compactMap { $0 as? ActionAccount }
    var whole = ActionAccount()
    whole.events = parts.flatMap(\.events)
    whole.refused = parts.flatMap(\.refused)
    if isOne { whole.snapshotStep = parts.first?.snapshotStep }
    return whole
  }
}

extension OpenChange {
  /// Takes over what actions did.
  mutating func finish(_ draft: Draft, _ actions: [TableAction]) {
    log = draft.log
    account = draft.account
    isStep = !actions.allSatisfy(\.isOfMode)
    for action in actions {
      guard case .edit(let edit) = action else { return repeatable = [] }
      repeatable.append(edit)
    }
  }
}

extension Transaction {
  var actions: ActionAccount {
    get { account as? ActionAccount ?? ActionAccount() }
    set { account = newValue }
  }

  /// Calls between table and delegate, in order.
  public var events: [DelegateEvent] { actions.events }

  /// Why a user's action was refused, if it was.
  public var refusal: Refusal? { actions.refusal }

  /// Rows that a partial selection left out, with reasons.
  public var refused: [EditError] { actions.refused }

  /// What followed the finger, where it was a pan.
  public var pan: PanGesture.Kind? { actions.pan }

  /// How it went through a snapshot, where it did.
  public var snapshotStep: SnapshotStep? { actions.snapshotStep }

  /// True if the plan is carried out with animations.
  public var isAnimated: Bool { snapshotStep != .whole(.unanimated) }

  /// True if it starts something that is done later.
  public var schedules: Bool {
    get { actions.schedules }
    set { actions.schedules = newValue }
  }

  /// The row that a policy named in place of the one that was tapped, where it was at that moment.
  public var redirection: RowPath? {
    let asked = events.first { $0.name == .willSelect || $0.name == .willDeselect }
    guard let asked, case .path(let path)? = asked.answer, path != asked.path else { return nil }
    return path
  }
}
