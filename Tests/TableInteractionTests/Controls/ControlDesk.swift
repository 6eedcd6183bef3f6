import BatchUpdates
import TableInteraction
import TableKit
import TestSupport
import Testing

/// A table in editing mode under a finger, with the calls of its delegate as text.
struct ControlDesk {
  var desk: SelectionDesk

  /// - Parameters:
  ///   - isEditing: whether editing mode is on; one row at most can be selected in it.
  init(
    _ table: String = "A(a b c d) B(e f)", isEditing: Bool = true, flags: SelectionFlags = .uiKit
  ) throws {
    desk = SelectionDesk(table, flags: flags)
    if isEditing { try desk.edit(true) }
  }

  /// Touches and answers the calls: `titleForDeleteConfirmation 0:1 → Delete`.
  @discardableResult
  mutating func touch(_ touches: ControlTouch...) throws -> [String] {
    let transaction = try desk.controller.perform(touches.map { .control($0) }, title: "touch")
    return transaction.events.map(\.drawn)
  }

  func row(_ key: String) throws -> RowID { try desk.row(key) }

  mutating func say(_ trait: RowTrait, of key: String) throws {
    desk.controller.traitSettings.set(trait, row: try row(key))
  }

  /// The calls of one edit.
  mutating func perform(_ edit: TableAction) throws -> [String] {
    try desk.controller.perform([edit], title: "edit").events.map(\.drawn)
  }

  var drawing: String { Tables.drawing(desk.controller.table) }
}

extension DelegateEvent {
  /// The call with what it says and what is answered.
  var drawn: String {
    var text = "\(name) \(path?.description ?? "")"
    switch argument {
    case .style(let style): text += " \(style)"
    case .to(let path): text += " to \(path)"
    case .action(let title): text += " \(title)"
    case nil: break
    }
    switch answer {
    case .path(let path): text += " → \(path)"
    case .refused: text += " → no"
    case .allowed: text += " → yes"
    case .nothing: text += " → nil"
    case .style(let style): text += " → \(style)"
    case .text(let title): text += " → \(title)"
    case .texts(let titles): text += " → \(titles.joined(separator: ","))"
    case nil: break
    }
    return text + (isSilent ? " (silent)" : "")
  }
}
