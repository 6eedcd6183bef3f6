import BatchUpdates
import TableKit

/// Why an action of a user or a program was refused. Nothing has changed then.
public enum InteractionError: EditRefusal {
  /// More rows than a section allows.
  case limitReached(limit: Int, section: String)
  /// The flags, a limit or a policy forbid it.
  case selectionNotAllowed(row: String, reason: String)
  /// A limit or a policy keeps the row selected.
  case deselectionNotAllowed(row: String, reason: String)
  /// A pan where rows cannot be selected together.
  case panNotAllowed(PanObstacle)
  /// A touch on what is not there.
  case noControl(ControlObstacle)
  /// Batch updates that UIKit would raise an exception for.
  case illegalBatch(Violation)
  /// A finger that leaves a row where none is on one.
  case notTouched
  /// The Delete button outside editing mode.
  case notEditing
  /// The Delete button without a selection.
  case nothingSelected
  /// A commit that changes the editing mode.
  case commitChangesMode
  /// Rows and sections change by snapshots alone.
  case drivenBySnapshots(ForbiddenChange)
  /// Rows are collapsed, so that rows and sections change by snapshots alone.
  case outlined(ForbiddenChange)
  /// Rows and sections do not change by snapshots.
  case notDiffable
  /// A snapshot is being applied.
  case applying
  /// A snapshot cannot be what it was asked to be.
  case snapshot(SnapshotRefusal)

  /// What scripts can rely on.
  public var code: String {
    switch self {
    case .limitReached: "limit-reached"
    case .selectionNotAllowed, .deselectionNotAllowed, .panNotAllowed: "selection-not-allowed"
    case .noControl: "no-control"
    case .illegalBatch(let violation): violation.code
    case .notTouched: "not-touched"
    case .notEditing: "not-editing"
    case .nothingSelected: "nothing-selected"
    case .commitChangesMode: "refused"
    case .drivenBySnapshots, .outlined: "E-DIFFABLE"
    case .notDiffable: "not-diffable"
    case .applying: "E-APPLYING"
    case .snapshot(let refusal): refusal.error.code
    }
  }

  /// What is wrong, in one line.
  public var message: String {
    switch self {
    case .limitReached(let limit, let section): "limit \(limit) reached in section '\(section)'"
    case .selectionNotAllowed(let row, let reason): "row '\(row)' cannot be selected: \(reason)"
    case .deselectionNotAllowed(let row, let reason): "row '\(row)' must stay selected: \(reason)"
    case .panNotAllowed(let obstacle): "a pan selects nothing: \(obstacle.message)"
    case .noControl(let obstacle): obstacle.message
    case .illegalBatch(let violation): violation.message
    case .notTouched: "no finger is on a row"
    case .notEditing: "the Delete button works in editing mode only"
    case .nothingSelected: "nothing is selected"
    case .commitChangesMode: "a commit must not change the editing mode"
    case .drivenBySnapshots, .outlined: "rows and sections of this table change by snapshots alone"
    case .notDiffable: "this table is not driven by snapshots"
    case .applying: "a snapshot is being applied already"
    case .snapshot(let refusal): refusal.error.message
    }
  }
}

/// Why a pan selects nothing.
public enum PanObstacle: Hashable, Sendable {
  /// The flag of editing mode that allows several rows is off.
  case flagIsOff
  /// The strip beside the rows is off.
  case stripIsOff
  /// The table is not in editing mode.
  case notEditing

  var message: String {
    switch self {
    case .flagIsOff: "the flag allowsMultipleSelectionDuringEditing is off"
    case .stripIsOff: "the strip beside the rows is off"
    case .notEditing: "the table is not in editing mode"
    }
  }
}

/// Why there is nothing where a touch is meant to go.
public enum ControlObstacle: Hashable, Sendable {
  /// The row has no detail button.
  case noDetailButton(row: String, at: RowPath, isEditing: Bool)
  /// What stands at the end of the row is part of it, and no button.
  case accessoryIsPartOfRow(row: String, at: RowPath, RowTraits.Accessory)
  /// The row has no minus, plus or handle.
  case missing(Control, row: String, at: RowPath, Reason)
  /// No row shows a button.
  case noButtonShown
  /// No button of this title is shown.
  case noSuchButton(String, shown: [String])
  /// No row is in the hand.
  case nothingInHand
  /// A section has neither title nor header for a finger to begin on.
  case noHeader(section: Int)

  /// What a row can show in editing mode.
  public enum Control: String, Hashable, Sendable {
    /// It deletes the row.
    case minus
    /// It inserts a row.
    case plus
    /// It moves the row.
    case handle
  }

