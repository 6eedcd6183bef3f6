import BatchUpdates
import Expectations
import TableInteraction
import TableKit
import TestSupport
import Testing

struct SelectionTests {
  var controller = TableController(table: Tables.table("A(a b c d) B(e f)"))

  func row(_ key: String) throws -> RowID { try require(controller.table.row(withKey: [key])) }
  var selected: String {
    controller.selection.rows.map { controller.table.key(of: $0) }.joined(separator: " ")
  }
  func log(_ transaction: Transaction) -> String {
    // Those of the highlight have a test of their own.
    let names: Set<DelegateEvent.Name> = [.shouldHighlight, .didHighlight, .didUnhighlight]
    return transaction.events.filter { !names.contains($0.name) }.map {
      "\($0.name) \($0.path?.description ?? "")" + ($0.answer == .refused ? " no" : "")
    }
    .joined(separator: ", ")
  }

  @discardableResult
  mutating func tap(_ key: String) throws -> Transaction {
    try controller.perform([.tap(try row(key))], title: "tap")
  }

  mutating func tapLog(_ key: String) throws -> String { log(try tap(key)) }

  @discardableResult
  mutating func select(
    _ keys: String..., change: SelectionChange = .add(partially: false)
  ) throws -> Transaction {
    try controller.perform([.select(try keys.map(row), change)], title: "select")
  }

  @Test(
    "turning a single flag off turns its multiple flag off; turning a multiple one on leaves it")
  func flags() {
    var flags = SelectionFlags.multiple
    flags.allowsSelection = false
    expect(!flags.allowsMultipleSelection)
    flags.allowsMultipleSelection = true
    expect(!flags.allowsSelection)
    flags.allowsSelectionDuringEditing = false
    expect(!flags.allowsMultipleSelectionDuringEditing)
    expectEqual(flags.mode(isEditing: false), .none)
  }

  @Test("the mode follows flags, editing and whether the row can be edited")
  func modes() {
    var flags = SelectionFlags.uiKit
    expectEqual(flags.mode(isEditing: false), .single)
    expectEqual(flags.mode(isEditing: true), .none)
    flags.allowsMultipleSelectionDuringEditing = true
    expectEqual(flags.mode(isEditing: true), .multiple)
    expectEqual(flags.mode(isEditing: true, canEdit: false), .none)
    flags.allowsSelectionDuringEditing = true
    expectEqual(flags.mode(isEditing: true, canEdit: false), .single)
  }

  @Test("in single mode a tap asks for the new row first, then lets the old one go")
  mutating func tapSingle() throws {
    controller.settings.flags = .uiKit
    try tap("a")
    try expectEqual(tapLog("b"), "willSelect 0:1, willDeselect 0:0, didDeselect 0:0, didSelect 0:1")
    expectEqual(selected, "b")
  }

  @Test("tapping the selected row again asks and tells again in single mode")
  mutating func retap() throws {
    controller.settings.flags = .uiKit
    try tap("a")
    try expectEqual(tapLog("a"), "willSelect 0:0, didSelect 0:0")
    expectEqual(selected, "a")
  }

  @Test("in multiple mode a tap toggles, and the order of selection is kept")
  mutating func tapMultiple() throws {
    for key in ["f", "b", "a", "b"] { try tap(key) }
    expectEqual(selected, "f a")
    try expectEqual(tapLog("f"), "willDeselect 1:1, didDeselect 1:1")
  }

  @Test("a tap that the flags forbid calls nothing and says why")
  mutating func forbidden() throws {
    controller.settings.flags = .uiKit
    try controller.perform([.setEditing(true)], title: "edit")
    let transaction = try tap("a")
    expect(log(transaction) == "" && transaction.refusal != nil)
    expect(controller.editor.undoTitles.isEmpty)
  }

  @Test("willSelect refusing is atomic; redirecting selects the other row without asking again")
  mutating func policies() throws {
    controller.settings.flags = .uiKit
    try tap("a")
    controller.policies = [Policy(select: [try row("b"): .refuse(reason: "no b")])]
    let refused = try tap("b")
    expect(log(refused) == "willSelect 0:1 no" && refused.refusal?.description == "no b")
    expectEqual(selected, "a")
    controller.policies = [Policy(select: [try row("b"): .redirect(try row("c"))])]
    try expectEqual(tapLog("b"), "willSelect 0:1, willDeselect 0:0, didDeselect 0:0, didSelect 0:2")
    expectEqual(selected, "c")
  }

