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

/// What stands around the cells of a row: a control before them, an accessory, a handle and buttons
/// behind.
///
///     (-) 0:1  P1  Ann    41  >   ≡
///     (|) 0:2  P2  Ben    39  [Delete]
public struct RowLook: Hashable, Sendable {
  /// What editing mode shows at the beginning.
  public enum Control: String, Hashable, Sendable {
    /// Nothing, and room for it.
    case blank = ""
    /// A row can be deleted.
    case minus = "(-)"
    /// The same, turned: the button that confirms is shown.
    case turned = "(|)"
    /// A row can be inserted.
    case plus = "(+)"
    /// The row can be selected with others; filled where it is.
    case circle = "( )"
  }

  /// The control; nil where the row begins without room for one, as outside editing mode.
  public var control: Control?
  /// How deep the first cell is indented.
  public var level = 0
  /// What stands behind the cells, such as `>`; empty for nothing.
  public var accessory = ""
  /// Whether it can be dragged.
  public var hasHandle = false
  /// What buttons show, such as `[Delete]`; empty for none.
  public var buttons = ""

  /// Creates the look of a row outside editing mode.
  public init(control: Control? = nil) { self.control = control }
}
