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

  /// What UIKit starts with: one row, and none in editing mode.
  public static let uiKit = SelectionFlags(
    allowsSelection: true, allowsMultipleSelection: false, allowsSelectionDuringEditing: false,
    allowsMultipleSelectionDuringEditing: false)

  /// What ordinary data opens with: several rows in both modes.
  public static let multiple = SelectionFlags(
    allowsSelection: true, allowsMultipleSelection: true, allowsSelectionDuringEditing: true,
    allowsMultipleSelectionDuringEditing: true)

  /// Sets the pair of flags of one situation to a mode.
  public mutating func set(_ mode: SelectionMode, duringEditing: Bool) {
    if duringEditing {
      allowsSelectionDuringEditing = mode != .none
      allowsMultipleSelectionDuringEditing = mode == .multiple
    } else {
      allowsSelection = mode != .none
      allowsMultipleSelection = mode == .multiple
    }
  }

  /// How many rows a user can select now (rule B2).
  ///
  /// - Parameters:
  ///   - isEditing: whether the table is in editing mode.
  ///   - canEdit: whether the row can be edited; only such a row gets the circle that makes it
  ///     selectable with others in editing mode.
  public func mode(isEditing: Bool, canEdit: Bool = true) -> SelectionMode {
    if isEditing {
      if allowsMultipleSelectionDuringEditing, canEdit { return .multiple }
      return allowsSelectionDuringEditing ? .single : .none
    }
    guard allowsSelection else { return .none }
    return allowsMultipleSelection ? .multiple : .single
  }
}

/// How many rows can be selected at once.
public enum SelectionMode: String, Hashable, Sendable {
  /// None.
  case none
  /// One; another one replaces it.
  case single
  /// Any number.
  case multiple
}

/// Who holds the selection (rule A4).
public enum SelectionHolding: String, Hashable, Sendable {
  /// The data, by row: it survives reloads and changes of mode.
  case data
  /// The view, as in UIKit: reloading and changing the editing mode clear it.
  case view
}

/// How many rows of one section can be selected (rule B22).
public enum SelectionLimit: Hashable, Sendable {
  /// No row.
  case none
  /// One row at most, as radio buttons: another one replaces it, and it can be switched off.
  case exclusive
  /// As `exclusive`, and it cannot be switched off.
  case exclusiveStrict
  /// At most so many rows.
  case maximum(Int)
  /// Any number.
  case inclusive
}

/// What decides which rows may be selected.
public struct SelectionSettings: Hashable, Sendable {
  /// The four flags.
  public var flags: SelectionFlags = .multiple
  /// Who holds the selection.
  public var holding: SelectionHolding = .data
  /// Whether a plain tap outside editing mode does what a row is there for (rule B12).
  public var hasPrimaryAction = false
  /// Sections whose rows carry checkmarks.
  public var checklists: [SectionID: Checklist] = [:]
  /// Whether limits and policies see only what passes through `willSelect`, as in UIKit, so that a
  /// program's selection goes past them (rule B26).
  public var limitsSeeTapsOnly = false
  /// Limits by section; `inclusive` where nothing stands.
  public var limits: [SectionID: SelectionLimit] = [:]

  /// Creates the settings that ordinary data opens with.
  public init() {}
}
