import BatchUpdates
import TableKit
import Wording

/// Why an action of a user or a program was refused. A refused action changes nothing.
package enum InteractionError: EditRefusal {
  /// The section allows fewer rows.
  case limitReached(limit: Int, section: String)
  /// The flags, a limit or a policy forbid the selection.
  case selectionNotAllowed(row: String, reason: String)
  /// A limit or a policy keeps the row selected.
  case deselectionNotAllowed(row: String, reason: String)
  /// A pan in a table without multiple selection.
  case panNotAllowed(PanObstacle)
  /// A touch on a control that is not there.
  case noControl(ControlObstacle)
  /// Batch updates that UIKit would raise an exception for.
  case illegalBatch(Violation)
  /// A finger was lifted although no row was touched.
  case notTouched
  /// The Delete button was pressed outside editing mode.
  case notEditing
  /// The Delete button was pressed without a selection.
  case nothingSelected
  /// A commit tried to change the editing mode.
  case commitChangesMode
  /// The table changes rows and sections only by snapshots.
  case drivenBySnapshots(ForbiddenChange)
  /// Rows are collapsed, so that rows and sections change only by snapshots.
  case outlined(ForbiddenChange)
  /// The table is not driven by snapshots.
  case notDiffable
  /// A snapshot is being applied.
  case applying
  /// An error of a snapshot.
  case snapshot(SnapshotRefusal)

  /// The stable code for scripts.
  public var code: String { words.code }

  /// The message, in one line.
  public var message: String { words.message }

  private var words: (code: String, message: String) {
    switch self {
    case .limitReached(let limit, let section):
      ("limit-reached", "limit \(limit) reached in section '\(shown: section)'")
    case .selectionNotAllowed(let row, let reason):
      ("selection-not-allowed", "row '\(shown: row)' cannot be selected: \(reason)")
    case .deselectionNotAllowed(let row, let reason):
      ("selection-not-allowed", "row '\(shown: row)' must stay selected: \(reason)")
    case .panNotAllowed(let obstacle):
      ("selection-not-allowed", "a pan selects nothing: \(obstacle.message)")
    case .noControl(let obstacle): ("no-control", obstacle.message)
    case .illegalBatch(let violation): (violation.code, violation.message)
    case .notTouched: ("not-touched", "no finger is on a row")
    case .notEditing: ("not-editing", "the Delete button works in editing mode only")
    case .nothingSelected: ("nothing-selected", "nothing is selected")
    case .commitChangesMode: ("refused", "a commit must not change the editing mode")
    case .drivenBySnapshots, .outlined:
      ("E-DIFFABLE", "rows and sections of this table change only by snapshots")
    case .notDiffable: ("not-diffable", "this table is not driven by snapshots")
    case .applying: ("E-APPLYING", "a snapshot is being applied already")
    case .snapshot(let refusal): (refusal.error.code, refusal.error.message)
    }
  }
}

/// Why a pan selects no rows.
public enum PanObstacle: Hashable, Sendable {
  /// Multiple selection in editing mode is off.
  case flagIsOff
  /// The strip beside the rows is off.
  case stripIsOff
  /// The table is not in editing mode.
  case notEditing

  var message: String {
    switch self {
    case .flagIsOff: "the flag allowsMultipleSelectionDuringEditing is off"
    case .stripIsOff: "the strip next to the rows is off"
    case .notEditing: "the table is not in editing mode"
    }
  }
}

/// Why there is no control at the touched position.
public enum ControlObstacle: Hashable, Sendable {
  /// The row has no detail button.
  case noDetailButton(row: String, at: RowPath, isEditing: Bool)
  /// The accessory is part of the row, not a button.
  case accessoryIsPartOfRow(row: String, at: RowPath, RowTraits.Accessory)
  /// The row has no such editing control.
  case missing(Control, row: String, at: RowPath, Reason)
  /// No row shows a button.
  case noButtonShown
  /// No shown button has this title.
  case noSuchButton(String, shown: [String])
  /// No row is being dragged.
  case nothingInHand
  /// The section has neither title nor header to touch.
  case noHeader(section: Int)

  /// A control that a row can show in editing mode.
  public enum Control: String, Hashable, Sendable {
    /// Deletes the row.
    case minus
    /// Inserts a row.
    case plus
    /// Moves the row.
    case handle
  }

  /// Why a row does not show a control.
  public enum Reason: Hashable, Sendable {
    /// The table is not in editing mode.
    case notEditing
    /// The row shows a selection circle because several rows can be selected.
    case hasCircle
    /// The row cannot be edited.
    case cannotBeEdited
    /// The row has another editing style than the control's.
    case style(RowTraits.EditingStyle, wanted: RowTraits.EditingStyle)
    /// The data source does not move rows.
    case movesNothing
    /// The row cannot be moved.
    case cannotBeMoved

    var message: String {
      switch self {
      case .notEditing: "the table is not in editing mode"
      case .hasCircle: "several rows can be selected, so it has a circle"
      case .cannotBeEdited: "it cannot be edited"
      case .style(let style, _): "its style is \(style.rawValue)"
      case .movesNothing: "the data source moves no rows"
      case .cannotBeMoved: "it cannot be moved"
      }
    }
  }

  var message: String {
    switch self {
    case .noDetailButton(let row, _, let isEditing):
      "row '\(shown: row)' has no detail button" + (isEditing ? " in editing mode" : "")
    case .accessoryIsPartOfRow(let row, _, let accessory):
      "row '\(shown: row)' has no detail button: a \(accessory.rawValue) is part of the row"
    case .missing(let control, let row, _, let reason):
      "row '\(shown: row)' has no \(control.rawValue): \(reason.message)"
    case .noButtonShown: "no row shows a button"
    case .noSuchButton(let title, _): "no button '\(shown: title)' is shown"
    case .nothingInHand: "no row is in the hand"
    case .noHeader(let section):
      "section \(section) has neither title nor header for a finger to begin on"
    }
  }
}

/// A change that a table driven by snapshots refuses.
public enum ForbiddenChange: Hashable, Sendable {
  case insertRows, deleteRows, moveRows
  case insertSections, deleteSections, moveSections
  case reloadRows, reconfigureRows, reloadSections, reloadData
  /// A change of cells or of section names.
  case cellsAndNames
  /// A drag of a row by its handle.
  case drag
  /// Hand-written batch updates.
  case batch
}

/// A snapshot error with the snapshot that was searched for names. Equality compares the errors
/// only.
public struct SnapshotRefusal: Hashable, Sendable {
  /// The error.
  public let error: SnapshotError
  /// The snapshot that was searched for names.
  public let snapshot: Snapshot

  /// Whether the errors are equal.
  public static func == (a: SnapshotRefusal, b: SnapshotRefusal) -> Bool { a.error == b.error }

  /// Hashes the error.
  public func hash(into hasher: inout Hasher) { hasher.combine(error) }
}

extension EditError {
  /// The error of this layer, if it is one.
  package var interaction: InteractionError? {
    if case .layered(let error) = self { error.fact as? InteractionError } else { nil }
  }

  /// An error of this layer, as which actions throw it.
  package static func interaction(_ fact: InteractionError) -> EditError {
    .layered(LayeredError(fact))
  }

  /// An error of a snapshot.
  ///
  /// - Parameter snapshot: the snapshot that was searched for names.
  public static func snapshot(
    _ error: SnapshotError, in snapshot: Snapshot = Snapshot()
  ) -> EditError {
    .interaction(.snapshot(SnapshotRefusal(error: error, snapshot: snapshot)))
  }
}
