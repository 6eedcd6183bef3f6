import BatchUpdates
import TableKit

/// Why a user's action did nothing. That is no error: UIKit says nothing of it either.
public enum Refusal: Hashable, Sendable, CustomStringConvertible {
  /// The flags forbid selection.
  case flags(isEditing: Bool)
  /// The flags allow one row.
  case flagsAllowOne
  /// The row cannot be edited.
  case notEditable
  /// The section takes no selection.
  case sectionTakesNone(section: String)
  /// The section takes no more rows.
  case limitReached(Int, section: String)
  /// One row of the section stays selected.
  case sectionKeepsOne(section: String)
  /// A policy refuses, for a reason of its own.
  case policy(String)
  /// The touch has closed what was open.
  case closedOpenRow
  /// The delegate lets nobody highlight the row.
  case notHighlighted
  /// Rows are not swiped in editing mode.
  case noSwipeInEditing
  /// A swipe from that edge shows nothing.
  case nothingAtEdge
  /// The data source commits nothing.
  case commitsNothing
  /// The row's style is another one.
  case style(RowTraits.EditingStyle)
  /// The row's list of actions is empty.
  case noActions
  /// The data source lets nobody reorder the row.
  case notReorderable(row: String)
  /// The delegate lets nobody select several rows.
  case noMultipleSelection
  /// In editing mode a row that cannot be edited is not selected with others.
  case rowNotEditable

  /// True if a limit of a section refuses (rules B22 and B25).
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
    case .sectionTakesNone(let section): "section '\(section)' allows no selection"
    case .limitReached(let count, let section): "limit \(count) reached in section '\(section)'"
    case .sectionKeepsOne(let section): "one row of section '\(section)' stays selected"
    case .policy(let reason): reason
    case .closedOpenRow: "the touch has closed what was open"
    case .notHighlighted: "the row is not highlighted"
    case .noSwipeInEditing: "rows are not swiped in editing mode"
    case .nothingAtEdge: "nothing is at that edge"
    case .commitsNothing: "the data source commits nothing"
    case .style(let style): "its style is \(style.rawValue)"
    case .noActions: "its list of actions is empty"
    case .notReorderable(let row): "row '\(row)' cannot be reordered"
    case .noMultipleSelection: "the delegate lets nobody select several rows"
    case .rowNotEditable: "a row that cannot be edited"
    }
  }
}
