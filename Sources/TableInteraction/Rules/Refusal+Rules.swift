import BatchUpdates
import TableKit
import TableRules

extension Refusal {
  /// The rule by which nothing was done.
  public var rule: TableRule {
    switch self {
    case .flags, .flagsAllowOne: .mode
    case .notEditable, .rowNotEditable: .canEdit
    case .sectionTakesNone, .limitReached: .limited
    case .sectionKeepsOne: .radioOff
    case .policy: .refusedSelection
    case .closedOpenRow: .minus
    case .notHighlighted: .highlight
    case .noSwipeInEditing: .swipe
    case .nothingAtEdge, .noActions: .actions
    case .commitsNothing: .commit
    case .style: .editingStyle
    case .notReorderable: .reorderedByUser
    case .noMultipleSelection: .systemAvailability
    }
  }
}

extension EditError {
  /// The rule of UIKit, or of this program in its place, by which it was refused; nil: it has nothing to
  /// do with one.
  public var rule: TableRule? {
    switch self {
    case .duplicateKey: .mendedCalculator
    case .noSuchRow, .noSuchSection: .model
    case .rowIsGone: .identity
    case .rowsAreHidden: .oneDoor
    default: interaction?.rule
    }
  }
}

extension InteractionError {
  /// The rule by which it was refused; nil: it has nothing to do with one.
  var rule: TableRule? {
    switch self {
    case .limitReached: .limited
    case .selectionNotAllowed: .permission
    case .deselectionNotAllowed: .askedDeselection
    case .panNotAllowed: .panPreconditions
    case .noControl(let obstacle): obstacle.rule
    case .illegalBatch(let violation): TableRule(numbered: violation.rule)
    case .notTouched: .highlight
    case .notEditing, .nothingSelected: .deleteButton
    case .commitChangesMode: .commit
    case .drivenBySnapshots, .outlined: .oneDoor
    case .notDiffable, .applying: .snapshotApplied
    case .snapshot: .absentInSnapshot
    }
  }
}

extension ControlObstacle {
  fileprivate var rule: TableRule {
    switch self {
    case .noDetailButton(_, _, isEditing: true): .accessories
    case .noDetailButton, .accessoryIsPartOfRow: .accessory
    case .missing(.minus, _, _, _), .missing(.plus, _, _, _): .editingStyle
    case .missing(.handle, _, _, _), .nothingInHand: .handle
    case .noButtonShown, .noSuchButton: .minus
    case .noHeader: .points
    }
  }
}