  @Test("willDeselect refusing keeps the old row, so that two are selected in single mode")
  mutating func refusedDeselect() throws {
    controller.settings.flags = .uiKit
    try tap("a")
    controller.policies = [Policy(deselect: [try row("a"): .refuse(reason: nil)])]
    try tap("b")
    expectEqual(selected, "a b")
  }

  @Test("a policy is asked once for each question")
  mutating func asked() throws {
    let counter = Counter()
    controller.policies = [Policy(counter: counter)]
    try tap("a")
    expectEqual(counter.count, 1)
    try tap("a")
    expectEqual(counter.count, 2)
  }

  @Test("programmatic selection is silent: it replaces in single mode, appends in multiple mode")
  mutating func programmatic() throws {
    let transaction = try select("b", "a")
    expect(!transaction.events.contains { !$0.isSilent })
    expectEqual(selected, "b a")
    try select("a", change: .only(partially: false))
    expectEqual(selected, "a")
    controller.settings.flags = .uiKit
    try select("e")
    expectEqual(selected, "e")
  }

  @Test("a refused row makes the whole command an error, unless it may be partial")
  mutating func partial() throws {
    controller.settings.limits[controller.table.sections[0].id] = .maximum(2)
    expect(throws: EditError.interaction(.limitReached(limit: 2, section: "A"))) {
      try select("a", "b", "c")
    }
    expectEqual(selected, "")
    let transaction = try select("a", "b", "c", "e", change: .add(partially: true))
    expectEqual(selected, "a b e")
    expectEqual(transaction.refused, [.interaction(.limitReached(limit: 2, section: "A"))])
    controller.settings.flags = .uiKit
    try select("c", "d", change: .only(partially: true))
    expectEqual(selected, "c")
  }

  @Test("reloadData, leaving and entering editing mode clear what the view holds, not the data's")
  mutating func holding() throws {
    for edit in [TableAction.reloadData, .setEditing(true), .setEditing(false)] {
      try select("a", change: .only(partially: false))
      try controller.perform([edit], title: "edit")
      expectEqual(selected, "a")
    }
    controller.editor.holding = .view
    for edit in [TableAction.reloadData, .setEditing(true), .setEditing(false)] {
      try select("a", change: .only(partially: false))
      try controller.perform([edit], title: "edit")
      expectEqual(selected, "")
    }
  }

  @Test(
    "entering editing mode keeps a view's selection of several rows when both modes are multiple")
  mutating func entering() throws {
    controller.editor.holding = .view
    try select("a", "b")
    try controller.perform([.setEditing(true)], title: "edit")
    expectEqual(selected, "a b")
    try controller.perform([.setEditing(true)], title: "edit")
    expectEqual(selected, "a b")
    try controller.perform([.setEditing(false)], title: "edit")
    expectEqual(selected, "")
  }

  @Test("selected rows are followed through inserts, moves and deletes; reloading drops a view's")
  mutating func following() throws {
    controller.editor.holding = .view
    try select("a", "c", "d")
    let section = controller.table.sections[0].id
    try controller.perform(
      [
        .delete([try row("b")]), .insert([[ColumnID(0): Cell("X")]], section: section, at: 3),
      ], title: "edit")
    expectEqual(
      controller.selection.rows.compactMap { controller.table.path(of: $0) },
      [0, 1, 2].map { RowPath(0, $0) })
    try controller.perform([.reloadRows([try row("c")])], title: "reload")
    expectEqual(selected, "a d")
    try controller.perform([.delete([try row("a")])], title: "delete")
    expectEqual(selected, "d")
    try controller.editor.undo()
    expectEqual(selected, "a d")
  }

  @Test("an exclusive section is a radio group whose button can be tapped off, unless it is strict")
  mutating func exclusive() throws {
    let section = controller.table.sections[0].id
    controller.settings.limits[section] = .exclusive
    try tap("e")
    try tap("a")
    try expectEqual(tapLog("b"), "willSelect 0:1, deselectRow 0:0, didSelect 0:1")
    expectEqual(selected, "e b")
    try tap("b")
    expectEqual(selected, "e")
    controller.settings.limits[section] = .exclusiveStrict
    try tap("c")
    try expectEqual(tapLog("c"), "willDeselect 0:2 no")
    expectEqual(selected, "e c")
    expect(throws: EditError.self) { try select("c", change: .remove) }
  }

  @Test("a section of limit none takes no row, one of max N takes N and frees places")
  mutating func limits() throws {
    let ids = controller.table.sections.map(\.id)
    controller.settings.limits = [ids[0]: .maximum(2), ids[1]: SelectionLimit.none]
    try tap("a")
    try tap("b")
    try expectEqual(tap("c").refusal?.description, "limit 2 reached in section 'A'")
    try tap("a")
    try tap("c")
    expectEqual(selected, "b c")
    try expect(tap("e").refusal != nil)
    expect(throws: EditError.self) { try select("e") }
  }

