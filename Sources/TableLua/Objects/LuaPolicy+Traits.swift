import BatchUpdates
import Lua
import TableInteraction
import TableKit

/// The traits that a policy may set for rows, besides selection.
enum PolicyTrait: String, CaseIterable {
  case canEdit = "can_edit"
  case editingStyle = "editing_style"
  case canMove = "can_move"
  case shouldHighlight = "should_highlight"
  case shouldIndent = "should_indent"
  case level
  case accessory
  case editingAccessory = "editing_accessory"
  case confirmationTitle = "confirmation_title"
  case actions
  case leadingActions = "leading_actions"

  /// The field as the reference documents it, with its type in LuaCATS.
  var reference: ValueReference {
    let (answer, help) =
      switch self {
      case .canEdit: ("boolean?", "whether the row can be edited; nil leaves this and all others")
      case .editingStyle: ("string?", "what editing mode shows: delete, insert or none")
      case .canMove: ("boolean?", "whether the row can be dragged")
      case .shouldHighlight: ("boolean?", "whether a touch highlights the row")
      case .shouldIndent:
        ("boolean?", "whether a row without a control is indented in editing mode")
      case .level: ("integer?", "how deep the row is indented")
      case .accessory: ("string?", "what stands at its end: none, disclosure, detail or checkmark")
      case .editingAccessory: ("string?", "the same in editing mode")
      case .confirmationTitle:
        ("string|false?", "what the button says that deletes; false leaves a blank one")
      case .actions: ("string[]?", "what a swipe shows in place of Delete; an empty list: no swipe")
      case .leadingActions: ("string[]?", "what a swipe from the beginning shows")
      }
    return ValueReference(
      rawValue, "fun(row: tablesh.Row, selection: tablesh.Selection): \(answer)", help)
  }

  /// Returns the trait for a result of the policy; nil: it is not valid.
  fileprivate func trait(_ value: LuaValue) -> RowTrait? {
    let texts = (try? value.table?.sequence)?.map(\.text)
    let list = texts.flatMap { texts in
      texts.contains(nil) ? nil : texts.compactMap { $0 }
    }
    return switch self {
    case .canEdit: value.boolean.map { .canEdit($0) }
    case .editingStyle: value.text.flatMap(RowTraits.EditingStyle.init).map { .style($0) }
    case .canMove: value.boolean.map { .canMove($0) }
    case .shouldHighlight: value.boolean.map { .highlights($0) }
    case .shouldIndent: value.boolean.map { .indentsInEditing($0) }
    case .level: value.integer.flatMap { (0...20).contains($0) ? .level($0) : nil }
    case .accessory: value.text.flatMap(RowTraits.Accessory.init).map { .accessory($0) }
    case .editingAccessory:
      value.text.flatMap(RowTraits.Accessory.init).map { .editingAccessory($0) }
    case .confirmationTitle:
      value.boolean == false ? .confirmation(nil) : value.text.map { .confirmation($0) }
    case .actions: list.map { .trailingActions($0) }
    case .leadingActions: list.map { .leadingActions($0) }
    }
  }
}

extension LuaPolicy {
  /// The fields of a policy for moves and edits.
  static let moveFields = [
    ValueReference(
      "target_for_move?", "fun(row: tablesh.Row, place: string): any",
      """
      asked where the gap opens while a row is dragged over a place, which counts in the table \
      without it: another place such as "0:2"; nil for there
      """),
    ValueReference(
      "commit?", "fun(row: tablesh.Row, style: string): any, string?",
      """
      told to delete the row or to insert one at it, by its style: the cells of a row that is \
      inserted; false and a reason
      """),
  ]

  /// True if the policy sets traits of rows.
  public var refinesTraits: Bool { !functions.traits.isEmpty }

  /// Calls the policy's functions for the traits of a row.
  public func refine(
    _ traits: inout RowTraits, of row: RowID, in table: Table, selection: Selection
  ) throws(EditError) {
    guard !functions.traits.isEmpty else { return }
    for (field, function) in functions.traits {
      let trait = try call(function, row, table, selection) {
        values, _ throws(LuaError) -> RowTrait? in
        guard let value = values.first, value != .nil else { return nil }
        guard let trait = field.trait(value) else {
          throw Self.badAnswer("\(field.rawValue) answers \(value.text ?? value.typeName)")
        }
        return trait
      }
      if let trait = trait ?? nil { traits.set(trait) }
    }
  }

  /// Calls `target_for_move`.
  public func targetForMove(
    _ row: RowID, to proposed: RowPath, in table: Table, selection: Selection
  ) throws(EditError) -> RowPath? {
    guard let function = functions.targetForMove else { return nil }
    let target = try call(function, row, table, selection, .string(proposed.description)) {
      values, reader throws(LuaError) -> RowPath? in
      guard let value = values.first, value != .nil else { return nil }
      if let text = value.text, let place = try reader.place(text) {
        let count = table.sections[place.section].count
        return RowPath(place.section, place.index ?? count)
      }
      if let list = try value.table?.sequence, list.count == 2, let section = list[0].integer,
        let row = list[1].integer
      {
        return RowPath(section, row)
      }
      throw Self.badAnswer("target_for_move answers \(value.text ?? value.typeName)")
    }
    return target ?? nil
  }

  /// Calls `commit`.
  public func commit(
    _ style: RowTraits.EditingStyle, _ row: RowID, in table: Table, selection: Selection
  ) throws(EditError) -> CommitAnswer {
    guard let function = functions.commit else { return .cells([:]) }
    let answer = try call(function, row, table, selection, .string(style.rawValue)) {
      values, _ throws(LuaError) -> CommitAnswer in
      switch values.first ?? .nil {
      case .boolean(false): return .refuse(reason: values.count > 1 ? values[1].text : nil)
      case .table(let cells):
        var row: [ColumnID: Cell] = [:]
        for (key, value) in try cells.pairs() {
          guard let name = key.text, let column = table.column(named: name) else {
            throw Self.badAnswer("commit names a column '\(key.text ?? key.typeName)'")
          }
          guard let scalar = LuaScalar(value) else {
            throw Self.badAnswer("commit gives \(name) a \(value.typeName)")
          }
          row[column.id] = scalar.cell(isTyped: table.syntax.isTyped)
        }
        return .cells(row)
      default: return .cells([:])
      }
    }
    return answer ?? .cells([:])
  }

  private static func badAnswer(_ what: String) -> LuaError { LuaError(what, code: "bad-answer") }

  /// Calls one of its functions with a row and something else, the selection unless it is given,
  /// while nothing can be changed; nil where it does not watch the row.
  private func call<Answer>(
    _ function: LuaFunction, _ row: RowID, _ table: Table, _ selection: Selection,
    _ other: LuaValue? = nil,
    reading read: ([LuaValue], TargetReader) throws(LuaError) -> Answer
  ) throws(EditError) -> Answer? {
    guard let session, let objects = session.objects, watches(row, table) else { return nil }
    let handle = TableHandle(table, selection: selection.rows)
    do throws(LuaFailure) {
      return try session.finishing(to: session.hookSeconds) { () throws(LuaError) in
        try session.asked("by a policy", handle) { () throws(LuaError) in
          var second = LuaValue.nil
          if let other { second = other } else { second = try objects.selection(handle) }
          let values = try function.call(try objects.row(handle, row), second)
          return try read(values, TargetReader(session: session, handle: handle))
        }
      }
    } catch {
      if error.code == "lua-interrupted" { throw .cancelled }
      throw .refused("policy '\(name)' failed: \(error)", hint: error.hint)
    }
  }
}
