import Wording

/// Why a user's action had no effect. This is not an error: UIKit does not report it either.
public enum Refusal: Hashable, Sendable, CustomStringConvertible {
  /// The flags forbid selection.
  case flags(isEditing: Bool)
  /// The flags allow only one selected row.
  case flagsAllowOne
  /// The row cannot be edited.
  case notEditable
  /// The section allows no selection.
  case sectionTakesNone(section: String)
  /// The section allows no more rows.
  case limitReached(Int, section: String)
  /// The section keeps one row selected.
  case sectionKeepsOne(section: String)
  /// A policy refused, with its reason.
  case policy(String)
  /// The touch closed an open row.
  case closedOpenRow
  /// The delegate does not highlight the row.
  case notHighlighted
  /// Rows cannot be swiped in editing mode.
  case noSwipeInEditing
  /// A swipe from that edge shows no buttons.
  case nothingAtEdge
  /// The data source does not commit.
  case commitsNothing
  /// The row has another editing style.
  case style(RowTraits.EditingStyle)
  /// The row's list of actions is empty.
  case noActions
  /// The data source does not let the user reorder the row.
  case notReorderable(row: String)
  /// The delegate does not begin multiple selection.
  case noMultipleSelection
  /// In editing mode, a row that cannot be edited is not selected together with others.
  case rowNotEditable

  /// Whether a section's limit is the reason (rules B22 and B25).
  var isLimit: Bool {
    switch self {
    case .sectionTakesNone, .limitReached: true
    default: false
    }
  }

  /// The reason, in words.
  public var description: String {
    switch self {
    case .flags(let isEditing):
      isEditing ? "the flags forbid selection in editing mode" : "the flags forbid selection"
    case .flagsAllowOne: "the flags allow one row"
    case .notEditable: "the row cannot be edited"
    case .sectionTakesNone(let section): "section '\(shown: section)' allows no selection"
    case .limitReached(let count, let section):
      "limit \(count) reached in section '\(shown: section)'"
    case .sectionKeepsOne(let section): "one row of section '\(shown: section)' stays selected"
    case .policy(let reason): reason
    case .closedOpenRow: "the touch has closed what was open"
    case .notHighlighted: "the row is not highlighted"
    case .noSwipeInEditing: "rows are not swiped in editing mode"
    case .nothingAtEdge: "nothing is at that edge"
    case .commitsNothing: "the data source commits nothing"
    case .style(let style): "its style is \(style.rawValue)"
    case .noActions: "its list of actions is empty"
    case .notReorderable(let row): "row '\(shown: row)' cannot be reordered"
    case .noMultipleSelection: "the delegate does not let several rows be selected"
    case .rowNotEditable: "a row that cannot be edited"
    }
  }
}
