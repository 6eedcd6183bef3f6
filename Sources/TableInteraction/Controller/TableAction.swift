import TableKit

/// What a user's hands or a program do to a table and its view. All actions go through
/// `TableController.perform(_:title:)`.
public enum TableAction: Sendable {
  /// Changes data.
  case edit(Edit)

  /// Selects or deselects rows as a program does: no delegate method is called.
  case select([RowID], SelectionChange)
  /// Selects rows as if a program's selection told the delegate.
  case selectTelling([RowID])
  /// Marks rows, or takes their marks away: what the data holds beside the view's selection.
  case mark([RowID], MarkChange)
  /// Enters or leaves editing mode.
  case setEditing(Bool)
  /// The table appears again, after what a row has opened was left.
  case reappear(Reappearance)

  /// A user's touch on a row, with the whole delegate protocol.
  case tap(RowID)
  /// A finger that is put on a row, or leaves it.
  case touch(Touch)
  /// A user's touch on the detail button of a row.
  case tapAccessory(RowID)
  /// A user's touch on what editing shows beside a row.
  case control(ControlTouch)
  /// A user's touch on the strip beside a row, which asks nobody.
  case tapStrip(RowID, PanSettings)
  /// A click, or an arrow key with the shift key; and what the delegate answers when it is asked
  /// whether several rows may be selected.
  case point(PointerEvent, mayBegin: Bool)
  /// A finger that passes over rows, and selects or deselects them.
  case pan(PanGesture)

  /// UIKit's `reloadRows`: new cells for these rows.
  case reloadRows([RowID])
  /// UIKit's `reconfigureRows`: the cells of these rows are filled again.
  case reconfigureRows([RowID])
  /// UIKit's `reloadSections`: new cells for all rows of these sections, and new headers.
  case reloadSections([SectionID])
  /// UIKit's `reloadData`.
  case reloadData
  /// Batch updates that were written by hand, and what becomes of the data meanwhile.
  case batch(HandWrittenBatch)

  /// Makes the table what a snapshot says.
  case apply(Snapshot, SnapshotApplying)
  /// Makes a section what its tree says.
  case applySection(SectionSnapshot, to: SectionID)
  /// A user's drag of a row to a place beside another one.
  case reorder(RowID, Snapshot.Side, RowID)
}

extension TableAction {
  /// True for what a user's hands do, of which somebody may be told at each call.
  public var isTouch: Bool {
    switch self {
    case .tap, .tapStrip, .tapAccessory, .touch, .control, .pan, .point, .selectTelling: true
    default: false
    }
  }

  /// True for entering and leaving editing mode, which is no undo step.
  var isOfMode: Bool {
    switch self {
    case .setEditing, .control(.appear): true
    default: false
    }
  }

  /// How it goes through a snapshot; nil for an action that does not.
  var snapshotStep: SnapshotStep? {
    switch self {
    case .apply(_, let how): .whole(how)
    case .applySection: .section
    case .reorder: .reorder
    default: nil
    }
  }

  /// What follows the finger of a pan; nil for any other action.
  var panKind: PanGesture.Kind? { if case .pan(let gesture) = self { gesture.kind } else { nil } }

  /// The change of rows or sections that a table driven by snapshots refuses; nil if it takes it.
  var forbiddenChange: ForbiddenChange? {
    switch self {
    case .edit(let edit):
      switch edit {
      case .insert: .insertRows
      case .delete: .deleteRows
      case .move, .arrangeRows, .sort: .moveRows
      case .insertSection: .insertSections
      case .deleteSections: .deleteSections
      case .arrangeSections: .moveSections
      case .update, .updateColumn, .renameSection, .labelSections, .sectionBy: .cellsAndNames
      default: nil
      }
    case .reloadRows: .reloadRows
    case .reconfigureRows: .reconfigureRows
    case .reloadSections: .reloadSections
    case .reloadData: .reloadData
    case .control(.plus): .insertRows
    case .control(.confirm), .control(.swipe(_, _, isFull: true)): .deleteRows
    case .control(.drag), .control(.drop): .drag
    case .batch: .batch
    default: nil
    }
  }
}

/// What happens to the selection of the rows named.
public enum SelectionChange: Hashable, Sendable {
  /// They are selected too; `partially` leaves refused rows out instead of failing.
  case add(partially: Bool)
  /// They alone are selected.
  case only(partially: Bool)
  /// They are deselected.
  case remove
  /// Selected ones are deselected, the others selected.
  case toggle
}
