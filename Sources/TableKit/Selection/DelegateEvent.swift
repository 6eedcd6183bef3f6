import BatchUpdates

/// One call between a table and its delegate, in the order in which they happen.
public struct DelegateEvent: Hashable, Sendable {
  /// Which call, by the names in the rules.
  public enum Name: String, Hashable, Sendable {
    /// The delegate is asked whether a row may be selected.
    case willSelect
    /// The delegate is told that a row was selected.
    case didSelect
    /// The delegate is asked whether a row may be deselected.
    case willDeselect
    /// The delegate is told that a row was deselected.
    case didDeselect
    /// The program selected a row; the delegate hears nothing.
    case selectRow
    /// The program deselected a row; the delegate hears nothing.
    case deselectRow
    /// The delegate is told that the detail button of a row was tapped; nothing is selected.
    case accessoryButtonTapped
    /// The data source is asked whether a row can be edited.
    case canEdit
    /// The delegate is asked what editing mode shows beside a row.
    case editingStyle
    /// The delegate is asked whether a row is indented in editing mode.
    case shouldIndent
    /// The delegate is asked what the button says that confirms a deletion.
    case titleForDeleteConfirmation
    /// The delegate is asked what a swipe from the end of a row shows.
    case trailingSwipeActions
    /// The delegate is asked what a swipe from the beginning of a row shows.
    case leadingSwipeActions
    /// The delegate is told that a swipe has opened a row.
    case willBeginEditing
    /// The delegate is told that a row that was swiped is closed.
    case didEndEditing
    /// The data source is told to delete a row, or to insert one.
    case commit
    /// What a swipe showed is done.
    case action
    /// The data source is asked whether a row can be moved.
    case canMove
    /// The delegate is asked where a row goes that is dragged to a place.
    case targetIndexPathForMove
    /// The data source is told that a row was dropped elsewhere.
    case moveRow
    /// The delegate is asked whether a touch highlights a row.
    case shouldHighlight
    /// The delegate is told that a row is highlighted.
    case didHighlight
    /// The delegate is told that a row is highlighted no more.
    case didUnhighlight
    /// The delegate is told to do what a row is there for, such as opening it.
    case performPrimaryAction
    /// The delegate is asked whether a pan or a click may select several rows.
    case shouldBeginMultipleSelection
    /// The delegate is told that rows are about to be selected together.
    case didBeginMultipleSelection
    /// The delegate is told that this is over; it is about no row.
    case didEndMultipleSelection
    /// The data source is asked whether a user may reorder a row.
    case canReorder
    /// The data source is told that a user's reordering of a row is about to be applied.
    case willReorder
    /// The data source is told that it was applied.
    case didReorder
  }

  /// What the delegate answered.
  public enum Answer: Hashable, Sendable {
    /// Go on, with this row.
    case path(RowPath)
    /// No.
    case refused
    /// Yes.
    case allowed
    /// Nothing.
    case nothing
    /// What editing mode shows.
    case style(RowTraits.EditingStyle)
    /// A text.
    case text(String)
    /// Several texts.
    case texts([String])
  }

  /// What a call says beside the row.
  public enum Argument: Hashable, Sendable {
    /// What is committed.
    case style(RowTraits.EditingStyle)
    /// Where the row goes.
    case to(RowPath)
    /// What was chosen.
    case action(String)
  }

  /// Which call.
  public var name: Name
  /// The row it is about, at that moment; nil where it is about none.
  public var path: RowPath?
  /// The answer, for calls that ask.
  public var answer: Answer?
  /// What else the call says.
  public var argument: Argument?
  /// Whether the program did it, so that no delegate method ran.
  public var isSilent: Bool
  /// Whether it happens only where a program's selection tells the delegate, as an old
  /// revision of Apple's page has it (rule B15).
  public var isOfSeedText = false

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

/// What a selection policy answers to `willSelect` or `willDeselect`.
public enum PolicyAnswer: Hashable, Sendable {
  /// Go on.
  case allow
  /// No, and why.
  case refuse(reason: String?)
  /// Another row instead.
  case redirect(RowID)
}

/// Allows or refuses that rows are selected, beside the limits of sections; Lua policies plug in
/// here.
public protocol SelectionPolicy {
  /// Asked before a row is selected by a user or a command.
  func willSelect(_ row: RowID, in table: Table, selection: Selection) throws(EditError)
    -> PolicyAnswer
  /// Asked before a row is selected, by a policy that deselects others meanwhile.
  ///
  /// - Parameter selection: the selected rows. Those that are removed are deselected in silence, as
  ///   a program does it inside `willSelect` (rule B23), even where a touch is then refused.
  func willSelect(
    _ row: RowID, in table: Table, deselectingFrom selection: inout Selection
  ) throws(EditError) -> PolicyAnswer
  /// Asked before a row is deselected by a user or a command.
  func willDeselect(_ row: RowID, in table: Table, selection: Selection) throws(EditError)
    -> PolicyAnswer
  /// Whether `refine` may change anything.
  var refinesTraits: Bool { get }
  /// Asked what is so about a row: whether it can be edited, moved and so on.
  func refine(
    _ traits: inout RowTraits, of row: RowID, in table: Table, selection: Selection
  ) throws(EditError)
  /// Asked where a row goes that is dragged to a place, which counts in the table without it; nil
  /// for there (rule G3).
  func targetForMove(
    _ row: RowID, to proposed: RowPath, in table: Table, selection: Selection
  ) throws(EditError) -> RowPath?
  /// Told to delete a row, or to insert one at it, before the table changes (rule C5).
  func commit(
    _ style: RowTraits.EditingStyle, _ row: RowID, in table: Table, selection: Selection
  ) throws(EditError) -> CommitAnswer
}

/// What a data source makes of a commit.
public enum CommitAnswer: Hashable, Sendable {
  /// The row is deleted; where one is inserted it has these cells.
  case cells([ColumnID: Cell])
  /// Nothing is done, and why.
  case refuse(reason: String?)
}

extension SelectionPolicy {
  /// Deselects nothing.
  public func willSelect(
    _ row: RowID, in table: Table, deselectingFrom selection: inout Selection
  ) throws(EditError) -> PolicyAnswer {
    try willSelect(row, in: table, selection: selection)
  }

  /// Says nothing of rows.
  public var refinesTraits: Bool { false }

  /// Leaves the traits as they are.
  public func refine(
    _ traits: inout RowTraits, of row: RowID, in table: Table, selection: Selection
  ) throws(EditError) {}

  /// Takes the place that is proposed.
  public func targetForMove(
    _ row: RowID, to proposed: RowPath, in table: Table, selection: Selection
  ) throws(EditError) -> RowPath? { nil }

  /// Deletes, and inserts what is empty.
  public func commit(
    _ style: RowTraits.EditingStyle, _ row: RowID, in table: Table, selection: Selection
  ) throws(EditError) -> CommitAnswer { .cells([:]) }
}
