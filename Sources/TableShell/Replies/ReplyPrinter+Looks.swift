import TableInteraction
import TableKit
import TablePrinters

extension ReplyPrinter {
  /// Prints a view of the current table with the controls and accessories of its rows.
  package func print(_ view: TableView, _ style: Style, to text: inout String) {
    TextTablePrinter(style: style).print(looked(view), to: &text)
  }

  /// Returns a view of the current table with the controls and accessories of its rows, from the
  /// column on to which the table is scrolled.
  func looked(_ view: TableView) -> TableView {
    var view = view
    guard let document = shell.current else { return view }
    addLooks(to: &view, of: document)
    // A record has a line for each column.
    if view.columns == nil, !view.printsRecords {
      view.columnOffset = document.screen.columnOffset
    }
    return view
  }

  /// Adds the look of the visible rows, if any row has traits or an open control.
  func addLooks(to view: inout TableView, of document: Document) {
    let controller = document.controller
    if view.isEditing, !view.selectsSeveralInEditing { view.look = RowLook(control: .minus) }
    let touched = [controller.touches.open, controller.touches.drag?.row].compactMap { $0 }
    guard controller.hasTraits || !touched.isEmpty else { return }
    let plain = view.plainLook
    do throws(EditError) {
      for row in controller.hasTraits ? view.shownRows : touched
      where controller.table.contains(row) {
        let look = try look(of: row, in: controller)
        if look != plain { view.looks[row] = look }
      }
    } catch {
      view.looks = [:]
      shell.writeNote(CommandError(error).message)
    }
  }

  private func look(of row: RowID, in controller: TableController) throws(EditError) -> RowLook {
    let traits = try controller.traits(of: row)
    var look = RowLook(control: control(of: row, traits, in: controller))
    look.level = traits.level
    look.accessory = (controller.isEditing ? traits.editingAccessory : traits.accessory).symbol
    look.hasHandle =
      controller.isEditing && controller.hasTraits && controller.traitSettings.moves
      && traits.canMove
    if controller.touches.open == row {
      let buttons = controller.touches.buttons.map { "[\($0.isEmpty ? " " : $0)]" }
        .joined(separator: " ")
      switch (controller.touches.swiped, controller.touches.edge) {
      case (nil, _): look.buttons = buttons
      case (_, .trailing): look.buttons = "‹ " + buttons
      case (_, .leading): look.buttons = buttons + " ›"
      }
    } else if let drag = controller.touches.drag, drag.row == row {
      look.buttons = drag.gap == drag.home ? "in the hand" : "in the hand, over \(drag.gap)"
    }
    return look
  }

  /// Returns the control at the leading edge of a row (rules C1 to C3).
  private func control(
    of row: RowID, _ traits: RowTraits, in controller: TableController
  ) -> RowLook.Control? {
    guard controller.isEditing, traits.canEdit else { return nil }
    if controller.settings.flags.allowsMultipleSelectionDuringEditing { return .circle }
    switch traits.style {
    case .delete: return controller.touches.confirming == row ? .turned : .minus
    case .insert: return .plus
    case .none: return traits.indentsInEditing ? .blank : nil
    }
  }
}

extension RowTraits.Accessory {
  /// The printed symbol.
  fileprivate var symbol: String {
    switch self {
    case .none: ""
    case .disclosure: ">"
    case .detail: "(i)"
    case .checkmark: "✓"
    }
  }
}
