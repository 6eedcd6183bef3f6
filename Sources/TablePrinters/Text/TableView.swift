import TableKit

/// A table together with what of it is to be shown, and how.
///
/// A terminal sets `width` and `height` to its own; a batch keeps the defaults, 20 rows of at
/// most 80 cells, so that its output is the same everywhere.
public struct TableView: Sendable {
  /// The table.
  public var table: Table
  /// The rows to list in this order, without headings; nil shows the table section by section.
  public var rows: [RowID]?
  /// The columns in the order they are shown; nil shows all.
  public var columns: [ColumnID]?
  /// The selected rows.
  public var selection: Selection
  /// The marked rows.
  public var marks: RowSet
  /// Whether the table is in editing mode; the status then has the Delete button.
  public var isEditing = false
  /// Whether several rows can be selected in editing mode: rows then have circles, `( )` and
  /// `(o)`, instead of a `*` where they are selected.
  public var selectsSeveralInEditing = true
  /// What stands around the cells of rows of which nobody says anything; nil for what the mode says.
  public var look: RowLook?
  /// What stands around the cells of single rows.
  public var looks: [RowID: RowLook] = [:]
  /// The number of the first visible row, counted from 0 over all sections (or over `rows`).
  /// Past the end it shows the last rows.
  public var offset = 0
  /// How many rows are visible, and at most as many headings of empty sections; nil shows all.
  public var height: Int? = 20
  /// How many cells of the terminal a line may fill; nil cuts nothing.
  public var width: Int? = 80
  /// How wide a column may become. Longer cells end in `…`; where nothing is cut they hang over, and
  /// those beside them in their row stand further right.
  public var columnWidth = 40
  /// The columns whose cells stand on the right; nil decides by what is visible, because looking
  /// at a whole column would cost the table and not the viewport.
  public var numberColumns: Set<ColumnID>?

  /// Creates a view of the first rows of a table, or of a list of its rows.
  public init(
    _ table: Table, rows: [RowID]? = nil, selection: Selection = Selection(),
    marks: RowSet = RowSet()
  ) {
    self.table = table
    self.rows = rows
    self.selection = selection
    self.marks = marks
  }

  /// A view of every row of a table, in lines as long as they need to be.
  public static func full(_ table: Table) -> TableView {
    var view = TableView(table)
    view.height = nil
    view.width = nil
    return view
  }
}
