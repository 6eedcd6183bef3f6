import TableKit
import TableRules

extension DelegateEvent {
  /// The rule of a call about what editing shows; nil for one about the selection.
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
