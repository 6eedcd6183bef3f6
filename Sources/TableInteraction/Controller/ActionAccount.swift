import BatchUpdates
import TableKit
import TableRules

/// A transaction in progress: its changes and the account of its actions.
struct Draft {
  var log = ChangeLog()
  var account = ActionAccount()

  /// Records a call between table and delegate.
  mutating func record(
    _ name: DelegateEvent.Name, _ path: RowPath?, _ argument: DelegateEvent.Argument? = nil,
    answer: DelegateEvent.Answer? = nil, isSilent: Bool = false
  ) {
    account.events.append(
      DelegateEvent(name, path, argument, answer: answer, isSilent: isSilent))
  }

  /// Records that a program selected or deselected many rows, which are called one by one when the
  /// events are read.
  mutating func record(_ name: DelegateEvent.Name, _ rows: [RowID], in table: Table) {
    account.silent.append(
      SilentCalls(position: account.events.count, name: name, rows: rows, table: table))
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
  /// Calls between table and delegate, in order, without those of `silent`.
  var events: [DelegateEvent] = []
  /// Changes of many rows by a program, in order.
  var silent: [SilentCalls] = []
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
  /// Whether an open row was closed because it is gone.
  var closesOpenRow = false
  /// Whether it schedules a later change.
  var schedules = false
  /// How the table appeared again, if it did.
  var appearance: Reappearance?
  /// Whether data were to be changed.
  var edits = false
  /// Whether editing mode was entered or left.
  var setsMode = false

  /// Records the kinds of actions that explain the delegate calls.
  mutating func describe(_ actions: [TableAction]) {
    pan = actions.lazy.compactMap(\.panKind).first
    touchRule = actions.lazy.compactMap(\.touchRule).first
    snapshotStep = actions.lazy.compactMap(\.snapshotStep).first
    for action in actions {
      switch action {
      case .reappear(let appearance): self.appearance = appearance
      case .setEditing: setsMode = true
      case .edit: edits = true
      default: break
      }
    }
  }

  var isEmpty: Bool {
    events.isEmpty && silent.isEmpty && refusal == nil && refused.isEmpty && pan == nil
      && touchRule == nil && snapshotStep == nil && !cancelsDrag && !schedules && !closesOpenRow
      && appearance == nil
      && !setsMode
  }

  static func joining(_ accounts: [any TransactionAccount], isOne: Bool) -> any TransactionAccount {
    let parts = accounts.compactMap { $0 as? ActionAccount }
    var whole = ActionAccount()
    for part in parts {
      whole.silent += part.silent.map { $0.following(whole.events.count) }
      whole.events += part.events
    }
    whole.refused = parts.flatMap(\.refused)
    if isOne { whole.snapshotStep = parts.first?.snapshotStep }
    return whole
  }
}

/// The calls about rows that a program selected or deselected together.
struct SilentCalls: Sendable {
  /// The number of other calls before them.
  private(set) var position: Int
  let name: DelegateEvent.Name
  let rows: [RowID]
  /// The table at that moment.
  let table: Table

  /// The same behind so many other calls.
  func following(_ count: Int) -> SilentCalls {
    var calls = self
    calls.position += count
    return calls
  }
}

extension ActionAccount {
  /// All calls, in order.
  ///
  /// - Complexity: O(calls).
  var allEvents: [DelegateEvent] {
    if silent.isEmpty { return events }
    var all: [DelegateEvent] = []
    var start = 0
    for calls in silent {
      all += events[start..<calls.position]
      start = calls.position
      all += calls.table.paths(of: calls.rows).map { DelegateEvent(calls.name, $0, isSilent: true) }
    }
    return all + events[start...]
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
  ///
  /// - Complexity: O(calls): those of rows that a program selected are listed here first.
  public var events: [DelegateEvent] { actions.allEvents }

  /// The events that called a method of the delegate: those that are not silent.
  public var delegateCalls: [DelegateEvent] { actions.events.filter { !$0.isSilent } }

  /// Why a user's action was refused, if it was.
  public var refusal: Refusal? { actions.refusal }

  /// Rows left out of a partial selection, as errors with reasons.
  public var refused: [EditError] { actions.refused }

  /// The kind of pan, if the action was one.
  public var pan: PanGesture.Kind? { actions.pan }

  /// The snapshot step, if the action was one.
  public var snapshotStep: SnapshotStep? { actions.snapshotStep }

  /// Whether it entered or left editing mode.
  public var setsMode: Bool { actions.setsMode }

  /// Whether the plan is performed with animations.
  public var isAnimated: Bool { animations.isOn }

  /// Whether it schedules a later change.
  public var schedules: Bool {
    get { actions.schedules }
    set { actions.schedules = newValue }
  }

  /// The row that a policy named instead of the tapped one, before the change.
  public var redirection: RowPath? {
    let asked = actions.events.first { $0.name == .willSelect || $0.name == .willDeselect }
    guard let asked, case .path(let path)? = asked.answer, path != asked.path else { return nil }
    return path
  }
}
