import TableKit

extension TableRule {
  // MARK: - Batches by hand

  /// Data and view change at one moment.
  public static let oneMoment = TableRule(
    "A5", "the view has counted its rows: data that changes unsaid is found at the next batch")
  /// Selecting again.
  public static let selectedAgain = TableRule(
    "B21", "what a batch deletes and inserts leaves the selection; the completion selects it again")

  // MARK: - Editing mode

  /// Entering editing mode.
  public static let askedControls = TableRule(
    "C1", "in editing mode each visible row is asked canEdit, then its style, indent and canMove")
  /// `canEdit`.
  public static let canEdit = TableRule(
    "C2", "a row that cannot be edited has no control, no indent and no swipe")
  /// `editingStyle`.
  public static let editingStyle = TableRule(
    "C3", "the style is a minus, a plus or nothing; where several can be selected nobody asks")
  /// Minus and plus.
  public static let minus = TableRule(
    "C4",
    "the minus shows the button that deletes, or own actions, a touch elsewhere hides it; the plus "
      + "commits")
  /// `commit`.
  public static let commit = TableRule(
    "C5", "commit changes the data first, then one row of the view, and no mode")
  /// The title.
  public static let confirmation = TableRule(
    "C6", "the button says Delete unless the delegate says otherwise; for nothing it is tiny")
  /// Swipes.
  public static let swipe = TableRule(
    "C7", "a swipe edits its row alone, between willBeginEditing and didEndEditing")
  /// Handles.
  public static let handle = TableRule(
    "C8", "a handle is there in editing mode, where rows can be moved and this one can")
  /// The Delete button.
  public static let deleteButton = TableRule(
    "C9", "the Delete button counts the selection, and works in editing mode only")
  /// Deleting what is selected.
  public static let deletedSelection = TableRule(
    "C10", "the selected rows of all sections are deleted at once, the last of a section first")
  /// Empty sections.
  public static let emptySection = TableRule(
    "C11", "a section that loses its last row stays, and is empty")
  /// Circles.
  public static let circles = TableRule(
    "C12", "where several rows can be selected in editing mode, a circle is filled or not")
  /// Accessories.
  public static let accessories = TableRule(
    "C13", "a row has one accessory for editing mode and one for all other times")
  /// Indentation.
  public static let indentation = TableRule(
    "C14", "a level indents the text by two columns, a control the row by four")
  /// Actions.
  public static let actions = TableRule(
    "C15",
    "own actions take the place of Delete, none at all that of the swipe; a full swipe "
      + "does the first")

  // MARK: - Reordering

  /// Who can be dragged.
  public static let canMove = TableRule(
    "G1", "canMove is asked of the row that is dragged alone; all others are pushed aside")
  /// What a destination counts.
  public static let destination = TableRule(
    "G2", "a destination counts in the table without the row that is dragged")
  /// Retargeting.
  public static let retargeted = TableRule(
    "G3", "at each place the delegate is asked where the gap opens, and there the row lands")
  /// Staying in the section.
  public static let staysInSection = TableRule(
    "G4", "a row that stays in its section lands at the end of it that is nearer")
  /// Dropping.
  public static let dropped = TableRule(
    "G5", "a drop calls moveRow once, and not at all where the row was taken")
  /// From section to section.
  public static let crossing = TableRule(
    "G6", "one section loses the row and another gains it; an emptied one stays")
  /// Selection.
  public static let movedSelection = TableRule(
    "G7", "a row that is moved stays selected, and limits are looked at afterwards")
  /// Rows in place of sections.
  public static let scrambled = TableRule(
    "G8", "sections reordered by rows lose their selection and keep the headers of others")
  /// Sections.
  public static let reordered = TableRule(
    "G9", "a section that moves keeps header and selection; those in order are not moved")
  /// Triggers.
  public static let triggered = TableRule(
    "G10", "each tap on 0:0 starts the reordering later, whatever row is there")
  /// A section carries.
  public static let carried = TableRule(
    "G11", "a section that moves carries its rows; changes inside need another stage")
  /// Cancelling.
  public static let cancelled = TableRule(
    "G12", "leaving editing mode or any batch puts a row in the hand back")

  /// Those of controls, reordering and batches by hand, by number.
  static let ofControls: [TableRule] = [
    .oneMoment, .selectedAgain, .askedControls, .canEdit, .editingStyle, .minus,
    .commit, .confirmation, .swipe, .handle, .deleteButton, .deletedSelection, .emptySection,
    .circles, .accessories, .indentation, .actions, .canMove, .destination, .retargeted,
    .staysInSection, .dropped, .crossing, .movedSelection, .scrambled, .reordered, .triggered,
    .carried, .cancelled,
  ]
}

extension DelegateEvent {
  /// The rule of a call about what editing shows; nil for one about the selection.
  var ruleOfControls: TableRule? {
    switch name {
    case .canEdit: answer == .refused ? .canEdit : .askedControls
    case .editingStyle: .editingStyle
    case .shouldIndent: .indentation
    case .titleForDeleteConfirmation: .confirmation
    case .trailingSwipeActions, .leadingSwipeActions, .action: .actions
    case .willBeginEditing, .didEndEditing: .swipe
    case .commit: argument == .style(.insert) ? .minus : .commit
    case .canMove: .canMove
    case .targetIndexPathForMove: .retargeted
    case .moveRow: .dropped
    default: nil
    }
  }
}
