import BatchUpdates
import TableKit
import TableRules
import Wording

/// An event or result with the rule that explains it.
public struct Explanation: Hashable, Sendable {
  /// What happened, such as `willSelect 0:1`; empty if the rule says it.
  public let what: String
  /// The rule.
  public let rule: TableRule

  /// Creates an explanation.
  public init(_ what: String, _ rule: TableRule) { (self.what, self.rule) = (what, rule) }
}

extension [Explanation] {
  mutating func add(_ what: String, _ rule: TableRule) { append(Explanation(what, rule)) }
}

extension Transaction {
  /// The delegate calls with the rules that explain them.
  ///
  /// - Complexity: O(events).
  public var explainedEvents: [(event: DelegateEvent, rule: TableRule)] {
    let isTap = events.first.map { !$0.isSilent } ?? false
    let first = events.firstIndex { $0.name == .willSelect || $0.name == .willDeselect }
    let appear = events.contains { $0.name == .canEdit }
    // The rows that a pan has changed already.
    var changed: Set<RowPath> = []
    return events.indices.map { index in
      let event = events[index]
      // A row that appears is asked whether it has a handle; a dragged one is asked by itself.
      if event.name == .canMove, appear { return (event, .handle) }
      let isToggle = first.map { events[$0].name == .willDeselect } ?? false
      let isChange = event.name == .didSelect || event.name == .didDeselect
      let isRepeated = isChange && event.path.map { !changed.insert($0).inserted } ?? false
      return (
        event,
        rule(
          of: event, isFirst: index == first, isToggle: isToggle, inTap: isTap,
          isRepeated: isRepeated)
      )
    }
  }

  /// The rule of a call during a pan of two fingers: asking and refusing, what enters the range, and
  /// what leaves it again.
  private func ruleOfSystemPan(_ event: DelegateEvent, isRepeated: Bool) -> TableRule {
    switch event.name {
    case .willSelect, .willDeselect: .systemCallbacks
    case .didSelect where isRepeated, .didDeselect where isRepeated: .systemResults
    default: actions.touchRule ?? .systemPan
    }
  }

  private func rule(
    of event: DelegateEvent, isFirst: Bool, isToggle: Bool, inTap: Bool, isRepeated: Bool
  ) -> TableRule {
    if event.isToldBySelecting { return .notifiedSelection }
    if let rule = event.ruleOfControls { return rule }
    if batch != nil, event.name == .selectRow { return .selectedAgain }
    switch event.name {
    case .shouldBeginMultipleSelection: return .systemAvailability
    case .didBeginMultipleSelection: return .systemStart
    case .didEndMultipleSelection: return .systemEnd
    default: break
    }
    if pan == .system { return ruleOfSystemPan(event, isRepeated: isRepeated) }
    if let touchRule = actions.touchRule, event.answer != .refused { return touchRule }
    switch event.name {
    case .accessoryButtonTapped: return .accessory
    case .shouldHighlight, .didHighlight, .didUnhighlight: return .highlight
    case .performPrimaryAction: return .primaryAction
    case .canReorder, .willReorder, .didReorder: return .reorderedByUser
    case .selectRow: return .silentSelection
    case .deselectRow:
      guard inTap else { return .silentSelection }
      return events.first { $0.name == .didSelect }?.path == event.path ? .checklist : .exclusive
    case .willSelect:
      switch event.answer {
      case .refused: return refusal?.isLimit == true ? .limited : .refusedSelection
      case .path(let path) where path != event.path: return .redirectedSelection
      default: return before.selection.contains(event, in: before.table) ? .tappedAgain : .tap
      }
    case .willDeselect:
      switch event.answer {
      case .refused: return .askedDeselection
      case .path(let path) where path != event.path: return .askedDeselection
      default: return isFirst ? .toggled : .tap
      }
    case .didSelect: return .tap
    case .didDeselect: return isToggle ? .toggled : .tap
    default: return .tap
    }
  }

  /// Whether it was UIKit's `reloadData`.
  public var reloadsData: Bool { log.reloadsData }

