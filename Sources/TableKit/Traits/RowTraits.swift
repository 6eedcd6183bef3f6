/// What the data source and the delegate of a table say of one row.
///
/// Source: rules A1, C2, C3, C6, C8, C13 to C15.
public struct RowTraits: Hashable, Sendable {
  /// What editing mode shows beside a row.
  public enum EditingStyle: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// A minus: the row can be deleted.
    case delete
    /// A plus: a row can be inserted here.
    case insert
  }

  /// What stands at the end of a row.
  public enum Accessory: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// A chevron, which is part of the row.
    case disclosure
    /// A button of its own.
    case detail
    /// A checkmark, which is part of the row.
    case checkmark
  }

  /// Whether the row can be edited: only such a row gets a control, is swiped, or is selected with
  /// others in editing mode.
  public var canEdit = true
  /// What editing mode shows where several rows cannot be selected.
  public var style = EditingStyle.delete
  /// Whether the row can be dragged elsewhere.
  public var canMove = true
  /// Whether a touch highlights the row; where it does not, no selection follows.
  public var highlights = true
  /// Whether the row is indented in editing mode where it has no control.
  public var indentsInEditing = true
  /// How deep the content of the row is indented.
  public var level = 0
  /// What stands at its end outside editing mode.
  public var accessory = Accessory.none
  /// What stands at its end in editing mode.
  public var editingAccessory = Accessory.none
  /// What the button that confirms a deletion says; nil leaves a tiny blank one.
  public var confirmation: String? = "Delete"
  /// What a swipe from the end shows; nil for the button that deletes, none for no swipe.
  public var trailingActions: [String]?
  /// What a swipe from the beginning shows; nil for nothing.
  public var leadingActions: [String]?

  /// Creates what UIKit takes where nobody says anything.
  public init() {}
}

/// One trait and its value.
public enum RowTrait: Hashable, Sendable {
  /// `RowTraits.canEdit`.
  case canEdit(Bool)
  /// `RowTraits.style`.
  case style(RowTraits.EditingStyle)
  /// `RowTraits.canMove`.
  case canMove(Bool)
  /// `RowTraits.highlights`.
  case highlights(Bool)
  /// `RowTraits.indentsInEditing`.
  case indentsInEditing(Bool)
  /// `RowTraits.level`.
  case level(Int)
  /// `RowTraits.accessory`.
  case accessory(RowTraits.Accessory)
  /// `RowTraits.editingAccessory`.
  case editingAccessory(RowTraits.Accessory)
  /// `RowTraits.confirmation`.
  case confirmation(String?)
  /// `RowTraits.trailingActions`.
  case trailingActions([String]?)
  /// `RowTraits.leadingActions`.
  case leadingActions([String]?)
}

extension RowTrait {
  /// Which trait, as it is typed and printed.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    case canEdit = "can-edit"
    case style
    case canMove = "can-move"
    case highlight
    case indent
    case level
    case accessory
    case editingAccessory = "editing-accessory"
    case confirm
    case actions
    case leading
  }

  /// Which trait it is.
  public var name: Name {
    switch self {
    case .canEdit: .canEdit
    case .style: .style
    case .canMove: .canMove
    case .highlights: .highlight
    case .indentsInEditing: .indent
    case .level: .level
    case .accessory: .accessory
    case .editingAccessory: .editingAccessory
    case .confirmation: .confirm
    case .trailingActions: .actions
    case .leadingActions: .leading
    }
  }
}

extension RowTraits {
  /// Gives one trait its value.
  public mutating func set(_ trait: RowTrait) {
    switch trait {
    case .canEdit(let value): canEdit = value
    case .style(let value): style = value
    case .canMove(let value): canMove = value
    case .highlights(let value): highlights = value
    case .indentsInEditing(let value): indentsInEditing = value
    case .level(let value): level = value
    case .accessory(let value): accessory = value
    case .editingAccessory(let value): editingAccessory = value
    case .confirmation(let value): confirmation = value
    case .trailingActions(let value): trailingActions = value
    case .leadingActions(let value): leadingActions = value
    }
  }

  /// The value of one trait.
  public subscript(name: RowTrait.Name) -> RowTrait {
    switch name {
    case .canEdit: .canEdit(canEdit)
    case .style: .style(style)
    case .canMove: .canMove(canMove)
    case .highlight: .highlights(highlights)
    case .indent: .indentsInEditing(indentsInEditing)
    case .level: .level(level)
    case .accessory: .accessory(accessory)
    case .editingAccessory: .editingAccessory(editingAccessory)
    case .confirm: .confirmation(confirmation)
    case .actions: .trailingActions(trailingActions)
    case .leading: .leadingActions(leadingActions)
    }
  }

  /// The traits that differ from what UIKit takes where nobody says anything.
  public var said: [RowTrait] {
    let plain = RowTraits()
    return RowTrait.Name.allCases.map { self[$0] }.filter { $0 != plain[$0.name] }
  }
}