  /// Why a row shows no control.
  public enum Reason: Hashable, Sendable {
    /// The table is not in editing mode.
    case notEditing
    /// Several rows can be selected.
    case hasCircle
    /// The row cannot be edited.
    case cannotBeEdited
    /// The row's style is another one than the control's.
    case style(RowTraits.EditingStyle, wanted: RowTraits.EditingStyle)
    /// The data source moves no rows.
    case movesNothing
    /// The row cannot be moved.
    case cannotBeMoved

    var message: String {
      switch self {
      case .notEditing: "the table is not in editing mode"
      case .hasCircle: "several rows can be selected, so it has a circle"
      case .cannotBeEdited: "it cannot be edited"
      case .style(let style, _): "its style is \(style.rawValue)"
      case .movesNothing: "the data source moves nothing"
      case .cannotBeMoved: "it cannot be moved"
      }
    }
  }

  var message: String {
    switch self {
    case .noDetailButton(let row, _, let isEditing):
      "row '\(row)' has no detail button" + (isEditing ? " in editing mode" : "")
    case .accessoryIsPartOfRow(let row, _, let accessory):
      "row '\(row)' has no detail button: a \(accessory.rawValue) is part of the row"
    case .missing(let control, let row, _, let reason):
      "row '\(row)' has no \(control.rawValue): \(reason.message)"
    case .noButtonShown: "no row shows a button"
    case .noSuchButton(let title, _): "no button '\(title)' is shown"
    case .nothingInHand: "no row is in the hand"
    case .noHeader(let section):
      "section \(section) has neither title nor header for a finger to begin on"
    }
  }
}

/// A change that a table takes only by snapshots.
public enum ForbiddenChange: Hashable, Sendable {
  case insertRows, deleteRows, moveRows
  case insertSections, deleteSections, moveSections
  case reloadRows, reconfigureRows, reloadSections, reloadData
  /// A change of cells, or of the names of sections.
  case cellsAndNames
  /// A row that is dragged by its handle.
  case drag
  /// Batch updates by hand.
  case batch
}

/// A snapshot's error, and the snapshot in which names were looked for. Two are equal if their
/// errors are.
public struct SnapshotRefusal: Hashable, Sendable {
  /// What went wrong.
  public let error: SnapshotError
  /// Where names were looked for.
  public let snapshot: Snapshot

  /// True if the errors are equal.
  public static func == (a: SnapshotRefusal, b: SnapshotRefusal) -> Bool { a.error == b.error }

  /// Hashes the error.
  public func hash(into hasher: inout Hasher) { hasher.combine(error) }
}

// These read as cases of `EditError`, which is what actions throw.
extension EditError {
  /// The fact of this layer, if it is one.
  public var interaction: InteractionError? {
    if case .layered(let error) = self { error.fact as? InteractionError } else { nil }
  }

  static func interaction(_ fact: InteractionError) -> EditError { .layered(LayeredError(fact)) }

  /// See `InteractionError.limitReached`.
  public static func limitReached(limit: Int, section: String) -> EditError {
    .interaction(.limitReached(limit: limit, section: section))
  }

  /// See `InteractionError.selectionNotAllowed`.
  public static func selectionNotAllowed(row: String, reason: String) -> EditError {
    .interaction(.selectionNotAllowed(row: row, reason: reason))
  }

  /// See `InteractionError.deselectionNotAllowed`.
  public static func deselectionNotAllowed(row: String, reason: String) -> EditError {
    .interaction(.deselectionNotAllowed(row: row, reason: reason))
  }

  /// See `InteractionError.panNotAllowed`.
  public static func panNotAllowed(_ obstacle: PanObstacle) -> EditError {
    .interaction(.panNotAllowed(obstacle))
  }

  /// See `InteractionError.noControl`.
  public static func noControl(_ obstacle: ControlObstacle) -> EditError {
    .interaction(.noControl(obstacle))
  }

  /// See `InteractionError.illegalBatch`.
  public static func illegalBatch(_ violation: Violation) -> EditError {
    .interaction(.illegalBatch(violation))
  }

  /// See `InteractionError.notTouched`.
  public static var notTouched: EditError { .interaction(.notTouched) }

  /// See `InteractionError.notEditing`.
  public static var notEditing: EditError { .interaction(.notEditing) }

  /// See `InteractionError.nothingSelected`.
  public static var nothingSelected: EditError { .interaction(.nothingSelected) }

  /// See `InteractionError.commitChangesMode`.
  public static var commitChangesMode: EditError { .interaction(.commitChangesMode) }

  /// See `InteractionError.notDiffable`.
  public static var notDiffable: EditError { .interaction(.notDiffable) }

  /// See `InteractionError.applying`.
  public static var applying: EditError { .interaction(.applying) }

  /// See `InteractionError.snapshot`.
  ///
  /// - Parameter snapshot: where names were looked for.
  public static func snapshot(
    _ error: SnapshotError, in snapshot: Snapshot = Snapshot()
  ) -> EditError {
    .interaction(.snapshot(SnapshotRefusal(error: error, snapshot: snapshot)))
  }
}
