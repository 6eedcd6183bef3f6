import TableKit
import TablePrinters

extension Shell {
  /// Prints a view of the current table, with what its rows show beside their cells.
  func print(_ view: TableView, _ style: Style, to text: inout String) {
    var view = view
    if let document = current { addLooks(to: &view, of: document) }
    TextTablePrinter(style: style).print(view, to: &text)
  }

  /// Asks the rows that are shown what they show; where nobody says anything, none.
  private func addLooks(to view: inout TableView, of document: Document) {
    let editor = document.editor
    if view.isEditing, !view.selectsSeveralInEditing { view.look = RowLook(control: .minus) }
    let touched = [editor.touches.open, editor.touches.drag?.row].compactMap { $0 }
    guard editor.hasTraits || !touched.isEmpty else { return }
    let plain = view.plainLook
    do throws(EditError) {
      for row in editor.hasTraits ? view.shownRows : touched where editor.table.contains(row) {
        let look = try look(of: row, in: editor)
        if look != plain { view.looks[row] = look }
      }
    } catch {
      view.looks = [:]
      writeNote(CommandError(error).message)
    }
  }

  private func look(of row: RowID, in editor: Editor) throws(EditError) -> RowLook {
    let traits = try editor.traits(of: row)
    var look = RowLook(control: control(of: row, traits, in: editor))
    look.level = traits.level
    look.accessory = (editor.isEditing ? traits.editingAccessory : traits.accessory).symbol
    look.hasHandle =
      editor.isEditing && editor.hasTraits && editor.traitSettings.moves && traits.canMove
    if editor.touches.open == row {
      let buttons = editor.touches.buttons.map { "[\($0.isEmpty ? " " : $0)]" }
        .joined(separator: " ")
      switch (editor.touches.swiped, editor.touches.edge) {
      case (nil, _): look.buttons = buttons
      case (_, .trailing): look.buttons = "‹ " + buttons
      case (_, .leading): look.buttons = buttons + " ›"
      }
    } else if let drag = editor.touches.drag, drag.row == row {
      look.buttons = drag.gap == drag.home ? "in the hand" : "in the hand, over \(drag.gap)"
    }
    return look
  }

  /// What a row shows at its beginning (rules C1 to C3).
  private func control(
    of row: RowID, _ traits: RowTraits, in editor: Editor
  ) -> RowLook.Control? {
    guard editor.isEditing, traits.canEdit else { return nil }
    if editor.settings.flags.allowsMultipleSelectionDuringEditing { return .circle }
    switch traits.style {
    case .delete: return editor.touches.confirming == row ? .turned : .minus
    case .insert: return .plus
    case .none: return traits.indentsInEditing ? .blank : nil
    }
  }
}

extension RowTraits.Accessory {
  /// How it is printed.
  fileprivate var symbol: String {
    switch self {
    case .none: ""
    case .disclosure: ">"
    case .detail: "(i)"
    case .checkmark: "✓"
    }
  }
}
