import BatchUpdates
import Lua
import TableInteraction
import TableKit
import Wording

/// A trait that a policy may set for rows, besides selection.
struct PolicyTrait {
  /// Its field of the policy as the reference documents it, with its type in LuaCATS.
  let reference: ValueReference
  /// Returns the trait for a result of the policy; nil: it is not valid.
  let trait: (LuaValue) -> RowTrait?

  private init(
    _ field: String, _ answer: String, _ help: String, _ trait: @escaping (LuaValue) -> RowTrait?
  ) {
    let type = "fun(row: tablesh.Row, selection: tablesh.Selection): \(answer)"
    reference = ValueReference(field + "?", type, help)
    self.trait = trait
  }

  static var all: [PolicyTrait] {
    [
      PolicyTrait(
        "can_edit", "boolean?", "whether the row can be edited; nil leaves this and all others"
      ) { $0.boolean.map { .canEdit($0) } },
      PolicyTrait(
        "editing_style", "string?", "what editing mode shows: delete, insert or none"
      ) { $0.text.flatMap(RowTraits.EditingStyle.init).map { .style($0) } },
      PolicyTrait("can_move", "boolean?", "whether the row can be dragged") {
        $0.boolean.map { .canMove($0) }
      },
      PolicyTrait("should_highlight", "boolean?", "whether a touch highlights the row") {
        $0.boolean.map { .highlights($0) }
      },
      PolicyTrait(
        "should_indent", "boolean?",
        "whether a row without a control is indented in editing mode"
      ) { $0.boolean.map { .indentsInEditing($0) } },
      PolicyTrait("level", "integer?", "how deep the row is indented") {
        $0.integer.flatMap { (0...20).contains($0) ? .level($0) : nil }
      },
      PolicyTrait(
        "accessory", "string?", "what stands at its end: none, disclosure, detail or checkmark"
      ) { $0.text.flatMap(RowTraits.Accessory.init).map { .accessory($0) } },
      PolicyTrait("editing_accessory", "string?", "the same in editing mode") {
        $0.text.flatMap(RowTraits.Accessory.init).map { .editingAccessory($0) }
      },
      PolicyTrait(
        "confirmation_title", "string|false?",
        "what the button says that deletes; false leaves a blank one"
      ) { $0.boolean == false ? .confirmation(nil) : $0.text.map { .confirmation($0) } },
      PolicyTrait(
        "actions", "string[]?", "what a swipe shows in place of Delete; an empty list: no swipe"
      ) { texts($0).map { .trailingActions($0) } },
      PolicyTrait("leading_actions", "string[]?", "what a swipe from the beginning shows") {
        texts($0).map { .leadingActions($0) }
      },
    ]
  }

  private static func texts(_ value: LuaValue) -> [String]? {
    guard let texts = (try? value.table?.sequence)?.map(\.text) else { return nil }
    return texts.contains(nil) ? nil : texts.compactMap { $0 }
  }
}

extension LuaPolicy {
  /// Calls `update_cell`; nil: it has none, does not watch the row, or leaves the accessory.
  func drawCell(
    of row: RowID, in table: Table, selection: [RowID]
  ) throws(EditError) -> RowTraits.Accessory? {
    let selection = SelectionHandle(TableHandle(table, selection: selection))
    let accessory = try call("update_cell", row, table, selection) {
      values, _ throws(LuaError) -> RowTraits.Accessory? in
      guard let value = values.first, value != .nil else { return nil }
      guard let accessory = value.text.flatMap(RowTraits.Accessory.init) else {
        throw Self.badAnswer("update_cell answers \(value.text ?? value.typeName)")
      }
      return accessory
    }
    return accessory ?? nil
  }

  /// True if the policy sets traits of rows.
  public var refinesTraits: Bool { !traits.isEmpty }

  /// Calls the policy's functions for the traits of a row.
  public func refine(
    _ traits: inout RowTraits, of row: RowID, in table: Table, selection: Selection
  ) throws(EditError) {
    for trait in self.traits {
      let field = trait.reference.name
      let trait = try call(field, row, table, SelectionHandle(table, selection)) {
        values, _ throws(LuaError) -> RowTrait? in
        guard let value = values.first, value != .nil else { return nil }
        guard let trait = trait.trait(value) else {
          throw Self.badAnswer("\(field) answers \(value.text ?? value.typeName)")
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
    let place = LuaValue.string(proposed.description)
    let target = try call("target_for_move", row, table, SelectionHandle(table, selection), place) {
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
    let style = LuaValue.string(style.rawValue)
    let answer = try call("commit", row, table, SelectionHandle(table, selection), style) {
      values, _ throws(LuaError) -> CommitAnswer in
      switch values.first ?? .nil {
      case .boolean(false): return .refuse(reason: values.count > 1 ? values[1].text : nil)
      case .table(let cells):
        var row: [ColumnID: Cell] = [:]
        for (key, value) in try cells.pairs() {
          guard let name = key.text, let column = table.column(named: name) else {
            throw Self.badAnswer("commit names a column '\(shown: key.text ?? key.typeName)'")
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
}
