import TableKit

/// One rule of UIKit's tables, in words that a learner understands.
///
/// The numbers are those of SEMANTICS; `explain` cites them, and tests are named by them.
public struct TableRule: Hashable, Sendable {
  /// The number, such as `B13`.
  public let number: String
  /// What the rule says.
  public let sentence: String

  init(_ number: String, _ sentence: String) {
    self.number = number
    self.sentence = sentence
  }

  // MARK: - Model

  /// Data-held selection.
  public static let heldByData = TableRule(
    "A4", "the data holds the selection by row, so it survives reloading and editing mode")
  /// The order of the selection.
  public static let selectionOrder = TableRule(
    "A6", "selected rows are kept in the order in which they were selected")

  /// Who holds marks.
  public static let marks = TableRule(
    "B30", "what lasts is a mark in the data, and not the look of a selected row")
  /// The model.
  public static let model = TableRule(
    "A1", "a table is a list of sections, and a section a list of rows, possibly empty")
  /// What a hand has begun.
  public static let transient = TableRule(
    "A7", "a highlighted or swiped row is followed through updates, and let go with its row")
  /// Paths move, rows do not.
  public static let identity = TableRule(
    "A3", "what must survive an update is held by row, and not by where the row stands")

  // MARK: - Selection

  /// The coupling of flags.
  public static let flags = TableRule(
    "B1",
    "turning a single flag off turns its multiple flag off; a multiple flag alone changes none")
  /// Permission.
  public static let permission = TableRule(
    "B3", "what the flags forbid a finger they forbid a program, too")
  /// A finger on a row.
  public static let highlight = TableRule(
    "B4", "a finger highlights a row, unless that is refused; only then does a tap select it")
  /// What a row is there for.
  public static let primaryAction = TableRule(
    "B12", "a plain tap opens: it lets all others go, selects, and performs the primary action")
  /// Back to the table.
  public static let reappeared = TableRule(
    "B17",
    "a table that appears again loses its selection, in silence; in multiple mode it does not")
  /// A batch that UIKit cannot animate.
  public static let fallback = TableRule(
    "B20", "where a batch becomes reloadData, a selection that the view holds is lost")
  /// Marks after an update.
  public static let redrawnMarks = TableRule(
    "B21", "marks are drawn anew from the data; no update moves them to another row")
  /// Limits.
  public static let limits = TableRule(
    "B22", "limits by section live in willSelect, and need a table that takes several rows")
  /// Radio buttons.
  public static let radioOff = TableRule(
    "B24", "a radio row is switched off by a second tap: only didDeselect can tell the data")
  /// Checkmarks.
  public static let checklist = TableRule(
    "B27", "a checklist deselects the row at once, and changes its mark in the data")
  /// One checkmark.
  public static let exclusiveChecklist = TableRule(
    "B28", "in an exclusive checklist the mark moves, and cannot be switched off")
  /// A remembered index.
  public static let rememberedRow = TableRule(
    "B29", "a remembered index is another row after an insertion; a remembered row is not")

  /// Modes.
  public static let mode = TableRule(
    "B2", "the four flags and editing mode decide how many rows can be selected")
  /// A tap.
  public static let tap = TableRule(
    "B5", "a tap asks willSelect first, then lets old rows go, then selects")
  /// `willSelect` refuses.
  public static let refusedSelection = TableRule(
    "B6", "where willSelect refuses, nothing has changed yet and nothing does")
  /// `willSelect` redirects.
  public static let redirectedSelection = TableRule(
    "B7", "the row that willSelect names is selected in place of the tapped one, unasked")
  /// `willDeselect` refuses or redirects.
  public static let askedDeselection = TableRule(
    "B8", "willDeselect can keep a row selected, or name another one to let go")
  /// A tap on the selected row.
  public static let tappedAgain = TableRule(
    "B9", "in single mode the selected row is asked and told about again, and stays selected")
  /// A tap on a selected row in multiple mode.
  public static let toggled = TableRule(
    "B10", "in multiple mode a tap on a selected row deselects it")
  /// The detail button.
  public static let accessory = TableRule(
    "B11", "the detail button tells the delegate, and selects nothing")
  /// `reloadData`.
  public static let reloadedData = TableRule(
    "B13", "reloadData empties a selection that the view holds, and tells nobody")
  /// Editing mode.
  public static let changedMode = TableRule(
    "B14",
    "entering or leaving editing mode clears a selection that the view holds; only several rows, "
      + "with both multiple flags on, survive entering")
  /// A program's selection.
  public static let silentSelection = TableRule(
    "B15", "a program selects and deselects in silence: no method of the delegate is called")
  /// What an old text says of it.
  public static let seedText = TableRule(
    "B15", "an old text says that a program's selection tells the delegate; UIKit does not")
  /// Following rows.
  public static let followed = TableRule(
    "B18", "selected rows are followed wherever they go; deleted ones drop out, in silence")
  /// Reloading rows.
  public static let droppedByReload = TableRule(
    "B19", "a row that is reloaded leaves a selection that the view holds; reconfigured, it stays")
  /// Radio sections.
  public static let exclusive = TableRule(
    "B23", "in an exclusive section the old row goes in silence, inside willSelect")
  /// Limits.
  public static let limited = TableRule(
    "B25", "a section that takes no more rows refuses in willSelect; deselecting frees a place")
  /// Over the limit.
  public static let audited = TableRule(
    "B26", "limits see only what passes through willSelect: a move or a redirection passes by")

  /// All rules, section by section.
  public static let all = ofSelection + ofControls + ofViewport + ofSnapshots

  /// Those of models and selections, by number.
  private static let ofSelection: [TableRule] = [
    .model, .identity, .heldByData, .transient, .selectionOrder, .flags, .mode, .permission,
    .highlight, .tap,
    .refusedSelection, .redirectedSelection, .askedDeselection, .tappedAgain, .toggled, .accessory,
    .primaryAction, .reloadedData, .changedMode,
    .silentSelection, .seedText, .reappeared, .followed, .droppedByReload, .fallback,
    .redrawnMarks, .limits, .exclusive, .radioOff, .limited, .audited, .checklist,
    .exclusiveChecklist, .rememberedRow, .marks,
  ]
}