  /// The rules of editing and reordering that explain the state of the table, beyond the delegate
  /// calls.
  ///
  /// - Complexity: O(events).
  public var explainedTable: [Explanation] {
    var reasons: [Explanation] = []
    for event in events where event.name == .targetIndexPathForMove {
      guard case .to(let proposed) = event.argument, case .path(let target) = event.answer,
        proposed.section != target.section
      else { continue }
      reasons.add("\(proposed) became \(target)", .staysInSection)
    }
    if let move = events.last(where: { $0.name == .moveRow }), case .to(let target) = move.argument
    {
      reasons.add("the row lands at \(target)", .destination)
      if target.section != move.path?.section { reasons.add("it changes its section", .crossing) }
      if !before.selection.isEmpty { reasons.add("the selection goes along", .movedSelection) }
    }
    if actions.cancelsDrag {
      reasons.add("the drag is over", log.changesTable || log.redraws ? .interrupted : .cancelled)
    }
    if actions.closesOpenRow { reasons.add("what was open is closed", .transient) }
    if schedules { reasons.add("the sections are reordered later", .triggered) }
    if log.deleted.count > 1, log.deleted.count == before.selection.count,
      log.deleted.allSatisfy(before.selection.contains)
    {
      reasons.add("all that was selected is deleted", .deletedSelection)
    }
    let byHand = isUndo ? nil : batch
    for row in byHand?.stale ?? [] { reasons.add("\(row.index) shows another row", .oneMoment) }
    for header in byHand?.staleHeaders ?? [] {
      reasons.add("header \(header.index) is another section's", .scrambled)
    }
    let isByHand = batch != nil
    if reordersSections, !isByHand {
      reasons.add("sections move with what is selected", .reordered)
      reasons.add("and with their rows", .carried)
    }
    for section in after.table.sections where section.count == 0 {
      guard !isUndo, let old = before.table.index(of: section.id),
        before.table.sections[old].count > 0
      else { continue }
      reasons.add("section '\(section.title)' is empty", .emptySection)
    }
    return reasons
  }

  /// The rules that explain the plan as a whole, beside its operations: what it is, why the view reads
  /// all again, why there are stages, and that nothing has to be done.
  ///
  /// - Complexity: that of the plan.
  public func explainedPlan(_ plan: Plan) -> [Explanation] {
    var reasons: [Explanation] = []
    if isPush {
      reasons.add("what others changed", .appliedEvents)
      if changesTable { reasons.add("what is selected, edited or open stays", .busyUser) }
    }
    if isUndo, hasPlan { reasons.add("before and after are exchanged", .indexSpaces) }
    if case .reloadData(let why) = plan {
      reasons.add("reloadData: \(why)", batch?.whyReloaded == nil ? ruleOfReloading : .readAgain)
      return reasons
    }
    let stages = plan.stages
    if stages.contains(where: \.reconfiguresAllRows) {
      reasons.add("all rows have other columns", .operations)
    }
    if stages.count > 1 { reasons.add("\(stages.count) stages", .stagedPlan) }
    let moves = stages.reduce(0) { $0 + $1.rows.moves.count + $1.sections.moves.count }
    if stages.contains(where: \.mixesKinds) {
      reasons.add("what goes and comes, together", .appliedBatch)
    }
    if joinedCount > 1 { reasons.add("\(joinedCount) changes, one batch", .outermostBatch) }
    if stages.contains(where: \.reloadsBesideShifts) {
      reasons.add("reloads count in the table before", .reloadsOldPath)
    }
    reasons += explainedAnimations(of: stages)
    if comparesSource { reasons += explainedComparison(stages, moves: moves) }
    if batch != nil, !isUndo {
      reasons.add("the batch as it was written", .uncheckedIdentity)
    } else if moves > 0 {
      reasons.add("no plan has fewer moves: \(moves)", .mendedCalculator)
    }
    if plan.isEmpty, isIdle { reasons.add("nothing to do: all is equal", .keysAndValues) }
    return reasons
  }

  /// How rows and sections come, go and are reloaded, where that is not left to the view, and that
  /// reloads fade where it is.
  private func explainedAnimations(of stages: [Stage]) -> [Explanation] {
    guard animations.isOn else { return [] }
    return PlanAnimations.Operation.allCases.compactMap { operation in
      guard stages.contains(where: { $0.has(operation) }) else { return nil }
      let animation = animations[operation]
      if animation != .automatic {
        return Explanation("\(operation) by \(animation.rawValue)", .animations)
      }
      return operation == .reload ? Explanation("reloads fade", .reloadAnimation) : nil
    }
  }

  /// Whether two states of a source were compared.
  private var comparesSource: Bool {
    changesTable && !isUndo && (isPush || title.split(separator: " ").first == "reload")
  }