  @Test("moving rows into a limited section is reported and changes no selection")
  mutating func audit() throws {
    let ids = controller.table.sections.map(\.id)
    controller.settings.limits[ids[1]] = .exclusive
    try select("a", "e")
    expect(controller.overLimits().isEmpty)
    try controller.perform([.move([try row("a")], section: ids[1], at: 0)], title: "move")
    let over = try require(controller.overLimits().first)
    expect(over.section == ids[1] && over.count == 2 && over.limit == 1)
    expectEqual(selected, "a e")
  }

  @Test("toggle deselects what is selected and selects the rest")
  mutating func toggle() throws {
    try select("a", "b")
    try select("b", "c", change: .toggle)
    expectEqual(selected, "a c")
  }

  @Test("the Delete button counts the selection, works in editing mode only, and spans sections")
  mutating func deleteButton() throws {
    expect(controller.deleteButton == ("Delete", false))
    expect(throws: EditError.interaction(.notEditing)) { try controller.rowsToDelete() }
    try controller.perform([.setEditing(true)], title: "edit")
    expect(throws: EditError.interaction(.nothingSelected)) { try controller.rowsToDelete() }
    for key in ["f", "b", "a", "a"] { try tap(key) }
    expect(controller.deleteButton == ("Delete (2)", true))
    let rows = try controller.rowsToDelete()
    let transaction = try controller.perform([.delete(rows)], title: "delete-selected")
    expectEqual(Tables.drawing(controller.table), "A(a c d) B(e)")
    expectEqual(
      transaction.plan, .stages([Stage(rows: Changes(deletes: [RowPath(0, 1), RowPath(1, 1)]))]))
    expect(controller.deleteButton == ("Delete", false))
  }

  @Test(
    "selecting only some keeps those that are selected where they were, and tells of the others")
  func only() throws {
    var desk = SelectionDesk(flags: .multiple)
    try desk.select("a", "b", "c")
    try expectEqual(
      desk.perform(.select([desk.row("c"), desk.row("a")], .only(partially: false))),
      "deselectRow b")
    expectEqual(desk.selected, "a c")
    try expectEqual(
      desk.perform(.select([desk.row("e"), desk.row("c")], .only(partially: false))),
      "deselectRow a, selectRow e")
    expectEqual(desk.selected, "c e")
    try expectEqual(
      desk.perform(.select([desk.row("c"), desk.row("e")], .only(partially: false))), "")
    try expectEqual(
      desk.perform(.select([], .only(partially: false))), "deselectRow c, deselectRow e")
    try desk.select("a", "b")
    try desk.select("b", "d", "c", change: .toggle)
    expectEqual(desk.selected, "a d c")
    try desk.select("d", "f", change: .remove)
    expectEqual(desk.selected, "a c")
  }

  @Test("what is reloaded loses the selection that the view holds, and nothing else does")
  func reloaded() throws {
    for holding in [SelectionHolding.view, .data] {
      var desk = SelectionDesk(flags: .multiple, holding: holding)
      let all = "a b e f"
      func check(_ action: TableAction, _ left: String) throws {
        try desk.select(change: .only(partially: false))
        try desk.select("a", "b", "e", "f")
        try desk.perform(action)
        expectEqual(desk.selected, holding == .view ? left : all)
      }
      try check(.reloadSections([desk.section(1)]), "a b")
      try check(.reloadSections([desk.section(0)]), "e f")
      try check(.reloadSections([]), all)
      try check(.reloadRows([desk.row("b"), desk.row("c"), desk.row("e")]), "a f")
      try check(.reconfigureRows([desk.row("b")]), all)
      try check(.reloadData, "")
    }
  }
}

/// Counts, to be shared.
final class Counter: @unchecked Sendable { var count = 0 }

/// Answers as it is told, else allows.
struct Policy: SelectionPolicy {
  var select: [RowID: PolicyAnswer] = [:]
  var deselect: [RowID: PolicyAnswer] = [:]
  var counter = Counter()

  func willSelect(_ row: RowID, in table: Table, deselectingFrom selection: inout Selection)
    throws(EditError)
    -> PolicyAnswer
  {
    counter.count += 1
    return select[row] ?? .allow
  }

  func willDeselect(_ row: RowID, in table: Table, selection: Selection) throws(EditError)
    -> PolicyAnswer
  {
    counter.count += 1
    return deselect[row] ?? .allow
  }
}
