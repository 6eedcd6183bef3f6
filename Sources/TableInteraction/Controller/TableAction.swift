import TableKit

/// An action of a user or a program on a table and its view. All actions go through
/// `TableController.perform(_:title:)`.
public enum TableAction: Sendable {
  /// Changes data.
  case edit(Edit)

  /// Selects or deselects rows programmatically: no delegate method is called.
  case select([RowID], SelectionChange)
  /// Selects rows programmatically, but calls the delegate.
  case selectTelling([RowID])
  /// Marks or unmarks rows: changes the data, not the view's selection.
  case mark([RowID], MarkChange)
  /// Enters or leaves editing mode.
  case setEditing(Bool)
  /// The table appears again, after the user left the screen that a row opened.
  case reappear(Reappearance)

  /// A user's tap on a row, with the whole delegate protocol.
  case tap(RowID)
  /// A finger is put on a row or lifted from it.
  case touch(Touch)
  /// A user's tap on the detail button of a row.
  case tapAccessory(RowID)
  /// A user's touch on an editing control.
  case control(ControlTouch)
  /// A user's tap on the strip beside a row, which calls no `will…` method.
  case tapStrip(RowID, PanSettings)
  /// A click, or an arrow key with the shift key; `mayBegin` is the delegate's answer to
  /// `shouldBeginMultipleSelection`.
  case point(PointerEvent, mayBegin: Bool)
  /// A pan over rows that selects or deselects them.
  case pan(PanGesture)

  /// UIKit's `reloadRows`: these rows get new cells.
  case reloadRows([RowID])
  /// UIKit's `reconfigureRows`: the cells of these rows are configured again.
  case reconfigureRows([RowID])
  /// UIKit's `reloadSections`: these sections get new cells and headers.
  case reloadSections([SectionID])
  /// UIKit's `reloadData`.
  case reloadData
  /// Hand-written batch updates, with the change of the data that goes with them.
  case batch(HandWrittenBatch)

  /// Applies a snapshot to the table.
  case apply(Snapshot, SnapshotApplying)
  /// Applies a section snapshot to a section.
  case applySection(SectionSnapshot, to: SectionID)
  /// A user's drag of a row to a position before or after another one.
  case reorder(RowID, Snapshot.Side, RowID)
}

extension TableAction {
  /// Whether it is an action of a user, whose calls a listener can observe one by one.
  public var isTouch: Bool {
    switch self {
    case .tap, .tapStrip, .tapAccessory, .touch, .control, .pan, .point, .selectTelling: true
    default: false
    }
  }

  /// Whether it enters or leaves editing mode, which is no undo step.
  var isOfMode: Bool {
    switch self {
    case .setEditing, .control(.appear): true
    default: false
    }
  }

  /// The snapshot step; nil for other actions.
  var snapshotStep: SnapshotStep? {
    switch self {
    case .apply(_, let how): .whole(how)
    case .applySection: .section
    case .reorder: .reorder
    default: nil
    }
  }

  /// The kind of pan; nil for other actions.
  var panKind: PanGesture.Kind? { if case .pan(let gesture) = self { gesture.kind } else { nil } }

  /// The change of rows or sections that a table driven by snapshots refuses; nil if it accepts the
  /// action.
  var forbiddenChange: ForbiddenChange? {
    switch self {
    case .edit(let edit):
      switch edit {
      case .insert, .insertRecords: .insertRows
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

/// How the selection of rows changes.
public enum SelectionChange: Hashable, Sendable {
  /// They are added to the selection; `partially` omits refused rows instead of failing.
  case add(partially: Bool)
  /// They become the whole selection.
  case only(partially: Bool)
  /// They are deselected.
  case remove
  /// Selected rows are deselected, the others selected.
  case toggle
}
