import TableRules

extension TableRule {
  /// Returns the rule about a defect of the published pan.
  public static func defect(_ defect: PanDefect) -> TableRule {
    TableRule(numbered: "F5" + defect.rawValue) ?? .exactStrip
  }

  /// Returns the rule about a kind of pan.
  static func following(_ kind: PanGesture.Kind) -> TableRule {
    switch kind {
    case .strip: strip
    case .exactStrip: exactStrip
    case .system: systemPan
    }
  }
}

extension TableAction {
  /// The rule about a touch or pointer action; nil for other actions.
  var touchRule: TableRule? {
    switch self {
    case .pan(let gesture): gesture.isOnCircles ? .circleDrag : .following(gesture.kind)
    case .tapStrip: .stripTap
    case .point(.click, _): .plainClick
    case .point(.commandClick, _): .commandClick
    case .point(.shiftClick, _): .shiftClick
    case .point(.shiftDown, _), .point(.shiftUp, _): .shiftArrow
    default: nil
    }
  }
}

extension PanOutcome {
  /// Returns the rules by which the table was scrolled, if it was.
  public func rules(withEstimates usesEstimates: Bool) -> [TableRule] {
    if let scrollRule { return [scrollRule] }
    guard events.contains(where: { $0.event == .beganScrolling }) else { return [] }
    return usesEstimates ? [.autoScroll, .estimatedEnd] : [.autoScroll]
  }
}

extension DelegateEvent {
  /// The rule of a call about editing controls; nil for one about the selection.
  var ruleOfControls: TableRule? {
    switch name {
    case .canEdit: answer == .refused ? .canEdit : .askedControls
    case .editingStyle: .editingStyle
    case .shouldIndent: .indentation
    case .titleForDeleteConfirmation: .confirmation
    case .trailingSwipeActions, .leadingSwipeActions, .action: .actions
    case .willBeginEditing, .didEndEditing: .swipe
    case .commit: argument == .style(.insert) ? .minus : .commit
    case .canMove: .canMove
    case .targetIndexPathForMove: .retargeted
    case .moveRow: .dropped
    default: nil
    }
  }
}
