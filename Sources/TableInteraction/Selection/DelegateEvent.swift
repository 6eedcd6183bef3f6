import BatchUpdates
import TableKit

/// One call between a table and its delegate or data source. Events are listed in call order.
public struct DelegateEvent: Hashable, Sendable {
  /// The name of the call, as in the rules.
  public enum Name: String, Hashable, Sendable {
    /// The delegate is asked whether a row may be selected.
    case willSelect
    /// The delegate is told that a row was selected.
    case didSelect
    /// The delegate is asked whether a row may be deselected.
    case willDeselect
    /// The delegate is told that a row was deselected.
    case didDeselect
    /// The program selected a row; no delegate method is called.
    case selectRow
    /// The program deselected a row; no delegate method is called.
    case deselectRow
    /// The delegate is told that the detail button of a row was tapped; nothing is selected.
    case accessoryButtonTapped
    /// The data source is asked whether a row can be edited.
    case canEdit
    /// The delegate is asked for the editing style of a row.
    case editingStyle
    /// The delegate is asked whether a row is indented in editing mode.
    case shouldIndent
    /// The delegate is asked for the title of the button that confirms a deletion.
    case titleForDeleteConfirmation
    /// The delegate is asked for the trailing swipe actions of a row.
    case trailingSwipeActions
    /// The delegate is asked for the leading swipe actions of a row.
    case leadingSwipeActions
    /// The delegate is told that a swipe opened a row.
    case willBeginEditing
    /// The delegate is told that a swiped row was closed.
    case didEndEditing
    /// The data source is asked to delete or insert a row.
    case commit
    /// A swipe action is performed.
    case action
    /// The data source is asked whether a row can be moved.
    case canMove
    /// The delegate is asked for the destination of a dragged row.
    case targetIndexPathForMove
    /// The data source is told that a row was dropped at another index path.
    case moveRow
    /// The delegate is asked whether a touch highlights a row.
    case shouldHighlight
    /// The delegate is told that a row is highlighted.
    case didHighlight
    /// The delegate is told that a row is no longer highlighted.
    case didUnhighlight
    /// The delegate is told to perform the primary action of a row, such as opening it.
    case performPrimaryAction
    /// The delegate is asked whether a pan or a click may select several rows.
    case shouldBeginMultipleSelection
    /// The delegate is told that multiple selection begins.
    case didBeginMultipleSelection
    /// The delegate is told that multiple selection ended; the call names no row.
    case didEndMultipleSelection
    /// The data source is asked whether a user may reorder a row.
    case canReorder
    /// The data source is told that a user's reordering is about to be applied.
    case willReorder
    /// The data source is told that it was applied.
    case didReorder
  }

  /// The delegate's answer.
  public enum Answer: Hashable, Sendable {
    /// Continue with this row.
    case path(RowPath)
    /// Refused.
    case refused
    /// Allowed.
    case allowed
    /// None.
    case nothing
    /// An editing style.
    case style(RowTraits.EditingStyle)
    /// A string.
    case text(String)
    /// Several strings.
    case texts([String])
  }

  /// An argument of a call besides the row.
  public enum Argument: Hashable, Sendable {
    /// The editing style to commit.
    case style(RowTraits.EditingStyle)
    /// The destination of the row.
    case to(RowPath)
    /// The title of the chosen action.
    case action(String)
  }

  /// The name of the call.
  public var name: Name
  /// The index path of its row at that moment; nil if it names none.
  public var path: RowPath?
  /// The answer, for calls that return one.
  public var answer: Answer?
  /// The argument besides the row.
  public var argument: Argument?
  /// Whether the program made the change, so that no delegate method was called.
  public var isSilent: Bool
  /// Whether the call is made only if programmatic selection calls the delegate, as in an old
  /// revision of Apple's page (rule B15).
  public var isToldBySelecting = false

  /// Creates an event.
  public init(
    _ name: Name, _ path: RowPath?, _ argument: Argument? = nil, answer: Answer? = nil,
    isSilent: Bool = false
  ) {
    self.name = name
    self.path = path
    self.answer = answer
    self.argument = argument
    self.isSilent = isSilent
  }
}

/// The answer of a selection policy to `willSelect` or `willDeselect`.
public enum PolicyAnswer: Hashable, Sendable {
  /// Continue.
  case allow
  /// Refuse, with a reason.
  case refuse(reason: String?)
  /// Use another row.
  case redirect(RowID)
}

/// Allows or refuses the selection of rows, besides the limits of sections. Lua policies conform to
/// it.
public protocol SelectionPolicy {
  /// Called before a user or a command selects a row.
  ///
  /// - Parameter selection: the selected rows. Removed ones are deselected silently, as by a
  ///   program inside `willSelect` (rule B23), even if the touch is then refused.
  func willSelect(
    _ row: RowID, in table: Table, deselectingFrom selection: inout Selection
  ) throws(EditError) -> PolicyAnswer
  /// Called before a user or a command deselects a row.
  func willDeselect(_ row: RowID, in table: Table, selection: Selection) throws(EditError)
    -> PolicyAnswer
  /// Whether `refine` may change traits.
  var refinesTraits: Bool { get }
  /// Adjusts the traits of a row: whether it can be edited, moved and so on.
  func refine(
    _ traits: inout RowTraits, of row: RowID, in table: Table, selection: Selection
  ) throws(EditError)
  /// Returns the destination of a dragged row, as an index path in the table without it; nil for
  /// the proposed one (rule G3).
  func targetForMove(
    _ row: RowID, to proposed: RowPath, in table: Table, selection: Selection
  ) throws(EditError) -> RowPath?
  /// Called to delete a row, or to insert one at it, before the table changes (rule C5).
  func commit(
    _ style: RowTraits.EditingStyle, _ row: RowID, in table: Table, selection: Selection
  ) throws(EditError) -> CommitAnswer
}

/// The answer of a data source to a commit.
public enum CommitAnswer: Hashable, Sendable {
  /// The row is deleted; an inserted one has these cells.
  case cells([ColumnID: Cell])
  /// Nothing is done, for this reason.
  case refuse(reason: String?)
}

extension SelectionPolicy {
  /// False by default.
  public var refinesTraits: Bool { false }

  /// Leaves the traits unchanged.
  public func refine(
    _ traits: inout RowTraits, of row: RowID, in table: Table, selection: Selection
  ) throws(EditError) {}

  /// Accepts the proposed destination.
  public func targetForMove(
    _ row: RowID, to proposed: RowPath, in table: Table, selection: Selection
  ) throws(EditError) -> RowPath? { nil }

  /// Deletes the row, or inserts an empty one.
  public func commit(
    _ style: RowTraits.EditingStyle, _ row: RowID, in table: Table, selection: Selection
  ) throws(EditError) -> CommitAnswer { .cells([:]) }
}
