import BatchUpdates

/// One call between a table and its delegate, in the order in which they happen.
public struct DelegateEvent: Hashable, Sendable {
  /// Which call, by SEMANTICS' names.
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
    /// The delegate is asked whether a touch highlights a row.
    case shouldHighlight
    /// The delegate is told that a row is highlighted.
    case didHighlight
    /// The delegate is told that a row is highlighted no more.
    case didUnhighlight
    /// The delegate is told to do what a row is there for, such as opening it.
    case performPrimaryAction
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
  }

  /// Which call.
  public var name: Name
  /// The row it is about, at that moment.
  public var path: RowPath
  /// The answer, for calls that ask.
  public var answer: Answer?
  /// Whether the program did it, so that no delegate method ran.
  public var isSilent: Bool
  /// Whether it happens only where a program's selection tells the delegate, as one of the source
  /// texts has it (SEMANTICS B15).
  public var isOfSeedText = false

  /// Creates an event.
  public init(_ name: Name, _ path: RowPath, answer: Answer? = nil, isSilent: Bool = false) {
    self.name = name
    self.path = path
    self.answer = answer
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
  /// Asked before a row is deselected by a user or a command.
  func willDeselect(_ row: RowID, in table: Table, selection: Selection) throws(EditError)
    -> PolicyAnswer
  /// Whether `refine` may change anything.
  var refinesTraits: Bool { get }
  /// Asked what is so about a row: whether it can be edited, moved and so on.
  func refine(
    _ traits: inout RowTraits, of row: RowID, in table: Table, selection: Selection
  ) throws(EditError)
}

extension SelectionPolicy {
  /// Says nothing of rows.
  public var refinesTraits: Bool { false }

  /// Leaves the traits as they are.
  public func refine(
    _ traits: inout RowTraits, of row: RowID, in table: Table, selection: Selection
  ) throws(EditError) {}
}
