import TableKit

/// The four flags of a table that allow selection, with UIKit's coupling: turning the single flag
/// of a pair off turns its multiple flag off; turning a multiple flag on leaves the single one.
///
/// Source: rule B1; UITableView `allowsSelection` and its three siblings.
public struct SelectionFlags: Hashable, Sendable {
  /// Whether rows can be selected outside editing mode.
  public var allowsSelection: Bool {
    didSet { if !allowsSelection { allowsMultipleSelection = false } }
  }
  /// Whether several rows can be selected outside editing mode.
  public var allowsMultipleSelection: Bool
  /// Whether rows can be selected in editing mode.
  public var allowsSelectionDuringEditing: Bool {
    didSet { if !allowsSelectionDuringEditing { allowsMultipleSelectionDuringEditing = false } }
  }
  /// Whether several rows can be selected in editing mode.
  public var allowsMultipleSelectionDuringEditing: Bool

  /// The defaults of UIKit: one row, and none in editing mode.
  public static let uiKit = SelectionFlags(
    allowsSelection: true, allowsMultipleSelection: false, allowsSelectionDuringEditing: false,
    allowsMultipleSelectionDuringEditing: false)

  /// The defaults for ordinary data: several rows in both modes.
  public static let multiple = SelectionFlags(
    allowsSelection: true, allowsMultipleSelection: true, allowsSelectionDuringEditing: true,
    allowsMultipleSelectionDuringEditing: true)

  /// Sets the flags of a mode, editing or not, for a selection mode.
  public mutating func set(_ mode: SelectionMode, duringEditing: Bool) {
    if duringEditing {
      allowsSelectionDuringEditing = mode != .none
      allowsMultipleSelectionDuringEditing = mode == .multiple
    } else {
      allowsSelection = mode != .none
      allowsMultipleSelection = mode == .multiple
    }
  }

  /// Returns how many rows a user can select at the moment (rule B2).
  ///
  /// - Parameters:
  ///   - isEditing: whether the table is in editing mode.
  ///   - canEdit: whether the row can be edited; only such a row gets the circle by which it is
  ///     selected together with others in editing mode.
  public func mode(isEditing: Bool, canEdit: Bool = true) -> SelectionMode {
    if isEditing {
      if allowsMultipleSelectionDuringEditing, canEdit { return .multiple }
      return allowsSelectionDuringEditing ? .single : .none
    }
    guard allowsSelection else { return .none }
    return allowsMultipleSelection ? .multiple : .single
  }
}

/// The number of rows that can be selected at once.
public enum SelectionMode: String, Hashable, Sendable {
  /// No row.
  case none
  /// One row; selecting another one replaces it.
  case single
  /// Any number of rows.
  case multiple
}

/// The number of rows of one section that can be selected (rule B22).
public enum SelectionLimit: Hashable, Sendable {
  /// No row.
  case none
  /// At most one row, as with radio buttons: another one replaces it, and it can be deselected.
  case exclusive
  /// As `exclusive`, but it cannot be deselected.
  case exclusiveStrict
  /// At most this number of rows.
  case maximum(Int)
  /// Any number.
  case inclusive
}

/// The settings that decide which rows may be selected.
public struct SelectionSettings: Hashable, Sendable {
  /// The four flags.
  public var flags: SelectionFlags = .multiple
  /// Whether a plain tap outside editing mode performs the row's primary action (rule B12).
  public var hasPrimaryAction = false
  /// Sections whose rows have checkmarks.
  public var checklists: [SectionID: Checklist] = [:]
  /// Whether limits and policies apply only to calls of `willSelect`, as in UIKit, so that
  /// programmatic selection bypasses them (rule B26).
  public var limitsSeeTapsOnly = false
  /// Limits by section; `inclusive` by default.
  public var limits: [SectionID: SelectionLimit] = [:]

  /// Creates the default settings for ordinary data.
  public init() {}
}
