/// The properties of a row that the data source and the delegate of a table supply.
///
/// Source: rules A1, C2, C3, C6, C8, C13 to C15.
public struct RowTraits: Hashable, Sendable {
  /// The editing control beside a row in editing mode.
  public enum EditingStyle: String, Hashable, Sendable, CaseIterable {
    /// No control.
    case none
    /// A minus: the row can be deleted.
    case delete
    /// A plus: a row can be inserted here.
    case insert
  }

  /// The view at the end of a row.
  public enum Accessory: String, Hashable, Sendable, CaseIterable {
    /// No accessory.
    case none
    /// A chevron, which is part of the row.
    case disclosure
    /// A separate button.
    case detail
    /// A checkmark, which is part of the row.
    case checkmark
  }

  /// Whether the row can be edited: only such a row gets a control, can be swiped, or is selected
  /// together with others in editing mode.
  public var canEdit = true
  /// The editing style if multiple selection in editing mode is off.
  public var style = EditingStyle.delete
  /// Whether the row can be moved by dragging.
  public var canMove = true
  /// Whether a touch highlights the row; if not, it is not selected either.
  public var highlights = true
  /// Whether the row is indented in editing mode if it has no control.
  public var indentsInEditing = true
  /// The indentation level of the row's content.
  public var level = 0
  /// The accessory outside editing mode.
  public var accessory = Accessory.none
  /// The accessory in editing mode.
  public var editingAccessory = Accessory.none
  /// The title of the button that confirms a deletion; nil leaves a tiny blank one.
  public var confirmation: String? = "Delete"
  /// The trailing swipe actions; nil for the delete button, empty for no swipe.
  public var trailingActions: [String]?
  /// The leading swipe actions; nil for none.
  public var leadingActions: [String]?

  /// Creates the defaults of UIKit.
  public init() {}
}

/// A trait with its value.
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
  /// The name of a trait, as typed and printed.
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

  /// The name of the trait.
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
  /// Sets a trait.
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

  /// The trait with a name.
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

  /// The traits that differ from the defaults of UIKit.
  public var said: [RowTrait] {
    let plain = RowTraits()
    return RowTrait.Name.allCases.map { self[$0] }.filter { $0 != plain[$0.name] }
  }
}
