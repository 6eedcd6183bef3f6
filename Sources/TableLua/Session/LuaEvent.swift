import TableKit

/// An event in the shell, for the hooks of `tablesh.on`.
public struct LuaEvent: Sendable {
  /// The events. `will_` ones come before the change and may veto it, `did_` ones after it.
  public enum Name: String, CaseIterable, Hashable, Sendable {
    case willSelect, didSelect, willDeselect, didDeselect
    case didTapAccessory, didPerformAction, didPressAction
    case willChangeSelection, didChangeSelection
    case willInsert, didInsert, willDelete, didDelete, willUpdate, didUpdate, willMove, didMove
    case willChange, didChange, willSetEditing, didSetEditing
    case willUndo, didUndo, willRedo, didRedo
    case willOpen, didOpen, willReload, didReload, beforePush, didPush
    case willSave, didSave, willClose, didClose, willRun, didRun, willQuit
  }

  /// The name of the event.
  public var name: Name
  /// The command that runs, as it was typed.
  public var command: String
  /// The table: the one before a change in a `will_` event, the one after it in a `did_` event.
  public var table: Table?
  /// The selected rows of that table, in the order of selection.
  public var selection: [RowID] = []
  /// The rows that it concerns, and the table that has them.
  public var rows: (ids: [RowID], table: Table)?
  /// The change, whose plan the hook may look at.
  public var change: Transaction?
  /// The open conflicts with others' changes.
  public var conflicts: [MergeConflict] = []
  /// The path that a table is read from or written to.
  public var path: String?
  /// The title of the pressed button.
  public var action: String?
  /// True if editing mode is switched on.
  public var isEditing: Bool?

  /// Creates an event.
  public init(_ name: Name, command: String) {
    self.name = name
    self.command = command
  }
}

extension LuaEvent.Name {
  /// The event of a name; nil: there is none.
  init?(named name: String) {
    guard let event = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = event
  }

  /// Its name in Lua, `will_select` of `willSelect`.
  public var name: String {
    rawValue.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : "\($1)" }
  }

  /// True if hooks are asked before it happens, and may veto it.
  public var isWill: Bool { rawValue.hasPrefix("will") }

  /// True if its hooks must not change anything.
  var looksOnly: Bool { isWill || self == .beforePush || self == .didPush }

  /// The moment at which it happens, in a line.
  public var help: String {
    switch self {
    case .willSelect: "a row is touched and about to be selected; may name another row instead"
    case .didSelect: "a touch has selected a row"
    case .willDeselect: "a row is touched and about to be deselected"
    case .didDeselect: "a touch has deselected a row"
    case .didTapAccessory: "the detail button of a row was tapped"
    case .didPerformAction: "a tap has performed the primary action of a row"
    case .didPressAction: "a button that a swipe has shown was pressed"
    case .willChangeSelection: "rows are about to be selected or deselected in any way"
    case .didChangeSelection: "rows were selected or deselected in any way"
    case .willInsert: "rows are about to be inserted"
    case .didInsert: "rows were inserted"
    case .willDelete: "rows are about to be deleted"
    case .didDelete: "rows were deleted"
    case .willUpdate: "cells of rows are about to change"
    case .didUpdate: "cells of rows changed"
    case .willMove: "rows are about to be moved"
    case .didMove: "rows were moved"
    case .willChange: "the table is about to change in any way"
    case .didChange: "the table changed in any way"
    case .willSetEditing: "editing mode is about to be switched"
    case .didSetEditing: "editing mode was switched"
    case .willUndo: "a step is about to be taken back"
    case .didUndo: "a step was taken back"
    case .willRedo: "a step is about to be done again"
    case .didRedo: "a step was done again"
    case .willOpen: "a source is about to be read"
    case .didOpen: "a table was opened"
    case .willReload: "the source is about to be read again"
    case .didReload: "the changes that reload found were made in the table"
    case .beforePush: "what others changed is about to come in; cannot be refused"
    case .didPush: "what others changed has come in"
    case .willSave: "the table is about to be written"
    case .didSave: "the table was written"
    case .willClose: "the table is about to be closed"
    case .didClose: "the table was closed"
    case .willRun: "a command is about to run"
    case .didRun: "a command has run"
    case .willQuit: "the session is about to end"
    }
  }
}