  /// What the diff of Stan Ostrovskiy's article, and tableViewDiff, would have made of this change.
  private func explainedComparison(_ stages: [Stage], moves: Int) -> [Explanation] {
    var reasons: [Explanation] = []
    if !log.updated.isEmpty {
      reasons.add("what differs is redrawn, what is equal is left alone", .reloadsUnequal)
    }
    if moves > 0 || !log.relabelled.isEmpty {
      reasons.add("a diff without moves would leave what moved as it stood", .calculatorFlaws)
    }
    let shifts =
      stages.first.map { $0.rows.deletes.contains { before.table.hasRow(behind: $0) } } == true
      || stages.last.map { $0.rows.inserts.contains { after.table.hasRow(behind: $0) } } == true
    if shifts { reasons.add("rows that only shift are not named", .movesEveryShift) }
    return reasons
  }

  /// The rules that explain why batch updates or a change of a table driven by snapshots were refused,
  /// besides the first.
  ///
  /// - Parameter error: the error.
  public static func furtherRules(of error: EditError) -> [TableRule] {
    switch error.interaction {
    case .illegalBatch: [.afterException]
    case .drivenBySnapshots: [.diffableRefuses]
    default: []
    }
  }

  /// Whether it came from others.
  public var isPush: Bool { !isStep && title == Self.pushTitle }

  /// The title of what came from others.
  public static let pushTitle = "push"

  /// Whether data were to be changed, or came from others, and were so already.
  private var isIdle: Bool {
    !hasPlan && !changesState && actions.isEmpty && (actions.edits || account == nil)
  }

  /// The rule by which all is read again although nothing forced it.
  private var ruleOfReloading: TableRule {
    if log.reloadsData { return .reloadedData }
    return snapshotStep == nil ? .otherLibraries : .appliedByReloading
  }
}

extension Selection {
  /// Returns whether the row of an event was selected.
  fileprivate func contains(_ event: DelegateEvent, in table: Table) -> Bool {
    event.path.flatMap(table.row(at:)).map(contains) ?? false
  }
}

extension Transaction {
  /// The rules that explain the effect of a snapshot.
  ///
  /// - Complexity: O(rows changed).
  public var explainedSnapshot: [Explanation] {
    var reasons: [Explanation] = []
    func rows(_ count: Int, _ what: String, _ rule: TableRule) {
      if count > 0 { reasons.add("\(Counts.of(count, "row")) \(what)", rule) }
    }
    switch snapshotStep {
    case nil: return []
    case .section: reasons.add("the tree of a section", .treeApplied)
    case .reorder: reasons.add("a user's reordering", .reorderedByUser)
    case .whole(let how):
      reasons.add(log.changesTable ? "what differs" : "nothing differs", .snapshotApplied)
      if !log.changesTable, log.redraws, !log.reloadsData {
        reasons.add("the marks", .marksDoNotDiffer)
      }
      if how == .reloadData { reasons.add("reloadData", .appliedByReloading) }
      if how == .unanimated { reasons.add("animation none", .unanimated) }
    }
    let crossing = log.moved.count { row in
      before.table.section(of: row) != after.table.section(of: row)
    }
    rows(crossing, "moved to another section", .uniqueInSnapshot)
    rows(log.reloaded.count, "reloaded", .markedRows)
    rows(log.reconfigured.count, "reconfigured", .markedRows)
    return reasons
  }
}

extension Table {
  /// Whether there is a row below an index path in its section.
  fileprivate func hasRow(behind path: RowPath) -> Bool {
    sections.indices.contains(path.section) && path.row + 1 < sections[path.section].count
  }
}

extension Stage {
  /// Whether it reloads rows while others come or go.
  fileprivate var reloadsBesideShifts: Bool {
    !rows.reloads.isEmpty && !(rows.deletes.isEmpty && rows.inserts.isEmpty)
  }

  /// Whether it has operations of a kind.
  fileprivate func has(_ operation: PlanAnimations.Operation) -> Bool {
    switch operation {
    case .insert: !rows.inserts.isEmpty || !sections.inserts.isEmpty
    case .delete: !rows.deletes.isEmpty || !sections.deletes.isEmpty
    case .reload: !rows.reloads.isEmpty || !sections.reloads.isEmpty
    }
  }

  /// Whether it has more than one of deletes, moves and inserts.
  fileprivate var mixesKinds: Bool {
    let moves = !rows.moves.isEmpty || !sections.moves.isEmpty
    return [has(.delete), has(.insert), moves].count { $0 } > 1
  }
}
