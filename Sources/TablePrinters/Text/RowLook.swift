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
