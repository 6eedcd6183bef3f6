import BatchUpdates
import Expectations
import TableInteraction
import TableKit
import TestSupport
import Testing

/// A table under a finger, and what its delegate heard.
struct SelectionDesk {
  var controller: TableController

  /// - Parameter holding: who holds the selection; the view, as in UIKit, unless told otherwise.
  init(
    _ table: String = "A(a b c d) B(e f)", flags: SelectionFlags = .uiKit,
    holding: SelectionHolding = .view
  ) {
    controller = TableController(table: Tables.table(table))
    controller.settings.flags = flags
    controller.editor.holding = holding
  }

  func row(_ key: String) throws -> RowID { try require(controller.table.row(withKey: [key])) }

  func section(_ index: Int) -> SectionID { controller.table.sections[index].id }

  /// The keys of the selected rows, in the order in which they were selected.
  var selected: String {
    controller.selection.rows.map { controller.table.key(of: $0) }.joined(separator: " ")
  }

  /// The paths of the selected rows, in that order.
  var selectedPaths: String {
    controller.selection.rows.compactMap { controller.table.path(of: $0)?.description }
      .joined(separator: " ")
  }

  /// Makes edits and answers the delegate's calls, by key: `willSelect b no, didSelect c`.
  @discardableResult
  mutating func perform(_ edits: TableAction...) throws -> String {
    let before = controller.table
    let transaction = try controller.perform(edits, title: "edit")
    return transaction.events.map { event in
      let row = event.path.flatMap(before.row(at:)).map(before.key(of:))
      let place = row ?? event.path?.description
      return event.name.rawValue + (place.map { " \($0)" } ?? "")
        + (event.answer == .refused ? " no" : "")
    }.joined(separator: ", ")
  }

  /// Taps and answers the calls about the selection: those of the highlight are left out.
  @discardableResult
  mutating func tap(_ keys: String...) throws -> String {
    var log: [String] = []
    for key in keys {
      let highlight = "shouldHighlight \(key), didHighlight \(key), didUnhighlight \(key)"
      var calls = try perform(.tap(try row(key)))
      if calls.hasPrefix(highlight) { calls = String(calls.dropFirst(highlight.count)) }
      log.append(calls.hasPrefix(", ") ? String(calls.dropFirst(2)) : calls)
    }
    return log.joined(separator: ", ")
  }

  mutating func select(_ keys: String..., change: SelectionChange = .add(partially: false)) throws {
    try perform(.select(try keys.map(row), change))
  }

  mutating func edit(_ on: Bool) throws { try perform(.setEditing(on)) }
}

/// A delegate with a fixed answer for some rows.
struct FixedPolicy: SelectionPolicy {
  var select: [RowID: PolicyAnswer] = [:]
  var deselect: [RowID: PolicyAnswer] = [:]

  func willSelect(
    _ row: RowID, in table: Table, deselectingFrom selection: inout Selection
  ) -> PolicyAnswer { select[row] ?? .allow }

  func willDeselect(
    _ row: RowID, in table: Table, selection: Selection
  ) -> PolicyAnswer { deselect[row] ?? .allow }
}
