/// One intended change of a table, its selection or its mode. All edits go through
/// `Editor.perform(_:title:)`.
public enum Edit: Sendable {
  /// Inserts rows with these values into a section, the first at an index of the final table.
  case insert([[ColumnID: Cell]], section: SectionID, at: Int)
  /// Gives cells other values.
  case update([CellChange])
  /// Deletes rows.
  case delete([RowID])
  /// Moves rows, as a block in the order given, so that the first stands at an index of the final
  /// table.
  case move([RowID], section: SectionID, at: Int)
  /// Gives a section's rows another order: all of them, each once.
  case arrangeRows(SectionID, [RowID])
  /// Sorts the rows of one section or of all, stably.
  case sort([SortKey], section: SectionID?)

  /// Inserts an empty section.
  case insertSection(name: String, at: Int)
  /// Deletes sections with their rows.
  case deleteSections([SectionID])
  /// Calls a section otherwise; where sections are a view of a column, its cells follow.
  case renameSection(SectionID, String)
  /// Gives sections other names, titles, headers and footers; no cell follows.
  case labelSections([SectionLabel])
  /// Gives the sections another order: all of them, each once.
  case arrangeSections([SectionID])
  /// Makes one section for each value of a column, in order of first appearance.
  case sectionBy(ColumnID)

  /// Inserts an empty column.
  case insertColumn(name: String, at: Int)
  /// Deletes a column.
  case deleteColumn(ColumnID)
  /// Renames a column.
  case renameColumn(ColumnID, String)
  /// Moves a column to an index of the final order.
  case moveColumn(ColumnID, at: Int)
  /// Sets how a column's cells are compared.
  case typeColumn(ColumnID, Column.Typing)

  /// Selects or deselects rows as a program does: no delegate method is called.
  case select([RowID], SelectionChange)
  /// The same where that tells the delegate, as an old revision of Apple's page says.
  case selectAsSeedText([RowID])
  /// A user's touch on the detail button of a row.
  case tapAccessory(RowID)
  /// A user's touch on a row, with the whole delegate protocol.
  case tap(RowID)
  /// A user's touch on what editing shows beside a row.
  case control(ControlTouch)
  /// A user's touch on the strip beside a row, which asks nobody.
  case tapStrip(RowID, PanSettings)
  /// A click, or an arrow key with the shift key; and what the delegate answers when it is asked
  /// whether several rows may be selected.
  case point(PointerEvent, mayBegin: Bool)
  /// A finger that passes over rows, and selects or deselects them.
  case pan(PanGesture)
  /// A finger that is put on a row, or leaves it.
  case touch(Touch)
  /// The table appears again, after what a row has opened was left.
  case reappear(Reappearance)
  /// Marks rows, or takes their marks away: what the data holds beside the view's selection.
  case mark([RowID], MarkChange)
  /// Enters or leaves editing mode.
  case setEditing(Bool)
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

extension Edit {
  /// Whether a journal says it best by doing it again: its outcome follows from what rows hold, and
  /// is long. Everything else is written down as what it changed.
  var isDoneAgain: Bool { if case .sort = self { true } else { false } }

  /// How it goes through a snapshot; nil for an edit that does not.
  var snapshotStep: SnapshotStep? {
    switch self {
    case .apply(_, let how): .whole(how)
    case .applySection: .section
    case .reorder: .reorder
    default: nil
    }
  }

  /// Whether it enters or leaves editing mode, which is no undo step.
  var isOfMode: Bool {
    switch self {
    case .setEditing, .control(.appear): true
    default: false
    }
  }
}

/// A section and what it is called.
public struct SectionLabel: Hashable, Sendable {
  /// The section.
  public var section: SectionID
  /// The name by which it is addressed, unique among sections.
  public var name: String
  /// The title.
  public var title: String
  /// The text above the rows, if any.
  public var header: String?
  /// The text below the rows, if any.
  public var footer: String?

  /// Creates a label.
  public init(
    _ section: SectionID, name: String, title: String, header: String? = nil, footer: String? = nil
  ) {
    self.section = section
    self.name = name
    self.title = title
    self.header = header
    self.footer = footer
  }
}

/// One cell and its new value.
public struct CellChange: Hashable, Sendable {
  /// The row.
  public var row: RowID
  /// The column.
  public var column: ColumnID
  /// The new value.
  public var cell: Cell

  /// Creates a change.
  public init(_ row: RowID, _ column: ColumnID, _ cell: Cell) {
    self.row = row
    self.column = column
    self.cell = cell
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

/// One column to sort by.
public struct SortKey: Hashable, Sendable {
  /// The column.
  public var column: ColumnID
  /// Whether the largest comes first. Nulls come last either way.
  public var isDescending: Bool
  /// Whether numbers inside texts are compared as numbers.
  public var isNatural: Bool

  /// Creates a sort key.
  public init(_ column: ColumnID, isDescending: Bool = false, isNatural: Bool = false) {
    self.column = column
    self.isDescending = isDescending
    self.isNatural = isNatural
  }
}
