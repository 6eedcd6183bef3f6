import BatchUpdates
import TableKit
import TableRules

/// A transaction in progress: its changes and the account of its actions.
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

  /// Records a call between table and delegate.
  mutating func record(
    _ name: DelegateEvent.Name, _ path: RowPath?, _ argument: DelegateEvent.Argument? = nil,
    answer: DelegateEvent.Answer? = nil, isSilent: Bool = false
  ) {
    events.append(DelegateEvent(name, path, argument, answer: answer, isSilent: isSilent))
  }

  /// Records why the user's action is refused.
  mutating func refuse(_ refusal: Refusal) { account.refusal = refusal }

  /// Records why the user's action is refused, for a function that then returns nothing.
  mutating func refuse<Result>(_ refusal: Refusal) -> Result? {
    account.refusal = refusal
    return nil
  }
}

/// The account of a transaction besides the change of the table: the delegate calls and their
/// causes.
struct ActionAccount: TransactionAccount {
  /// Calls between table and delegate, in order.
  var events: [DelegateEvent] = []
  /// Why nothing was done, if the user's action was refused.
  var refusal: Refusal?
  /// Rows left out of a partial selection, as errors.
  var refused: [EditError] = []
  /// The kind of pan, if the action was one.
  var pan: PanGesture.Kind?
  /// The rule of a touch or pointer action, if the action was one.
  var touchRule: TableRule?
  /// The snapshot step, if the action was one.
  var snapshotStep: SnapshotStep?
  /// Whether the dragged row was put back because the table changed.
  var cancelsDrag = false
  /// Whether it schedules a later change.
  var schedules = false

  /// Records the kinds of actions that explain the delegate calls.
  mutating func describe(_ actions: [TableAction]) {
    pan = actions.lazy.compactMap(\.panKind).first
    touchRule = actions.lazy.compactMap(\.touchRule).first
    snapshotStep = actions.lazy.compactMap(\.snapshotStep).first
  }

  static func joining(_ accounts: [any TransactionAccount], isOne: Bool) -> any TransactionAccount {
    let parts = accounts.compactMap { $0 as? ActionAccount }
    var whole = ActionAccount()
    whole.events = parts.flatMap(\.events)
    whole.refused = parts.flatMap(\.refused)
    if isOne { whole.snapshotStep = parts.first?.snapshotStep }
    return whole
  }
}

extension OpenChange {
  /// Records the results of actions.
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

  /// Rows left out of a partial selection, as errors with reasons.
  public var refused: [EditError] { actions.refused }

  /// The kind of pan, if the action was one.
  public var pan: PanGesture.Kind? { actions.pan }

  /// The snapshot step, if the action was one.
  public var snapshotStep: SnapshotStep? { actions.snapshotStep }

  /// Whether the plan is performed with animations.
  public var isAnimated: Bool { snapshotStep != .whole(.unanimated) }

  /// Whether it schedules a later change.
  public var schedules: Bool {
    get { actions.schedules }
    set { actions.schedules = newValue }
  }

  /// The row that a policy named instead of the tapped one, before the change.
  public var redirection: RowPath? {
    let asked = events.first { $0.name == .willSelect || $0.name == .willDeselect }
    guard let asked, case .path(let path)? = asked.answer, path != asked.path else { return nil }
    return path
  }
}
